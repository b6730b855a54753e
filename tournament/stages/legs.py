"""Which of two games of a tie a round is, where a knock-out has two legs."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.models import Stage
from tournament.stages.formats import format_of


def leg_text(stage: Stage, number: int, numbers: Iterable[int]) -> str:
    """Which of two games against the same pair the round of that number is, in a sentence; "" where
    a tie is a single game. `numbers` are those of the stage's rounds."""
    if not format_of(stage).knocks_out or stage.game_settings().legs == 1:
        return ""
    _round, leg = stage.knockout_settings().bracket.place_of(number - min(numbers) + 1)
    if leg == 1:
        return _("The first of two games against the same pair; the points of both decide.")
    return _("The second game against the same pair; the points of both decide.")
