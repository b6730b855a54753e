"""The bracket of a knock-out in the auditor's workbook: a row a tie, with what decides it.

The ties of a round follow one another, the second chance last. Each round has names of its own for
its cells: how far pairs have come after a round says what the next one's ties are, so no formula
may read the whole sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Side
from scoring.pairing.knockout import DecidedBy
from tournament.exports.excel.auditor.games.played_ties import Part, TieRow, Ties
from tournament.exports.excel.auditor.games.tie_formulas import ONES, TieFormulas, name_in
from tournament.exports.excel.book import Rows, Sheet, at
from tournament.exports.excel.cells import HELPER, NUMBER, RANK, TEXT, Style, Value
from tournament.exports.excel.sheets import (
    SheetColumn,
    finish_sheet,
    fitting_width,
    head_sheet,
    make_room,
)
from tournament.exports.heading import Heading
from tournament.standings.columns import NUMBER as PAIR_NUMBER
from tournament.standings.rankings.bracket_view import decided_text
from tournament.standings.rankings.knockout.columns import knockout_round_name, second_round_name

_READ = ("part", *ONES, "games", *(f"{one}_all" for one in ONES), "winner")
"""The columns that the standings and later ties read."""


@dataclass(frozen=True, slots=True)
class _Column:
    key: str
    shown: SheetColumn
    value: Callable[[TieRow], Value]
    formula: Callable[[TieFormulas], str] | None = None
    style: Style = NUMBER


def bracket_sheet(sheet: Sheet, heading: Heading, ties: Ties) -> None:
    """The sheet. There must be a table in the results."""
    columns = list(_columns(ties))
    shown = [one.shown for one in columns]
    notes = [
        _("Each tie, with the games on the sheet of results; who goes on follows from them."),
        _("The points are those that count. Where they are the same, all points decide."),
    ]
    row = head_sheet(sheet, heading, shown, notes=notes, frozen=1)
    places = {one.key: index for index, one in enumerate(columns, start=1)}
    for number, ties_of_round in ties.by_round.items():
        first = row
        for tie in ties_of_round:
            _write(sheet, row, first, tie, columns, places, ties)
            row += 1
        if ties_of_round:
            for key in _READ:
                Rows(sheet, first, row - 1).name(name_in(number, key), places[key])
    printed = sum(one.style is not HELPER for one in columns)
    finish_sheet(sheet, columns=printed, last_row=row - 1)


def _write(
    sheet: Sheet,
    row: int,
    first: int,
    tie: TieRow,
    columns: list[_Column],
    places: dict[str, int],
    ties: Ties,
) -> None:
    """`first` is the row of the first tie of the round."""

    def above(key: str) -> str:
        return f"{at(places[key], first)}:{at(places[key], row - 1)}" if row > first else ""

    formulas = TieFormulas(ties, tie.number, lambda key: at(places[key], row), above)
    for place, one in enumerate(columns, start=1):
        if one.formula is None:
            sheet.put(row, place, one.value(tie), one.style)
        else:
            sheet.put_formula(row, place, one.formula(formulas), one.value(tie), one.style)
    cells = [(one.value(tie), one.style) for one in columns]
    make_room(sheet, row, cells, [one.shown for one in columns])


def _columns(ties: Ties) -> Iterator[_Column]:
    names = {part: _names(ties, part) for part in Part}
    wide = fitting_width([name for each in names.values() for name in each], least=16, most=32)

    def name_of_round(formulas: TieFormulas) -> str:
        told = ",".join(f'"{names[part][formulas.number - 1]}"' for part in Part)
        return f"CHOOSE({formulas.cell('part')},{told})"

    yield _Column(
        "name",
        SheetColumn(pgettext("of a knock-out", "Tie"), wide),
        lambda tie: names[tie.part][tie.number - 1],
        name_of_round,
        TEXT,
    )
    for place, one in enumerate(ONES):
        yield from _of_the_pair(ties, place, one)
    for place, one in enumerate(ONES):
        yield from _points(ties, place, one)
    yield _Column(
        "given_to",
        SheetColumn(_("Given by a referee to"), 13, figures=True),
        lambda tie: _number(ties, _given_to(tie)),
        TieFormulas.given_to,
    )
    yield _Column(
        "goes_on",
        SheetColumn(_("Goes on"), 9, figures=True),
        lambda tie: _number(ties, tie.winner),
        TieFormulas.goes_on,
        RANK,
    )
    yield _Column(
        "why",
        SheetColumn(_("Decided by"), fitting_width(_reasons(ties), least=16, most=64)),
        lambda tie: tie.shown.why if tie.shown and tie.winner is not None else "",
        TieFormulas.why,
        TEXT,
    )
    yield from _helpers(ties)


def _reasons(ties: Ties) -> list[str]:
    """All that can be said of why a pair goes on."""
    return [decided_text(by, legs=ties.rules.legs) for by in DecidedBy]


def _names(ties: Ties, part: Part) -> list[str]:
    """What each round of the bracket is called where a tie is part of that; "" for one that has no
    such ties."""
    numbers = range(1, ties.rounds + 1)
    match part:
        case Part.BRACKET:
            return [knockout_round_name(one, ties.rounds) for one in numbers]
        case Part.THIRD_PLACE:
            return [_("Third place") if one == ties.rounds else "" for one in numbers]
        case Part.SECOND_CHANCE:
            again = range(2, ties.second_rounds + 2) if ties.second_rounds else ()
            return [
                second_round_name(one - 1, ties.second_rounds) if one in again else ""
                for one in numbers
            ]


def _of_the_pair(ties: Ties, place: int, key: str) -> Iterator[_Column]:
    contestants = ties.scores.contestants
    name = fitting_width([one.name for one in contestants.values()], least=16, most=44)
    yield _Column(
        key,
        SheetColumn(PAIR_NUMBER.head, 7, figures=True),
        lambda tie: contestants[tie.pairs[place]].number,
    )
    yield _Column(
        f"{key}_name",
        SheetColumn(_("Pair"), name),
        lambda tie: contestants[tie.pairs[place]].name,
        style=TEXT,
    )


def _points(ties: Ties, place: int, key: str) -> Iterator[_Column]:
    counts = ties.scores.stage.knockout_settings().counted
    who = (_("first pair"), _("second pair"))[place]
    for leg in range(ties.rules.legs) if ties.rules.legs > 1 else ():
        yield _Column(
            f"{key}_leg_{leg + 1}",
            SheetColumn(
                _("Game %(game)d\n%(pair)s") % {"game": leg + 1, "pair": who}, 9, figures=True
            ),
            lambda tie, leg=leg: _in_leg(ties, tie, place, leg),  # type: ignore[misc]
            lambda formulas, leg=leg: formulas.points_in_leg(  # type: ignore[misc]
                key, ties.legs(formulas.number)[leg]
            ),
        )
    yield _Column(
        f"{key}_sum",
        SheetColumn(_("Points\n%(side)s") % {"side": who}, 9, figures=True),
        lambda tie: tie.played.made(tie.pairs[place], counts) if tie.played else 0,
        lambda formulas: formulas.sum(key),
        RANK,
    )
    yield _Column(
        f"{key}_all",
        SheetColumn(_("All points\n%(pair)s") % {"pair": who}, 9, figures=True),
        lambda tie: tie.played.made(tie.pairs[place]) if tie.played else 0,
        lambda formulas: formulas.all_points(key),
    )


def _ahead(ties: Ties, tie: TieRow) -> Value:
    """The number of the pair that is ahead by the games that were played, or alone."""
    decided = tie.played and tie.played.decided(ties.scores.stage.knockout_settings().counted)
    is_whole = tie.played is not None and len(tie.played.games) == ties.rules.legs
    return _number(ties, decided[0] if decided and is_whole else tie.winner)


def _helpers(ties: Ties) -> Iterator[_Column]:
    yield _Column(
        "winner",
        SheetColumn(_("Ahead"), 9, figures=True),
        lambda tie: _ahead(ties, tie),
        TieFormulas.winner,
        HELPER,
    )
    yield _Column(
        "games",
        SheetColumn(_("Games played"), 9, figures=True),
        lambda tie: len(tie.played.games) if tie.played else 0,
        TieFormulas.games,
        HELPER,
    )
    yield _Column(
        "part",
        SheetColumn(_("Number of the part"), 9, figures=True),
        lambda tie: int(tie.part),
        TieFormulas.part,
        HELPER,
    )


def _in_leg(ties: Ties, tie: TieRow, place: int, leg: int) -> Value:
    """The points that count of a pair in a leg, or "" where that has no game."""
    counts, number, pair = (
        ties.scores.stage.knockout_settings().counted,
        ties.legs(tie.number)[leg],
        tie.pairs[place],
    )
    for table in ties.scores.tables:
        if table.round == number and table.game and set(table.everybody) == set(tie.pairs):
            side = Side.NS if pair in table.sides.ns else Side.EW
            return counts(table.game.points[side])
    return ""


def _given_to(tie: TieRow) -> int | None:
    for game in reversed(tie.played.games) if tie.played else ():
        if game.awarded is not None:
            return game.contestants[game.awarded]
    return None


def _number(ties: Ties, pair: int | None) -> Value:
    return "" if pair is None else ties.scores.contestants[pair].number
