"""Searching a championship."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.permissions import Access, Level, needs
from tournament.search.queries import LONGEST, found_in


@require_safe
@needs(Level.PUBLIC)
def search(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what matches some words (?q=…): pairs, people, tables, rounds, hands, pages."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    context = {"access": access, "text": text, "finds": found_in(access, text)}
    return render(request, "search/search.html", context)
