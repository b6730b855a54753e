"""The record of acts, for those who run the championship."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.audit.documents import record_lines, record_rows
from tournament.audit.forms import RecordFilter
from tournament.audit.queries import record_page, recorded_events
from tournament.core.csv_text import CONTENT_TYPE, csv_chunks
from tournament.core.permissions import Access, Level, needs


def asked_page(query: QueryDict) -> int:
    """The page that an address asks for (?page=3); 1 if that is none."""
    page = query.get("page", "1")
    return int(page) if page.isascii() and page.isdigit() and len(page) < 8 else 1


def without_page(query: QueryDict) -> str:
    """What an address asks for, whichever page of it."""
    rest = query.copy()
    rest.pop("page", None)
    return rest.urlencode()


@require_safe
@needs(Level.REFEREE)
def record(request: HttpRequest, access: Access) -> HttpResponse:
    """The record, newest first: ?action=…&actor=…&text=…&round=…&pair=…&since=…&page=…"""
    form = RecordFilter(request.GET)
    page = record_page(access.championship, form.narrowing(), page=asked_page(request.GET))
    form.offer(page)
    context = {
        "access": access,
        "form": form,
        "record": page,
        "query": without_page(request.GET),
    }
    return render(request, "audit/record.html", context)


@require_safe
@needs(Level.REFEREE)
def record_csv(request: HttpRequest, access: Access) -> StreamingHttpResponse:
    """The same for spreadsheets, oldest first, all of it or what is asked for."""
    events = recorded_events(access.championship, RecordFilter(request.GET).narrowing())
    rows = record_rows(events, language=get_language())
    return _download(csv_chunks(rows), CONTENT_TYPE, f"{access.championship.slug}-record.csv")


@require_safe
@needs(Level.REFEREE)
def record_json_lines(_request: HttpRequest, access: Access) -> StreamingHttpResponse:
    """All of the record for a program that checks its chain; see docs/json.md."""
    championship = access.championship
    lines = record_lines(recorded_events(championship), chained_as=championship.chained_as)
    return _download(lines, "application/x-ndjson", f"{championship.slug}-record.jsonl")


def _download(content: Iterator[bytes], content_type: str, name: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        content,
        headers={
            "Content-Type": content_type,
            "Content-Disposition": f'attachment; filename="{name}"',
            "X-Content-Type-Options": "nosniff",
        },
    )
