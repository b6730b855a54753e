"""What a championship's record says of it, as plain values: `replay` makes them of the events.

Nothing here asks the tables, so what they say can be held against it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.models import RoundStatus, Ruling

Place = tuple[int, int, int]
"""A round, a table and a deal, by their numbers."""
AttachedTo = tuple[Place, int, int]
"""A record of play that a ruling rests on: the hand, the version of its result, and its number."""
Meeting = tuple[int, int, int]
"""A round, and the numbers of the two pairs that meet in it."""
Look = tuple[int, str, str]
"""A version of a result, by whom it was looked at (a side, or "referee"), and the actor."""
SETTINGS = (
    "average_of",
    "flat_score",
    "scale",
    "rank_by",
    "withdrawn",
    "play_variant",
    "tie_breaks",
    "draw_seed",
)
"""The columns of a championship that are rules of scoring and ranking."""
DAY = ("confirmation", "round_minutes", "correction_minutes")
"""Those that say how its day runs."""


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """One version of a result, as the event says that entered it."""

    content: Mapping[str, Any]
    entered_by: str
    reason: str


@dataclass(slots=True)
class RecordedClaim:
    """A claim, and what became of it; `content` is what was said when it was made."""

    place: Place
    content: Mapping[str, Any]
    actor: str
    answer: str = ""
    answered_by: str = ""
    decision: str = ""
    decided_by: str = ""
    decision_reason: str = ""


@dataclass(slots=True)
class RecordedRuling:
    """A ruling on more than one hand; `content` says which it is and on what.

    `withdrawn_by` and the reason are empty as long as it was not withdrawn.
    """

    content: Mapping[str, Any]
    actor: str
    reason: str
    withdrawn_by: str = ""
    withdrawal_reason: str = ""


@dataclass(slots=True)
class RecordedPair:
    """A pair; `details` is None where the record can't tell two pairs of the same names apart."""

    details: Mapping[str, Any] | None
    joined_round: int = 1
    withdrawn_from: int | None = None


@dataclass(slots=True)
class Replay:
    """What the record says up to its last event.

    `scheduled` is what was said of the schedule when it was made, empty without one. `late` are the
    matches of late pairs as (round, N–S, E–W), `cancelled` those of withdrawn ones as (round, lower
    number, higher number). `corrections` say of rounds until when their results can be corrected,
    in ISO 8601, None for not at all; a round that an older program closed is not there. `looks` are
    second looks at a hand: the version, whose, and who noted it. `plays` are the digests of the
    records of play that rulings rest on.
    """

    details: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    pairs: dict[int, RecordedPair] = field(default_factory=dict)
    scheduled: Mapping[str, Any] = field(default_factory=dict)
    published: bool = False
    late_pairs: set[int] = field(default_factory=set)
    late: set[Meeting] = field(default_factory=set)
    cancelled: set[Meeting] = field(default_factory=set)
    commitments: set[str] = field(default_factory=set)
    salt: str = ""
    salt_fixed: bool = False
    rounds: dict[int, RoundStatus] = field(default_factory=dict)
    corrections: dict[int, str | None] = field(default_factory=dict)
    results: dict[Place, list[RecordedVersion]] = field(default_factory=dict)
    looks: dict[Place, set[Look]] = field(default_factory=dict)
    plays: dict[AttachedTo, str] = field(default_factory=dict)
    claims: dict[int, RecordedClaim] = field(default_factory=dict)
    rulings: dict[int, RecordedRuling] = field(default_factory=dict)
    ended: bool = False
    rehearsal: bool = False
    """Played by bots, as its first event says."""

    @property
    def closed(self) -> tuple[int, ...]:
        """The numbers of the closed rounds."""
        return tuple(
            sorted(one for one, status in self.rounds.items() if status is RoundStatus.CLOSED)
        )

    @property
    def cancelled_deals(self) -> frozenset[int]:
        """The hands that are cancelled for all tables."""
        return frozenset(
            one.content["hand"]
            for one in self.rulings.values()
            if one.content["ruling"] == Ruling.Kind.HAND_CANCELLED and not one.withdrawal_reason
        )

    @property
    def deductions(self) -> dict[int, int]:
        """What is taken from totals, in hundredths of a point, by pair number."""
        taken: dict[int, int] = defaultdict(int)
        for one in self.rulings.values():
            if one.content["ruling"] == Ruling.Kind.DEDUCTION and not one.withdrawal_reason:
                taken[one.content["pair"]] += one.content["hundredths"]
        return taken
