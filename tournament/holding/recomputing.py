"""The standings once more: from the results that the record tells, straight through `scoring`.

The pages' read model reads the tables; this reads the events and only asks the tables who met whom.
Both must come to the same fractions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import Award, Infraction, TableResult, score_deal
from scoring.seats import makers_of
from scoring.settings import Settings, Withdrawn
from scoring.standings import Standings, TeamHand, rank_teams, team_hands
from tournament.holding.recorded import Replay
from tournament.models import Championship, Match, Outcome, Stage


def recomputed_standings(state: Replay, stage: Stage) -> Standings[int]:
    """The published standings that the record leads to, by the ids of the pairs; 2 queries.

    Raises `LookupError` where the record names a table that has no match, and what `scoring` raises
    for results that can't be.
    """
    settings = Championship(**state.settings).scoring_settings()
    ids = dict(stage.championship.teams.values_list("number", "pk"))
    withdrawn = {number for number, pair in state.pairs.items() if pair.withdrawn_from is not None}
    annulled = {ids[one] for one in withdrawn if settings.withdrawn is Withdrawn.ANNUL}
    hands = list(_hands(state, _sides(stage), settings, annulled))
    with_hands = {hand.team for hand in hands}
    last = max(state.closed, default=0)
    ranked = [
        ids[number]
        for number, pair in sorted(state.pairs.items())
        if ids[number] in with_hands or (number not in withdrawn and pair.joined_round <= last)
    ]
    numbers = {team: str(number) for number, team in ids.items()}
    return rank_teams(
        ranked,
        hands,
        settings,
        deductions={ids[one]: Fraction(taken, 100) for one, taken in state.deductions.items()},
        draw_seed=state.settings["draw_seed"],
        drawn_as=lambda team: numbers[team],
    )


def _sides(stage: Stage) -> dict[tuple[int, int], tuple[int, int]]:
    """N–S and E–W by round and table."""
    matches = Match.objects.filter(round__stage=stage, cancelled=False)
    rows = matches.values_list("round__number", "table__number", "ns_id", "ew_id")
    return {(number, table): (ns, ew) for number, table, ns, ew in rows}


def _hands(
    state: Replay,
    sides: Mapping[tuple[int, int], tuple[int, int]],
    settings: Settings,
    annulled: Collection[int],
) -> Iterator[TeamHand[int]]:
    by_deal: dict[int, list[TableResult[int]]] = defaultdict(list)
    for (number, table, deal), versions in sorted(state.results.items()):
        current = versions[-1].content
        if number in state.closed and current["outcome"] == Outcome.PLAYED:
            by_deal[deal].append(_table_result(*sides[number, table], current))
    cancelled = state.cancelled_deals
    for deal, results in sorted(by_deal.items()):
        yield from team_hands(
            score_deal(
                makers_of(deal), results, settings, annulled=annulled, cancelled=deal in cancelled
            )
        )


def _table_result(ns: int, ew: int, content: Mapping[str, Any]) -> TableResult[int]:
    trump = Denomination(content["trump"]) if content["trump"] else None
    return TableResult(
        ns,
        ew,
        content["ns_points"],
        Announcement(trump, Double(content["double"])),
        Infraction(content["infraction"]),
        Award(content["award"]),
    )
