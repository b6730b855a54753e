"""Answers to the phone that holds a seat: what the seat may know, and nothing else.

After each card four phones ask at once. Most of their questions are answered before sessions are
read (`answer_questions`): a phone that sends the newest version was let in before, as the version
says that its session holds this seat while the record has nothing newer of the table. Any other
question goes on to the view, which gives the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import get_language_from_request, override
from django.views.decorators.debug import sensitive_variables

from tournament.play.documents import seat_document
from tournament.play.payloads import WITH_PAGE, lost
from tournament.play.places import AT_A_TABLE, parts_of_table
from tournament.play.queries import seat_view
from tournament.play.seat_access import AtTable, short_way
from tournament.play.services.seats import seat_lost
from tournament.play.stored_acts import sent_text


@sensitive_variables()
def told(request: HttpRequest, at: AtTable) -> HttpResponse:
    """Answer with the seat's knowledge; 204 for a phone that knows it all, 403 without the seat."""
    if not at.holds:
        return lost(seat_lost())
    if at.knows_all:
        return HttpResponse(status=204)
    return told_anew(request, at)


@sensitive_variables()
def told_anew(request: HttpRequest, at: AtTable) -> HttpResponse:
    """Answer with the seat's knowledge, also to a phone that knows it; 403 without the seat."""
    if not at.holds:
        return lost(seat_lost())
    seen = seen_at(at)
    document = seat_document(seen["now"], at.version, at.news.act)
    if WITH_PAGE in request.GET:
        document["page"] = render_to_string("play/_seat.html", seen)
    return JsonResponse(document)


@sensitive_variables()
def seen_at(at: AtTable) -> dict[str, Any]:
    """Return the context of the page's part."""
    now = seat_view(at.kept, at.seat)
    slug = at.match.round.stage.championship.slug
    context: dict[str, Any] = {"now": now, "slug": slug}
    return context | parts_of_table(now.view, sent_text, AT_A_TABLE) if now.view else context


_STATE = re.compile(
    r"/c/(?P<slug>[-\w]+)/seat/(?P<round>[0-9]{1,5})/(?P<table>[0-9]{1,5})/(?P<seat>[A-Z])/state\.json"
)


def answer_questions(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer questions above the middleware of sessions, and below the one that sets headers."""

    @sensitive_variables()
    def answer(request: HttpRequest) -> HttpResponseBase:
        at = _asked(request)
        if at is None:
            return get_response(request)
        with override(get_language_from_request(request)):
            response = told(request, at)
        add_never_cache_headers(response)
        response.headers["Content-Length"] = str(len(response.content))
        return response

    return answer


def _asked(request: HttpRequest) -> AtTable | None:
    """Return the seat of a question that can be answered here, else None; 1 query."""
    found = _STATE.fullmatch(request.path_info) if request.method == "GET" else None
    if found is None:
        return None
    request.get_host()  # refuses hosts that are not ours, as it would further in
    return short_way(
        request, found["slug"], int(found["round"]), int(found["table"]), found["seat"]
    )
