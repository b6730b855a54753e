"""The sheet of results: a row a table, as it was entered, and by formulas what each side has of it.

A side has one pair, or two players. A line's formulas read nothing but that line and the
standings, so lines can be sorted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.game.seats import Side
from scoring.ordinary.standings import HALF
from tournament.core.labels import label
from tournament.exports.excel.auditor.games.inputs import CAP
from tournament.exports.excel.auditor.inputs_sheet import GIVEN_NUMBER, GIVEN_TEXT
from tournament.exports.excel.auditor.words import offer_choices, text_of, word
from tournament.exports.excel.book import Rows, Sheet, at, column_letter
from tournament.exports.excel.cells import HALVES, HELPER, NUMBER, TEXT, Style, Value
from tournament.exports.excel.sheets import (
    Cell,
    SheetColumn,
    finish_sheet,
    fitting_width,
    head_sheet,
    write_row,
)
from tournament.exports.heading import Heading
from tournament.standings.columns import NUMBER as PAIR_NUMBER
from tournament.standings.contestants import ContestantRef, together
from tournament.standings.rankings.games.scores import GameScores, TableOfRound

TABLE_NAME = "Results"
"""What formulas and spreadsheets call the table, in every language."""
STANDINGS_NUMBER, STANDINGS_SCORE = "standings_number", "standings_score"
"""The names of the standings' columns that Buchholz is made of."""
GIVEN_TO = "given_to"
ROUND = "round"


def seat(side: Side, place: int) -> str:
    """The key of the column with the number of a side's pair, or of its players from 1."""
    return f"{side.key}_{place}"


def counted(side: Side) -> str:
    """The key of the points that count for a side."""
    return f"{side.key}_counted"


def made(side: Side) -> str:
    """The key of what a game gives a side: 1, ½ or 0."""
    return f"{side.key}_made"


def opponents(side: Side) -> str:
    """The key of the scores of a side's opponents."""
    return f"{side.key}_opponents"


def points(side: Side) -> str:
    """The key of the points that were entered for a side."""
    return f"{side.key}_points"


def name_of(key: str) -> str:
    """The name of a column's cells, as formulas use it."""
    return f"games_{key}"


def seats_of_a_side(scores: GameScores) -> range:
    """The places of a side: one of a pair, two of players."""
    return range(1, 1 + max(len(one.sides.ns) for one in scores.tables))


@dataclass(frozen=True, slots=True)
class _Column:
    key: str
    shown: SheetColumn
    is_read: bool = True
    """Formulas read it."""


def game_results(sheet: Sheet, heading: Heading, scores: GameScores) -> None:
    """The sheet, as a named table. There must be a table."""
    columns = list(_columns(scores))
    shown = [one.shown for one in columns]
    notes = [
        _("What was entered at the tables. A change here changes the scores on the other sheets."),
        _("Coloured cells can be changed, numbers too; lines can be sorted, not added."),
    ]
    first = row = head_sheet(sheet, heading, shown, notes=notes, frozen=2)
    places = {one.key: index for index, one in enumerate(columns, start=1)}
    for table in sorted(scores.tables, key=lambda one: (one.round, one.number)):
        write_row(sheet, row, list(_entered(scores, table)), shown)
        for key, formula, value, style in _computed(scores, table, places, row):
            sheet.put_formula(row, places[key], formula, value, style)
        row += 1
        sheet.book.step()
    rows = Rows(sheet, first, row - 1)
    titles = [(one.title, one.head) for one in shown]
    sheet.name_table(TABLE_NAME, first - 1, rows.last, titles)
    for one in columns:
        if one.is_read:
            rows.name(name_of(one.key), places[one.key])
    offer_choices(sheet, _cells_of(rows, places[GIVEN_TO]), Side)
    for side in Side:
        rule = {"validate": "integer", "criteria": ">=", "value": 0}
        sheet.allow(_cells_of(rows, places[points(side)]), rule)
    finish_sheet(sheet, columns=len(columns), last_row=rows.last)


def _cells_of(rows: Rows, column: int) -> str:
    letter = column_letter(column)
    return f"{letter}{rows.first}:{letter}{rows.last}"


def _columns(scores: GameScores) -> Iterator[_Column]:
    names = [together(side).name for side in _sides(scores)]
    name = fitting_width(names, least=16, most=44)
    yield _Column(ROUND, SheetColumn(_("Round"), 9, figures=True))
    yield _Column("table", SheetColumn(_("Table"), 10), is_read=False)
    for side in Side:
        for place in seats_of_a_side(scores):
            title = f"{PAIR_NUMBER.head} {label(side)}"
            if len(seats_of_a_side(scores)) > 1:
                title += f" {place}"
            yield _Column(seat(side, place), SheetColumn(title, 9, figures=True))
        yield _Column(f"{side.key}_name", SheetColumn(label(side), name), is_read=False)
    for side in Side:
        title = _("Points\n%(side)s") % {"side": label(side)}
        yield _Column(points(side), SheetColumn(title, 9, figures=True))
    yield _Column(GIVEN_TO, SheetColumn(_("Given by a referee to"), 13))
    yield _Column("reason", SheetColumn(_("Not played"), 24), is_read=False)
    for key, text in (
        (counted, _("Counted\n%(side)s")),
        (made, _("Score\n%(side)s")),
        (opponents, _("Opponents' scores\n%(side)s")),
    ):
        for side in Side:
            title = text % {"side": label(side)}
            yield _Column(key(side), SheetColumn(title, 12, figures=True))


def _sides(scores: GameScores) -> Iterator[list[ContestantRef]]:
    for table in scores.tables:
        for ids in table.sides:
            yield [scores.contestants[one] for one in ids]


def _entered(scores: GameScores, table: TableOfRound) -> Iterator[Cell]:
    yield table.round, NUMBER
    yield table.name or str(table.number), TEXT
    for ids in table.sides:
        own = [scores.contestants[one] for one in ids]
        for one in own:
            yield one.number, GIVEN_NUMBER
        yield together(own).name, TEXT
    game = table.game
    for side in Side:
        yield game.points[side] if game else None, GIVEN_NUMBER
    yield text_of(game.awarded) if game and game.awarded else None, GIVEN_TEXT
    reason = str(table.reason.label) if table.reason else None
    yield _("annulled, as a pair withdrew") if table.annulled else reason, TEXT


def _computed(
    scores: GameScores, table: TableOfRound, places: dict[str, int], row: int
) -> Iterator[tuple[str, str, Value, Style]]:
    game, counts = table.game, scores.stage.game_settings().counted
    known = {one.tally.contestant: one.tally.score for one in scores.rows}
    for side in Side:
        own_points, others = (at(places[points(one)], row) for one in (side, side.opponents))
        own = at(places[made(side)], row)
        given, won = at(places[GIVEN_TO], row), f"IF({own_points}={others},0.5,0)"
        better = f"IF({own_points}>{others},1,{won})"
        awarded = f'IF({given}<>"",IF({given}={word(side)},1,0),{better})'
        played = f'IF(OR({own_points}="",{others}=""),"",{awarded})'
        score = "" if game is None else _score(game.winner, side)
        yield made(side), played, score, HALVES
        capped = f'IF({CAP}="",{own_points},MIN({own_points},{CAP}))'
        shown: Value = "" if game is None else counts(game.points[side])
        yield counted(side), f'IF({own}="","",{capped})', shown, NUMBER
        met = "+".join(
            f"SUMIF({STANDINGS_NUMBER},{at(places[seat(side.opponents, place)], row)},"
            f"{STANDINGS_SCORE})"
            for place in seats_of_a_side(scores)
        )
        total = (
            sum((known[one] for one in table.sides[side.opponents]), Fraction(0)) if game else ""
        )
        yield opponents(side), f'IF({own}="","",{met})', total, HELPER


def _score(winner: Side | None, side: Side) -> Fraction:
    return HALF if winner is None else Fraction(winner is side)
