"""Workbooks and tables to take away: for auditors, for readers, for other programs.

All of them hold what is published, the results of closed rounds, and are for everybody. A large
workbook is made by the worker, once for all who ask for it while the results are the same.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.check_in.queries import check_in
from tournament.core.csv_text import CONTENT_TYPE, Row, csv_chunks
from tournament.core.permissions import Access, Level, needs
from tournament.exports.csv_rows import results_rows, standings_rows
from tournament.exports.excel.standings import standings_workbook
from tournament.exports.files import export, workbook_response
from tournament.exports.heading import Stated, heading_of, status_of
from tournament.exports.papers.check_in import check_in_rows
from tournament.exports.rows import after_rounds, standings_title
from tournament.exports.workbooks import AT_ONCE, has_workbook, made_workbook, published_results
from tournament.jobs.views import made_for_everybody
from tournament.models import Job
from tournament.standings.lookups import of_deals
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.views import asked_standings


@require_safe
@export
@needs(Level.PUBLIC)
def for_auditors(request: HttpRequest, access: Access) -> HttpResponseBase:
    """What was entered, and formulas that make of it the scores and the standings."""
    return _workbook(request, access, "auditor")


@require_safe
@export
@needs(Level.PUBLIC)
def for_readers(request: HttpRequest, access: Access) -> HttpResponseBase:
    """Standings, rounds, hands and pairs in one workbook."""
    return _workbook(request, access, "results")


@require_safe
@export
@needs(Level.PUBLIC)
def for_hands(request: HttpRequest, access: Access) -> HttpResponseBase:
    """The hand sheets of all closed rounds."""
    return _workbook(request, access, "hand-sheets")


@require_safe
@export
@needs(Level.PUBLIC)
def standings_as_workbook(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings now, or after a round (?after=3), as a workbook of one sheet."""
    view = asked_standings(request, access)
    heading = heading_of(
        access.championship,
        standings_title(view),
        subtitle=after_rounds(view.rounds, final=view.final),
        status=status_of(Stated.STANDINGS, final=view.final),
        made_at=view.made_at,
    )
    return workbook_response(standings_workbook(heading, view), heading)


def _workbook(request: HttpRequest, access: Access, name: str) -> HttpResponseBase:
    """The file itself where it is small or there already, else the page of the job that makes
    it."""
    if not has_workbook(name, access.stage):
        raise Http404
    if published_results(access.stage) <= AT_ONCE:
        heading, content = made_workbook(name, access.stage, timezone.now())
        return workbook_response(content, heading)
    return made_for_everybody(
        request, access, Job.Kind.WORKBOOK, workbook=name, stage=access.stage.number
    )


@require_safe
@export
@needs(Level.PUBLIC)
def standings_as_csv(request: HttpRequest, access: Access) -> HttpResponse:
    """The standings, now or after a round (?after=3), as CSV; see docs/json.md."""
    return _csv(access, "standings", standings_rows(asked_standings(request, access)))


@require_safe
@export
@needs(Level.PUBLIC)
def results_as_csv(_request: HttpRequest, access: Access) -> HttpResponse:
    """The results of all tables, hand by hand, as CSV; see docs/json.md."""
    return _csv(access, "results", results_rows(dealt_scores(of_deals(access.stage))))


@require_safe
@export
@needs(Level.REFEREE)
def check_in_as_csv(_request: HttpRequest, access: Access) -> HttpResponse:
    """Who is here and who has paid, a row a pair, as CSV."""
    rows = check_in_rows(check_in(access.championship), of_players=access.championship.of_players)
    return _csv(access, "check-in", rows)


def _csv(access: Access, what: str, rows: Iterable[Row]) -> HttpResponse:
    # Made at once: a streamed one would be made after the language was put back.
    response = HttpResponse(b"".join(csv_chunks(rows)), content_type=CONTENT_TYPE)
    name = f"{access.championship.slug}-{what}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response
