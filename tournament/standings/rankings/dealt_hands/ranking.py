"""Ranking by final scores of dealt hands, as one strategy."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from scoring.carry import Carried, Carry
from scoring.duplicate.tie_breaks import TIE_BREAKS
from tournament.models import Stage
from tournament.standings.rankings.dealt_hands.columns import (
    CARRIED,
    COLUMNS,
    TOTAL,
    score_of_round,
)
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.notes import note, short_note
from tournament.standings.rankings.dealt_hands.scores import earlier_ranks, score_dealt_hands
from tournament.standings.rankings.ranking import Ranking, per_one


def carries(figures: HandFigures, carry: Carry) -> Carried:
    """Return the part of a pair's total that it carries on, with the number of hands."""
    return carry.of(figures.total, figures.counted_hands)


def across(figures: HandFigures) -> tuple[Fraction, ...]:
    """Return the values that compare a pair with those of other groups: whether it has a hand, its
    mean per hand, and its hand scores per hand."""
    return (
        Fraction(figures.counted_hands > 0),
        per_one(figures.total, figures.counted_hands),
        per_one(figures.hand_score_sum, figures.hands),
    )


def unit(stage: Stage) -> str:
    """Return the method and scale: only points with equal ones can be added up."""
    settings = stage.scoring_settings()
    return f"{settings.method.value} {settings.scale.value if settings.scorer.has_scale else ''}"


DEALT_HANDS = Ranking(
    key="dealt-hands",
    columns=COLUMNS,
    carried=CARRIED,
    carries=carries,
    across=across,
    unit=unit,
    round_column=score_of_round,
    sum=TOTAL,
    criteria=tuple(rule.value for rule in TIE_BREAKS),
    score=score_dealt_hands,
    note=note,
    short_note=short_note,
    unranked=_("Without a hand that counts:"),
    unranked_in_round=_("Without a scored hand in this round:"),
    pair_template="standings/_pair_of_deals.html",
    round_template="standings/_hands_of_round.html",
    phone_template="phones/_pair_round.html",
    of_deals=True,
    has_workbook=True,
    takes_deductions=True,
    earlier_ranks=earlier_ranks,
)
