"""Gains and losses of a pair: its final scores beside the mean of those with the same cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.duplicate.tally import exact_sum
from scoring.game.announcements import Denomination, Double

if TYPE_CHECKING:
    from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheetLine


@dataclass(frozen=True, slots=True)
class Gain:
    """Gain of a pair from some of its hands above the mean of those with the same cards.

    `gained` is on the championship's scale, negative for a loss; `share` is its size relative to
    the largest of the pair's gains and losses, from 0 to 1.
    """

    title: Promise
    hands: int
    gained: Fraction
    share: Fraction


def _as_makers(line: PairSheetLine) -> bool:
    return line.side is line.sheet.makers


def _doubled(line: PairSheetLine) -> bool:
    return line.entry.announcement.double is not Double.NONE


KINDS: tuple[tuple[Promise, Callable[[PairSheetLine], bool]], ...] = (
    (_("As makers of trumps"), _as_makers),
    (_("As defenders"), lambda line: not _as_makers(line)),
    (
        _("With its own botifarra"),
        lambda line: _as_makers(line) and line.entry.announcement.trump is Denomination.BOTIFARRA,
    ),
    (_("With its own contro"), lambda line: not _as_makers(line) and _doubled(line)),
    (_("When doubled by the others"), lambda line: _as_makers(line) and _doubled(line)),
)
"""Kinds of hands, each with its test; a hand can be of several."""


def gains_of(lines: Sequence[PairSheetLine]) -> tuple[Gain, ...]:
    """Return a gain for each kind of which the pair has scored hands."""
    over = [(line, gain) for line in lines if (gain := _gain(line)) is not None]
    found = []
    for title, holds in KINDS:
        gains = [gain for line, gain in over if holds(line)]
        if gains:
            found.append((title, len(gains), sum(gains, Fraction(0))))
    most = max((abs(gained) for _title, _hands, gained in found), default=Fraction(0))
    return tuple(
        Gain(title, hands, gained, abs(gained) / most if most else Fraction(0))
        for title, hands, gained in found
    )


def _gain(line: PairSheetLine) -> Fraction | None:
    """Return the hand's score above the mean of all with the same cards, the pair's own among them;
    None without a score."""
    if line.own.final is None:
        return None
    sides = (entry.sides[line.side] for entry in line.sheet.entries)
    finals = [own.final for own in sides if own.final is not None]
    return line.own.final - exact_sum(finals) / len(finals)
