"""Pages of simultaneous events: everybody's, the centre's, and handing a round in at a venue."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, posted, refusal_shown, refusal_told
from tournament.core.live import live_page
from tournament.core.lookups import round_at
from tournament.core.permissions import (
    Access,
    Level,
    may_create_championships,
    needs,
    while_running,
)
from tournament.core.public_pages import NUMBER, kept
from tournament.core.ties import waits_for_release
from tournament.models import Championship, Role, RoundStatus, Simultaneous, User
from tournament.results.kinds.kinds import kind_of
from tournament.rounds.queries import closing_obstacles
from tournament.simultaneous.columns import VENUE, columns_on
from tournament.simultaneous.documents import event_document
from tournament.simultaneous.forms import (
    EventDetailsForm,
    LeaveOutForm,
    NewEventForm,
    PersonForm,
    ReleaseForm,
    ReleaseHourForm,
    SaltForm,
    TieForm,
    VenueForm,
)
from tournament.simultaneous.permissions import acting, for_everybody, for_the_centre
from tournament.simultaneous.queries import (
    EventFigures,
    EventStandings,
    VenueRef,
    event_state,
    event_version,
    exchangeable_rounds,
    is_of_the_centre,
    shared_standings,
    venues_waited_for,
    version_for_everybody,
    version_for_the_centre,
)
from tournament.simultaneous.services import (
    add_organiser,
    add_venue,
    change_event,
    count_again,
    delete_event,
    fix_salt_for_all,
    hand_in,
    leave_out,
    make_deals_for_all,
    make_event,
    open_for_all,
    release,
    remove_organiser,
    set_release_hour,
    take_back,
    tie_championship,
    untie,
)
from tournament.standings.columns import NAME, RANK, Output, StandingsColumn
from tournament.standings.lines import StandingsLine


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """A new event; whoever makes it is its centre."""
    assert isinstance(request.user, User)
    if not may_create_championships(request.user):
        raise PermissionDenied
    form = NewEventForm(posted(request), initial={"date": timezone.localdate()})
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            event = make_event(
                actor=Actor.of_user(request.user), user=request.user, **form.cleaned_data
            )
            return redirect("simultaneous:centre", event.slug)
    status = 422 if form.is_bound else 200
    return render(request, "simultaneous/make.html", {"form": form}, status=status)


@require_safe
@kept(event_version, arguments=("event",))
@for_everybody
def event_page(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """The venues, and how far each round is; it moves on with the rounds."""
    user = request.user if isinstance(request.user, User) else None

    def context() -> dict[str, Any]:
        return {
            "event": event,
            "state": event_state(event),
            "is_centre": is_of_the_centre(user, event),
        }

    return live_page(
        request,
        page="simultaneous/event.html",
        part="simultaneous/_event.html",
        version=version_for_everybody(event),
        context=context,
    )


@require_safe
@kept(event_version, arguments=("event",), of=r"(venues|clubs)", venue=NUMBER, page=NUMBER)
@for_everybody
def standings(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Everybody ranked together (?page=2), one venue's pairs (?venue=7), or ?of=venues or clubs."""
    found = shared_standings(event, version_for_everybody(event))
    shown = _shown(request, found)
    context = {
        "event": event,
        "found": found,
        "of": request.GET.get("of", ""),
        "venue": _chosen_venue(request, found),
        "page": shown,
        "columns": _page_columns(found),
        "rows": _rows(shown.object_list, found),
    }
    return render(request, "simultaneous/standings.html", context)


PAIRS_A_PAGE = 100


def _shown(request: HttpRequest, found: EventStandings) -> Page[StandingsLine[EventFigures]]:
    venue = _chosen_venue(request, found)
    lines = found.lines if venue is None else found.of_venue(venue.id)
    return Paginator(lines, PAIRS_A_PAGE).get_page(request.GET.get("page", "1"))


def _chosen_venue(request: HttpRequest, found: EventStandings) -> VenueRef | None:
    """The venue that an address asks for; 404 for one that has no pair in the standings."""
    wanted = request.GET.get("venue")
    if wanted is None:
        return None
    lines = found.of_venue(int(wanted) if wanted.isascii() and wanted.isdigit() else 0)
    if not lines:
        raise Http404
    return lines[0].figures.venue


def _page_columns(found: EventStandings) -> list[StandingsColumn[Any]]:
    """What ranks, and not the other of the two; names and venues are links of their own."""
    other = "total" if found.by_mean else "mean"
    own = {RANK.key, NAME.key, VENUE.key, other}
    return [one for one in columns_on(Output.PAGE) if one.key not in own]


def _rows(
    lines: Iterable[StandingsLine[EventFigures]], found: EventStandings
) -> list[tuple[StandingsLine[EventFigures], str, list[tuple[str, str]]]]:
    columns = _page_columns(found)
    return [
        (line, RANK.text(line), [(one.key, one.text(line)) for one in columns]) for line in lines
    ]


@require_safe
@kept(event_version, arguments=("event",))
@for_everybody
def pair(request: HttpRequest, event: Simultaneous, venue: int, number: int) -> HttpResponse:
    """A pair hand by hand: what it made, what that scored over all, and its percentile."""
    found = shared_standings(event, version_for_everybody(event))
    line = found.line(venue, number)
    if line is None:
        raise Http404
    hands = [(one, found.contestants[one.opponent]) for one in found.hands_of(line.contestant.id)]
    context = {
        "event": event,
        "found": found,
        "line": line,
        "rank": RANK.text(line),
        "columns": [(one.title, one.text(line)) for one in _page_columns(found)],
        "hands": hands,
    }
    return render(request, "simultaneous/pair.html", context)


@require_safe
@kept(event_version, arguments=("event",))
@for_everybody
def standings_json(_request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """The same for programs; see docs/json.md."""
    found = shared_standings(event, version_for_everybody(event))
    return JsonResponse(event_document(found), json_dumps_params={"ensure_ascii": False})


@require_safe
@for_the_centre
def centre(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """The centre's page: what comes next, what each round waits for, and the venues."""
    return live_page(
        request,
        page="simultaneous/centre.html",
        part="simultaneous/_centre.html",
        version=version_for_the_centre(event),
        context=lambda: _centre_context(request, event),
    )


def _centre_context(request: HttpRequest, event: Simultaneous, **forms: Any) -> dict[str, Any]:
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


def _refused(request: HttpRequest, event: Simultaneous, **forms: Any) -> HttpResponse:
    """The centre's page again, with a form that was refused."""
    context = {**_centre_context(request, event, **forms), "version": ""}
    return render(request, "simultaneous/centre.html", context, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def details(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Its name and date."""
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
    """A venue for which a championship is made, or a championship that becomes one."""
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
    """The championships that whoever asks organises, and that have neither begun nor hands."""
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
def set_hour(request: HttpRequest, event: Simultaneous, number: int) -> HttpResponse:
    """When a round is released, or that no time is set."""
    form = ReleaseHourForm(request.POST)
    if form.is_valid():
        with refusal_shown(form):
            set_release_hour(actor=acting(request), event=event, number=number, **form.cleaned_data)
            return redirect("simultaneous:centre", event.slug)
    return _release_page(request, event, number, hour_form=form)


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
    return _refused(request, event, salt_form=form)


@require_POST
@for_the_centre
def add_person(request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Somebody else looks after the event too."""
    form = PersonForm(request.POST)
    if form.is_valid():
        with refusal_shown(form):
            add_organiser(actor=acting(request), event=event, **form.cleaned_data)
            return redirect("simultaneous:centre", event.slug)
    return _refused(request, event, person_form=form)


@require_POST
@for_the_centre
def remove_person(request: HttpRequest, event: Simultaneous, user_id: int) -> HttpResponse:
    """Somebody doesn't look after the event any more."""
    with refusal_told(request):
        user = get_object_or_404(User, pk=user_id)
        remove_organiser(actor=acting(request), event=event, user=user)
        if user == request.user and not user.is_superuser:
            return redirect("home")
    return redirect("simultaneous:centre", event.slug)


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
