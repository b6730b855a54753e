"""Access to hands in the browser, and the page shown to whoever may not see them."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from tournament.core.logging_in import sent_to_login
from tournament.core.permissions import Access
from tournament.deals.queries import hands_are_public, may_see_hands
from tournament.deals.services.accesses import record_hand_view
from tournament.models import Round, RoundStatus


def sealed_off(request: HttpRequest, access: Access, round: Round) -> HttpResponseBase | None:
    """Return the page shown in place of a round's hands; None for visitors who may see them here.

    Hands that are not public go over a private line only. At most 1 query; who sees those of an
    open round is recorded, the first time.
    """
    if not hands_are_public(round):
        access.must_see(round.number)
    if not may_see_hands(access, round):
        if access.actor is None:
            return sent_to_login(request)
        return sealed_page(request, access, round)
    if hands_are_public(round):
        return None
    if not access.private_line:
        return sealed_page(request, access, round)
    if round.status == RoundStatus.OPEN:
        record_hand_view(actor=access.acting, round=round)
    return None


def sealed_page(request: HttpRequest, access: Access, round: Round) -> HttpResponse:
    """Return the page that says why the hands are not shown, and what to do."""
    context = {
        "access": access,
        "round": round,
        "port": urlsplit(f"//{request.get_host()}").port,
        "path": request.get_full_path(),
    }
    return render(request, "deals/sealed.html", context, status=403)
