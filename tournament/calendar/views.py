"""Pages of the calendar: everybody's, and the one on which organisers set the days."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.calendar.forms import DaysForm, InTurnForm, PostponeForm, ReserveForm
from tournament.calendar.queries import CalendarRound, calendar, reserve_days
from tournament.calendar.services import move_match_back, postpone_match, set_days, set_reserve_days
from tournament.core.forms import posted, refusal_shown
from tournament.core.live import public_version
from tournament.core.lookups import played_match
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.core.public_pages import NUMBER, kept_by
from tournament.stages.formats import format_of


def _rounds(access: Access) -> tuple[CalendarRound, ...]:
    """Return the rounds of the chosen stage. Raises `Http404` where it has no calendar."""
    if not format_of(access.stage).has_days:
        raise Http404
    return calendar(access.stage)


@require_safe
@kept_by(public_version, stage=NUMBER)
@needs(Level.PUBLIC)
def calendar_page(request: HttpRequest, access: Access) -> HttpResponse:
    """Show who meets whom when, at whose home, and the results."""
    context = {
        "access": access,
        "rounds": _rounds(access),
        "reserve_days": reserve_days(access.stage),
    }
    return render(request, "calendar/calendar.html", context)


def _page(
    request: HttpRequest,
    access: Access,
    rounds: tuple[CalendarRound, ...],
    *,
    days: DaysForm | None = None,
    in_turn: InTurnForm | None = None,
    reserve: ReserveForm | None = None,
) -> HttpResponse:
    bound = [form for form in (days, in_turn, reserve) if form is not None and form.is_bound]
    context = {
        "access": access,
        "rounds": rounds,
        "reserve": reserve or _reserve_form(access),
        "days": days or DaysForm(rounds),
        "in_turn": in_turn or InTurnForm(initial={"first": access.championship.date}),
    }
    return render(request, "calendar/days.html", context, status=422 if bound else 200)


def _reserve_form(access: Access, data: Any = None) -> ReserveForm:
    return ReserveForm([one.first for one in reserve_days(access.stage)], data)


def _to_days(access: Access) -> HttpResponse:
    url = reverse("calendar:days", args=[access.championship.slug])
    return redirect(url + access.stage_query)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def days(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the days of each round, and set them."""
    access = access.preparing(request)
    rounds = _rounds(access)
    form = DaysForm(rounds, posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            set_days(actor=access.acting, stage=access.stage, days=form.days)
            messages.success(request, _("The days are stored."))
            return _to_days(access)
    return _page(request, access, rounds, days=form)


@require_POST
@needs(Level.ORGANISER)
@while_running
def in_turn(request: HttpRequest, access: Access) -> HttpResponse:
    """Give the planned rounds days at equal distances."""
    access = access.preparing(request)
    rounds = _rounds(access)
    form = InTurnForm(request.POST)
    if form.is_valid():
        with refusal_shown(form):
            set_days(actor=access.acting, stage=access.stage, days=form.days(rounds))
            messages.success(request, _("The days are stored."))
            return _to_days(access)
    return _page(request, access, rounds, in_turn=form)


@require_POST
@needs(Level.ORGANISER)
@while_running
def reserve(request: HttpRequest, access: Access) -> HttpResponse:
    """Keep days free for postponed matches."""
    access = access.preparing(request)
    rounds = _rounds(access)
    form = _reserve_form(access, request.POST)
    if form.is_valid():
        with refusal_shown(form):
            set_reserve_days(actor=access.acting, stage=access.stage, days=form.days)
            messages.success(request, _("The days are stored."))
            return _to_days(access)
    return _page(request, access, rounds, reserve=form)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def postpone(request: HttpRequest, access: Access, number: int, table: int) -> HttpResponse:
    """Put a match off to another day, or back to the days of its round."""
    match = played_match(access, number, table)
    stage = match.round.stage
    if not format_of(stage).has_days:
        raise Http404
    form = PostponeForm(reserve_days(stage), posted(request), initial={"day": match.postponed_to})
    if form.is_bound and form.is_valid():
        reason = form.cleaned_data["reason"]
        with refusal_shown(form):
            if "back" in request.POST:
                move_match_back(actor=access.acting, match=match, reason=reason)
            else:
                day = form.cleaned_data["day"]
                postpone_match(actor=access.acting, match=match, day=day, reason=reason)
            url = reverse("calendar:calendar", args=[access.championship.slug])
            return redirect(f"{url}?stage={stage.number}#round-{number}")
    context = {
        "access": access,
        "match": match,
        "round": match.round,
        "form": form,
        "reserve_days": reserve_days(stage),
    }
    return render(request, "calendar/postpone.html", context, status=422 if form.is_bound else 200)
