"""The scenario of a hand's entry: who makes it, what goes wrong with it, who notices and when.

Most entries are right: a pair enters at its table, the other confirms. The mistakes are those that
happen in halls. Some are noticed at the table, some by a referee who compares the slips, some by a
pair that checks the published results, and some by nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.chance import Chance
from scoring.game.announcements import Double
from scoring.game.seats import Side
from scoring.game.tricks import POINTS_IN_A_HAND
from tournament.models import Outcome
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.players import PlayedHand, Sitting
from tournament.results.kinds.dealt_hand import ResultInput


class Mistake(StrEnum):
    """Mistakes that a rehearsal makes."""

    NONE = ""
    SWAPPED = "swapped"
    """The points are entered for the wrong side."""
    DIGITS = "digits"
    """A finger slips: a digit lost, two exchanged, or one too many or too few."""
    DOUBLE = "double"
    """Contro is forgotten, or entered where nobody said it."""
    DISPUTE = "dispute"
    """The entry is right, and the other pair remembers it otherwise."""
    LATE = "late"
    """The phone has no network; a referee enters the slip, and reads it wrong."""
    RULE_BREAK = "rule-break"
    """Somebody plays a card that is not legal."""


class Notice(StrEnum):
    """The person who notices a mistake, and the time."""

    NOBODY = "nobody"
    AT_THE_TABLE = "at the table"
    BY_A_REFEREE = "by a referee"
    AFTER_CLOSING = "after closing"


_SLIPS = (Mistake.SWAPPED, Mistake.DIGITS, Mistake.DOUBLE)
"""Mistakes that enter something wrong."""
_KINDS = (*_SLIPS, *_SLIPS, Mistake.DISPUTE, Mistake.LATE, Mistake.RULE_BREAK)
_NOTICES = (
    *(Notice.NOBODY, Notice.AT_THE_TABLE, Notice.AT_THE_TABLE),
    *(Notice.BY_A_REFEREE, Notice.AFTER_CLOSING),
)
_WITHOUT_A_PHONE = 8
"""One table in this number has no phone, and gives its slips to a referee."""
_OUT_OF_TIME = 15
"""At one table in this number the time runs out before the last hand of a round."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Course of a hand's entry at a table.

    `by` is the pair that enters it, None for a referee. `acts` is how many acts are done, and
    `later` how many after the round was closed; None for all. Those left are for the people who
    rehearse. `out_of_time`: it is not played at all.
    """

    by: Side | None = Side.NS
    mistake: Mistake = Mistake.NONE
    notice: Notice = Notice.NOBODY
    out_of_time: bool = False
    acts: int | None = None
    later: int | None = None


def scenario_of(plan: Plan, sitting: Sitting, *, is_last: bool) -> Scenario:
    """Return the scenario of this entry; `is_last`: of the hands of its round."""
    at_table = plan.chance("table", *sitting.pairs)
    has_phone = bool(at_table.below(_WITHOUT_A_PHONE))
    out_of_time = is_last and plan.minutes is not None and not at_table.below(_OUT_OF_TIME)
    chance = plan.chance("course", sitting.deal, *sitting.pairs)
    by = (Side.NS, Side.EW)[chance.below(2)] if has_phone else None
    if out_of_time:
        return Scenario(by=None, out_of_time=True)
    if chance.below(plan.mistakes.denominator) >= plan.mistakes.numerator:
        return Scenario(by=by)
    mistake = _KINDS[chance.below(len(_KINDS))]
    if by is None and mistake in (Mistake.DISPUTE, Mistake.LATE):
        mistake = Mistake.SWAPPED  # without a phone there is nobody to dispute, or to be late
    notice = _NOTICES[chance.below(len(_NOTICES))]
    if by is None and notice is Notice.AT_THE_TABLE:
        notice = Notice.BY_A_REFEREE
    if mistake in (Mistake.DISPUTE, Mistake.LATE):
        notice = Notice.AT_THE_TABLE  # nothing else can happen: two different things are said
    if mistake is Mistake.RULE_BREAK and notice is Notice.AFTER_CLOSING:
        notice = Notice.AT_THE_TABLE  # the cards are shuffled by then
    return Scenario(by=by, mistake=mistake, notice=notice)


def said_of_hand(hand: PlayedHand) -> ResultInput:
    """Return the true result."""
    return ResultInput(
        outcome=Outcome.PLAYED, ns_points=hand.ns_points, announcement=hand.announcement
    )


def entered_wrongly(plan: Plan, sitting: Sitting, right: ResultInput, how: Mistake) -> ResultInput:
    """Return a wrong result to enter in place of the true one; they always differ."""
    chance = plan.chance("slip", sitting.deal, *sitting.pairs)
    points = right.ns_points
    assert points is not None
    if how is Mistake.DOUBLE:
        said = Double.NONE if right.announcement.double else Double.CONTRO
        return replace(right, announcement=replace(right.announcement, double=said))
    if how is not Mistake.DIGITS and points * 2 != POINTS_IN_A_HAND:
        return replace(right, ns_points=POINTS_IN_A_HAND - points)
    return replace(right, ns_points=_slipped(points, chance))


def _slipped(points: int, chance: Chance) -> int:
    """Return other points, such as a hurried finger makes of them."""
    tens, ones = divmod(points, 10)
    slips = {tens, ones, 10 * ones + tens, points + 1, points - 1, points + 10, points - 10}
    possible = sorted(one for one in slips - {points} if 0 <= one <= POINTS_IN_A_HAND)
    return possible[chance.below(len(possible))]
