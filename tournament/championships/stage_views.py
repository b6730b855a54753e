"""Pages of a championship's stages: which there are, adding one, taking one back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.championships.services.stages import add_stage_of_best, remove_stage
from tournament.championships.stage_forms import NewStageForm, WhoGoesOnForm, not_taken_over
from tournament.championships.stage_queries import (
    going_on,
    stage_lines,
    why_not_added,
    why_not_removed,
)
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import (
    add_user_error,
    choices_in,
    posted,
    preview_of_other_choices,
    tell_conflict,
)
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.models import Stage
from tournament.standings.carry_words import carry_meaning, how_chosen
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.rankings import ranking_of


@require_safe
@needs(Level.ORGANISER)
def stages(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the stages, who plays in each, and whether another one can be added."""
    ended = access.championship.ended_at is not None
    lines = [(line, how_chosen(line.stage)) for line in stage_lines(access.championship)]
    context = {
        "access": access,
        "lines": lines,
        "ended": ended,
        "refusal": "" if ended else why_not_added(access.stages[-1]),
    }
    return render(request, "championships/stages.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def add(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the new stage (?format=…&best=…) and who would go on, and add it."""
    before = access.stages[-1]
    refusal = why_not_added(before)
    if refusal and request.method == "POST" and before.best and not before.rounds.exists():
        # Sent twice: it has been added by now.
        return _to_its_schedule(access, before)
    if refusal:
        messages.error(request, refusal)
        return redirect("championships:stages", access.championship.slug)
    names = list(NewStageForm.base_fields)
    if (preview := preview_of_other_choices(request, names)) is not None:
        return preview
    asked = request.GET if request.GET.keys() & {"best", "each"} else None
    form = NewStageForm(before, len(standings_view(before).lines), asked)
    context: dict[str, object] = {
        "access": access,
        "form": form,
        "before": before,
        "meaning": carry_meaning(before) if ranking_of(before).carries else "",
    }
    if asked is None or not form.is_valid():
        status = 200 if asked is None else 422
        return render(request, "championships/add_stage.html", context, status=status)
    wanted = form.cleaned_data
    now = going_on(before, wanted["best"], wanted["carry"], wanted.get("each"))
    who = WhoGoesOnForm(now, posted(request))
    if who.is_bound and who.is_valid():
        try:
            stage = add_stage_of_best(
                actor=access.acting,
                championship=access.championship,
                kind=wanted["format"].kind,
                name=wanted["name"],
                best=wanted["best"],
                best_of_each=wanted.get("each"),
                carry=wanted["carry"],
                hands_per_match=wanted["hands"],
                chosen=who.cleaned_data["chosen"],
                reason=who.cleaned_data["reason"],
                based_on=who.cleaned_data["based_on"],
            )
        except Conflict as error:
            tell_conflict(request, error)
            return redirect(request.get_full_path())
        except UserError as error:
            add_user_error(who, error)
        else:
            messages.success(request, _("The stage is added: make its schedule now."))
            return _to_its_schedule(access, stage)
    context |= {
        "now": now,
        "shown": choices_in(asked, names),
        "who": who,
        "carries": any(one.carried_text for one in now.candidates),
        "not_taken": not_taken_over(before, wanted["format"]),
    }
    status = 422 if who.is_bound else 200
    return render(request, "championships/add_stage.html", context, status=status)


def _to_its_schedule(access: Access, stage: Stage) -> HttpResponse:
    schedule = reverse("schedule:schedule", args=[access.championship.slug])
    return redirect(f"{schedule}?stage={stage.number}")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def remove(request: HttpRequest, access: Access) -> HttpResponse:
    """Ask, and take the stage (?stage=2) back with its schedule."""
    if request.method != "POST":
        context = {"access": access, "refusal": why_not_removed(access.stage)}
        return render(request, "championships/remove_stage.html", context)
    name = access.stage.shown_name
    try:
        remove_stage(actor=access.acting, stage=access.stage)
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("“%(stage)s” is taken back.") % {"stage": name})
    return redirect("championships:stages", access.championship.slug)
