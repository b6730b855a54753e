"""What the phone that holds a seat is told: what the seat may know, and nothing else."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.debug import sensitive_variables

from tournament.play.answers import WITH_PAGE, lost
from tournament.play.documents import seat_document
from tournament.play.places import AT_A_TABLE, parts_of_table
from tournament.play.queries import seat_view
from tournament.play.seat_access import AtTable
from tournament.play.services.seats import seat_lost
from tournament.play.stored_acts import sent_text


@sensitive_variables()
def told(request: HttpRequest, at: AtTable) -> HttpResponse:
    """What the seat may know now; 204 where the phone knows it all, 403 where it has no seat."""
    if not at.holds:
        return lost(seat_lost())
    if at.knows_all:
        return HttpResponse(status=204)
    return told_anew(request, at)


@sensitive_variables()
def told_anew(request: HttpRequest, at: AtTable) -> HttpResponse:
    """Answer what the seat may know now, whatever the phone knows; 403 where it has no seat."""
    if not at.holds:
        return lost(seat_lost())
    seen = seen_at(at)
    document = seat_document(seen["now"], at.version, at.news.act)
    if WITH_PAGE in request.GET:
        document["page"] = render_to_string("play/_seat.html", seen)
    return JsonResponse(document)


@sensitive_variables()
def seen_at(at: AtTable) -> dict[str, Any]:
    """What the part of the page is made from."""
    now = seat_view(at.kept, at.seat)
    slug = at.match.round.stage.championship.slug
    context: dict[str, Any] = {"now": now, "slug": slug}
    return context | parts_of_table(now.view, sent_text, AT_A_TABLE) if now.view else context
