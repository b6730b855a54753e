"""Explanation of one pair's final score in one hand, and the history of a hand at a table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.duplicate.settings import Settings
from tournament.models import Contestant, Match, Stage
from tournament.score_explanations.breakdown import Breakdown, breakdown_of
from tournament.score_explanations.queries.acts import acts_on
from tournament.score_explanations.timeline import Place, Step, public_part, timeline_of
from tournament.standings.contestants import ContestantRef, contestant_refs
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet
from tournament.standings.rankings.dealt_hands.hands import hand_sheet


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of a pair's final score in a hand, with the hand's history.

    `steps` are all steps, or for the public those since the round was first closed; `at_first` is
    the final score at that moment, None if there was none or the round was never closed.
    """

    sheet: HandSheet
    contestant: ContestantRef
    breakdown: Breakdown
    settings: Settings
    steps: tuple[Step, ...]
    at_first: Fraction | None
    complete: bool
    """True if no steps are left out."""

    @property
    def moves(self) -> int:
        """Return the number of steps that moved the score."""
        return sum(step.moved for step in self.steps)


def explanation(stage: Stage, deal: int, number: int, *, complete: bool) -> Explanation:
    """Return the explanation of a pair's final score in a deal of a round, by the pair's number; 9
    queries.

    `complete` includes everything that was ever entered, for referees. Raises
    `Contestant.DoesNotExist`.
    """
    sheet = hand_sheet(stage, deal)
    contestants = contestant_refs(stage.championship).values()
    contestant = next((one for one in contestants if one.number == number), None)
    if contestant is None:
        raise Contestant.DoesNotExist(f"there is no pair number {number}")
    settings = stage.scoring_settings()
    steps = _steps(stage, sheet, contestant)
    shown, at_first = public_part(steps)
    return Explanation(
        sheet=sheet,
        contestant=contestant,
        breakdown=breakdown_of(sheet, contestant, settings),
        settings=settings,
        steps=steps if complete else shown,
        at_first=at_first,
        complete=complete,
    )


def hand_history(match: Match, deal: int) -> tuple[Step, ...]:
    """Return all steps that concern a hand at one table, or at all tables, in order; 6 queries.
    Reads `round.stage.championship` and `table`."""
    championship = match.round.stage.championship
    contestants = contestant_refs(championship)
    table = match.table
    place = Place(table.number, table.shown_name, match.pair_ids.map(contestants.__getitem__))
    acts, settings = acts_on(match.round.stage, match.round.number, deal)
    return tuple(timeline_of(deal, None, [place], acts, settings))


def _steps(stage: Stage, sheet: HandSheet, contestant: ContestantRef) -> tuple[Step, ...]:
    places = [Place(entry.table_number, entry.table_name, entry.pairs) for entry in sheet.entries]
    acts, settings = acts_on(stage, sheet.round, sheet.deal)
    return tuple(timeline_of(sheet.deal, contestant, places, acts, settings))
