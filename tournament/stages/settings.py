"""What stages are scored and ranked by: which settings a format has, and the columns they stand in.

Each is one frozen value of `scoring`, which a stage reads from its columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from scoring.duplicate.settings import Settings
from scoring.duplicate.tie_breaks import TieBreak
from scoring.ordinary.solo_standings import SoloSettings, SoloTieBreak
from scoring.ordinary.standings import GameSettings, GameTieBreak
from scoring.pairing.knockout import KnockoutSettings
from scoring.participation import share_text
from tournament.models import Stage

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class StageSettings(Generic[S]):
    """The settings of a format's stages."""

    key: str
    """What their form and their page for players are found by."""
    of: Callable[[Stage], S]
    """Those of a stage."""
    as_columns: Callable[[S], dict[str, Any]]
    """Them by the names of a stage's columns, as JSON values."""
    tie_breaks: type[StrEnum]
    """The rules that can split a tie."""


def _of_hands(settings: Settings) -> dict[str, Any]:
    return {
        "method": settings.method.value,
        "average_of": settings.average_of.value,
        "flat_score": str(settings.flat_score),
        "scale": settings.scale.value,
        "rank_by": settings.rank_by.value,
        "least_share": share_text(settings.least_share),
        "withdrawn": settings.withdrawn.value,
        "play_variant": settings.play_variant.value,
        "tie_breaks": [rule.value for rule in settings.tie_breaks],
    }


def _of_games(settings: GameSettings) -> dict[str, Any]:
    return {
        "target": settings.target,
        "cap": settings.cap,
        "extra_hands": settings.extra_hands,
        "rest": settings.rest.value,
        "asked_rest": settings.asked_rest.value,
        "game_score": settings.game_score.value,
        "withdrawn": settings.withdrawn.value,
        "play_variant": settings.play_variant.value,
        "multipliers": str(settings.multipliers),
        "sant_vicenc": settings.sant_vicenc.value,
        "revoke": settings.revoke.value,
        "misdeal": settings.misdeal.value,
        "tie_breaks": [rule.value for rule in settings.tie_breaks],
    }


def _of_knockouts(settings: KnockoutSettings) -> dict[str, Any]:
    columns = {
        **_of_games(settings),
        "third_place": settings.third_place,
        "legs": settings.legs,
        "second_chance": settings.second_chance,
    }
    for name in ("rest", "asked_rest", "game_score", "withdrawn"):
        del columns[name]
    return columns


def _of_abarrotada(settings: SoloSettings) -> dict[str, Any]:
    return {
        "rank_by": settings.rank_by.value,
        "least_share": share_text(settings.least_share),
        "multipliers": str(settings.multipliers),
        "sant_vicenc": settings.sant_vicenc.value,
        "misdeal": settings.misdeal.value,
        "tie_breaks": [rule.value for rule in settings.tie_breaks],
    }


DEALT_HAND_SETTINGS = StageSettings(
    key="dealt-hands", of=Stage.scoring_settings, as_columns=_of_hands, tie_breaks=TieBreak
)
GAME_SETTINGS = StageSettings(
    key="games", of=Stage.game_settings, as_columns=_of_games, tie_breaks=GameTieBreak
)
KNOCKOUT_SETTINGS = StageSettings(
    key="knockout", of=Stage.knockout_settings, as_columns=_of_knockouts, tie_breaks=GameTieBreak
)
ABARROTADA_SETTINGS = StageSettings(
    key="abarrotada", of=Stage.solo_settings, as_columns=_of_abarrotada, tie_breaks=SoloTieBreak
)
