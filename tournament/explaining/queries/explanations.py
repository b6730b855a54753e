"""What there is to say about one pair's final score in one hand, and about a table's result."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.settings import Settings
from tournament.explaining.course import Place, Step, course_of, public_part
from tournament.explaining.queries.acts import acts_on
from tournament.explaining.working import Working, work_out
from tournament.models import Match, Stage, Team
from tournament.standings.queries import HandSheet, TeamRef, hand_sheet, team_refs


@dataclass(frozen=True, slots=True)
class Explanation:
    """A pair's final score in a hand: how it came about, and what happened to it.

    `steps` are all there are, or for the public those since the round was first closed; `at_first`
    is the final score at that moment, None where there was none or it is not over yet.
    """

    sheet: HandSheet
    team: TeamRef
    working: Working
    settings: Settings
    steps: tuple[Step, ...]
    at_first: Fraction | None
    complete: bool
    """Whether the steps are all there are."""

    @property
    def moves(self) -> int:
        """How many of the steps moved the score."""
        return sum(step.moved for step in self.steps)


def explanation(stage: Stage, deal: int, number: int, *, complete: bool) -> Explanation:
    """The final score of the pair with that number in a deal of a round; 9 queries.

    `complete`: with all that was ever entered, for referees. Raises `Team.DoesNotExist`.
    """
    sheet = hand_sheet(stage, deal)
    teams = team_refs(stage.championship).values()
    team = next((one for one in teams if one.number == number), None)
    if team is None:
        raise Team.DoesNotExist(f"there is no pair number {number}")
    settings = stage.championship.scoring_settings()
    steps = _steps(stage, sheet, team)
    shown, at_first = public_part(steps)
    return Explanation(
        sheet=sheet,
        team=team,
        working=work_out(sheet, team, settings),
        settings=settings,
        steps=steps if complete else shown,
        at_first=at_first,
        complete=complete,
    )


def hand_history(match: Match, deal: int) -> tuple[Step, ...]:
    """Everything that happened to a hand at one table, and to all tables' hands, in its order;
    5 queries. Reads `round.stage.championship` and `table`."""
    championship = match.round.stage.championship
    teams = team_refs(championship)
    table = match.table
    place = Place(table.number, table.shown_name, teams[match.ns_id], teams[match.ew_id])
    acts, settings = acts_on(championship, match.round.number, deal)
    return tuple(course_of(deal, None, [place], acts, settings))


def _steps(stage: Stage, sheet: HandSheet, team: TeamRef) -> tuple[Step, ...]:
    places = [
        Place(entry.table_number, entry.table_name, entry.ns, entry.ew) for entry in sheet.entries
    ]
    acts, settings = acts_on(stage.championship, sheet.round, sheet.deal)
    return tuple(course_of(sheet.deal, team, places, acts, settings))
