"""Championships with results worth looking at."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from scoring.duplicate.scores import Infraction
from scoring.game.announcements import Announcement, parse_double, parse_trump
from tests.tournament.day import Day, make_day
from tournament.models import Match, NotPlayedReason, Outcome, Result
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round

SIX_TABLES = Path("fixtures/six_tables.csv")
SIX_TABLES_DEAL = 2
"""Dealt by West, so that E–W make trumps as in the example."""


def put_result(day: Day, round_number: int, table: int, deal: int, **entry: Any) -> Result:
    """A hand's first result, with whatever `ResultInput` takes."""
    return enter_result(
        actor=day.acting,
        match=day.match(round_number, table),
        deal=deal,
        entry=ResultInput(**{"outcome": Outcome.PLAYED, **entry}),
        based_on=0,
    )


def close(day: Day, number: int) -> None:
    close_round(actor=day.acting, round=day.round(number))


def fill(day: Day, number: int, *, recorded: bool = False) -> None:
    """A result for every hand of an open round that has none yet, then the round is closed.

    They are put there at once, or entered one by one so that the record tells of each.
    """
    round = day.round(number)
    there = set(Result.objects.filter(match__round=round).values_list("match", "deal"))
    matches = Match.objects.filter(round=round, cancelled=False)
    missing = [
        (match, deal, 30 + 3 * match.table.number + deal % 4)
        for match in matches.select_related("round__stage__championship", "table")
        for deal in round.deals
        if (match.pk, deal) not in there
    ]
    if recorded:
        for match, deal, ns_points in missing:
            day.enter_for(match, deal, ns_points)
    else:
        Result.objects.bulk_create(
            Result(
                match=match,
                deal=deal,
                version=1,
                outcome=Outcome.PLAYED,
                ns_points=ns_points,
                entered_by=day.acting.name,
            )
            for match, deal, ns_points in missing
        )
    close(day, number)


def played_day(
    *, contestants: int = 6, rounds: int = 1, slug: str = "day", recorded: bool = False
) -> Day:
    """The first rounds closed, with a plain result for every hand."""
    day = make_day(contestants=contestants, slug=slug)
    for number in range(1, rounds + 1):
        day.open(number)
        fill(day, number, recorded=recorded)
    return day


def six_tables_day(*, recorded: bool = False) -> Day:
    """The published example of six tables as hand 2 of the first round of twelve pairs."""
    day = make_day(contestants=12, slug="six")
    day.open(1)
    with SIX_TABLES.open(encoding="utf-8", newline="") as file:
        for table, row in enumerate(csv.DictReader(file), start=1):
            assert row["maker"] == "EW"
            match = day.match(1, table)
            for contestant, name in ((match.pairs.ns, row["ns"]), (match.pairs.ew, row["ew"])):
                contestant.name = name
                contestant.save()
            put_result(
                day,
                1,
                table,
                SIX_TABLES_DEAL,
                ns_points=int(row["ns_points"]),
                announcement=Announcement(parse_trump(row["trump"]), parse_double(row["double"])),
            )
    fill(day, 1, recorded=recorded)
    return day


def mixed_day(slug: str = "day", *, recorded: bool = False) -> Day:
    """One closed round of six pairs with all that can become of a hand, by deal:

    1 a rule-break by E–W at table 1 (with a note), contro at table 2; 2 not played at table 1 for
    a told reason and at table 2 for want of time; 3 all level; 4 a rule-break at every table.
    """
    day = make_day(contestants=6, slug=slug)
    day.open(1)
    put_result(day, 1, 1, 1, infraction=Infraction.EW, note="seen by the referee")
    put_result(day, 1, 2, 1, ns_points=20, announcement=Announcement(None, parse_double("contro")))
    put_result(
        day,
        1,
        1,
        2,
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.OTHER.value,
        note="the light went out",
    )
    put_result(
        day,
        1,
        2,
        2,
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.TIME.value,
        note="they came late",
    )
    for table in (1, 2, 3):
        put_result(day, 1, table, 3, ns_points=40)
        put_result(day, 1, table, 4, infraction=Infraction.NS if table < 3 else Infraction.BOTH)
    fill(day, 1, recorded=recorded)
    return day
