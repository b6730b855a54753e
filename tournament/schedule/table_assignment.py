"""Assigning tables to the matches of planned rounds, around pairs with a fixed table."""

from __future__ import annotations

from collections import defaultdict

from scoring.schedule.round_robin import Pairing, RoundPlan, place_at_tables
from tournament.models import Championship, Contestant, Match, RoundStatus


def fixed_tables(championship: Championship) -> dict[int, int]:
    """Return the numbers of fixed tables by the numbers of their pairs; 1 query."""
    fixed = championship.contestants.filter(fixed_table__isnull=False)
    return dict(fixed.values_list("number", "fixed_table__number"))


def _number(pair: Contestant) -> int:
    return pair.number


def place_planned_rounds(championship: Championship) -> int:
    """Assign tables again to the matches of planned rounds; return how many matches moved.

    Call it after a pair's fixed table has changed, inside that act's transaction.
    """
    by_round: dict[int, list[Match]] = defaultdict(list)
    matches = Match.objects.filter(
        round__championship=championship, round__status=RoundStatus.PLANNED, cancelled=False
    )
    matches = matches.select_related("round", "table").with_pairs()
    for match in matches.order_by("table__number"):
        by_round[match.round.number].append(match)
    rounds = [
        RoundPlan(number, tuple(Pairing(*match.pairs.map(_number)) for match in by_round[number]))
        for number in sorted(by_round)
    ]
    tables = {table.number: table for table in championship.tables.all()}
    plan = place_at_tables(rounds, len(tables), fixed_tables(championship))
    moved = []
    for round_plan, places in zip(rounds, plan.rounds, strict=True):
        for match, number in zip(by_round[round_plan.number], places, strict=True):
            if match.table.number != number:
                match.table = tables[number]
                moved.append(match)
    # A table has one match a round that isn't cancelled: two that change places would collide on
    # their way, so they are set aside first.
    aside = Match.objects.filter(pk__in=[match.pk for match in moved])
    aside.cancel()
    Match.objects.bulk_update(moved, ["table"])
    aside.reinstate()
    return len(moved)
