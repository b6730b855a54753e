"""Rulings in force on more than one table's hand: hands cancelled for all, and deductions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournament.models import Championship, Ruling

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Deduction:
    """What a ruling takes from a pair's total, on the championship's scale, and why.

    `number` is the ruling's, as the record names it.
    """

    number: int
    points: Fraction
    reason: str


@dataclass(frozen=True, slots=True)
class RulingsInForce:
    """The rulings that were not withdrawn.

    `cancelled` are the hands compared at no table, by deal with the reason; `deductions` are by
    team id, each pair's in the order in which they were made.
    """

    cancelled: Mapping[int, str]
    deductions: Mapping[int, tuple[Deduction, ...]]


def rulings_in_force(championship: Championship) -> RulingsInForce:
    """The rulings of a championship that count now; 1 query."""
    cancelled: dict[int, str] = {}
    deductions: dict[int, tuple[Deduction, ...]] = {}
    rulings = Ruling.objects.filter(championship=championship, withdrawn_at__isnull=True)
    columns = ("number", "kind", "deal", "team_id", "hundredths", "reason")
    for number, kind, deal, team, hundredths, reason in rulings.order_by("number").values_list(
        *columns
    ):
        if kind == Ruling.Kind.HAND_CANCELLED:
            assert deal is not None, "the database holds that a cancelled hand has its number"
            cancelled[deal] = reason
        else:
            assert team is not None, "the database holds that a deduction has its pair"
            assert hundredths is not None, "and its points"
            one = Deduction(number, Fraction(hundredths, HUNDRED), reason)
            deductions[team] = (*deductions.get(team, ()), one)
    return RulingsInForce(cancelled, deductions)


def deducted(deductions: tuple[Deduction, ...]) -> Fraction:
    """The sum of some deductions."""
    return sum((one.points for one in deductions), Fraction(0))
