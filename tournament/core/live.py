"""Pages that refresh themselves: asked every five seconds, they answer only when something changed.

The page's live part is a partial template whose outermost element carries `{% live version %}`.
Its view ends with `live_page`: the whole page for a browser, the part alone for the refresh, and
204 (nothing to swap) while the version the browser has is still the current one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SECONDS = 5
PARAMETER = "version"


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
