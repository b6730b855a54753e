"""Effects of a late pair: whom it would play, and who else is affected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Max, Min, Q
from django.utils.translation import gettext as _

from scoring.errors import ScheduleError
from scoring.game.seats import Side
from scoring.pairing.late_rests import rests_to_take
from scoring.schedule.making_room import make_room
from scoring.schedule.plan import full_length
from scoring.schedule.round_robin import Pairing, RoundPlan, seat_late_contestant
from tournament.core.stages import stages_of
from tournament.models import PAIR_IDS, Championship, Contestant, Match, Stage
from tournament.schedule.plan import StagePlan, read_plan
from tournament.schedule.queries import field_size, has_schedule
from tournament.schedule.remaining import first_round_not_begun
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef, contestant_refs, stage_contestants


@dataclass(frozen=True, slots=True)
class LatePlace:
    """A round in which a late pair would take a rest: against whom, and which way it sits."""

    round: int
    opponent_id: int
    opponent: int
    opponent_name: str
    side: Side


@dataclass(frozen=True, slots=True)
class RestingPairs:
    """A round and the pairs that rest in it; the late pair has the name ""."""

    round: int
    pairs: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class LatePlan:
    """Matches of a late pair: in paired rounds it takes rests, in later ones it is paired."""

    number: int
    from_round: int
    places: tuple[LatePlace, ...]
    paired_from: int | None
    """First round that is still to be paired; None where all are paired."""
    groups: Mapping[int, int] = field(default_factory=dict)
    """Group that the pair comes into, by the number of each stage that has groups."""
    rests: tuple[RestingPairs, ...] = ()
    """Rests in each paired round not begun that isn't without rests, the late pair included."""

    @property
    def is_possible(self) -> bool:
        """Return whether there is any round for it to play in."""
        return bool(self.places) or self.paired_from is not None


def why_nobody_joins(championship: Championship) -> str:
    """Return why nobody can come late, in words; "" if one may. 2 queries at most."""
    if joinable_stages(championship):
        return ""
    if championship.of_players:
        return _("The players of the last stage were chosen by the standings: nobody comes late.")
    if stages_of(championship)[-1].best is not None:
        return _("The pairs of the last stage were chosen by the standings: nobody can come late.")
    return _("The bracket is drawn: no pair can be put into it any more.")


def joinable_stages(championship: Championship) -> tuple[Stage, ...]:
    """Return the stages that a late pair can come into; 1 query.

    Everybody plays there, nobody has gone on from them yet, and there is no bracket.
    """
    stages = stages_of(championship)
    last = max((one.number for one in stages if one.best is not None), default=0)
    return tuple(one for one in stages if one.number > last and not format_of(one).knocks_out)


def late_plan(championship: Championship) -> LatePlan:
    """Return where a late pair would come in; 8 queries with one stage."""
    from_round = first_round_not_begun(championship)
    stages = joinable_stages(championship)
    unpaired = championship.rounds.filter(paired=False, number__gte=from_round, stage__in=stages)
    paired_from = unpaired.aggregate(first=Min("number"))["first"]
    contestants = {
        contestant.pk: contestant
        for contestant in championship.contestants.prefetch_related("players")
    }
    number = max((contestant.number for contestant in contestants.values()), default=0) + 1
    places: list[LatePlace] = []
    rests: list[RestingPairs] = []
    groups = {}
    for stage in stages:
        plan = read_plan(stage)
        if stage.has_groups:
            found = [
                (group, [*_late_places(part, contestants, from_round)])
                for group, part in _group_plans(stage, plan)
            ]
            # Into the smallest group in which there is a match for it, or else the smallest.
            groups[stage.number], own = next((one for one in found if one[1]), found[0])
        else:
            own = [*_late_places(plan, contestants, from_round)]
        places += own
        rests += _who_rests(plan, own, contestants, from_round, late=number)
    if not places and paired_from is not None:
        from_round = paired_from
    return LatePlan(number, from_round, tuple(places), paired_from, groups, tuple(rests))


def _who_rests(
    plan: StagePlan,
    places: Iterable[LatePlace],
    contestants: Mapping[int, Contestant],
    from_round: int,
    *,
    late: int,
) -> Iterator[RestingPairs]:
    """Yield who rests in each round of a stage once the late pair has its places there."""
    meets = {place.round: place.opponent_id for place in places}
    for number, resting in plan.resting.items():
        ids = [plan.contestant_ids[one - 1] for one in resting]
        left = [contestants[pk] for pk in ids if pk != meets.get(number)]
        pairs = [(one.number, one.shown_name) for one in left]
        if number not in meets:
            pairs.append((late, ""))
        if number >= from_round and pairs:
            yield RestingPairs(number, tuple(pairs))


def _group_plans(stage: Stage, whole: StagePlan) -> list[tuple[int, StagePlan]]:
    """Return the plan of each group of a stage, the group with the fewest pairs first."""
    group_of = {one.id: one.group for one in stage_contestants(stage).values()}
    groups = [group_of[pk] for pk in whole.contestant_ids]
    numbers = range(1, len(stage.group_names) + 1)

    def plan_of(group: int) -> StagePlan:
        def is_in(one: int) -> bool:
            return groups[one - 1] == group

        rounds = tuple(
            replace(one, pairings=tuple(two for two in one.pairings if is_in(two.ns)), rest=None)
            for one in whole.schedule.rounds
        )
        resting = {
            number: tuple(filter(is_in, resting)) for number, resting in whole.resting.items()
        }
        schedule = replace(whole.schedule, rounds=rounds)
        return replace(whole, schedule=schedule, resting=resting)

    by_size = sorted(numbers, key=lambda group: (groups.count(group), group))
    return [(group, plan_of(group)) for group in by_size]


def _late_places(
    plan: StagePlan, contestants: Mapping[int, Contestant], from_round: int
) -> Iterator[LatePlace]:
    """Yield the rests of a stage that a late pair takes; none where nobody rests."""
    late = len(plan.contestant_ids) + 1
    meets = rests_to_take(
        plan.schedule,
        plan.resting,
        from_round=from_round,
        rested=plan.rested,
        meetings=plan.most_met,
    )
    try:
        seated = seat_late_contestant(
            plan.schedule, contestant=late, from_round=from_round, meets=meets
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


@dataclass(frozen=True, slots=True)
class RoomPlace:
    """A match of a planned round that gives way: `leaves` gives its seat to a late pair."""

    round: int
    match_id: int
    stays: ContestantRef
    leaves: ContestantRef
    side: Side
    """The seat of `leaves`, which the first late pair takes."""


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """Matches of one or two late pairs where nobody rests.

    The first one takes the seats of `leaves`. A second one meets them, so that nobody rests; with
    one alone they rest.
    """

    numbers: tuple[int, ...]
    """Numbers that the late pairs get."""
    from_round: int
    places: tuple[RoomPlace, ...]


def room_plan(championship: Championship, late: int) -> RoomPlan:
    """Return which matches would give way to `late` pairs, one or two; 11 queries with one stage.

    Matches with any result, even one that was taken back, never do.
    """
    from_round = first_round_not_begun(championship)
    contestants = contestant_refs(championship)
    last = max((one.number for one in contestants.values()), default=0)
    # With groups, a match that gives way is in one of them: nobody else may come in.
    stages = tuple(one for one in joinable_stages(championship) if not one.has_groups)
    planned = championship.rounds.filter(paired=True, number__gte=from_round, stage__in=stages)
    touched = Q(results__isnull=False) | Q(correction_requests__isnull=False)
    matches = {
        (number, ns, ew): pk
        for pk, number, ns, ew in Match.objects.filter(round__in=planned, cancelled=False)
        .exclude(touched)
        .order_by("table__number")
        .with_pair_columns()
        .values_list("pk", "round__number", *PAIR_IDS)
    }
    by_round: dict[int, list[Pairing]] = {}
    for number, ns, ew in matches:
        by_round.setdefault(number, []).append(Pairing(ns, ew))
    rounds = [RoundPlan(number, tuple(by_round[number])) for number in sorted(by_round)]
    places = []
    for room in make_room(rounds, late=late, rested=_rested(stages)):
        seats = (room.leaves, room.stays)
        ns, ew = seats if room.side is Side.NS else seats[::-1]
        places.append(
            RoomPlace(
                room.round,
                matches[room.round, ns, ew],
                contestants[room.stays],
                contestants[room.leaves],
                room.side,
            )
        )
    return RoomPlan(tuple(range(last + 1, last + 1 + late)), from_round, tuple(places))


def _rested(stages: Iterable[Stage]) -> list[int]:
    """Return the ids of the pairs that have rested, once for each round of these stages."""
    plans = [read_plan(stage) for stage in stages]
    return [
        plan.contestant_ids[one - 1]
        for plan in plans
        for resting in plan.resting.values()
        for one in resting
    ]


@dataclass(frozen=True, slots=True)
class NewSchedule:
    """A schedule that is made again with one pair more, before its first round."""

    stage: Stage
    number: int
    """Number of the late pair."""
    pairs: int
    rounds: int

    @property
    def least_rests(self) -> int:
        return self.rounds // self.pairs if self.pairs % 2 else 0

    @property
    def most_rests(self) -> int:
        """Return how often a pair rests at most: one more than others, if rests are uneven."""
        return -(-self.rounds // self.pairs) if self.pairs % 2 else 0


def new_schedule(championship: Championship) -> NewSchedule | None:
    """Return the new schedule with a late pair; 6 queries.

    None where a round has been opened, several stages have rounds, there are groups, or an event
    says how many rounds there are. Where everybody met everybody so many times, everybody does
    again; otherwise there are as many rounds as before.
    """
    stages = tuple(one for one in joinable_stages(championship) if has_schedule(one))
    if championship.tie is not None or first_round_not_begun(championship) > 1:
        return None
    if len(stages) != 1 or stages[0].has_groups:
        return None
    (stage,) = stages
    pairs = field_size(stage) + 1
    rounds = stage.rounds.count()
    times, left = divmod(rounds, full_length(pairs - 1))
    if not left:
        rounds = times * full_length(pairs)
    last = championship.contestants.aggregate(last=Max("number"))["last"]
    return NewSchedule(stage, last + 1, pairs, min(rounds, format_of(stage).most_rounds(pairs)))
