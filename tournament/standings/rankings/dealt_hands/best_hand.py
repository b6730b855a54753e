"""Best hand of a championship: the one that a pair played furthest above its field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from scoring.game.seats import Side
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet

LEAST_OTHERS = 2
"""Minimum number of others; with fewer, the best hand would only be the other table's worst one."""


@dataclass(frozen=True, slots=True)
class BestHand:
    """Pair's hand, on its side, and the difference of its hand score from the field's mean."""

    sheet: HandSheet
    entry: HandEntry
    side: Side
    hand_score: int
    mean: Fraction
    """Mean hand score of all others who held the same cards."""

    @property
    def contestant(self) -> ContestantRef:
        return self.entry.sides[self.side].contestant

    @property
    def above(self) -> Fraction:
        return self.hand_score - self.mean


def best_hand(sheets: Iterable[HandSheet]) -> BestHand | None:
    """Return the hand whose hand score is furthest above the mean of the others who held the same
    cards, exact; None if nobody was above a field of at least two others.

    Only hands that are compared count: none that was awarded, cancelled or spoilt by an infraction,
    and none of a pair whose results were annulled. A pair that has withdrawn is only part of the
    field: nobody who was not there at the end is celebrated. Of equal ones, the higher hand score
    is better, then the lower hand number, then the lower table number.
    """
    found = [one for sheet in sheets for side in Side for one in _hands(sheet, side)]
    above = [one for one in found if one.above > 0]
    return min(
        above,
        key=lambda one: (-one.above, -one.hand_score, one.sheet.deal, one.entry.table_number),
        default=None,
    )


def _hands(sheet: HandSheet, side: Side) -> Iterator[BestHand]:
    compared = [
        (entry, score)
        for entry in sheet.entries
        if entry.sides[side].final is not None
        and (score := entry.sides[side].hand_score) is not None
    ]
    others = len(compared) - 1
    if others < LEAST_OTHERS:
        return
    total = sum(score for _entry, score in compared)
    for entry, score in compared:
        if entry.sides[side].contestant.withdrawn_from is not None:
            continue
        yield BestHand(sheet, entry, side, score, Fraction(total - score, others))
