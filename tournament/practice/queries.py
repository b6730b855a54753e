"""Score that a hand played for practice would have had among the tables of the championship."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from scoring.duplicate.scores import Origin, TableResult, score_deal
from scoring.game.announcements import Announcement
from scoring.game.seats import Side, Sides
from tournament.models import Outcome, Stage
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet
from tournament.standings.rankings.dealt_hands.hands import hand_sheet

_PRACTICE = Sides(-1, -2)
"""Ids of the two sides: no pair of a championship has such an id."""
_VOID = (Origin.ANNULLED, Origin.CANCELLED)


@dataclass(frozen=True, slots=True)
class InTheField:
    """A side's final score, had its table been one more of the field.

    `better_than` and `level_with` count among the `pairs` that played the hand with its cards.
    """

    final: Fraction
    better_than: int
    level_with: int
    pairs: int


def own_score(makers: Side, side: Side, ns_points: int, announcement: Announcement) -> int:
    """Return the hand score of a side after practice."""
    score = TableResult(_PRACTICE, ns_points, announcement).hand_score(side, makers)
    assert score is not None, "nobody broke a rule"
    return score


def in_the_field(
    stage: Stage, deal: int, side: Side, ns_points: int, announcement: Announcement
) -> InTheField | None:
    """Return the side's final score by the stage's own settings; None with nobody to compare with.
    5 queries.

    The caller checks that the results are public.
    """
    sheet = hand_sheet(stage, deal)
    others = _compared(sheet, side)
    if not others:
        return None
    mine = TableResult(_PRACTICE, ns_points, announcement)
    results = [*(_result(entry) for entry in _counted(sheet)), mine]
    scored = score_deal(sheet.makers, results, stage.scoring_settings()).tables[-1].sides[side]
    assert scored.final is not None
    assert scored.hand_score is not None
    return InTheField(
        final=scored.final,
        better_than=sum(other < scored.hand_score for other in others),
        level_with=others.count(scored.hand_score),
        pairs=len(others),
    )


def _counted(sheet: HandSheet) -> list[HandEntry]:
    """Return the tables that played the hand, without those of annulled pairs."""
    return [
        entry
        for entry in sheet.entries
        if entry.outcome is Outcome.PLAYED and entry.sides.ns.origin not in _VOID
    ]


def _compared(sheet: HandSheet, side: Side) -> list[int]:
    """Return the hand scores of the sides that held these cards and are compared."""
    sides = (entry.sides[side] for entry in _counted(sheet))
    return [own.hand_score for own in sides if own.hand_score is not None]


def _result(entry: HandEntry) -> TableResult[int]:
    return TableResult(
        entry.pairs.map(lambda pair: pair.id),
        entry.points.ns,
        entry.announcement,
        entry.infraction,
        entry.award,
    )
