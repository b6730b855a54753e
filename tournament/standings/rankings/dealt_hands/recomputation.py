"""The standings computed a second time, from the results in the record, with `scoring` alone.

The pages read the database's tables; this reads what the record says, and the tables only for who
met whom. Both must come to the same fractions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from scoring.duplicate.scores import Award, DealScores, Infraction, TableResult, score_deal
from scoring.duplicate.settings import Settings
from scoring.duplicate.standings import contestant_hands, rank_in_groups
from scoring.duplicate.tally import ContestantHand
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Sides, makers_of
from scoring.participation import Participation, Withdrawn
from tournament.models import NotPlayedReason, Outcome
from tournament.standings.rankings.dealt_hands.figures import HandFigures, figures_of
from tournament.standings.rankings.ranking import (
    Ranked,
    Row,
    annulled_sides,
    excused_hands,
    in_groups,
    left_alone,
    most_by_round,
)
from tournament.standings.rankings.recorded_stage import Cell, RecordedStage


def recomputed(recorded: RecordedStage) -> Ranked[HandFigures]:
    """The published standings that the record leads to.

    Raises `LookupError` where the record names a table that has no match, and what `scoring` raises
    for results that can't be.
    """
    settings = recorded.stage.scoring_settings()
    hands: list[ContestantHand[int]] = []
    by_round: dict[Cell, Fraction] = defaultdict(Fraction)
    hands_in: Counter[Cell] = Counter()
    lost = [*_not_played(recorded)]
    for number, scores in _scored(recorded, settings):
        lost += annulled_sides(scores)
        for hand in contestant_hands(scores):
            hands.append(hand)
            by_round[hand.contestant, number] += hand.final
            hands_in[hand.contestant, number] += 1
    standings = rank_in_groups(
        in_groups(recorded.ranked({hand.contestant for hand in hands}), recorded.groups.get),
        hands,
        settings,
        deductions=recorded.deductions,
        carried=recorded.carried,
        participation=Participation(
            recorded.left(),
            excused_hands(recorded.rests, most_by_round(hands_in), lost),
            recorded.is_complete,
        ),
        draw_seed=recorded.stage.draw_seed,
        drawn_as=lambda contestant: str(recorded.numbers[contestant]),
    )
    rows = tuple(
        Row(
            row.rank,
            row.contestant,
            figures_of(
                row, {number: by_round.get((row.contestant, number)) for number in recorded.rounds}
            ),
            row.splits,
            completion=row.completion,
            shortfall=row.shortfall,
        )
        for row in standings.rows
    )
    return Ranked(rows, standings.ranked_by.value)


def _not_played(recorded: RecordedStage) -> Iterator[int]:
    """The other pair of each hand that was not played as one had withdrawn."""
    for place, content in recorded.results.items():
        reason = content["not_played_reason"]
        cancelled = place.deal in recorded.cancelled_deals
        if reason == NotPlayedReason.WITHDRAWN and not cancelled:
            met = recorded.matches[place.round, place.table]
            yield from left_alone(place.round, [*met], recorded.withdrawn)


def _scored(recorded: RecordedStage, settings: Settings) -> Iterator[tuple[int, DealScores[int]]]:
    """The scores of each deal that was played, with the round in which it was."""
    annulled = recorded.annulled if settings.withdrawn is Withdrawn.ANNUL else frozenset()
    rounds: dict[int, int] = {}
    by_deal: dict[int, list[TableResult[int]]] = defaultdict(list)
    for place, content in sorted(recorded.results.items()):
        if content["outcome"] == Outcome.PLAYED:
            met = recorded.matches[place.round, place.table].map(lambda pair: pair[0])
            by_deal[place.deal].append(_table_result(met, content))
            rounds[place.deal] = place.round
    for deal, results in sorted(by_deal.items()):
        cancelled = deal in recorded.cancelled_deals
        for compared in _compared(recorded, results):
            yield (
                rounds[deal],
                score_deal(
                    makers_of(deal), compared, settings, annulled=annulled, cancelled=cancelled
                ),
            )


def _compared(
    recorded: RecordedStage, results: list[TableResult[int]]
) -> Iterator[list[TableResult[int]]]:
    """The results of a deal that are compared with each other."""
    if not recorded.stage.compares_groups_apart:
        yield results
        return
    for group in sorted(set(recorded.groups.values())):
        yield [one for one in results if recorded.groups.get(one.contestants.ns) == group]


def _table_result(pairs: Sides[int], content: Mapping[str, Any]) -> TableResult[int]:
    trump = Denomination(content["trump"]) if content["trump"] else None
    return TableResult(
        pairs,
        content["ns_points"],
        Announcement(trump, Double(content["double"])),
        Infraction(content["infraction"]),
        Award(content["award"]),
    )
