"""The standings of games in the auditor's workbook: sums, what ranks, and ranks, by formulas.

The columns are those that the ranking declares, then the rounds, then what is only read by other
formulas. A declared column without a formula in `_FIGURES` is a value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exports.excel.auditor.games.layout import (
    GROUP,
    LEFT,
    NUMBER_KEY,
    RANKED,
    AuditedColumn,
    Formula,
    Layout,
    Line,
)
from tournament.exports.excel.auditor.games.results import (
    STANDINGS_NUMBER,
    STANDINGS_SCORE,
    counted,
    opponents,
    seats_of_a_side,
)
from tournament.exports.excel.auditor.games.rounds_reached import WHOLE_SCORE
from tournament.exports.excel.auditor.games.scores import ASKED, RESTS, ScoreFormulas
from tournament.exports.excel.auditor.games.ties import Compared, compared_by
from tournament.exports.excel.book import Rows, Sheet
from tournament.exports.excel.cells import (
    HALVES,
    HELPER,
    NUMBER,
    RANK,
    SIGNED,
    STRONG_HALVES,
    TEXT,
    Style,
    Value,
)
from tournament.exports.excel.sheets import (
    SheetColumn,
    add_filters,
    finish_sheet,
    fitting_width,
    head_sheet,
    make_room,
    print_side_by_side,
)
from tournament.exports.excel.standings import sheet_column
from tournament.exports.heading import Heading
from tournament.exports.rows import note_on_corrections, note_on_unranked
from tournament.stages.formats import format_of
from tournament.standings.columns import GROUP as GROUP_NAME
from tournament.standings.columns import NAME, OF_THE_PAIR, Kind, Output, StandingsColumn
from tournament.standings.columns import NUMBER as PAIR_NUMBER
from tournament.standings.queries import StandingsView, view_of
from tournament.standings.rankings.games.columns import GameFigures
from tournament.standings.rankings.games.scores import GameScores

_FIGURES: Mapping[str, Formula] = {
    "wins": lambda layout, row: layout.games(row, "1"),
    "draws": lambda layout, row: layout.games(row, "0.5"),
    "losses": lambda layout, row: layout.games(row, "0"),
    "points_for": lambda layout, row: layout.sum(row, counted),
    "points_against": lambda layout, row: layout.sum_of_others(row, counted),
    "difference": lambda layout, row: (
        f"{layout.here('points_for', row)}-{layout.here('points_against', row)}"
    ),
    # Scores with a second chance are no halves, and floats add up to a hair beside each other.
    "buchholz": lambda layout, row: f"ROUND({layout.sum(row, opponents)},9)",
}
"""The formulas of declared columns, by their keys, beside that of what ranks."""
_STYLES: Mapping[Kind, Style] = {Kind.SIGNED: SIGNED, Kind.HALVES: HALVES}
_TAKEN, _ANNULLED = "taken", "annulled"
_RANK = "rank"


@dataclass(frozen=True, slots=True)
class _Columns:
    """All columns in their order, of which the first `printed` are for paper."""

    all: tuple[AuditedColumn, ...]
    printed: int


def game_standings(
    sheet: Sheet, heading: Heading, scores: GameScores, ranked_by: ScoreFormulas
) -> None:
    """The sheet. There must be a table in the results."""
    view: StandingsView[GameFigures] = view_of(scores)
    lines = [
        *(Line(one.contestant, one) for one in view.lines),
        *(Line(one, None) for one in view.unranked),
    ]
    columns = _columns(scores, view, lines, ranked_by)
    shown = [one.shown for one in columns.all]
    notes = [
        note_on_corrections(view.corrections_until),
        _("Those who are level are ranked by the tie-breaks in their order."),
        note_on_unranked(view),
    ]
    first = head_sheet(sheet, heading, shown, notes=notes, frozen=3)
    layout = Layout(
        Rows(sheet, first, first + len(lines) - 1),
        {one.key: place for place, one in enumerate(columns.all, start=1)},
        seats_of_a_side(scores),
        bool(view.group_names),
    )
    layout.rows.name(STANDINGS_NUMBER, layout.columns[NUMBER_KEY])
    score = WHOLE_SCORE if WHOLE_SCORE in layout.columns else ranked_by.key
    layout.rows.name(STANDINGS_SCORE, layout.columns[score])
    for one in columns.all:
        if one.name:
            layout.rows.name(one.name, layout.columns[one.key])
    for row, line in enumerate(lines, start=first):
        for place, one in enumerate(columns.all, start=1):
            if one.formula is None:
                sheet.put(row, place, one.value(line), one.style)
            else:
                sheet.put_formula(row, place, one.formula(layout, row), one.value(line), one.style)
        make_room(sheet, row, [(one.value(line), one.style) for one in columns.all], shown)
    last = layout.rows.last
    add_filters(sheet, titles=first - 1, columns=len(shown), last_row=last)
    finish_sheet(sheet, columns=columns.printed, last_row=last)
    print_side_by_side(sheet, shown[: columns.printed], repeated=3)


def _columns(
    scores: GameScores,
    view: StandingsView[GameFigures],
    lines: Sequence[Line],
    ranked_by: ScoreFormulas,
) -> _Columns:
    then = ranked_by.then(scores)
    compared: list[Compared] = []
    needed: list[AuditedColumn] = []
    for one, columns in compared_by(scores, lines, ranked_by.key, then):
        compared.append(one)
        needed += columns
    printed = [
        *_of_the_contestant(view, lines, tuple(compared)),
        *_figures(scores, view, ranked_by, then),
        *map(_round, (view.ranking.round_column(number) for number in view.rounds), view.rounds),
    ]
    helpers = [*_who_is_ranked(scores, view), *ranked_by.helpers(scores), *needed]
    return _Columns((*printed, *helpers), len(printed))


def _of_the_contestant(
    view: StandingsView[GameFigures], lines: Sequence[Line], compared: Sequence[Compared]
) -> Iterator[AuditedColumn]:
    rank, _number, name, _club = view.ranking.of_the_contestant
    yield AuditedColumn(
        _RANK,
        sheet_column(rank, ()),
        lambda line: line.standing.rank if line.standing else "",
        lambda layout, row: _rank(layout, row, compared),
        RANK,
    )
    yield AuditedColumn(
        NUMBER_KEY, sheet_column(PAIR_NUMBER, ()), lambda one: one.contestant.number
    )
    width = fitting_width([one.contestant.name for one in lines], least=16, most=44)
    yield AuditedColumn(
        NAME.key, SheetColumn(name.head, width), lambda line: line.contestant.name, style=TEXT
    )
    if view.group_names:
        yield AuditedColumn(
            GROUP_NAME.key,
            sheet_column(GROUP_NAME, view.lines),
            lambda line: line.contestant.group_name,
            style=TEXT,
        )


def _rank(layout: Layout, row: int, compared: Sequence[Compared]) -> str:
    """One more than there are better ones: better in what ranks, or alike in it and better in the
    first tie-break, and so on. Whoever withdrew is behind all that didn't."""
    better = ""
    for one in reversed(compared):
        whole, here = layout.whole(one.key), layout.here(one.key, row)
        ahead = f"({whole}{'<' if one.fewest else '>'}{here})"
        better = f"({ahead}+({whole}={here})*{better})" if better else ahead
    ahead = f"({layout.whole(LEFT)}<{layout.here(LEFT, row)})*{layout.of_the_group(row)}"
    count = f"SUMPRODUCT({layout.competing(row)}*{better})+SUMPRODUCT({ahead})"
    return f'IF({layout.here(RANKED, row)}=0,"",1+{count})'


def _figures(
    scores: GameScores,
    view: StandingsView[GameFigures],
    ranked_by: ScoreFormulas,
    then: Sequence[AuditedColumn],
) -> Iterator[AuditedColumn]:
    asked = {one.tally.contestant: one.tally.asked for one in scores.rows}
    rested = {one.tally.contestant: one.tally.rests for one in scores.rows}
    for declared in view.ranking.columns_on(Output.AUDITOR):
        if declared in OF_THE_PAIR:
            continue
        ranks = declared.key == ranked_by.key
        yield AuditedColumn(
            declared.key,
            SheetColumn(declared.head, max(declared.width, 10), figures=True),
            _value_in(declared),
            ranked_by.formula(scores) if ranks else _FIGURES.get(declared.key),
            STRONG_HALVES if ranks else _STYLES.get(declared.kind, NUMBER),
        )
        if ranks:
            yield from then
    yield AuditedColumn(
        RESTS,
        SheetColumn(pgettext("standings of games", "Rests"), 9, figures=True),
        lambda line: rested.get(line.contestant.id, 0),
        lambda layout, row: (
            f"{layout.here(_TAKEN, row)}-({layout.seated(row)})"
            + (f"+{layout.here(_ANNULLED, row)}" if _ANNULLED in layout.columns else "")
        ),
    )
    if annulled := _annulled(scores):
        yield AuditedColumn(
            _ANNULLED,
            SheetColumn(_("Of these for games that were annulled"), 12, figures=True),
            lambda line: annulled[line.contestant.id],
        )
    if format_of(scores.stage).rests_on_request:
        yield AuditedColumn(
            ASKED,
            SheetColumn(_("Of these asked for"), 9, figures=True),
            lambda line: asked.get(line.contestant.id, 0),
        )


def _annulled(scores: GameScores) -> Counter[int]:
    """How many games of each were annulled, as its opponents withdrew."""
    return Counter(
        one
        for table in scores.tables
        if table.withdrawn
        for one in table.everybody
        if one not in table.withdrawn
    )


def _value_in(declared: StandingsColumn[GameFigures]) -> Callable[[Line], Value]:
    def value(line: Line) -> Value:
        if line.standing is None:
            return line.contestant.carried.points if declared.key in {"score", "carried"} else 0
        return declared.value(line.standing)

    return value


def _round(column: StandingsColumn[GameFigures], number: int) -> AuditedColumn:
    """By how much each won or lost in a round."""

    def formula(layout: Layout, row: int) -> str:
        own = layout.sum(row, counted, round=number)
        others = layout.sum_of_others(row, counted, round=number)
        return f'IF(({layout.games(row, round=number)})=0,"",{own}-({others}))'

    def value(line: Line) -> int | str:
        return "" if line.figures is None else line.figures.by_round.get(number, "")

    return AuditedColumn(column.key, sheet_column(column, ()), value, formula, SIGNED)


def _who_is_ranked(scores: GameScores, view: StandingsView[GameFigures]) -> Iterator[AuditedColumn]:
    """Who has played or rested is ranked, and who waits for that."""
    last = max(view.rounds)
    sat = {(one, table.round) for table in scores.tables for one in table.everybody}

    def taken(line: Line) -> int:
        # Who is out after its semifinal still plays for third place.
        one = line.contestant
        return sum(one.plays_in(number) or (one.id, number) in sat for number in scores.rounds)

    def waits(line: Line) -> int:
        one = line.contestant
        return int(one.withdrawn_from is None and one.joined_round <= last)

    def behind(line: Line) -> int:
        # In a knock-out it is ranked by the round that it reached.
        left = line.standing is not None and not line.standing.is_honoured
        return int(left and not view.ranking.has_bracket)

    def ranked(layout: Layout, row: int) -> str:
        played = f"{layout.games(row)}+{layout.here(RESTS, row)}"
        return f"IF({played}>0,1,{layout.here('waits', row)})"

    yield AuditedColumn(
        _TAKEN,
        SheetColumn(_("Rounds in which it took part"), 12, figures=True),
        taken,
        style=HELPER,
    )
    yield AuditedColumn(
        "waits", SheetColumn(_("Waits for a game"), 10, figures=True), waits, style=HELPER
    )
    yield AuditedColumn(
        RANKED,
        SheetColumn(_("Is ranked"), 9, figures=True),
        lambda line: int(line.standing is not None),
        ranked,
        HELPER,
    )
    yield AuditedColumn(
        LEFT,
        SheetColumn(_("Ranked behind, as it withdrew"), 10, figures=True),
        behind,
        style=HELPER,
    )
    if view.group_names:
        yield AuditedColumn(
            GROUP,
            SheetColumn(_("Number of the group"), 10, figures=True),
            lambda line: line.contestant.group,
            style=HELPER,
        )
