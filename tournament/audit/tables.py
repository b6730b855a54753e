"""Table of a log that is read page by page, newest or oldest first."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.audit.queries.lines import Detail, RecordLine
from tournament.audit.queries.pages import RecordPage
from tournament.core.pages import Page
from tournament.core.tables import SORT, Column, Table

_NUMBER = "number"
_CHANGE = '<div><dt class="soft fw-normal">{}</dt><dd>{}{}</dd></div>'


def oldest_first(query: QueryDict) -> bool:
    """Return whether an address asks for the events in the order in which they happened."""
    return query.get(SORT) == _NUMBER


def record_table(record: RecordPage, query: QueryDict) -> Table:
    """Return a table with number, time, actor and act of each event.

    Only the number orders it: the database has an index of it, by which it read this page's part.
    """
    columns = {
        _NUMBER: Column(
            pgettext("number", "No."),
            shown=lambda line: str(line.sequence),
            sorted_by=lambda line: line.sequence,
            best_first=True,
            css="num",
            cell_css="lead-cell",
        ),
        "when": Column(_("When"), shown=_when, cell_css="when"),
        "who": Column(_("Who"), shown=lambda line: line.actor, cell_css="name"),
        "what": Column(_("What"), shown=_what, cell_css="name"),
    }
    return Table(
        record.lines,
        columns,
        query,
        label=_("Record"),
        usual=f"-{_NUMBER}",
        css="record stacked",
        page=Page(record.page, record.pages),
        empty=_("The record contains nothing like this."),
    )


def _when(line: RecordLine) -> str:
    at = localtime(line.at)
    return f"{date_format(at, 'SHORT_DATE_FORMAT')} {date_format(at, 'H:i:s')}"


def _what(line: RecordLine) -> str:
    """Return the act, its target and its reason; the changes can be opened."""
    return format_html(
        "<strong>{}</strong>{}{}{}",
        line.action,
        f" – {line.target}" if line.target else "",
        format_html("<div>{} {}</div>", _("Why:"), line.reason) if line.reason else "",
        format_html(
            '<details><summary>{}</summary><dl class="record-changes">{}</dl></details>',
            _("Before and after"),
            format_html_join("", _CHANGE, map(_change, line.details)),
        )
        if line.details
        else "",
    )


def _change(detail: Detail) -> tuple[str, str, str]:
    before = format_html("<del>{}</del> ", detail.before) if detail.before else ""
    return detail.name, before, detail.after
