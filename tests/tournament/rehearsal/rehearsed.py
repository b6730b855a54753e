"""Small rehearsals for tests, and what stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.game.seats import dealer_of
from tests.e2e.plain_scores import Slip
from tests.tournament.factories import make_user, stage_of
from tournament.core.actor import Actor, Authority
from tournament.deals.queries import dealt_hands
from tournament.integrity.verification import verify
from tournament.models import Championship, Result, User
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.players import PlayedHand, Sitting, play_hand
from tournament.rehearsal.scenarios import Mistake, Scenario, scenario_of

REFEREE = Actor("referee", authority=Authority.ORGANISER)


def plan(**values: Any) -> Plan:
    """Four pairs and two rounds, and nothing goes wrong."""
    return replace(Plan(contestants=4, rounds=2, seed=7), **values)


def rehearsal(name: str = "Assaig", *, user: User | None = None, **values: Any) -> Rehearsal:
    """A rehearsal of which nothing has been played yet."""
    made = plan(**values)
    championship = make_rehearsal(
        actor=REFEREE, user=user or make_user(), plan=made, occasion=Occasion(name=name)
    )
    return Rehearsal(championship, made, REFEREE)


def played(name: str = "Assaig", **values: Any) -> Rehearsal:
    """A rehearsal of which every round has been played and closed."""
    made = rehearsal(name, **values)
    while (round := made.next_round()) is not None:
        assert made.play_round(round).closed
    return made


def faults(championship: Championship) -> list[str]:
    """What `verify` finds wrong with it."""
    return [fault for check in verify(championship.slug) for fault in check.faults]


def current(championship: Championship) -> Iterator[Result]:
    results = Result.objects.filter(match__round__stage__championship=championship)
    results = results.filter(is_current=True)
    results = results.select_related("match__round__stage")
    yield from results.order_by("deal", "match__table__number")


def slips(championship: Championship) -> list[Slip]:
    """What stands of every hand that was played, as plain values."""
    return [
        Slip(
            deal=one.deal,
            ns=one.match.pairs.ns.number,
            ew=one.match.pairs.ew.number,
            ns_points=one.ns_points,
            trump=one.trump,
            double=one.double,
            offenders=one.infraction,
        )
        for one in current(championship)
        if one.outcome == "played"
    ]


def truth(made: Rehearsal, result: Result) -> tuple[Scenario, PlayedHand]:
    """What really happened at the table, and what was to become of its entry."""
    sitting = Sitting(result.deal, result.match.pairs.map(lambda pair: pair.number))
    (dealt,) = dealt_hands(made.championship, [result.deal])
    scenario = scenario_of(made.plan, sitting, is_last=result.deal == result.match.round.deals[-1])
    hand = play_hand(
        made.plan,
        sitting,
        dealt.deal,
        dealer_of(result.deal),
        stage_of(made.championship).settings.play_variant,
        breaks_a_rule=scenario.mistake is Mistake.RULE_BREAK,
    )
    return scenario, hand


def content(championship: Championship) -> list[Any]:
    """Everything of a rehearsal that a seed decides, in the order in which it was done."""
    return [
        (
            one.sequence,
            one.action,
            one.acted_by,
            one.place,
            one.target,
            one.reason,
            _timeless(one.after),
        )
        for one in championship.events.order_by("sequence")[1:]
    ]


_TIMES = ("ends_at", "corrections_until", "digest", "token")


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(one) for key, one in value.items() if key not in _TIMES}
    return value
