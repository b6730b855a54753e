"""The column that holds a stage's settings: a frozen value of `scoring`, as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import models

from scoring.duplicate.settings import Settings
from scoring.errors import SettingsError
from scoring.ordinary.solo_standings import SoloSettings
from scoring.ordinary.standings import GameSettings
from scoring.pairing.knockout import SINGLE_GAMES, BracketRules, KnockoutSettings
from scoring.settings import StageSettings

AnySettings = Settings | GameSettings | KnockoutSettings | SoloSettings
STAGE_SETTINGS: tuple[type[AnySettings], ...] = (
    Settings,
    GameSettings,
    KnockoutSettings,
    SoloSettings,
)
"""Every kind of them."""


def settings_of(told: Mapping[str, Any]) -> AnySettings:
    """Return the settings in `told`, whose names tell their kind. Raises `SettingsError`."""
    for kind in STAGE_SETTINGS:
        if kind.fields().keys() == told.keys():
            return kind.of_plain(told)
    raise SettingsError("these are the settings of no kind of stage", field="settings")


@lru_cache(maxsize=1024)  # rows of one stage are read with it by the hundred
def _settings_in(text: str) -> AnySettings:
    return settings_of(json.loads(text))


def bracket_of(settings: AnySettings) -> BracketRules:
    """Return how the bracket of a stage with these settings is played, or None."""
    return settings.bracket if isinstance(settings, KnockoutSettings) else SINGLE_GAMES


if TYPE_CHECKING:
    _JSONField = models.JSONField[AnySettings, AnySettings]
else:
    _JSONField = models.JSONField


class SettingsField(_JSONField):
    """Settings of any kind. Raises `SettingsError` for what the database holds and is none."""

    def from_db_value(self, value: Any, _expression: Any, _connection: Any) -> Any:
        return value and _settings_in(value)  # None of a stage that another row doesn't have

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        plain = value.plain() if isinstance(value, StageSettings) else value
        return super().get_db_prep_value(plain, connection, prepared)
