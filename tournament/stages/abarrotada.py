"""Abarrotada: everybody alone, four at a table, or three where that leaves nobody without one.

A round is a number of hands at a table, then everybody changes tables. Tables are drawn for all
rounds at once, so that players meet as many others as can be
(`scoring.schedule.individual_tables`), or go by rank from the second round on
(`scoring.pairing.by_rank`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.ordinary.solo_standings import DEFAULT_SOLO_SETTINGS
from scoring.pairing.by_rank import tables_by_rank
from scoring.schedule.individual_tables import table_sizes
from scoring.schedule.plan import RoundPlan
from tournament.models import Result, Stage
from tournament.stages.format import Planning
from tournament.stages.individuals import INDIVIDUALS, round_of_players, sets_of

LEAST_PLAYERS = 3
HANDS_AT_A_TABLE = 12
"""Hands that a table plays in a round: each of four or three players deals equally often."""
MINUTES_AT_A_TABLE = 60
USUAL_ROUNDS, MOST_ROUNDS = 4, 20


def _drawn(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return all rounds at once, or all that are left."""
    played = len(planning.played)
    return tuple(
        round_of_players(
            planning.first + place,
            [_turned(table, played + place + 1) for table in one.tables],
            one.resting,
        )
        for place, one in enumerate(sets_of(planning, threes=True))
    )


def _turned(table: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the table with another player North in each round, who deals first."""
    turn = number % len(table)
    return table[turn:] + table[:turn]


def _by_rank(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return the next round. Its lots come from the seed and its number, such as "08142/3"."""
    rests = Counter(one for resting in planning.resting for one in resting)
    seed = f"{planning.seed}/{planning.first}"
    tables, resting = tables_by_rank(planning.present, planning.scores, rests, seed=seed)
    return (round_of_players(planning.first, tables, resting),)


ABARROTADA = replace(
    INDIVIDUALS,
    kind=Stage.Kind.ABARROTADA.value,
    label=Stage.Kind.ABARROTADA.label,
    description=_(
        "Everybody alone, four or three at a table, each with their own points. The tables are "
        "drawn for all rounds so that everybody meets as many others as possible; nobody rests, "
        "except one of five."
    ),
    least=LEAST_PLAYERS,
    defaults=DEFAULT_SOLO_SETTINGS,
    hands_per_match=HANDS_AT_A_TABLE,
    minutes_per_match=MINUTES_AT_A_TABLE,
    results=Result.Kind.ABARROTADA.value,
    ranking="abarrotada",
    usual_rounds=lambda _players: USUAL_ROUNDS,
    least_rounds=lambda _players: 1,
    most_rounds=lambda _players: MOST_ROUNDS,
    most_tables=lambda players: len(table_sizes(players, threes=True)),
    resting=lambda players: players - sum(table_sizes(players, threes=True)),
    plan=_drawn,
    games_in_a_set=1,
    by_settings=None,
    alone=True,
)
ABARROTADA_BY_RANK = replace(
    ABARROTADA,
    kind=Stage.Kind.ABARROTADA_RANKED.value,
    label=Stage.Kind.ABARROTADA_RANKED.label,
    description=_(
        "Everybody alone, four or three at a table, each with their own points. The first round is "
        "drawn; then the first four of the standings sit at table 1, the next four at table 2."
    ),
    plan=_by_rank,
    round_by_round=True,
    by_score=True,
)
