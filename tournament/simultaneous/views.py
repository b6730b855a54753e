"""Pages of simultaneous events that everybody may see, and making an event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scoring.whole_numbers import whole_number
from tournament.core.actor import Actor
from tournament.core.forms import posted, refusal_shown
from tournament.core.live import live_page
from tournament.core.logging_in import needs_account
from tournament.core.permissions import may_create_championships
from tournament.core.public_pages import NUMBER, kept
from tournament.models import Simultaneous, User
from tournament.simultaneous.columns import VENUE, columns_on
from tournament.simultaneous.documents import event_document
from tournament.simultaneous.forms import NewEventForm
from tournament.simultaneous.permissions import for_everybody
from tournament.simultaneous.queries.event_standings import EventFigures, EventStandings, VenueRef
from tournament.simultaneous.queries.overall import shared_standings
from tournament.simultaneous.queries.state import (
    event_state,
    event_version,
    is_of_the_centre,
    version_for_everybody,
)
from tournament.simultaneous.services.events import make_event
from tournament.standings.columns import NAME, RANK, Output, StandingsColumn
from tournament.standings.lines import StandingsLine
from tournament.standings.remarks import place_reasons


@needs_account
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """Make a new event; whoever makes it is its centre."""
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
    """Show the venues, and how far each round is; it moves on with the rounds."""
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
    """Show all pairs ranked (?page=2), one venue's (?venue=7), or ?of=venues or clubs."""
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
    """Return the venue that an address asks for; 404 for one that has no pair in the standings."""
    wanted = request.GET.get("venue")
    if wanted is None:
        return None
    lines = found.of_venue(whole_number(wanted) or 0)
    if not lines:
        raise Http404
    return lines[0].figures.venue


def _page_columns(found: EventStandings) -> list[StandingsColumn[Any]]:
    """Return the columns of the page: without names and venues, which are links of their own, and
    of total and mean only the one that ranks."""
    other = "total" if found.by_mean else "mean"
    own = {RANK.key, NAME.key, VENUE.key, other}
    return [one for one in columns_on(Output.PAGE) if one.key not in own]


def _rows(
    lines: Iterable[StandingsLine[EventFigures]], found: EventStandings
) -> list[tuple[StandingsLine[EventFigures], str, str, list[tuple[str, str]]]]:
    """Return each line with its rank, what put it behind others, and its figures by their keys."""
    columns = _page_columns(found)
    return [
        (
            line,
            RANK.text(line),
            "; ".join(place_reasons(line)),
            [(one.key, one.text(line)) for one in columns],
        )
        for line in lines
    ]


@require_safe
@kept(event_version, arguments=("event",))
@for_everybody
def pair(request: HttpRequest, event: Simultaneous, venue: int, number: int) -> HttpResponse:
    """Show a pair hand by hand: what it made, what that scored over all, and its percentile."""
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
        "reasons": place_reasons(line),
        "columns": [(one.title, one.text(line)) for one in _page_columns(found)],
        "hands": hands,
    }
    return render(request, "simultaneous/pair.html", context)


@require_safe
@kept(event_version, arguments=("event",))
@for_everybody
def standings_json(_request: HttpRequest, event: Simultaneous) -> HttpResponse:
    """Return the standings of an event as JSON; see docs/json.md."""
    found = shared_standings(event, version_for_everybody(event))
    return JsonResponse(event_document(found), json_dumps_params={"ensure_ascii": False})
