"""What changes a kept public page, and what leaves it alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournament.core.kept_pages import (
    PUBLIC,
    ask,
    day_in_its_second_round,
    keep_pages,
    text_of,
    was_rendered,
)
from tests.tournament.day import Day
from tests.tournament.made_once import made_once, own_copy
from tournament.championships.services.details import change_details, details_version
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.models import HandAnalysis, Round
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def pages_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pages as in life; what is published is looked up each time, as two seconds later."""
    keep_pages(monkeypatch)


day_once = made_once(day_in_its_second_round)
day = own_copy("day_once")


class TestRefreshes:
    def test_the_part_is_shared_and_unlike_the_page(self, day: Day) -> None:
        page = ask("/c/day/standings/")
        parts = [
            ask(f"/c/day/standings/?version={old}", HX_Request="true") for old in ("1", "2", "-")
        ]
        assert len({part.content for part in parts}) == 1
        assert "<html" in text_of(page)
        assert text_of(parts[0]).strip().startswith('<div id="live"')

    def test_it_asks_again_with_the_version_that_it_shows(self, day: Day) -> None:
        part = text_of(ask("/c/day/pairings/1/?wall=1&version=old", HX_Request="true"))
        poll = part.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
        assert ask(poll, HX_Request="true").status_code == 204
        browser = Client()
        browser.force_login(day.organiser)
        assert ask(poll, browser, HX_Request="true").status_code == 204
        day.open(3)
        assert ask(poll, HX_Request="true").status_code == 200


@contextmanager
def changed(*paths: str) -> Iterator[None]:
    """These pages are kept, and each has other bytes after what is done inside."""
    before = {path: ask(path).content for path in paths}
    yield
    assert [path for path in paths if ask(path).content == before[path]] == []


class TestWhatChangesThem:
    """Each act that a reader would notice gives new bytes, and entering results none."""

    def test_nothing(self, day: Day) -> None:
        before = [ask(path).content for path in PUBLIC]
        assert [ask(path).content for path in PUBLIC] == before

    def test_an_entry_in_an_open_round_renders_nothing_again(self, day: Day) -> None:
        paths = ("/c/day/standings/", "/c/day/hands/1/", "/c/day/", "/c/day/pairings/1/")
        assert all(was_rendered(ask(path)) for path in paths)
        day.enter_at_table(2, 1, 5, 40)
        assert not any(was_rendered(ask(path)) for path in paths)

    def test_a_round_is_closed(self, day: Day) -> None:
        day.enter_whole_round(2)
        with changed("/c/day/", "/c/day/standings/", "/c/day/wall/", "/c/day/pairs/1/"):
            close_round(actor=day.acting, round=day.round(2))

    def test_a_round_is_reopened(self, day: Day) -> None:
        gone = ("/c/day/hands/1/", "/c/day/rounds/1/")
        assert all(ask(path).status_code == 200 for path in gone)
        with changed("/c/day/standings/"):
            reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
        assert all(ask(path).status_code == 404 for path in gone)

    def test_a_round_is_opened(self, day: Day) -> None:
        with changed("/c/day/", "/c/day/pairings/1/"):
            day.open(3)

    def test_a_pair_withdraws(self, day: Day) -> None:
        pair = day.championship.contestants.get(number=1)
        with changed("/c/day/pairs/", "/c/day/pairs/1/"):
            withdraw_contestant(actor=day.acting, contestant=pair, from_round=3, reason="ill")

    def test_it_gets_another_name(self, day: Day) -> None:
        championship = day.championship
        with changed("/", "/c/day/", "/c/day/standings.json"):
            change_details(
                actor=day.acting,
                championship=championship,
                based_on=details_version(championship),
                name="Another name",
                place=championship.place,
                date=championship.date,
            )

    def test_the_time_for_corrections_ends(self, day: Day) -> None:
        past = timezone.now() - timedelta(seconds=1)
        with changed("/c/day/", "/c/day/standings/"):
            Round.objects.filter(pk=day.round(1).pk).update(corrections_until=past)

    def test_a_hand_is_analysed(self, day: Day) -> None:
        others = [path for path in PUBLIC if path != "/c/day/hands/1/"]
        before = [ask(path).content for path in others]
        with changed("/c/day/hands/1/"):
            HandAnalysis.objects.create(
                stage=day.stage,
                deal=1,
                variant=day.stage.settings.play_variant,
                trump="O",
                low=30,
                high=30,
            )
        assert [ask(path).content for path in others] == before

    def test_it_is_no_longer_public(self, day: Day) -> None:
        assert all(ask(path).status_code < 400 for path in PUBLIC)
        day.championship.stages.update(published_at=None)
        for path in PUBLIC[1:]:
            assert ask(path).status_code == 404
        assert "/c/day/" not in text_of(ask("/"))
