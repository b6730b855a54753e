"""Pages and files of the record of acts, for the people who run the championship."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.audit.documents import record_lines, record_rows
from tournament.audit.forms import RecordFilter
from tournament.audit.queries.lines import place_words
from tournament.audit.queries.pages import record_page, recorded_events
from tournament.audit.tables import oldest_first, record_table
from tournament.core.csv_text import CONTENT_TYPE, csv_chunks
from tournament.core.pages import PAGE, asked_page
from tournament.core.permissions import Access, Level, needs
from tournament.core.tables import SORT


@require_safe
@needs(Level.REFEREE)
def record(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the record: ?action=…&actor=…&text=…&round=…&pair=…&since=…&sort=…&page=…"""
    access.must_see()
    form = RecordFilter(request.GET)
    page = record_page(
        access.championship,
        form.event_filter(),
        page=asked_page(request.GET),
        oldest_first=oldest_first(request.GET),
    )
    form.offer(page)
    context = {
        "access": access,
        "form": form,
        "record": page,
        "table": record_table(page, request.GET),
        "query": _filters(request.GET),
    }
    return render(request, "audit/record.html", context)


def _filters(query: QueryDict) -> str:
    """Return the filters of an address, without page and order."""
    rest = query.copy()
    for name in (SORT, PAGE):
        rest.pop(name, None)
    return rest.urlencode()


@require_safe
@needs(Level.REFEREE)
def record_csv(request: HttpRequest, access: Access) -> StreamingHttpResponse:
    """Send the record for spreadsheets, oldest first, all of it or what is asked for."""
    access.must_see()
    events = recorded_events(access.championship, RecordFilter(request.GET).event_filter())
    places = place_words(access.championship)
    rows = record_rows(events, language=get_language(), places=places)
    return _download(csv_chunks(rows), CONTENT_TYPE, f"{access.championship.slug}-record.csv")


@require_safe
@needs(Level.REFEREE)
def record_json_lines(_request: HttpRequest, access: Access) -> StreamingHttpResponse:
    """Send all of the record for a program that checks its chain; see docs/json.md."""
    access.must_see()
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
