"""The sheet of raw results: one row a table and hand, as it was entered, without any score.

Its first column is a key by which the hand sheets find a row, wherever sorting has put it.
"""

from __future__ import annotations

from enum import Enum, IntEnum

from django.utils.translation import gettext as _

from scoring.duplicate.scores import Award, Infraction
from scoring.game.announcements import Denomination, Double
from scoring.game.seats import Side
from scoring.game.tricks import POINTS_IN_A_HAND
from tournament.exports.excel.auditor.inputs_sheet import GIVEN_NUMBER, GIVEN_TEXT
from tournament.exports.excel.auditor.words import offer_choices, text_of
from tournament.exports.excel.book import Rows, Sheet, column_letter
from tournament.exports.excel.cells import NOTE, NUMBER, TEXT
from tournament.exports.excel.sheets import (
    Cell,
    SheetColumn,
    finish_sheet,
    fitting_width,
    head_sheet,
    write_row,
)
from tournament.exports.heading import Heading
from tournament.models import Outcome
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet
from tournament.standings.rankings.dealt_hands.scores import DealtScores

TABLE_NAME = "Results"
"""Name of the table in formulas and spreadsheets, in every language."""
KEYS_OF_A_HAND = 10_000
"""More than there can be tables."""


class Column(IntEnum):
    KEY = 1
    ROUND = 2
    HAND = 3
    TABLE = 4
    NS = 5
    NS_NAME = 6
    EW = 7
    EW_NAME = 8
    MAKERS = 9
    POINTS = 10
    TRUMPS = 11
    DOUBLE = 12
    RULE_BREAK = 13
    AWARD = 14
    OUTCOME = 15
    REASON = 16


_CHOSEN: tuple[tuple[Column, type[Enum]], ...] = (
    (Column.MAKERS, Side),
    (Column.TRUMPS, Denomination),
    (Column.DOUBLE, Double),
    (Column.RULE_BREAK, Infraction),
    (Column.AWARD, Award),
    (Column.OUTCOME, Outcome),
)


_READ = (Column.KEY, Column.NS, Column.EW, Column.POINTS, *(column for column, _kind in _CHOSEN))
"""Columns that formulas read."""


def key_of(entry: HandEntry) -> int:
    """Return the key by which a row is found."""
    return entry.deal * KEYS_OF_A_HAND + entry.table_number


def name_of(column: Column) -> str:
    """Return the name of a column's cells, as formulas use it."""
    return f"results_{column.name}".lower()


def results_sheet(sheet: Sheet, heading: Heading, scores: DealtScores) -> None:
    """Write the sheet, as a named table. There must be a result."""
    columns = _columns(scores)
    notes = [
        _("What was entered at the tables. A change here changes the scores on the other sheets."),
        _("Coloured cells can be changed, pairs' numbers too; lines can be sorted, not added."),
    ]
    first = row = head_sheet(sheet, heading, columns, notes=notes, frozen=4)
    for hand in scores.sheets.values():
        for entry in hand.entries:
            write_row(sheet, row, _cells(hand, entry), columns)
            row += 1
        sheet.book.step()
    rows = Rows(sheet, first, row - 1)
    sheet.name_table(
        TABLE_NAME, first - 1, rows.last, [(column.title, column.head) for column in columns]
    )
    for column in _READ:
        rows.name(name_of(column), column)
    for column, kind in _CHOSEN:
        offer_choices(sheet, _cells_of(rows, column), kind)
    sheet.allow(
        _cells_of(rows, Column.POINTS),
        {
            "validate": "integer",
            "criteria": "between",
            "minimum": 0,
            "maximum": POINTS_IN_A_HAND,
        },
    )
    finish_sheet(sheet, columns=len(columns), last_row=rows.last)


def _cells_of(rows: Rows, column: Column) -> str:
    letter = column_letter(column)
    return f"{letter}{rows.first}:{letter}{rows.last}"


def _columns(scores: DealtScores) -> list[SheetColumn]:
    pair = fitting_width(
        [contestant.name for contestant in scores.contestants.values()], least=16, most=31
    )
    return [
        SheetColumn(_("Key"), 11, figures=True),
        SheetColumn(_("Round"), 9, figures=True),
        SheetColumn(_("Hand"), 8, figures=True),
        SheetColumn(_("Table"), 8, figures=True),
        SheetColumn(_("NS pair no."), 9, figures=True),
        SheetColumn(_("NS pair"), pair),
        SheetColumn(_("EW pair no."), 9, figures=True),
        SheetColumn(_("EW pair"), pair),
        SheetColumn(_("Trumps made by"), 10),
        SheetColumn(_("Points of NS"), 9, figures=True),
        SheetColumn(_("Trumps"), 13),
        SheetColumn(_("Double"), 12),
        SheetColumn(_("Rule-break"), 13),
        SheetColumn(_("Average awarded"), 13),
        SheetColumn(_("Outcome"), 13),
        SheetColumn(_("Reason"), 28),
    ]


def _cells(hand: HandSheet, entry: HandEntry) -> list[Cell]:
    announcement = entry.announcement
    ns, ew = (own.contestant for own in entry.sides)
    return [
        (key_of(entry), NOTE),
        (entry.round, NUMBER),
        (entry.deal, NUMBER),
        (entry.table_number, NUMBER),
        (ns.number, GIVEN_NUMBER),
        (ns.name, TEXT),
        (ew.number, GIVEN_NUMBER),
        (ew.name, TEXT),
        (text_of(hand.makers), TEXT),
        (entry.points.ns, GIVEN_NUMBER),
        (text_of(announcement.trump) if announcement.trump else None, GIVEN_TEXT),
        (text_of(announcement.double) if announcement.double else None, GIVEN_TEXT),
        (text_of(entry.infraction) if entry.infraction else None, GIVEN_TEXT),
        (text_of(entry.award) if entry.award else None, GIVEN_TEXT),
        (text_of(entry.outcome), GIVEN_TEXT),
        (_reason(entry), TEXT),
    ]


def _reason(entry: HandEntry) -> str:
    return entry.public_note or (str(entry.reason.label) if entry.reason else "")
