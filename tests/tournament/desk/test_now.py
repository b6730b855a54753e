"""The day in a line, in the bar of those who run it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.championships.services.end import end_championship
from tournament.core.stages import stages_of
from tournament.desk.queries.rounds import DayNow, day_now
from tournament.models import CorrectionRequest
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


day_once = made_once(make_day)
day = own_copy("day_once")


def now_in(day: Day) -> DayNow:
    day.championship.refresh_from_db()
    return day_now(day.championship, stages_of(day.championship))


def test_it_follows_the_day(day: Day) -> None:
    assert now_in(day).round is None
    day.open(1)
    assert now_in(day) == DayNow(1, is_open=True, entered=0, hands=8, waiting=0)
    day.enter(1, 1, 1, 40)
    assert now_in(day) == DayNow(1, is_open=True, entered=1, hands=8, waiting=0)
    for table, deal in [(1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)]:
        day.enter(1, table, deal, 30 + table + deal)
    close_round(actor=day.acting, round=day.round(1))
    assert now_in(day) == DayNow(1, is_open=False, entered=0, hands=0, waiting=0)
    end_championship(actor=day.acting_organiser, championship=day.championship, reason="Rain")
    assert now_in(day).round is None


def test_what_waits_is_counted_once_a_hand(day: Day) -> None:
    day.open(1)
    day.enter_at_table(1, 1, 1, 36)
    assert now_in(day).waiting == 0
    day.enter_at_table(1, 1, 2, 72)  # unlikely
    assert now_in(day).waiting == 1
    day.correction_request(1, 1, 2, 36)  # and disputed
    assert now_in(day).waiting == 1
    day.correction_request(1, 1, 1, 30)
    assert now_in(day).waiting == 2


def test_a_request_about_a_closed_round_waits_too(day: Day) -> None:
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.correction_request(1, 1, 1, 30, kind=CorrectionRequest.Kind.CORRECTION)
    assert now_in(day).waiting == 1


def test_it_costs_the_same_for_two_tables_and_for_eight(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for contestants in (4, 16):
        day = make_day(contestants=contestants, slug=f"day{contestants}")
        day.open(1)
        day.enter_at_table(1, 1, 1, 72)
        day.enter_at_table(1, 2, 1, 40)
        stages = stages_of(day.championship)
        with django_assert_max_num_queries(5):
            day_now(day.championship, stages)


def line_of(client: Client, url: str) -> str:
    page = client.get(url).content.decode()
    return " ".join(page.split('id="day-now"', 1)[1].split("</div>")[0].split())


def test_every_page_of_a_referee_has_it_and_no_page_of_others(day: Day) -> None:
    day.open(1)
    day.enter_at_table(1, 1, 1, 72)
    home = reverse("public:home", args=[day.slug])
    line = line_of(english_client(day.referee), home)
    assert "Round 1" in line
    assert "1/8" in line
    assert "1 waiting" in line
    assert 'id="day-now"' not in english_client(day.stranger).get(home).content.decode()


def test_it_asks_for_itself_and_answers_only_what_is_new(day: Day) -> None:
    client = english_client(day.referee)
    day.open(1)
    line = line_of(client, reverse("public:home", args=[day.slug]))
    address = line.split('hx-get="')[1].split('"')[0]
    assert client.get(address).status_code == 204
    day.enter(1, 1, 1, 40)
    newer = client.get(address)
    assert "1/8" in newer.content.decode()
    assert "no-store" in newer["Cache-Control"]


def test_a_disk_that_fills_up_is_told(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    client = english_client(day.organiser)
    page = client.get(reverse("desk:desk", args=[day.slug]), follow=True).content.decode()
    assert "The disk is almost full" not in page
    monkeypatch.setattr("tournament.desk.tags.free_room", lambda: 12 << 20)
    page = client.get(reverse("desk:desk", args=[day.slug]), follow=True).content.decode()
    assert "The disk is almost full (12 MB left)" in page


def test_the_line_refreshes_when_the_disk_fills_up(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing can be stored nothing is recorded, but it is told all the same."""
    client = english_client(day.organiser)
    address = reverse("desk:now", args=[day.slug])
    page = client.get(address).content.decode()
    version = page.partition("version=")[2].partition('"')[0]
    assert client.get(address, {"version": version}).status_code == 204
    monkeypatch.setattr("tournament.desk.tags.free_room", lambda: 12 << 20)
    assert client.get(address, {"version": version}).status_code == 200
