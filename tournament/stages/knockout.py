"""A knock-out of games: the loser is out, until one pair is left.

Source: the eliminatòries of Girona.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from django.utils.translation import gettext_lazy as _

from scoring.errors import PairingError, PairingFault
from scoring.pairing.bracket import Bracket, byes_for, drawn_order, rounds_for
from scoring.pairing.knockout import (
    DEFAULT_KNOCKOUT_SETTINGS,
    SINGLE_GAMES,
    BracketRules,
    KnockoutSettings,
    ties_to_play,
)
from scoring.schedule.plan import MOST_CONTESTANTS, Pairing, RoundPlan
from tournament.models import Stage
from tournament.stages.format import Format, Planning
from tournament.stages.games import GAME_ALL_PLAY_ALL

LEAST_CONTESTANTS = 2
HANDS_IN_A_GAME = 8
MINUTES_OF_A_GAME = 40


def bracket_of(entrants: Sequence[int], *, seed: str, seeded: bool) -> Bracket[int]:
    """Return the bracket of these pairs, by their numbers: the strongest first, or by lot."""
    order = entrants if seeded else drawn_order(entrants, seed)
    return Bracket(tuple(order))


def _ties(planning: Planning) -> tuple[tuple[int, ...], ...]:
    bracket = bracket_of(planning.entrants, seed=planning.seed, seeded=planning.seeded)
    through = {number: keys[0] for number, keys in planning.scores.items()}
    second = {number: int(keys[1]) for number, keys in planning.scores.items()}
    return ties_to_play(bracket, through, second, planning.bracket, len(planning.played) + 1)


def _plan(planning: Planning) -> tuple[RoundPlan, ...]:
    """Return the next round, the upper pair of each meeting North–South, in a second leg the other
    one.

    It has no match where all its meetings were decided before: in their first legs, or because one
    of the two has withdrawn. Raises `PairingError` where nobody is left at all.
    """
    present = set(planning.present)
    met = [[one for one in tie if one in present] for tie in _ties(planning)]
    _round, leg = planning.bracket.place_of(len(planning.played) + 1)
    pairings = tuple(Pairing(*two[:: 1 if leg == 1 else -1]) for two in met if len(two) == 2)
    byes = [one for two in met if len(two) == 1 for one in two]
    if not pairings and not byes and leg == 1:
        text = f"round {planning.first}: nobody is left to meet somebody"
        raise PairingError(text, fault=PairingFault.NO_WAY, contestants=())
    return (RoundPlan(planning.first, pairings, byes[0] if len(byes) == 1 else None),)


def _most_tables(contestants: int, rules: BracketRules = SINGLE_GAMES) -> int:
    """Return the tables of the first round, or of the second where many have a bye: the losers of
    the first can play in it too."""
    first = (contestants - byes_for(contestants)) // 2
    second_chance = rules.second_rounds(contestants)
    again = (first - byes_for(first)) // 2 if second_chance else 0
    return max(first, (1 << max(0, rounds_for(contestants) - 2)) + again)


def _by_rules(settings: KnockoutSettings) -> Format:
    return _with(settings.bracket)


@cache
def _with(rules: BracketRules) -> Format:
    def rounds(contestants: int) -> int:
        return rounds_for(contestants) * rules.legs

    return replace(
        KNOCKOUT,
        usual_rounds=rounds,
        least_rounds=rounds,
        most_rounds=rounds,
        most_tables=lambda contestants: _most_tables(contestants, rules),
    )


KNOCKOUT = replace(
    GAME_ALL_PLAY_ALL,
    kind=Stage.Kind.KNOCKOUT.value,
    label=Stage.Kind.KNOCKOUT.label,
    description=_(
        "The ordinary game: who wins its game goes on, who loses is out, until one pair is left. "
        "The bracket is drawn by lot or seeded; where places stay empty, the first pairs have a "
        "bye."
    ),
    least=LEAST_CONTESTANTS,
    most=MOST_CONTESTANTS,
    defaults=DEFAULT_KNOCKOUT_SETTINGS,
    hands_per_match=HANDS_IN_A_GAME,
    minutes_per_match=MINUTES_OF_A_GAME,
    ranking="knockout",
    usual_rounds=rounds_for,
    least_rounds=rounds_for,
    most_rounds=rounds_for,
    most_tables=_most_tables,
    resting=lambda _contestants: 0,
    byes=byes_for,
    plan=_plan,
    round_by_round=True,
    by_lot=True,
    by_score=True,
    knocks_out=True,
    has_groups=False,
    score_keys=("through", "second_chance"),
    by_settings=_by_rules,
)
