"""Groups of a stage: each is planned by itself, and all play their rounds at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from scoring.errors import PairingError, PairingFault
from scoring.schedule.plan import RoundPlan, full_length
from tournament.stages.format import Format, Planning

T = TypeVar("T", bound=Hashable)


def last_rounds(
    format: Format, group_of: Mapping[T, int], began: Collection[T], rounds: range
) -> Mapping[int, int]:
    """Return the last of the stage's rounds that each group plays, by group.

    A smaller group is through earlier: of five pairs all play all in five rounds, of four in three.
    Where the largest group plays all once, the others do so too. `group_of` are the contestants
    with their groups; those in `began` were there in the first round.
    """
    sizes = dict.fromkeys(group_of.values(), 0)
    for one, group in group_of.items():
        sizes[group] += one in began
    largest = max(sizes.values(), default=0)
    return {
        group: rounds.start + _rounds_of(format, size, largest, len(rounds)) - 1
        for group, size in sizes.items()
    }


def _rounds_of(format: Format, size: int, largest: int, planned: int) -> int:
    """Return the rounds of a group, when the largest plays as many as were planned."""
    if size < 2:
        return 0
    turns = -(-planned // full_length(largest))
    return min(planned, turns * full_length(size), format.most_rounds(size))


def plan_rounds_of(format: Format, planning: Planning) -> tuple[RoundPlan, ...]:
    """Return the rounds that a format pairs now, in each group by itself where there are groups.

    The matches of a round stand group after group. Raises what the format's `plan` raises, and
    `PairingError` where no group has two contestants left.
    """
    if not planning.groups:
        return format.plan(planning)
    rounds: dict[int, list[RoundPlan]] = {}
    for own in _plannings(format, planning):
        for plan in format.plan(own):
            rounds.setdefault(plan.number, []).append(plan)
    if not rounds:
        text = f"round {planning.first}: nobody is left to meet somebody in any group"
        raise PairingError(text, fault=PairingFault.NO_WAY)
    return tuple(_merged(number, plans) for number, plans in sorted(rounds.items()))


def _plannings(format: Format, planning: Planning) -> Iterator[Planning]:
    """Yield the planning of each group that still plays. A group's lots come from the seed and its
    number, such as "08142/3"."""
    largest = max(Counter(planning.groups[one] for one in planning.entrants).values(), default=0)
    for group in sorted(set(planning.groups.values())):

        def is_in(number: int, group: int = group) -> bool:
            return planning.groups.get(number) == group

        present = tuple(filter(is_in, planning.present))
        entrants = tuple(filter(is_in, planning.entrants))
        rounds = _rounds_of(format, len(entrants), largest, planning.rounds)
        if len(planning.played) >= rounds or len(present) < 2:
            continue
        yield replace(
            planning,
            groups={},
            rounds=rounds,
            present=present,
            entrants=entrants,
            played=tuple(
                RoundPlan(one.number, tuple(match for match in one.pairings if is_in(match.ns)))
                for one in planning.played
            ),
            resting=tuple(tuple(filter(is_in, one)) for one in planning.resting),
            seed=planning.seed and f"{planning.seed}/{group}",
            scores={number: keys for number, keys in planning.scores.items() if is_in(number)},
        )


def _merged(number: int, plans: list[RoundPlan]) -> RoundPlan:
    resting = [plan.rest for plan in plans if plan.rest is not None]
    return RoundPlan(
        number,
        tuple(pairing for plan in plans for pairing in plan.pairings),
        resting[0] if len(resting) == 1 else None,
    )
