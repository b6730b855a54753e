"""Pages of an event's centre: its details, venues, hands and people."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.championships.settings_forms import SettingsForm
from tournament.core.errors import Conflict, UserError
from tournament.core.forms import (
    ReasonForm,
    add_user_error,
    posted,
    refusal_shown,
    refusal_told,
    tell_conflict,
)
from tournament.core.live import live_page
from tournament.models import Championship, Role, Simultaneous, User
from tournament.simultaneous.forms import (
    ComparisonForm,
    EventDetailsForm,
    ExchangeForm,
    LeaveOutForm,
    PersonForm,
    SaltForm,
    TieForm,
    VenueForm,
)
from tournament.simultaneous.permissions import acting, for_the_centre
from tournament.simultaneous.queries.hands import exchangeable_rounds
from tournament.simultaneous.queries.state import event_state, version_for_the_centre
from tournament.simultaneous.services.deals import (
    exchange_for_all,
    fix_salt_for_all,
    make_deals_for_all,
)
from tournament.simultaneous.services.events import (
    add_organiser,
    change_event,
    delete_event,
    remove_organiser,
)
from tournament.simultaneous.services.settings import (
    change_settings_for_all,
    event_settings_version,
    event_stage,
    has_begun,
)
from tournament.simultaneous.services.venues import (
    add_venue,
    count_again,
    leave_out,
    tie_championship,
    untie,
)
from tournament.stages.formats import FORMATS, format_of


@require_safe
@for_the_centre
def centre(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Show the centre's page: what comes next, what each round waits for, and the venues."""
    return live_page(
        request,
        page="simultaneous/centre.html",
        part="simultaneous/_centre.html",
        version=version_for_the_centre(event),
        context=lambda: centre_context(request, event),
    )


def centre_context(request: HttpRequest, event: Simultaneous, **forms: Any) -> dict[str, Any]:
    return {
        "event": event,
        "state": event_state(event),
        "exchangeable": not event.centre_is_elsewhere and bool(exchangeable_rounds(event)),
        "people": event.organisers.order_by("username"),
        "salt_form": SaltForm(),
        "person_form": PersonForm(),
        "me": request.user,
        **forms,
    }


def refused(request: HttpRequest, event: Simultaneous, **forms: Any) -> HttpResponse:
    """Show the centre's page again, with a form that was refused."""
    context = {**centre_context(request, event, **forms), "version": ""}
    return render(request, "simultaneous/centre.html", context, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def details(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Change the event's name and date."""
    form = EventDetailsForm(posted(request), initial={"name": event.name, "date": event.date})
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            change_event(actor=acting(request), event=event, **form.cleaned_data)
            return redirect("simultaneous:centre", event.slug)
    context = {"event": event, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "simultaneous/details.html", context, status=status)


@require_POST
@for_the_centre
def delete(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Delete an event without venues."""
    try:
        delete_event(actor=acting(request), event=event)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("simultaneous:centre", event.slug)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": event.name})
    return redirect("home")


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def add(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Show a venue for which a championship is made, or a championship that becomes one."""
    form = VenueForm(posted(request))
    if form.is_bound and form.is_valid():
        assert isinstance(request.user, User)
        with refusal_shown(form):
            venue = add_venue(
                actor=acting(request), user=request.user, event=event, **form.cleaned_data
            )
            messages.success(request, _("“%(name)s” is a venue now.") % {"name": venue.name})
            return redirect("simultaneous:centre", event.slug)
    return _venue_page(request, event, form, TieForm(_free(request)))


@require_POST
@for_the_centre
def tie(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Make a championship of one's own a venue."""
    form = TieForm(_free(request), request.POST)
    if form.is_valid():
        with refusal_shown(form):
            venue = tie_championship(actor=acting(request), event=event, **form.cleaned_data)
            messages.success(request, _("“%(name)s” is a venue now.") % {"name": venue.name})
            return redirect("simultaneous:centre", event.slug)
    return _venue_page(request, event, VenueForm(), form)


def _venue_page(
    request: HttpRequest, event: Simultaneous, form: VenueForm, tie_form: TieForm
) -> HttpResponse:
    context = {"event": event, "form": form, "tie_form": tie_form, "free": _free(request)}
    status = 422 if form.is_bound or tie_form.is_bound else 200
    return render(request, "simultaneous/add_venue.html", context, status=status)


def _free(request: HttpRequest) -> list[Championship]:
    """Return the visitor's own championships that have neither begun nor hands."""
    assert isinstance(request.user, User)
    own = Championship.objects.filter(
        venue=None, ended_at=None, is_archived=False, deal_sets=None, rounds__opened_at=None
    )
    if not request.user.is_superuser:
        own = own.filter(memberships__user=request.user, memberships__role=Role.ORGANISER)
    return list(own.distinct()[:100])


@require_POST
@for_the_centre
def untie_(request: HttpRequest, event: Simultaneous, venue: int) -> HttpResponse:
    """Take a venue out of the event."""
    found = get_object_or_404(event.venues.select_related("championship"), pk=venue)
    with refusal_told(request):
        untie(actor=acting(request), venue=found)
        messages.success(
            request, _("“%(name)s” is no longer a venue of the event.") % {"name": found.name}
        )
    return redirect("simultaneous:centre", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def leave_out_(request: HttpRequest, event: Simultaneous, venue: int) -> HttpResponse:
    """Leave a venue out of the standings, or let one that is left out count again."""
    found = get_object_or_404(event.venues.select_related("championship"), pk=venue)
    form = (ReasonForm if found.left_out else LeaveOutForm)(posted(request))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            act = count_again if found.left_out else leave_out
            act(actor=acting(request), venue=found, **form.cleaned_data)
            return redirect("simultaneous:centre", event.slug)
    context = {"event": event, "venue": found, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "simultaneous/leave_out.html", context, status=status)


@require_POST
@for_the_centre
def make_hands(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Make the hands that all venues play."""
    with refusal_told(request):
        make_deals_for_all(actor=acting(request), event=event)
    return redirect("simultaneous:centre", event.slug)


@require_POST
@for_the_centre
def fix_salt(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Fix the salt in all venues."""
    form = SaltForm(request.POST)
    if form.is_valid():
        with refusal_shown(form):
            fix_salt_for_all(actor=acting(request), event=event, **form.cleaned_data)
            messages.success(request, _("The salt is fixed in all venues."))
            return redirect("simultaneous:centre", event.slug)
    return refused(request, event, salt_form=form)


@require_POST
@for_the_centre
def add_person(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Let another person look after the event too."""
    form = PersonForm(request.POST)
    if form.is_valid():
        with refusal_shown(form):
            add_organiser(actor=acting(request), event=event, **form.cleaned_data)
            return redirect("simultaneous:centre", event.slug)
    return refused(request, event, person_form=form)


@require_POST
@for_the_centre
def remove_person(request: HttpRequest, event: Simultaneous, user_id: int) -> HttpResponse:
    """Take a person from those who look after the event."""
    with refusal_told(request):
        user = get_object_or_404(User, pk=user_id)
        remove_organiser(actor=acting(request), event=event, user=user)
        if user == request.user and not user.is_superuser:
            return redirect("home")
    return redirect("simultaneous:centre", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def settings(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Change how hands are scored in all venues, and whom pairs are compared with."""
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
