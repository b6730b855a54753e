"""Pairings of a round, for the wall: by table, and every player's name with the table.

The letters are as large as the sheets allow: a small club's can be read from afar, and a hundred
tables don't need twenty sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Seat, Sides
from tournament.core.labels import label
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import PADDING, Column, Grid, Row, make_grid
from tournament.exports.pdf.ink import BOLD, GREY, REGULAR
from tournament.exports.pdf.paper import Block, Page, column_width, fill, paragraph, space
from tournament.exports.pdf.text import PAIR_DASH, Align, fit, text_width
from tournament.models.schedule import by_seat
from tournament.public.queries import Place, RoundPairings
from tournament.standings.contestants import ContestantRef
from tournament.standings.tables import group_title

_SIZES = (12.0, 13.0, 14.0, 16.0, 18.0, 20.0, 22.0)
"""Sizes of the letters: the largest that needs no more sheets than the smallest."""
_TOGETHER = _SIZES[2:]
"""Sizes of the letters on a sheet with both lists: where it has no room for these, each list has
its own."""
_TABLE = 0.2
"""Largest share of the width for the names of tables."""


def pairing_pages(heading: Heading, pairings: RoundPairings) -> list[Page]:
    """Return the pairings of a round by table and by player: on one page, if it has room."""
    width = body_box(heading).width
    names = _Names.of(pairings)

    def together(size: float) -> list[Page]:
        by_name = _name_grid(names, width, size).table(names.rows)
        return fill([*_by_table(pairings, width, size), space(22), *by_name], heading)

    def by_table(size: float) -> list[Page]:
        return fill(list(_by_table(pairings, width, size)), heading)

    both = _largest(together, _whole_words(names, width, _TOGETHER))
    if len(both) == 1:
        return both
    by_name = _names_alone(heading, names, width)
    return [*_largest(by_table, _sizes_by_table(pairings, width)), *by_name]


def _names_alone(heading: Heading, names: _Names, width: float) -> list[Page]:
    """Return the list by name on one page if it can: with opponents, without, or in two columns."""
    short = names.short()
    pages: list[Page] = []
    for told, columns in ((names, 1), (short, 1), (short, 2)):
        sizes = _whole_words(told, column_width(width, columns), _SIZES)
        pages = _largest(partial(_name_pages, heading, told, columns), sizes)
        if len(pages) == 1:
            break
    return pages


def _name_pages(heading: Heading, names: _Names, columns: int, size: float) -> list[Page]:
    grid = _name_grid(names, column_width(body_box(heading).width, columns), size)
    return fill(list(grid.table(names.rows)), heading, columns=columns)


def _whole_words(names: _Names, width: float, sizes: Sequence[float]) -> list[float]:
    """Return the sizes at which no more words by name are broken than at the smallest."""
    rows = names.rows
    words = [
        (index, text_width(word, REGULAR, 1))
        for index in ({0, len(rows[0].cells) - 1} if rows else ())
        for word in {word for row in rows for word in row.cells[index].split()}
    ]

    def broken(size: float) -> int:
        room = [own - 2 * PADDING for own in _name_grid(names, width, size).widths]
        return sum(word * size > room[index] for index, word in words)

    fewest = broken(sizes[0])
    return [size for size in sizes if broken(size) <= fewest]


def _largest(pages: Callable[[float], list[Page]], sizes: Sequence[float] = _SIZES) -> list[Page]:
    """Return pages with letters as large as can be without one more sheet."""
    best = pages(sizes[0])
    for size in sizes[1:]:
        larger = pages(size)
        if len(larger) > len(best):
            break
        best = larger
    return best


def _sizes_by_table(pairings: RoundPairings, width: float) -> list[float]:
    """Return the sizes at which few people's names are broken that are not at the smallest."""
    sides = [pair for one in pairings.tables for pair in one.pairs]
    names = [one.name for side in sides for one in side.everybody]
    people = [person for name in names for person in name.split(PAIR_DASH)]

    def broken(size: float) -> int:
        grid, _rows = _table(pairings, width, size)
        room = min(grid.widths[1:] if _alone(pairings) else grid.widths[2::2]) - 2 * PADDING
        return sum(len(fit(f"{one} –", room, size).lines) > 1 for one in people)

    few = broken(_SIZES[0]) + len(people) // 4
    return [size for size in _SIZES if broken(size) <= few]


def _table(pairings: RoundPairings, width: float, size: float) -> tuple[Grid, list[Row]]:
    table = Column(_("Table"), bold=True, padding=4, most=width * _TABLE)
    if _alone(pairings):
        columns = [table, *(Column(label(seat), stretch=1) for seat in Seat)]
    else:
        number = Column(pgettext("column", "No."), Align.RIGHT)
        sides = (_("North–South"), _("East–West"))
        columns = [table, *(one for side in sides for one in (number, Column(side, stretch=1)))]
    rows = _rows_of(pairings)
    return make_grid(columns, rows, width, size, row_padding=size * 0.3), rows


def _alone(pairings: RoundPairings) -> bool:
    """Return whether everybody plays alone: then the players stand by seat."""
    return any(one.pairs.ns.alone for one in pairings.tables)


def _rows_of(pairings: RoundPairings) -> list[Row]:
    if _alone(pairings):
        return [Row((one.table, *_by_seat(one.pairs))) for one in pairings.tables]
    return [
        Row((one.table, *(text for pair in one.pairs for text in (pair.numbers, pair.name))))
        for one in pairings.tables
    ]


def _by_seat(pairs: Sides[ContestantRef]) -> tuple[str, ...]:
    """Return number and name in each seat; of three players nobody sits East."""
    held = dict(by_seat(pairs.map(lambda side: side.everybody)))
    return tuple(f"{held[seat].numbers} {held[seat].name}" if seat in held else "" for seat in Seat)


def _by_table(pairings: RoundPairings, width: float, size: float) -> Iterator[Block]:
    if pairings.first_deal:
        deals = {"first": pairings.first_deal, "last": pairings.last_deal}
        yield paragraph(_("Hands %(first)s to %(last)s") % deals, width, 10, ink=GREY)
    if pairings.leg_text:
        yield paragraph(pairings.leg_text, width, 10, ink=GREY)
    yield space(6)
    grid, _rows = _table(pairings, width, size)
    for place, (group, part) in enumerate(pairings.parts):
        if group:
            if place:
                yield space(size)
            title = paragraph(group_title(group), width, size * 1.1, font_name=BOLD)
            yield replace(title, keep=3)
        yield from grid.table(_rows_of(part))
        if part.resting:
            resting = "; ".join(_numbered(contestant) for contestant in part.resting)
            said = _("Resting: %(pairs)s") % {"pairs": resting}
            yield space(size * 0.5 if group else 12)
            yield paragraph(said, width, size, font_name=BOLD)


@dataclass(frozen=True, slots=True)
class _Names:
    """The list by name: its rows, the word above each one's side or seat, and how much room
    opponents get where a player gets 4."""

    rows: list[Row]
    sits: str
    opponents: float

    @classmethod
    def of(cls, pairings: RoundPairings) -> _Names:
        places = (one for one in pairings.by_person() if not one.is_substitute)
        # Beside one player three others stand.
        players = any(side.everybody[0].is_player for one in pairings.tables for side in one.pairs)
        sits = _("Seat") if _alone(pairings) else _("Side")
        return cls([Row(_cells(place)) for place in places], sits, 7 if players else 5)

    def short(self) -> _Names:
        """Return the list without opponents."""
        return replace(self, rows=[Row(row.cells[:-1]) for row in self.rows])


def _name_grid(names: _Names, width: float, size: float) -> Grid:
    """Return the list by name; its rows have opponents or not."""
    rows = names.rows
    rests = text_width(pgettext("pair", "rests"), BOLD, size) + 2 * PADDING + 1
    columns = [
        Column(_("Player"), stretch=4),
        Column(_("Table"), Align.RIGHT, bold=True, most=max(rests, width * _TABLE)),
        Column(names.sits),
        Column(_("Opponents"), stretch=names.opponents),
    ]
    if rows:
        columns = columns[: len(rows[0].cells)]
    return make_grid(columns, rows, width, size, row_padding=size * 0.18)


def _cells(place: Place) -> tuple[str, ...]:
    return (
        place.person,
        place.table or pgettext("pair", "rests"),
        label(place.side) if place.side is not None else "",
        _met(place),
    )


def _met(place: Place) -> str:
    """Return the opponents, and before them a player's partner."""
    if place.opponent is None:
        return ""
    if place.partner is None:
        return place.opponent.name
    told = {"partner": place.partner.name, "opponents": place.opponent.name}
    return _("with %(partner)s, against %(opponents)s") % told


def _numbered(contestant: ContestantRef) -> str:
    return f"{contestant.number} {contestant.name}"
