"""Guessing a password gets slower, for that name from that address only."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from tournament.accounts import throttle
from tournament.accounts.throttle import (
    FIRST_WAIT,
    FREE_ATTEMPTS,
    LONGEST_WAIT,
    MEMORY,
    begin_attempt,
    forget_attempts,
)
from tournament.models import LoginAttempts

pytestmark = pytest.mark.django_db


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 10, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def forward(self, seconds: int) -> None:
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(throttle, "timezone", clock)
    return clock


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


def test_guessing_at_other_names_frees_nobody(clock: Clock) -> None:
    use_up()
    for number in range(100):
        use_up(f"other{number}")
    assert begin_attempt("anna", "10.0.0.5") > 0


def test_all_is_forgotten_after_an_hour_in_which_nobody_tried(clock: Clock) -> None:
    use_up()
    clock.forward(MEMORY + 1)
    use_up("pere")
    assert LoginAttempts.objects.count() == 1
    use_up()


def test_who_has_to_wait_writes_nothing(clock: Clock) -> None:
    use_up()
    with CaptureQueriesContext(connection) as queries:
        assert begin_attempt("anna", "10.0.0.5") > 0
    assert len(queries) == 1


@pytest.mark.django_db(transaction=True)
def test_attempts_at_the_same_moment_all_count() -> None:
    def attempt() -> int:
        try:
            return begin_attempt("anna", "10.0.0.5")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        waits = [one.result() for one in [pool.submit(attempt) for _ in range(16)]]
    assert sorted(waits)[:FREE_ATTEMPTS] == [0] * FREE_ATTEMPTS
    assert sum(wait > 0 for wait in waits) == 16 - FREE_ATTEMPTS
