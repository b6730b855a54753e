"""Which of two games of a tie a round is, where a knock-out has two legs."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournament.models import Stage
from tournament.stages.formats import format_of


def leg_of(stage: Stage, number: int, numbers: Iterable[int]) -> int:
    """1 or 2: which of two games against the same pair the round of that number is; 0 where there
    is only one. `numbers` are those of the stage's rounds."""
    if not format_of(stage).knocks_out or stage.legs == 1:
        return 0
    return stage.bracket_rules().place_of(number - min(numbers) + 1)[1]


def leg_text(leg: int) -> str:
    """What a leg is, in a sentence; "" where a tie is a single game."""
    if not leg:
        return ""
    if leg == 1:
        return _("The first of two games against the same pair; the points of both decide.")
    return _("The second game against the same pair; the points of both decide.")
