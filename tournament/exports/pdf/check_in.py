"""The list at the door: each pair, with boxes for being here and for having paid."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.check_in.queries import CheckIn
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import Align

DONE, OPEN = "☑", "☐"
_SIZE = 11.0


def check_in_pages(heading: Heading, now: CheckIn) -> list[Page]:
    """All pairs by number, and how many are here and have paid."""
    return fill(list(_blocks(heading, now)), heading)


def _is_of_players(now: CheckIn) -> bool:
    return any(line.contestant.is_player for line in now.lines)


def _blocks(heading: Heading, now: CheckIn) -> Iterator[Block]:
    width = body_box(heading).width
    told = _("%(here)d of %(expected)d here") % {"here": now.here, "expected": now.expected}
    told += " · " + _("%(paid)d of %(all)d paid") % {"paid": now.paid, "all": len(now.lines)}
    yield paragraph(told, width, _SIZE, ink=GREY)
    yield space(6)
    columns = (
        Column(pgettext("column", "No."), Align.RIGHT, bold=True),
        Column(_("Player") if _is_of_players(now) else _("Pair"), stretch=3),
        Column(_("Club"), stretch=2),
        Column(pgettext("pair", "Here"), Align.CENTRE),
        Column(pgettext("pair", "Paid"), Align.CENTRE),
        Column(pgettext("column", "Notes"), stretch=1),
    )
    rows = [
        Row(
            (
                str(line.contestant.number),
                line.contestant.name,
                line.contestant.club,
                (DONE if line.here else OPEN) if line.is_expected else "",
                DONE if line.paid else OPEN,
                ""
                if line.is_expected
                else _("withdrawn from round %(number)d")
                % {"number": line.contestant.withdrawn_from},
            )
        )
        for line in now.lines
    ]
    yield from make_grid(columns, rows, width, _SIZE, row_padding=5).table(rows)
