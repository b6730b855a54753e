"""Contestants who can play in a round, and what each has been through."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.schedule.plan import Pairing, RoundPlan


def two_of(one: int, other: int) -> tuple[int, int]:
    """Return two contestants as one key, whichever is named first."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Entrants:
    """The contestants that can play in a round, by their numbers, and what went before.

    Any whole numbers from 1 will do; gaps don't matter.
    """

    present: tuple[int, ...]
    meetings: Counter[tuple[int, int]] = field(default_factory=Counter)
    """Number of meetings of two contestants, by `two_of` them."""
    rests: Counter[int] = field(default_factory=Counter)
    """Number of rounds in which a contestant was there and had no match."""


def entrants_after(
    rounds: Sequence[RoundPlan], present: Iterable[int], resting: Iterable[Iterable[int]]
) -> Entrants:
    """Return the entrants after these rounds; `resting` are those that rested in each of them."""
    return Entrants(
        present=tuple(sorted(present)),
        meetings=Counter(two_of(*match) for one in rounds for match in one.pairings),
        rests=Counter(contestant for one in resting for contestant in one),
    )


def exchange(plan: RoundPlan, one: int, other: int) -> RoundPlan:
    """Return the round with these two exchanged: table, direction and opponent, or rest."""
    places = {one: other, other: one}
    return RoundPlan(
        plan.number,
        tuple(
            Pairing(*match.map(lambda sitting: places.get(sitting, sitting)))
            for match in plan.pairings
        ),
        places.get(plan.rest, plan.rest) if plan.rest is not None else None,
    )
