"""Columns of standings by games: a new one is an entry in `COLUMNS`, with its row in
`docs/json.md`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from tournament.standings.columns import (
    CARRIED_SHORT,
    CARRIED_TITLE,
    COURSE,
    NAME,
    OF_THE_PAIR,
    REMARKS,
    Kind,
    Output,
    StandingsColumn,
    round_column,
)
from tournament.standings.lines import StandingsLine

_IN_FILES = Output.JSON | Output.FILES


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Figures of a pair's games and rests. The score includes what was `carried` into the stage.

    `by_round` has the difference of each game. `given` has the games that a referee gave to a side
    that was not ahead on points: true if this pair got the game.
    """

    score: Fraction
    carried: Fraction
    wins: int
    draws: int
    losses: int
    rests: int
    points_for: int
    points_against: int
    difference: int
    buchholz: Fraction
    by_round: Mapping[int, int]
    given: Mapping[int, bool]


SCORE: StandingsColumn[GameFigures] = StandingsColumn(
    key="score",
    title=_("Games won, a draw ½"),
    short=pgettext_lazy("standings of games", "Score"),
    meaning="games won, a drawn one ½, and what its rests count for",
    value=lambda line: line.figures.score,
    kind=Kind.HALVES,
    ranks=True,
    barred=True,
)
DIFFERENCE: StandingsColumn[GameFigures] = StandingsColumn(
    key="difference",
    title=_("Difference of points"),
    short=pgettext_lazy("standings of games", "Difference"),
    meaning="points for, less points against",
    value=lambda line: line.figures.difference,
    kind=Kind.SIGNED,
    beside="score",
    width=11,
    shown=Output.EVERYWHERE | Output.WALL | Output.POSTER,
)
POINTS_FOR: StandingsColumn[GameFigures] = StandingsColumn(
    key="points_for",
    title=_("Points for"),
    short=pgettext_lazy("standings of games", "For"),
    meaning="its points in all games, as far as the cap",
    value=lambda line: line.figures.points_for,
    kind=Kind.COUNT,
    wide_only=True,
)
_SUM = replace(
    SCORE,
    title=_("Points in all games"),
    short=pgettext_lazy("standings of games", "Points"),
    meaning="its points in all games, as far as the cap",
)
COLUMNS: tuple[StandingsColumn[GameFigures], ...] = (
    *OF_THE_PAIR,
    SCORE,
    StandingsColumn(
        key="wins",
        title=_("Games won"),
        short=pgettext_lazy("standings of games", "Won"),
        meaning="games won, without rests",
        value=lambda line: line.figures.wins,
        kind=Kind.COUNT,
    ),
    StandingsColumn(
        key="draws",
        title=_("Games drawn"),
        short=pgettext_lazy("standings of games", "Drawn"),
        meaning="games drawn",
        value=lambda line: line.figures.draws,
        kind=Kind.COUNT,
    ),
    StandingsColumn(
        key="losses",
        title=_("Games lost"),
        short=pgettext_lazy("standings of games", "Lost"),
        meaning="games lost",
        value=lambda line: line.figures.losses,
        kind=Kind.COUNT,
        best_first=False,
    ),
    DIFFERENCE,
    POINTS_FOR,
    StandingsColumn(
        key="points_against",
        title=_("Points against"),
        short=pgettext_lazy("standings of games", "Against"),
        meaning="its opponents' points in all games, as far as the cap",
        value=lambda line: line.figures.points_against,
        kind=Kind.COUNT,
        wide_only=True,
        best_first=False,
    ),
    StandingsColumn(
        key="buchholz",
        title=_("Buchholz: sum of the opponents' scores"),
        short=pgettext_lazy("standings of games", "Buchholz"),
        meaning="sum of the scores of all its opponents",
        value=lambda line: line.figures.buchholz,
        kind=Kind.HALVES,
        width=11,
        shown=_IN_FILES,
    ),
    COURSE,
    REMARKS,
)
"""All columns but those of the rounds and of carried values, in the order of the page."""
CARRIED: tuple[StandingsColumn[GameFigures], ...] = (
    StandingsColumn(
        key="carried",
        title=CARRIED_TITLE,
        short=CARRIED_SHORT,
        meaning="what it brought from the stage before, exact; part of the score",
        value=lambda line: line.figures.carried,
        kind=Kind.HALVES,
    ),
)
"""Columns of a stage into which something is carried."""


PLAYER_COLUMNS: tuple[StandingsColumn[GameFigures], ...] = tuple(
    replace(one, title=_("Player")) if one is NAME else one for one in COLUMNS
)
"""Columns if contestants are single players."""


POINTS_COLUMNS: tuple[StandingsColumn[GameFigures], ...] = tuple(
    {SCORE.key: _SUM, POINTS_FOR.key: replace(POINTS_FOR, shown=_IN_FILES)}.get(one.key, one)
    for one in PLAYER_COLUMNS
)
"""Columns if players are ranked by the points of all games, which are the score."""


def difference_in_round(number: int) -> StandingsColumn[GameFigures]:
    """Return the column of the differences by which pairs won or lost their games of a round."""

    def given(line: StandingsLine[GameFigures]) -> str:
        won = line.figures.given.get(number)
        if won is None:
            return ""
        return pgettext("round's score", "won") if won else pgettext("round's score", "lost")

    def value(line: StandingsLine[GameFigures]) -> int | None:
        return None if given(line) else line.figures.by_round.get(number)

    return round_column(number, value, Kind.SIGNED, instead=given)
