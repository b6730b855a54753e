"""Who plays whom in a round, for the wall: by table, and every player's name with the table.

The letters are as large as the number of tables allows, so that a small club's sheet is read from
afar and a hall's hundred tables don't need twenty sheets.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.labels import label
from tournament.exports.heading import Heading
from tournament.exports.pdf.fonts import BOLD
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import GREY
from tournament.exports.pdf.paper import Block, column_width, fill, paragraph, space, write
from tournament.exports.pdf.text import Align
from tournament.public.queries import Place, RoundPairings
from tournament.standings.queries import TeamRef

_SIZES = (14.0, 12.0, 10.5)
"""Sizes of the letters by table, the largest first: the first that fits a page, else the last."""
_NAME_SIZE = 10.5


def pairings_pdf(heading: Heading, pairings: RoundPairings) -> bytes:
    """The pairings of a round by table and by player: on one page, if it has room for both."""
    box = body_box(heading)
    by_name = [space(22), *_by_name(pairings, box.width, with_opponents=True)]
    for size in _SIZES[:2]:
        together = fill([*_by_table(pairings, box.width, size), *by_name], heading)
        if len(together) == 1:
            return write(together)
    for size in _SIZES:
        by_table = fill(list(_by_table(pairings, box.width, size)), heading)
        if len(by_table) == 1:
            break
    one_column = fill(list(_by_name(pairings, box.width, with_opponents=True)), heading)
    if len(one_column) == 1:
        return write([*by_table, *one_column])
    narrow = list(_by_name(pairings, column_width(box.width, 2), with_opponents=False))
    return write([*by_table, *fill(narrow, heading, columns=2)])


def _by_table(pairings: RoundPairings, width: float, size: float) -> Iterator[Block]:
    deals = {"first": pairings.first_deal, "last": pairings.last_deal}
    yield paragraph(_("Hands %(first)s to %(last)s") % deals, width, 10, ink=GREY)
    yield space(6)
    columns = (
        Column(_("Table"), bold=True, padding=4),
        Column(pgettext("column", "No."), Align.RIGHT),
        Column(_("North–South"), stretch=1),
        Column(pgettext("column", "No."), Align.RIGHT),
        Column(_("East–West"), stretch=1),
    )
    rows = [
        Row((one.table, str(one.ns.number), one.ns.name, str(one.ew.number), one.ew.name))
        for one in pairings.tables
    ]
    yield from make_grid(columns, rows, width, size, row_padding=size * 0.4).table(rows)
    if pairings.resting:
        resting = "; ".join(_numbered(team) for team in pairings.resting)
        yield space(12)
        yield paragraph(_("Resting: %(pairs)s") % {"pairs": resting}, width, size, font_name=BOLD)


def _by_name(pairings: RoundPairings, width: float, *, with_opponents: bool) -> Iterator[Block]:
    columns = [
        Column(_("Player"), stretch=4),
        Column(_("Table"), Align.RIGHT, bold=True),
        Column(_("Side")),
    ]
    if with_opponents:
        columns.append(Column(_("Opponents"), stretch=5))
    rows = [
        Row(_cells(place)[: len(columns)])
        for place in pairings.by_person()
        if not place.is_substitute
    ]
    yield from make_grid(columns, rows, width, _NAME_SIZE, row_padding=2.5).table(rows)


def _cells(place: Place) -> tuple[str, ...]:
    return (
        place.person,
        place.table or pgettext("pair", "rests"),
        label(place.side) if place.side is not None else "",
        place.opponent.name if place.opponent else "",
    )


def _numbered(team: TeamRef) -> str:
    return f"{team.number} {team.name}"
