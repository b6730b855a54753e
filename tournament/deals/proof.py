"""The public proof: what was promised before round 1, and afterwards every step that kept it.

Until the championship ends a proof has the commitment and the salt only; `Opened`, with the key in
it, exists from then on.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from datetime import datetime

from django.views.decorators.debug import sensitive_variables

from scoring.dealing import DealingSteps, commitment, deal_number, dealing_steps
from scoring.deals import hand_text
from scoring.seats import Seat, dealer_of
from tournament.deals.queries import DealtHand, dealt_hands
from tournament.models import Championship, Stage

COMMIT_PREFIX = b"botifarra-commit-v1\x00"
DEAL_PREFIX = b"botifarra-deal-v1\x00"
"""What is hashed before the key, as the published description says; a test compares them with what
`scoring.dealing` really hashes."""


@dataclass(frozen=True, slots=True)
class NumberedDeal:
    """One line of the list of all deals: its number among all possible deals."""

    deal: int
    round: int
    dealer: Seat
    number: int


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
    """What everybody may recompute once the key is public; texts of bytes are in hex."""

    key: str
    commit_prefix: str
    recomputed: str
    salt_bytes: str
    deals: tuple[NumberedDeal, ...]
    command: str
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
def proof_of(championship: Championship, stage: Stage, *, deal: int = 1) -> Proof | None:
    """The proof as far as it is public now, `deal` shown in full; None while there are no hands.

    1 query. A `deal` that the championship doesn't have is shown by nothing.
    """
    deal_set = stage.deal_set
    if deal_set is None:
        return None
    opened = None
    if championship.ended_at is not None:
        opened = _opened(bytes(deal_set.key), deal_set.salt, stage, deal)
    return Proof(
        commitment=deal_set.commitment,
        salt=deal_set.salt,
        made_at=deal_set.created_at,
        salt_fixed_at=deal_set.salt_fixed_at,
        opened=opened,
    )


def _opened(key: bytes, salt: str, stage: Stage, deal: int) -> Opened:
    deals = range(1, stage.rounds.count() * stage.hands_per_match + 1)
    return Opened(
        key=key.hex(),
        commit_prefix=COMMIT_PREFIX.hex(),
        recomputed=commitment(key),
        salt_bytes=salt.encode().hex(),
        deals=tuple(
            NumberedDeal(one, stage.round_of_deal(one), dealer_of(one), deal_number(key, salt, one))
            for one in deals
        ),
        command=_command(key, salt, len(deals)),
        shown=_shown(key, salt, stage, deal) if deal in deals else None,
    )


def _shown(key: bytes, salt: str, stage: Stage, deal: int) -> DealProof:
    (hand,) = dealt_hands(stage, [deal])
    return DealProof(
        steps=dealing_steps(key, salt, deal),
        prefix=DEAL_PREFIX.hex(),
        index=deal.to_bytes(4, "big").hex(),
        hand=hand,
        texts=tuple((seat, hand_text(hand.deal.hand(seat))) for seat in Seat),
    )


def _command(key: bytes, salt: str, deals: int) -> str:
    """The command that deals all hands again, to be pasted into a shell."""
    parts = ["python", "-m", "scoring", "deal", "--key", key.hex()]
    if salt:
        # With "=", a salt that begins with a dash is not taken for an option.
        parts += [f"--salt={salt}"] if salt.startswith("-") else ["--salt", salt]
    return shlex.join([*parts, "--deals", str(deals)])
