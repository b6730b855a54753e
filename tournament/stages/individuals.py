"""Individuals: players by themselves, four at a table, where each is the partner of each once.

A round is a game. Three rounds in a row the same four sit together; then everybody goes to another
table, to meet players that are new to them. Sources: "Botifarra" on pagat.com for the three games,
`scoring.schedule.individual_tables` for who sits with whom.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from django.utils.translation import gettext_lazy as _

from scoring.ordinary.individuals import GAMES_IN_A_SET, PLAYERS, seats_of_set
from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS, Rest
from scoring.schedule.individual_tables import individual_rounds
from scoring.schedule.plan import MOST_CONTESTANTS, RoundPlan, TableOfPlayers
from tournament.models import Stage
from tournament.stages.format import Planning
from tournament.stages.games import GAME_ALL_PLAY_ALL

USUAL_SETS, MOST_SETS = 3, 20
HANDS_IN_A_GAME = 4
"""At most: each of the four deals once."""
MINUTES_OF_A_GAME = 20
_SEED_BYTES = 8


def first_bytes_of(seed: str) -> int:
    """The number that lots come from: the first bytes of the seed's SHA-256."""
    return int.from_bytes(sha256(seed.encode()).digest()[:_SEED_BYTES], "big")


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """All rounds at once."""
    present = planning.present
    sets = planning.rounds // GAMES_IN_A_SET
    planned = individual_rounds(len(present), sets, seed=first_bytes_of(planning.seed))
    plans: list[RoundPlan] = []
    for one in planned:
        games = zip(*(seats_of_set([present[at - 1] for at in table]) for table in one.tables))
        resting = [present[at - 1] for at in one.resting]
        for game in games:
            plans.append(
                RoundPlan(
                    planning.first + len(plans),
                    (),
                    resting[0] if len(resting) == 1 else None,
                    tuple(TableOfPlayers(tuple(seats.values())) for seats in game),
                )
            )
    return tuple(plans)


INDIVIDUALS = replace(
    GAME_ALL_PLAY_ALL,
    kind=Stage.Kind.INDIVIDUALS.value,
    label=Stage.Kind.INDIVIDUALS.label,
    description=_(
        "The ordinary game, everybody for themselves: four players sit together for three games, "
        "and each is the partner of each once. Then they change tables and meet others. Where "
        "they can't be divided by four, some rest, each once before anybody does twice."
    ),
    least=PLAYERS,
    most=MOST_CONTESTANTS,
    defaults=replace(DEFAULT_GAME_SETTINGS, rest=Rest.DRAW),
    hands_per_match=HANDS_IN_A_GAME,
    minutes_per_match=MINUTES_OF_A_GAME,
    ranking="individuals",
    usual_rounds=lambda _players: USUAL_SETS * GAMES_IN_A_SET,
    least_rounds=lambda _players: GAMES_IN_A_SET,
    most_rounds=lambda _players: MOST_SETS * GAMES_IN_A_SET,
    most_tables=lambda players: players // PLAYERS,
    plan=_plan,
    by_lot=True,
    of_players=True,
    resting=lambda players: players % PLAYERS,
    games_in_a_set=GAMES_IN_A_SET,
    has_groups=False,
)
