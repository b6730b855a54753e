"""Numbering of hands: the deal and set that each takes, counted alike for giving and for checking.

The hands of a championship are counted through its deal sets. Each set begins after the hands that
are before it and gives its first deals to the hands that are planned; the spare deals, for hands
that somebody has seen, are taken from its last one downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar


class Counted(Protocol):
    """Numbers of a deal set that the numbering needs: stored, or as the record tells them."""

    number: int
    deals_before: int
    deals: int
    spares_used: int


Set = TypeVar("Set", bound=Counted)


def planned_place(sets: Sequence[Set], hand: int) -> tuple[Set, int] | None:
    """Return the set that a hand of the championship comes from, and the hand's number in it.

    `sets` in order of their numbers. None where its set has no deal left for it, and without sets.
    """
    begun = [one for one in sets if one.deals_before < hand]
    if not begun:
        return None
    last = begun[-1]
    place = hand - last.deals_before
    return (last, place) if place <= last.deals - last.spares_used else None


def spare_deals(sets: Sequence[Set], last_hand: int) -> list[tuple[Set, range]]:
    """Return the deals of each set that nobody has been given, by their numbers in it.

    `last_hand` is the number of the championship's last planned hand, 0 without one.
    """
    found = []
    for one, following in zip(sets, [*sets[1:], None], strict=False):
        end = last_hand if following is None else following.deals_before
        given = max(end - one.deals_before, 0)
        found.append((one, range(given + 1, one.deals - one.spares_used + 1)))
    return found
