"""Pages that refresh themselves: asked every five seconds, they answer only when something changed.

The page's live part is a partial template whose outermost element carries `{% live version %}`.
Its view ends with `live_page`: the whole page for a browser, the part alone for the refresh, and
204 (nothing to swap) while the version the browser has is still the current one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.models import Action, AuditEvent, Championship

SECONDS = 5
PARAMETER = "version"


def version_of(championship: Championship, *, regardless_of: Collection[Action] = ()) -> str:
    """A text that changes with every recorded act, except those of the kinds left out; 1 query.

    Every write of the site is an event of the championship's record, so the number of the last
    one tells whether anything happened at all.
    """
    events = AuditEvent.objects.filter(championship=championship).exclude(action__in=regardless_of)
    return str(events.aggregate(last=Max("sequence"))["last"] or 0)


def is_refresh(request: HttpRequest) -> bool:
    """Whether the live part of a page asks for itself."""
    return request.headers.get("HX-Request") == "true" and PARAMETER in request.GET


def live_page(
    request: HttpRequest,
    *,
    page: str,
    part: str,
    version: str,
    context: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """Answer a page (template `page`) or its refresh (template `part`, which `page` includes).

    `context` is called only when something has to be rendered, so an unchanged refresh costs no
    more than finding out the version.
    """
    refresh = is_refresh(request)
    if refresh and request.GET[PARAMETER] == version:
        return HttpResponse(status=204)
    return render(request, part if refresh else page, {**context(), "version": version})
