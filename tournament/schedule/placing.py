"""Which match is played at which table, as far as pairs that must not move decide it."""

from __future__ import annotations

from collections import defaultdict

from scoring.schedule import Pairing, RoundPlan, place_at_tables
from tournament.models import Championship, Match, RoundStatus, Stage


def fixed_tables(championship: Championship) -> dict[int, int]:
    """By team id, the number of the table at which it always sits; 1 query."""
    fixed = championship.teams.filter(fixed_table__isnull=False)
    return dict(fixed.values_list("pk", "fixed_table__number"))


def place_planned_rounds(stage: Stage) -> int:
    """Place the matches of rounds that are still planned anew; how many changed their table.

    Called after a pair's fixed table has changed, inside that act's transaction.
    """
    by_round: dict[int, list[Match]] = defaultdict(list)
    matches = Match.objects.filter(
        round__stage=stage, round__status=RoundStatus.PLANNED, cancelled=False
    )
    for match in matches.select_related("round", "table").order_by("table__number"):
        by_round[match.round.number].append(match)
    rounds = [
        RoundPlan(number, tuple(Pairing(match.ns_id, match.ew_id) for match in by_round[number]))
        for number in sorted(by_round)
    ]
    tables = {table.number: table for table in stage.championship.tables.all()}
    plan = place_at_tables(rounds, len(tables), fixed_tables(stage.championship))
    moved = []
    for round_plan, places in zip(rounds, plan.rounds, strict=True):
        for match, number in zip(by_round[round_plan.number], places, strict=True):
            if match.table.number != number:
                match.table = tables[number]
                moved.append(match)
    # A table has one match a round that isn't cancelled: two that change places would collide on
    # their way, so they are set aside first.
    ids = [match.pk for match in moved]
    Match.objects.filter(pk__in=ids).update(cancelled=True)
    Match.objects.bulk_update(moved, ["table"])
    Match.objects.filter(pk__in=ids).update(cancelled=False)
    return len(moved)
