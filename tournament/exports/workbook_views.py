"""Workbooks and CSV files to take away: for auditors, for readers, for other programs.

All of them hold published data, the results of closed rounds, and are for everybody. A large
workbook is made by the worker, once for all who ask for it while the results are unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from scoring.game.seats import Side
from scoring.rounding import rounded
from tournament.check_in.queries import check_in
from tournament.core.csv_text import CONTENT_TYPE, Row, csv_chunks
from tournament.core.labels import label
from tournament.core.permissions import Access, Level, needs
from tournament.exports.excel.standings import standings_workbook
from tournament.exports.files import export, workbook_response
from tournament.exports.heading import Stated, heading_of, status_of
from tournament.exports.papers.check_in import check_in_rows
from tournament.exports.rows import after_rounds, hand_row, remark_at_table, standings_title
from tournament.exports.workbooks import AT_ONCE, has_workbook, made_workbook, published_results
from tournament.jobs.views import made_for_everybody
from tournament.models import Job
from tournament.standings.columns import GROUP, Output
from tournament.standings.lookups import of_deals
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.views import asked_standings


@require_safe
@export
@needs(Level.PUBLIC)
def for_auditors(request: HttpRequest, access: Access) -> HttpResponseBase:
    """Send the entered results, and formulas that make of them the scores and the standings."""
    return _workbook(request, access, "auditor")


@require_safe
@export
@needs(Level.PUBLIC)
def for_readers(request: HttpRequest, access: Access) -> HttpResponseBase:
    """Send standings, rounds, hands and pairs in one workbook."""
    return _workbook(request, access, "results")


@require_safe
@export
@needs(Level.PUBLIC)
def for_hands(request: HttpRequest, access: Access) -> HttpResponseBase:
    return _workbook(request, access, "hand-sheets")


@require_safe
@export
@needs(Level.PUBLIC)
def standings_as_workbook(request: HttpRequest, access: Access) -> HttpResponse:
    """Send the standings now, or after a round (?after=3), as a workbook of one sheet."""
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
    """Send the file where it is small or there already, else show the page of its job."""
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
    """Send the standings, now or after a round (?after=3), as CSV; see docs/json.md."""
    return _csv(access, "standings", standings_rows(asked_standings(request, access)))


@require_safe
@export
@needs(Level.PUBLIC)
def results_as_csv(_request: HttpRequest, access: Access) -> HttpResponse:
    """Send the results of all tables, hand by hand, as CSV; see docs/json.md."""
    return _csv(access, "results", results_rows(dealt_scores(of_deals(access.stage))))


@require_safe
@export
@needs(Level.REFEREE)
def check_in_as_csv(_request: HttpRequest, access: Access) -> HttpResponse:
    """Send who is here and who has paid, a row a pair, as CSV."""
    rows = check_in_rows(check_in(access.championship), of_players=access.championship.of_players)
    return _csv(access, "check-in", rows)


def _csv(access: Access, what: str, rows: Iterable[Row]) -> HttpResponse:
    # Made at once: a streamed one would be made after the language was put back.
    response = HttpResponse(b"".join(csv_chunks(rows)), content_type=CONTENT_TYPE)
    name = f"{access.championship.slug}-{what}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


_PLACES = 9
"""Decimals of scores in CSV: enough that sums over them are right to the hundredth."""


def _score(value: Fraction | None) -> Decimal | None:
    return None if value is None else rounded(value, _PLACES)


def standings_rows(view: StandingsView[Any]) -> Iterator[Row]:
    """Yield a row of titles, and one a pair, best first."""
    columns = view.columns_with_rounds(Output.CSV)
    yield [column.head for column in columns]
    for line in view.lines:
        values = (one.told(line) if one.told else one.value(line) for one in columns)
        yield [_score(value) if isinstance(value, Fraction) else value for value in values]


def results_rows(scores: DealtScores) -> Iterator[Row]:
    """Yield a row of titles, and one a table and hand."""
    ns, ew = map(label, Side)
    points, hand_score, final = pgettext("column", "Points"), _("Hand score"), _("Hand points")
    groups = scores.stage.has_groups
    yield [
        _("Round"),
        _("Hand"),
        _("Table"),
        *([GROUP.head] if groups else ()),
        f"{pgettext('column', 'No.')} {ns}",
        _("North–South"),
        f"{pgettext('column', 'No.')} {ew}",
        _("East–West"),
        *(f"{points} {side}" for side in (ns, ew)),
        pgettext("column", "Announced"),
        *(f"{title} {side}" for title in (hand_score, final) for side in (ns, ew)),
        _("Remarks"),
    ]
    for sheet in scores.sheets.values():
        for entry in sheet.entries:
            row = hand_row(entry)
            yield [
                sheet.round,
                sheet.deal,
                row.table,
                *([entry.pairs.ns.group_name] if groups else ()),
                *(
                    value
                    for own in row.sides
                    for value in (own.contestant.number, own.contestant.name)
                ),
                *(own.points for own in row.sides),
                row.announced,
                *(own.hand_score for own in row.sides),
                *(_score(own.final) for own in row.sides),
                remark_at_table(sheet, row),
            ]
