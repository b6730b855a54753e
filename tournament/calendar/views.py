"""Pages of the calendar: everybody's, and the one on which organisers set the days."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.calendar.forms import DaysForm, InTurnForm
from tournament.calendar.queries import CalendarRound, calendar
from tournament.calendar.services import set_days
from tournament.core.forms import posted, refusal_shown
from tournament.core.live import public_version
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.core.public_pages import NUMBER, kept_by
from tournament.stages.formats import format_of


def _rounds(access: Access) -> tuple[CalendarRound, ...]:
    """Those of the stage that is looked at. Raises `Http404` where it has no calendar."""
    if not format_of(access.stage).has_days:
        raise Http404
    return calendar(access.stage)


@require_safe
@kept_by(public_version, stage=NUMBER)
@needs(Level.PUBLIC)
def calendar_page(request: HttpRequest, access: Access) -> HttpResponse:
    """When everybody meets everybody, at whose home, and what came out."""
    context = {"access": access, "rounds": _rounds(access)}
    return render(request, "calendar/calendar.html", context)


def _page(
    request: HttpRequest,
    access: Access,
    rounds: tuple[CalendarRound, ...],
    *,
    days: DaysForm | None = None,
    in_turn: InTurnForm | None = None,
) -> HttpResponse:
    bound = [form for form in (days, in_turn) if form is not None and form.is_bound]
    context = {
        "access": access,
        "rounds": rounds,
        "days": days or DaysForm(rounds),
        "in_turn": in_turn or InTurnForm(initial={"first": access.championship.date}),
    }
    return render(request, "calendar/days.html", context, status=422 if bound else 200)


def _to_days(access: Access) -> HttpResponse:
    url = reverse("calendar:days", args=[access.championship.slug])
    return redirect(url + access.stage_query)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def days(request: HttpRequest, access: Access) -> HttpResponse:
    """The days of each round."""
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
