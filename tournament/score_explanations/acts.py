"""Kinds of act that concern a dealt hand: one small class for each, with the data it needs.

In all of them `table`, `version` and `number` are the numbers of the table, of the version of its
result, and of the correction request; `kind` is the CSS class of the act.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from scoring.duplicate.settings import Settings
from scoring.game.seats import Side
from tournament.models import CorrectionRequest, ResultConfirmation
from tournament.models.places import ActedBy
from tournament.results.kinds.dealt_hand import ResultInput


@dataclass(frozen=True, slots=True)
class Entered:
    """Entry, change or removal of a table's result."""

    kind: ClassVar = "entered"
    table: int
    version: int
    entry: ResultInput


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Confirmation of a table's result by the other pair or by a referee."""

    kind: ClassVar = "confirmed"
    table: int
    version: int
    by: ResultConfirmation.By


@dataclass(frozen=True, slots=True)
class PlayAttached:
    """Record of play on which a table's ruling rests; `play` is its number."""

    kind: ClassVar = "play-attached"
    table: int
    version: int
    play: int


@dataclass(frozen=True, slots=True)
class PlayJudged:
    """Referee's decision on whether a hand that a table played on phones counts."""

    kind: ClassVar = "play-judged"
    table: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Requested:
    """Correction request of a pair for its table's result.

    `asked_for` is the result that the pair asks for, None if it only disagrees; `words` is its own
    text.
    """

    kind: ClassVar = "requested"
    table: int
    number: int
    why: CorrectionRequest.Kind
    side: Side
    asked_for: ResultInput | None
    words: str


@dataclass(frozen=True, slots=True)
class Answered:
    """Opponents' answer to a correction request."""

    kind: ClassVar = "answered"
    table: int
    number: int
    answer: CorrectionRequest.Answer
    side: Side


@dataclass(frozen=True, slots=True)
class Decided:
    """Referee's decision on a correction request; a changed result is an `Entered` before it."""

    kind: ClassVar = "decided"
    table: int
    number: int
    decision: CorrectionRequest.Decision


@dataclass(frozen=True, slots=True)
class HandCancelled:
    """Cancellation of the hand for all tables."""

    kind: ClassVar = "hand-cancelled"


@dataclass(frozen=True, slots=True)
class CancellationWithdrawn:
    """Withdrawal of a cancellation: the hand counts again."""

    kind: ClassVar = "cancellation-withdrawn"


@dataclass(frozen=True, slots=True)
class PairWithdrew:
    """Withdrawal of a pair, by its number, from the championship."""

    kind: ClassVar = "pair-withdrew"
    pair: int


@dataclass(frozen=True, slots=True)
class PairReturned:
    """Return of a pair that had withdrawn."""

    kind: ClassVar = "pair-returned"
    pair: int


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Change of the scoring rules during play; `settings` apply from then on."""

    kind: ClassVar = "rules-changed"
    settings: Settings


@dataclass(frozen=True, slots=True)
class RoundClosed:
    kind: ClassVar = "round-closed"


@dataclass(frozen=True, slots=True)
class RoundReopened:
    kind: ClassVar = "round-reopened"


AtTable = Entered | Confirmed | PlayAttached | PlayJudged | Requested | Answered | Decided
"""Acts that concern one table."""
Scoring = (
    Entered | HandCancelled | CancellationWithdrawn | PairWithdrew | PairReturned | RulesChanged
)
"""Acts that can change a final score."""
What = AtTable | Scoring | RoundClosed | RoundReopened


@dataclass(frozen=True, slots=True)
class Act:
    """Act with its number in the record.

    `public_actor` is the actor as everybody may know it: without the name of the account.
    """

    sequence: int
    at: datetime
    actor: ActedBy
    public_actor: str
    reason: str
    what: What
