"""Legs of a meeting in a knock-out: which of its two games a round is."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.models import Stage
from tournament.stages.formats import format_of


def leg_text(stage: Stage, number: int, numbers: Iterable[int]) -> str:
    """Return a sentence about which of two games against a pair a round is; "" where meetings are
    single games.

    `numbers` are those of the stage's rounds.
    """
    if not format_of(stage).knocks_out or stage.game_settings().legs == 1:
        return ""
    _round, leg = stage.knockout_settings().bracket.place_of(number - min(numbers) + 1)
    if leg == 1:
        return _("The first of two games against the same pair; the points of both decide.")
    return _("The second game against the same pair; the points of both decide.")
