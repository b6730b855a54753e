"""Reading of the schedule: the grid of pairs and rounds, its balance, conflicts of fixed tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from django.db.models import Count
from django.utils.translation import gettext as _

from scoring.game.seats import Party, Seat, Side
from scoring.schedule.round_robin import Balance
from tournament.models import Championship, Match, Round, RoundStatus, Stage, shown_table
from tournament.models.schedule import sides_of
from tournament.schedule.plan import read_plan
from tournament.stages.formats import format_of
from tournament.standings.contestants import (
    ContestantRef,
    company_of,
    contestant_refs,
    knocked_out,
    refs_of_sides,
    stage_contestants,
    who_play,
)

MOST_ROUNDS = 20
"""Most rounds that a grid shows at a time: more make a page of megabytes with many pairs."""


def has_days(stage: Stage) -> bool:
    """Return whether some of its rounds have days on which they are played; 1 query."""
    return stage.rounds.exclude(first_day=None).exists()


def has_schedule(of: Championship | Stage) -> bool:
    """Return whether a stage, or any of a championship, has a schedule; 1 query."""
    return of.rounds.filter(matches__isnull=False).exists()


def rounds_before(stage: Stage) -> int:
    """Return the number of rounds of the stages before this one; 1 query."""
    return stage.championship.rounds.filter(stage__number__lt=stage.number).count()


def field_size(stage: Stage) -> int:
    """Return the number of pairs for which a schedule of the stage is made; 1 query, 4 where some
    were chosen for it."""
    if stage.best is None:
        return stage.championship.contestants.count()
    first = rounds_before(stage) + 1
    return sum(one.plays_in(first) for one in stage_contestants(stage).values())


def field_sizes(stage: Stage) -> tuple[int, ...]:
    """Return the number of pairs in each group of the stage, or of the whole stage without groups;
    as many queries as `field_size`, and 3 more where it has groups."""
    if not stage.has_groups:
        return (field_size(stage),)
    first = rounds_before(stage) + 1
    sizes = Counter(
        one.group for one in stage_contestants(stage).values() if one.is_there_in(first)
    )
    return tuple(sizes[group] for group in range(1, len(stage.group_names) + 1))


def without_group(stage: Stage) -> list[int]:
    """Return the numbers of the pairs that are in none of the stage's groups; none where it has
    none.

    A pair that left before the stage's first round needs no group.
    """
    if not stage.has_groups:
        return []
    first = rounds_before(stage) + 1
    found = stage_contestants(stage).values()
    return [one.number for one in found if one.group is None and one.is_there_in(first)]


def why_not_paired(round: Round, *, before: Round | None) -> str:
    """Return why a round can't be paired now, in words; "" if it can.

    `before` is the round in front of it, if there is one: in the stage or in the championship.
    """
    if not format_of(round.stage).round_by_round:
        return _("All rounds were paired when the schedule was made.")
    if round.status != RoundStatus.PLANNED:
        return _("Round %(round)d has been opened: its pairings can't change any more.") % {
            "round": round.number
        }
    if before is None or before.stage_id != round.stage_id or format_of(round.stage).by_hand:
        return ""
    if before.status == RoundStatus.PLANNED:
        return _("Round %(round)d comes first: open it before you pair the next one.") % {
            "round": before.number
        }
    if format_of(round.stage).by_score and before.status != RoundStatus.CLOSED:
        return _("Close round %(round)d first: its results decide who meets whom in the next.") % {
            "round": before.number
        }
    return ""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """Round in a list of rounds."""

    number: int
    status: RoundStatus
    paired: bool
    """True where its pairings are known."""
    stage: int = 0
    """Id of its stage."""
    handed_in: bool = False
    """True where the venue is done with the round, which is open until all venues are."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Match of a pair in a round: opponents, side and table."""

    opponent: ContestantRef
    side: Party
    """Side; a seat where everybody plays alone."""
    table: str
    table_number: int
    partner: ContestantRef | None = None
    """Partner, where contestants are players."""

    @property
    def numbers(self) -> str:
        """Return the number of a player's partner, or else those of the opponents."""
        return (self.partner or self.opponent).numbers


class Away(Enum):
    """Reason why a pair has no match in a round."""

    RESTS = "rests"
    NOT_YET = "not-yet"
    """The contestant came late."""
    LEFT = "left"
    """The contestant withdrew."""
    OUT = "out"
    """The contestant was knocked out, or doesn't play in that stage."""
    UNPAIRED = "unpaired"
    """The pairings are not known yet."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """Pair, its matches in the rounds shown, and how often it sits N–S in all rounds."""

    contestant: ContestantRef
    cells: tuple[Cell | Away, ...]
    ns_count: int
    rounds: tuple[RoundLine, ...]

    @property
    def by_round(self) -> Iterator[tuple[RoundLine, Cell | Away]]:
        """Yield each round with the pair's match or absence."""
        return zip(self.rounds, self.cells)


@dataclass(frozen=True, slots=True)
class ScheduleGrid:
    """Schedule: a row for each pair, a column for each round; of many rounds a slice."""

    contestants: tuple[ContestantRef, ...]
    rounds: tuple[RoundLine, ...]
    """Rounds shown."""
    cells: Mapping[tuple[int, int], Cell]
    """Matches by pair id and round number."""
    ns_counts: Mapping[int, int]
    """Number of rounds in which each pair sits N–S, by its id; pairs that never do are left out."""
    slices: tuple[tuple[int, int], ...]
    """First and last round of each slice."""
    out: frozenset[tuple[int, int]] = frozenset()
    """Ids of pairs with the numbers of rounds that they miss, knocked out or in another stage."""

    @property
    def alone(self) -> bool:
        """Return whether everybody plays alone: nobody has a side."""
        return any(one.alone for one in self.contestants)

    def cell(self, contestant: ContestantRef, round: RoundLine) -> Cell | Away:
        """Return a pair's match in a round, or why it has none."""
        if (cell := self.cells.get((contestant.id, round.number))) is not None:
            return cell
        if (contestant.id, round.number) in self.out:
            return Away.OUT
        if round.number < contestant.joined_round:
            return Away.NOT_YET
        if contestant.withdrawn_from is not None and round.number >= contestant.withdrawn_from:
            return Away.LEFT
        if contestant.is_out_in(round.number):
            return Away.OUT
        return Away.RESTS if round.paired else Away.UNPAIRED

    @property
    def idle(self) -> tuple[ContestantRef, ...]:
        """Contestants that rest in all rounds; nobody where only a slice of them is shown."""
        if len(self.slices) > 1 or not self.rounds:
            return ()
        rests = (Away.RESTS,) * len(self.rounds)
        return tuple(row.contestant for row in self.rows if row.cells == rests)

    @property
    def rows(self) -> Iterator[GridRow]:
        """Yield each pair with its matches in each round."""
        for contestant in self.contestants:
            cells = tuple(self.cell(contestant, one) for one in self.rounds)
            yield GridRow(contestant, cells, self.ns_counts.get(contestant.id, 0), self.rounds)

    @property
    def parts(self) -> tuple[tuple[str, tuple[GridRow, ...]], ...]:
        """Rows of each group, with its name; pairs without a group last, under "". All of them
        under "" where there are no groups."""
        found: dict[tuple[bool, int, str], list[GridRow]] = {}
        for row in self.rows:
            own = row.contestant
            found.setdefault((own.group is None, own.group or 0, own.group_name), []).append(row)
        return tuple((key[-1], tuple(found[key])) for key in sorted(found))


def round_lines(*stages: Stage) -> tuple[RoundLine, ...]:
    """Return all rounds of some stages, by number; 1 query."""
    rounds = Round.objects.filter(stage__in=stages).order_by("number")
    return tuple(
        RoundLine(number, RoundStatus(status), paired, stage, handed_in is not None)
        for number, status, paired, stage, handed_in in rounds.values_list(
            "number", "status", "paired", "stage_id", "handed_in_at"
        )
    )


def current_round(rounds: Iterable[RoundLine]) -> RoundLine | None:
    """Return the round people look for: the first open one, else the next one, else the last."""
    rounds = tuple(rounds)
    for status in (RoundStatus.OPEN, RoundStatus.PLANNED):
        for line in rounds:
            if line.status is status and not line.handed_in:
                return line
    return rounds[-1] if rounds else None


def schedule_grid(stage: Stage, *, around: int | None = None) -> ScheduleGrid:
    """Return the schedule as a grid; 5 queries whatever its size.

    Of more than `MOST_ROUNDS` rounds it shows a slice: the one with the round `around`, or, if
    there is no such round, with the round people look for now.
    """
    rounds = round_lines(stage)
    slices = _slices(rounds)
    now = current_round(rounds)
    wanted = around if any(one.number == around for one in rounds) else now and now.number
    shown = next((part for part in slices if any(one.number == wanted for one in part)), ())
    return _grid_of((stage,), shown, tuple((part[0].number, part[-1].number) for part in slices))


def whole_schedule(*stages: Stage) -> ScheduleGrid:
    """Return the schedule as a grid of all paired rounds of these stages, which are of one
    championship, as papers need it; 5 queries whatever its size."""
    rounds = tuple(one for one in round_lines(*stages) if one.paired)
    ends = ((rounds[0].number, rounds[-1].number),) if rounds else ()
    return _grid_of(stages, rounds, ends)


def _grid_of(
    stages: Sequence[Stage], shown: tuple[RoundLine, ...], slices: tuple[tuple[int, int], ...]
) -> ScheduleGrid:
    """Return the grid of these rounds; 4 queries, 2 more where some were chosen for a stage, and 1
    for each knock-out of several stages."""
    planned = Match.objects.filter(round__stage__in=stages, cancelled=False)
    cells: dict[tuple[int, int], Cell] = {}
    matches = planned.filter(round__number__in=[one.number for one in shown]).seated(
        "round__number", "table__number", "table__name"
    )
    contestants = _of_stages(stages)
    plays = who_play(stages)
    # Where there is a single stage, its contestants know when they were knocked out.
    out_in = {one.pk: knocked_out((one,)) for one in stages if len(stages) > 1}
    for number, table, name, held in matches:
        where, sides = shown_table(table, name), sides_of(held)
        refs = refs_of_sides(sides, contestants)
        for own in sides:
            for one in own:
                with_it = company_of(one, refs)
                cells[one, number] = Cell(
                    with_it.opponent, with_it.held, where, table, with_it.partner
                )
    return ScheduleGrid(
        contestants=tuple(contestants.values()),
        rounds=shown,
        cells=cells,
        ns_counts=dict(
            planned.filter(seats__held__in=(Side.NS, Seat.N, Seat.S))
            .values_list("seats__contestant")
            .annotate(Count("pk"))
            .order_by()
        ),
        slices=slices,
        out=frozenset(
            (pair, one.number)
            for pair in contestants
            for one in shown
            if not plays(pair, one.stage)
            or out_in.get(one.stage, {}).get(pair, one.number) < one.number
        ),
    )


def _of_stages(stages: Sequence[Stage]) -> dict[int, ContestantRef]:
    """Return the contestants that play in one stage, or in any of several, by their id."""
    if len(stages) == 1:
        return stage_contestants(stages[0])
    return contestant_refs(stages[0].championship)


def _slices(rounds: Sequence[RoundLine]) -> list[tuple[RoundLine, ...]]:
    """Return the rounds in as few parts as can be, each as long as the others but for one round."""
    parts = -(-len(rounds) // MOST_ROUNDS)
    bounds = [len(rounds) * part // parts for part in range(parts + 1)] if parts else []
    return [tuple(rounds[first:end]) for first, end in pairwise(bounds)]


@dataclass(frozen=True, slots=True)
class ScheduleBalance:
    """Fairness of a schedule: its balance, and how often each pair sits N–S."""

    balance: Balance
    ns_counts: Mapping[int, int]
    """Number of rounds in which each pair sits N–S, by its id."""

    @property
    def percent_at_zero(self) -> int:
        """Percentage of opponent pairs in perfect balance, out of those for which it is possible
        after this many rounds; 100 only if all are."""
        possible = self.balance.possible_zero_pairs
        return 100 * self.balance.zero_pairs // possible if possible else 100

    @property
    def least_ns(self) -> int:
        return min(self.ns_counts.values())

    @property
    def most_ns(self) -> int:
        return max(self.ns_counts.values())


def schedule_balance(stage: Stage) -> ScheduleBalance:
    """Return the balance of the schedule as it stands; 4 queries."""
    plan = read_plan(stage)
    return ScheduleBalance(
        balance=plan.schedule.balance,
        ns_counts={
            plan.contestant_ids[index - 1]: count
            for index, count in plan.schedule.ns_counts.items()
        },
    )


@dataclass(frozen=True, slots=True)
class FixedConflict:
    """Two pairs that each have a fixed table meet: one of them moves for that round."""

    round: int
    stays: int
    """Number of the pair that keeps its table."""
    moves: int
    table: str


def fixed_conflicts(stage: Stage) -> tuple[FixedConflict, ...]:
    """Return the matches in which a pair can't stay at its fixed table; 2 queries."""
    matches = (
        Match.objects.filter(round__stage=stage, cancelled=False)
        .exclude(seats__contestant__fixed_table=None)
        .select_related("round", "table")
        .with_pairs()
        .order_by("round__number", "table__number")
    )
    conflicts = []
    for match in matches:
        stays, moves = sorted(match.pairs, key=lambda pair: pair.fixed_table_id != match.table_id)
        conflicts.append(
            FixedConflict(match.round.number, stays.number, moves.number, match.table.shown_name)
        )
    return tuple(conflicts)
