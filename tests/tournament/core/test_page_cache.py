"""Versions are looked up once in two seconds, pages rendered once a version."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable

import pytest
from django.db import OperationalError

from tournament.core.page_cache import (
    FRESH_SECONDS,
    KEPT_SECONDS,
    MOST_VERSIONS,
    KeptAnswer,
    PageStore,
    SharedReads,
    Versions,
)


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Source:
    """Something that is looked up; counts how often."""

    def __init__(self, text: str | None) -> None:
        self.text = text
        self.looks = 0

    def __call__(self) -> str | None:
        self.looks += 1
        if self.text == "locked":
            raise OperationalError("database is locked")
        return self.text


class TestVersions:
    def test_one_look_in_two_seconds(self, clock: Clock) -> None:
        versions, source = Versions(clock), Source("1")
        assert [versions.current("a", source) for _ in range(3)] == ["1", "1", "1"]
        assert source.looks == 1
        source.text = "2"
        clock.now += FRESH_SECONDS - 0.1
        assert versions.current("a", source) == "1"
        clock.now += 0.1
        assert versions.current("a", source) == "2"
        assert source.looks == 2

    def test_while_one_looks_the_others_are_answered_as_before(self, clock: Clock) -> None:
        versions = Versions(clock)
        versions.current("a", Source("1"))
        clock.now += FRESH_SECONDS

        def look() -> str:
            assert versions.current("a", Source("other")) == "1"
            return "2"

        assert versions.current("a", look) == "2"
        assert versions.current("a", Source("other")) == "2"

    def test_what_is_no_longer_there_is_forgotten_and_looked_for_each_time(
        self, clock: Clock
    ) -> None:
        versions, source = Versions(clock), Source("1")
        versions.current("a", source)
        source.text = None
        clock.now += FRESH_SECONDS
        assert [versions.current("a", source) for _ in range(2)] == [None, None]
        source.text = "3"
        assert versions.current("a", source) == "3"

    def test_what_was_known_outlives_a_database_that_cannot_be_read(self, clock: Clock) -> None:
        versions, source = Versions(clock), Source("1")
        versions.current("a", source)
        source.text = "locked"
        clock.now += FRESH_SECONDS
        assert versions.current("a", source) == "1"
        with pytest.raises(OperationalError):
            versions.current("b", source)

    def test_it_is_bounded(self, clock: Clock) -> None:
        versions, source = Versions(clock), Source("1")
        for number in range(MOST_VERSIONS + 1):
            versions.current(number, source)
        versions.current(0, source)
        assert source.looks == MOST_VERSIONS + 2


def answer(text: str) -> KeptAnswer:
    return KeptAnswer(200, (), text.encode())


class TestPageStore:
    def test_once_for_a_version(self, clock: Clock) -> None:
        store, made = PageStore(clock), []

        def making(text: str) -> Callable[[], KeptAnswer]:
            def make() -> KeptAnswer:
                made.append(text)
                return answer(text)

            return make

        for key, version in (("ca", "3"), ("ca", "3"), ("es", "3"), ("ca", "4"), ("ca", "4")):
            found = store.get(key, version, making(f"{key}{version}"))
            assert found is not None
            assert found.body(zipped=False).decode() == f"{key}{version}"
            clock.now += 1
        assert made == ["ca3", "es3", "ca4"]

    def test_after_a_minute_it_is_made_again(self, clock: Clock) -> None:
        store = PageStore(clock)
        store.get("a", "1", lambda: answer("as of 18:40"))
        clock.now += KEPT_SECONDS
        found = store.get("a", "1", lambda: answer("as of 18:41"))
        assert found is not None
        assert found.body(zipped=False) == b"as of 18:41"

    def test_who_comes_meanwhile_waits_and_gets_the_same(self) -> None:
        store = PageStore()
        begun, go_on = threading.Event(), threading.Event()
        got: list[KeptAnswer | None] = []
        made: list[int] = []

        def slowly() -> KeptAnswer:
            made.append(1)
            begun.set()
            assert go_on.wait(10)
            return answer("body")

        threads = [
            threading.Thread(target=lambda: got.append(store.get("a", "1", slowly)))
            for _ in range(5)
        ]
        for thread in threads:
            thread.start()
        assert begun.wait(10)
        go_on.set()
        for thread in threads:
            thread.join()
        assert made == [1]
        assert len(set(got)) == 1

    def test_while_a_new_version_is_made_the_others_get_the_one_that_was_just_right(
        self, clock: Clock
    ) -> None:
        store = PageStore(clock)
        old = store.get("a", "1", lambda: answer("old"))

        def make() -> KeptAnswer:
            other: list[KeptAnswer | None] = []
            thread = threading.Thread(
                target=lambda: other.append(store.get("a", "2", lambda: answer("twice")))
            )
            thread.start()
            thread.join(10)
            assert other == [old]
            return answer("new")

        clock.now += FRESH_SECONDS - 0.1
        found = store.get("a", "2", make)
        assert found is not None
        assert found.body(zipped=False) == b"new"

    def test_what_may_not_be_kept_is_made_by_each(self, clock: Clock) -> None:
        store = PageStore(clock)
        store.get("a", "1", lambda: answer("was there"))
        assert store.get("a", "2", lambda: None) is None
        found = store.get("a", "1", lambda: answer("again"))
        assert found is not None
        assert found.body(zipped=False) == b"again"

    def test_a_rendering_that_failed_is_tried_again(self, clock: Clock) -> None:
        store = PageStore(clock)

        def fails() -> KeptAnswer:
            raise ValueError("no")

        with pytest.raises(ValueError, match="no"):
            store.get("a", "1", fails)
        assert store.get("a", "1", lambda: answer("body")) is not None

    def test_it_is_bounded_by_bytes_and_the_least_used_go_first(self, clock: Clock) -> None:
        size = answer("0").size
        store, made = PageStore(clock, most_bytes=3 * size), []

        def ask(text: str) -> None:
            def make() -> KeptAnswer:
                made.append(text)
                return answer(text)

            store.get(text, "1", make)

        for text in ("1", "2", "3", "1", "4", "1", "3", "2"):
            ask(text)
        assert made == ["1", "2", "3", "4", "2"]


def test_a_tag_for_each_encoding_and_each_body() -> None:
    one, same, other = answer("one"), answer("one"), answer("other")
    assert gzip.decompress(one.body(zipped=True)) == one.body(zipped=False) == b"one"
    tags = {page.etag(zipped=zipped) for page in (one, same, other) for zipped in (True, False)}
    assert len(tags) == 4
    assert one.body(zipped=True) == same.body(zipped=True)  # in every process


class TestSharedReads:
    @pytest.fixture(autouse=True)
    def as_in_life(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(SharedReads, "most", 2)

    def test_read_once_for_a_key(self) -> None:
        shared: SharedReads[int] = SharedReads()
        assert shared.get("a", lambda: 1) == 1
        assert shared.get("a", lambda: 2) == 1
        assert shared.get("b", lambda: 3) == 3

    def test_the_latest_few_are_kept(self) -> None:
        shared: SharedReads[int] = SharedReads()
        for key in "abac":
            shared.get(key, lambda: 1)
        assert [shared.get(key, lambda: 2) for key in "acb"] == [1, 1, 2]

    def test_a_read_that_failed_is_tried_again(self) -> None:
        shared: SharedReads[int] = SharedReads()
        with pytest.raises(ZeroDivisionError):
            shared.get("a", lambda: 1 // 0)
        assert shared.get("a", lambda: 1) == 1
