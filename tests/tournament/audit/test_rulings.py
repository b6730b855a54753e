"""Whoever looks for rulings in a record finds them all, those on single hands too."""

from __future__ import annotations

import pytest

from scoring.duplicate.scores import Award, Infraction
from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.audit.queries.pages import record_page, recorded_events
from tournament.audit.queries.search import EventFilter
from tournament.models import Action, AuditEvent, NotPlayedReason, Outcome
from tournament.models.places import HandPlace, HandRulingPlace, Place
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind
from tournament.rulings.services import (
    cancel_hand,
    rule_on_hand,
    take_back_hand_ruling,
    withdraw_ruling,
)

pytestmark = pytest.mark.django_db

MADE, WITHDRAWN = Action.RULING_MADE.value, Action.RULING_WITHDRAWN.value
NS = frozenset({Side.NS})


def a_day() -> Day:
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def rule(day: Day, deal: int, kind: HandRulingKind, based_on: int = 1, words: str = "seen") -> None:
    rule_on_hand(
        actor=day.acting,
        match=day.match(1, 1),
        deal=deal,
        ruling=HandRuling(kind, NS, words),
        based_on=based_on,
    )


def found(day: Day, action: str, **narrowing: object) -> list[Place | None]:
    """What the acts of that kind were done to, oldest first."""
    wanted = EventFilter(action=action, **narrowing)  # type: ignore[arg-type]
    events = recorded_events(day.championship, wanted)
    return [event.place for event in events if isinstance(event, AuditEvent)]


def offered(day: Day) -> dict[str, str]:
    return dict(record_page(day.championship).actions)


def test_a_record_without_rulings_offers_none(day: Day) -> None:
    assert found(day, MADE) == found(day, WITHDRAWN) == []
    assert not {MADE, WITHDRAWN} & offered(day).keys()


def test_rulings_on_single_hands_and_on_more_are_found_together(day: Day) -> None:
    for deal, kind in enumerate(HandRulingKind, start=1):
        rule(day, deal, kind)
    cancel_hand(actor=day.acting, championship=day.championship, deal=4, reason="wrong cards")
    hands = [HandPlace(1, 1, deal) for deal in (1, 2, 3)]
    assert found(day, MADE) == [*hands, HandRulingPlace(1, 4, 1)]
    assert found(day, MADE, round=1, table=1) == hands
    assert found(day, MADE, text="Seen") == hands
    assert found(day, Action.RESULT_CHANGED.value) == hands
    page = record_page(day.championship, EventFilter(action=MADE))
    assert page.found == 4
    assert {line.action for line in page.lines} == {"ruling made", "result changed, ruling made"}
    assert MADE in dict(page.actions)


def test_one_that_came_with_the_first_entry(day: Day) -> None:
    day.open(2)
    enter_result(
        actor=day.acting,
        match=day.match(2, 1),
        deal=5,
        entry=ResultInput(
            Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.FOULED.value, note="13 cards"
        ),
        based_on=0,
    )
    assert found(day, MADE) == [HandPlace(2, 1, 5)]
    assert offered(day)[MADE] == "ruling made"


def test_one_withdrawn_and_one_in_the_place_of_another(day: Day) -> None:
    rule(day, 1, HandRulingKind.RULE_BREAK)
    rule(day, 1, HandRulingKind.AWARD, based_on=2)
    assert len(found(day, MADE)) == 2
    assert found(day, WITHDRAWN) == []
    take_back_hand_ruling(
        actor=day.acting, match=day.match(1, 1), deal=1, based_on=3, reason="they were right"
    )
    ruling = cancel_hand(
        actor=day.acting, championship=day.championship, deal=4, reason="wrong cards"
    )
    withdraw_ruling(actor=day.acting, ruling=ruling, reason="they were right")
    assert found(day, WITHDRAWN) == [HandPlace(1, 1, 1), HandRulingPlace(1, 4, 1)]
    assert len(found(day, MADE)) == 3


def test_a_ruling_in_other_words_is_one_and_other_points_below_it_are_none(day: Day) -> None:
    rule(day, 1, HandRulingKind.RULE_BREAK)
    rule(day, 1, HandRulingKind.RULE_BREAK, based_on=2, words="seen by the referee")
    assert len(found(day, MADE)) == 2
    enter_result(
        actor=day.acting,
        match=day.match(1, 1),
        deal=1,
        entry=ResultInput(Outcome.PLAYED, 50, infraction=Infraction.NS, note="seen by the referee"),
        based_on=3,
        reason="the slip says 50",
    )
    assert len(found(day, MADE)) == 2
    assert found(day, WITHDRAWN) == []


def test_an_ordinary_result_is_none(day: Day) -> None:
    for based_on, entry in enumerate(
        (
            ResultInput(Outcome.PLAYED, 50, note="NS"),
            ResultInput(Outcome.NOT_PLAYED, not_played_reason=NotPlayedReason.TIME.value),
            ResultInput(Outcome.PLAYED, 50, award=Award.NONE),
        ),
        start=1,
    ):
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=entry,
            based_on=based_on,
            reason="x",
        )
    assert found(day, MADE) == found(day, WITHDRAWN) == []
