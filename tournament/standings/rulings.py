"""Rulings in force on more than one table's hand: hands cancelled for all, and deductions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import OuterRef, Subquery

from tournament.models import Championship, RoundDeal, Ruling

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a ruling takes from a pair's total in a stage, on the stage's scale, and why.

    `number` is the ruling's, as the record names it.
    """

    number: int
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class RulingsInForce:
    """The rulings that were not withdrawn.

    `cancelled` are the hands compared at no table, by deal with the reason, `rounds` those they are
    played in; `deductions` are by the id of the stage in which they count, then by pair id, each
    pair's in the order in which they were made.
    """

    cancelled: Mapping[int, str]
    rounds: Mapping[int, int]
    deductions: Mapping[int, Mapping[int, tuple[Deduction, ...]]]


def rulings_in_force(championship: Championship) -> RulingsInForce:
    """The rulings of a championship that count now; 1 query."""
    cancelled: dict[int, str] = {}
    rounds: dict[int, int] = {}
    deductions: dict[int, dict[int, tuple[Deduction, ...]]] = {}
    rulings = Ruling.objects.filter(championship=championship, withdrawn_at__isnull=True)
    for ruling in rulings.annotate(round_number=round_of_its_deal()).order_by("number"):
        if ruling.kind == Ruling.Kind.HAND_CANCELLED:
            assert ruling.deal is not None, (
                "the database holds that a cancelled hand has its number"
            )
            cancelled[ruling.deal], rounds[ruling.deal] = ruling.reason, ruling.round_number
        else:
            assert ruling.stage_id is not None, "the database holds that a deduction has its stage"
            assert ruling.contestant_id is not None, "its pair"
            assert ruling.hundredths is not None, "and its points"
            one = Deduction(ruling.number, Fraction(ruling.hundredths, HUNDRED), ruling.reason)
            by_pair = deductions.setdefault(ruling.stage_id, {})
            by_pair[ruling.contestant_id] = (*by_pair.get(ruling.contestant_id, ()), one)
    return RulingsInForce(cancelled, rounds, deductions)


def round_of_its_deal() -> Subquery:
    """The number of the round that plays a row's `deal`, of the row's championship."""
    stored = RoundDeal.objects.filter(
        championship=OuterRef("championship"), number=OuterRef("deal")
    )
    return Subquery(stored.values("round__number"))


def deducted(deductions: tuple[Deduction, ...]) -> Fraction:
    """The sum of some deductions."""
    return sum((one.points for one in deductions), Fraction(0))
