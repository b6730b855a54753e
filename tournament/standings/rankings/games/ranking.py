"""Ranking by games, as one strategy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from scoring.carry import Carried, Carry
from scoring.ordinary.standings import HALF, GameTieBreak
from tournament.standings.rankings.games.columns import (
    CARRIED,
    COLUMNS,
    DIFFERENCE,
    PLAYER_COLUMNS,
    POINTS_COLUMNS,
    GameFigures,
    difference_in_round,
)
from tournament.standings.rankings.games.scores import ranks_after, score_games
from tournament.standings.rankings.games.words import note, short_note, short_note_by_points
from tournament.standings.rankings.ranking import Ranking, one_by_one, per_one


def carries(figures: GameFigures, carry: Carry) -> Carried:
    """Return the part of a pair's score that it carries to the next stage."""
    return carry.of(figures.score)


def across(figures: GameFigures) -> tuple[Fraction, ...]:
    """Return the values that compare a pair with those of other groups: score per game, whether it
    has played any, difference and points per game; a rest is no win here."""
    games = figures.wins + figures.draws + figures.losses
    return (
        per_one(figures.carried + figures.wins + HALF * figures.draws, games),
        Fraction(games > 0),
        per_one(figures.difference, games),
        per_one(figures.points_for, games),
    )


def across_by_points(figures: GameFigures) -> tuple[Fraction, ...]:
    """Return the values that compare a player with those of other groups by points: points per
    game, whether it has played any, difference and wins per game."""
    games = figures.wins + figures.draws + figures.losses
    return (
        per_one(figures.score, games),
        Fraction(games > 0),
        per_one(figures.difference, games),
        per_one(figures.wins, games),
    )


GAMES = Ranking(
    key="games",
    columns=COLUMNS,
    carried=CARRIED,
    carries=carries,
    across=across,
    round_column=difference_in_round,
    sum=DIFFERENCE,
    criteria=tuple(rule.value for rule in GameTieBreak),
    score=score_games,
    note=note,
    short_note=short_note,
    unranked=_("Without a game:"),
    unranked_in_round=_("Without a game in this round:"),
    pair_template="standings/_pair_of_games.html",
    round_template="standings/_games_of_round.html",
    phone_template="phones/_pair_game.html",
    has_workbook=True,
    earlier_ranks=one_by_one(ranks_after),
)
INDIVIDUALS = replace(GAMES, key="individuals", columns=PLAYER_COLUMNS)
"""Ranking of players: each has the scores of the sides on which it played."""
INDIVIDUALS_BY_POINTS = replace(
    INDIVIDUALS,
    key="individuals-by-points",
    columns=POINTS_COLUMNS,
    across=across_by_points,
    short_note=short_note_by_points,
)
"""Ranking of players by the sum of the points of all games."""
