"""Standings and results as rows for a file that every spreadsheet opens.

Scores have nine decimals at most: enough that sums over them are right to the hundredth.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rounding import half_up
from scoring.seats import Side
from tournament.core.csv_text import Row
from tournament.core.labels import label
from tournament.exports.rows import hand_row, line_remarks, remark_at_table, round_initial
from tournament.standings.queries import StageScores, StandingsView

PLACES = 9


def _score(value: Fraction | None) -> Decimal | None:
    return None if value is None else half_up(value, PLACES)


def standings_rows(view: StandingsView) -> Iterator[Row]:
    """A row of titles, and one a pair, best first."""
    yield [
        pgettext("column", "Rank"),
        pgettext("column", "No."),
        _("Pair"),
        _("Club"),
        *map(round_initial, view.rounds),
        _("Hands"),
        _("Total"),
        _("Mean"),
        _("Remarks"),
    ]
    for line in view.lines:
        yield [
            line.rank,
            line.team.number,
            line.team.name,
            line.team.club,
            *(_score(line.by_round[number]) for number in view.rounds),
            line.hands,
            _score(line.total),
            _score(line.mean),
            "; ".join(line_remarks(line, club=False)),
        ]


def results_rows(scores: StageScores) -> Iterator[Row]:
    """A row of titles, and one a table and hand."""
    ns, ew = label(Side.NS), label(Side.EW)
    points, hand_score, final = pgettext("column", "Points"), _("Hand score"), _("Final score")
    yield [
        _("Round"),
        _("Hand"),
        _("Table"),
        f"{pgettext('column', 'No.')} {ns}",
        _("North–South"),
        f"{pgettext('column', 'No.')} {ew}",
        _("East–West"),
        f"{points} {ns}",
        f"{points} {ew}",
        pgettext("column", "Announced"),
        *(f"{title} {side}" for title in (hand_score, final) for side in (ns, ew)),
        _("Remarks"),
    ]
    for sheet in scores.sheets.values():
        for entry in sheet.entries:
            row = hand_row(entry)
            yield [
                sheet.round,
                sheet.deal,
                row.table,
                row.ns.number,
                row.ns.name,
                row.ew.number,
                row.ew.name,
                row.ns_points,
                row.ew_points,
                row.announced,
                row.ns_hand_score,
                row.ew_hand_score,
                _score(row.ns_final),
                _score(row.ew_final),
                remark_at_table(sheet, row),
            ]
