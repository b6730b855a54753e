"""Type of a ranking: how it scores rounds of a stage, and what it shows of them.

All rankings produce the same things: lines of standings, each with the ranking's own figures, and
the columns that show them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from django.utils.functional import Promise

from scoring.carry import Carried, Carry
from scoring.duplicate.scores import DealScores, Origin
from scoring.participation import Completion, Shortfall, in_turn
from tournament.models import Result, Stage
from tournament.standings.columns import GROUP, OF_THE_PAIR, Kind, Output, StandingsColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import F, Split, StandingsLine
from tournament.standings.rankings.bracket_view import BracketView
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rulings import Deduction
from tournament.standings.stage_rows import Cell, RoundStates, StageRows

_IN_NONE = 1 << 16
"""Sort key after that of every group."""


@dataclass(frozen=True, slots=True)
class Row(Generic[F]):
    """Contestant's place, with the figures that gave it. Other fields are as in `StandingsLine`."""

    rank: int
    contestant: int
    figures: F
    splits: tuple[Split, ...] = ()
    tie_text: str = ""
    completion: Completion = Completion.ENOUGH
    shortfall: Shortfall | None = None


@dataclass(frozen=True, slots=True)
class Ranked(Generic[F]):
    """Ranking, best first; contestants that share a rank are in the order of their numbers.

    `ranked_by` is the key of the column that ranks. `sat` has each contestant and round for which
    the contestant sat at a table. `scored` says how the results were scored, in a sentence of the
    language in force; "" for the usual way.
    """

    rows: tuple[Row[F], ...]
    ranked_by: str
    sat: Collection[Cell] = ()
    scored: str = ""


@dataclass(frozen=True, slots=True)
class RoundOfContestant:
    """Contestant's round, as the ranking shows it; rankings add fields."""

    round: int


@dataclass(frozen=True, slots=True)
class PairView(ABC, Generic[F]):
    """View of one pair. `standing` is None for a pair that is not ranked.

    `rests` are as in `StandingsLine`; `ranked` is the number of pairs in the standings.
    """

    contestant: ContestantRef
    rounds: tuple[int, ...]
    rests: tuple[int, ...]
    standing: StandingsLine[F] | None
    ranked: int
    final: bool

    @property
    @abstractmethod
    def groups(self) -> tuple[RoundOfContestant, ...]:
        """Return the rounds in which it took part, in order."""

    @property
    def rank(self) -> int | None:
        return self.standing.rank if self.standing else None


@dataclass(frozen=True, slots=True)
class StageScores(ABC, Generic[F]):
    """Scores of some rounds of a stage; rankings add fields.

    `contestants` are by id, in the order of their numbers. `deductions`, by pair id, are those that
    count.
    """

    stage: Stage
    contestants: Mapping[int, ContestantRef]
    deductions: Mapping[int, tuple[Deduction, ...]]
    rounds: tuple[int, ...]
    states: RoundStates

    @abstractmethod
    def ranked(self) -> Ranked[F]:
        """Return the ranking. It has no row for a pair without a result that withdrew, or joined
        after the last of the rounds."""

    @abstractmethod
    def pair(self, contestant: ContestantRef, view: StandingsView[F], /) -> PairView[F]:
        """Return the view of one pair, with its line in `view`."""

    def pairs(self, view: StandingsView[F], /) -> tuple[PairView[F], ...]:
        """Return the views of all pairs, in the order of their numbers."""
        return tuple(self.pair(contestant, view) for contestant in self.contestants.values())

    def hand_sheets(self) -> Mapping[int, HandSheet]:
        """Return the hand sheets by deal; {} if no deals are compared."""
        return {}

    def bracket_view(self) -> BracketView | None:
        """Return the bracket after these rounds; None if there is none."""
        return None

    def parts(self) -> Sequence[StandingsColumn[F]]:
        """Return the columns that a round's own page shows beside those of the standings."""
        return ()


@dataclass(frozen=True)  # without slots: it remembers whose lines it has
class StandingsView(Generic[F]):
    """Standings after some rounds, best first.

    `rounds` are those that count; `after_round` is the last of them if they are not all closed
    rounds. `final`: the championship has ended and nothing is left out. `unranked` are the pairs
    without a result that counts that withdrew or are still to come. `ranked_by` is the key of the
    column that really ranks; `scored` is as in `Ranked`. `corrections_until` is the moment after
    which none of the rounds that count can be corrected on a pair's request; None if it is past.
    `stage_name` is the stage's own, "" for none.
    """

    championship_name: str
    ranking: Ranking[F]
    lines: tuple[StandingsLine[F], ...]
    unranked: tuple[ContestantRef, ...]
    rounds: tuple[int, ...]
    closed_rounds: tuple[int, ...]
    planned_rounds: int
    final: bool
    ranked_by: str
    after_round: int | None
    corrections_until: datetime | None
    made_at: datetime
    scored: str = ""
    stage_name: str = ""
    group_names: tuple[str, ...] = ()
    """Names of the stage's groups; () if there are none. Ranks are those in the group, and lines
    are sorted by group."""

    @property
    def parts(self) -> tuple[tuple[str, StandingsView[F]], ...]:
        """Return the name and standings of each group; "" and the whole if there are none."""
        if not self.group_names:
            return (("", self),)
        return tuple(
            (
                name,
                replace(
                    self,
                    lines=tuple(one for one in self.lines if one.contestant.group == group),
                    unranked=tuple(one for one in self.unranked if one.group == group),
                    group_names=(),
                ),
            )
            for group, name in enumerate(self.group_names, start=1)
        )

    def columns_with_rounds(self, output: Output) -> tuple[StandingsColumn[F], ...]:
        """Return a file's columns, including the rounds and, if there are groups, the group."""
        columns = self.ranking.columns_with_rounds(output, self.rounds)
        return (GROUP, *columns) if self.group_names else columns

    def line_of(self, contestant: ContestantRef) -> StandingsLine[F] | None:
        """Return the contestant's line; None where it is not ranked."""
        return self._by_id.get(contestant.id)

    def ranked_beside(self, contestant: ContestantRef) -> int:
        """Return the number of contestants ranked with it: in its group if there are groups."""
        return self._in_groups[contestant.group]

    @cached_property
    def _by_id(self) -> Mapping[int, StandingsLine[F]]:
        return {line.contestant.id: line for line in self.lines}

    @cached_property
    def _in_groups(self) -> Counter[int | None]:
        return Counter(line.contestant.group for line in self.lines)

    def titled(self, title: str) -> str:
        """Return a title with the stage's name, if it has one: "Bracket – Final"."""
        return f"{title} – {self.stage_name}" if self.stage_name else title

    @property
    def settled(self) -> bool:
        """Return whether no round is still to come, so that numbers of results are final."""
        return self.final or len(self.closed_rounds) == self.planned_rounds

    @property
    def has_course(self) -> bool:
        """Return whether its lines have their ranks after more than one round."""
        return any(len(line.ranks) > 1 for line in self.lines)

    @property
    def main(self) -> StandingsColumn[F]:
        """Return the column that ranks."""
        return next(one for one in self.ranking.columns if one.key == self.ranked_by)

    def on_wall(self, output: Output) -> tuple[StandingsColumn[F], ...]:
        """Return the columns for a wall's screen or paper: companions of the one that ranks, then
        that."""
        beside = (
            one
            for one in self.ranking.columns
            if one.beside == self.ranked_by and output in one.shown
        )
        return (*beside, self.main)


class Score(Protocol[F]):
    def __call__(
        self,
        rows: StageRows,
        rounds: tuple[int, ...],
        /,
        *,
        alone: bool = False,
        draft: Result | None = None,
    ) -> StageScores[F]: ...


@dataclass(frozen=True, slots=True)
class Ranking(Generic[F]):
    """Ranking of stages, as a strategy."""

    key: str
    """Name by which formats refer to it: `Format.ranking`."""
    columns: tuple[StandingsColumn[F], ...]
    """All columns but those of the rounds, in the order of the page: first `OF_THE_PAIR`."""
    round_column: Callable[[int], StandingsColumn[F]]
    """Function that returns the column of a round, by its number."""
    sum: StandingsColumn[F]
    """Column with the sum of the rounds' columns."""
    criteria: tuple[str, ...]
    """Names of the rules that can split a tie: `Split.rule`."""
    score: Score[F]
    """Function that scores some rounds of a stage from its rows alone, in a number of calls to them
    that doesn't depend on their size. It raises `LookupError`, or an error of `scoring`, for
    impossible rows.

    `alone` scores the rounds without deductions or pairs that wait for their first result. `draft`,
    an unsaved result (its match with round and table), replaces that match's current one.
    """
    earlier_ranks: Callable[[Any], Sequence[Mapping[int, int]]]
    """Function that returns the ranks after each round of some scores but the last, by pair id."""
    note: Callable[[Stage, StandingsView[F], bool], str]
    """Function that returns a text for a page on what ranks pairs; its last argument tells that no
    result is still to come."""
    short_note: Callable[[StandingsView[F]], str]
    """Function that returns a sentence for paper on what ranks pairs."""
    unranked: Promise
    """Heading of the pairs that are not ranked."""
    unranked_in_round: Promise
    """Heading of the pairs that are not ranked in a round alone."""
    pair_template: str
    """Template for a pair's rounds on its page, given `sheet` (PairView)."""
    round_template: str
    """Template for the matches on a round's page, given `scores` (StageScores)."""
    phone_template: str
    """Template for a closed round on the pair's own page, given `result` (RoundResult)."""
    carried: tuple[StandingsColumn[F], ...] = ()
    """Columns of values carried into a stage; those shown on paper come before the rounds."""
    carries: Callable[[F, Carry], Carried] | None = None
    """Function that returns what a pair carries to the next stage; None if it can't carry."""
    unit: Callable[[Stage], str] = lambda _stage: ""
    """Function that returns a stage's unit; only stages with equal units can carry."""
    across: Callable[[F], tuple[Fraction, ...]] | None = None
    """Function that returns the values that compare pairs of different groups, which can have
    played different numbers of matches: exact, most important first, higher is better. None if
    there are no groups."""
    of_deals: bool = False
    """True if hands dealt beforehand are compared between the tables: there are hand and pair
    sheets, workbooks and JSON of all hands, explanations, scoring settings, and rulings on
    hands."""
    has_workbook: bool = False
    """True if there is a workbook of all its results (`tournament/exports/workbooks.py`)."""
    has_bracket: bool = False
    """True if its scores have a `bracket_view`, which is drawn."""
    takes_deductions: bool = False
    """True if a ruling can deduct points from the value that ranks."""

    def columns_on(self, output: Output) -> tuple[StandingsColumn[F], ...]:
        """Return the columns that an output shows, in the order of the page."""
        return tuple(column for column in self.columns if output in column.shown)

    @property
    def of_the_contestant(self) -> tuple[StandingsColumn[F], ...]:
        """Return the columns that identify the contestant: rank, number, name and club."""
        return self.columns[: len(OF_THE_PAIR)]

    def columns_with_rounds(
        self, output: Output, rounds: Sequence[int]
    ) -> tuple[StandingsColumn[F], ...]:
        """Return the columns in the order of a paper: pairs, rounds, sums, remarks.

        Numbers stand before scores, as a hand count is read before the score of the hands.
        """
        shown = self.columns_on(output)
        first = (*self.of_the_contestant, *self.carried)
        left = [column for column in shown if column in first]
        right = [column for column in shown if column not in first]
        right.sort(key=lambda column: (column.is_text, column.kind is not Kind.COUNT))
        return (*left, *map(self.round_column, rounds), *right)

    def merits(self, line: Row[F] | StandingsLine[F]) -> tuple[Fraction, ...]:
        """Return the values that compare it with contestants of equal rank in other groups, those
        with too few hands last; () if there are no groups."""
        behind = -Fraction(line.completion.behind)
        return () if self.across is None else (behind, *self.across(line.figures))


S = TypeVar("S", bound=StageScores[Any])


def one_by_one(
    ranks_after: Callable[[S, int], Mapping[int, int]],
) -> Callable[[S], Sequence[Mapping[int, int]]]:
    """Return `Ranking.earlier_ranks` made from a function that returns the ranks after one
    round."""
    return lambda scores: [ranks_after(scores, number) for number in scores.rounds[:-1]]


def per_one(value: int | Fraction, count: int | Fraction) -> Fraction:
    """Return `value` divided by `count`; 0 where that is 0."""
    return Fraction(value) / count if count else Fraction(0)


def in_groups(
    contestants: Iterable[int], group_of: Callable[[int], int | None]
) -> tuple[list[int], ...]:
    """Return the contestants, group after group; those in none come last. One list where there are
    no groups."""
    groups: dict[int, list[int]] = {}
    for one in contestants:
        groups.setdefault(group_of(one) or _IN_NONE, []).append(one)
    return tuple(groups[group] for group in sorted(groups)) or ([],)


def who_left(
    contestants: Mapping[int, ContestantRef], states: RoundStates, rounds: Collection[int]
) -> frozenset[int]:
    """Return the ids of contestants that withdrew before their last round of the stage, and play
    none after these rounds."""
    after = max(rounds, default=states.first - 1)
    return frozenset(one.id for one in contestants.values() if one.has_left_by(after, states.last))


def rests_of_the_plan(
    contestants: Mapping[int, ContestantRef],
    sat: Collection[Cell],
    rounds: Collection[int],
    *,
    by_hand: bool,
) -> list[Cell]:
    """Return each contestant and round in which it took part, had no match and had not asked to
    rest; if organisers pair `by_hand`, only as far as rests are given in turn."""
    rests = [
        (one.id, number)
        for number in rounds
        for one in contestants.values()
        if (one.id, number) not in sat
        and one.plays_in(number)
        and not one.has_asked_to_rest(number)
    ]
    if not by_hand:
        return rests
    return in_turn(
        rests, [one.id for one in contestants.values() if all(map(one.plays_in, rounds))]
    )


def most_by_round(hands: Mapping[Cell, int]) -> Mapping[int, int]:
    """Return the largest number of scored hands of any contestant in each round."""
    most: dict[int, int] = {}
    for (_contestant, number), count in hands.items():
        most[number] = max(count, most.get(number, 0))
    return most


def annulled_sides(scores: DealScores[int]) -> Iterator[int]:
    """Yield each contestant without a score of a hand because somebody at the table withdrew."""
    for table in scores.tables:
        for own in table.sides:
            if own.origin is Origin.ANNULLED:
                yield own.contestant


def left_alone(
    number: int, parties: Sequence[Collection[int]], withdrawn: Mapping[int, int | None]
) -> Iterator[int]:
    """Yield each contestant that could not play at a table of a round as somebody else there
    withdrew.

    `withdrawn` is by contestant; one that leaves in the middle of a match has withdrawn from the
    next round. A result that says so is not enough to excuse anybody: a leader could stay away.
    """
    gone = [
        any((left := withdrawn.get(one)) is not None and left <= number + 1 for one in own)
        for own in parties
    ]
    for place, own in enumerate(parties):
        if any(gone[:place] + gone[place + 1 :]):
            yield from own


def withdrawals(contestants: Mapping[int, ContestantRef]) -> Mapping[int, int | None]:
    """Return the round from which on each contestant has withdrawn; None if it has not."""
    return {one.id: one.withdrawn_from for one in contestants.values()}


def excused_hands(
    rests: Iterable[Cell], hands_of_round: Mapping[int, int], lost: Iterable[int]
) -> Counter[int]:
    """Return the number of hands that each contestant missed through no act of its own.

    These are the hands (`hands_of_round`) of the rounds in which it rested, and one for each time
    that it appears in `lost`, as others were not there.
    """
    excused = Counter(lost)
    for contestant, number in rests:
        excused[contestant] += hands_of_round.get(number, 0)
    return excused


def contestants_to_rank(
    contestants: Mapping[int, ContestantRef],
    having: Collection[int],
    rounds: Collection[int],
    *,
    alone: bool,
) -> list[int]:
    """Return the ids of contestants in the standings: those `having` a result, and those that only
    wait for one.

    A pair that withdrew, or is still to come, doesn't wait: it would make the numbers of results
    differ, and so change what ranks everybody.
    """
    last = max(rounds, default=0)
    return [
        one.id
        for one in contestants.values()
        if one.id in having
        or (not alone and one.withdrawn_from is None and one.joined_round <= last)
    ]
