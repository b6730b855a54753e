"""How large a stage would be for so many contestants, before anything is fixed."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.stages.format import Format


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
    """Of dealt hands one for each at each table, so that no pack has to be made up twice; otherwise
    one a table."""


def estimate(format: Format, contestants: int) -> Estimate | None:
    """What a stage of this format takes with its usual rounds and hands.

    None for fewer or more contestants than it can have. For 40 pairs in a duplicate Swiss: 7 rounds
    of 4 hands at 20 tables, 280 minutes, 560 packs.
    """
    if not format.least <= contestants <= format.most:
        return None
    rounds = format.usual_rounds(contestants)
    tables = format.most_tables(contestants)
    return Estimate(
        contestants=contestants,
        rounds=rounds,
        hands_per_match=format.hands_per_match,
        tables=tables,
        resting=0 if format.knocks_out else contestants - format.at_a_table * tables,
        byes=format.byes(contestants),
        minutes=rounds * format.minutes_per_match,
        packs=rounds * format.hands_per_match * tables if format.deals else tables,
    )
