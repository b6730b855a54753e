"""How large a stage would be for so many contestants, before anything is fixed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from scoring.pairing.groups import group_sizes
from tournament.stages.format import Format
from tournament.stages.formats import format_by
from tournament.stages.intent import NO_INTENT, Intent
from tournament.stages.presets import Beginning


@dataclass(frozen=True, slots=True)
class Estimate:
    """What so many contestants would need: rounds, tables, time and packs of cards."""

    contestants: int
    rounds: int
    hands_per_match: int
    tables: int
    resting: int
    """How many rest in each round."""
    byes: int
    """How many go on without a match in the first round."""
    minutes: int
    packs: int
    """How many packs are needed: of dealt hands one for each at each table, so that no pack has to
    be made up twice; otherwise one a table."""
    groups: int = 1
    """How many groups the contestants are in; 1 where they all play together."""


def estimate(
    format: Format,
    contestants: int,
    *,
    intent: Intent = NO_INTENT,
    hands: int | None = None,
    round_minutes: int | None = None,
) -> Estimate | None:
    """What a stage of this format takes: by what is meant, or with its usual rounds and hands.

    None for fewer or more contestants than it can have. For 40 pairs in a duplicate Swiss: 7 rounds
    of 4 hands at 20 tables, 280 minutes, 560 packs. `round_minutes` end a round that takes longer.
    """
    if not format.least <= contestants <= format.most:
        return None
    sizes = group_sizes(contestants, intent.groups_for(format, contestants))
    hands = hands or format.hands_per_match
    rounds = intent.rounds_for(format, max(sizes))
    tables = sum(map(format.most_tables, sizes))
    lasts = _minutes_of(format, hands)
    return Estimate(
        contestants=contestants,
        rounds=rounds,
        hands_per_match=hands,
        tables=tables,
        resting=sum(map(format.resting, sizes)),
        byes=format.byes(contestants),
        minutes=rounds * min(lasts, round_minutes or lasts),
        packs=rounds * hands * tables if format.deals else tables,
        groups=len(sizes),
    )


def _minutes_of(format: Format, hands: int) -> int:
    """About how long a match of so many hands takes, in steps of five minutes."""
    fives = Fraction(format.minutes_per_match * hands, 5 * format.hands_per_match)
    return 5 * ceil(fives)


def estimates(begins: Beginning, contestants: int) -> tuple[Estimate, ...]:
    """What a championship takes, stage by stage; none for fewer or more pairs than it can have."""
    intent, limit = begins.intent, begins.round_minutes
    first = estimate(
        format_by(begins.format, begins.settings),
        contestants,
        intent=intent,
        hands=begins.hands_per_match,
        round_minutes=limit,
    )
    if first is None:
        return ()
    if intent.then is None:
        return (first,)
    going = min(intent.then.each * first.groups, contestants)
    following = estimate(intent.then.format, going, hands=intent.then.hands, round_minutes=limit)
    return () if following is None else (first, following)
