"""Estimated size of a stage for a number of contestants, before anything is fixed."""

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
    """Rounds, tables, time and packs of cards that a number of contestants needs."""

    contestants: int
    rounds: int
    hands_per_match: int
    tables: int
    resting: int
    """Number of contestants that rest in each round."""
    byes: int
    """Number of contestants that go on without a match in the first round."""
    minutes: int
    packs: int
    """Number of packs: one for each dealt hand at each table, so that no pack has to be made up
    twice; without dealt hands one a table."""
    groups: int = 1
    """Number of groups; 1 where everybody plays together."""


def estimate(
    format: Format,
    contestants: int,
    *,
    intent: Intent = NO_INTENT,
    hands: int | None = None,
    round_minutes: int | None = None,
) -> Estimate | None:
    """Return the estimate for a stage of this format, as intended, or with its usual rounds and
    hands.

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
    """Return the approximate minutes of a match of `hands` hands, in steps of five."""
    fives = Fraction(format.minutes_per_match * hands, 5 * format.hands_per_match)
    return 5 * ceil(fives)


def estimates(begins: Beginning, contestants: int) -> tuple[Estimate, ...]:
    """Return the estimate of each stage of a championship; none for an impossible number."""
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
