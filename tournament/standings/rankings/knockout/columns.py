"""Columns of the standings of a knock-out: those of games, and how far a pair has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournament.standings.columns import COURSE, OF_THE_PAIR, Kind, Output, StandingsColumn
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.games.columns import COLUMNS as GAME_COLUMNS
from tournament.standings.rankings.games.columns import GameFigures


@dataclass(frozen=True, slots=True)
class KnockoutFigures(GameFigures):
    """Figures of a pair's games. `score` is the number of the `rounds` that it has got through,
    plus ½ for winning the match for third place. `second_chance` is 0 if it isn't in the second
    chance, otherwise 1 plus the number of the `second_rounds` that it has got through there."""

    rounds: int
    second_chance: int
    second_rounds: int


_LAST_ROUNDS: Mapping[int, Promise] = {
    0: pgettext_lazy("round of a knock-out", "Final"),
    1: pgettext_lazy("round of a knock-out", "Semifinal"),
    2: pgettext_lazy("round of a knock-out", "Quarter-final"),
    3: pgettext_lazy("round of a knock-out", "Round of 16"),
    4: pgettext_lazy("round of a knock-out", "Round of 32"),
    5: pgettext_lazy("round of a knock-out", "Round of 64"),
    6: pgettext_lazy("round of a knock-out", "Round of 128"),
    7: pgettext_lazy("round of a knock-out", "Round of 256"),
}
"""Names of rounds, by the number of rounds after them."""


def knockout_round_name(number: int, rounds: int) -> str:
    """Return the name of a round (from 1) in a knock-out with that number of rounds:
    "Semifinal"."""
    return str(_LAST_ROUNDS[rounds - number])


def reached_text(through: Fraction, rounds: int) -> str:
    """Return the round in which a pair went out or plays now, having got `through` that many."""
    if through == rounds:
        return pgettext("of a knock-out", "Winner")
    if through.denominator > 1:
        return _("Third place")
    return knockout_round_name(int(through) + 1, rounds)


def second_round_name(number: int, rounds: int) -> str:
    """Return the name of a round of the second chance: "Second chance: semifinal"."""
    return _("Second chance: %(round)s") % {"round": _lower(knockout_round_name(number, rounds))}


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _reached(line: StandingsLine[KnockoutFigures]) -> str:
    figures = line.figures
    if not figures.second_chance:
        return reached_text(figures.score, figures.rounds)
    if figures.second_chance > figures.second_rounds:
        return _("Winner of the second chance")
    return second_round_name(figures.second_chance, figures.second_rounds)


THROUGH: StandingsColumn[KnockoutFigures] = StandingsColumn(
    key="through",
    title=gettext_lazy("Round reached"),
    short=pgettext_lazy("standings of a knock-out", "Reached"),
    meaning="how many rounds it has got through; winning the match for third place counts ½",
    value=lambda line: line.figures.score,
    kind=Kind.HALVES,
    told=_reached,
    order=lambda line: (line.figures.score, line.figures.second_chance),
    ranks=True,
    width=16,
    widest=24,
)
SECOND_CHANCE: StandingsColumn[KnockoutFigures] = StandingsColumn(
    key="second_chance",
    title=gettext_lazy("Second chance"),
    meaning="0 where it isn't in the second chance, otherwise 1 and how many rounds it has got "
    "through there",
    value=lambda line: line.figures.second_chance,
    kind=Kind.COUNT,
    shown=Output.JSON,
)
"""Column for programs; people read its text in the column before it."""
_LEFT_OUT = {"score", "draws", "losses", COURSE.key, *(one.key for one in OF_THE_PAIR)}
"""Columns left out: there are no draws, a loser is out, and ranks before the end say little."""
_OF_GAMES: tuple[StandingsColumn[Any], ...] = tuple(
    one for one in GAME_COLUMNS if one.key not in _LEFT_OUT
)
COLUMNS: tuple[StandingsColumn[KnockoutFigures], ...] = (
    *OF_THE_PAIR,
    THROUGH,
    SECOND_CHANCE,
    *_OF_GAMES,
)
"""All columns but those of the rounds, in the order of the page."""
