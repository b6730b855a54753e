"""Whose rests a late contestant takes, against every other way to take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScheduleError
from scoring.pairing.late_rests import meetings_of_resting, rests_to_take
from scoring.schedule.league import league_rounds
from scoring.schedule.plan import Pairing, Schedule, full_length
from scoring.schedule.round_robin import round_robin
from scoring.schedule.seating import seat_late_contestant
from tests.examples import examples
from tests.scoring.schedule.counting import sum_of_squares

FEW_WAYS = 5_000
"""As many ways to take the rests of a round each are looked through one by one."""


class Day:
    """A schedule, who is there from when to when, and who rests in each round."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self.there = dict.fromkeys(range(1, schedule.contestants + 1), (1, 10**6))

    def resting(self) -> dict[int, list[int]]:
        found = {}
        for plan in self.schedule.rounds:
            playing = {one for match in plan.pairings for one in match}
            found[plan.number] = [
                one
                for one, (comes, leaves) in self.there.items()
                if comes <= plan.number < leaves and one not in playing
            ]
        return found

    def rested(self) -> Counter[int]:
        return Counter(one for resting in self.resting().values() for one in resting)

    def leave(self, contestant: int, number: int) -> None:
        self.there[contestant] = (self.there[contestant][0], number)
        rounds = tuple(
            replace(
                plan,
                pairings=tuple(
                    match
                    for match in plan.pairings
                    if plan.number < number or contestant not in match
                ),
                rest=None,
            )
            for plan in self.schedule.rounds
        )
        self.schedule = replace(self.schedule, rounds=rounds)

    def come(self, number: int, meetings: int = 1) -> dict[int, int]:
        """Seat a late contestant; whom it meets, by round."""
        meets = rests_to_take(
            self.schedule,
            self.resting(),
            from_round=number,
            rested=self.rested(),
            meetings=meetings,
        )
        late = self.schedule.contestants + 1
        self.there[late] = (number, 10**6)
        try:
            self.schedule = seat_late_contestant(
                self.schedule, contestant=late, from_round=number, meets=meets
            )
        except ScheduleError:
            assert not meets
            self.schedule = replace(self.schedule, contestants=late)
        return meets

    def most_meetings(self) -> int:
        met = Counter(frozenset(two) for plan in self.schedule.rounds for two in plan.pairings)
        return max(met.values(), default=0)


def ways(
    resting: Mapping[int, Sequence[int]], number: int, meetings: int
) -> Iterator[dict[int, int]]:
    """Every way for a late contestant to take rests."""
    rounds = {one: resters for one, resters in resting.items() if one >= number and resters}
    for choice in product(*([None, *resters] for resters in rounds.values())):
        meets = {one: opponent for one, opponent in zip(rounds, choice) if opponent is not None}
        if all(times <= meetings for times in Counter(meets.values()).values()):
            yield meets


def squares(rested: Counter[int], meets: Mapping[int, int]) -> int:
    return sum(one * one for one in (rested - Counter(meets.values())).values())


@st.composite
def days(draw: st.DrawFn) -> tuple[Day, list[tuple[str, int, int]], int]:
    """A day, and what happens in it: somebody leaves or comes, from which round on."""
    contestants = draw(st.integers(4, 10))
    meetings = draw(st.integers(1, 2))
    if meetings == 1:
        rounds = draw(st.integers(2, full_length(contestants)))
        schedule = round_robin(contestants, rounds)
    else:
        rounds = draw(st.integers(2, 2 * full_length(contestants)))
        schedule = Schedule(contestants, league_rounds(contestants, rounds))
    numbers = sorted(draw(st.lists(st.integers(1, rounds), min_size=1, max_size=5)))
    acts = [
        (draw(st.sampled_from(["comes", "leaves"])), number, draw(st.integers(1, contestants)))
        for number in numbers
    ]
    return Day(schedule), acts, meetings


@given(days())
@settings(max_examples=examples(60), deadline=None)
def test_rests_are_no_more_unequal_than_they_must_be(
    drawn: tuple[Day, list[tuple[str, int, int]], int],
) -> None:
    day, acts, meetings = drawn
    left: set[int] = set()
    for act, number, contestant in acts:
        if act == "leaves":
            if contestant not in left:
                left.add(contestant)
                day.leave(contestant, number)
            continue
        resting, rested = day.resting(), day.rested()
        meets = day.come(number, meetings)
        assert all(opponent in resting[one] for one, opponent in meets.items())
        assert all(one >= number for one in meets)
        assert day.most_meetings() <= meetings
        after = day.rested()
        late = day.schedule.contestants
        assert all(after[one] <= rested[one] for one in after if one != late)
        count = 1
        for one, resters in resting.items():
            count *= 1 + len(resters) if one >= number else 1
        if count > FEW_WAYS:
            continue
        others = list(ways(resting, number, meetings))
        assert len(meets) == max(map(len, others))
        best = min(squares(rested, other) for other in others if len(other) == len(meets))
        assert squares(rested, meets) == best


def test_who_has_rested_most_often_meets_the_late_one() -> None:
    """One rested in rounds 3 and 4, another in 6 and 7, others never; in round 8 several rest."""
    day = Day(round_robin(10))
    opponent = {
        one: next(sum(match) - one for match in day.schedule.rounds[7].pairings if one in match)
        for one in range(1, 11)
    }
    never, often = 1, next(one for one in range(9, 1, -1) if one != opponent[1])
    rounds = []
    for plan in day.schedule.rounds:
        without = {3: {often}, 4: {often}, 8: {never, often}}.get(plan.number, set())
        pairings = tuple(match for match in plan.pairings if not without & set(match))
        rounds.append(replace(plan, pairings=pairings))
    day.schedule = replace(day.schedule, rounds=tuple(rounds))
    assert day.rested()[often] == 3
    assert set(day.resting()[8]) == {never, opponent[never], often, opponent[often]}
    assert day.come(8)[8] == often


def test_of_equals_the_one_whose_match_balances_best() -> None:
    """Two rest in a round; meeting the one leaves a smaller Σ c² than meeting the other."""
    chosen = 0
    for first in range(2, 12):
        day = Day(round_robin(12, 6))
        plan = day.schedule.rounds[5]
        pairings = [match for match in plan.pairings if first not in match]
        day.schedule = replace(
            day.schedule,
            rounds=(*day.schedule.rounds[:5], replace(plan, pairings=tuple(pairings))),
        )
        one, other = day.resting()[6]
        made = {}
        for meets in (one, other):
            both = (Pairing(13, meets), Pairing(meets, 13))
            made[meets] = min(
                sum_of_squares(
                    (*day.schedule.rounds[:5], replace(plan, pairings=(*pairings, late))), 12
                )
                for late in both
            )
        taken = day.come(6)[6]
        if made[one] != made[other]:
            chosen += 1
            assert made[taken] == min(made.values())
    assert chosen, "some choice made a difference"


def test_those_that_rest_together_meet_once_at_most() -> None:
    resting = {3: [1, 2, 3, 4], 4: [1, 2], 5: [3, 5], 6: [7]}
    found = meetings_of_resting(resting, {frozenset((1, 2)), frozenset((3, 5))})
    assert found.keys() == {3}
    assert len(found[3]) == 2
    assert {one for two in found[3] for one in two} == {1, 2, 3, 4}
    assert (1, 2) not in found[3]
