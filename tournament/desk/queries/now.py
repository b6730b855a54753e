"""How far the day is, in a line: for the bar that stands on every page of those who run it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.stages import begun_rounds
from tournament.inbox.queries import changeable_results, waiting_count
from tournament.models import Championship, Match, RoundStatus, Stage
from tournament.results.queries import cancelled_hands, owed_numbers


@dataclass(frozen=True, slots=True)
class DayNow:
    """The round that people talk about, how many of its hands are entered, and what waits.

    `round` is the open one with the highest number, without one the last that was closed; None
    before play and after the end.
    """

    round: int | None
    is_open: bool
    entered: int
    hands: int
    waiting: int


def day_now(championship: Championship, stages: Sequence[Stage]) -> DayNow:
    """How far the day is; 5 queries while a round is open, at most 4 otherwise."""
    begun = begun_rounds(stages)
    if not begun:
        return DayNow(None, is_open=False, entered=0, hands=0, waiting=0)
    cancelled = cancelled_hands(championship)
    results = changeable_results(begun, cancelled)
    waiting = waiting_count(championship, results)
    if championship.ended_at is not None:
        return DayNow(None, is_open=False, entered=0, hands=0, waiting=waiting)
    open_ones = [one for one in begun if one.status == RoundStatus.OPEN]
    if not open_ones:
        return DayNow(begun[-1].number, is_open=False, entered=0, hands=0, waiting=waiting)
    round = open_ones[-1]
    owed = owed_numbers(round, cancelled)
    return DayNow(
        round.number,
        is_open=True,
        entered=sum(one.round.pk == round.pk and one.place[1] in owed for one in results),
        hands=Match.objects.filter(round=round, cancelled=False).count() * len(owed),
        waiting=waiting,
    )
