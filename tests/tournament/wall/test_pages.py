"""The wall's page, and the one from which it is steered."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.models import Round, Stage, Wall
from tournament.rounds.services.lifecycle import close_round
from tournament.stages.formats import FORMATS
from tournament.wall.screens import shows_of
from tournament.wall.services import choose_shown, hold_screen, tell_hall

pytestmark = pytest.mark.django_db
Shows = Wall.Shows


day_once = made_once(make_day)
day = own_copy("day_once")


def words(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def url(day: Day, view: str, *args: int) -> str:
    return reverse(view, args=[day.slug, *args])


def stranger() -> Client:
    return Client(headers={"Accept-Language": "en"})


def show(day: Day, *shows: Shows) -> None:
    choose_shown(actor=day.acting, championship=day.championship, shows=shows)


def keys(answer: Any) -> list[str]:
    return re.findall(r'data-key="([a-z]+-\d+)"', answer.content.decode())


def close_first_round(day: Day) -> None:
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))


@pytest.mark.parametrize(
    ("kind", "chosen", "shown"),
    [
        ("knockout-101", Shows.COURSE, Shows.BRACKET),
        ("round-robin", Shows.BRACKET, Shows.COURSE),
        ("round-robin", Shows.STANDINGS, Shows.STANDINGS),
    ],
)
def test_a_stage_shows_its_bracket_or_its_course(kind: str, chosen: Shows, shown: Shows) -> None:
    assert shows_of(Stage(kind=kind, settings=FORMATS[kind].defaults), [chosen]) == (shown,)


class TestTheWall:
    def test_without_anything_to_show_it_says_so(self, day: Day) -> None:
        show(day, Shows.COURSE)
        seen = words(stranger().get(url(day, "wall:wall")))
        assert "nothing to show here yet" in seen
        assert day.championship.name in seen

    def test_each_kind_comes_when_it_has_something(self, day: Day) -> None:
        show(day, *Shows)
        assert keys(stranger().get(url(day, "wall:wall"))) == ["pairings-1"]
        day.open(1)
        Round.objects.filter(number=1).update(ends_at=timezone.now() + timedelta(minutes=9))
        assert keys(stranger().get(url(day, "wall:wall"))) == ["pairings-1", "countdown-1"]
        Round.objects.filter(number=1).update(ends_at=None, seconds_left=90)
        answer = stranger().get(url(day, "wall:wall"))
        assert "01:30 paused" in words(answer)
        day.enter_whole_round(1)
        close_round(actor=day.acting, round=day.round(1))
        answer = stranger().get(url(day, "wall:wall"))
        assert keys(answer) == ["standings-1", "pairings-1"]
        assert "Round 2" in words(answer)

    def test_a_screen_that_is_gone_is_not_held(self, day: Day) -> None:
        close_first_round(day)
        hold_screen(actor=day.acting, championship=day.championship, screen="standings-1")
        assert 'data-held="standings-1"' in stranger().get(url(day, "wall:wall")).content.decode()
        hold_screen(actor=day.acting, championship=day.championship, screen="standings-9")
        assert 'data-held=""' in stranger().get(url(day, "wall:wall")).content.decode()

    def test_a_step_comes_at_the_next_refresh(self, day: Day) -> None:
        close_first_round(day)
        client = stranger()
        text = client.get(url(day, "wall:wall")).content.decode()
        asks = re.search(r'id="live" hx-get="([^"]*)"', text)
        assert asks is not None
        address = unescape(asks[1])
        refresh: dict[str, Any] = {"headers": {"HX-Request": "true"}}
        assert client.get(address, **refresh).status_code == 204
        show(day, Shows.PAIRINGS)
        assert keys(client.get(address, **refresh)) == ["pairings-1"]

    @pytest.mark.parametrize(
        "path", ["/c/day/wall/", "/c/day/pairings/1/?wall=1", "/c/day/check-in/"]
    )
    def test_every_wall_has_the_message(self, day: Day, path: str) -> None:
        tell_hall(
            actor=day.acting, championship=day.championship, message="<Lunch> at two", minutes=10
        )
        answer = stranger().get(path)
        assert "<Lunch> at two" in words(answer)
        assert "&lt;Lunch&gt;" in answer.content.decode()


class TestTheDesk:
    def post(self, day: Day, act: str, **more: Any) -> Any:
        return english_client(day.referee).post(url(day, "wall:act"), {"act": act, **more})

    def page(self, day: Day) -> Any:
        return english_client(day.referee).get(url(day, "wall:steer"))

    def test_it_offers_the_screens_there_are_and_says_what_has_none(self, day: Day) -> None:
        close_first_round(day)
        seen = self.page(day)
        assert 'value="standings-1"' in seen.content.decode()
        assert "Nothing to show at the moment: course of the standings." in words(seen)

    def test_the_buttons_do_what_they_say(self, day: Day) -> None:
        close_first_round(day)
        assert self.post(day, "hold", screen="standings-1").status_code == 302
        assert Wall.objects.get().held == "standings-1"
        pressed = re.search(
            r'value="standings-1"[^>]*aria-pressed="(\w+)"', self.page(day).content.decode()
        )
        assert pressed is not None
        assert pressed[1] == "true"
        self.post(day, "pause")
        assert Wall.objects.get().paused
        self.post(day, "go-on")
        assert not Wall.objects.get().paused
        self.post(day, "choose", shows=["pairings", "countdown"])
        assert Wall.objects.get().shows == ["pairings", "countdown"]

    def test_a_message_goes_up_and_down(self, day: Day) -> None:
        self.post(day, "tell", message="Lunch at two", minutes="15")
        assert "Lunch at two" in words(self.page(day))
        self.post(day, "take-down")
        assert "Lunch at two" not in words(self.page(day))

    def test_what_is_wrong_comes_back_as_it_was_typed(self, day: Day) -> None:
        long = "x" * (Wall.LONGEST_MESSAGE + 1)
        answer = self.post(day, "tell", message=long, minutes="10")
        assert answer.status_code == 422
        assert long in answer.content.decode()
        answer = self.post(day, "choose")
        assert answer.status_code == 422
        assert "at least one thing" in words(answer)
        client = english_client(day.referee)
        answer = client.post(url(day, "wall:act"), {"act": "dance"}, follow=True)
        assert "can no longer be used" in words(answer)
