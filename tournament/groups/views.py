"""The organisers' page of a stage's groups: drawing them, changing them, taking them back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, posted, refusal_shown, refusal_told, tell_conflict
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.groups.forms import ChangeForm, DrawForm
from tournament.groups.queries import (
    clubs_of,
    groups_of,
    in_order,
    most_groups,
    why_no_groups,
    why_not_changed,
)
from tournament.groups.services import change_groups, draw_groups, remove_groups
from tournament.models import ComparedWith
from tournament.stages.formats import format_of


def _to_groups(access: Access) -> HttpResponse:
    return redirect(reverse("groups:groups", args=[access.championship.slug]) + access.stage_query)


def _draw_form(request: HttpRequest, access: Access) -> DrawForm | None:
    """Return the form that draws them; None while there are too few pairs."""
    contestants = in_order(access.stage)
    most = most_groups(access.stage, len(contestants))
    if most < 2:
        return None
    return DrawForm(
        posted(request),
        stage=access.stage,
        contestants=len(contestants),
        most=most,
        clubs=bool(clubs_of(contestants)),
        deals=format_of(access.stage).deals,
    )


def _change_form(request: HttpRequest, access: Access) -> ChangeForm:
    return ChangeForm(
        posted(request),
        stage=access.stage,
        found=groups_of(access.stage),
        deals=format_of(access.stage).deals,
    )


def _page(
    request: HttpRequest,
    access: Access,
    *,
    draw: DrawForm | None = None,
    change: ChangeForm | None = None,
) -> HttpResponse:
    stage = access.stage
    refusal = why_no_groups(stage) or why_not_changed(stage)
    ended = access.championship.ended_at is not None
    context: dict[str, Any] = {
        "access": access,
        "refusal": refusal,
        "found": groups_of(stage) if stage.has_groups else None,
        "compared": ComparedWith(stage.compared_with).label if format_of(stage).deals else "",
        "least": 2 * format_of(stage).least,
    }
    if not refusal and not ended:
        context |= {"draw": draw, "change": change}
    bound = [form for form in (draw, change) if form is not None and form.is_bound]
    return render(request, "groups/groups.html", context, status=422 if bound else 200)


@require_safe
@needs(Level.ORGANISER)
def groups(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the groups, and the acts that are possible."""
    access = access.preparing(request)
    change = _change_form(request, access) if access.stage.has_groups else None
    return _page(request, access, draw=_draw_form(request, access), change=change)


@require_POST
@needs(Level.ORGANISER)
@while_running
def draw(request: HttpRequest, access: Access) -> HttpResponse:
    """Draw the groups, or draw them again."""
    access = access.preparing(request)
    form = _draw_form(request, access)
    if form is None:
        return _to_groups(access)
    if form.is_valid():
        wanted = form.cleaned_data
        with refusal_shown(form):
            draw_groups(
                actor=access.acting,
                stage=access.stage,
                count=wanted["count"],
                by=wanted["by"],
                seed=wanted["seed"],
                clubs_apart=wanted.get("clubs_apart", False),
                compared_with=ComparedWith(wanted.get("compared_with", ComparedWith.EVERYBODY)),
            )
            messages.success(request, _("The groups are drawn."))
            return _to_groups(access)
    return _page(request, access, draw=form)


@require_POST
@needs(Level.ORGANISER)
@while_running
def change(request: HttpRequest, access: Access) -> HttpResponse:
    """Store the groups as somebody has put them together."""
    access = access.preparing(request)
    if not access.stage.has_groups:
        return _to_groups(access)
    form = _change_form(request, access)
    if form.is_valid():
        wanted = form.cleaned_data
        try:
            change_groups(
                actor=access.acting,
                stage=access.stage,
                group_of=form.group_of,
                names=form.names,
                compared_with=ComparedWith(wanted.get("compared_with", ComparedWith.EVERYBODY)),
                based_on=wanted["based_on"],
            )
        except Conflict as error:
            tell_conflict(request, error)
            return _to_groups(access)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("The groups are stored."))
            return _to_groups(access)
    return _page(request, access, change=form)


@require_POST
@needs(Level.ORGANISER)
@while_running
def remove(request: HttpRequest, access: Access) -> HttpResponse:
    """Take the groups back."""
    access = access.preparing(request)
    with refusal_told(request):
        remove_groups(actor=access.acting, stage=access.stage)
        messages.success(request, _("There are no groups any more."))
    return _to_groups(access)
