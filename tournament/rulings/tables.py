"""Rulings as a table that people sort and page through: those that stand, or those that ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.http import QueryDict
from django.template.loader import get_template
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.names import plain
from tournament.core.numbers import score_text
from tournament.core.pages import asked_page, page_of
from tournament.core.permissions import Access
from tournament.core.tables import Column, Table
from tournament.rulings.queries import Ended, HandRulingLine, RulingLine

PAGE_LENGTH = 50
_Line = HandRulingLine | RulingLine


def standing_table(access: Access, lines: Sequence[_Line], query: QueryDict) -> Table:
    """Return the rulings that stand."""
    empty = _("No ruling is in force.")
    return _table(access, lines, query, label=_("Rulings in force"), anchor="standing", empty=empty)


def ended_table(access: Access, lines: Sequence[_Line], query: QueryDict) -> Table:
    """Return the rulings that were withdrawn or replaced."""
    label = _("Rulings withdrawn or replaced")
    return _table(access, lines, query, label=label, anchor="ended", prefix="ended-")


def _table(
    access: Access,
    lines: Sequence[_Line],
    query: QueryDict,
    *,
    label: str,
    anchor: str,
    prefix: str = "",
    empty: str = "",
) -> Table:
    """Return the table of rulings: subject, decision, time, author, reason, possible acts."""
    links = get_template("rulings/_links.html")

    def shown_links(line: _Line) -> str:
        slug = access.championship.slug
        return links.render({"line": line, "title": _title(line), "slug": slug})

    columns = {
        "about": Column(
            pgettext("ruling", "On what"),
            shown=_about,
            sorted_by=_place,
            cell_css="name",
            names_row=True,
        ),
        "kind": Column(
            _("Ruling"),
            shown=lambda line: format_html("<s>{}</s>" if line.ended else "{}", _kind(line)),
            sorted_by=lambda line: plain(_kind(line)),
            cell_css="name",
        ),
        "when": Column(
            _("When"),
            shown=_made,
            sorted_by=lambda line: line.at,
            best_first=True,
            cell_css="when",
        ),
        "why": Column(_("Why"), shown=_why, cell_css="name"),
        "links": Column("", shown=shown_links, css="d-print-none"),
    }
    return Table(
        lines,
        columns,
        query,
        label=label,
        usual="-when",
        css="rulings stacked stacked-whole",
        page=page_of(len(lines), asked=asked_page(query, prefix), length=PAGE_LENGTH),
        empty=empty,
        prefix=prefix,
        anchor=anchor,
    )


def _about(line: _Line) -> str:
    below = format_html_join("", "<small>{}</small>", ((one,) for one in _below_title(line)))
    return format_html("{}{}", _title(line), below)


def _title(line: _Line) -> str:
    """Return the subject of the ruling: a hand at a table, a hand at all tables, a pair."""
    if isinstance(line, HandRulingLine):
        named = {"table": line.table_name, "hand": line.deal}
        return _("Table %(table)s, hand %(hand)s") % named
    if line.contestant is not None:
        return _("Pair %(number)s") % {"number": line.contestant.number}
    return _("Hand %(hand)s at all tables") % {"hand": line.deal}


def _below_title(line: _Line) -> Iterator[str]:
    if isinstance(line, HandRulingLine):
        named = {"round": line.round, "ns": line.pairs.ns.number, "ew": line.pairs.ew.number}
        yield _("Round %(round)s: pair %(ns)s (NS), pair %(ew)s (EW)") % named
    elif line.contestant is not None:
        yield line.contestant.name
        yield _("Ruling %(number)s") % {"number": line.number}
        if line.stage:
            yield line.stage
    else:
        place = {"number": line.number, "round": line.round}
        yield _("Ruling %(number)s, round %(round)s") % place


def _place(line: _Line) -> tuple[int, ...]:
    """Return the sort key of the subject: hands, first at all tables, then at each; then pairs."""
    if isinstance(line, HandRulingLine):
        return (0, line.deal, line.table_number)
    if line.contestant is not None:
        return (1, line.contestant.number)
    return (0, line.deal or 0, 0)


def _kind(line: _Line) -> str:
    """Return the decision in words: its kind, with the sides or the points."""
    if isinstance(line, HandRulingLine):
        return f"{line.ruling.kind.label} {line.ruling.whose}".rstrip()
    points = "" if line.points is None else score_text(line.points)
    return f"{line.kind.label} {points}".rstrip()


def _why(line: _Line) -> str:
    """Return why the ruling was made, and how it ended."""
    words = line.ruling.words if isinstance(line, HandRulingLine) else line.reason
    made = (
        format_html("<q>{}</q>", words)
        if words
        else format_html('<span class="soft">{}</span>', _("Nobody wrote down what happened."))
    )
    return format_html("{}{}", made, _end(line.ended)) if line.ended else made


def _end(ended: Ended) -> str:
    return format_html(
        '<div class="mt-2"><strong>{}</strong>{}<small class="name">{}, {}</small></div>',
        pgettext("ruling", "replaced") if ended.replaced else pgettext("ruling", "withdrawn"),
        format_html(": <q>{}</q>", ended.reason) if ended.reason else "",
        ended.by,
        _moment(ended.at),
    )


def _made(line: _Line) -> str:
    return format_html('{}<small class="name">{}</small>', _moment(line.at), line.by)


def _moment(at: datetime) -> str:
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT")
