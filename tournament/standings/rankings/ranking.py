"""What a ranking is: how it scores rounds of a stage, and what it shows of them.

What comes out is the same for all rankings: lines of standings, each with the ranking's own
figures, and the columns that show them.
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
"""Comes after all groups."""


@dataclass(frozen=True, slots=True)
class Row(Generic[F]):
    """A contestant's place, and the figures that gave it. The others are as in `StandingsLine`."""

    rank: int
    contestant: int
    figures: F
    splits: tuple[Split, ...] = ()
    tie_text: str = ""
    completion: Completion = Completion.ENOUGH
    shortfall: Shortfall | None = None


@dataclass(frozen=True, slots=True)
class Ranked(Generic[F]):
    """A ranking, best first; those that share a rank in the order of their numbers.

    `ranked_by` is the key of the column that ranks. `sat`: who sat at a table in which round.
    `scored`: how the results were scored, in a sentence of the language in force; "" for the usual
    way.
    """

    rows: tuple[Row[F], ...]
    ranked_by: str
    sat: Collection[Cell] = ()
    scored: str = ""


@dataclass(frozen=True, slots=True)
class RoundOfContestant:
    """A contestant's round, as the ranking tells it. A ranking adds what it gave."""

    round: int


@dataclass(frozen=True, slots=True)
class PairView(ABC, Generic[F]):
    """A pair by itself. `standing` is None for a pair that is not ranked.

    `rests` are as in `StandingsLine`; `ranked` pairs stand in the standings.
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
        """The rounds in which it took part, in their order."""

    @property
    def rank(self) -> int | None:
        return self.standing.rank if self.standing else None


@dataclass(frozen=True, slots=True)
class StageScores(ABC, Generic[F]):
    """All that some rounds of a stage came to. A ranking adds what it counts.

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
        """The ranking. It has no row for a pair without a result that withdrew, or came after the
        last of the rounds."""

    @abstractmethod
    def pair(self, contestant: ContestantRef, view: StandingsView[F], /) -> PairView[F]:
        """One pair's part, with its line in `view`."""

    def pairs(self, view: StandingsView[F], /) -> tuple[PairView[F], ...]:
        """The parts of all pairs, by their numbers."""
        return tuple(self.pair(contestant, view) for contestant in self.contestants.values())

    def hand_sheets(self) -> Mapping[int, HandSheet]:
        """The sheets of hands by deal; none where no deals are compared."""
        return {}

    def bracket_view(self) -> BracketView | None:
        """The bracket as these rounds leave it; None where there is none."""
        return None

    def parts(self) -> Sequence[StandingsColumn[F]]:
        """What a round by itself shows a column of, beside those of the standings."""
        return ()


@dataclass(frozen=True)  # without slots: it remembers whose lines it has
class StandingsView(Generic[F]):
    """The standings after some rounds, best first.

    `rounds` are those that count; `after_round` is the last of them where they are not all that
    are closed. `final`: the championship has ended and nothing is left out. `unranked` are the
    pairs without a result that counts that withdrew or are still to come. `ranked_by` is the key of
    the column that really ranks; `scored` is as in `Ranked`. `corrections_until` is the moment
    after which none of the rounds that count can be corrected on a pair's request; None where that
    is so already. `stage_name` is the stage's own, "" for none.
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
    """The names of the stage's groups; () where there are none. Ranks are those in the group, and
    the lines stand group after group."""

    @property
    def parts(self) -> tuple[tuple[str, StandingsView[F]], ...]:
        """The standings of each group, with its name; the whole under "" where there are none."""
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
        """The columns of a file, with those of the rounds and, where there are groups, theirs."""
        columns = self.ranking.columns_with_rounds(output, self.rounds)
        return (GROUP, *columns) if self.group_names else columns

    def line_of(self, contestant: ContestantRef) -> StandingsLine[F] | None:
        """Return the contestant's line; None where it is not ranked."""
        return self._by_id.get(contestant.id)

    def ranked_beside(self, contestant: ContestantRef) -> int:
        """Among how many it is ranked: those of its group where there are groups."""
        return self._in_groups[contestant.group]

    @cached_property
    def _by_id(self) -> Mapping[int, StandingsLine[F]]:
        return {line.contestant.id: line for line in self.lines}

    @cached_property
    def _in_groups(self) -> Counter[int | None]:
        return Counter(line.contestant.group for line in self.lines)

    def titled(self, title: str) -> str:
        """A title of what is shown here, with the stage if that has a name: "Bracket – Final"."""
        return f"{title} – {self.stage_name}" if self.stage_name else title

    @property
    def settled(self) -> bool:
        """Whether no round is still to come, so that who has fewer results keeps fewer."""
        return self.final or len(self.closed_rounds) == self.planned_rounds

    @property
    def has_course(self) -> bool:
        """Whether its lines know their ranks after more than one round."""
        return any(len(line.ranks) > 1 for line in self.lines)

    @property
    def main(self) -> StandingsColumn[F]:
        """The column that ranks."""
        return next(one for one in self.ranking.columns if one.key == self.ranked_by)

    def on_wall(self, output: Output) -> tuple[StandingsColumn[F], ...]:
        """What ranks, and before it what stands beside it on a wall's screen or paper."""
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
    """How stages are ranked."""

    key: str
    """What formats name it by: `Format.ranking`."""
    columns: tuple[StandingsColumn[F], ...]
    """All but those of the rounds, in the order of the page: first `OF_THE_PAIR`."""
    round_column: Callable[[int], StandingsColumn[F]]
    """What the round of that number gave."""
    sum: StandingsColumn[F]
    """What the columns of the rounds add up to."""
    criteria: tuple[str, ...]
    """The names of the rules that can split a tie: `Split.rule`."""
    score: Score[F]
    """What some rounds of a stage came to, from its rows and from nothing else; it asks a number of
    questions that doesn't depend on their size. Raises `LookupError` or what `scoring` raises for
    rows that can't be. `alone`:
    the rounds by themselves, without deductions or pairs that wait for their first result. `draft`,
    an unsaved result (its match with round and table), stands in for that match's current one."""
    earlier_ranks: Callable[[Any], Sequence[Mapping[int, int]]]
    """The ranks after each round of some scores of this ranking but the last, by pair id."""
    note: Callable[[Stage, StandingsView[F], bool], str]
    """What pairs are ranked by, for a page; the last says that no result is still to come."""
    short_note: Callable[[StandingsView[F]], str]
    """What pairs are ranked by, in a sentence for paper."""
    unranked: Promise
    """What stands before the pairs that are not ranked."""
    unranked_in_round: Promise
    """What stands before the pairs that are not ranked in a round by itself."""
    pair_template: str
    """Shows a pair's rounds on its page, as `sheet` (PairView)."""
    round_template: str
    """Shows what was played in a round on its page, as `scores` (StageScores)."""
    phone_template: str
    """Shows a closed round on the pair's own page, as `result` (RoundResult)."""
    carried: tuple[StandingsColumn[F], ...] = ()
    """Columns of what is carried into a stage, of which `carried` stands before the rounds."""
    carries: Callable[[F, Carry], Carried] | None = None
    """What goes along of what ranks a pair; None where nothing can."""
    unit: Callable[[Stage], str] = lambda _stage: ""
    """What a stage of it counts in: only between stages of the same can anything be carried."""
    across: Callable[[F], tuple[Fraction, ...]] | None = None
    """What compares pairs of different groups, which can have played different numbers of matches:
    exact, from the most to the least important, the more the better. None where there are no
    groups."""
    of_deals: bool = False
    """Hands dealt beforehand are compared between the tables: there are sheets of hands and pairs,
    workbooks and JSON of all hands, explanations, settings of scores, and rulings on hands."""
    has_workbook: bool = False
    """There is a workbook of all its results (`tournament/exports/workbooks.py`)."""
    has_bracket: bool = False
    """The scores of the ranking have a `bracket_view`, which is drawn."""
    takes_deductions: bool = False
    """A ruling can take points from what ranks."""

    def columns_on(self, output: Output) -> tuple[StandingsColumn[F], ...]:
        """The columns that one kind of output shows, in the order of the page."""
        return tuple(column for column in self.columns if output in column.shown)

    @property
    def of_the_contestant(self) -> tuple[StandingsColumn[F], ...]:
        """The columns that say whom a line is about: rank, number, name and club."""
        return self.columns[: len(OF_THE_PAIR)]

    def columns_with_rounds(
        self, output: Output, rounds: Sequence[int]
    ) -> tuple[StandingsColumn[F], ...]:
        """In the order of a paper: pairs, the rounds, what they add up to, what there is to say.

        Numbers stand before scores, as a hand count is read before what the hands gave.
        """
        shown = self.columns_on(output)
        first = (*self.of_the_contestant, *self.carried)
        left = [column for column in shown if column in first]
        right = [column for column in shown if column not in first]
        right.sort(key=lambda column: (column.is_text, column.kind is not Kind.COUNT))
        return (*left, *map(self.round_column, rounds), *right)

    def merits(self, line: Row[F] | StandingsLine[F]) -> tuple[Fraction, ...]:
        """What compares it with those of the same rank in other groups, who has too few hands last;
        () where there are no groups."""
        behind = -Fraction(line.completion.behind)
        return () if self.across is None else (behind, *self.across(line.figures))


S = TypeVar("S", bound=StageScores[Any])


def one_by_one(
    ranks_after: Callable[[S, int], Mapping[int, int]],
) -> Callable[[S], Sequence[Mapping[int, int]]]:
    """`Ranking.earlier_ranks` by a function that gives the ranks after one round."""
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
    """Return the ids of those who withdrew before their last round of the stage, and play none
    after these rounds."""
    after = max(rounds, default=states.first - 1)
    return frozenset(one.id for one in contestants.values() if one.has_left_by(after, states.last))


def rests_of_the_plan(
    contestants: Mapping[int, ContestantRef],
    sat: Collection[Cell],
    rounds: Collection[int],
    *,
    by_hand: bool,
) -> list[Cell]:
    """Return the rounds in which somebody took part, had no match and had not asked for that; where
    organisers pair `by_hand`, as far as rests are given in turn."""
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
    """Return how many scored hands those had who had most in each round."""
    most: dict[int, int] = {}
    for (_contestant, number), count in hands.items():
        most[number] = max(count, most.get(number, 0))
    return most


def annulled_sides(scores: DealScores[int]) -> Iterator[int]:
    """Return who has no score of a hand because somebody at the table withdrew."""
    for table in scores.tables:
        for own in table.sides:
            if own.origin is Origin.ANNULLED:
                yield own.contestant


def left_alone(
    number: int, parties: Sequence[Collection[int]], withdrawn: Mapping[int, int | None]
) -> Iterator[int]:
    """Return who could not play at a table of a round as somebody else there withdrew.

    `withdrawn` is by contestant: who leaves in the middle of a match has withdrawn from the next
    round. That a result says so excuses nobody: whoever leads could stay away.
    """
    gone = [
        any((left := withdrawn.get(one)) is not None and left <= number + 1 for one in own)
        for own in parties
    ]
    for place, own in enumerate(parties):
        if any(gone[:place] + gone[place + 1 :]):
            yield from own


def withdrawals(contestants: Mapping[int, ContestantRef]) -> Mapping[int, int | None]:
    """Return from which round on each contestant has withdrawn, None for who has not."""
    return {one.id: one.withdrawn_from for one in contestants.values()}


def excused_hands(
    rests: Iterable[Cell], hands_of_round: Mapping[int, int], lost: Iterable[int]
) -> Counter[int]:
    """Return how many hands each contestant missed through no act of its own.

    They are those of the rounds in which it rested, where others played `hands_of_round`, and one
    for each time that it is among those that `lost` a hand because others were not there.
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
    """Who stands in the standings: those `having` a result, and those that only wait for one.

    A pair that withdrew, or is still to come, doesn't wait: it would make the numbers of results
    differ, and so change what everybody is ranked by.
    """
    last = max(rounds, default=0)
    return [
        one.id
        for one in contestants.values()
        if one.id in having
        or (not alone and one.withdrawn_from is None and one.joined_round <= last)
    ]
