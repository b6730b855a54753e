"""The sheet of inputs beside the results: settings and rulings, and the words of the game.

All settings but the tie-breaks can be changed, and everything follows. Some rows are left free
below each list of rulings, to try out what another one would do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.duplicate.methods import Method
from scoring.duplicate.settings import Scale, Settings
from tournament.core.labels import label
from tournament.core.numbers import NOTHING
from tournament.exports.excel.auditor.words import WORDS, choices, offer_choices, text_of, word
from tournament.exports.excel.book import Rows, Sheet
from tournament.exports.excel.cells import BAND, NOTE, NUMBER, SCORE, TEXT, Style, Value
from tournament.exports.excel.sheets import SheetColumn, finish_sheet, head_sheet, make_room
from tournament.exports.heading import Heading
from tournament.standings.rankings.dealt_hands.scores import DealtScores

SPARE_ROWS = 5
"""Lines without a ruling at the end of each list of rulings."""
COLUMN_WIDTHS = (44, 34, 50)
GIVEN_TEXT, GIVEN_NUMBER, GIVEN_SCORE = (
    replace(style, open_to_change=True) for style in (TEXT, NUMBER, SCORE)
)
_GIVEN_SHARE = replace(GIVEN_NUMBER, number_format="# ?/?")


def inputs_sheet(sheet: Sheet, heading: Heading, scores: DealtScores) -> None:
    """Write the sheet of settings, and name the cells by which all formulas read it."""
    titles = (_("Setting"), _("Value"), _("Reason"))
    columns = [SheetColumn(title, width) for title, width in zip(titles, COLUMN_WIDTHS)]
    notes = [_("All other sheets use the values on this one. Coloured cells can be changed.")]
    row = head_sheet(sheet, heading, columns, notes=notes, wide=False)
    writer = _InputsWriter(sheet, row, columns)
    complete = scores.participation.complete
    _write_settings(writer, scores.stage.scoring_settings(), complete=complete)
    _write_rulings(writer, scores)
    writer.band(_("Words that formulas read"), _("Word"))
    for values in WORDS:
        writer.words(values)
    finish_sheet(sheet, columns=len(columns), last_row=writer.row - 1)


class _InputsWriter:
    """Writes the sheet from top to bottom, and names its cells."""

    def __init__(self, sheet: Sheet, row: int, columns: Sequence[SheetColumn]) -> None:
        self.sheet, self.row, self.columns = sheet, row, columns

    def setting(self, title: str, name: str, value: Value, style: Style) -> None:
        self.line((title, TEXT), (value, style))
        self._name(name, 2)
        self.row += 1

    def choice(self, title: str, name: str, value: Enum) -> None:
        offer_choices(self.sheet, f"B{self.row}", type(value))
        self.setting(title, name, label(value), GIVEN_TEXT)

    def formula(self, title: str, name: str, formula: str, value: Value) -> None:
        self.sheet.put(self.row, 1, title, TEXT)
        self.sheet.put_formula(self.row, 2, formula, value, SCORE)
        self._name(name, 2)
        self.row += 1

    def line(self, *cells: tuple[Value, Style]) -> None:
        for column, (value, style) in enumerate(cells, start=1):
            self.sheet.put(self.row, column, value, style)
        make_room(self.sheet, self.row, cells, self.columns)

    def band(self, *titles: str) -> None:
        self.row += 1
        padded = [*titles, *[""] * (len(self.columns) - len(titles))]
        self.line(*((title, BAND) for title in padded))
        self.row += 1

    def listed(self, rows: Iterable[tuple[int, Value, str]], *names: str) -> None:
        """Write rulings, a line each, and spare lines; `names` are those of the first columns."""
        lines: list[tuple[int | None, Value, str]] = [*rows, *[(None, None, "")] * SPARE_ROWS]
        for column, name in enumerate(names, start=1):
            self._name(name, column, len(lines))
        for number, value, reason in lines:
            second = GIVEN_NUMBER if isinstance(value, int) else GIVEN_SCORE
            self.line(
                (number, GIVEN_NUMBER),
                (value, second if len(names) > 1 else TEXT),
                (reason, TEXT),
            )
            self.row += 1

    def words(self, values: Sequence[Enum]) -> None:
        """Write a list of words that formulas compare cells with."""
        self._name(choices(type(values[0])), 2, len(values))
        for value in values:
            self.line((word(value), NOTE), (text_of(value), TEXT))
            self._name(word(value), 2)
            self.row += 1

    def _name(self, name: str, column: int, count: int = 1) -> None:
        Rows(self.sheet, self.row, self.row + count - 1).name(name, column)


def _write_settings(writer: _InputsWriter, settings: Settings, *, complete: bool) -> None:
    writer.choice(_("How a hand is scored"), "method", settings.method)
    writer.choice(_("Scale of the hand points"), "scale", settings.scale)
    writer.sheet.allow(
        f"B{writer.row}", {"validate": "decimal", "criteria": "between", "minimum": 1, "maximum": 2}
    )
    flat = _("Score of a flat hand, from 1 to 2")
    writer.setting(flat, "flat_score", settings.flat_score, GIVEN_SCORE)
    writer.choice(_("Average of"), "average_of", settings.average_of)
    writer.choice(_("Ranked"), "rank_by", settings.rank_by)
    writer.sheet.allow(
        f"B{writer.row}", {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 1}
    )
    writer.setting(
        _("By the mean, share of the most hands that is enough (empty: any number)"),
        "least_share",
        settings.least_share,
        _GIVEN_SHARE,
    )
    closed = _("The last round is closed: 1; not yet: 0")
    writer.setting(closed, "last_round_closed", int(complete), GIVEN_NUMBER)
    writer.choice(_("When a pair withdraws"), "when_withdrawn", settings.withdrawn)
    rules = ", ".join(map(label, settings.tie_breaks)) or pgettext("tie-breaks", "none")
    writer.setting(
        _("Tie-breaks (as exported: a change here does nothing)"), "tie_breaks", rules, TEXT
    )
    none = f"method={word(Method.MEAN)}"
    hundred = f"scale={word(Scale.HUNDRED)}"
    worst = NOTHING if settings.worst is None else settings.worst
    best = NOTHING if settings.best is None else settings.best
    for title, name, formula, value in (
        (_("Worst hand points"), "worst", f'IF({none},"{NOTHING}",IF({hundred},0,1))', worst),
        (_("Best hand points"), "best", f'IF({none},"{NOTHING}",IF({hundred},100,2))', best),
        (
            _("Hand points of a flat hand"),
            "flat",
            f"IF({none},0,worst+(flat_score-1)*(best-worst))",
            settings.flat,
        ),
    ):
        writer.formula(title, name, formula, value)


def _write_rulings(writer: _InputsWriter, scores: DealtScores) -> None:
    cancelled = [sheet for sheet in scores.sheets.values() if sheet.cancelled]
    writer.band(_("Cancelled hand"), "", _("Reason"))
    writer.listed([(one.deal, None, one.why_cancelled) for one in cancelled], "cancelled_hands")
    writer.band(_("Points deducted from pair"), _("Points"), _("Reason"))
    deductions = (
        (contestant.number, one.points, one.reason)
        for contestant in scores.contestants.values()
        for one in scores.deductions.get(contestant.id, ())
    )
    writer.listed(deductions, "deducted_pairs", "deducted_points")
    writer.band(_("Withdrawn pair"), _("From round"))
    withdrawn = (
        (contestant.number, contestant.withdrawn_from, "")
        for contestant in scores.contestants.values()
        if contestant.withdrawn_from is not None
    )
    writer.listed(withdrawn, "withdrawn_pairs", "withdrawn_from")
