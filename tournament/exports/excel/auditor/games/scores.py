"""What ranks games, as formulas: games won, or the rounds that were got through in a knock-out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.pairing.bracket import LEAST_FOR_THIRD
from tournament.exports.excel.auditor.games.inputs import SCORE_OF_ASKED_REST, SCORE_OF_REST
from tournament.exports.excel.auditor.games.layout import AuditedColumn, Formula, Layout, Line
from tournament.exports.excel.cells import HELPER
from tournament.exports.excel.sheets import SheetColumn
from tournament.standings.rankings.games.scores import GameScores
from tournament.standings.rankings.knockout.scores import KnockoutScores

RESTS, ASKED, CARRIED = "rests", "asked_rests", "carried"


@dataclass(frozen=True, slots=True)
class ScoreFormulas:
    """What ranks: the key of its declared column, its formula, and the columns that it reads."""

    key: str
    formula: Callable[[GameScores], Formula]
    helpers: Callable[[GameScores], Sequence[AuditedColumn]] = lambda _scores: ()


def _games_won(_scores: GameScores) -> Formula:
    def formula(layout: Layout, row: int) -> str:
        made = f"({layout.games(row, '1')})+({layout.games(row, '0.5')})/2"
        score = f"{made}+{layout.here(RESTS, row)}*{SCORE_OF_REST}"
        if ASKED in layout.columns:
            more = f"({SCORE_OF_ASKED_REST}-{SCORE_OF_REST})"
            score = f"{score}+{layout.here(ASKED, row)}*{more}"
        return f"{layout.here(CARRIED, row)}+{score}" if CARRIED in layout.columns else score

    return formula


def _points_made(_scores: GameScores) -> Formula:
    def formula(layout: Layout, row: int) -> str:
        made = layout.here("points_for", row)
        return f"{layout.here(CARRIED, row)}+{made}" if CARRIED in layout.columns else made

    return formula


def _rounds_reached(scores: GameScores) -> Formula:
    last = len(scores.rounds)
    return lambda layout, row: layout.here(_through(last), row)


def _through(number: int) -> str:
    """The key of how many rounds somebody has got through after one, from 0."""
    return f"through_{number}"


def _ways_through(scores: GameScores) -> Sequence[AuditedColumn]:
    """How many rounds everybody has got through after each round: a formula goes on from the round
    before."""
    assert isinstance(scores, KnockoutScores)
    rounds = scores.progress.bracket.rounds
    columns = [
        AuditedColumn(
            "joined",
            SheetColumn(_("There from round"), 9, figures=True),
            lambda line: line.contestant.joined_round,
            style=HELPER,
        ),
        AuditedColumn(
            "withdrawn",
            SheetColumn(_("Withdrawn from round"), 10, figures=True),
            lambda line: line.contestant.withdrawn_from,
            style=HELPER,
        ),
        AuditedColumn(
            _through(0),
            SheetColumn(_("In the bracket"), 9, figures=True),
            lambda line: 0 if line.contestant.id in scores.progress.bracket.contestants else None,
            style=HELPER,
        ),
    ]
    for place, number in enumerate(scores.rounds, start=1):
        through = scores.progress_after(number).through
        columns.append(
            AuditedColumn(
                _through(place),
                SheetColumn(
                    _("Through after round %(round)d") % {"round": number}, 10, figures=True
                ),
                _value(through),
                _after(scores, place, number, is_last=place == rounds),
                HELPER,
            )
        )
    return columns


def _value(through: Mapping[int, Fraction]) -> Callable[[Line], Fraction]:
    return lambda line: through.get(line.contestant.id, Fraction(0))


def _after(scores: KnockoutScores, place: int, number: int, *, is_last: bool) -> Formula:
    third = (
        is_last
        and scores.stage.third_place
        and len(scores.progress.bracket.contestants) >= LEAST_FOR_THIRD
    )

    def formula(layout: Layout, row: int) -> str:
        before = layout.here(_through(place - 1), row)
        joined, left = layout.here("joined", row), layout.here("withdrawn", row)
        there = f'AND({joined}<={number},OR({left}="",{number}<{left}))'
        played, won = layout.games(row, round=number), layout.games(row, "1", round=number)
        come = f"MAX({before},{place - 1}+({won}))"
        alone = f"{before}"
        if third:
            # the losers of the semifinals
            come = f"IF({before}<{place - 1},{before}+({won})/2,{come})"
            others = layout.whole(_through(place - 1))
            all_left = layout.whole("withdrawn")
            count = (
                f'SUMPRODUCT(({others}<>"")*({others}={place - 2})'
                f'*(({all_left}="")+({all_left}>{number})>0))'
            )
            alone = f"IF(AND({before}={place - 2},{there},{count}=1),{before}+0.5,{before})"
        bye = f"IF(AND({before}={place - 1},{there}),{place},{alone})"
        return f'IF({before}="",0,IF(({played})>0,{come},{bye}))'

    return formula


GAMES_WON = ScoreFormulas("score", _games_won)
POINTS_MADE = ScoreFormulas("score", _points_made)
ROUNDS_REACHED = ScoreFormulas("through", _rounds_reached, _ways_through)
