"""What a championship's record says, as plain values that `replay` makes from the events.

Nothing here reads the other tables, so they can be compared with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from scoring.carry import Carried
from scoring.pairing.knockout import SINGLE_GAMES, BracketRules
from tournament.models import (
    AnySettings,
    Championship,
    HandAccess,
    PlayedWith,
    Role,
    RoundStatus,
    Ruling,
    Stage,
)
from tournament.models.places import ActedBy, HandPlace, TablePlace
from tournament.stages.format import Scores
from tournament.stages.formats import FORMATS

AttachedTo = tuple[HandPlace, int, int]
"""A record of play that a ruling rests on: the hand, the version of its result, and its number."""
NOBODY = ActedBy("")
Meeting = tuple[int, ...]
"""A round, and the numbers of those that meet in it: two pairs, or four players."""


def whoever_sat(meeting: Meeting) -> Meeting:
    """Return a meeting that is equal whichever way they sat: the round, then the numbers, the
    lowest first."""
    return (meeting[0], *sorted(meeting[1:]))


Confirmed = tuple[int, str, ActedBy]
"""A version of a result, by whom it was looked at (a side, or "referee"), and the actor."""
Sat = tuple[int, int, str]
"""Who sat somewhere: the number of the pair, the player's position in it, and the seat."""
GROUPS = ("group_names", "compared_with")
"""The columns that say which groups a stage has."""
BEGINNING = ("kind", "hands_per_match", "played_with", "agree_after", "draw_seed", "intended")
"""The columns that the first stage is made with, beside its settings."""
STAGE = (*BEGINNING, "name", "best", "carry", "best_of_each", *GROUPS, "reserve_days")
"""All of a stage that its first event tells, beside its settings."""
DAY = ("confirmation", "round_minutes", "correction_minutes")
"""The columns of a championship that say how its day runs."""


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """One version of a result, as its event tells it."""

    content: Mapping[str, Any]
    entered_by: ActedBy
    reason: str
    entered_at: datetime


@dataclass(slots=True)
class RecordedCorrectionRequest:
    """A correction request, and what became of it; `content` is what was said when it was made."""

    place: HandPlace
    content: Mapping[str, Any]
    actor: ActedBy
    at: datetime
    answer: str = ""
    answered_by: ActedBy = NOBODY
    answered_at: datetime | None = None
    decision: str = ""
    decided_by: str = ""
    decision_reason: str = ""
    decided_at: datetime | None = None


@dataclass(slots=True)
class RecordedCall:
    """A call of the referee, and what became of it."""

    place: TablePlace
    side: str
    at: datetime
    actor: ActedBy
    coming_at: datetime | None = None
    coming_by: str = ""
    outcome: str = ""
    ended_at: datetime | None = None
    ended_by: ActedBy = NOBODY


@dataclass(slots=True)
class RecordedRuling:
    """A ruling on more than one hand; `content` says which it is and on what.

    `withdrawn_by` and the reason are empty as long as it was not withdrawn.
    """

    content: Mapping[str, Any]
    actor: str
    reason: str
    at: datetime
    withdrawn_by: str = ""
    withdrawal_reason: str = ""
    withdrawn_at: datetime | None = None


@dataclass(slots=True)
class RecordedDealSet:
    """A deal set as it was made, with what became of it; `commitments` are all that were told."""

    number: int
    deals_before: int
    deals: int
    made_at: datetime
    commitments: set[str] = field(default_factory=set)
    salt: str = ""
    salt_fixed_at: datetime | None = None
    spares_used: int = 0


@dataclass(slots=True)
class RecordedPair:
    """A pair, as it was told last, and the number of the table at which it stays."""

    details: Mapping[str, Any]
    joined_round: int = 1
    withdrawn_from: int | None = None
    asked_rests: set[int] = field(default_factory=set)
    fixed_table: int | None = None
    here: bool = False
    paid: bool = False
    groups: dict[int, int] = field(default_factory=dict)
    """By stage, the group that it is in, from 1."""
    link_number: int = 1
    """The number of the pair's link when it was renewed last, in this installation."""
    accounts: set[str] = field(default_factory=set)
    """The user names of the accounts that play as this pair, in this installation."""


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
    published_at: datetime | None = None
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
    """A round; the names are those of its columns, but for `seating`, a digest of who sat where
    when it was opened. days, `ends_at` and `corrections_until` are in ISO 8601."""

    status: RoundStatus = RoundStatus.PLANNED
    paired: bool = False
    first_day: str | None = None
    last_day: str | None = None
    opened_at: datetime | None = None
    handed_in_at: datetime | None = None
    closed_at: datetime | None = None
    first_closed_at: datetime | None = None
    released_at: datetime | None = None
    ends_at: str | None = None
    seconds_left: int | None = None
    corrections_until: str | None = None
    seating: str = ""
    reseated: dict[Meeting, Meeting] = field(default_factory=dict)
    """Tables without somebody who has not come, each with who sat there when it was opened."""


@dataclass(frozen=True, slots=True)
class RecordedAccess:
    """A look at the hands of a round before they were public."""

    round: int
    kind: HandAccess.Kind
    at: datetime
    actor: str
    account: str
    reason: str
    exchanged: bool = False
    """The hands have been exchanged for spare ones since."""


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A record of play that a ruling rests on: its digest, and who attached it when."""

    digest: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand that was played on phones: how many acts it took to its end, and their digest."""

    acts: int
    digest: str


@dataclass(frozen=True, slots=True)
class RecordedSetAside:
    """That a referee has set the play of a hand on phones aside; by the names of its columns."""

    set_aside_at: datetime | None = None
    set_aside_by: str = ""
    set_aside_reason: str = ""


@dataclass(slots=True)
class RecordedTable:
    """What became of a match beside its results; the names are those of its columns."""

    packs_since: datetime | None = None
    paused_since: datetime | None = None
    waits_from: datetime | None = None
    postponed_to: date | None = None


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


def as_new(row: Championship | Stage, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


@dataclass(slots=True)
class Replay:
    """What the record says up to its last event.

    `stages` are by number; the first is there from the beginning. `late` are the matches of late
    pairs, and those of pairs that would have rested, as (round, N–S, E–W), `displaced` those that
    were planned and gave way to them;
    `cancelled` are those of withdrawn ones as (round, lower number, higher number).
    `confirmations` are those of a hand, each with its time: the version, whose, and who noted it.
    `sittings` are by round and the numbers of the two pairs, N–S first. `roles` are those of
    accounts, by user name. `accesses` are counted: hands are printed as often as one likes.
    `spare_deals` are the deal sets, and the numbers in them, of the hands that were exchanged, by
    their numbers.
    """

    created_at: datetime | None = None

    details: dict[str, Any] = field(default_factory=dict)
    day: dict[str, Any] = field(default_factory=lambda: as_new(Championship(), DAY))
    stages: dict[int, RecordedStage] = field(default_factory=lambda: {1: RecordedStage()})
    pairs: dict[int, RecordedPair] = field(default_factory=dict)
    late: set[Meeting] = field(default_factory=set)
    displaced: set[Meeting] = field(default_factory=set)
    cancelled: set[Meeting] = field(default_factory=set)
    reseated: dict[Meeting, Meeting] = field(default_factory=dict)
    """Tables without somebody who has not come, each with the one that was planned."""
    deal_sets: dict[int, RecordedDealSet] = field(default_factory=dict)
    spare_deals: dict[int, tuple[int, int]] = field(default_factory=dict)
    accesses: Counter[RecordedAccess] = field(default_factory=Counter)
    roles: dict[str, Role] = field(default_factory=dict)
    table_names: dict[int, str] = field(default_factory=dict)
    table_links: dict[int, int] = field(default_factory=dict)
    """The numbers of the tables' links, as they were renewed last in this installation."""
    rounds: dict[int, RecordedRound] = field(default_factory=dict)
    sittings: dict[Meeting, set[Sat]] = field(default_factory=dict)
    results: dict[HandPlace, list[RecordedVersion]] = field(default_factory=dict)
    confirmations: dict[HandPlace, dict[Confirmed, datetime]] = field(default_factory=dict)
    plays: dict[AttachedTo, RecordedPlay] = field(default_factory=dict)
    hands_played: dict[HandPlace, RecordedHand] = field(default_factory=dict)
    """Hands that ended on phones, as they were told last."""
    over: set[HandPlace] = field(default_factory=set)
    """The hands that have ended on phones, without those that a card given back has opened."""
    set_aside: dict[HandPlace, RecordedSetAside] = field(default_factory=dict)
    """The hands whose play a referee has set aside, and has not let count again."""
    packs: set[TablePlace] = field(default_factory=set)
    """The tables of rounds that a referee has changed to packs."""
    unplayed: set[tuple[HandPlace, int]] = field(default_factory=set)
    """Versions of results that were entered while their hand was to be played on phones."""
    tables: dict[Meeting, RecordedTable] = field(default_factory=dict)
    """Matches that were paused, or changed to packs, by round and the two numbers, N–S first."""
    seats: dict[TablePlace, list[RecordedSeat]] = field(default_factory=dict)
    """Who sat down at a table with a phone since its round was opened, in this installation."""
    phones: Counter[tuple[TablePlace, str]] = field(default_factory=Counter)
    """The phones that were opened with a table's code since then, by their marks."""
    speakers: dict[tuple[HandPlace, str], RecordedSpeaker] = field(default_factory=dict)
    """The phones that spoke about hands since then, by their marks."""
    correction_requests: dict[int, RecordedCorrectionRequest] = field(default_factory=dict)
    calls: dict[int, RecordedCall] = field(default_factory=dict)
    rulings: dict[int, RecordedRuling] = field(default_factory=dict)
    ended_at: datetime | None = None
    is_archived: bool = False
    of_players: bool = False
    rehearsal: bool = False
    """Played by bots, as its first event says."""

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
            and round.first_closed_at is None
            and round.released_at is None
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
            if one.content["ruling"] == Ruling.Kind.HAND_CANCELLED and not one.withdrawal_reason
        )

    def deductions(self, stage: int) -> dict[int, int]:
        """What is taken from totals in a stage, in hundredths of a point, by pair number."""
        taken: dict[int, int] = defaultdict(int)
        for one in self.rulings.values():
            if one.content["stage"] == stage and not one.withdrawal_reason:
                taken[one.content["pair"]] += one.content["hundredths"]
        return taken
