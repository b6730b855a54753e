"""The page instead of hands that are sealed, whichever way they were asked for."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.core.permissions import Access
from tournament.models import Round


def sealed_page(request: HttpRequest, access: Access, round: Round) -> HttpResponse:
    """Why the hands are not shown, and what to do: at the laptop, to ask for the same address."""
    context = {
        "access": access,
        "round": round,
        "port": urlsplit(f"//{request.get_host()}").port,
        "path": request.get_full_path(),
    }
    return render(request, "deals/sealed.html", context, status=403)
