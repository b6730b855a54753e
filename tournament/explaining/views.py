"""Why a pair has its final score, for everybody; what happened to a result, for referees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.addressed import round_with_results
from tournament.core.permissions import Access, Level, needs
from tournament.explaining.course import Kind, Step
from tournament.explaining.formulas import average_sum, final_sum, hand_score_sum
from tournament.explaining.queries import Explanation, explanation, hand_history
from tournament.explaining.sentences import (
    doubling_text,
    effect_text,
    left_out_text,
    none_text,
    origin_text,
    step_text,
    who_text,
)
from tournament.models import Outcome, RoundStatus, Team
from tournament.results.queries import match_at, table_row


@require_safe
@needs(Level.PUBLIC)
def score(request: HttpRequest, access: Access, deal: int, number: int) -> HttpResponse:
    """One pair's final score in one hand, as soon as the round's results are public; referees see
    it before, and all that was ever entered."""
    if deal < 1:
        raise Http404
    round = round_with_results(access, access.stage.round_of_deal(deal))
    try:
        told = explanation(access.stage, deal, number, complete=access.is_referee)
    except Team.DoesNotExist:
        raise Http404 from None
    context = {
        "access": access,
        "round": round,
        "is_public": round.status == RoundStatus.CLOSED,
        "told": told,
        "working": told.working,
        "seen": told.working.seen,
        **_words(told),
    }
    return render(request, "explaining/score.html", context)


@require_safe
@needs(Level.REFEREE)
def history(
    request: HttpRequest, access: Access, number: int, table: int, deal: int
) -> HttpResponse:
    """Everything that happened to a hand at a table: versions, looks, claims, decisions."""
    match = match_at(access.stage, number, table, deal)
    if match is None:
        raise Http404
    steps = hand_history(match, deal)
    stands = _standing(steps)
    context = {
        "access": access,
        "round": match.round,
        "row": table_row(match),
        "deal": deal,
        "steps": [(step, step_text(step), who_text(step), step is stands) for step in steps],
    }
    return render(request, "explaining/history.html", context)


def _standing(steps: Sequence[Step]) -> Step | None:
    """The entry that stands; None while nothing was entered, or it was taken back."""
    entries = [step for step in steps if step.act.kind is Kind.ENTERED]
    if not entries or entries[-1].act.entry.outcome is Outcome.BLANK:
        return None
    return entries[-1]


def _words(told: Explanation) -> dict[str, Any]:
    working = told.working
    hand_score = working.hand_score
    return {
        "hand_sum": hand_score and hand_score_sum(hand_score),
        "doubling": hand_score and doubling_text(hand_score),
        "left_out": [(out, left_out_text(out)) for out in working.left_out],
        "origin": origin_text(told),
        "final_sum": working.formula and final_sum(working.formula),
        "average_sum": working.average and average_sum(working.average),
        "none": none_text(told) if working.why_none else "",
        "steps": [
            (step, step_text(step), effect_text(step), who_text(step)) for step in told.steps
        ],
    }
