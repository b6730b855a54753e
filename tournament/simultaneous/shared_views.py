"""What the centre changes in all venues after they were made: settings, and exchanged hands."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.championships.settings_forms import SettingsForm
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import add_user_error, posted, refusal_shown, tell_conflict
from tournament.models import Simultaneous
from tournament.simultaneous.forms import ComparisonForm, ExchangeForm
from tournament.simultaneous.permissions import acting, for_the_centre
from tournament.simultaneous.queries.hands import exchangeable_rounds
from tournament.simultaneous.services.deals import exchange_for_all
from tournament.simultaneous.services.settings import (
    change_settings_for_all,
    event_settings_version,
    event_stage,
    has_begun,
)
from tournament.stages.formats import FORMATS, format_of


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def settings(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """How hands are scored in all venues, and with whom pairs are compared over all."""
    stage = event_stage(event)
    format = FORMATS[event.kind] if stage is None else format_of(stage)
    begun = has_begun(event)
    initial = {"based_on": event_settings_version(event)}
    if stage is not None:
        initial |= SettingsForm.values_of(stage.settings, stage.draw_seed)
    form = SettingsForm(
        posted(request), format=format, begun=begun, one_of_many=False, initial=initial
    )
    comparison = ComparisonForm(posted(request), initial={"field": event.field})
    if form.is_bound and form.is_valid() and comparison.is_valid():
        try:
            change_settings_for_all(
                actor=acting(request),
                event=event,
                settings=form.settings(),
                field=comparison.cleaned_data["field"],
                draw_seed=form.cleaned_data["draw_seed"],
                reason=form.cleaned_data.get("reason", ""),
                based_on=form.cleaned_data["based_on"],
            )
        except Conflict as error:
            tell_conflict(request, error)
            return redirect("simultaneous:settings", event.slug)
        except UserError as error:
            add_user_error(form, error)
        else:
            messages.success(request, _("The settings of all venues are saved."))
            return redirect("simultaneous:centre", event.slug)
    context = {
        "event": event,
        "form": form,
        "comparison": comparison,
        "begun": begun,
        "has_venues": stage is not None,
    }
    status = 422 if form.is_bound else 200
    return render(request, "simultaneous/settings.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def exchange(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Give a round whose hands somebody has seen other hands, in all venues."""
    rounds = exchangeable_rounds(event)
    form = ExchangeForm(posted(request), rounds=rounds)
    if form.is_bound and form.is_valid():
        number, reason = form.cleaned_data["round"], form.cleaned_data["reason"]
        with refusal_shown(form):
            hands = exchange_for_all(
                actor=acting(request), event=event, number=number, reason=reason
            )
            messages.success(
                request,
                _("Hands %(first)d to %(last)d have other cards now, in all venues.")
                % {"first": hands[0], "last": hands[-1]},
            )
            return redirect("simultaneous:centre", event.slug)
    context = {"event": event, "form": form, "rounds": rounds}
    status = 422 if form.is_bound else 200
    return render(request, "simultaneous/exchange.html", context, status=status)
