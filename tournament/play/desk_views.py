"""Pages of referees and organisers about hands on phones: the setting, the tables, one hand."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.game.seats import Seat
from scoring.whole_numbers import whole_number
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, posted, tell_conflict
from tournament.core.labels import label
from tournament.core.live import live_page
from tournament.core.lookups import played_match, round_at
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.correction_requests.queries import open_correction_requests
from tournament.models import Match, PlayedWith, Result, RoundStatus
from tournament.play.forms import PlayedWithForm, SetAsideForm
from tournament.play.left_hands import hands_left, hands_without_result, why_packs_stay
from tournament.play.match_now import Step
from tournament.play.queries import phones_version, seats_held, table_line, tables_of
from tournament.play.referee_acts import REFEREE_ACTS
from tournament.play.services.aside import let_play_count, set_play_aside
from tournament.play.services.seats import free_seat
from tournament.play.services.tables import choose_played_with, why_played_with_stays
from tournament.results.kinds.dealt_hand import DEALT_HAND
from tournament.results.kinds.kinds import content_of, numbers_of
from tournament.results.played_hands import is_bound, made_by, play_of, plays_beside
from tournament.results.queries import standing, table_row
from tournament.stages.formats import format_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def played_with(request: HttpRequest, access: Access) -> HttpResponse:
    """Show and set whether a stage is played with packs or on phones; 404 without dealt hands."""
    stage = access.stage
    if not format_of(stage).deals:
        raise Http404
    now = {"played_with": stage.played_with, "agree_after": stage.agree_after}
    form = PlayedWithForm(posted(request), initial=now)
    if form.is_bound and form.is_valid():
        try:
            choose_played_with(actor=access.acting, stage=stage, **form.chosen)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("Saved."))
            here = reverse("play:played_with", args=[access.championship.slug])
            return redirect(here + access.stage_query)
    context = {
        "access": access,
        "form": form,
        "is_on": stage.played_with == PlayedWith.PHONES,
        "refusal": why_played_with_stays(stage, PlayedWith.PHONES),
        "is_secure": request.is_secure(),
    }
    status = 422 if form.is_bound else 200
    return render(request, "play/played_with.html", context, status=status)


@never_cache
@require_safe
@needs(Level.REFEREE)
def tables(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Show each table of a round: its hand and trick, the seats that are waited for, all seats."""
    round = round_at(access, number)
    if not format_of(round.stage).deals:
        raise Http404

    def context() -> dict[str, Any]:
        is_on = round.stage.played_with == PlayedWith.PHONES
        return {"access": access, "round": round, "is_on": is_on, "lines": tables_of(round)}

    return live_page(
        request,
        page="play/tables.html",
        part="play/_tables.html",
        version=phones_version(round),
        context=context,
    )


@require_POST
@needs(Level.REFEREE)
@while_running
def free(request: HttpRequest, access: Access, round: int, table: int, seat: str) -> HttpResponse:
    """Free a seat, or one that its phone left, so that another phone can take it."""
    match = played_match(access, round, table)
    if seat not in list(Seat):
        raise Http404
    try:
        free_seat(actor=access.acting, match=match, seat=Seat(seat))
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request,
            _("The seat %(seat)s at table %(table)s is free.")
            % {"seat": label(Seat(seat)), "table": match.table.shown_name},
        )
    return redirect("play:table", access.championship.slug, round, table)


@never_cache
@require_safe
@needs(Level.REFEREE)
def table(request: HttpRequest, access: Access, round: int, table: int) -> HttpResponse:
    """Show the state of a table, and the acts of a referee there."""
    match = played_match(access, round, table)
    if not format_of(match.round.stage).deals:
        raise Http404

    def context() -> dict[str, Any]:
        line = table_line(match)
        running = access.championship.ended_at is None
        return {
            "access": access,
            "match": match,
            "line": line,
            "seats_held": seats_held(match),
            "acts": [one for one in REFEREE_ACTS.values() if running and one.is_offered(line)],
            "hands_left": hands_left(match) if line.step is Step.PACKS else (),
            "without_result": hands_without_result(match) if line.step is not Step.AWAY else (),
            "packs_stay": why_packs_stay(match),
            "hands": numbers_of(match.round),
            "bound": line.step not in (Step.AWAY, Step.PACKS),
            "beside": () if access.hides(match.round.number, match.table.number) else line.beside,
        }

    return live_page(
        request,
        page="play/table.html",
        part="play/_table_at_desk.html",
        version=phones_version(match.round),
        context=context,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def act(request: HttpRequest, access: Access, round: int, table: int, act: str) -> HttpResponse:
    """Do an act of a referee at a table; where it has a reason ask for it first."""
    match = played_match(access, round, table)
    asked = REFEREE_ACTS.get(act)
    if asked is None or not format_of(match.round.stage).deals:
        raise Http404
    line = table_line(match)
    there = redirect("play:table", access.championship.slug, round, table)
    form = None
    if asked.form is not None:
        form = asked.form(posted(request), initial={"deal": line.deal, "acts": line.acts})
        form.order_fields(["ns_points"])
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            asked.perform(access.acting, match, form.cleaned_data if form else {})
        except UserError as error:
            if form is None:
                messages.error(request, str(error))
                return there
            add_user_error(form, error)
        else:
            messages.success(request, str(asked.done))
            return there
    context = {
        "access": access,
        "match": match,
        "line": line,
        "act": asked,
        "form": form,
        "is_offered": asked.is_offered(line),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "play/act.html", context, status=status)


def _match(access: Access, round: int, table: int, deal: int) -> Match:
    """Return the match of a dealt hand in a round that was opened; else 404."""
    match = played_match(access, round, table)
    is_dealt = format_of(match.round.stage).deals and deal in numbers_of(match.round)
    if not is_dealt or match.round.status == RoundStatus.PLANNED:
        raise Http404
    return match


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def hand(request: HttpRequest, access: Access, round: int, table: int, deal: int) -> HttpResponse:
    """Show the play of a hand beside its result; set the play aside, with a result and a reason."""
    access.must_see(round, table=table)
    match = _match(access, round, table, deal)
    current = Result.objects.current(match, deal)
    form = SetAsideForm(posted(request), initial={"based_on": current.version if current else 0})
    if form.is_bound and form.is_valid() and form.check(DEALT_HAND):
        try:
            set_play_aside(
                actor=access.acting,
                match=match,
                deal=deal,
                entry=form.entry,
                based_on=form.cleaned_data["based_on"],
                reason=form.cleaned_data["reason"],
            )
        except Conflict as error:
            tell_conflict(request, error)
            return redirect("play:hand", access.championship.slug, round, table, deal)
        except UserError as error:
            add_user_error(form, error)
        else:
            _say(request, match, deal, _("Table %(table)s, hand %(deal)d: its play is set aside."))
            return redirect("desk:table", access.championship.slug, round, table)
    context = _context(access, match, deal, current, form)
    return render(request, "play/hand.html", context, status=422 if form.is_bound else 200)


def _context(
    access: Access, match: Match, deal: int, current: Result | None, form: SetAsideForm
) -> dict[str, Any]:
    play = play_of(match, deal)
    stands = standing(current)
    besides = plays_beside([play] if play else [], [current] if current else [])
    requests = open_correction_requests(access.championship)
    return {
        "access": access,
        "match": match,
        "round": match.round,
        "deal": deal,
        "row": table_row(match),
        "dealer": DEALT_HAND.dealer(deal),
        "made": made_by(play),
        "stands": content_of(stands) if stands else None,
        "version": current.version if current else 0,
        "beside": next(iter(besides), None),
        "is_bound": is_bound(match, play),
        "waiting": [one for one in requests if (one.match_id, one.deal) == (match.pk, deal)],
        "form": form,
    }


@require_POST
@needs(Level.REFEREE)
def count(request: HttpRequest, access: Access, round: int, table: int, deal: int) -> HttpResponse:
    """Let the play of a hand count again."""
    access.must_see(round, table=table)
    match = _match(access, round, table, deal)
    version = whole_number(request.POST.get("based_on", ""))
    try:
        let_play_count(
            actor=access.acting,
            match=match,
            deal=deal,
            based_on=-1 if version is None else version,
            reason=request.POST.get("reason", ""),
        )
    except UserError as error:
        messages.error(request, str(error))
        return redirect("play:hand", access.championship.slug, round, table, deal)
    _say(request, match, deal, _("Table %(table)s, hand %(deal)d: its play counts."))
    return redirect("desk:table", access.championship.slug, round, table)


def _say(request: HttpRequest, match: Match, deal: int, sentence: str) -> None:
    messages.success(request, sentence % {"table": match.table.shown_name, "deal": deal})
