"""Finds how the demonstration's hands are to be played, so that it shows what it promises.

    .venv/bin/python -m tests.demonstration

plays every hand of its seven rounds in many ways and looks for a choice of them after which two
pairs share the first place, some hand was made alike by all tables, and just one result of the open
round is unlikely. What it prints belongs into `tournament/demo/loader.py`. It takes a minute or
two, and is needed again when the bots have learnt to play otherwise: the demonstration's tests
tell.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count, product
from typing import TYPE_CHECKING

from manage import enter_environment
from scoring.dealing.deal_set import make_deal
from scoring.duplicate.scores import Infraction, Origin, TableResult, score_deal
from scoring.duplicate.settings import Settings
from scoring.game.announcements import Double
from scoring.game.seats import dealer_of, makers_of
from scoring.game.variants import PlayVariant
from scoring.schedule.round_robin import round_robin

if TYPE_CHECKING:
    from tournament.rehearsal.plan import Plan
    from tournament.rehearsal.players import PlayedHand, Sitting

WAYS = 24
"""Ways to play each hand that are looked at."""
TRIES = 200_000
UNLIKELY = (1, 4)
"""Where the one unlikely result of the open round stands: hand and table, counted from 0."""
EVEN = 240
"""Fields whose spread divides this add up to equal totals often enough."""
UNITS = EVEN * 5
"""Totals are counted in these parts of a point: an average may be one of five tables."""


@dataclass(frozen=True)
class Way:
    """One way in which the tables play a hand: what it is worth, and what stands at each table."""

    attempt: int
    finals: Mapping[int, int]
    points: tuple[int | None, ...]
    is_flat: bool
    has_recontro: bool
    is_even: bool


def way_of(plan: Plan, deal: int, attempt: int) -> Way:
    from tournament.demo.loader import SCENARIOS
    from tournament.rehearsal.players import Sitting, play_hand
    from tournament.rehearsal.scenarios import Mistake, Scenario

    hands, dealer = make_deal(plan.key, plan.salt, deal), dealer_of(deal)
    results: list[TableResult[int]] = []
    points: list[int | None] = []
    # With as many tables as matches, each match is played at the table of its place in the round.
    rounds = round_robin(plan.contestants, plan.rounds).rounds
    for table, pairing in enumerate(rounds[(deal - 1) // 4].pairings, start=1):
        scenario = SCENARIOS.get((deal, table), Scenario())
        sitting = Sitting(deal, pairing, attempt)
        breaks = scenario.mistake is Mistake.RULE_BREAK
        hand = play_hand(plan, sitting, hands, dealer, PlayVariant.OBLIGADA, breaks_a_rule=breaks)
        if scenario.out_of_time:
            points.append(None)
            continue
        results.append(standing(plan, sitting, hand, (deal, table)))
        points.append(results[-1].ns_points)
    scores = score_deal(makers_of(deal), results, Settings())
    finals = {side.contestant: side.final for one in scores.tables for side in one.sides}
    spreads = [
        field.high - field.low
        for field in (*scores.fields,)
        if field.high is not None and field.low is not None
    ]
    return Way(
        attempt,
        {contestant: int((final or Fraction()) * UNITS) for contestant, final in finals.items()},
        tuple(points),
        is_flat=all(side.origin is Origin.FLAT for one in scores.tables for side in one.sides),
        has_recontro=any(one.announcement.double is Double.RECONTRO for one in results),
        is_even=all(spread == 0 or EVEN % spread == 0 for spread in spreads),
    )


def standing(
    plan: Plan, sitting: Sitting, hand: PlayedHand, at: tuple[int, int]
) -> TableResult[int]:
    """What stands of a hand when nobody does more about it than the demonstration does."""
    from tournament.demo.loader import SCENARIOS
    from tournament.rehearsal.scenarios import (
        Mistake,
        Notice,
        Scenario,
        entered_wrongly,
        said_of_hand,
    )

    scenario, entry = SCENARIOS.get(at, Scenario()), said_of_hand(hand)
    noticed = scenario.notice in (Notice.AT_THE_TABLE, Notice.BY_A_REFEREE)
    if scenario.mistake and not noticed:
        entry = entered_wrongly(plan, sitting, entry, scenario.mistake)
    broke = scenario.mistake is Mistake.RULE_BREAK and hand.fault is not None
    infraction = Infraction(hand.fault.seat.side.value) if broke and hand.fault else Infraction.NONE
    return TableResult(sitting.pairs, entry.ns_points, entry.announcement, infraction=infraction)


def is_tied(chosen: Sequence[Way]) -> bool:
    """Whether just two pairs lead, with as many hands as anybody, and none of them the late one."""
    from tournament.demo.loader import LATE_HUNDREDTHS, LATE_PAIR

    totals: Counter[int] = Counter()
    hands: Counter[int] = Counter()
    for way in chosen:
        for contestant, final in way.finals.items():
            totals[contestant] += final
            hands[contestant] += 1
    totals[LATE_PAIR] -= LATE_HUNDREDTHS * UNITS // 100
    most = len(chosen)
    means = {contestant: Fraction(total, hands[contestant]) for contestant, total in totals.items()}
    first, second, third = sorted(means, key=means.__getitem__, reverse=True)[:3]
    if means[first] != means[second] or means[second] == means[third]:
        return False
    return LATE_PAIR not in (first, second) and hands[first] == hands[second] == most


def find_tie(ways: Mapping[int, Sequence[Way]], source: random.Random) -> list[Way] | None:
    """A way for each hand, with a flat one and a recontro among them."""
    places = [(place, way) for place, of_deal in enumerate(ways.values()) for way in of_deal]
    flat = [one for one in places if one[1].is_flat]
    redoubled = [one for one in places if one[1].has_recontro]
    if not flat or not redoubled:
        return None
    for _try in range(TRIES):
        chosen = [source.choice(of_deal) for of_deal in ways.values()]
        for place, way in (source.choice(flat), source.choice(redoubled)):
            chosen[place] = way
        if any(way.is_flat for way in chosen) and is_tied(chosen):
            return chosen
    return None


def doubtful(chosen: Sequence[Way], entered: int) -> set[tuple[int, int]]:
    """The places (hand of the round and table, from 0) of what is unlikely of the first entries."""
    from tournament.results.plausibility import doubts_about

    tables = len(chosen[0].points)
    places = list(product(range(len(chosen)), range(tables)))[:entered]
    found = set()
    for hand, table in places:
        made = chosen[hand].points
        others = [made[one] for h, one in places if h == hand and one != table]
        before = chosen[hand - 1].points[table] if hand else None
        own = made[table]
        assert own is not None
        if doubts_about(own, others=[one for one in others if one is not None], before=before):
            found.add((hand, table))
    return found


def find(plan: Plan) -> dict[int, int] | None:
    """The way to play each hand, by its number; None where this seed's hands don't allow it."""
    from tournament.demo.loader import CLOSED_ROUNDS, OPEN_ROUND_ENTRIES

    closed = range(1, 4 * CLOSED_ROUNDS + 1)
    ways: dict[int, list[Way]] = {}
    for deal in closed:
        ways[deal] = [way for one in range(WAYS) if (way := way_of(plan, deal, one)).is_even]
        if not ways[deal]:
            return None
    first = closed[-1] + 1
    hands = range(first, first + -(-2 * OPEN_ROUND_ENTRIES // plan.contestants))
    open_ways = [[way_of(plan, deal, one) for one in range(WAYS // 2)] for deal in hands]
    last = next(
        (
            chosen
            for chosen in product(*open_ways)
            if doubtful(chosen, OPEN_ROUND_ENTRIES) == {UNLIKELY}
        ),
        None,
    )
    tie = find_tie(ways, random.Random(plan.seed)) if last is not None else None
    if tie is None or last is None:
        return None
    found = [*zip(closed, tie, strict=True), *zip(hands, last, strict=True)]
    return {deal: way.attempt for deal, way in found if way.attempt}


def main() -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tournament.demo.loader import PLAN

    for seed in count(PLAN.seed):
        if (attempts := find(replace(PLAN, seed=seed))) is not None:
            sys.stdout.write(f"seed={seed}\nATTEMPTS = {attempts}\n")
            return
        sys.stdout.write(f"seed {seed} has no such hands\n")
        sys.stdout.flush()


if __name__ == "__main__":
    enter_environment()
    main()
