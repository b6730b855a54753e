"""Filters that write what hands are worth."""

from __future__ import annotations

from typing import Protocol

from django import template

from scoring.game.announcements import Announcement, Denomination
from scoring.solver import Interval
from tournament.core.numbers import signed_range_text

register = template.Library()


class Worth(Protocol):
    """The part of `analysis.queries.HandWorth` used here; that package may not be imported."""

    def hand_score(self, trump: Denomination | None) -> Interval | None: ...


@register.filter
def as_called(worth: Worth, announcement: Announcement) -> Interval | None:
    """`{{ worth|as_called:entry.announcement }}`: the makers' hand score by what a table called."""
    return worth.hand_score(announcement.trump)


@register.filter
def signed_range(value: Interval | None) -> str:
    """`{{ interval|signed_range }}`: a hand score as far as it is known: "+10", "+5…+8"."""
    return signed_range_text(value)
