"""Who asks the same public page within two seconds shares one look and one rendering."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.day import make_day
from tests.tournament.factories import english_client
from tournament.core.page_cache import FRESH_SECONDS, MOST, PageCache


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def kept(clock: Clock) -> PageCache:
    return PageCache(clock)


class TestIsCurrent:
    def test_only_what_was_noted_with_that_version(self, kept: PageCache) -> None:
        assert not kept.is_current("/a", "3")
        kept.note("/a", "3")
        assert kept.is_current("/a", "3")
        assert not kept.is_current("/a", "2")
        assert not kept.is_current("/b", "3")

    def test_after_two_seconds_one_goes_to_look_and_the_others_do_not(
        self, kept: PageCache, clock: Clock
    ) -> None:
        kept.note("/a", "3")
        clock.now += FRESH_SECONDS + 1
        assert [kept.is_current("/a", "3") for _ in range(4)] == [False, True, True, True]

    def test_one_that_never_came_back_is_followed_by_another(
        self, kept: PageCache, clock: Clock
    ) -> None:
        kept.note("/a", "3")
        for _ in range(3):
            clock.now += FRESH_SECONDS + 1
            assert not kept.is_current("/a", "3")

    def test_the_memory_is_bounded(self, kept: PageCache) -> None:
        for number in range(MOST + 10):
            kept.note(number, "1")
        assert not kept.is_current(0, "1")
        assert kept.is_current(MOST + 9, "1")


class TestRendered:
    def test_once_for_a_version_and_a_language(self, kept: PageCache) -> None:
        made: list[str] = []

        def body(text: str) -> Callable[[], bytes]:
            def make() -> bytes:
                made.append(text)
                return text.encode()

            return make

        for language, version in (("ca", "3"), ("ca", "3"), ("es", "3"), ("ca", "4"), ("ca", "4")):
            text = f"{language}{version}"
            assert kept.rendered("/a", language, version, body(text)) == text.encode()
        assert made == ["ca3", "es3", "ca4"]

    def test_who_comes_meanwhile_waits_and_gets_the_same(self, kept: PageCache) -> None:
        begun, go_on = threading.Event(), threading.Event()
        made: list[int] = []
        got: list[bytes] = []

        def slowly() -> bytes:
            made.append(1)
            begun.set()
            assert go_on.wait(10)
            return b"body"

        def ask() -> None:
            got.append(kept.rendered("/a", "ca", "3", slowly))

        threads = [threading.Thread(target=ask) for _ in range(5)]
        for thread in threads:
            thread.start()
        assert begun.wait(10)
        go_on.set()
        for thread in threads:
            thread.join()
        assert got == [b"body"] * 5
        assert made == [1]

    def test_a_rendering_that_failed_is_tried_again(self, kept: PageCache) -> None:
        def fails() -> bytes:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            kept.rendered("/a", "ca", "3", fails)
        assert kept.rendered("/a", "ca", "3", lambda: b"body") == b"body"


def refresh(client: Client, path: str, version: str) -> tuple[int, int, bytes]:
    """Status, number of queries and body of a live page's refresh."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path, {"version": version}, headers={"HX-Request": "true"})
    return answer.status_code, len(queries), answer.content


@pytest.mark.django_db
class TestPages:
    def test_the_second_phone_costs_no_query(self) -> None:
        day = make_day()
        path = f"/c/{day.championship.slug}/standings/"
        status, first, _body = refresh(Client(), path, "0")
        assert (status, first > 0) == (204, True)
        assert refresh(Client(), path, "0") == (204, 0, b"")

    def test_an_account_is_never_answered_with_what_strangers_share(self) -> None:
        day = make_day()
        path = f"/c/{day.championship.slug}/pairings/1/"
        strangers = refresh(english_client(), path, "old")[2]
        organisers = refresh(english_client(day.organiser), path, "old")[2]
        assert strangers
        assert refresh(english_client(), path, "old")[2] == strangers
        assert organisers

    def test_pages_for_referees_are_not_shared(self) -> None:
        day = make_day()
        day.open(1)
        path = f"/c/{day.championship.slug}/manage/rounds/1/"
        version = str(day.championship.events.count())
        client = english_client(day.referee)
        for _ in range(2):
            status, queries, _body = refresh(client, path, version)
            assert status == 204
            assert queries > 0
        assert refresh(Client(), path, version)[0] == 302

    def test_who_speaks_another_language_gets_another_body(self) -> None:
        day = make_day()
        path = f"/c/{day.championship.slug}/standings/"
        bodies = {
            refresh(Client(headers={"Accept-Language": language}), path, "old")[2]
            for language in ("ca", "en", "ca", "en")
        }
        assert len(bodies) == 2
