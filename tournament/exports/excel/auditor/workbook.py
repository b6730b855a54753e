"""The auditor's workbook as a file."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.excel.auditor.hands import hands_sheet
from tournament.exports.excel.auditor.inputs_sheet import given_sheet
from tournament.exports.excel.auditor.results import results_sheet
from tournament.exports.excel.auditor.standings import standings_of_auditor
from tournament.exports.excel.book import Book, Progress
from tournament.exports.excel.sheets import head_sheet
from tournament.exports.heading import Heading
from tournament.standings.queries import StageScores


def auditors_workbook(
    heading: Heading, scores: StageScores, progress: Progress | None = None
) -> bytes:
    """Standings, hand sheets, results and settings of the rounds that were scored.

    Before there is a result it says so.
    """
    book = Book(heading, progress=progress, steps=2 * len(scores.sheets))
    if not any(sheet.entries for sheet in scores.sheets.values()):
        notes = [_("No round has been closed yet.")]
        head_sheet(book.add_sheet(heading.title), heading, [], notes=notes)
        return book.content()
    # What comes of the results stands before what it comes from.
    titles = (_("Standings"), _("Hand sheets"), _("Results"), _("Settings"))
    standings, hands, results, given = map(book.add_sheet, titles)
    given_sheet(given, heading, scores)
    results_sheet(results, heading, scores)
    hands_sheet(hands, heading, scores)
    standings_of_auditor(standings, replace(heading, title=titles[0]), scores)
    return book.content()
