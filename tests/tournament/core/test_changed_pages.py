"""What changes a kept public page, and what leaves it alone."""

from __future__ import annotations

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
from tournament.championships.services import change_details, details_version
from tournament.contestants.services import withdraw_contestant
from tournament.models import HandAnalysis, Round
from tournament.rounds.services import close_round, reopen_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def pages_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep pages as in life; what is published is looked up each time, as two seconds later."""
    keep_pages(monkeypatch)


@pytest.fixture
def day() -> Day:
    return day_in_its_second_round()


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


class TestWhatChangesThem:
    """Each act that a reader would notice gives new bytes, and entering results none."""

    @pytest.fixture(autouse=True)
    def seen(self, day: Day) -> None:
        self.before = {path: ask(path).content for path in PUBLIC}

    def changed(self) -> set[str]:
        return {path for path in PUBLIC if ask(path).content != self.before[path]}

    def test_nothing(self, day: Day) -> None:
        assert self.changed() == set()

    def test_an_entry_in_an_open_round_renders_nothing_again(self, day: Day) -> None:
        day.enter_at_table(2, 1, 5, 40)
        for path in ("/c/day/standings/", "/c/day/hands/1/", "/c/day/", "/c/day/pairings/1/"):
            assert not was_rendered(ask(path))

    def test_a_round_is_closed(self, day: Day) -> None:
        day.enter_whole_round(2)
        close_round(actor=day.acting, round=day.round(2))
        assert self.changed() >= {"/c/day/", "/c/day/standings/", "/c/day/wall/", "/c/day/pairs/1/"}

    def test_a_round_is_reopened(self, day: Day) -> None:
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
        assert ask("/c/day/hands/1/").status_code == 404
        assert ask("/c/day/rounds/1/").status_code == 404
        assert "/c/day/standings/" in self.changed()

    def test_a_round_is_opened(self, day: Day) -> None:
        day.open(3)
        assert self.changed() >= {"/c/day/", "/c/day/pairings/1/"}

    def test_a_pair_withdraws(self, day: Day) -> None:
        pair = day.championship.contestants.get(number=1)
        withdraw_contestant(actor=day.acting, contestant=pair, from_round=3, reason="ill")
        assert self.changed() >= {"/c/day/pairs/", "/c/day/pairs/1/"}

    def test_it_gets_another_name(self, day: Day) -> None:
        championship = day.championship
        change_details(
            actor=day.acting,
            championship=championship,
            based_on=details_version(championship),
            name="Another name",
            place=championship.place,
            date=championship.date,
        )
        assert self.changed() >= {"/", "/c/day/", "/c/day/standings.json"}

    def test_the_time_for_corrections_ends(self, day: Day) -> None:
        past = timezone.now() - timedelta(seconds=1)
        Round.objects.filter(pk=day.round(1).pk).update(corrections_until=past)
        assert self.changed() >= {"/c/day/", "/c/day/standings/"}

    def test_a_hand_is_analysed(self, day: Day) -> None:
        HandAnalysis.objects.create(
            stage=day.stage, deal=1, variant=day.stage.play_variant, trump="O", low=30, high=30
        )
        assert self.changed() == {"/c/day/hands/1/"}

    def test_it_is_no_longer_public(self, day: Day) -> None:
        day.championship.stages.update(published_at=None)
        for path in PUBLIC[1:]:
            assert ask(path).status_code == 404
        assert "/c/day/" not in text_of(ask("/"))
