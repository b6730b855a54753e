"""Pages of a championship as a whole: start, details, settings, rules, end, another one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.duplicate.settings import Settings
from scoring.ordinary.solo_standings import SoloSettings
from scoring.ordinary.standings import GameSettings
from scoring.pairing.knockout import KnockoutSettings
from tournament.championships.checklist import checklist
from tournament.championships.checklist.step import State
from tournament.championships.day_settings import change_day
from tournament.championships.end_queries import left_undone, why_not_ended
from tournament.championships.forms import AnotherForm, ChangeDetailsForm, DetailsForm, EndForm
from tournament.championships.queries import progress
from tournament.championships.services.another import create_another
from tournament.championships.services.details import change_details, details_version
from tournament.championships.services.end import end_championship, set_archived
from tournament.championships.services.settings import change_settings, settings_version
from tournament.championships.settings_forms import DayForm, SettingsForm
from tournament.championships.settings_told import settings_in_force
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, posted, refusal_shown, tell_conflict
from tournament.core.labels import label
from tournament.core.live import public_version
from tournament.core.locks import settings_are_frozen
from tournament.core.messages import said
from tournament.core.method_words import method_words
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.core.public_pages import NUMBER, kept_by
from tournament.inbox.summary import waiting
from tournament.models import AnySettings, Stage, User
from tournament.schedule.queries import field_size
from tournament.stages.formats import format_of
from tournament.standings.carry_words import how_chosen
from tournament.standings.rankings.rankings import ranking_of


def status_of(*forms: DetailsForm | DayForm | SettingsForm | EndForm | None) -> int:
    """Return 422 for a page that shows a refused form again, else 200."""
    return 422 if any(form is not None and form.is_bound for form in forms) else 200


@require_safe
@needs(Level.REFEREE)
def start(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what has been done and what comes next."""
    now = progress(*access.stages)
    steps = [
        replace(step, view="") if access.level < step.level else step for step in checklist(now)
    ]
    context = {
        "access": access,
        "steps": steps,
        "next": next((step for step in steps if step.state is State.NEXT), None),
        "now": now,
        "has_workbook": ranking_of(access.stage).has_workbook,
        "contestants": now.contestants,
        "waiting": waiting(access) if now.begun else None,
    }
    return render(request, "championships/start.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def details(request: HttpRequest, access: Access) -> HttpResponse:
    championship = access.championship
    form = ChangeDetailsForm(
        posted(request),
        initial={
            "name": championship.name,
            "place": championship.place,
            "date": championship.date,
            "based_on": details_version(championship),
        },
    )
    if (done := _changed(request, access, form, change_details)) is not None:
        return done
    context = {"access": access, "form": form}
    return render(request, "championships/details.html", context, status=status_of(form))


def _changed(
    request: HttpRequest, access: Access, form: forms.Form, change: Callable[..., object]
) -> HttpResponse | None:
    """Make the change and return where to go; None without one, or if the form says why not."""
    if not (form.is_bound and form.is_valid()):
        return None
    championship = access.championship
    try:
        change(actor=access.acting, championship=championship, **form.cleaned_data)
    except Conflict as error:
        tell_conflict(request, error)
        return redirect(request.path)
    except UserError as error:
        add_user_error(form, error)
        return None
    messages.success(request, _("Saved."))
    return redirect("championships:start", championship.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def settings(request: HttpRequest, access: Access) -> HttpResponse:
    access = access.preparing(request)
    championship, stage = access.championship, access.stage
    here = reverse("championships:settings", args=[championship.slug]) + access.stage_query
    begun = settings_are_frozen(stage)
    before = stage.settings
    form = SettingsForm(
        posted(request),
        format=format_of(stage),
        begun=begun,
        one_of_many=len(access.stages) > 1,
        initial={
            **SettingsForm.values_of(before, stage.draw_seed),
            "name": stage.name,
            "based_on": settings_version(stage),
        },
    )
    if form.is_bound and form.is_valid():
        try:
            changed = change_settings(
                actor=access.acting,
                stage=stage,
                settings=form.settings(),
                draw_seed=form.cleaned_data["draw_seed"],
                name=form.cleaned_data.get("name"),
                reason=form.cleaned_data.get("reason", ""),
                based_on=form.cleaned_data["based_on"],
            )
        except Conflict as error:
            tell_conflict(request, error)
            return redirect(here)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("The settings are saved."))
            if begun and changed.settings.tie_breaks != before.tie_breaks:
                messages.warning(
                    request, _("The tie-breaks have changed after play began: tell the pairs.")
                )
            return redirect(here)
    context = {
        "access": access,
        "form": form,
        "begun": begun,
    }
    return render(request, "championships/settings.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def day(request: HttpRequest, access: Access) -> HttpResponse:
    """Change how the day runs: confirmations, the length of rounds, the time for corrections."""
    form = DayForm(access.championship, posted(request))
    if (done := _changed(request, access, form, change_day)) is not None:
        return done
    context = {"access": access, "form": form}
    return render(request, "championships/day.html", context, status=status_of(form))


@require_safe
@kept_by(public_version, stage=NUMBER)
@needs(Level.PUBLIC)
def rules(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the rules of the championship: every setting, and rulings for all."""
    stage = access.stage
    settings = stage.settings
    rules = settings.fields()["tie_breaks"].choices
    template, told = RULES[type(settings)]
    context = {
        "access": access,
        "format": format_of(stage),
        "contestants": field_size(stage),
        "how_chosen": how_chosen(stage),
        "settings": settings_in_force(stage),
        "scoring": settings,
        "tie_breaks": [
            {"name": label(rule), "sentence": said(rules[rule].sentence)}
            for rule in settings.tie_breaks
        ],
        "draws_cards": "draw" in settings.tie_breaks,
        **told(stage),
    }
    return render(request, template, context)


def _of_hands(stage: Stage) -> dict[str, Any]:
    settings = stage.scoring_settings()
    words = method_words(settings)
    return {"words": words, "formula": words.formula(settings), "level": words.level(settings)}


def _of_abarrotada(stage: Stage) -> dict[str, Any]:
    rules = stage.solo_settings().rules(stage.hands_per_match)
    return {"hands_of_three": rules.hands_of(3)}


RULES: Mapping[type[AnySettings], tuple[str, Callable[[Stage], dict[str, Any]]]] = {
    Settings: ("championships/rules.html", _of_hands),
    GameSettings: ("championships/rules_of_games.html", lambda _stage: {}),
    KnockoutSettings: ("championships/rules_of_games.html", lambda _stage: {}),
    SoloSettings: ("championships/rules_of_abarrotada.html", _of_abarrotada),
}
"""The page of each kind of settings, and its further context."""


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def end(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what ending does and what is in its way, and end the championship."""
    now = progress(*access.stages)
    form = EndForm(posted(request), unplayed=bool(now.planned_rounds))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            end_championship(
                actor=access.acting,
                championship=access.championship,
                reason=form.cleaned_data.get("reason", ""),
            )
            messages.success(request, _("The championship has ended. Its standings are final."))
            return redirect("championships:start", access.championship.slug)
    running = access.championship.ended_at is None
    context = {
        "access": access,
        "form": form,
        "now": now,
        "obstacles": why_not_ended(access.championship) if running else (),
        "undone": left_undone(access.championship) if running else (),
    }
    return render(request, "championships/end.html", context, status=status_of(form))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def another(request: HttpRequest, access: Access) -> HttpResponse:
    """Create a championship with the settings of this one, and the chosen parts."""
    assert isinstance(request.user, User)
    source = access.championship
    form = AnotherForm(
        posted(request),
        initial={
            "name": source.name,
            "place": source.place,
            "date": timezone.localdate(),
            "tables": True,
            "people": True,
        },
    )
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            made = create_another(
                actor=access.acting,
                user=request.user,
                source=source,
                taken=form.taken,
                **form.details,
            )
            return redirect("championships:start", made.slug)
    context = {"access": access, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "championships/another.html", context, status=status)


@require_POST
@needs(Level.ORGANISER)
def archive(request: HttpRequest, access: Access) -> HttpResponse:
    """Move the championship to the archive, or out of it (act=back)."""
    archived = request.POST.get("act") != "back"
    set_archived(actor=access.acting, championship=access.championship, archived=archived)
    messages.success(
        request,
        _("It is in the archive now.") if archived else _("It is out of the archive again."),
    )
    return redirect("championships:end", access.championship.slug)
