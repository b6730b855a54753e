"""The rounds of an event: opened for all, handed in, released, taken back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, posted, refusal_shown, refusal_told
from tournament.core.lookups import round_at
from tournament.core.permissions import Access, Level, needs, while_running
from tournament.core.ties import waits_for_release
from tournament.models import RoundStatus, Simultaneous
from tournament.results.kinds.kinds import kind_of
from tournament.rounds.queries import closing_obstacles
from tournament.simultaneous.forms import ReleaseForm, ReleaseHourForm
from tournament.simultaneous.permissions import acting, for_the_centre
from tournament.simultaneous.queries.state import venues_waited_for
from tournament.simultaneous.services.rounds import (
    hand_in,
    open_for_all,
    release,
    set_release_hour,
    take_back,
)


@require_POST
@for_the_centre
def set_hour(request: HttpRequest, event: Simultaneous, number: int) -> HttpResponse:
    """Set the time at which a round is released, or none."""
    form = ReleaseHourForm(request.POST)
    if form.is_valid():
        with refusal_shown(form):
            set_release_hour(actor=acting(request), event=event, number=number, **form.cleaned_data)
            return redirect("simultaneous:centre", event.slug)
    return _release_page(request, event, number, hour_form=form)


@require_POST
@for_the_centre
def open_round_for_all(request: HttpRequest, event: Simultaneous, number: int) -> HttpResponse:
    """Open a round wherever it is planned, and say where that was not possible."""
    with refusal_told(request):
        opened = open_for_all(actor=acting(request), event=event, number=number)
        if opened.venues:
            count = len(opened.venues)
            text = ngettext(
                "Round %(round)d is open in %(count)d venue.",
                "Round %(round)d is open in %(count)d venues.",
                count,
            )
            messages.success(request, text % {"round": number, "count": count})
        for name, why in opened.refused:
            messages.warning(request, f"{name}: {why}")
    return redirect("simultaneous:centre", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def release_(request: HttpRequest, event: Simultaneous, number: int) -> HttpResponse:
    """Make a round public; the page before it names the venues that are waited for."""
    if not 1 <= number <= event.rounds:
        raise Http404
    if event.releases.filter(round=number).exists():
        return redirect("simultaneous:centre", event.slug)
    waits = bool(venues_waited_for(event, number))
    form = ReleaseForm(posted(request), waits=waits, elsewhere=event.centre_is_elsewhere)
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            reason = form.cleaned_data.get("reason", "")
            release(actor=acting(request), event=event, number=number, reason=reason)
            messages.success(request, _("Round %(round)d is public.") % {"round": number})
            return redirect("simultaneous:centre", event.slug)
    return _release_page(request, event, number, form=form)


def _release_page(
    request: HttpRequest,
    event: Simultaneous,
    number: int,
    *,
    form: ReleaseForm | None = None,
    hour_form: ReleaseHourForm | None = None,
) -> HttpResponse:
    waits_for = venues_waited_for(event, number)
    hour = event.release_hours.filter(round=number).first()
    now = {"at": timezone.localtime(hour.at) if hour else None}
    context = {
        "event": event,
        "number": number,
        "waits_for": waits_for,
        "form": form or ReleaseForm(waits=bool(waits_for), elsewhere=event.centre_is_elsewhere),
        "hour_form": hour_form or ReleaseHourForm(initial=now),
    }
    status = 422 if any(one is not None and one.is_bound for one in (form, hour_form)) else 200
    return render(request, "simultaneous/release.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def hand_in_(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Hand a venue's round in, or list what is in the way."""
    round = round_at(access, number)
    slug = access.championship.slug
    refusal, status = "", 200
    if not waits_for_release(round):
        return redirect("rounds:close", slug, number)
    if request.method == "POST":
        try:
            done = hand_in(actor=access.acting, round=round)
        except UserError as error:
            refusal, status = str(error), 422
        else:
            if done.status == RoundStatus.CLOSED:
                return redirect("rounds:closed", slug, number)
            messages.success(
                request,
                _("Round %(round)d is handed in. Until it is released this can be taken back.")
                % {"round": number},
            )
            return redirect("rounds:list", slug)
    elif round.status != RoundStatus.OPEN or round.handed_in_at is not None:
        return redirect("rounds:round", slug, number)
    context = {
        "access": access,
        "round": round,
        "obstacles": closing_obstacles(round),
        "numbered": kind_of(round.stage).numbered,
        "refusal": refusal,
    }
    return render(request, "simultaneous/hand_in.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
@while_running
def take_back_(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Take a hand-in back, with a reason."""
    round = round_at(access, number)
    form = ReasonForm(posted(request))
    if round.handed_in_at is None:
        return redirect("rounds:round", access.championship.slug, number)
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            take_back(actor=access.acting, round=round, reason=form.cleaned_data["reason"])
            return redirect("rounds:round", access.championship.slug, number)
    context = {"access": access, "round": round, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "simultaneous/take_back.html", context, status=status)
