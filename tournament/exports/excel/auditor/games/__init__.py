"""The auditor's workbook of games: what was entered at the tables, and formulas that rank by it.

    results         one row for each table, as it was entered, and what the game gives each side
    inputs          the settings that formulas read
    scores          what ranks: games won, or points, or in a knock-out
    rounds_reached  how far pairs have come, in the second chance too
    bracket         one row for each tie of a knock-out, of one game or two, with who goes on
                    (`played_ties`) and the formulas that decide it (`tie_formulas`)
    ties            what each tie-break compares
    standings       the sums of all games, and ranks

Which figures there are is what the ranking declares, in its columns and in the stage's tie-breaks.
Whoever changes a result or a setting sees what follows. Figures are whole numbers and halves, so
the cells are exact; only scores with a second chance, and their sums, are other parts.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from tournament.exports.excel.auditor.games.bracket import bracket_sheet
from tournament.exports.excel.auditor.games.inputs import game_inputs
from tournament.exports.excel.auditor.games.played_ties import ties_in
from tournament.exports.excel.auditor.games.results import game_results
from tournament.exports.excel.auditor.games.scores import (
    GAMES_WON,
    POINTS_MADE,
    ROUNDS_REACHED,
    ScoreFormulas,
)
from tournament.exports.excel.auditor.games.standings import game_standings
from tournament.exports.excel.book import Book, Progress
from tournament.exports.excel.sheets import head_sheet
from tournament.exports.heading import Heading
from tournament.standings.rankings.games.scores import GameScores
from tournament.standings.rankings.knockout.scores import KnockoutScores


def games_workbook(heading: Heading, scores: GameScores, progress: Progress | None = None) -> bytes:
    """Standings, results and settings of the rounds that were scored, ranked by games won."""
    return _workbook(heading, scores, progress, GAMES_WON)


def points_workbook(
    heading: Heading, scores: GameScores, progress: Progress | None = None
) -> bytes:
    """The same, ranked by the points of all games."""
    return _workbook(heading, scores, progress, POINTS_MADE)


def knockout_workbook(
    heading: Heading, scores: GameScores, progress: Progress | None = None
) -> bytes:
    """The same, ranked by the rounds that were got through."""
    return _workbook(heading, scores, progress, ROUNDS_REACHED)


def _workbook(
    heading: Heading, scores: GameScores, progress: Progress | None, ranked_by: ScoreFormulas
) -> bytes:
    book = Book(heading, progress=progress, steps=len(scores.tables))
    if not scores.tables:
        notes = [_("No round has been closed yet.")]
        head_sheet(book.add_sheet(heading.title), heading, [], notes=notes)
        return book.content()
    standings, results = book.add_sheet(_("Standings")), book.add_sheet(_("Results"))
    if isinstance(scores, KnockoutScores):
        title = _("Bracket")
        bracket_sheet(book.add_sheet(title), replace(heading, title=title), ties_in(scores))
    inputs = book.add_sheet(_("Settings"))
    game_inputs(inputs, heading, scores)
    game_results(results, heading, scores)
    game_standings(standings, replace(heading, title=_("Standings")), scores, ranked_by)
    return book.content()
