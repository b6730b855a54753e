"""The wall, and the page from which it is steered."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import UserError
from tournament.core.forms import add_user_error
from tournament.core.live import live_page
from tournament.core.permissions import Access, Level, needs
from tournament.core.public_pages import NUMBER, kept_by
from tournament.models import Wall
from tournament.wall.forms import MessageForm, ShownForm
from tournament.wall.queries import wall_state, wall_version
from tournament.wall.screens import held_of, possible_shows, screens_of, shows_of
from tournament.wall.services import (
    choose_shown,
    hold_screen,
    let_wall_go_on,
    pause_wall,
    take_message_down,
    tell_hall,
)


class Act(StrEnum):
    CHOOSE = "choose"
    HOLD = "hold"
    PAUSE = "pause"
    GO_ON = "go-on"
    TELL = "tell"
    TAKE_DOWN = "take-down"


@require_safe
@kept_by(wall_version, stage=NUMBER)
@needs(Level.PUBLIC)
def wall(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the desk's choice on a projector; by default the standings and their course."""

    def context() -> dict[str, Any]:
        state = wall_state(access.championship)
        found = screens_of(access, state.shows)
        screens = [screen for screens in found.values() for screen in screens]
        return {
            "access": access,
            "state": state,
            "screens": screens,
            "held": held_of(state, screens),
        }

    return live_page(
        request,
        page="wall/wall.html",
        part="wall/_wall.html",
        version=wall_version(access.championship),
        context=context,
    )


@never_cache
@require_safe
@needs(Level.REFEREE)
def steer(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what the wall shows, its screens, and the message to the hall."""
    return _page(request, access)


def _page(
    request: HttpRequest,
    access: Access,
    *,
    shown: ShownForm | None = None,
    message: MessageForm | None = None,
    status: int = 200,
) -> HttpResponse:
    state = wall_state(access.championship)
    found = screens_of(access, state.shows)
    screens = [screen for screens in found.values() for screen in screens]
    held = held_of(state, screens)
    context = {
        "access": access,
        "state": state,
        "screens": screens,
        "held": held,
        "turns": not (held or state.paused),
        "empty": [kind for kind, screens in found.items() if not screens],
        "shown_form": shown
        or ShownForm(
            possible=possible_shows(access.stage),
            initial={"shows": [one.value for one in shows_of(access.stage, state.shows)]},
        ),
        "message_form": message or MessageForm(),
    }
    return render(request, "wall/steer.html", context, status=status)


@require_POST
@needs(Level.REFEREE)
def act(request: HttpRequest, access: Access) -> HttpResponse:
    """Do what a button says; a form that is wrong comes back as it was typed."""
    asked = request.POST.get("act", "")
    try:
        if asked == Act.CHOOSE:
            return _choose(request, access)
        if asked == Act.TELL:
            return _tell(request, access)
        simple = _simple_acts(request, access).get(asked)
        if simple is None:
            raise UserError(_("This page can no longer be used. Reload it."))
        simple()
    except UserError as error:
        messages.error(request, str(error))
    return redirect("wall:steer", access.championship.slug)


def _simple_acts(request: HttpRequest, access: Access) -> dict[str, Callable[[], Wall]]:
    of: dict[str, Any] = {"actor": access.acting, "championship": access.championship}
    return {
        Act.HOLD: lambda: hold_screen(**of, screen=request.POST.get("screen", "")),
        Act.PAUSE: lambda: pause_wall(**of),
        Act.GO_ON: lambda: let_wall_go_on(**of),
        Act.TAKE_DOWN: lambda: take_message_down(**of),
    }


def _choose(request: HttpRequest, access: Access) -> HttpResponse:
    form = ShownForm(request.POST, possible=possible_shows(access.stage))
    if not form.is_valid():
        return _page(request, access, shown=form, status=422)
    choose_shown(actor=access.acting, championship=access.championship, shows=form.chosen)
    messages.success(request, _("The wall shows it at its next refresh, in a few seconds."))
    return redirect("wall:steer", access.championship.slug)


def _tell(request: HttpRequest, access: Access) -> HttpResponse:
    form = MessageForm(request.POST)
    if form.is_valid():
        try:
            tell_hall(actor=access.acting, championship=access.championship, **form.cleaned_data)
        except UserError as error:
            add_user_error(form, error)
    if not form.is_valid():
        return _page(request, access, message=form, status=422)
    messages.success(request, _("The walls show the message in a few seconds."))
    return redirect("wall:steer", access.championship.slug)
