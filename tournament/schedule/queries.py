"""Reading the schedule: the grid of pairs and rounds, its balance, conflicts of fixed tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from scoring.schedule import Balance
from scoring.seats import Side
from tournament.models import Championship, Match, RoundStatus, Stage
from tournament.schedule.plan import read_plan
from tournament.standings.queries import TeamRef, team_refs


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
    """A pair, what it does round by round, and how often it sits N–S."""

    team: TeamRef
    cells: tuple[Cell | Away, ...]
    ns_count: int


@dataclass(frozen=True, slots=True)
class ScheduleGrid:
    """The whole schedule: a row a pair, a column a round."""

    teams: tuple[TeamRef, ...]
    rounds: tuple[RoundLine, ...]
    cells: Mapping[tuple[int, int], Cell]
    """By team id and round number."""

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
            sides = [cell.side for cell in cells if isinstance(cell, Cell)]
            yield GridRow(team, cells, sides.count(Side.NS))


def round_lines(stage: Stage) -> tuple[RoundLine, ...]:
    """All rounds of the schedule; 1 query."""
    return tuple(
        RoundLine(number, RoundStatus(status))
        for number, status in stage.rounds.order_by("number").values_list("number", "status")
    )


def schedule_grid(stage: Stage) -> ScheduleGrid:
    """The schedule as a grid; 4 queries whatever its size."""
    teams = team_refs(stage.championship)
    cells: dict[tuple[int, int], Cell] = {}
    matches = Match.objects.filter(round__stage=stage, cancelled=False).values_list(
        "round__number", "table__number", "table__name", "ns_id", "ew_id"
    )
    for number, table, name, ns, ew in matches:
        shown = name or str(table)
        cells[ns, number] = Cell(teams[ew], Side.NS, shown, table)
        cells[ew, number] = Cell(teams[ns], Side.EW, shown, table)
    return ScheduleGrid(
        teams=tuple(teams.values()),
        rounds=round_lines(stage),
        cells=cells,
    )


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
