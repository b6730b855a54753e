"""The referees' inbox: the whole list, its short form for other pages, and answers to calls."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.core.errors import UserError
from tournament.core.forms import refusal_told
from tournament.core.live import live_page
from tournament.core.permissions import Access, Level, needs
from tournament.inbox.summary import waiting, waiting_version
from tournament.models import RefereeCall
from tournament.referee_calls.services import answer_call, end_call

ACTS = {"coming": answer_call, "done": end_call}


@never_cache
@require_safe
@needs(Level.REFEREE)
def inbox(request: HttpRequest, access: Access) -> HttpResponse:
    """Show everything that waits for a referee, with the possible acts."""
    return _list(request, access, page="inbox/inbox.html", part="inbox/_inbox.html")


@never_cache
@require_safe
@needs(Level.REFEREE)
def summary(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the short list on other pages, as it refreshes itself."""
    return _list(request, access, page="inbox/_summary.html", part="inbox/_summary.html")


def _list(request: HttpRequest, access: Access, *, page: str, part: str) -> HttpResponse:
    def context() -> dict[str, Any]:
        return {"access": access, "waiting": waiting(access)}

    version = waiting_version(access.championship)
    return live_page(request, page=page, part=part, version=version, context=context)


@require_POST
@needs(Level.REFEREE)
def call(request: HttpRequest, access: Access, call: int) -> HttpResponse:
    """Tell a table that a referee is coming, or that its call has been dealt with."""
    found = get_object_or_404(RefereeCall, championship=access.championship, number=call)
    act = ACTS.get(request.POST.get("act", ""))
    with refusal_told(request):
        if act is None:
            raise UserError(_("This page can no longer be used. Reload it."))
        act(actor=access.acting, call=found)
    back = "desk:desk" if request.POST.get("back") == "desk" else "inbox:inbox"
    return redirect(back, access.championship.slug)
