"""Standings of the auditor's workbook: totals, means and ranks by formulas.

Where there are groups, ranks and ties are those of each group by itself. A declared column
(`tournament.standings.columns`) without a formula here is a value, to the right of the rounds.
Auxiliary figures for the ranks are to the right of the printed part. `ties` explains the treatment
of ties.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from django.utils.translation import gettext as _

from scoring.duplicate.scores import Origin
from scoring.game.seats import Side
from scoring.participation import Completion
from scoring.rank_by import RankBy
from tournament.exports.excel.auditor import hands
from tournament.exports.excel.auditor.layout import Column as HandColumn
from tournament.exports.excel.auditor.layout import FormulaCell
from tournament.exports.excel.auditor.ties import (
    COMPARED_PLACES,
    TOLERANCE,
    RankedLine,
    check_figure,
    check_formula,
    ranked_lines,
    value_of,
)
from tournament.exports.excel.auditor.words import TieState, text_of, word
from tournament.exports.excel.book import Rows, Sheet, at
from tournament.exports.excel.cells import (
    HELPER,
    MEAN,
    NOTE,
    NUMBER,
    RANK,
    SCORE,
    SIGNED,
    STRONG_SCORE,
    TEXT,
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
from tournament.exports.excel.standings import cell_of, sheet_column
from tournament.exports.heading import Heading
from tournament.exports.rows import note_on_corrections, note_on_unranked
from tournament.standings.columns import GROUP, NAME, Output, StandingsColumn
from tournament.standings.columns import NUMBER as PAIR_NUMBER
from tournament.standings.lines import StandingsLine
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import StandingsView


class Column(IntEnum):
    RANK = 1
    TIE = 2
    STATE = 3
    NUMBER = 4
    PAIR = 5
    HANDS = 6
    TOTAL = 7
    MEAN = 8
    DEDUCTION = 9
    HAND_SCORES = 10
    BEST = 11
    BREAKS = 12
    REMARK = 13
    FIRST_ROUND = 14


_COMPUTED: Mapping[str, Column] = {
    "rank": Column.RANK,
    "hands": Column.HANDS,
    "total": Column.TOTAL,
    "mean": Column.MEAN,
    "deduction": Column.DEDUCTION,
    "hand_score_sum": Column.HAND_SCORES,
    "best_results": Column.BEST,
    "infractions": Column.BREAKS,
}
"""The declared columns that formulas make."""


class Helper(IntEnum):
    """The columns behind those of the rounds and of values, counted from there."""

    CLASS = 1
    VALUE = 2
    CHECK = 3
    EXPORTED = 4
    TIED = 5
    TIED_NOW = 6
    SAME = 7
    RANKED = 8
    """2 with hands, 1 where a pair waits for a hand, 0 without a rank."""
    LAST = 9
    """Round after which a withdrawal still leaves the pair ranked as others are."""
    EXCUSED = 10
    """Missing hands that were nobody's choice, without the annulled ones."""
    GROUP = 11
    """The group's number; only where the stage has groups."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Rows of the standings on their sheet, and the columns behind the rounds.

    `values` are the declared columns that no formula makes.
    """

    rows: Rows
    rounds: int
    values: tuple[StandingsColumn[HandFigures], ...]
    in_groups: bool

    def column(self, column: Column | Helper) -> int:
        if isinstance(column, Helper):
            return Column.FIRST_ROUND - 1 + self.rounds + len(self.values) + column
        return column

    def here(self, column: Column | Helper, row: int) -> str:
        return at(self.column(column), row)

    def whole(self, column: Column | Helper) -> str:
        return self.rows.here(self.column(column))

    def scores(self, row: int) -> str:
        """Return a line's scores of all rounds."""
        last = Column.FIRST_ROUND + self.rounds - 1
        return f"{at(Column.FIRST_ROUND, row)}:{at(last, row)}"

    def value_column(self, key: str) -> int | None:
        """Return the column of the values with that key; None without one."""
        keys = [one.key for one in self.values]
        return Column.FIRST_ROUND + self.rounds + keys.index(key) if key in keys else None

    def counted(self, row: int) -> str:
        """Return a line's hands, including those carried over."""
        hands, carried = at(Column.HANDS, row), self.value_column("carried_hands")
        return hands if carried is None else f"({hands}+{at(carried, row)})"

    def all_counted(self) -> str:
        """Return a formula's part for the hands of all lines, including those carried over."""
        hands, carried = self.whole(Column.HANDS), self.value_column("carried_hands")
        return hands if carried is None else f"({hands}+{self.rows.here(carried)})"

    @property
    def by_mean(self) -> str:
        """Return the cell that is 1 where the mean ranks, 0 where the total does."""
        return f"{at(Column.HANDS, 1)[:-1]}${self.rows.last + 2}"


def standings_of_auditor(sheet: Sheet, heading: Heading, scores: DealtScores) -> None:
    """Write the sheet. There must be a result."""
    view = view_of(scores)
    lines = list(ranked_lines(view, scores))
    declared = view.ranking.columns_on(Output.JSON)
    values = tuple(one for one in declared if one.key not in _COMPUTED)
    if view.group_names:
        values = (GROUP, *values)
    columns = _columns(view, lines, values)
    notes = [
        note_on_corrections(view.corrections_until),
        _(
            "Ranks compare %(places)d decimals. The places within a tie are values beside the "
            "rank, from the time of the export: they count as long as the tie is the same."
        )
        % {"places": COMPARED_PLACES},
        note_on_unranked(view),
    ]
    first = head_sheet(sheet, heading, columns, notes=notes, frozen=5)
    place = _Place(
        Rows(sheet, first, first + len(lines) - 1), len(view.rounds), values, bool(view.group_names)
    )
    _write_what_ranks(sheet, place, view)
    for row, line in enumerate(lines, start=first):
        _write_values(sheet, row, line, columns, place, view)
        _write_participation(sheet, row, line, place, scores)
        for column, formula, value, style in (
            *_totals(row, line, place, view),
            *_ranking(row, line, place, view),
        ):
            sheet.put_formula(row, column, formula, value, style)
    last = place.rows.last
    add_filters(sheet, titles=first - 1, columns=len(columns), last_row=last)
    printed = columns[: place.column(Helper.CLASS) - 1]
    finish_sheet(sheet, columns=len(printed), last_row=last + 2)
    print_side_by_side(sheet, printed, repeated=5)


def _columns(
    view: StandingsView[HandFigures],
    lines: list[RankedLine],
    values: Sequence[StandingsColumn[HandFigures]],
) -> list[SheetColumn]:
    names = [line.contestant.name for line in lines]
    states = [text_of(state) for state in TieState]
    computed = {
        at: sheet_column(one, ())
        for one in view.ranking.columns_on(Output.JSON)
        if (at := _COMPUTED.get(one.key)) is not None
    }
    others = {
        Column.TIE: SheetColumn(_("Place within a tie"), 9, figures=True),
        Column.STATE: SheetColumn(_("Tie"), fitting_width(states, least=10, most=20)),
        Column.NUMBER: sheet_column(PAIR_NUMBER, ()),
        Column.PAIR: SheetColumn(NAME.head, fitting_width(names, least=16, most=44)),
        Column.REMARK: SheetColumn(
            _("Remarks as exported"),
            fitting_width([one.remark for one in lines], least=14, most=40),
        ),
    }
    left = computed | others
    return [
        *(left[at] for at in sorted(left)),
        *(sheet_column(view.ranking.round_column(number), ()) for number in view.rounds),
        *(sheet_column(one, view.lines) for one in values),
        SheetColumn(_("Ranked with"), 10, figures=True),
        SheetColumn(_("Ranked by"), 16, figures=True),
        SheetColumn(_("Check figure"), 16, figures=True),
        SheetColumn(_("Check figure as exported"), 16, figures=True),
        SheetColumn(_("Tied as exported"), 10, figures=True),
        SheetColumn(_("Tied now"), 10, figures=True),
        SheetColumn(_("Same tie"), 10, figures=True),
        SheetColumn(_("Has a rank"), 10, figures=True),
        SheetColumn(_("Has left if withdrawn from round"), 10, figures=True),
        SheetColumn(_("Hands excused as exported"), 10, figures=True),
        *([SheetColumn(_("Number of the group"), 10, figures=True)] if view.group_names else []),
    ]


def _write_what_ranks(sheet: Sheet, place: _Place, view: StandingsView[HandFigures]) -> None:
    """Write a line below the standings that says what ranks."""
    row = place.rows.last + 2
    played, classes = place.all_counted(), place.whole(Helper.RANKED)
    most = f"SUMPRODUCT(MAX(({classes}>0)*{played}))"
    ranked = f'COUNTIF({classes},">0")'
    same = f"SUMPRODUCT(({classes}>0)*({played}={most}))={ranked}"
    auto = f"IF({same},0,1)"
    formula = f"IF(rank_by={word(RankBy.MEAN)},1,IF(rank_by={word(RankBy.TOTAL)},0,{auto}))"
    sheet.put(row, Column.PAIR, _("ranked by the mean: 1; by the total: 0"), NOTE)
    sheet.put_formula(row, Column.HANDS, formula, int(_ranks_by_mean(view)), NUMBER)


def _ranks_by_mean(view: StandingsView[HandFigures]) -> bool:
    return view.ranked_by == RankBy.MEAN


def _write_values(
    sheet: Sheet,
    row: int,
    line: RankedLine,
    columns: list[SheetColumn],
    place: _Place,
    view: StandingsView[HandFigures],
) -> None:
    """Write the values that no formula makes of the results."""
    by_mean = _ranks_by_mean(view)
    exported = check_figure(line, view.rounds, Column.FIRST_ROUND, by_mean=by_mean)
    sheet.put(row, Column.TIE, line.place, NUMBER)
    sheet.put(row, Column.NUMBER, line.contestant.number, NUMBER)
    sheet.put(row, Column.PAIR, line.contestant.name, TEXT)
    sheet.put(row, Column.REMARK, line.remark, TEXT)
    sheet.put(row, place.column(Helper.EXPORTED), exported, HELPER)
    sheet.put(row, place.column(Helper.TIED), line.tied, HELPER)
    if place.in_groups:
        sheet.put(row, place.column(Helper.GROUP), line.contestant.group, HELPER)
    behind = Column.FIRST_ROUND + place.rounds
    for column, declared in enumerate(place.values, start=behind):
        if line.standing is not None:
            sheet.put(row, column, *cell_of(declared, line.standing, view.ranked_by))
    texts = {Column.PAIR: line.contestant.name, Column.REMARK: line.remark}
    cells = [(texts.get(column), TEXT) for column in list(Column)[: Column.REMARK]]
    make_room(sheet, row, cells, columns)


def _write_participation(
    sheet: Sheet, row: int, line: RankedLine, place: _Place, scores: DealtScores
) -> None:
    """Write until which round a withdrawal ranks the pair behind, and its excused hands."""
    pair = line.contestant
    ends = (scores.states.last, pair.last_round, pair.out_in)
    last = min(max(scores.rounds) + 1, *(one for one in ends if one is not None))
    annulled = sum(
        own.origin is Origin.ANNULLED and own.contestant.id == pair.id
        for hand in scores.sheets.values()
        for entry in hand.entries
        for own in entry.sides
    )
    excused = scores.participation.excused.get(pair.id, 0) - annulled
    sheet.put(row, place.column(Helper.LAST), last, HELPER)
    sheet.put(row, place.column(Helper.EXCUSED), excused, HELPER)


def _totals(
    row: int, line: RankedLine, place: _Place, view: StandingsView[HandFigures]
) -> Iterator[FormulaCell]:
    """Yield the sums of a pair's hands."""
    now, number = line.standing, at(Column.NUMBER, row)
    total = f"SUM({place.scores(row)})-{at(Column.DEDUCTION, row)}"
    if (carried := place.value_column("carried")) is not None:
        total += f"+{at(carried, row)}"
    deduction = f"SUMIF(deducted_pairs,{number},deducted_points)"
    hand_scores, breaks = (_sum(number, of) for of in (HandColumn.COMPARED, HandColumn.BREAKS))
    yield Column.HANDS, _count(number, _ANY), now.figures.hands if now else 0, NUMBER
    yield Column.TOTAL, total, now.figures.total if now else -line.deduction, STRONG_SCORE
    yield Column.DEDUCTION, deduction, line.deduction, SCORE
    yield Column.HAND_SCORES, hand_scores, now.figures.hand_score_sum if now else 0, SIGNED
    yield Column.BEST, _count(number, "best"), now.figures.best_results if now else 0, NUMBER
    yield Column.BREAKS, breaks, now.figures.infractions if now else 0, NUMBER
    for column, played in enumerate(view.rounds, start=Column.FIRST_ROUND):
        count = _count(number, _ANY, round=played)
        finals = _sum(number, HandColumn.FINAL, round=played)
        score = now.figures.by_round[played] if now else None
        shown = "" if score is None else score
        yield column, f'IF({count}=0,"",{finals})', shown, SCORE


_ANY = '">-1E9"'
"""Every number, and no text."""


def _count(number: str, which: str, *, round: int | None = None) -> str:
    """Return how many of a pair's final scores meet the criterion `which`."""
    return "+".join(
        f"COUNTIFS({_who(number, side, round)},{hands.name_of(HandColumn.FINAL, side)},{which})"
        for side in Side
    )


def _sum(number: str, column: HandColumn, *, round: int | None = None) -> str:
    """Return the sum of a column over a pair's hands."""
    return "+".join(
        f"SUMIFS({hands.name_of(column, side)},{_who(number, side, round)})" for side in Side
    )


def _by_hand(number: str, column: HandColumn) -> str:
    """Return the sum of a column over a pair's hands, each times the hand's number; texts are 0."""
    return "+".join(
        f"SUMPRODUCT(--({hands.name_of(HandColumn.PAIR, side)}={number}),{hands.NUMBERS},"
        f"{hands.name_of(column, side)})"
        for side in Side
    )


def _who(number: str, side: Side, round: int | None) -> str:
    """Return the criteria for a pair's rows, of one round or all."""
    pair = f"{hands.name_of(HandColumn.PAIR, side)},{number}"
    return pair if round is None else f"{pair},{hands.ROUNDS},{round}"


def _ranking(
    row: int, line: RankedLine, place: _Place, view: StandingsView[HandFigures]
) -> Iterator[FormulaCell]:
    """Yield mean and rank: first pairs with hands, then pairs that wait for one."""
    now, by_mean = line.standing, _ranks_by_mean(view)
    played, total, mean, number = (
        at(column, row) for column in (Column.HANDS, Column.TOTAL, Column.MEAN, Column.NUMBER)
    )
    shown = now.figures.mean if now and now.figures.mean is not None else ""
    counted = place.counted(row)
    yield Column.MEAN, f'IF({counted}=0,"",{total}/{counted})', shown, MEAN

    waits = int(line.contestant.joined_round <= max(view.rounds))
    waiting = f"IF(COUNTIF(withdrawn_pairs,{number})>0,0,{waits})"
    ranked = (2 if now.figures.counted_hands else 1) if now else 0
    if counted != played:  # who carries something is ranked with it before a hand is played
        waiting = f"{waiting}*IF({counted}>0,2,1)"
    yield place.column(Helper.RANKED), f"IF({played}>0,2,{waiting})", ranked, HELPER
    yield place.column(Helper.CLASS), _class(row, place), _class_of(now, ranked), HELPER

    value = f"IF(AND({place.by_mean}=1,{counted}>0),{mean},{total})"
    compared = value_of(now, by_mean=by_mean) if now else -line.deduction
    yield place.column(Helper.VALUE), f"ROUND({value},{COMPARED_PLACES})", compared, HELPER

    yield from _tie(row, line, place, view)
    before = (
        f"({place.whole(Column.TIE)}*{place.whole(Helper.SAME)}"
        f"<{at(Column.TIE, row)}*{place.here(Helper.SAME, row)})"
    )
    higher = f"({place.whole(Helper.VALUE)}>{place.here(Helper.VALUE, row)})"
    kind = place.here(Helper.CLASS, row)
    others = f'{place.whole(Helper.CLASS)},">"&{kind}'
    if place.in_groups:
        others += f",{place.whole(Helper.GROUP)},{place.here(Helper.GROUP, row)}"
    better = (
        f"COUNTIFS({others})"
        f"+SUMPRODUCT({_same_class(row, place)}*({higher}+{_equal(row, place)}*{before}))"
    )
    yield Column.RANK, f'IF({kind}=0,"",1+{better})', now.rank if now else "", RANK


_BEHIND = 2
"""Distance between a class and the one before it: each has pairs with hands and without."""


def _class_of(now: StandingsLine[HandFigures] | None, ranked: int) -> int:
    most = _BEHIND * Completion.WITHDRAWN.behind
    return ranked + most - _BEHIND * now.completion.behind if now else 0


def _class(row: int, place: _Place) -> str:
    """Return the class, the greater the better: enough hands, too few, withdrawn, none (0)."""
    number, played = at(Column.NUMBER, row), at(Column.HANDS, row)
    from_later = f'COUNTIFS(withdrawn_pairs,{number},withdrawn_from,">"&{{last}})'
    left = f"COUNTIF(withdrawn_pairs,{number})>" + from_later.format(
        last=place.here(Helper.LAST, row)
    )
    annulled = "+".join(
        f"COUNTIFS({_who(number, side, None)},{hands.VOID},{word(Origin.ANNULLED)})"
        for side in Side
    )
    beside = f"({place.whole(Helper.RANKED)}>0)*{place.whole(Column.HANDS)}"
    if place.in_groups:
        beside += f"*({place.whole(Helper.GROUP)}={place.here(Helper.GROUP, row)})"
    own = f"{played}+{place.here(Helper.EXCUSED, row)}+{annulled}"
    few = (
        f"AND({place.by_mean}=1,last_round_closed=1,"
        f"{own}<least_share*SUMPRODUCT(MAX({beside}))-{TOLERANCE})"
    )
    ranked = place.here(Helper.RANKED, row)
    return f"IF({ranked}=0,0,{ranked}+IF({left},0,IF({few},{_BEHIND},{2 * _BEHIND})))"


def _same_class(row: int, place: _Place) -> str:
    same = f"({place.whole(Helper.CLASS)}={place.here(Helper.CLASS, row)})"
    if not place.in_groups:
        return same
    return f"({place.whole(Helper.GROUP)}={place.here(Helper.GROUP, row)})*{same}"


def _equal(row: int, place: _Place) -> str:
    return f"({place.whole(Helper.VALUE)}={place.here(Helper.VALUE, row)})"


def _tie(
    row: int, line: RankedLine, place: _Place, view: StandingsView[HandFigures]
) -> Iterator[FormulaCell]:
    """Yield whether a pair is tied, and whether that tie is still the one that was exported."""
    now, by_mean = line.standing, _ranks_by_mean(view)
    check = check_formula(
        rounds=place.scores(row),
        by_mean=place.by_mean,
        deduction=at(Column.DEDUCTION, row),
        breaks=at(Column.BREAKS, row),
        best=at(Column.BEST, row),
        hand_scores=at(Column.HAND_SCORES, row),
        of_hands={
            column: _by_hand(at(Column.NUMBER, row), column)
            for column in (HandColumn.FINAL, HandColumn.COMPARED, HandColumn.BREAKS)
        },
    )
    figure = check_figure(line, view.rounds, Column.FIRST_ROUND, by_mean=by_mean)
    yield place.column(Helper.CHECK), check, figure, HELPER

    tied = f"{_same_class(row, place)}*{_equal(row, place)}"
    unranked = f"{place.here(Helper.CLASS, row)}=0"
    alike = f"IF({unranked},1,SUMPRODUCT({tied}))"
    yield place.column(Helper.TIED_NOW), alike, line.tied, HELPER

    exported, count = place.here(Helper.TIED, row), place.here(Helper.TIED_NOW, row)
    same_figure = f"(ABS({place.whole(Helper.CHECK)}-{place.whole(Helper.EXPORTED)})<{TOLERANCE})"
    unchanged = f"SUMPRODUCT({tied}*{same_figure})"
    same = f"IF(OR({unranked},AND({count}={exported},{unchanged}={exported})),1,0)"
    yield place.column(Helper.SAME), same, 1, HELPER

    state = f"IF({place.here(Helper.SAME, row)}=1,{word(TieState.KEPT)},{word(TieState.CHANGED)})"
    gone = f'IF({exported}>1,{word(TieState.GONE)},"")'
    formula = f'IF({unranked},"",IF({count}>1,{state},{gone}))'
    shown = text_of(TieState.KEPT) if now and line.tied > 1 else ""
    yield Column.STATE, formula, shown, TEXT
