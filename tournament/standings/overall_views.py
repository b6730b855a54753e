"""Standings of a whole championship, as a page and as JSON."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from tournament.audit.queries.heads import closing_head
from tournament.core.live import live_page, public_version
from tournament.core.permissions import Access, Level, needs
from tournament.core.public_pages import kept_by
from tournament.models import Action, Championship
from tournament.standings.documents import overall_document
from tournament.standings.queries.overall import overall_standings


def _version(championship: Championship) -> str:
    return public_version(championship, regardless_of=[Action.CLOCK_CHANGED])


@require_safe
@kept_by(_version)
@needs(Level.PUBLIC)
def overall(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the last stage's standings first, then the others in the order of the stage before it;
    redirect to the stage's own page if there is only one."""
    if len(access.stages) < 2:
        return redirect("standings:standings", access.championship.slug)

    def context() -> dict[str, Any]:
        found = overall_standings(access.stages)
        return {
            "access": access,
            "found": found,
            "record_head": closing_head(access.championship, found.rounds),
        }

    return live_page(
        request,
        page="standings/overall.html",
        part="standings/_overall.html",
        version=_version(access.championship),
        context=context,
    )


@require_safe
@kept_by(_version)
@needs(Level.PUBLIC)
def overall_json(_request: HttpRequest, access: Access) -> HttpResponse:
    """Return the standings of a whole championship as JSON; see docs/json.md."""
    document = overall_document(access.stages, overall_standings(access.stages))
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False})
