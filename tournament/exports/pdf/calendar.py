"""The calendar of a league: the matches of each round under its days, and results so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.calendar.queries import CalendarMatch, CalendarRound
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.rows import round_title
from tournament.standings.tables import group_title

_SIZE = 9.5


def calendar_pages(heading: Heading, rounds: Sequence[CalendarRound]) -> list[Page]:
    """All rounds, one below the other; none begins at the foot of a page."""
    width = body_box(heading).width
    every = [row for one in rounds for row in _rows(one.matches)]
    grid = make_grid(_columns(), every, width, _SIZE)
    return fill([block for one in rounds for block in _round(one, grid)], heading)


def _columns() -> tuple[Column, ...]:
    return (
        Column(pgettext("match", "Home"), stretch=4),
        Column(pgettext("match", "Away"), stretch=4),
        Column(_("Where"), stretch=2),
        Column(_("Result"), bold=True),
    )


def _rows(matches: Iterable[CalendarMatch]) -> list[Row]:
    return [
        Row(
            (
                f"{one.home.number} {one.home.name}",
                f"{one.away.number} {one.away.name}",
                one.venue,
                one.result,
            ),
            below=_postponed(one),
        )
        for one in matches
    ]


def _postponed(match: CalendarMatch) -> tuple[str, ...]:
    if match.postponed is None:
        return ()
    return (_("postponed to %(day)s") % {"day": match.postponed.text},)


def _round(round: CalendarRound, grid: Grid) -> Iterator[Block]:
    days = round.days.text if round.days else _("days not known yet")
    title = paragraph(f"{round_title(round.number)} · {days}", grid.width, 12, font_name=BOLD)
    parts = round.parts
    yield replace(title, keep=2 + len(parts[0][1]) + bool(parts[0][0]) if parts else 0)
    yield space(3)
    for name, matches in parts:
        if name:
            group = paragraph(group_title(name), grid.width, 10.5, font_name=BOLD)
            yield replace(group, keep=2 + len(matches))
            yield space(2)
        yield from grid.table(_rows(matches))
        yield space(4 if name else 0)
    if round.resting:
        resting = "; ".join(f"{one.number} {one.name}" for one in round.resting)
        text = _("Resting: %(pairs)s") % {"pairs": resting}
        yield space(3)
        yield paragraph(text, grid.width, _SIZE, ink=GREY)
    yield space(14)
