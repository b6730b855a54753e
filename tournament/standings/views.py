"""Standings on the screen, on the wall and as JSON; the sheets of rounds, hands and pairs.

Everybody sees the results of closed rounds. Referees also see the round and hand sheets of an open
round, marked as not public.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.analysis.queries import analysis_is_on, analysis_version, hand_worth
from tournament.audit.queries import closing_head
from tournament.core.live import live_page, public_version
from tournament.core.lookups import round_at, with_results
from tournament.core.permissions import Access, Level, needs
from tournament.core.public_pages import COLUMN, NUMBER, kept_by
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public
from tournament.models import Action, Championship, Contestant, Round, RoundStatus
from tournament.standings.columns import OF_THE_PAIR, Output
from tournament.standings.documents import results_document, standings_document
from tournament.standings.lookups import of_deals, round_of_compared_deal
from tournament.standings.queries import (
    PairView,
    StandingsView,
    dealt_scores,
    hand_sheet,
    ranking_of,
    round_scores,
    shared_pairs,
    standings_view,
    view_of,
)
from tournament.standings.tables import round_parts, standings_table

SIZES = ((8, "few"), (14, "some"))
"""Up to how many pairs the wall uses its largest and its middle type."""


def _version(championship: Championship) -> str:
    return public_version(championship, regardless_of=[Action.CLOCK_CHANGED])


def _hand_version(championship: Championship, deal: int) -> str:
    return f"{_version(championship)}-{analysis_version(championship, deal)}"


def round_asked_for(request: HttpRequest) -> int | None:
    """The round after which the address wants the standings (?after=3); 404 for no number."""
    text = request.GET.get("after", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Http404
    return int(text)


def asked_standings(request: HttpRequest, access: Access) -> StandingsView[Any]:
    """The standings, after the round that the address names. 404 for a round that isn't closed."""
    number = round_asked_for(request)
    view = standings_view(access.stage, after_round=number)
    if number is not None and number not in view.closed_rounds:
        raise Http404
    return view


@require_safe
@kept_by(_version, after=NUMBER, sort=COLUMN, stage=NUMBER)
@needs(Level.PUBLIC)
def standings(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings now or after a round (?after=3), in any order (?sort=name)."""

    def context() -> dict[str, Any]:
        view = asked_standings(request, access)
        return {
            "access": access,
            "view": view,
            "record_head": closing_head(access.championship, view.rounds),
            "note": view.ranking.note(access.stage, view, view.settled),
            "table": standings_table(
                view, round_parts(view), request.GET, slug=access.championship.slug
            ),
        }

    return live_page(
        request,
        page="standings/standings.html",
        part="standings/_standings.html",
        version=_version(access.championship),
        context=context,
    )


@require_safe
@kept_by(_version, stage=NUMBER)
@needs(Level.PUBLIC)
def wall(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings for a projector."""

    def context() -> dict[str, Any]:
        view = standings_view(access.stage)
        size = next((name for most, name in SIZES if len(view.lines) <= most), "crowd")
        columns = view.on_wall(Output.WALL)
        rows = [(line, [column.text(line) for column in columns]) for line in view.lines]
        return {"access": access, "view": view, "columns": columns, "rows": rows, "size": size}

    return live_page(
        request,
        page="standings/wall.html",
        part="standings/_wall.html",
        version=_version(access.championship),
        context=context,
    )


@require_safe
@kept_by(_version, sort=COLUMN)
@needs(Level.PUBLIC)
def round_page(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """One round by itself: its standings, and its hands."""
    round = with_results(access, round_at(access, number))
    scores = round_scores(round.stage, number)
    view = view_of(scores)
    is_public = round.status == RoundStatus.CLOSED
    context = {
        "access": access,
        "round": round,
        "is_public": is_public,
        "view": view,
        "note": view.ranking.note(round.stage, view, is_public),
        "record_head": _head_of(round),
        "scores": scores,
        "table": standings_table(view, scores.parts(), request.GET, slug=access.championship.slug),
    }
    return render(request, "standings/round.html", context)


@require_safe
@kept_by(_hand_version, "deal")
@needs(Level.PUBLIC)
def hand_page(request: HttpRequest, access: Access, deal: int) -> HttpResponse:
    """All tables' results of one hand."""
    round = with_results(access, round_of_compared_deal(access, deal))
    dealt = _public_hand(access, round, deal)
    context = {
        "access": access,
        "round": round,
        "is_public": round.status == RoundStatus.CLOSED,
        "sheet": hand_sheet(round.stage, deal),
        "record_head": _head_of(round),
        "settings": round.stage.scoring_settings(),
        "dealt": dealt,
        "worth": hand_worth(round.stage, deal) if dealt else None,
        "analysis_on": analysis_is_on(),
    }
    return render(request, "standings/hand_sheet.html", context)


def _head_of(round: Round) -> str:
    """The head of the record that the page of a closed round shows; 1 query at most."""
    closed = [round.number] if round.status == RoundStatus.CLOSED else []
    return closing_head(round.stage.championship, closed)


def _public_hand(access: Access, round: Round, deal: int) -> DealtHand | None:
    """The cards of the hand, once everybody may see them."""
    dealt = dealt_hands(access.championship, [deal]) if hands_are_public(round) else ()
    return next(iter(dealt), None)


@require_safe
@kept_by(_version, stage=NUMBER)
@needs(Level.PUBLIC)
def pair_page(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """A pair's standing, and what each of its rounds gave it."""
    try:
        published = public_version(access.championship)
        sheet = shared_pairs(access.stage, published).of(number)
    except Contestant.DoesNotExist:
        raise Http404 from None
    context = {
        "access": access,
        "sheet": sheet,
        "ranking": ranking_of(access.stage),
        "figures": _figures(access, sheet),
        "record_head": closing_head(access.championship, sheet.rounds),
    }
    return render(request, "standings/pair_sheet.html", context)


def _figures(access: Access, sheet: PairView[Any]) -> list[tuple[str, str]]:
    """The titles and texts of what the standings show of a pair."""
    line = sheet.standing
    if line is None:
        return []
    columns = ranking_of(access.stage).columns_on(Output.PAGE)
    return [(str(one.title), one.text(line)) for one in columns if one not in OF_THE_PAIR]


@require_safe
@kept_by(_version, after=NUMBER, stage=NUMBER)
@needs(Level.PUBLIC)
def standings_json(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings for programs; see docs/json.md."""
    return _json(standings_document(access.stage, asked_standings(request, access)))


@require_safe
@kept_by(_version, stage=NUMBER)
@needs(Level.PUBLIC)
def results_json(_request: HttpRequest, access: Access) -> HttpResponse:
    """All published results for programs; see docs/json.md."""
    return _json(results_document(dealt_scores(of_deals(access.stage))))


def _json(document: dict[str, Any]) -> HttpResponse:
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False})
