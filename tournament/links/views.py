"""Opening a link: its token is exchanged at once for a place in the visitor's session."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from tournament.core.permissions import Level, access_to
from tournament.core.write_queue import writes
from tournament.links.queries import place_of
from tournament.links.session_places import note_that_account_plays, remember_place
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship

_PAGES = {PlaceKind.TABLE: "phones:table", PlaceKind.PAIR: "phones:pair"}


@require_safe
@writes
def table(request: HttpRequest, code: str) -> HttpResponse:
    return _open(request, PlaceKind.TABLE, code)


@require_safe
@writes
def pair(request: HttpRequest, code: str) -> HttpResponse:
    return _open(request, PlaceKind.PAIR, code)


def _open(request: HttpRequest, kind: PlaceKind, code: str) -> HttpResponse:
    """Store the place in the session and redirect to its page.

    No cache stores the answer, and the next page does not learn the address of this one. A
    messenger that previews a link does no harm: it gets a session of its own.
    """
    found = place_of(kind, code)
    if found is None:
        response = render(request, "links/not_valid.html", status=404)
    else:
        response = _go_to(request, *found)
    add_never_cache_headers(response)
    # A form of a page without any referrer has no origin either and would be refused, so the pages
    # that say why a link leads nowhere send the address without its path.
    redirected = response.status_code == 302
    response.headers["Referrer-Policy"] = "no-referrer" if redirected else "origin"
    return response


def _go_to(request: HttpRequest, championship: Championship, place: Place) -> HttpResponse:
    access = access_to(request, championship.slug)
    if championship.ended_at is not None:
        return render(request, "links/ended.html", {"access": access}, status=410)
    remember_place(request, championship, place)
    note_that_account_plays(request, championship, [place])
    if access.level < Level.PUBLIC:
        return render(request, "links/not_yet.html", status=404)
    return redirect(_PAGES[place.kind], championship.slug, place.number)
