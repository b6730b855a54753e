"""A championship of any size, put straight into the database: a service at a time would be slow.

Every result is plausible and the same on each run; one in fifty has a rule-break.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date

from django.utils import timezone

from scoring.dealing.deal_set import commitment, deal_hashes
from scoring.duplicate.scores import Infraction
from scoring.game.announcements import Denomination, Double
from scoring.schedule.round_robin import round_robin
from tournament.models import (
    Championship,
    Contestant,
    DealSet,
    Match,
    Outcome,
    Player,
    Release,
    Result,
    Round,
    RoundDeal,
    RoundStatus,
    Simultaneous,
    Stage,
    Table,
    Venue,
)

KEY = bytes(range(32))
HANDS = 4

_TRUMPS = ["", *(item.value for item in Denomination)]
_DOUBLES = [Double.NONE.value] * 3 + [Double.CONTRO.value]
_INFRACTIONS = [Infraction.NONE.value] * 50 + [Infraction.NS.value, Infraction.EW.value]


def large_event(venues: int, pairs: int, rounds: int) -> Simultaneous:
    """An event whose rounds are all released, with so many pairs in each of its venues."""
    event = Simultaneous.objects.create(
        name=f"{venues} seus",
        slug=f"large-{venues}",
        date=date(2026, 11, 21),
        rounds=rounds,
        kind=Stage.Kind.ROUND_ROBIN,
        hands_per_match=HANDS,
    )
    for number in range(1, venues + 1):
        stage = large_championship(pairs, rounds, slug=f"{event.slug}-{number}", seed=number)
        Venue.objects.create(
            simultaneous=event, championship=stage.championship, name=f"Seu {number}"
        )
    Release.objects.bulk_create(
        Release(simultaneous=event, round=number, at=timezone.now(), by="benchmark")
        for number in range(1, rounds + 1)
    )
    return event


def large_championship(
    contestants: int, rounds: int, *, slug: str = "large", seed: int = 2026
) -> Stage:
    """A published championship whose rounds are all closed, with every result."""
    now = timezone.now()
    championship = Championship.objects.create(
        name=f"{contestants} parelles", slug=slug, date=date(2026, 11, 21), place="Valls"
    )
    stage = Stage.objects.create(
        championship=championship,
        hands_per_match=HANDS,
        published_at=now,
    )
    deal_set = DealSet.objects.create(
        championship=championship,
        deals=rounds * HANDS,
        key=KEY,
        commitment=commitment(deal_hashes(KEY, rounds * HANDS)),
        salt_fixed_at=now,
    )
    pairs = _pairs(championship, contestants)
    tables = Table.objects.bulk_create(
        Table(championship=championship, number=number) for number in range(1, contestants // 2 + 1)
    )
    closed = Round.objects.bulk_create(
        Round(
            paired=True,
            championship=championship,
            stage=stage,
            number=number,
            status=RoundStatus.CLOSED,
            opened_at=now,
            closed_at=now,
            first_closed_at=now,
        )
        for number in range(1, rounds + 1)
    )
    RoundDeal.objects.bulk_create(
        RoundDeal(
            championship=championship,
            round=this,
            number=deal,
            deal_set=deal_set,
            number_in_set=deal,
        )
        for this in closed
        for deal in range(HANDS * (this.number - 1) + 1, HANDS * this.number + 1)
    )
    plan = round_robin(contestants, rounds=rounds)
    matches = Match.objects.create_seated(
        (
            Match(round=this, table=table),
            pairing.map(lambda number: pairs[number - 1].pk).items(),
        )
        for this, planned in zip(closed, plan.rounds)
        for table, pairing in zip(tables, planned.pairings)
    )
    Result.objects.bulk_create(_results(matches, random.Random(seed)))
    return stage


def _pairs(championship: Championship, count: int) -> list[Contestant]:
    pairs = Contestant.objects.bulk_create(
        Contestant(championship=championship, number=number, club=f"Club {number % 20 + 1}")
        for number in range(1, count + 1)
    )
    Player.objects.bulk_create(
        Player(contestant=pair, position=position, name=f"{name} Puigdemont {pair.number}")
        for pair in pairs
        for position, name in enumerate(("Àngela", "Marçal"), start=1)
    )
    return pairs


def _results(matches: list[Match], chance: random.Random) -> Iterator[Result]:
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
