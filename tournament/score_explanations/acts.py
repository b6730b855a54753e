"""What can happen to a hand: a small class for each kind of act, with just what belongs to it.

`Act` says when it happened and who did it. `table`, `version` and `number` are the numbers of the
table, of the version of its result, and of the correction request. `kind` is for the style sheet.
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
    """A table's result was entered, changed or taken back."""

    kind: ClassVar = "entered"
    table: int
    version: int
    entry: ResultInput


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The other pair, or a referee, confirmed a table's result."""

    kind: ClassVar = "confirmed"
    table: int
    version: int
    by: ResultConfirmation.By


@dataclass(frozen=True, slots=True)
class PlayAttached:
    """A table's ruling rests on a record of play, the one with this number."""

    kind: ClassVar = "play-attached"
    table: int
    version: int
    play: int


@dataclass(frozen=True, slots=True)
class PlayJudged:
    """A referee said whether what a table played on phones counts."""

    kind: ClassVar = "play-judged"
    table: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Requested:
    """A pair says that its table's result is wrong.

    `asked_for` is what it should be, None where the pair only disagrees; `words` are its
    own.
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
    """The opponents agree with a correction request, or do not."""

    kind: ClassVar = "answered"
    table: int
    number: int
    answer: CorrectionRequest.Answer
    side: Side


@dataclass(frozen=True, slots=True)
class Decided:
    """A referee decided a correction request; if the result changed, that entry comes before."""

    kind: ClassVar = "decided"
    table: int
    number: int
    decision: CorrectionRequest.Decision


@dataclass(frozen=True, slots=True)
class HandCancelled:
    """The hand was cancelled for all tables."""

    kind: ClassVar = "hand-cancelled"


@dataclass(frozen=True, slots=True)
class CancellationWithdrawn:
    """The hand counts again."""

    kind: ClassVar = "cancellation-withdrawn"


@dataclass(frozen=True, slots=True)
class PairWithdrew:
    """The pair with this number left the championship."""

    kind: ClassVar = "pair-withdrew"
    pair: int


@dataclass(frozen=True, slots=True)
class PairReturned:
    """A pair's withdrawal was taken back."""

    kind: ClassVar = "pair-returned"
    pair: int


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """The rules of scoring changed after play had begun; `settings` are in force from then on."""

    kind: ClassVar = "rules-changed"
    settings: Settings


@dataclass(frozen=True, slots=True)
class RoundClosed:
    kind: ClassVar = "round-closed"


@dataclass(frozen=True, slots=True)
class RoundReopened:
    kind: ClassVar = "round-reopened"


AtTable = Entered | Confirmed | PlayAttached | PlayJudged | Requested | Answered | Decided
"""What happens at one table."""
Scoring = (
    Entered | HandCancelled | CancellationWithdrawn | PairWithdrew | PairReturned | RulesChanged
)
"""What can change a final score."""
What = AtTable | Scoring | RoundClosed | RoundReopened


@dataclass(frozen=True, slots=True)
class Act:
    """Something that happened, with its number in the record.

    `public_actor` is who did it as everybody may know it: without the name of the account.
    """

    sequence: int
    at: datetime
    actor: ActedBy
    public_actor: str
    reason: str
    what: What
