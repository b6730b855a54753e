"""Organisers' page of the schedule: making it, viewing it, publishing it."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.errors import UserError
from tournament.core.forms import add_user_error, posted, refusal_told
from tournament.core.locks import play_has_begun
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.schedule.forms import MakeForm, chosen_before, wanted_round
from tournament.schedule.queries import (
    field_sizes,
    fixed_conflicts,
    has_days,
    has_schedule,
    schedule_balance,
    schedule_grid,
    without_group,
)
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule
from tournament.stages.formats import format_of
from tournament.stages.intent import intent_of


def _to_schedule(access: Access) -> HttpResponse:
    return redirect(
        reverse("schedule:schedule", args=[access.championship.slug]) + access.stage_query
    )


def _form(request: HttpRequest, access: Access, sizes: Sequence[int]) -> MakeForm | None:
    """Return the form that makes the schedule, or None where that is impossible."""
    contestants = max(sizes)
    ended = access.championship.ended_at is not None
    if contestants < format_of(access.stage).least or ended or play_has_begun(access.stage):
        return None
    return MakeForm(
        posted(request),
        initial=chosen_before(access.stage),
        format=format_of(access.stage),
        intent=intent_of(access.stage),
        contestants=contestants,
        published=access.stage.published_at is not None,
        ranked=access.stage.best is not None,
        together=access.championship.tie is not None,
    )


def _page(
    request: HttpRequest, access: Access, form: MakeForm | None, sizes: Sequence[int]
) -> HttpResponse:
    made = has_schedule(access.stage)
    context: dict[str, object] = {
        "access": access,
        "form": form,
        "contestants": sum(sizes),
        "groups": len(sizes) if access.stage.has_groups else 0,
        "without_group": without_group(access.stage),
        "group_size": None if access.stage.has_groups else intent_of(access.stage).group_size,
        "least_contestants": format_of(access.stage).least,
        "format": format_of(access.stage),
        "made": made,
        "begun": play_has_begun(access.stage),
    }
    if made:
        context |= {
            "grid": schedule_grid(access.stage, around=wanted_round(request)),
            "conflicts": fixed_conflicts(access.stage),
        }
        format = format_of(access.stage)
        if format.deals and not format.round_by_round and not format.has_days:
            context["balance"] = schedule_balance(access.stage)
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "schedule/schedule.html", context, status=status)


@require_safe
@needs(Level.ORGANISER)
def schedule(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the schedule, and the acts that are possible."""
    access = access.preparing(request)
    sizes = field_sizes(access.stage)
    return _page(request, access, _form(request, access, sizes), sizes)


@require_POST
@needs(Level.ORGANISER)
@while_running
def make(request: HttpRequest, access: Access) -> HttpResponse:
    access = access.preparing(request)
    sizes = field_sizes(access.stage)
    form = _form(request, access, sizes)
    if form is not None and not form.is_valid():
        return _page(request, access, form, sizes)
    wanted = form.cleaned_data if form is not None else {}
    try:
        make_schedule(
            actor=access.acting,
            stage=access.stage,
            rounds=wanted.get("rounds"),
            seed=wanted.get("seed", ""),
            seeded=wanted.get("seeded", False),
        )
    except UserError as error:
        if form is not None:
            add_user_error(form, error)
            return _page(request, access, form, sizes)
        messages.error(request, str(error))
    return _to_schedule(access)


@require_POST
@needs(Level.ORGANISER)
@while_running
def publish(request: HttpRequest, access: Access) -> HttpResponse:
    access = access.preparing(request)
    try:
        publish_schedule(actor=access.acting, stage=access.stage)
    except UserError as error:
        messages.error(request, str(error))
        return _to_schedule(access)
    messages.success(request, _("The schedule, and with it the championship's pages, are public."))
    return redirect("championships:start", access.championship.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def remove(request: HttpRequest, access: Access) -> HttpResponse:
    """Ask for confirmation, or remove the schedule."""
    access = access.preparing(request)
    if request.method != "POST":
        context = {
            "access": access,
            "made": has_schedule(access.stage),
            "has_days": has_days(access.stage),
        }
        return render(request, "schedule/remove.html", context)
    with refusal_told(request):
        remove_schedule(actor=access.acting, stage=access.stage)
        messages.success(request, _("The schedule is removed: pairs can be registered again."))
    return _to_schedule(access)
