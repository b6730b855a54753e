"""Pages and JSON of standings; sheets of rounds, hands and pairs.

Everybody sees the results of closed rounds. Referees also see the round and hand sheets of an open
round, marked as not public.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.game.seats import Seat, Side
from scoring.whole_numbers import whole_number
from tournament.analysis.queries import analysis_is_on, analysis_version, hand_worth
from tournament.audit.queries.heads import closing_head
from tournament.core.live import live_page, public_version
from tournament.core.lookups import round_at, with_results
from tournament.core.method_words import method_words
from tournament.core.permissions import Access, Level, needs
from tournament.core.public_pages import COLUMN, NUMBER, kept_by
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public, tables_on_phones
from tournament.models import Action, Championship, Contestant, Round, RoundStatus
from tournament.standings.bracket import bracket_shown
from tournament.standings.carry_words import how_chosen
from tournament.standings.columns import COURSE, OF_THE_PAIR, Output
from tournament.standings.contestants import who_play
from tournament.standings.course import course_drawing, pair_course, phone_course
from tournament.standings.documents import results_document, standings_document
from tournament.standings.hand_orders import HAND_ORDERS, entries_in, hand_order
from tournament.standings.hand_strips import hand_strip
from tournament.standings.lookups import of_deals, round_of_compared_deal
from tournament.standings.queries.rank_history import standings_with_ranks
from tournament.standings.queries.scores import bracket_view, dealt_scores, round_scores
from tournament.standings.queries.shared import shared_pairs, shared_standings
from tournament.standings.queries.table import standings_view, view_of
from tournament.standings.queries.what_if import what_if
from tournament.standings.rankings.dealt_hands.hands import hand_sheet
from tournament.standings.rankings.ranking import PairView, StandingsView
from tournament.standings.rankings.rankings import ranking_of
from tournament.standings.tables import (
    MOST_PRINTED,
    group_tables,
    group_title,
    has_bars,
    round_parts,
)

CHOSEN = r"[0-9]{0,5}"
"""Pattern of a pair's number, or of none."""


def _version(championship: Championship) -> str:
    return public_version(championship, regardless_of=[Action.CLOCK_CHANGED])


def _hand_version(championship: Championship, deal: int) -> str:
    return f"{_version(championship)}-{analysis_version(championship, deal)}"


def round_asked_for(request: HttpRequest) -> int | None:
    """Return the round in the address after which standings are wanted (?after=3); None if there is
    none. Raise `Http404` if it is not a number."""
    text = request.GET.get("after", "")
    if not text:
        return None
    number = whole_number(text)
    if number is None:
        raise Http404
    return number


def asked_standings(
    request: HttpRequest, access: Access, *, with_ranks: bool = False
) -> StandingsView[Any]:
    """Return the standings, after the round in the address if there is one; `with_ranks` adds the
    rank after each earlier round.

    Raise `Http404` for a round that isn't closed.
    """
    number = round_asked_for(request)
    if with_ranks and number is None:
        view = shared_standings(access.stage, public_version(access.championship))
    elif with_ranks:
        view = standings_with_ranks(access.stage, after_round=number)
    else:
        view = standings_view(access.stage, after_round=number)
    if number is not None and number not in view.closed_rounds:
        raise Http404
    return view


@require_safe
@kept_by(_version, after=NUMBER, sort=COLUMN, stage=NUMBER)
@needs(Level.PUBLIC)
def standings(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the standings now or after a round (?after=3), in any order (?sort=name)."""

    def context() -> dict[str, Any]:
        view = asked_standings(request, access, with_ranks=True)
        return {
            "access": access,
            "view": view,
            "record_head": closing_head(access.championship, view.rounds),
            "note": view.ranking.note(access.stage, view, view.settled),
            "how_chosen": how_chosen(access.stage),
            "has_bars": has_bars(view),
            "bracket": bracket_shown(bracket_view(access.stage, after_round=view.after_round)),
            "most_printed": MOST_PRINTED,
            "tables": group_tables(
                view,
                # Side by side there is no room for them: each round has its page.
                () if view.group_names else round_parts(view),
                request.GET,
                slug=access.championship.slug,
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
@kept_by(_version, pair=CHOSEN, stage=NUMBER)
@needs(Level.PUBLIC)
def course(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the ranks of all pairs over the rounds; one pair can be highlighted (?pair=3)."""

    def context() -> dict[str, Any]:
        view = shared_standings(access.stage, public_version(access.championship))
        asked = request.GET.get("pair", "")
        by_number = sorted(view.lines, key=lambda line: line.contestant.number)
        numbers = {str(line.contestant.number): line.contestant.number for line in by_number}
        lit = numbers.get(asked)
        return {
            "access": access,
            "view": view,
            "by_number": by_number,
            "lit": lit,
            "drawings": [
                (name, drawing, phone_course(part, lit=lit))
                for name, part in view.parts
                if (drawing := course_drawing(part, lit=lit)) is not None
            ],
        }

    return live_page(
        request,
        page="standings/course.html",
        part="standings/_course.html",
        version=_version(access.championship),
        context=context,
    )


@require_safe
@kept_by(_version, stage=NUMBER)
@needs(Level.PUBLIC)
def what_if_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the published standings under other settings."""
    scores = dealt_scores(of_deals(access.stage))
    context = {"access": access, "found": what_if(scores) if scores.rounds else None}
    return render(request, "standings/what_if.html", context)


@require_safe
@kept_by(_version, sort=COLUMN)
@needs(Level.PUBLIC)
def round_page(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show one round alone: its standings, and its hands."""
    round = with_results(access, round_at(access, number))
    scores = round_scores(round.stage, number)
    view = view_of(scores)
    is_public = round.status == RoundStatus.CLOSED
    context = {
        "access": replace(access, stage=round.stage),
        "round": round,
        "is_public": is_public,
        "view": view,
        "note": view.ranking.note(round.stage, view, is_public),
        "record_head": _head_of(round),
        "scores": scores,
        "tables": group_tables(view, scores.parts(), request.GET, slug=access.championship.slug),
    }
    return render(request, "standings/round.html", context)


@require_safe
@kept_by(_hand_version, "deal", sort=COLUMN)
@needs(Level.PUBLIC)
def hand_page(request: HttpRequest, access: Access, deal: int) -> HttpResponse:
    """Show the cards of one hand, and its results at all tables, by table or result (?sort=ns)."""
    round = with_results(access, round_of_compared_deal(access, deal))
    dealt = _public_hand(access, round, deal)
    settings = round.stage.scoring_settings()
    sheet = hand_sheet(round.stage, deal)
    worth = hand_worth(round.stage, deal) if dealt else None
    order = hand_order(request.GET.get("sort", ""))
    compared = [
        (
            group_title(name) if name else "",
            part,
            [(side, strip) for side in Side if (strip := hand_strip(part, side, worth))],
        )
        for name, part in sheet.compared
    ]
    context = {
        "access": access,
        "round": round,
        "is_public": round.status == RoundStatus.CLOSED,
        "sheet": sheet,
        "compared": compared,
        "has_strips": any(strips for _title, _part, strips in compared),
        "entries": entries_in(order, sheet),
        "order": order,
        "orders": HAND_ORDERS.values(),
        "record_head": _head_of(round),
        "words": method_words(settings),
        "formula": method_words(settings).formula(settings),
        "dealt": dealt,
        "large_hands": [(seat, dealt.deal.hand(seat)) for seat in Seat] if dealt else (),
        "worth": worth,
        "analysis_on": analysis_is_on(),
        "tables": tables_on_phones([deal], round)[deal] if dealt else (),
    }
    return render(request, "standings/hand_sheet.html", context)


def _head_of(round: Round) -> str:
    """Return the head of the record shown on the page of a closed round; 1 query at most."""
    closed = [round.number] if round.status == RoundStatus.CLOSED else []
    return closing_head(round.stage.championship, closed)


def _public_hand(access: Access, round: Round, deal: int) -> DealtHand | None:
    """Return the cards of the hand once they are public; None before."""
    dealt = dealt_hands(access.championship, [deal]) if hands_are_public(round) else ()
    return next(iter(dealt), None)


@require_safe
@kept_by(_version, stage=NUMBER)
@needs(Level.PUBLIC)
def pair_page(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show a pair's standing, and the results of each of its rounds."""
    published = public_version(access.championship)
    if "stage" not in request.GET:
        access = _where_it_plays(access, number, published)
    try:
        sheet = shared_pairs(access.stage, published).of(number)
    except Contestant.DoesNotExist:
        raise Http404 from None
    plays = who_play(access.stages)
    context = {
        "access": access,
        "own_stages": [one for one in access.stages if plays(sheet.contestant.id, one.pk)],
        "sheet": sheet,
        "ranking": ranking_of(access.stage),
        "figures": _figures(access, sheet),
        "course": pair_course(sheet),
        "record_head": closing_head(access.championship, sheet.rounds),
    }
    return render(request, "standings/pair_sheet.html", context)


def _where_it_plays(access: Access, number: int, published: str) -> Access:
    """Return `access` at the last stage in which the pair plays, if not in the current one."""
    if access.stage.best is None or number in shared_pairs(access.stage, published).by_number:
        return access
    for stage in reversed(access.stages):
        if number in shared_pairs(stage, published).by_number:
            return replace(access, stage=stage)
    return access


def _figures(access: Access, sheet: PairView[Any]) -> list[tuple[str, str]]:
    """Return the titles and texts of the pair's own columns in the standings."""
    line = sheet.standing
    if line is None:
        return []
    columns = ranking_of(access.stage).columns_on(Output.PAGE)
    about = {COURSE.key, *(one.key for one in OF_THE_PAIR)}
    own = [one for one in columns if one.key not in about]
    return [(str(one.title), one.text(line)) for one in own]


@require_safe
@kept_by(_version, after=NUMBER, stage=NUMBER)
@needs(Level.PUBLIC)
def standings_json(request: HttpRequest, access: Access) -> HttpResponse:
    """Return the standings as JSON; see docs/json.md."""
    return _json(standings_document(access.stage, asked_standings(request, access)))


@require_safe
@kept_by(_version, stage=NUMBER)
@needs(Level.PUBLIC)
def results_json(_request: HttpRequest, access: Access) -> HttpResponse:
    """Return all published results as JSON; see docs/json.md."""
    return _json(results_document(dealt_scores(of_deals(access.stage))))


def _json(document: dict[str, Any]) -> HttpResponse:
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False})
