"""The ranking by games, as one strategy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from django.utils.translation import gettext_lazy as _

from scoring.carry import Carried, Carry
from scoring.ordinary.standings import HALF, GameTieBreak, is_annulled, rank_partners
from scoring.participation import Withdrawn
from tournament.standings.rankings.games.columns import (
    CARRIED,
    COLUMNS,
    DIFFERENCE,
    PLAYER_COLUMNS,
    POINTS_COLUMNS,
    GameFigures,
    difference_in_round,
)
from tournament.standings.rankings.games.scores import (
    TableOfRound,
    annulled_at,
    asked_rests_of,
    figures_of,
    game_of,
    made_by_round,
    ranks_after,
    rests_of,
    sat_at,
    score_games,
)
from tournament.standings.rankings.games.words import note, short_note, short_note_by_points
from tournament.standings.rankings.ranking import (
    Ranked,
    Ranking,
    Row,
    in_groups,
    one_by_one,
    per_one,
)
from tournament.standings.rankings.recorded_stage import RecordedStage


def recomputed(recorded: RecordedStage) -> Ranked[GameFigures]:
    """The published standings that the record leads to.

    Raises `LookupError` where the record names a table that has no match.
    """
    settings = recorded.stage.game_settings()
    matches = recorded.matches
    tables = [TableOfRound(number, table, "", sides) for (number, table), sides in matches.items()]
    played = [
        (place.round, game_of(matches[place.round, place.table], content))
        for place, content in sorted(recorded.results.items())
    ]
    if settings.withdrawn is Withdrawn.ANNUL:
        left = recorded.left()
        tables = [annulled_at(one, left) for one in tables]
        played = [
            (number, None if game is None or is_annulled(game, left) else game)
            for number, game in played
        ]
    games = [game for _round, game in played if game is not None]
    plays_in = {one: partial(recorded.is_there_in, one) for one in recorded.joined}
    sat = sat_at(tables)
    rests = rests_of(recorded.rounds, sat, plays_in)
    asked = asked_rests_of(recorded.rounds, sat, recorded.asked_rests, plays_in)
    having = {one for game in games for side in game.contestants for one in side} | rests.keys()
    rows = [
        row
        for group in in_groups(recorded.ranked(having), recorded.groups.get)
        for row in rank_partners(
            group,
            games,
            settings,
            rests=rests,
            asked=asked,
            carried={one: carried.points for one, carried in recorded.carried.items()},
            withdrawn=recorded.left(),
            draw_seed=recorded.stage.draw_seed,
            drawn_as=lambda contestant: str(recorded.numbers[contestant]),
        )
    ]
    made = made_by_round(played)
    return Ranked(
        tuple(
            Row(
                row.rank,
                row.tally.contestant,
                figures_of(row, made.get(row.tally.contestant, {}), settings.counted),
                row.splits,
                completion=row.completion,
            )
            for row in rows
        ),
        "score",
    )


def carries(figures: GameFigures, carry: Carry) -> Carried:
    """What goes along of a pair's score."""
    return carry.of(figures.score)


def across(figures: GameFigures) -> tuple[Fraction, ...]:
    """Return what compares a pair with those of other groups: what it won for each of its games,
    whether it has played any, and the difference and the points for each of its games; a rest is no
    win there."""
    games = figures.wins + figures.draws + figures.losses
    return (
        per_one(figures.carried + figures.wins + HALF * figures.draws, games),
        Fraction(games > 0),
        per_one(figures.difference, games),
        per_one(figures.points_for, games),
    )


def across_by_points(figures: GameFigures) -> tuple[Fraction, ...]:
    """Points for each of its games, whether it has played, difference for each, and how many it has
    won of them."""
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
    recomputed=recomputed,
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
"""The ranking of players: each has what the sides made on which the player sat."""
INDIVIDUALS_BY_POINTS = replace(
    INDIVIDUALS,
    key="individuals-by-points",
    columns=POINTS_COLUMNS,
    across=across_by_points,
    short_note=short_note_by_points,
)
"""The ranking of players by the sum of the points of all games."""
