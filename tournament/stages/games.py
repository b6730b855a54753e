"""Games of the ordinary kind, to 101 points or a number of hands: paired by Swiss, or all play all.

No hands are dealt beforehand. Sources: the Swiss tournaments of Torrefarrera, Vilaplana and Lloret.
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.ordinary.standings import DEFAULT_GAME_SETTINGS
from tournament.models import Result, Stage
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.format import Format
from tournament.stages.swiss import DUPLICATE_SWISS

HANDS_IN_A_GAME = 12
"""Most hands of a game."""
MINUTES_OF_A_GAME = 55


def in_games(format: Format) -> Format:
    """Return the format with each match a game."""
    return replace(
        format,
        defaults=DEFAULT_GAME_SETTINGS,
        hands_per_match=HANDS_IN_A_GAME,
        minutes_per_match=MINUTES_OF_A_GAME,
        deals=False,
        results=Result.Kind.GAME.value,
        ranking="games",
    )


GAME_SWISS = replace(
    in_games(DUPLICATE_SWISS),
    kind=Stage.Kind.GAME_SWISS.value,
    label=Stage.Kind.GAME_SWISS.label,
    description=_(
        "The ordinary game: each match is a game to 101 points. The first round is drawn by lot or "
        "seeded; then pairs meet that have won as often, and nobody the same pair again while that "
        "can be avoided."
    ),
    score_keys=("score", "difference"),
)
GAME_ALL_PLAY_ALL = replace(
    in_games(ALL_PLAY_ALL),
    kind=Stage.Kind.GAME_ROUND_ROBIN.value,
    label=Stage.Kind.GAME_ROUND_ROBIN.label,
    description=_(
        "The ordinary game: each match is a game to 101 points, and everybody meets everybody once."
    ),
)
