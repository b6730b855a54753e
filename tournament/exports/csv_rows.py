"""Standings and results as rows for a file that every spreadsheet opens.

Scores have nine decimals at most: enough that sums over them are right to the hundredth.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game.seats import Side
from scoring.rounding import rounded
from tournament.core.csv_text import Row
from tournament.core.labels import label
from tournament.exports.rows import hand_row, remark_at_table
from tournament.standings.columns import GROUP, Output
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import StandingsView

PLACES = 9


def _score(value: Fraction | None) -> Decimal | None:
    return None if value is None else rounded(value, PLACES)


def standings_rows(view: StandingsView[Any]) -> Iterator[Row]:
    """A row of titles, and one a pair, best first."""
    columns = view.columns_with_rounds(Output.CSV)
    yield [column.head for column in columns]
    for line in view.lines:
        values = (one.told(line) if one.told else one.value(line) for one in columns)
        yield [_score(value) if isinstance(value, Fraction) else value for value in values]


def results_rows(scores: DealtScores) -> Iterator[Row]:
    """A row of titles, and one a table and hand."""
    ns, ew = map(label, Side)
    points, hand_score, final = pgettext("column", "Points"), _("Hand score"), _("Hand points")
    groups = scores.stage.has_groups
    yield [
        _("Round"),
        _("Hand"),
        _("Table"),
        *([GROUP.head] if groups else ()),
        f"{pgettext('column', 'No.')} {ns}",
        _("North–South"),
        f"{pgettext('column', 'No.')} {ew}",
        _("East–West"),
        *(f"{points} {side}" for side in (ns, ew)),
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
                *([entry.pairs.ns.group_name] if groups else ()),
                *(
                    value
                    for own in row.sides
                    for value in (own.contestant.number, own.contestant.name)
                ),
                *(own.points for own in row.sides),
                row.announced,
                *(own.hand_score for own in row.sides),
                *(_score(own.final) for own in row.sides),
                remark_at_table(sheet, row),
            ]
