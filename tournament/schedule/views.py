"""The organisers' page of the schedule: make it, look at it, publish it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.plan import LEAST_TEAMS
from scoring.schedule import full_length
from tournament.core.errors import UserError
from tournament.core.forms import add_user_error
from tournament.core.locking import play_has_begun
from tournament.core.permissions import Access, Level, needs
from tournament.core.running import while_running
from tournament.schedule.forms import MakeForm, wanted_round
from tournament.schedule.queries import (
    fixed_conflicts,
    has_schedule,
    schedule_balance,
    schedule_grid,
)
from tournament.schedule.services import make_schedule, publish_schedule, remove_schedule


def _form(request: HttpRequest, access: Access, teams: int) -> MakeForm | None:
    """The form that makes the schedule, or None while or when that can't be done."""
    championship = access.championship
    ended = championship.ended_at is not None
    if teams < LEAST_TEAMS or ended or play_has_begun(championship):
        return None
    return MakeForm(
        request.POST if request.method == "POST" else None,
        full=full_length(teams),
        published=access.stage.published_at is not None,
    )


def _page(request: HttpRequest, access: Access, form: MakeForm | None, teams: int) -> HttpResponse:
    made = has_schedule(access.championship)
    context: dict[str, object] = {
        "access": access,
        "form": form,
        "teams": teams,
        "least_teams": LEAST_TEAMS,
        "made": made,
        "begun": play_has_begun(access.championship),
    }
    if made:
        context |= {
            "grid": schedule_grid(access.stage, around=wanted_round(request)),
            "balance": schedule_balance(access.stage),
            "conflicts": fixed_conflicts(access.stage),
        }
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "schedule/schedule.html", context, status=status)


@require_safe
@needs(Level.ORGANISER)
def schedule(request: HttpRequest, access: Access) -> HttpResponse:
    """The schedule as it stands, and what can be done about it."""
    teams = access.championship.teams.count()
    return _page(request, access, _form(request, access, teams), teams)


@require_POST
@needs(Level.ORGANISER)
@while_running
def make(request: HttpRequest, access: Access) -> HttpResponse:
    """Make the schedule, or make it again."""
    teams = access.championship.teams.count()
    form = _form(request, access, teams)
    if form is not None and not form.is_valid():
        return _page(request, access, form, teams)
    rounds = form.cleaned_data["rounds"] if form is not None else None
    try:
        make_schedule(actor=access.acting, championship=access.championship, rounds=rounds)
    except UserError as error:
        if form is not None:
            add_user_error(form, error)
            return _page(request, access, form, teams)
        messages.error(request, str(error))
    return redirect("schedule:schedule", access.championship.slug)


@require_POST
@needs(Level.ORGANISER)
@while_running
def publish(request: HttpRequest, access: Access) -> HttpResponse:
    """Make the schedule public."""
    try:
        publish_schedule(actor=access.acting, championship=access.championship)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("schedule:schedule", access.championship.slug)
    messages.success(request, _("The schedule, and with it the championship's pages, are public."))
    return redirect("championships:start", access.championship.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def remove(request: HttpRequest, access: Access) -> HttpResponse:
    """Ask, and remove the schedule."""
    if request.method != "POST":
        context = {"access": access, "made": has_schedule(access.championship)}
        return render(request, "schedule/remove.html", context)
    try:
        remove_schedule(actor=access.acting, championship=access.championship)
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The schedule is removed: pairs can be registered again."))
    return redirect("schedule:schedule", access.championship.slug)
