"""Checking pairs in: the list at the door, and a wall that names the missing pairs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.check_in.queries import check_in, check_in_version, presence_version
from tournament.check_in.services import note_payment, note_presence
from tournament.core.errors import UserError
from tournament.core.forms import refusal_told
from tournament.core.live import live_page
from tournament.core.permissions import Access, Level, needs
from tournament.core.public_pages import kept_by
from tournament.models import Contestant

ACTS: dict[str, Callable[..., Contestant]] = {
    "here": partial(note_presence, here=True),
    "not-here": partial(note_presence, here=False),
    "paid": partial(note_payment, paid=True),
    "not-paid": partial(note_payment, paid=False),
}
FEW, SOME = 6, 12
"""Most missing pairs that the wall shows in its largest and its middle type."""


@never_cache
@require_safe
@needs(Level.REFEREE)
def listing(request: HttpRequest, access: Access) -> HttpResponse:
    """Show all pairs, each here and paid by a tap; ?show=absent: only those that are missing."""

    def context() -> dict[str, Any]:
        return _context(access, request.GET)

    return live_page(
        request,
        page="check_in/list.html",
        part="check_in/_list.html",
        version=check_in_version(access.championship),
        context=context,
    )


def _context(access: Access, query: QueryDict) -> dict[str, Any]:
    """Return the context of the list; `query` has `show` and `find`, from an address or a form."""
    now = check_in(access.championship)
    asked = {name: query.get(name, "").strip() for name in ("show", "find")}
    only_absent = asked["show"] == "absent"
    here = reverse("check_in:list", args=[access.championship.slug])
    shown = urlencode({name: value for name, value in asked.items() if value})
    return {
        "access": access,
        "check_in": now,
        "lines": now.absent if only_absent else now.lines,
        "show": "absent" if only_absent else "",
        "find": asked["find"],
        "path": f"{here}?{shown}" if shown else here,
    }


@require_POST
@needs(Level.REFEREE)
def note(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Note that a pair is here or has paid, or that it isn't or hasn't."""
    contestant = get_object_or_404(access.championship.contestants, number=number)
    act = ACTS.get(request.POST.get("act", ""))
    with refusal_told(request):
        if act is None:
            raise UserError(_("This page can no longer be used. Reload it."))
        act(actor=access.acting, contestant=contestant)
    context = _context(access, request.POST)
    if request.headers.get("HX-Request") == "true":
        context |= {"version": check_in_version(access.championship), "tells_messages": True}
        return render(request, "check_in/_list.html", context)
    return redirect(f"{context['path']}#pair-{number}")


@require_safe
@kept_by(presence_version)
@needs(Level.PUBLIC)
def wall(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the missing pairs, for a projector; the page moves on with every pair that comes."""

    def context() -> dict[str, Any]:
        now = check_in(access.championship)
        missing = len(now.absent)
        size = "few" if missing <= FEW else "some" if missing <= SOME else "crowd"
        return {"access": access, "check_in": now, "size": size}

    return live_page(
        request,
        page="check_in/wall.html",
        part="check_in/_wall.html",
        version=presence_version(access.championship),
        context=context,
    )
