"""How far pairs have come in a knock-out, as columns of the auditor's standings.

A formula goes on from the round before, with what the ties of the bracket's sheet gave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.pairing.bracket import Bracket
from scoring.pairing.knockout import Progress, first_ties
from tournament.exports.excel.auditor.games.layout import (
    NUMBER_KEY,
    AuditedColumn,
    Formula,
    Layout,
    Line,
)
from tournament.exports.excel.auditor.games.played_ties import Part, Ties, ties_in
from tournament.exports.excel.auditor.games.tie_formulas import (
    JOINED,
    PLACE,
    SLOT,
    WITHDRAWN,
    played_name,
    points_in_first_round,
    second_name,
    through_name,
    ties_of_pair,
    won_by_pair,
)
from tournament.exports.excel.cells import HELPER, Value
from tournament.exports.excel.sheets import SheetColumn
from tournament.exports.excel.standings import sheet_column
from tournament.standings.rankings.games.scores import GameScores
from tournament.standings.rankings.knockout.columns import SECOND_CHANCE
from tournament.standings.rankings.knockout.scores import KnockoutScores

_PLACE, _SLOT, _JOINED, _WITHDRAWN = "place", "slot", "joined", "withdrawn"
_FIRST_POINTS = "first_points"
WHOLE_SCORE = "whole_score"
"""The key of the rounds got through with the second chance as a part of one, where there is one."""


def rounds_reached(scores: GameScores) -> Formula:
    """The formula of what ranks."""
    last = _ties(scores).known()[-1]
    return lambda layout, row: layout.here(_through(last), row)


def second_chance(scores: GameScores) -> Sequence[AuditedColumn]:
    """The column that ranks those who lost in the first round, where there is a second chance."""
    ties = _ties(scores)
    if not ties.second_rounds:
        return ()
    last = min(ties.known()[-1], 1 + ties.second_rounds)

    def value(line: Line) -> Value:
        return SECOND_CHANCE.value(line.standing) if line.standing else 0  # type: ignore[arg-type]

    return (
        AuditedColumn(
            SECOND_CHANCE.key,
            sheet_column(SECOND_CHANCE, ()),
            value,
            lambda layout, row: layout.here(_second(last), row),
        ),
    )


def ways_through(scores: GameScores) -> Sequence[AuditedColumn]:
    """How far everybody has come after each round of the bracket, and what that is made from."""
    ties = _ties(scores)
    columns = [*_entrants(ties)]
    for number in ties.known():
        last = max((one for one in scores.rounds if one <= ties.legs(number)[-1]), default=0)
        progress = ties.scores.progress_after(last)
        if number > 1:
            columns.append(_played_in(ties, number))
        columns.append(
            _helper(
                _through(number),
                _("Through after round %(round)d") % {"round": last},
                _come(progress),
                _after(ties, number),
                through_name(number),
            )
        )
        if not ties.second_rounds or number > 1 + ties.second_rounds:
            continue
        if number == 1:
            columns.append(_first_points(ties))
        columns.append(
            _helper(
                _second(number),
                _("Second chance after round %(round)d") % {"round": last},
                _come_again(progress),
                _second_after(ties, number),
                second_name(number),
            )
        )
    if ties.second_rounds:
        columns.append(_whole_score(ties))
    return columns


def _whole_score(ties: Ties) -> AuditedColumn:
    """What Buchholz adds up."""
    known = {one.tally.contestant: one.tally.score for one in ties.scores.rows}
    return _helper(
        WHOLE_SCORE,
        _("Score with the second chance"),
        lambda line: known.get(line.contestant.id, Fraction(0)),
        lambda layout, row: (
            f"{layout.here('through', row)}+{layout.here(SECOND_CHANCE.key, row)}/{ties.rounds + 1}"
        ),
    )


def _come(progress: Progress[int]) -> Callable[[Line], Value]:
    return lambda line: progress.through.get(line.contestant.id, Fraction(0))


def _come_again(progress: Progress[int]) -> Callable[[Line], Value]:
    return lambda line: progress.second_place(line.contestant.id)


def _ties(scores: GameScores) -> Ties:
    assert isinstance(scores, KnockoutScores)
    return ties_in(scores)


def _helper(
    key: str,
    title: str,
    value: Callable[[Line], Value],
    formula: Formula | None = None,
    name: str = "",
) -> AuditedColumn:
    return AuditedColumn(key, SheetColumn(title, 10, figures=True), value, formula, HELPER, name)


def _through(number: int) -> str:
    """The key of how many rounds somebody has got through after one of the bracket."""
    return f"through_{number}"


def _second(number: int) -> str:
    """The same of the second chance, from 1; 0 for who isn't in it."""
    return f"second_{number}"


def _entrants(ties: Ties) -> Sequence[AuditedColumn]:
    """Who stands where in the bracket, and from when until when."""
    bracket = ties.scores.progress.bracket
    places = {one: at for at, one in enumerate(bracket.leaves, start=1) if one is not None}
    columns = [
        _helper(_PLACE, _("Place in the bracket"), _of(places), name=PLACE),
        _helper(
            _JOINED,
            _("There from round"),
            lambda line: line.contestant.joined_round,
            name=JOINED,
        ),
        _helper(
            _WITHDRAWN,
            _("Withdrawn from round"),
            lambda line: line.contestant.withdrawn_from,
            name=WITHDRAWN,
        ),
    ]
    if ties.second_rounds:
        slots = {
            one: at for at, leaf in enumerate(_places_again(bracket), start=1) for one in leaf or ()
        }
        columns.append(_helper(_SLOT, _("Place in the second chance"), _of(slots), name=SLOT))
    return columns


def _places_again(bracket: Bracket[int]) -> Sequence[tuple[int, ...] | None]:
    """The places of the second chance from its top, each with the two of whom one can take it."""
    return Bracket(tuple(first_ties(bracket))).leaves


def _of(known: Mapping[int, int]) -> Callable[[Line], Value]:
    return lambda line: known.get(line.contestant.id)


def _first_points(ties: Ties) -> AuditedColumn:
    made = {
        one: row.played.made(one) if row.played else 0
        for row in ties.by_round[1]
        for one in row.pairs
    }
    return _helper(
        _FIRST_POINTS,
        _("All points of the first round"),
        lambda line: made.get(line.contestant.id, 0),
        lambda layout, row: points_in_first_round(ties, layout.here(NUMBER_KEY, row)),
    )


def _played_in(ties: Ties, number: int) -> AuditedColumn:
    played = Counter(
        one
        for row in ties.by_round[number]
        if row.part is Part.BRACKET and row.played
        for one in row.pairs
    )
    return _helper(
        f"played_{number}",
        _("Ties in round %(round)d of the bracket") % {"round": number},
        lambda line: played[line.contestant.id],
        lambda layout, row: ties_of_pair(ties, number, layout.here(NUMBER_KEY, row), Part.BRACKET),
        played_name(number),
    )


def _there(ties: Ties, number: int, layout: Layout, row: int) -> str:
    """Whether it took part in the last leg of a round."""
    last = ties.legs(number)[-1]
    joined, left = layout.here(_JOINED, row), layout.here(_WITHDRAWN, row)
    return f'{joined}<={last},OR({left}="",{last}<{left})'


def _before(number: int, layout: Layout, row: int) -> str:
    return layout.here(_through(number - 1), row) if number > 1 else "0"


def _before_without_a_game(number: int, layout: Layout, row: int) -> str:
    """The same of who has not played in a round: of a part of the bracket of which another one
    has, it is out, even where a corrected result would have brought it this far."""
    before = _before(number, layout, row)
    if number == 1:
        return before
    size = 1 << (number - 1)
    first = f"INT(({layout.here(_PLACE, row)}-1)/{size})*{size}"
    others = f'COUNTIFS({PLACE},">"&{first},{PLACE},"<="&({first}+{size}),'
    others += f'{played_name(number)},">0")'
    return f"IF({others}>0,MIN({before},{number - 2}),{before})"


def _after(ties: Ties, number: int) -> Formula:
    def formula(layout: Layout, row: int) -> str:
        pair, before = layout.here(NUMBER_KEY, row), _before(number, layout, row)
        won = won_by_pair(ties, number, pair, Part.BRACKET)
        come = f"MAX({before},{number - 1}+{won})"
        if ties.has_third and number == ties.rounds:
            third = ties_of_pair(ties, number, pair, Part.THIRD_PLACE)
            best = f"{number - 2}+{won_by_pair(ties, number, pair, Part.THIRD_PLACE)}/2"
            come = f"IF(({third})>0,{best},{come})"
        played = ties_of_pair(ties, number, pair, Part.BRACKET, Part.THIRD_PLACE)
        come = f"IF(({played})>0,{come},{_without_a_game(ties, number, layout, row)})"
        if ties.second_rounds and number > 1:
            again = ties_of_pair(ties, number, pair, Part.SECOND_CHANCE)
            come = f"IF(({again})>0,0,{come})"
        return f'IF({layout.here(_PLACE, row)}="",0,{come})'

    return formula


def _without_a_game(ties: Ties, number: int, layout: Layout, row: int) -> str:
    """Who has a bye, or nobody to play against any more, gets through; the only loser of a
    semifinal that is left is third."""
    before = _before_without_a_game(number, layout, row)
    there = _there(ties, number, layout, row)
    if not ties.is_over(number):
        return before
    alone = before
    if ties.has_third and number == ties.rounds:
        last, come = ties.legs(number)[-1], layout.whole(_through(number - 1))
        left = layout.whole(_WITHDRAWN)
        count = (
            f'SUMPRODUCT(({layout.whole(_PLACE)}<>"")*({come}={number - 2})'
            f'*((({left}="")+({left}>{last}))>0))'
        )
        alone = f"IF(AND({before}={number - 2},{there},{count}=1),{before}+0.5,{before})"
    return f"IF(AND({before}={number - 1},{there}),{number},{alone})"


def _second_after(ties: Ties, number: int) -> Formula:
    """How far somebody has come in the second chance. In it is who has played in it, or has lost
    in the first round, with a point at least, and not played in the bracket since."""

    def formula(layout: Layout, row: int) -> str:
        pair = layout.here(NUMBER_KEY, row)
        played = _played_since(ties, number, pair, Part.BRACKET, Part.THIRD_PLACE)
        lost = f"{layout.here(_through(number), row)}<1,{layout.here(_FIRST_POINTS, row)}>0"
        is_in = f"OR(({_played_since(ties, number, pair, Part.SECOND_CHANCE)})>0,"
        is_in += f"AND(({played})=0,{lost}))"
        if number == 1:
            return f"IF({is_in},1,0)" if ties.is_over(1) else "0"
        got = f"MAX({layout.here(_second(number - 1), row)},1)"
        won = won_by_pair(ties, number, pair, Part.SECOND_CHANCE)
        bye = got
        if ties.is_over(number):
            there = _there(ties, number, layout, row)
            bye = f"IF(AND({got}={number - 1},{there}),{number},{got})"
        again = ties_of_pair(ties, number, pair, Part.SECOND_CHANCE)
        come = f"IF(({again})>0,MAX({got},{number - 1}+{won}),{bye})"
        return f"IF({is_in},{come},0)"

    return formula


def _played_since(ties: Ties, number: int, pair: str, *parts: Part) -> str:
    """How many ties of these parts somebody has played from the second round of the bracket on."""
    counts = [ties_of_pair(ties, one, pair, *parts) for one in range(2, number + 1)]
    return "+".join(counts) or "0"
