"""Plausible results for a deal at several tables, drawn from a seed.

Each deal has a strength for the side that makes trumps; each table deviates from it. Strong makers
tend to call botifarra, weak ones to be doubled. The spread of every field is kept to a divisor of
48, so that sums of final scores coincide as often as they do in a small club's evening, and a
demonstration has a tie to show.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import Field, TableResult, score_deal
from scoring.seats import Side, makers_of
from scoring.settings import Settings

_SUITS = [
    Denomination.OROS,
    Denomination.COPES,
    Denomination.ESPASES,
    Denomination.BASTOS,
]
_FLAT_CHANCE = Fraction(1, 30)


def plays_of_deal(
    random_source: random.Random, deal: int, tables: Sequence[tuple[int, int]]
) -> list[TableResult[int]]:
    """What each table (its N–S and E–W team) made of `deal`; no rule-breaks, every hand played."""
    makers = makers_of(deal)
    if random_source.random() < _FLAT_CHANCE:
        points, suit = _made(round(random_source.gauss(42, 9))), random_source.choice(_SUITS)
        return [_result(pair, makers, points, Announcement(suit)) for pair in tables]
    while True:
        results = _uneven_plays(random_source, makers, tables)
        scores = score_deal(makers, results, Settings())
        if all(_spread_fits(field) for field in (scores.ns_field, scores.ew_field)):
            return results


def _spread_fits(field: Field) -> bool:
    """Whether a field's spread divides 48; a flat field's does not."""
    assert field.low is not None
    assert field.high is not None
    spread = field.high - field.low
    return spread > 0 and 48 % spread == 0


def _uneven_plays(
    random_source: random.Random, makers: Side, tables: Sequence[tuple[int, int]]
) -> list[TableResult[int]]:
    strength = round(random_source.gauss(42, 9))
    suits = random_source.sample(_SUITS, 2)
    results = []
    for pair in tables:
        points = _made(strength + round(random_source.gauss(0, 5)))
        results.append(_result(pair, makers, points, _announced(random_source, points, suits)))
    return results


def _made(points: int) -> int:
    """Makers' points kept to what is seen at a table that is not a capot."""
    return min(max(points, 14), 66)


def _announced(
    random_source: random.Random, points: int, suits: Sequence[Denomination]
) -> Announcement:
    """What a table with these makers' points is likely to have announced."""
    chance = random_source.random()
    trump = suits[0] if chance < 0.7 else suits[1]
    if points > 44 and chance > 0.55:
        trump = Denomination.BOTIFARRA
    double = Double.NONE
    if points < 38 and random_source.random() < 0.35:
        double = Double.CONTRO if random_source.random() < 0.8 else Double.RECONTRO
    return Announcement(trump, double)


def _result(
    pair: tuple[int, int], makers: Side, makers_points: int, announcement: Announcement
) -> TableResult[int]:
    ns_points = makers_points if makers is Side.NS else 72 - makers_points
    return TableResult(pair[0], pair[1], ns_points, announcement)
