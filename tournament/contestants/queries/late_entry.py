"""What a late pair would do: whom it would play, and who else is affected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import Min

from scoring.errors import ScheduleError
from scoring.game.seats import Side
from scoring.schedule.round_robin import Schedule, seat_late_contestant
from tournament.core.stages import stages_of
from tournament.models import Championship, Contestant, RoundStatus
from tournament.schedule.plan import StagePlan, read_plan


def first_round_not_begun(championship: Championship) -> int:
    """The round after the last one that is or was open: 1 while nothing has begun; 1 query."""
    begun = championship.rounds.exclude(status=RoundStatus.PLANNED).order_by("-number").first()
    return begun.number + 1 if begun else 1


@dataclass(frozen=True, slots=True)
class LatePlace:
    """A round in which a late pair would take a rest: against whom, and which way it sits."""

    round: int
    opponent_id: int
    opponent: int
    opponent_name: str
    side: Side


@dataclass(frozen=True, slots=True)
class LatePlan:
    """What a late pair would play: in paired rounds it takes rests, in later ones it is paired."""

    number: int
    from_round: int
    places: tuple[LatePlace, ...]
    paired_from: int | None
    """The first round that is still to be paired; None where all are."""

    @property
    def is_possible(self) -> bool:
        """Whether there is any round for it to play in."""
        return bool(self.places) or self.paired_from is not None


def _with_one_rest(plan: StagePlan, from_round: int) -> Schedule:
    """The schedule with one rest for the late pair to take in each round from that one on.

    After a withdrawal several pairs can rest in a round. A late pair meets nobody twice, so
    whoever rests least often comes first.
    """
    left = [one for one in plan.schedule.rounds if one.number >= from_round]
    often = Counter(contestant for one in left for contestant in plan.resting[one.number])
    chosen: dict[int, int] = {}
    for one in left:
        options = set(plan.resting[one.number]).difference(chosen.values())
        if options:
            chosen[one.number] = min(
                options, key=lambda contestant: (often[contestant], contestant)
            )
    rounds = [replace(one, rest=chosen.get(one.number)) for one in plan.schedule.rounds]
    return replace(plan.schedule, rounds=tuple(rounds))


def late_plan(championship: Championship) -> LatePlan:
    """Where a late pair would come in; 8 queries with one stage."""
    from_round = first_round_not_begun(championship)
    unpaired = championship.rounds.filter(paired=False, number__gte=from_round)
    paired_from = unpaired.aggregate(first=Min("number"))["first"]
    contestants = {
        contestant.pk: contestant
        for contestant in championship.contestants.prefetch_related("players")
    }
    number = max((contestant.number for contestant in contestants.values()), default=0) + 1
    places = [
        place
        for stage in stages_of(championship)
        for place in _late_places(read_plan(stage), contestants, from_round)
    ]
    if not places and paired_from is not None:
        from_round = paired_from
    return LatePlan(number, from_round, tuple(places), paired_from)


def _late_places(
    plan: StagePlan, contestants: Mapping[int, Contestant], from_round: int
) -> Iterator[LatePlace]:
    """The rests of a stage that a late pair takes; none where nobody rests."""
    late = len(plan.contestant_ids) + 1
    try:
        seated = seat_late_contestant(
            _with_one_rest(plan, from_round), contestant=late, from_round=from_round
        )
    except ScheduleError:
        return
    for one in seated.rounds:
        for pairing in one.pairings:
            if late in pairing:
                side = pairing.side_of(late)
                contestant = contestants[plan.contestant_ids[pairing[side.opponents] - 1]]
                yield LatePlace(
                    one.number, contestant.pk, contestant.number, contestant.shown_name, side
                )
