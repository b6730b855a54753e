"""The record of acts, for those who run the championship."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.audit.queries import record_page
from tournament.core.permissions import Access, Level, needs


@require_safe
@needs(Level.REFEREE)
def record(request: HttpRequest, access: Access) -> HttpResponse:
    """The record, newest first: ?action=…&actor=…&text=…&page=…"""
    asked = {name: request.GET.get(name, "") for name in ("action", "actor", "text")}
    page = request.GET.get("page", "1")
    number = int(page) if page.isascii() and page.isdigit() and len(page) < 8 else 1
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "access": access,
        "record": record_page(access.championship, **asked, page=number),
        "asked": asked,
        "query": query.urlencode(),
    }
    return render(request, "audit/record.html", context)
