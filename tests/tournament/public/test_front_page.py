"""The first page: today, what comes, and an archive by year with winners."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tournament.championships.services.end import end_championship, set_archived
from tournament.core.actor import Authority
from tournament.models import Championship, Outcome, RoundStatus
from tournament.public.front_page import (
    FrontPage,
    championship_lines,
    front_page,
    public_list_version,
)
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


def on_day(slug: str, *, days: int = 0, **columns: Any) -> Day:
    """A championship so many days from today."""
    day = make_day(slug=slug)
    date = timezone.localdate() + timedelta(days=days)
    Championship.objects.filter(slug=slug).update(name=slug, date=date, **columns)
    return day


def ended(slug: str, *, days: int = 0) -> Day:
    """One of which the first round was played, and no more."""
    day = on_day(slug, days=days)
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    end_championship(actor=day.acting_organiser, championship=day.championship, reason="Rain")
    return day


def page(year: int | None = None) -> FrontPage:
    return front_page(championship_lines(None), year)


def listed(found: FrontPage) -> dict[str, list[str]]:
    return {
        name: [line.slug for line in getattr(found, name)] for name in ("now", "coming", "past")
    }


def words(client: Client, path: str = "/") -> str:
    text = client.get(path).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def test_each_stands_where_it_belongs() -> None:
    on_day("today")
    on_day("tomorrow", days=1)
    on_day("later", days=40)
    on_day("forgotten", days=-1)
    league = on_day("league", days=-3)
    league.open(1)
    over = ended("over", days=-2)
    assert listed(page()) == {
        "now": ["today", "league"],
        "coming": ["tomorrow", "later"],
        "past": ["forgotten", "over"],
    }
    assert over.round(2).status == RoundStatus.PLANNED


def test_what_is_archived_is_past_and_comes_back() -> None:
    day = on_day("league")
    day.open(1)
    set_archived(actor=day.acting_organiser, championship=day.championship, archived=True)
    assert listed(page())["past"] == ["league"]
    assert "in the archive" in words(english_client(day.organiser))
    assert "in the archive" not in words(english_client())
    set_archived(actor=day.acting_organiser, championship=day.championship, archived=False)
    assert listed(page())["now"] == ["league"]


def test_the_archive_tells_winner_pairs_and_rounds() -> None:
    day = ended("over", days=-1)
    (line,) = page().past
    assert (line.pairs, line.rounds) == (len(day.contestants), 1)
    assert line.winners
    shown = words(english_client())
    for winner in line.winners:
        assert winner in shown
    leader = english_client().get("/c/over/standings/").content.decode()
    assert line.winners[0] in unescape(leader)


def test_players_are_not_called_pairs() -> None:
    on_day("individual", of_players=True)
    on_day("past-individual", days=-1, of_players=True)
    shown = words(english_client())
    assert shown.count("4 players") == 2
    assert "4 pairs" not in shown


def test_a_winner_changes_with_a_correction() -> None:
    day = ended("over")
    (before,) = page().past
    version = public_list_version()
    for table, points in ((1, 72), (2, 0)):
        for deal in (1, 2, 3, 4):
            enter_result(
                actor=replace(day.acting_organiser, authority=Authority.ORGANISER),
                match=day.match(1, table),
                deal=deal,
                entry=ResultInput(outcome=Outcome.PLAYED, ns_points=points),
                based_on=1,
                reason="so the slips say",
            )
    (after,) = page().past
    assert after.winners != before.winners
    assert public_list_version() != version


def test_other_years_are_a_link_away() -> None:
    ended("new", days=-1)
    old = ended("old", days=-800)
    year = Championship.objects.get(pk=old.championship.pk).date.year
    assert listed(page())["past"] == ["new"]
    assert listed(page(year))["past"] == ["old"]
    assert page(1999).year == page().year
    client = english_client()
    assert f'href="?year={year}#archive"' in client.get("/").content.decode()
    assert "old" in words(client, f"/?year={year}")
    for odd in ("?year=x", "?year=99999", "?year=", "?sort=-rounds", "?sort=what"):
        assert client.get(f"/{odd}").status_code == 200


def test_it_is_another_page_tomorrow(monkeypatch: pytest.MonkeyPatch) -> None:
    on_day("tomorrow", days=1)
    version = public_list_version()
    assert public_list_version() == version
    tomorrow = timezone.localdate() + timedelta(days=1)
    monkeypatch.setattr(timezone, "localdate", lambda: tomorrow)
    assert public_list_version() != version
    assert listed(page())["now"] == ["tomorrow"]


def test_organisers_make_a_new_one_like_an_old_one_from_there() -> None:
    day = ended("over")
    assert "/c/over/manage/another/" in english_client(day.organiser).get("/").content.decode()
    assert "/another/" not in english_client(day.referee).get("/").content.decode()
    assert "/another/" not in english_client().get("/").content.decode()


def test_after_the_end_the_desk_is_closed() -> None:
    day = ended("over")
    client = english_client(day.referee)
    assert "the desk is closed" in words(client, "/c/over/manage/desk/")
    answer = client.get("/c/over/manage/desk/1/")
    assert answer.headers["Location"] == "/c/over/manage/rounds/1/"
    page = client.get("/c/over/manage/").content.decode()
    assert "day-now" in page
    assert "/manage/now/" not in page
