"""Pages that explain a pair's final score to everybody, and a result's history to referees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.drawings.shapes import Drawing
from tournament.core.live import version_of
from tournament.core.lookups import with_results
from tournament.core.permissions import Access, Level, needs
from tournament.core.public_pages import kept_by
from tournament.models import Contestant, Outcome, RoundStatus
from tournament.results.queries import ruled_match_at, table_row
from tournament.score_explanations.acts import Entered
from tournament.score_explanations.formulas import average_sum, final_sum, hand_score_sum
from tournament.score_explanations.queries.explanations import (
    Explanation,
    explanation,
    hand_history,
)
from tournament.score_explanations.sentences import (
    doubling_text,
    effect_text,
    left_out_text,
    none_text,
    origin_text,
    step_text,
    who_text,
)
from tournament.score_explanations.timeline import Step
from tournament.standings.hand_strips import hand_strip
from tournament.standings.lookups import round_of_compared_deal


@require_safe
@kept_by(version_of)
@needs(Level.PUBLIC)
def score(request: HttpRequest, access: Access, deal: int, number: int) -> HttpResponse:
    """Show one pair's final score in one hand once the round's results are public; to referees also
    before, with everything that was ever entered."""
    round = with_results(access, round_of_compared_deal(access, deal))
    try:
        told = explanation(round.stage, deal, number, complete=access.is_referee)
    except Contestant.DoesNotExist:
        raise Http404 from None
    context = {
        "access": access,
        "round": round,
        "is_public": round.status == RoundStatus.CLOSED,
        "told": told,
        "breakdown": told.breakdown,
        "seen": told.breakdown.seen,
        "strip": _strip(told),
        **_words(told),
    }
    return render(request, "score_explanations/score.html", context)


@require_safe
@needs(Level.REFEREE)
def history(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponse:
    """Show the history of a hand at a table: versions, confirmations, correction requests."""
    match = ruled_match_at(access.championship, number, table, deal)
    if match is None:
        raise Http404
    access.must_see(number, table=table)
    steps = hand_history(match, deal)
    stands = _standing(steps)
    context = {
        "access": access,
        "round": match.round,
        "row": table_row(match),
        "deal": deal,
        "steps": [(step, step_text(step), who_text(step), step is stands) for step in steps],
    }
    return render(request, "score_explanations/history.html", context)


def _standing(steps: Sequence[Step]) -> Step | None:
    """Return the step with the current result; None if there is none or it was taken back."""
    for step in reversed(steps):
        if isinstance(step.act.what, Entered):
            return step if step.act.what.entry.outcome is not Outcome.BLANK else None
    return None


def _strip(told: Explanation) -> Drawing | None:
    """Return a drawing of the field as dots, with this pair's own highlighted."""
    seen = told.breakdown.seen
    return hand_strip(told.sheet, seen.side, lit=told.contestant.id) if seen else None


def _words(told: Explanation) -> dict[str, Any]:
    breakdown = told.breakdown
    hand_score = breakdown.hand_score
    return {
        "hand_sum": hand_score and hand_score_sum(hand_score),
        "doubling": hand_score and doubling_text(hand_score),
        "left_out": [(out, left_out_text(out)) for out in breakdown.left_out],
        "origin": origin_text(told),
        "final_sum": breakdown.formula and final_sum(breakdown.formula),
        "average_sum": breakdown.average and average_sum(breakdown.average),
        "none": none_text(told) if breakdown.why_none else "",
        "steps": [
            (step, step_text(step), effect_text(step), who_text(step)) for step in told.steps
        ],
    }
