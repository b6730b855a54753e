"""Rulings in force beyond one table's hand: hands cancelled for all tables, and deductions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import OuterRef, Subquery

from tournament.models import RoundDeal, Ruling, Stage

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points that a ruling takes from a pair's total in a stage, on the stage's scale, with the
    reason.

    `number` is the ruling's number in the record.
    """

    number: int
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class RulingsInForce:
    """Rulings that were not withdrawn.

    `cancelled` has the reasons for cancelled hands, by deal, and `rounds` the rounds in which these
    hands are played; `deductions` are those of a stage, by pair id, in the order in which they were
    made.
    """

    cancelled: Mapping[int, str]
    rounds: Mapping[int, int]
    deductions: Mapping[int, tuple[Deduction, ...]]


def rulings_in_force(stage: Stage) -> RulingsInForce:
    """Return the rulings that count in a stage now; 1 query."""
    rulings = Ruling.objects.filter(championship=stage.championship, withdrawn_at__isnull=True)
    ordered = rulings.annotate(round_number=round_of_its_deal()).order_by("number")
    return rulings_of(ordered, stage)


def rulings_of(rulings: Iterable[Any], stage: Stage) -> RulingsInForce:
    """Return those of the rulings that count in a stage. They come in the order of their numbers,
    each with the `round_number` of its deal."""
    cancelled: dict[int, str] = {}
    rounds: dict[int, int] = {}
    deductions: dict[int, tuple[Deduction, ...]] = {}
    for ruling in rulings:
        if ruling.kind == Ruling.Kind.HAND_CANCELLED:
            cancelled[ruling.deal], rounds[ruling.deal] = ruling.reason, ruling.round_number
        elif ruling.stage_id == stage.pk:
            one = Deduction(ruling.number, Fraction(ruling.hundredths, HUNDRED), ruling.reason)
            deductions[ruling.contestant_id] = (*deductions.get(ruling.contestant_id, ()), one)
    return RulingsInForce(cancelled, rounds, deductions)


def round_of_its_deal() -> Subquery:
    """Return a subquery for the round number of a row's `deal` in its championship."""
    stored = RoundDeal.objects.filter(
        championship=OuterRef("championship"), number=OuterRef("deal")
    )
    return Subquery(stored.values("round__number"))


def deducted(deductions: tuple[Deduction, ...]) -> Fraction:
    """Return the sum of the deductions."""
    return sum((one.points for one in deductions), Fraction(0))
