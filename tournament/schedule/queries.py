"""Reading the schedule: the grid of pairs and rounds, its balance, conflicts of fixed tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from django.db.models import Count

from scoring.schedule import Balance
from scoring.seats import Side
from tournament.models import Championship, Match, RoundStatus, Stage
from tournament.schedule.plan import read_plan
from tournament.standings.queries import TeamRef, team_refs

MOST_ROUNDS = 20
"""How many rounds a grid shows at a time: more make a page of megabytes with many pairs."""


def has_schedule(championship: Championship) -> bool:
    """Whether a schedule has been made, published or not; 1 query."""
    return Match.objects.filter(round__stage__championship=championship).exists()


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in a list of rounds."""

    number: int
    status: RoundStatus


@dataclass(frozen=True, slots=True)
class Cell:
    """A pair's match in a round: against whom, which way it sits, where."""

    opponent: TeamRef
    side: Side
    table: str
    table_number: int


class Away(Enum):
    """Why a pair has no match in a round."""

    RESTS = "rests"
    NOT_YET = "not-yet"
    """It came late."""
    LEFT = "left"
    """It withdrew."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A pair, what it does in the rounds shown, and how often it sits N–S in all."""

    team: TeamRef
    cells: tuple[Cell | Away, ...]
    ns_count: int


@dataclass(frozen=True, slots=True)
class ScheduleGrid:
    """The schedule: a row a pair, a column a round; of many rounds a slice."""

    teams: tuple[TeamRef, ...]
    rounds: tuple[RoundLine, ...]
    """The rounds shown."""
    cells: Mapping[tuple[int, int], Cell]
    """By team id and round number."""
    ns_counts: Mapping[int, int]
    """How often each team sits N–S in all rounds, by its id; none for never."""
    slices: tuple[tuple[int, int], ...]
    """The first and the last round of each slice there is."""

    def cell(self, team: TeamRef, round: RoundLine) -> Cell | Away:
        """What a pair does in a round."""
        if (cell := self.cells.get((team.id, round.number))) is not None:
            return cell
        if round.number < team.joined_round:
            return Away.NOT_YET
        if team.withdrawn_from is not None and round.number >= team.withdrawn_from:
            return Away.LEFT
        return Away.RESTS

    @property
    def rows(self) -> Iterator[GridRow]:
        """Each pair with what it does in each round."""
        for team in self.teams:
            cells = tuple(self.cell(team, one) for one in self.rounds)
            yield GridRow(team, cells, self.ns_counts.get(team.id, 0))


def round_lines(stage: Stage) -> tuple[RoundLine, ...]:
    """All rounds of the schedule; 1 query."""
    return tuple(
        RoundLine(number, RoundStatus(status))
        for number, status in stage.rounds.order_by("number").values_list("number", "status")
    )


def current_round(rounds: Iterable[RoundLine]) -> RoundLine | None:
    """The round people look for now: the first open one, else the next one, else the last."""
    rounds = tuple(rounds)
    for status in (RoundStatus.OPEN, RoundStatus.PLANNED):
        for line in rounds:
            if line.status is status:
                return line
    return rounds[-1] if rounds else None


def schedule_grid(stage: Stage, *, around: int | None = None) -> ScheduleGrid:
    """The schedule as a grid; 5 queries whatever its size.

    Of more than `MOST_ROUNDS` rounds it shows a slice: the one with the round `around`, or, if
    there is no such round, with the round people look for now.
    """
    rounds = round_lines(stage)
    slices = _slices(rounds)
    now = current_round(rounds)
    wanted = around if any(one.number == around for one in rounds) else now and now.number
    shown = next((part for part in slices if any(one.number == wanted for one in part)), ())
    return _grid_of(stage, shown, tuple((part[0].number, part[-1].number) for part in slices))


def whole_schedule(stage: Stage) -> ScheduleGrid:
    """The schedule as a grid of all rounds, as papers need it; 5 queries whatever its size."""
    rounds = round_lines(stage)
    ends = ((rounds[0].number, rounds[-1].number),) if rounds else ()
    return _grid_of(stage, rounds, ends)


def _grid_of(
    stage: Stage, shown: tuple[RoundLine, ...], slices: tuple[tuple[int, int], ...]
) -> ScheduleGrid:
    """The grid of these rounds; 4 queries."""
    planned = Match.objects.filter(round__stage=stage, cancelled=False)
    cells: dict[tuple[int, int], Cell] = {}
    matches = list(
        planned.filter(round__number__in=[one.number for one in shown]).values_list(
            "round__number", "table__number", "table__name", "ns_id", "ew_id"
        )
    )
    teams = team_refs(stage.championship)
    for number, table, name, ns, ew in matches:
        where = name or str(table)
        cells[ns, number] = Cell(teams[ew], Side.NS, where, table)
        cells[ew, number] = Cell(teams[ns], Side.EW, where, table)
    return ScheduleGrid(
        teams=tuple(teams.values()),
        rounds=shown,
        cells=cells,
        ns_counts=dict(planned.values_list("ns_id").annotate(Count("pk")).order_by()),
        slices=slices,
    )


def _slices(rounds: Sequence[RoundLine]) -> list[tuple[RoundLine, ...]]:
    """The rounds in as few parts as can be, each as long as the others but for one round."""
    parts = -(-len(rounds) // MOST_ROUNDS)
    bounds = [len(rounds) * part // parts for part in range(parts + 1)] if parts else []
    return [tuple(rounds[first:end]) for first, end in pairwise(bounds)]


@dataclass(frozen=True, slots=True)
class ScheduleBalance:
    """How fair a schedule is: its balance, and how often each pair sits N–S."""

    balance: Balance
    ns_counts: Mapping[int, int]
    """By team id."""

    @property
    def percent_at_zero(self) -> int:
        """The share of pairs of teams in perfect balance; 100 only if they all are."""
        return 100 * self.balance.zero_pairs // self.balance.pairs

    @property
    def least_ns(self) -> int:
        return min(self.ns_counts.values())

    @property
    def most_ns(self) -> int:
        return max(self.ns_counts.values())


def schedule_balance(stage: Stage) -> ScheduleBalance:
    """The balance of the schedule as it stands; 4 queries."""
    plan = read_plan(stage)
    return ScheduleBalance(
        balance=plan.schedule.balance,
        ns_counts={
            plan.team_ids[index - 1]: count for index, count in plan.schedule.ns_counts.items()
        },
    )


@dataclass(frozen=True, slots=True)
class FixedConflict:
    """Two pairs that each have a fixed table meet: one of them moves for that round."""

    round: int
    stays: int
    """The number of the pair that keeps its table."""
    moves: int
    table: str


def fixed_conflicts(stage: Stage) -> tuple[FixedConflict, ...]:
    """The matches in which a pair can't stay at its fixed table; 1 query."""
    matches = (
        Match.objects.filter(
            round__stage=stage,
            cancelled=False,
            ns__fixed_table__isnull=False,
            ew__fixed_table__isnull=False,
        )
        .select_related("round", "table", "ns", "ew")
        .order_by("round__number", "table__number")
    )
    return tuple(
        FixedConflict(
            round=match.round.number,
            stays=match.ns.number if match.ns.fixed_table_id == match.table_id else match.ew.number,
            moves=match.ew.number if match.ns.fixed_table_id == match.table_id else match.ns.number,
            table=match.table.shown_name,
        )
        for match in matches
    )
