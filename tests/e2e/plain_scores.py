"""The rules of a championship's scores once more, as plainly as they can be said.

Nothing of the program is used here: who plays, what was written on the slips, fractions, and the
sentences of the rules. (Scale 1–2, averages of those who played, 3/2 for a flat hand, results of
pairs that withdrew stand, and ranks by total, or by mean once numbers of hands differ.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Slip:
    """What a table wrote down for a hand that was played; pairs by number."""

    deal: int
    ns: int
    ew: int
    ns_points: int | None
    trump: str = ""
    double: str = ""
    offenders: str = ""
    """NS, EW or NS+EW."""
    averaged: str = ""
    """Whom a referee gave the average: NS, EW or NS+EW."""


def hand_scores(slip: Slip) -> tuple[int, int]:
    """N–S's and E–W's."""
    assert slip.ns_points is not None
    # North deals the first hand, then West, South, East: N–S make trumps in every other hand.
    ns_makes = slip.deal % 2 == 1
    makers_doubled = slip.trump == "botifarra"
    others_doubled = slip.double in {"contro", "recontro"}
    ns_doubled = makers_doubled if ns_makes else others_doubled
    ew_doubled = others_doubled if ns_makes else makers_doubled
    excess = slip.ns_points - 36
    return excess * (2 if ns_doubled else 1), -excess * (2 if ew_doubled else 1)


def final_scores(
    slips: Iterable[Slip], cancelled: Collection[int] = ()
) -> dict[tuple[int, int], Fraction]:
    """By deal and pair; nobody has one in a deal that was cancelled."""
    by_deal = defaultdict(list)
    for slip in slips:
        if slip.deal not in cancelled:
            by_deal[slip.deal].append(slip)
    finals = {}
    for deal, tables in by_deal.items():
        for side in (0, 1):
            for pair, final in _of_side(tables, side).items():
                finals[deal, pair] = final
    return finals


def _of_side(tables: list[Slip], side: int) -> dict[int, Fraction]:
    def pair(slip: Slip) -> int:
        return (slip.ns, slip.ew)[side]

    name = ("NS", "EW")[side]
    played = {
        pair(slip): hand_scores(slip)[side]
        for slip in tables
        if not slip.offenders and name not in slip.averaged.split("+")
    }
    worst, best = min(played.values(), default=0), max(played.values(), default=0)
    finals: dict[int, Fraction] = {}
    for one, score in played.items():
        flat = best == worst
        finals[one] = Fraction(3, 2) if flat else 1 + Fraction(score - worst, best - worst)
    average = sum(finals.values(), Fraction(0)) / len(finals) if finals else Fraction(3, 2)
    for slip in tables:
        if name in slip.offenders.split("+"):
            finals[pair(slip)] = Fraction(0)
        elif slip.offenders or name in slip.averaged.split("+"):
            finals[pair(slip)] = average
    return finals


@dataclass(frozen=True)
class Line:
    """A pair in the standings."""

    rank: int
    pair: int
    hands: int
    total: Fraction
    mean: Fraction


def standings(
    slips: Iterable[Slip],
    *,
    cancelled: Collection[int] = (),
    deducted: Mapping[int, Fraction] | None = None,
) -> list[Line]:
    """Best first; there must be no tie. `deducted` is what is taken from totals, by pair."""
    of_pair = defaultdict(list)
    for (_deal, pair), final in final_scores(slips, cancelled).items():
        of_pair[pair].append(final)
    taken = deducted or {}
    totals = {
        pair: sum(finals, Fraction(0)) - taken.get(pair, 0) for pair, finals in of_pair.items()
    }
    means = {pair: totals[pair] / len(of_pair[pair]) for pair in totals}
    by_total = len({len(finals) for finals in of_pair.values()}) == 1
    worth = totals if by_total else means
    assert len(set(worth.values())) == len(worth), "two pairs are level: choose other results"
    order = sorted(worth, key=lambda pair: -worth[pair])
    return [
        Line(rank, pair, len(of_pair[pair]), totals[pair], means[pair])
        for rank, pair in enumerate(order, start=1)
    ]
