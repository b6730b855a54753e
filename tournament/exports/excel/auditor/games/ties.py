"""What each tie-break compares, as columns of the standings.

A rule looks at those who are alike in all that comes before it: the score and the rules in front.
A new rule is an entry in `_RULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.game.seats import Side
from scoring.lots import height_of
from scoring.ordinary.standings import GAME_TIE_BREAKS, GameTieBreak
from tournament.exports.excel.auditor.games.layout import NUMBER_KEY, AuditedColumn, Layout, Line
from tournament.exports.excel.auditor.games.results import made, name_of, seat
from tournament.exports.excel.cells import HELPER, Value
from tournament.exports.excel.sheets import SheetColumn
from tournament.standings.rankings.games.scores import GameScores


@dataclass(frozen=True, slots=True)
class Compared:
    """A column that ranks compare, the value that a ranked line has there now, and whether less of
    it is better."""

    key: str
    value: Callable[[Line], Value]
    fewest: bool = False


@dataclass(frozen=True, slots=True)
class _Setting:
    """What a rule's columns are made from: who stands in the lines, and what is compared before the
    rule, so that the lines that are alike in it are tied."""

    scores: GameScores
    lines: Sequence[Line]
    before: Sequence[Compared]

    def tied_with(self, layout: Layout, row: int) -> str:
        """A factor that is 1 for those with which a line is tied."""
        alike = (f"({layout.whole(one.key)}={layout.here(one.key, row)})" for one in self.before)
        return "*".join([layout.competing(row), *alike])

    def ties(self) -> Iterator[list[int]]:
        """The ids of those who are tied with each other now."""
        found: dict[tuple[Value, ...], list[int]] = {}
        for line in self.lines:
            if line.standing is not None:
                alike = (line.contestant.group, *(one.value(line) for one in self.before))
                found.setdefault(alike, []).append(line.contestant.id)
        yield from found.values()


Columns = Callable[[_Setting], Sequence[AuditedColumn]]


def compared_by(
    scores: GameScores, lines: Sequence[Line], ranked_by: str, then: Sequence[AuditedColumn]
) -> Iterator[tuple[Compared, Sequence[AuditedColumn]]]:
    """What ranks, `then` what ranks those alike in it, whether a game was played, and what each of
    the stage's tie-breaks compares; with the columns that each needs beside those that the ranking
    declares."""
    before = [Compared(ranked_by, _figure("score"))]
    before += [Compared(one.key, one.value) for one in then]
    yield from ((one, ()) for one in tuple(before))
    has_played = _has_played()
    before.append(Compared(has_played.key, has_played.value))
    yield before[-1], (has_played,)
    for rule in scores.stage.game_settings().tie_breaks:
        key, columns = _RULES[rule]
        found = columns(_Setting(scores, lines, tuple(before)))
        value = next((one.value for one in found if one.key == key), _figure(key))
        before.append(Compared(key, value, GAME_TIE_BREAKS[rule].fewest))
        yield before[-1], found


def _figure(name: str) -> Callable[[Line], Value]:
    """A figure of a ranked line; the columns of games are called as their figures."""
    return lambda line: getattr(line.figures, name)


def _has_played() -> AuditedColumn:
    """1 where there is a game: of those with the same score the others are ranked behind."""

    def value(line: Line) -> int:
        figures = line.figures
        return 0 if figures is None else int(figures.wins + figures.draws + figures.losses > 0)

    return AuditedColumn(
        "has_played",
        SheetColumn(_("Has played a game"), 9, figures=True),
        value,
        lambda layout, row: f"IF(({layout.games(row)})>0,1,0)",
        HELPER,
    )


def _declared(_setting: _Setting) -> Sequence[AuditedColumn]:
    return ()


def _drawn(setting: _Setting) -> Sequence[AuditedColumn]:
    """The height of the card that each drew: a value, as drawn at the time of the export."""
    heights = {
        row.tally.contestant: height_of(split.card)
        for row in setting.scores.rows
        for split in row.splits
        if split.card is not None
    }
    title = _("Drawn card, as exported: its height")
    return (
        AuditedColumn(
            "drawn",
            SheetColumn(title, 10, figures=True),
            lambda line: heights.get(line.contestant.id, 0),
            style=HELPER,
        ),
    )


def _head_to_head(setting: _Setting) -> Sequence[AuditedColumn]:
    """How many of those tied with it a contestant has met, and what it made against them: nothing
    unless all of the tied have met each other."""

    def met(layout: Layout, row: int) -> str:
        tied = setting.tied_with(layout, row)
        return f"SUMPRODUCT({tied}*(({_against(layout, row, 'COUNTIFS')})>0))"

    def made_against(layout: Layout, row: int) -> str:
        tied = setting.tied_with(layout, row)
        count = f"SUMPRODUCT({tied})"
        all_met = f"SUMPRODUCT({tied}*{layout.whole('met')})={count}*({count}-1)"
        return f"IF({all_met},SUMPRODUCT({tied}*({_against(layout, row, 'SUMIFS')})),0)"

    known = _values_of_head_to_head(setting)
    return (
        AuditedColumn(
            "met",
            SheetColumn(_("Met of those tied"), 10, figures=True),
            lambda line: known[line.contestant.id][0],
            met,
            HELPER,
        ),
        AuditedColumn(
            "head_to_head",
            SheetColumn(_("Made against those tied"), 10, figures=True),
            lambda line: known[line.contestant.id][1],
            made_against,
            HELPER,
        ),
    )


def _against(layout: Layout, row: int, function: str) -> str:
    """Of everybody in the standings, how many games a line's contestant has played against them, or
    what it made in these."""
    number, others = layout.here(NUMBER_KEY, row), layout.whole(NUMBER_KEY)
    parts = []
    for side in Side:
        for own in layout.seats:
            for other in layout.seats:
                what = name_of(made(side))
                who = (
                    f"{name_of(seat(side, own))},{number},"
                    f"{name_of(seat(side.opponents, other))},{others}"
                )
                asked = f'{who},{what},">=0"' if function == "COUNTIFS" else f"{what},{who}"
                parts.append(f"{function}({asked})")
    return "+".join(parts)


def _values_of_head_to_head(setting: _Setting) -> Mapping[int, tuple[int, Fraction]]:
    """What both formulas give now, by the contestants' ids."""
    against = {one.tally.contestant: one.tally.against for one in setting.scores.rows}
    found = {line.contestant.id: (0, Fraction(0)) for line in setting.lines}
    for tied in setting.ties():
        met = {one: [other for other in tied if other in against[one]] for one in tied}
        all_met = sum(map(len, met.values())) == len(tied) * (len(tied) - 1)
        for one in tied:
            games = (made for other in met[one] for made in against[one][other])
            found[one] = (len(met[one]), sum(games, Fraction(0)) if all_met else Fraction(0))
    return found


_RULES: Mapping[GameTieBreak, tuple[str, Columns]] = {
    GameTieBreak.WINS: ("wins", _declared),
    GameTieBreak.DIFFERENCE: ("difference", _declared),
    GameTieBreak.POINTS_FOR: ("points_for", _declared),
    GameTieBreak.POINTS_AGAINST: ("points_against", _declared),
    GameTieBreak.BUCHHOLZ: ("buchholz", _declared),
    GameTieBreak.HEAD_TO_HEAD: ("head_to_head", _head_to_head),
    GameTieBreak.DRAW: ("drawn", _drawn),
}
"""What each rule compares: the key of a declared column, or of one that is made for it."""
