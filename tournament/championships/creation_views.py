"""Making a championship: first one of the presets, then its name and numbers."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournament.championships.creation_forms import (
    USUAL_PAIRS,
    ExpectedForm,
    NewChampionshipForm,
    contestants_of,
    estimate_lines,
    new_settings_form,
    short_estimate,
    suits_text,
)
from tournament.championships.services.details import create_championship
from tournament.core.actor import Actor
from tournament.core.forms import posted, refusal_shown
from tournament.core.logging_in import needs_account
from tournament.core.permissions import may_create_championships
from tournament.models import User
from tournament.stages.presets import PRESETS

CALCULATE = "calculate"
"""Value of the button that only makes the estimate."""


@require_safe
@needs_account
def choose(request: HttpRequest) -> HttpResponse:
    """Show the presets as cards, each with its size for a number of pairs (?pairs=40)."""
    _refuse_who_may_not(request)
    expected = ExpectedForm(request.GET or {"pairs": USUAL_PAIRS})
    cards = [
        (one, suits_text(one), short_estimate(one.begins, expected.expected))
        for one in PRESETS.values()
    ]
    context = {"expected": expected, "cards": cards}
    return render(request, "championships/choose_preset.html", context)


@needs_account
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest, preset: str) -> HttpResponse:
    """Make a championship of a preset; whoever makes it is its organiser."""
    user = _refuse_who_may_not(request)
    if preset not in PRESETS:
        raise Http404
    chosen, data = PRESETS[preset], posted(request)
    only_reckons = data is not None and data.get("act") == CALCULATE
    form = NewChampionshipForm(
        data,
        preset=chosen,
        initial={
            "date": timezone.localdate(),
            "pairs": contestants_of(chosen.begins.format, ExpectedForm(request.GET).expected),
        },
        details_needed=not only_reckons,
    )
    settings = new_settings_form(chosen, data)
    begins, status = chosen.begins, 200
    if form.is_bound:
        is_valid = all([form.is_valid(), settings.is_valid()])
        status = 200 if is_valid and only_reckons else 422
        if is_valid:
            begins = form.begins(settings.settings())
        if is_valid and not only_reckons:
            with refusal_shown(form):
                championship = create_championship(
                    actor=Actor.of_user(user), user=user, begins=begins, **form.details
                )
                return redirect("championships:start", championship.slug)
    context: dict[str, Any] = {
        "preset": chosen,
        "form": form,
        "settings": settings,
        "estimate": estimate_lines(begins, form.expected),
    }
    return render(request, "championships/create.html", context, status=status)


def _refuse_who_may_not(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    if not may_create_championships(request.user):
        raise PermissionDenied
    return request.user
