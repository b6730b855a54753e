"""A championship of any size, put straight into the database: a service at a time would be slow.

Every result is plausible and the same on each run; one in fifty has a rule-break.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date

from django.utils import timezone

from scoring.announcements import Denomination, Double
from scoring.championship import Infraction
from scoring.dealing import commitment
from scoring.schedule import round_robin
from tournament.models import (
    Championship,
    DealSet,
    Match,
    Outcome,
    Player,
    Result,
    Round,
    RoundStatus,
    Stage,
    Table,
    Team,
)

KEY = bytes(range(32))
HANDS = 4

_TRUMPS = ["", *(item.value for item in Denomination)]
_DOUBLES = [Double.NONE.value] * 3 + [Double.CONTRO.value]
_INFRACTIONS = [Infraction.NONE.value] * 50 + [Infraction.NS.value, Infraction.EW.value]


def large_championship(teams: int, rounds: int, *, slug: str = "large") -> Stage:
    """A published championship whose rounds are all closed, with every result."""
    now = timezone.now()
    championship = Championship.objects.create(
        name=f"{teams} parelles", slug=slug, date=date(2026, 11, 21), place="Valls"
    )
    stage = Stage.objects.create(
        championship=championship,
        hands_per_match=HANDS,
        deal_set=DealSet.objects.create(key=KEY, commitment=commitment(KEY), salt_fixed_at=now),
        published_at=now,
    )
    pairs = _pairs(championship, teams)
    tables = Table.objects.bulk_create(
        Table(championship=championship, number=number) for number in range(1, teams // 2 + 1)
    )
    closed = Round.objects.bulk_create(
        Round(
            stage=stage,
            number=number,
            status=RoundStatus.CLOSED,
            opened_at=now,
            closed_at=now,
            first_closed_at=now,
        )
        for number in range(1, rounds + 1)
    )
    plan = round_robin(teams, rounds=rounds)
    matches = Match.objects.bulk_create(
        Match(round=this, table=table, ns=pairs[pairing.ns - 1], ew=pairs[pairing.ew - 1])
        for this, planned in zip(closed, plan.rounds)
        for table, pairing in zip(tables, planned.pairings)
    )
    Result.objects.bulk_create(_results(matches))
    return stage


def _pairs(championship: Championship, count: int) -> list[Team]:
    pairs = Team.objects.bulk_create(
        Team(championship=championship, number=number, club=f"Club {number % 20 + 1}")
        for number in range(1, count + 1)
    )
    Player.objects.bulk_create(
        Player(team=pair, position=position, name=f"{name} Puigdemont {pair.number}")
        for pair in pairs
        for position, name in enumerate(("Àngela", "Marçal"), start=1)
    )
    return pairs


def _results(matches: list[Match]) -> Iterator[Result]:
    chance = random.Random(2026)
    for match in matches:
        first = (match.round.number - 1) * HANDS + 1
        for deal in range(first, first + HANDS):
            yield Result(
                match=match,
                deal=deal,
                version=1,
                outcome=Outcome.PLAYED,
                ns_points=chance.randint(0, 72),
                trump=chance.choice(_TRUMPS),
                double=chance.choice(_DOUBLES),
                infraction=chance.choice(_INFRACTIONS),
                entered_by="benchmark",
            )
