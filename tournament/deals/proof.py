"""Public proof: list and commitment from the beginning, secrets round by round, then the key.

A secret is part of it once a round of its hand has been closed, also when that is reopened; from
the end of the championship on all secrets are, with the key. Nothing else of a set leaves.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import (
    DEAL_PREFIX,
    HASH_PREFIX,
    DealingSteps,
    commitment,
    dealing_steps,
    failed_step,
)
from scoring.game.deals import hand_text
from scoring.game.seats import Seat
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public
from tournament.deals.secrets import hashes_of, secret_of
from tournament.models import Championship, DealSet, RoundDeal


@dataclass(frozen=True, slots=True)
class ListedDeal:
    """Deal of a set, by its number there; `hash` and `secret` in hex."""

    number: int
    hash: str
    hand: int | None
    """Number in the championship of the hand that has its cards, None for a spare deal."""
    round: int | None
    secret: str | None = field(repr=False)
    """Hex digits, or None while it is secret."""


@dataclass(frozen=True, slots=True)
class SetProof:
    """Public facts of a deal set; `key` in hex, after the end."""

    number: int
    hands_before: int
    commitment: str
    recomputed: str
    """Commitment to the list, which differs if somebody exchanged the key."""
    salt: str
    made_at: datetime
    salt_fixed_at: datetime | None
    listed: tuple[ListedDeal, ...]
    key: str | None = field(repr=False)

    @property
    def deals(self) -> int:
        return len(self.listed)

    @property
    def is_kept(self) -> bool:
        """Return whether the list gives the commitment."""
        return self.recomputed == self.commitment

    @property
    def told(self) -> tuple[ListedDeal, ...]:
        """Hands whose secrets are public, in the order of the championship."""
        found = [one for one in self.listed if one.secret is not None and one.hand is not None]
        return tuple(sorted(found, key=lambda one: one.hand or 0))

    @property
    def hashes_file(self) -> str:
        """Name of the file with the list."""
        return f"hashes-{self.number}.txt"

    @property
    def commands(self) -> tuple[str, ...]:
        """Commands that give the commitment and deal everything again, once the key is public."""
        if self.key is None:
            return ()
        count = ["--deals", str(self.deals)]
        return (
            shlex.join([*_PROGRAM, "commit", self.key, *count]),
            shlex.join([*_PROGRAM, "deal", "--key", self.key, *_salt_option(self.salt), *count]),
        )


_PROGRAM = ("python", "-m", "scoring")


def _salt_option(salt: str) -> Sequence[str]:
    """Return the option for a salt; with "=" if the salt begins with a dash, like an option."""
    if not salt:
        return ()
    return (f"--salt={salt}",) if salt.startswith("-") else ("--salt", salt)


@dataclass(frozen=True, slots=True)
class DealProof:
    """Proof of one hand: prefixes, index and the salt's bytes are in hex, as they are hashed."""

    deal_set: SetProof
    listed: ListedDeal
    in_list: bool
    """True if the hash of the secret is at its place in the list."""
    hash_prefix: str
    prefix: str
    index: str
    salt_bytes: str
    steps: DealingSteps
    hand: DealtHand
    texts: tuple[tuple[Seat, str], ...]
    command: str
    """Command that checks the hand on another computer, with the list in a file."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Public facts, at this moment, about where the hands come from."""

    sets: tuple[SetProof, ...]
    shown: DealProof | None


@sensitive_variables()
def proof_of(championship: Championship, *, hand: int | None = None) -> Proof | None:
    """Return the proof as far as it is public now, one hand shown in full; None while there are no
    hands.

    `hand` is its number in the championship, by default the first that is public; for one that is
    not public, or doesn't exist, no hand is shown. 3 queries.
    """
    sets = list(championship.deal_sets.order_by("number"))
    if not sets:
        return None
    played: dict[int, dict[int, RoundDeal]] = {one.pk: {} for one in sets}
    stored = championship.round_deals.filter(deal_set__isnull=False)
    for one in stored.select_related("round__stage__championship"):
        assert one.deal_set_id is not None
        assert one.number_in_set is not None, "the database holds that it has both"
        played[one.deal_set_id][one.number_in_set] = one
    ended = championship.ended_at is not None
    proofs = tuple(_set_proof(one, played[one.pk], ended=ended) for one in sets)
    told = {one.hand: (proof, one) for proof in proofs for one in proof.told}
    wanted = min(told, key=lambda number: number or 0, default=None) if hand is None else hand
    shown = told.get(wanted)
    return Proof(proofs, _shown(championship, *shown) if shown else None)


@sensitive_variables()
def _set_proof(deal_set: DealSet, played: Mapping[int, RoundDeal], *, ended: bool) -> SetProof:
    hashes = hashes_of(deal_set)
    key = None if deal_set.key is None else bytes(deal_set.key)

    def listed(number: int, hashed: bytes) -> ListedDeal:
        stored = played.get(number)
        public = (ended and key is not None) or (
            stored is not None and hands_are_public(stored.round)
        )
        secret = secret_of(deal_set, number) if public else None
        return ListedDeal(
            number=number,
            hash=hashed.hex(),
            hand=None if stored is None else stored.number,
            round=None if stored is None else stored.round.number,
            secret=None if secret is None else secret.hex(),
        )

    return SetProof(
        number=deal_set.number,
        hands_before=deal_set.deals_before,
        commitment=deal_set.commitment,
        recomputed=commitment(hashes),
        salt=deal_set.salt,
        made_at=deal_set.created_at,
        salt_fixed_at=deal_set.salt_fixed_at,
        listed=tuple(listed(number, one) for number, one in enumerate(hashes, start=1)),
        key=key.hex() if ended and key is not None else None,
    )


def _shown(championship: Championship, of: SetProof, listed: ListedDeal) -> DealProof:
    assert listed.secret is not None
    assert listed.hand is not None, "it is a hand of a round"
    secret, hashes = bytes.fromhex(listed.secret), [bytes.fromhex(one.hash) for one in of.listed]
    (hand,) = dealt_hands(championship, [listed.hand])
    return DealProof(
        deal_set=of,
        listed=listed,
        in_list=failed_step(listed.number, secret, hashes, of.recomputed) is None,
        hash_prefix=HASH_PREFIX.hex(),
        prefix=DEAL_PREFIX.hex(),
        index=listed.number.to_bytes(4, "big").hex(),
        salt_bytes=of.salt.encode().hex(),
        steps=dealing_steps(secret, of.salt, listed.number),
        hand=hand,
        texts=tuple((seat, hand_text(hand.deal.hand(seat))) for seat in Seat),
        command=_check_command(of, listed.number, listed.secret),
    )


def _check_command(of: SetProof, number: int, secret: str) -> str:
    """Return the command that checks one hand, to be pasted into a shell."""
    parts = [*_PROGRAM, "check-deal", "--deal", str(number), "--secret", secret]
    parts += _salt_option(of.salt)
    return shlex.join([*parts, "--hashes", of.hashes_file, "--commitment", of.commitment])


def proof_document(proof: Proof | None) -> dict[str, Any]:
    """Return the proof as JSON values; docs/json.md describes every field."""
    return {"deal_sets": [_set_document(one) for one in proof.sets] if proof else []}


def _set_document(one: SetProof) -> dict[str, Any]:
    return {
        "number": one.number,
        "hands_before": one.hands_before,
        "made_at": one.made_at.isoformat(),
        "commitment": one.commitment,
        "salt": one.salt,
        "salt_fixed_at": one.salt_fixed_at and one.salt_fixed_at.isoformat(),
        "key": one.key,
        "deals": [
            {
                "deal": listed.number,
                "hand": listed.hand,
                "round": listed.round,
                "hash": listed.hash,
                "secret": listed.secret,
            }
            for listed in one.listed
        ],
    }
