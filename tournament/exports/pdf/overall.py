"""The standings of a whole championship on paper: a table for each stage that places pairs."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import Align
from tournament.standings.columns import CLUB, NAME, NUMBER, RANK
from tournament.standings.queries.overall import Overall

_SIZE = 10.0
_NAME = 2
"""The column with the pair's name."""


def overall_pages(heading: Heading, found: Overall) -> list[Page]:
    """Upright, as many sheets as it takes."""
    return fill(list(_blocks(found, body_box(heading).width)), heading)


def _blocks(found: Overall, width: float) -> Iterator[Block]:
    for part in found.parts:
        columns = [
            Column(RANK.head, Align.RIGHT, bold=True, padding=4),
            Column(NUMBER.head, Align.RIGHT),
            Column(NAME.head, stretch=3),
            Column(CLUB.head, stretch=1.4),
            Column(part.ranked_by, Align.RIGHT, bold=True),
        ]
        rows = [
            Row(
                (
                    f"{one.rank}=" if one.shared else str(one.rank),
                    str(one.contestant.number),
                    one.contestant.name,
                    one.contestant.club,
                    one.text,
                ),
                below=(one.reasons,) if one.reasons else (),
            )
            for one in part.lines
        ]
        yield paragraph(part.stage.shown_name, width, 12, font_name=BOLD)
        yield space(4)
        yield from make_grid(columns, rows, width, _SIZE, anchor=_NAME).table(rows)
        yield space(10)
    yield paragraph(
        _(
            "Those who play in the last stage stand first, in its order; then the others, in the "
            "order of the stage before it."
        ),
        width,
        8.5,
        ink=GREY,
    )
