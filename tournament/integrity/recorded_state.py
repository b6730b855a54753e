"""What a championship's record says, as plain values that `replay` makes from the events.

It holds what can't be seen from the rows that the events carry: what was known when opponents and
groups were drawn, what was played on phones, and what the standings are worked out from.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from scoring.carry import Carried
from scoring.pairing.knockout import SINGLE_GAMES, BracketRules
from tournament.models import AnySettings, PlayedWith, RoundStatus, Ruling, Stage
from tournament.models.places import HandPlace, TablePlace
from tournament.stages.format import Scores
from tournament.stages.formats import FORMATS

AttachedTo = tuple[HandPlace, int, int]
"""A record of play that a ruling rests on: the hand, the version of its result, and its number."""
Meeting = tuple[int, ...]
"""A round, and the numbers of those that meet in it: two pairs, or four players."""


def whoever_sat(meeting: Meeting) -> Meeting:
    """Return a meeting that is equal whichever way they sat: the round, then the numbers, the
    lowest first."""
    return (meeting[0], *sorted(meeting[1:]))


GROUPS = ("group_names", "compared_with")
"""The columns that say which groups a stage has."""
BEGINNING = ("kind", "hands_per_match", "played_with", "agree_after", "draw_seed", "intended")
"""The columns that the first stage is made with, beside its settings."""
STAGE = (*BEGINNING, "name", "best", "carry", "best_of_each", *GROUPS)
"""All of a stage that its first event tells, beside its settings."""


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """One version of a result, as its event tells it."""

    content: Mapping[str, Any]


@dataclass(slots=True)
class RecordedRuling:
    """A ruling on more than one hand; `content` says which it is and on what."""

    content: Mapping[str, Any]
    withdrawn: bool = False


@dataclass(slots=True)
class RecordedDealSet:
    """A deal set as it was made, with what became of it; `commitments` are all that were told."""

    number: int
    deals_before: int
    deals: int
    commitments: set[str] = field(default_factory=set)
    salt: str = ""
    spares_used: int = 0


@dataclass(slots=True)
class RecordedPair:
    """A pair: from when on and until when it plays."""

    joined_round: int = 1
    withdrawn_from: int | None = None
    asked_rests: set[int] = field(default_factory=set)
    groups: dict[int, int] = field(default_factory=dict)
    """By stage, the group that it is in, from 1."""


@dataclass(slots=True)
class RecordedPairing:
    """Rounds that were paired together: what stands for their matches, and what was known then.

    `late` and `cancelled` are as in `Replay`, for the rounds before them.
    """

    rounds: range
    matches: str
    present: frozenset[int]
    """The numbers of the pairs that took part by then, without those that asked to rest."""
    late: frozenset[Meeting]
    cancelled: frozenset[Meeting]
    scores: Scores = field(default_factory=dict)
    """What ranked the pairs by then, by number, where that decided who meets whom."""
    exchanged: list[tuple[int, int]] = field(default_factory=list)
    """The pairs that changed places by hand afterwards, in order."""
    groups: Mapping[int, int] = field(default_factory=dict)
    """By number, the groups of those that play in the stage."""
    bracket: BracketRules = SINGLE_GAMES
    """How a bracket was played by then."""
    reseated: Mapping[Meeting, Meeting] = field(default_factory=dict)
    """As in `Replay`, by then."""
    came_later: set[int] = field(default_factory=set)
    """The numbers of the pairs that came afterwards."""
    replanned_from: int | None = None
    """The first of its rounds that was planned anew afterwards, with all that follow it."""

    @property
    def standing(self) -> range:
        """Return the rounds of the pairing that were not planned anew."""
        return range(self.rounds.start, self.replanned_from or self.rounds.stop)


@dataclass(frozen=True, slots=True)
class RecordedEntrant:
    """A pair that was chosen for a stage: its place among them, and what it brought along."""

    seed: int
    carried: str
    carried_hands: str

    @property
    def brought(self) -> Carried:
        return Carried(Fraction(self.carried), Fraction(self.carried_hands))


@dataclass(slots=True)
class RecordedStage:
    """A stage; `scheduled` is what was said of its schedule when it was made, empty without one.

    `entrants`, by number, are the pairs chosen for it; `pairings` are by their first rounds.
    """

    told: dict[str, Any] = field(default_factory=lambda: as_new(Stage(), STAGE))
    """Its columns, and its settings as JSON has them, by name."""
    entrants: Mapping[int, RecordedEntrant] = field(default_factory=dict)
    scheduled: Mapping[str, Any] = field(default_factory=dict)
    pairings: dict[int, RecordedPairing] = field(default_factory=dict)

    @property
    def settings(self) -> AnySettings:
        """What it is scored and ranked by."""
        return FORMATS[self.told["kind"]].defaults.with_plain(self.told)

    def plays(self, number: int) -> bool:
        """Whether the pair of that number plays in it."""
        return self.told["best"] is None or number in self.entrants

    @property
    def rounds(self) -> range:
        """The numbers of its rounds."""
        first = self.scheduled.get("first_round", 1)
        return range(first, first + self.scheduled.get("rounds", 0))


@dataclass(slots=True)
class RecordedRound:
    """A round, as far as it decides which hands are played on phones, and who came."""

    status: RoundStatus = RoundStatus.PLANNED
    was_closed: bool = False
    """Its hands have been public since, whether or not it was opened again."""
    is_released: bool = False
    reseated: dict[Meeting, Meeting] = field(default_factory=dict)
    """Tables without somebody who has not come, each with who sat there when it was opened."""


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand that was played on phones: how many acts it took to its end, and their digest."""

    acts: int
    digest: str


@dataclass(slots=True)
class RecordedSeat:
    """What the record tells of a phone at a seat; it knows the phone by its mark alone."""

    seat: str
    phone: str
    saw_cards: bool = False
    freed: bool = False
    freed_by: str = ""
    another_allowed: bool = False


@dataclass(slots=True)
class RecordedSpeaker:
    """That a phone spoke about a hand: for the pair or the player of that number, and how."""

    contestant: int
    by_link: bool
    another_allowed: bool = False


def as_new(row: Stage, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


@dataclass(slots=True)
class Replay:
    """What the record says up to its last event.

    `stages` are by number; the first is there from the beginning. `late` are the matches of late
    pairs, and those of pairs that would have rested, as (round, N–S, E–W); `cancelled` are those of
    withdrawn ones as (round, lower number, higher number). `spare_deals` are the deal sets, and the
    numbers in them, of the hands that were exchanged, by their numbers.
    """

    stages: dict[int, RecordedStage] = field(default_factory=lambda: {1: RecordedStage()})
    pairs: dict[int, RecordedPair] = field(default_factory=dict)
    late: set[Meeting] = field(default_factory=set)
    cancelled: set[Meeting] = field(default_factory=set)
    reseated: dict[Meeting, Meeting] = field(default_factory=dict)
    """Tables without somebody who has not come, each with the one that was planned."""
    deal_sets: dict[int, RecordedDealSet] = field(default_factory=dict)
    spare_deals: dict[int, tuple[int, int]] = field(default_factory=dict)
    rounds: dict[int, RecordedRound] = field(default_factory=dict)
    results: dict[HandPlace, list[RecordedVersion]] = field(default_factory=dict)
    plays: dict[AttachedTo, str] = field(default_factory=dict)
    """The digests of records of play that rulings rest on."""
    hands_played: dict[HandPlace, RecordedHand] = field(default_factory=dict)
    """Hands that ended on phones, as they were told last."""
    over: set[HandPlace] = field(default_factory=set)
    """The hands that have ended on phones, without those that a card given back has opened."""
    set_aside: set[HandPlace] = field(default_factory=set)
    """The hands whose play a referee has set aside, and has not let count again."""
    packs: set[TablePlace] = field(default_factory=set)
    """The tables of rounds that a referee has changed to packs."""
    unplayed: set[tuple[HandPlace, int]] = field(default_factory=set)
    """Versions of results that were entered while their hand was to be played on phones."""
    seats: dict[TablePlace, list[RecordedSeat]] = field(default_factory=dict)
    """Who sat down at a table with a phone since its round was opened, in this installation."""
    phones: Counter[tuple[TablePlace, str]] = field(default_factory=Counter)
    """The phones that were opened with a table's code since then, by their marks."""
    speakers: dict[tuple[HandPlace, str], RecordedSpeaker] = field(default_factory=dict)
    """The phones that spoke about hands since then, by their marks."""
    rulings: dict[int, RecordedRuling] = field(default_factory=dict)
    ended_at: datetime | None = None

    def groups(self, stage: int) -> dict[int, int]:
        """The groups of a stage, by pair number."""
        return {
            number: pair.groups[stage]
            for number, pair in self.pairs.items()
            if stage in pair.groups
        }

    def round(self, number: int) -> RecordedRound:
        """The round of that number, planned as long as nothing else was told of it."""
        return self.rounds.setdefault(number, RecordedRound())

    def is_on_phones(self, place: HandPlace) -> bool:
        """Whether a hand is to be played on phones, and has not come to its end there."""
        round = self.round(place.round)
        stage = next((one for one in self.stages.values() if place.round in one.rounds), None)
        return (
            stage is not None
            and stage.told["played_with"] == PlayedWith.PHONES
            and round.status is RoundStatus.OPEN
            and not round.was_closed
            and not round.is_released
            and TablePlace(place.round, place.table) not in self.packs
            and place not in self.over
            and place not in self.set_aside
        )

    @property
    def closed(self) -> tuple[int, ...]:
        """The numbers of the closed rounds."""
        return tuple(
            sorted(n for n, one in self.rounds.items() if one.status is RoundStatus.CLOSED)
        )

    @property
    def cancelled_deals(self) -> frozenset[int]:
        """The hands that are cancelled for all tables."""
        return frozenset(
            one.content["hand"]
            for one in self.rulings.values()
            if one.content["ruling"] == Ruling.Kind.HAND_CANCELLED and not one.withdrawn
        )

    def deductions(self, stage: int) -> dict[int, int]:
        """What is taken from totals in a stage, in hundredths of a point, by pair number."""
        taken: dict[int, int] = defaultdict(int)
        for one in self.rulings.values():
            if one.content["stage"] == stage and not one.withdrawn:
                taken[one.content["pair"]] += one.content["hundredths"]
        return taken
