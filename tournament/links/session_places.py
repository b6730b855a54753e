"""The places that a visitor holds: tables and pairs whose links were opened in this browser.

The session stores the place and the number of its link, by championship, but never the token. So
renewing a link, or ending the championship, also ends what an open session may do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.db.models import QuerySet
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from tournament.core.actor import Actor
from tournament.core.permissions import Access, Level, SlugView, access_to
from tournament.links.phone import phone_made
from tournament.links.tokens import Place, PlaceKind
from tournament.looks.services import note_playing
from tournament.models import Championship, User

P = ParamSpec("P")

SESSION_KEY = "places"
KEPT_SECONDS = 14 * 24 * 60 * 60
"""Seconds for which a browser holds its places after the last scan: long enough for a
championship of several Saturdays, and not for ever on a phone that was lent for a day."""


class LinkNeeded(Exception):
    """The visitor doesn't hold the place that a page is about; `by_link` answers it."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A visitor with at least one valid place in a championship."""

    access: Access
    places: frozenset[Place]

    def holds(self, kind: PlaceKind, number: int) -> bool:
        """Return whether the visitor holds this table or pair."""
        return any(place.kind == kind and place.number == number for place in self.places)

    def must_hold(self, kind: PlaceKind, number: int) -> None:
        """Raise `LinkNeeded` unless the visitor holds this table or pair."""
        if not self.holds(kind, number):
            raise LinkNeeded


def _kept(request: HttpRequest, championship: Championship) -> frozenset[Place]:
    """Return the places in the session, valid or not."""
    kept = request.session.get(SESSION_KEY, {}).get(str(championship.pk), [])
    return frozenset(Place(PlaceKind(kind), number, link) for kind, number, link in kept)


def _link_numbers(
    championship: Championship, places: Iterable[Place]
) -> dict[tuple[PlaceKind, int], int]:
    """Return the number of the valid link of each of these places that exists.

    1 query for the tables among them and 1 for the pairs.
    """
    wanted: dict[PlaceKind, set[int]] = {PlaceKind.TABLE: set(), PlaceKind.PAIR: set()}
    for place in places:
        wanted[place.kind].add(place.number)
    rows: dict[PlaceKind, QuerySet[Any]] = {
        PlaceKind.TABLE: championship.tables.all(),
        PlaceKind.PAIR: championship.contestants.all(),
    }
    return {
        (kind, number): link
        for kind, numbers in wanted.items()
        if numbers
        for number, link in rows[kind]
        .filter(number__in=numbers)
        .values_list("number", "link_number")
    }


def places_of(request: HttpRequest, championship: Championship) -> frozenset[Place]:
    """Return the places this browser holds now; none once the championship has ended.

    A pair that has withdrawn keeps its place: it has results, and may ask for their correction. 3
    queries at most, including the session's own.
    """
    if championship.ended_at is not None:
        return frozenset()
    kept = _kept(request, championship)
    current = _link_numbers(championship, kept)
    return frozenset(
        place for place in kept if current.get((place.kind, place.number)) == place.link_number
    )


def remember_place(request: HttpRequest, championship: Championship, place: Place) -> None:
    """Let this browser hold the place, besides those it holds already.

    A phone goes from table to table through the day, and a referee's holds what it scanned, all in
    one session that outlives logging in. From here on the phone has a number.
    """
    phone_made(request)
    others = {
        one
        for one in _kept(request, championship)
        if (one.kind, one.number) != (place.kind, place.number)
    }
    held = sorted((one.kind, one.number, one.link_number) for one in {*others, place})
    everywhere = dict(request.session.get(SESSION_KEY, {}))
    everywhere[str(championship.pk)] = [[kind.value, *rest] for kind, *rest in held]
    request.session[SESSION_KEY] = everywhere
    request.session.set_expiry(KEPT_SECONDS)


def note_that_account_plays(
    request: HttpRequest, championship: Championship, places: Iterable[Place]
) -> None:
    """Note that the logged-in account plays, where these places are pairs, and say so."""
    user = request.user
    if not isinstance(user, User):
        return
    for place in places:
        if place.kind is PlaceKind.PAIR and note_playing(
            actor=Actor.of_user(user),
            championship=championship,
            user=user,
            contestant=place.number,
        ):
            messages.info(
                request,
                _(
                    "You are logged in as %(name)s: this account counts as a player of "
                    "“%(championship)s” from now on. Organisers can change that on the page of "
                    "the people."
                )
                % {"name": user.shown_name, "championship": championship.shown_name},
                fail_silently=True,
            )


@receiver(user_logged_in)
def note_logging_in(*, request: HttpRequest, user: User, **_told: object) -> None:
    """Note that an account plays if it logs in where pairs' links were opened before."""
    request.user = user
    championships = Championship.objects.filter(
        pk__in=request.session.get(SESSION_KEY, {}), ended_at=None
    )
    for championship in championships:
        note_that_account_plays(request, championship, places_of(request, championship))


def _needed(request: HttpRequest, access: Access) -> HttpResponse:
    """Return the page, or JSON for a script of ours, that says that a link has to be opened."""
    wants_json = request.content_type == "application/json" or (
        request.get_preferred_type(["text/html", "application/json"]) == "application/json"
    )
    if not wants_json:
        return render(request, "links/needed.html", {"access": access}, status=403)
    ended = access.championship.ended_at is not None
    if ended:
        sentence = _("The championship has ended: its links are no longer valid.")
        if request.method == "POST":
            sentence = _(
                "The championship has ended. This arrived too late: show it to the organisers."
            )
    else:
        sentence = _("This link is no longer valid. Scan the code of your table again.")
    return JsonResponse({"error": sentence, "ended": ended}, status=403)


HolderView = Callable[Concatenate[HttpRequest, Holder, P], HttpResponseBase]


def by_link(view: HolderView[P]) -> SlugView[P]:
    """Admit only visitors who hold a place in the championship, and hand the view a `Holder`.

    The view asks the holder for the place that it is about, best by `must_hold`. Others are told to
    scan their code again (403); where the championship is not public yet they get a 404. No browser
    or proxy stores the answer. 3 queries more than `access_to`.
    """

    @wraps(view)
    def guarded(
        request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        access = access_to(request, slug)
        if access.level < Level.PUBLIC:
            raise Http404
        places = places_of(request, access.championship)
        try:
            if not places:
                raise LinkNeeded
            response = view(request, Holder(access, places), *args, **kwargs)
        except LinkNeeded:
            response = _needed(request, access)
        add_never_cache_headers(cast("HttpResponse", response))
        return response

    return cast("SlugView[P]", guarded)
