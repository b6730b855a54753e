"""How far the day is, in a line: for the bar that stands on every page of those who run it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.stages import rounds_with_deals
from tournament.desk.queries.hands import doubts_in
from tournament.models import Championship, CorrectionRequest, Result, Round, RoundStatus, Stage
from tournament.results.kinds.kinds import kind_of
from tournament.results.queries import (
    cancelled_hands,
    is_cancelled,
    matches_of,
    owed_numbers,
    standing_results,
)


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
    """How far the day is; 8 queries while a round is open, at most 4 otherwise."""
    rounds = Round.objects.filter(stage__in=stages).exclude(status=RoundStatus.PLANNED)
    begun = rounds_with_deals(stages, among=rounds.values("pk"))
    if not begun:
        return DayNow(None, is_open=False, entered=0, hands=0, waiting=0)
    waiting = waiting_count(championship, begun)
    if championship.ended_at is not None:
        return DayNow(None, is_open=False, entered=0, hands=0, waiting=waiting)
    open_ones = [one for one in begun if one.status == RoundStatus.OPEN]
    if not open_ones:
        return DayNow(begun[-1].number, is_open=False, entered=0, hands=0, waiting=waiting)
    round = open_ones[-1]
    owed = owed_numbers(round, cancelled_hands(championship))
    return DayNow(
        round.number,
        is_open=True,
        entered=standing_results(championship).filter(match__round=round, deal__in=owed).count(),
        hands=matches_of(championship).filter(round=round).count() * len(owed),
        waiting=waiting,
    )


def waiting_count(championship: Championship, rounds: Sequence[Round]) -> int:
    """How many hands wait for a referee: disputed ones, and unlikely ones of open rounds.

    `rounds` are those that have begun, with their stages and deals. At most 4 queries.
    """
    asked = CorrectionRequest.objects.filter(match__round__championship=championship, decision="")
    disputed = set(asked.values_list("match_id", "deal"))
    open_ones = {one.pk: one for one in rounds if one.status == RoundStatus.OPEN}
    if not open_ones:
        return len(disputed)
    cancelled = cancelled_hands(championship)
    stored = standing_results(championship).filter(match__round__in=open_ones)
    by_round: dict[int, dict[tuple[int, int], Result]] = defaultdict(dict)
    for result in stored.select_related("match").prefetch_related("confirmations"):
        if not is_cancelled(open_ones[result.match.round_id], result.deal, cancelled):
            by_round[result.match.round_id][result.match_id, result.deal] = result
    unlikely: set[tuple[int, int]] = set()
    for pk, results in by_round.items():
        unlikely |= set(doubts_in(kind_of(open_ones[pk].stage), results))
    return len(disputed | unlikely)
