"""Looking for something in a record: by place, by time, by who did it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import timezone

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.accounts.services import create_account
from tournament.audit.forms import RecordFilter
from tournament.audit.queries.pages import record_page, recorded_events
from tournament.audit.queries.search import PLACES, EventFilter
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.models import Action, AuditEvent
from tournament.models.places import (
    ContestantPlace,
    ContestantRulingPlace,
    HallTablePlace,
    HandPlace,
    HandRulingPlace,
    Place,
    RoundPlace,
    TablePlace,
)
from tournament.rulings.services import cancel_hand, deduct, withdraw_ruling

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    """Four pairs at two tables: in round 1 pair 1 meets pair 4 at table 1, 2 meets 3 at table 2."""
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def targets(day: Day, **narrowing: object) -> set[Place | str]:
    """What the events found were done to: a place, or a name."""
    found = recorded_events(day.championship, EventFilter(**narrowing))  # type: ignore[arg-type]
    return {(isinstance(one, AuditEvent) and one.place) or one.target for one in found}


def add(
    day: Day, actor: Actor, to: Place | str, action: Action = Action.HANDS_PRINTED
) -> AuditEvent:
    return record_event(
        championship=day.championship,
        actor=actor,
        action=action,
        **({"target": to} if isinstance(to, str) else {"place": to}),
    )


def hands(table: int, round: int = 1) -> set[Place]:
    return {HandPlace(round, table, deal) for deal in (1, 2, 3, 4)}


def test_by_round(day: Day) -> None:
    add(day, day.acting, RoundPlace(11))
    add(day, day.acting, TablePlace(11, 1))
    assert targets(day, round=1) == {RoundPlace(1), *hands(1), *hands(2)}
    assert targets(day, round=11) == {RoundPlace(11), TablePlace(11, 1)}
    assert targets(day, round=3) == set()


def test_by_table(day: Day) -> None:
    add(day, Actor.of_table(2, Side.NS, 2), RoundPlace(1))
    add(day, day.acting, TablePlace(2, 12))
    add(day, day.acting, HallTablePlace(12))
    assert targets(day, table=2) == {RoundPlace(1), *hands(2)}
    assert targets(day, table=12) == {TablePlace(2, 12), HallTablePlace(12)}


def test_by_pair_its_matches_too(day: Day) -> None:
    add(day, Actor.of_pair(3), "somewhere")
    add(day, Actor.of_pair(33), "elsewhere")
    add(day, day.acting, ContestantPlace(3), Action.CONTESTANT_WITHDRAWN)
    add(day, day.acting, ContestantPlace(33), Action.CONTESTANT_WITHDRAWN)
    for elsewhere in (*hands(22), *hands(2, round=11), HallTablePlace(2)):
        add(day, day.acting, elsewhere, Action.RESULT_ENTERED)
    assert targets(day, pair=3) == {"somewhere", ContestantPlace(3), *hands(2)}
    assert targets(day, pair=3, table=1) == set()
    assert targets(day, pair=33) == {"elsewhere", ContestantPlace(33)}


def test_rulings_belong_to_the_round_of_their_hand_and_to_their_pair(day: Day) -> None:
    acting: dict[str, Any] = {"actor": day.acting}
    cancelled = cancel_hand(**acting, championship=day.championship, deal=4, reason="cards")
    deducted = deduct(
        **acting, stage=day.stage, contestant=day.contestants[2], hundredths=50, reason="late"
    )
    for ruling in (cancelled, deducted):
        withdraw_ruling(actor=day.acting, ruling=ruling, reason="no")
    on_hand, on_pair = HandRulingPlace(1, 4, 1), ContestantRulingPlace(3, 2)
    assert on_hand in targets(day, round=1)
    assert targets(day, round=2) == set()
    found = targets(day, pair=3)
    assert on_pair in found
    assert on_hand not in found
    assert targets(day, pair=3, action=Action.RULING_WITHDRAWN.value) == {on_pair}


def test_by_time(day: Day) -> None:
    events = list(day.championship.events.order_by("sequence"))
    middle = events[3]
    since = recorded_events(day.championship, EventFilter(since=middle.at))
    assert len(list(since)) == len(events) - 3
    found = recorded_events(day.championship, EventFilter(until=middle.at))
    assert [event.sequence for event in found] == [1, 2, 3, 4]
    assert not targets(day, since=timezone.now() + timedelta(hours=1))


def test_places_are_asked_for_together_and_are_no_people(day: Day) -> None:
    """There may be thousands of them: a table has other pairs each round."""
    add(day, Actor.of_pair(3), "a")
    add(day, Actor.of_table(2, Side.EW, 3), "b")
    add(day, Actor("pair 3 (somebody)"), "c")
    page = record_page(day.championship, EventFilter(actor=PLACES))
    assert {line.target for line in page.lines} == {"a", "b"}
    assert {line.actor for line in page.lines} == {"pair 3", "table 2, EW, pair 3"}
    assert page.places
    assert set(page.actors) == {actor.name for actor in (day.acting, Actor("pair 3 (somebody)"))}
    assert targets(day, actor="pair 3 (somebody)") == {"c"}


class TestForm:
    def asked(self, text: str) -> EventFilter:
        return RecordFilter(QueryDict(text)).event_filter()

    def test_nothing(self) -> None:
        assert self.asked("") == self.asked("action=&round=&since=") == EventFilter()

    def test_everything(self) -> None:
        asked = self.asked(
            "action=contestant-added&actor=x&text=y&round=1&table=2&pair=3"
            "&since=2026-11-21T10:00&until=2026-11-21T10:05"
        )
        assert (asked.action, asked.actor, asked.text) == ("contestant-added", "x", "y")
        assert (asked.round, asked.table, asked.pair) == (1, 2, 3)
        assert asked.since is not None
        assert asked.until is not None
        # All of the minute 10:05.
        assert asked.until - asked.since == timedelta(minutes=6, microseconds=-1)

    @pytest.mark.parametrize("bad", ["x", "0", "-1", "1.5", "9" * 5000, "²", "a\0b"])
    def test_what_is_no_number_is_left_out_and_told(self, bad: str) -> None:
        query = QueryDict(mutable=True)
        query.update({"round": bad, "pair": "3"})
        form = RecordFilter(query)
        assert form.event_filter() == EventFilter(pair=3)
        assert "round" in form.errors

    @pytest.mark.parametrize(
        "bad", ["x", "0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30T10:00", "99999-01-01"]
    )
    def test_what_is_no_time_is_left_out_and_told(self, bad: str) -> None:
        query = QueryDict(mutable=True)
        query.update({"since": bad, "until": bad})
        form = RecordFilter(query)
        assert form.event_filter() == EventFilter()
        assert {"since", "until"} == form.errors.keys()


def test_nobody_can_be_called_as_all_places_are() -> None:
    with pytest.raises(UserError):
        create_account(actor=Actor("root"), username=PLACES, full_name="")
