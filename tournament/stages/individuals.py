"""Individuals: players by themselves, four at a table, where each is the partner of each once.

A round is a game. For three rounds in a row four players stay together; then everybody goes to
another table, to meet players that are new to them. Sources: "Botifarra" on pagat.com for the three
games, `scoring.schedule.individual_tables` for the tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain

from django.utils.translation import gettext_lazy as _

from scoring.ordinary.individuals import GAMES_IN_A_SET, PLAYERS, seats_of_set
from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS, GameScore, GameSettings, Rest
from scoring.schedule.individual_tables import individual_rounds
from scoring.schedule.plan import MOST_CONTESTANTS, RoundPlan, TableOfPlayers
from tournament.models import Stage
from tournament.stages.format import Format, Planning
from tournament.stages.games import GAME_ALL_PLAY_ALL

USUAL_SETS, MOST_SETS = 3, 20
HANDS_IN_A_GAME = 4
"""Most hands of a game: each of the four deals once."""
MINUTES_OF_A_GAME = 20
_SEED_BYTES = 8


def first_bytes_of(seed: str) -> int:
    """Return the number that lots come from: the first bytes of the seed's SHA-256."""
    return int.from_bytes(sha256(seed.encode()).digest()[:_SEED_BYTES], "big")


@dataclass(frozen=True, slots=True)
class SetOfPlayers:
    """Tables of one or more rounds in a row, and the players who rest meanwhile."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]


def sets_of(planning: Planning, *, games: int = 1, threes: bool = False) -> list[SetOfPlayers]:
    """Return the sets of the remaining rounds, each of `games` rounds; of all rounds where nothing
    was played yet.

    After played rounds, players who have met meet again as late as can be, the one who has rested
    least rests next, and the lots come from the seed and the first round's number, such as
    "08142/7".
    """
    number_of = (0, *planning.present)
    index = {number: at for at, number in enumerate(number_of)}
    begun = range(0, len(planning.played), games)
    sat = [
        [index[one] for one in table if one in index]
        for at in begun
        for table in planning.played[at].tables
    ]
    rested = Counter(
        index[one] for at in begun for one in {*chain(*planning.resting[at : at + games])}
    )
    seed = f"{planning.seed}/{planning.first}" if planning.played else planning.seed
    planned = individual_rounds(
        len(planning.present),
        (planning.rounds - len(planning.played)) // games,
        threes=threes,
        seed=first_bytes_of(seed),
        sat=sat,
        rested=rested,
    )
    return [
        SetOfPlayers(
            tuple(tuple(number_of[at] for at in table) for table in one.tables),
            tuple(number_of[at] for at in one.resting),
        )
        for one in planned
    ]


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return all rounds at once, or all that are left."""
    plans: list[RoundPlan] = []
    for one in sets_of(planning, games=GAMES_IN_A_SET):
        for game in zip(*map(seats_of_set, one.tables)):
            tables = [tuple(seats.values()) for seats in game]
            plans.append(round_of_players(planning.first + len(plans), tables, one.resting))
    return tuple(plans)


def round_of_players(
    number: int, tables: Iterable[Iterable[int]], resting: Sequence[int]
) -> RoundPlan:
    """Return a round of these tables, each from North on."""
    return RoundPlan(
        number,
        (),
        resting[0] if len(resting) == 1 else None,
        tuple(TableOfPlayers(tuple(table)) for table in tables),
    )


def _by_score(settings: GameSettings) -> Format:
    """Return the format ranked by games won, or by the sum of points where the settings say so."""
    if settings.game_score == GameScore.POINTS:
        return replace(INDIVIDUALS, ranking="individuals-by-points")
    return INDIVIDUALS


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
    by_settings=_by_score,
)
