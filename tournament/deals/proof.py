"""The public proof: the commitment before round 1, and at the end every step that follows from it.

Until the championship ends, a proof has only the commitment and the salt. `Opened`, with the key,
exists from then on.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import DealingSteps, commitment, deal_number, dealing_steps
from scoring.game.deals import hand_text
from scoring.game.seats import Seat, dealer_of
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.deals.services import FIRST_SPARE
from tournament.models import Championship, DealSet, RoundDeal

COMMIT_PREFIX = b"botifarra-commit-v1\x00"
DEAL_PREFIX = b"botifarra-deal-v1\x00"
"""What is hashed before the key, as the published description says; a test compares them with what
`scoring.dealing.deal_set` really hashes."""


@dataclass(frozen=True, slots=True)
class NumberedDeal:
    """A deal in the list of all deals, with its number among all possible ones."""

    deal: int
    round: int
    dealer: Seat
    number: int
    spare: int | None
    """Its number in the set where it was exchanged for a spare deal; None where it wasn't."""


@dataclass(frozen=True, slots=True)
class DealProof:
    """One deal in full. The parts, in hex and in this order, are what SHAKE-256 is fed."""

    steps: DealingSteps
    prefix: str
    index: str
    hand: DealtHand
    texts: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """What everybody may recompute once the key is public; bytes are in hex."""

    key: str
    commit_prefix: str
    recomputed: str
    salt_bytes: str
    deals: tuple[NumberedDeal, ...]
    commands: tuple[str, ...]
    """What deals all hands again: the planned ones, and the spare ones where there are any."""
    shown: DealProof | None

    @property
    def rejected(self) -> int:
        """How many blocks were skipped before the shown deal's number was found."""
        return len(self.shown.steps.blocks) - 1 if self.shown else 0


@dataclass(frozen=True, slots=True)
class Proof:
    """What everybody may know about where the hands come from; `opened` only after the end."""

    commitment: str
    salt: str
    made_at: datetime
    salt_fixed_at: datetime | None
    opened: Opened | None = field(repr=False)


@sensitive_variables("key")
def proof_of(championship: Championship, *, deal: int = 1) -> Proof | None:
    """The proof as far as it is public now, `deal` shown in full; None while there are no hands.

    2 queries, after the end 3. A `deal` that the set doesn't have is shown by nothing.
    """
    deal_set = championship.deal_set()
    if deal_set is None:
        return None
    opened = _opened(deal_set, deal) if championship.ended_at is not None else None
    return Proof(
        commitment=deal_set.commitment,
        salt=deal_set.salt,
        made_at=deal_set.created_at,
        salt_fixed_at=deal_set.salt_fixed_at,
        opened=opened,
    )


@sensitive_variables()
def _opened(deal_set: DealSet, deal: int) -> Opened:
    key, salt = bytes(deal_set.key), deal_set.salt
    stored = list(deal_set.round_deals.select_related("round").order_by("number_in_set"))
    shown = next((one for one in stored if one.number == deal), None)
    return Opened(
        key=key.hex(),
        commit_prefix=COMMIT_PREFIX.hex(),
        recomputed=commitment(key),
        salt_bytes=salt.encode().hex(),
        deals=tuple(_numbered(key, salt, one) for one in stored),
        commands=tuple(_commands(key, salt, [one.number_in_set or 0 for one in stored])),
        shown=_shown(key, salt, shown) if shown else None,
    )


def _numbered(key: bytes, salt: str, stored: RoundDeal) -> NumberedDeal:
    assert stored.number_in_set is not None, "it is of a set"
    number = deal_number(key, salt, stored.number_in_set)
    spare = stored.number_in_set if stored.number_in_set >= FIRST_SPARE else None
    return NumberedDeal(stored.number, stored.round.number, dealer_of(stored.number), number, spare)


def _shown(key: bytes, salt: str, stored: RoundDeal) -> DealProof:
    (hand,) = dealt_hands(stored.round.championship, [stored.number])
    place = stored.number_in_set
    assert place is not None, "it is of a set"
    return DealProof(
        steps=dealing_steps(key, salt, place),
        prefix=DEAL_PREFIX.hex(),
        index=place.to_bytes(4, "big").hex(),
        hand=hand,
        texts=tuple((seat, hand_text(hand.deal.hand(seat))) for seat in Seat),
    )


def _commands(key: bytes, salt: str, numbers: Sequence[int]) -> Iterator[str]:
    """The commands that deal all hands again, to be pasted into a shell."""
    parts = ["python", "-m", "scoring", "deal", "--key", key.hex()]
    if salt:
        # With "=", a salt that begins with a dash is not taken for an option.
        parts += [f"--salt={salt}"] if salt.startswith("-") else ["--salt", salt]
    planned = [one for one in numbers if one < FIRST_SPARE]
    yield shlex.join([*parts, "--deals", str(max(planned, default=0))])
    if spare := [one for one in numbers if one >= FIRST_SPARE]:
        count = max(spare) - FIRST_SPARE + 1
        yield shlex.join([*parts, "--first", str(FIRST_SPARE), "--deals", str(count)])
