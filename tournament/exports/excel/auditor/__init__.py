"""The auditor's workbook: the results as entered, and formulas that compute the scores.

    words         the words of the game, by the names that formulas call them
    inputs_sheet  the settings and rulings that formulas read
    results       one row for each table and hand, as it was entered
    layout        rows and columns of the hand sheets
    methods       scoring methods as formulas
    tables        hand scores and final scores at a table
    hands         the hand sheets, and the fields that hands are compared with
    ties          ties, and whether they are still those that were exported
    standings     rounds, totals, means and ranks

Only the raw results, the settings and the rulings are values; whoever changes one of them in a
spreadsheet sees what follows. Every Excel since 2007 and LibreOffice have the functions, none of
which is volatile. Cells compute with floats: ranks compare nine decimals.

Each formula is stored with its value, for those who only view the file; a spreadsheet computes all
of them again when it opens it.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.excel.auditor.hands import hands_sheet
from tournament.exports.excel.auditor.inputs_sheet import inputs_sheet
from tournament.exports.excel.auditor.results import results_sheet
from tournament.exports.excel.auditor.standings import standings_of_auditor
from tournament.exports.excel.book import Book, Progress
from tournament.exports.excel.sheets import head_sheet
from tournament.exports.heading import Heading
from tournament.standings.rankings.dealt_hands.scores import DealtScores


def auditors_workbook(
    heading: Heading, scores: DealtScores, progress: Progress | None = None
) -> bytes:
    """Return standings, hand sheets, results and settings of the rounds that were scored.

    Before there is a result it says so.
    """
    book = Book(heading, progress=progress, steps=2 * len(scores.sheets))
    if not any(sheet.entries for sheet in scores.sheets.values()):
        notes = [_("No round has been closed yet.")]
        head_sheet(book.add_sheet(heading.title), heading, [], notes=notes)
        return book.content()
    # Standings stand before the results that they come from.
    titles = (_("Standings"), _("Hand sheets"), _("Results"), _("Settings"))
    standings, hands, results, given = map(book.add_sheet, titles)
    inputs_sheet(given, heading, scores)
    results_sheet(results, heading, scores)
    hands_sheet(hands, heading, scores)
    standings_of_auditor(standings, replace(heading, title=titles[0]), scores)
    return book.content()
