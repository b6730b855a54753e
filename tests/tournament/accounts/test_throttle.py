"""Guessing a password gets slower, for that name from that address only."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from tournament.accounts import throttle
from tournament.accounts.throttle import (
    FIRST_WAIT,
    FREE_ATTEMPTS,
    LONGEST_WAIT,
    begin_attempt,
    forget_attempts,
)


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 10, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def forward(self, seconds: int) -> None:
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    cache.clear()
    clock = Clock()
    monkeypatch.setattr(throttle, "timezone", clock)
    yield clock
    cache.clear()


def use_up(username: str = "anna", ip: str = "10.0.0.5") -> None:
    for _ in range(FREE_ATTEMPTS):
        assert begin_attempt(username, ip) == 0


def test_a_few_slips_cost_nothing_and_then_one_waits(clock: Clock) -> None:
    use_up()
    assert 0 < begin_attempt("anna", "10.0.0.5") <= FIRST_WAIT + 1


def test_each_further_failure_waits_twice_as_long_up_to_a_limit(clock: Clock) -> None:
    use_up()
    waits = []
    for _ in range(8):
        wait = begin_attempt("anna", "10.0.0.5")
        waits.append(wait - 1)
        clock.forward(wait)
        assert begin_attempt("anna", "10.0.0.5") == 0
    assert waits[:3] == [FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT]
    assert waits[-1] == LONGEST_WAIT


def test_waiting_attempts_do_not_lengthen_the_wait(clock: Clock) -> None:
    use_up()
    for _ in range(20):
        assert begin_attempt("anna", "10.0.0.5") <= FIRST_WAIT + 1


def test_others_in_the_hall_and_other_halls_are_not_held_up(clock: Clock) -> None:
    use_up()
    assert begin_attempt("pere", "10.0.0.5") == 0
    assert begin_attempt("anna", "10.0.0.6") == 0


def test_the_same_name_in_other_letters_is_the_same_name(clock: Clock) -> None:
    use_up("Anna ")
    assert begin_attempt("anna", "10.0.0.5") > 0


def test_a_good_login_starts_afresh(clock: Clock) -> None:
    use_up()
    forget_attempts("anna", "10.0.0.5")
    assert begin_attempt("anna", "10.0.0.5") == 0


def test_guessing_at_a_thousand_other_names_frees_nobody(clock: Clock) -> None:
    use_up()
    for number in range(1000):
        use_up(f"other{number}")
    assert begin_attempt("anna", "10.0.0.5") > 0
