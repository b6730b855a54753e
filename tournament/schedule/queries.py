"""Reading the schedule: the grid of pairs and rounds, its balance, conflicts of fixed tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.schedule import Balance
from scoring.seats import Side
from tournament.models import Championship, Match, RoundStatus, Stage, Team
from tournament.schedule.plan import plays_in, read_plan


def has_schedule(championship: Championship) -> bool:
    """Whether a schedule has been made, published or not; 1 query."""
    return Match.objects.filter(round__stage__championship=championship).exists()


@dataclass(frozen=True, slots=True)
class GridTeam:
    """A pair at the head of a row."""

    id: int
    number: int
    name: str
    withdrawn_from: int | None


@dataclass(frozen=True, slots=True)
class GridRound:
    """A round at the head of a column."""

    number: int
    status: RoundStatus


@dataclass(frozen=True, slots=True)
class Cell:
    """What a pair does in a round: plays `opponent` at a table, in one direction."""

    opponent: GridTeam
    side: Side
    table: str
    table_number: int
    cancelled: bool


@dataclass(frozen=True, slots=True)
class ScheduleGrid:
    """The whole schedule: a row a pair, a column a round. A pair without a cell there rests."""

    teams: tuple[GridTeam, ...]
    rounds: tuple[GridRound, ...]
    cells: Mapping[tuple[int, int], Cell]
    """By team id and round number."""
    absent: frozenset[tuple[int, int]]
    """Where a pair does not take part: before a late one came, after one withdrew."""

    def cell(self, team: GridTeam, round: GridRound) -> Cell | None:
        """The pair's match in the round, or None: it rests, or takes no part."""
        return self.cells.get((team.id, round.number))

    def rows(self) -> list[tuple[GridTeam, list[tuple[GridRound, Cell | None, bool]]]]:
        """For templates: each pair with its rounds: the match if any, and whether it takes part."""
        return [
            (
                team,
                [
                    (one, self.cell(team, one), (team.id, one.number) not in self.absent)
                    for one in self.rounds
                ],
            )
            for team in self.teams
        ]


def _matches_by_team(stage: Stage, teams: Mapping[int, GridTeam]) -> dict[tuple[int, int], Cell]:
    cells: dict[tuple[int, int], Cell] = {}
    matches = Match.objects.filter(round__stage=stage).values_list(
        "round__number", "table__number", "table__name", "ns_id", "ew_id", "cancelled"
    )
    # Cancelled ones first: where a late pair took the place, the match that is played stands.
    for number, table, name, ns, ew, cancelled in matches.order_by("-cancelled"):
        shown = name or str(table)
        cells[ns, number] = Cell(teams[ew], Side.NS, shown, table, cancelled)
        cells[ew, number] = Cell(teams[ns], Side.EW, shown, table, cancelled)
    return cells


def schedule_grid(stage: Stage) -> ScheduleGrid:
    """The schedule as a grid; 4 queries whatever its size."""
    found: list[Team] = list(
        stage.championship.teams.order_by("number").prefetch_related("players")
    )
    teams = {
        team.pk: GridTeam(team.pk, team.number, team.shown_name, team.withdrawn_from)
        for team in found
    }
    rounds = tuple(
        GridRound(number, RoundStatus(status))
        for number, status in stage.rounds.order_by("number").values_list("number", "status")
    )
    absent = frozenset(
        (team.pk, one.number) for team in found for one in rounds if not plays_in(team, one.number)
    )
    return ScheduleGrid(tuple(teams.values()), rounds, _matches_by_team(stage, teams), absent)


@dataclass(frozen=True, slots=True)
class ScheduleBalance:
    """How fair a schedule is: its balance, and how often each pair sits N–S."""

    balance: Balance
    ns_counts: Mapping[int, int]
    """By team id."""


def schedule_balance(stage: Stage) -> ScheduleBalance:
    """The balance of the schedule as it stands; 3 queries."""
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
