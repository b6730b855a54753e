"""Steering the wall, and telling the hall something."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tournament.championships.services.end import end_championship
from tournament.core.errors import UserError
from tournament.core.live import public_version
from tournament.models import Action, Wall
from tournament.rounds.services.lifecycle import close_round
from tournament.wall.queries import hall_message, wall_state, wall_version
from tournament.wall.services import (
    LONGEST_MINUTES,
    choose_shown,
    hold_screen,
    let_wall_go_on,
    pause_wall,
    take_message_down,
    tell_hall,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]
Shows = Wall.Shows


@pytest.fixture
def day() -> Day:
    return make_day()


def test_standings_and_their_course_take_turns_while_nobody_steers(day: Day) -> None:
    state = wall_state(day.championship)
    assert state.shows == (Shows.BRACKET, Shows.STANDINGS, Shows.COURSE)
    assert (state.held, state.paused, state.steps, state.message) == ("", False, 0, None)


class TestSteering:
    def test_what_is_chosen_takes_turns_in_the_order_of_the_kinds(self, day: Day) -> None:
        of: dict[str, Any] = {"actor": day.acting, "championship": day.championship}
        hold_screen(**of, screen="course-1")
        choose_shown(**of, shows=[Shows.COUNTDOWN, Shows.STANDINGS])
        state = wall_state(day.championship)
        assert state.shows == (Shows.STANDINGS, Shows.COUNTDOWN)
        assert not state.held

    def test_nothing_at_all_is_refused(self, day: Day) -> None:
        with pytest.raises(UserError, match="at least one") as told:
            choose_shown(actor=day.acting, championship=day.championship, shows=[])
        assert told.value.field == "shows"

    def test_a_screen_is_held_a_pause_ends_that_and_going_on_both(self, day: Day) -> None:
        of: dict[str, Any] = {"actor": day.acting, "championship": day.championship}
        hold_screen(**of, screen="standings-2")
        assert wall_state(day.championship).held == "standings-2"
        pause_wall(**of)
        state = wall_state(day.championship)
        assert (state.held, state.paused) == ("", True)
        let_wall_go_on(**of)
        state = wall_state(day.championship)
        assert (state.held, state.paused, state.steps) == ("", False, 3)

    def test_it_can_be_paused_again_where_somebody_let_it_go_on_by_its_keys(self, day: Day) -> None:
        pause_wall(actor=day.acting, championship=day.championship)
        before = wall_version(day.championship)
        pause_wall(actor=day.acting, championship=day.championship)
        assert wall_version(day.championship) != before

    @pytest.mark.parametrize("screen", ["", "standings", "x" * 30 + "-1", "<b>-1", "standings-1\n"])
    def test_a_text_that_is_no_key_is_refused(self, day: Day, screen: str) -> None:
        with pytest.raises(UserError, match="no longer be used"):
            hold_screen(actor=day.acting, championship=day.championship, screen=screen)

    def test_it_changes_the_wall_and_nothing_else(self, day: Day) -> None:
        public, wall = public_version(day.championship), wall_version(day.championship)
        events = day.championship.events.count()
        pause_wall(actor=day.acting, championship=day.championship)
        assert public_version(day.championship) == public
        assert wall_version(day.championship) != wall
        assert day.championship.events.count() == events


class TestAMessage:
    def tell(self, day: Day, message: str = "Lunch at two", minutes: int = 10) -> None:
        tell_hall(actor=day.acting, championship=day.championship, message=message, minutes=minutes)

    def test_it_stands_until_its_end_and_is_recorded(self, day: Day) -> None:
        self.tell(day, "  Lunch \n at two ")
        message = hall_message(day.championship)
        assert message is not None
        assert message.text == "Lunch at two"
        left = message.until - timezone.now()
        assert timedelta(minutes=9, seconds=50) < left <= timedelta(minutes=10)
        event = day.championship.events.get(action=Action.HALL_TOLD)
        assert event.after == {"message": "Lunch at two", "ends_at": message.until.isoformat()}

    def test_when_its_time_is_over_there_is_none(self, day: Day) -> None:
        self.tell(day)
        Wall.objects.update(message_until=timezone.now() - timedelta(seconds=1))
        assert hall_message(day.championship) is None

    def test_it_is_taken_down_once(self, day: Day) -> None:
        self.tell(day)
        for _twice in range(2):
            take_message_down(actor=day.acting, championship=day.championship)
        assert hall_message(day.championship) is None
        acts = day.championship.events.filter(action=Action.HALL_TOLD).order_by("sequence")
        assert [one.after["message"] for one in acts if one.after] == ["Lunch at two", ""]

    def test_pages_that_show_it_are_rendered_again(self, day: Day) -> None:
        before = public_version(day.championship)
        self.tell(day)
        assert public_version(day.championship) != before

    @pytest.mark.parametrize(
        ("message", "minutes", "field"),
        [
            (" ", 10, "message"),
            ("x" * (Wall.LONGEST_MESSAGE + 1), 10, "message"),
            ("Lunch", 0, "minutes"),
            ("Lunch", LONGEST_MINUTES + 1, "minutes"),
        ],
    )
    def test_what_is_refused(self, day: Day, message: str, minutes: int, field: str) -> None:
        with pytest.raises(UserError) as told:
            self.tell(day, message, minutes)
        assert told.value.field == field
        assert not day.championship.events.filter(action=Action.HALL_TOLD).exists()

    def test_the_database_keeps_none_without_an_end(self, day: Day) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            Wall.objects.create(championship=day.championship, message="Lunch")


def test_after_the_end_the_prizes_are_given_in_front_of_it(day: Day) -> None:
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    end_championship(
        actor=day.acting_organiser, championship=day.championship, reason="the hall closes"
    )
    pause_wall(actor=day.acting, championship=day.championship)
    tell_hall(actor=day.acting, championship=day.championship, message="The prizes now", minutes=5)
    assert hall_message(day.championship) is not None
    assert wall_state(day.championship).paused
