"""The standings computed a second time, from the results in the record, with `scoring` alone.

The pages' read model reads the database's tables; this reads the events, and the tables only for
who met whom. Both must come to the same fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from scoring.duplicate.scores import Award, Infraction, TableResult, score_deal
from scoring.duplicate.settings import Settings, Withdrawn
from scoring.duplicate.standings import Standings, contestant_hands, rank_contestants
from scoring.duplicate.tally import ContestantHand
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Sides, makers_of
from tournament.integrity.recorded_state import Replay
from tournament.models import PAIR_IDS, Match, Outcome, Result, Stage
from tournament.stages.formats import FORMATS


def recomputed_standings(state: Replay, stage: Stage) -> Standings[int]:
    """The published standings that the record leads to, by the ids of the pairs; 3 queries.

    Raises `LookupError` where the record names a table that has no match, and what `scoring` raises
    for results that can't be.
    """
    recorded = state.stages[stage.number].settings
    settings = Stage(**recorded).scoring_settings()
    ids = dict(stage.championship.contestants.values_list("number", "pk"))
    withdrawn = {number for number, pair in state.pairs.items() if pair.withdrawn_from is not None}
    annulled = {ids[one] for one in withdrawn if settings.withdrawn is Withdrawn.ANNUL}
    closed = frozenset(state.closed) & set(stage.rounds.values_list("number", flat=True))
    is_dealt = FORMATS[recorded["kind"]].results == Result.Kind.DEALT_HAND
    hands = list(_hands(state, closed, _pairs(stage), settings, annulled)) if is_dealt else []
    with_hands = {hand.contestant for hand in hands}
    last = max(closed, default=0)
    ranked = [
        ids[number]
        for number, pair in sorted(state.pairs.items())
        if ids[number] in with_hands or (number not in withdrawn and pair.joined_round <= last)
    ]
    numbers = {contestant: str(number) for number, contestant in ids.items()}
    return rank_contestants(
        ranked,
        hands,
        settings,
        deductions={
            ids[one]: Fraction(taken, 100) for one, taken in state.deductions(stage.number).items()
        },
        draw_seed=recorded["draw_seed"],
        drawn_as=lambda contestant: numbers[contestant],
    )


def _pairs(stage: Stage) -> dict[tuple[int, int], Sides[int]]:
    """The pairs' ids by round and table."""
    matches = Match.objects.filter(round__stage=stage, cancelled=False)
    rows = matches.with_pair_columns().values_list("round__number", "table__number", *PAIR_IDS)
    return {(number, table): Sides(ns, ew) for number, table, ns, ew in rows}


def _hands(
    state: Replay,
    closed: Collection[int],
    pairs: Mapping[tuple[int, int], Sides[int]],
    settings: Settings,
    annulled: Collection[int],
) -> Iterator[ContestantHand[int]]:
    by_deal: dict[int, list[TableResult[int]]] = defaultdict(list)
    for place, versions in sorted(state.results.items()):
        current = versions[-1].content
        if place.round in closed and current["outcome"] == Outcome.PLAYED:
            met = pairs[place.round, place.table]
            by_deal[place.deal].append(_table_result(met, current))
    cancelled = state.cancelled_deals
    for deal, results in sorted(by_deal.items()):
        yield from contestant_hands(
            score_deal(
                makers_of(deal), results, settings, annulled=annulled, cancelled=deal in cancelled
            )
        )


def _table_result(pairs: Sides[int], content: Mapping[str, Any]) -> TableResult[int]:
    trump = Denomination(content["trump"]) if content["trump"] else None
    return TableResult(
        pairs,
        content["ns_points"],
        Announcement(trump, Double(content["double"])),
        Infraction(content["infraction"]),
        Award(content["award"]),
    )
