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
    MANY_NAMES,
    MEMORY,
    begin_attempt,
    forget_attempts,
)
from tournament.models import LoginAttempts

pytestmark = [pytest.mark.django_db, pytest.mark.database]


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
        begin_attempt(f"other{number}", "10.0.0.5")
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


def test_one_connection_has_many_addresses_of_ipv6(clock: Clock) -> None:
    for host in range(FREE_ATTEMPTS):
        assert begin_attempt("anna", f"2001:db8:1:2::{host:x}") == 0
    assert begin_attempt("anna", "2001:db8:1:2:ffff:ffff:ffff:ffff") > 0
    assert begin_attempt("anna", "2001:db8:1:3::1") == 0


def test_an_address_of_ipv4_is_itself_in_either_form(clock: Clock) -> None:
    use_up(ip="::ffff:10.0.0.5")
    assert begin_attempt("anna", "10.0.0.5") > 0
    assert begin_attempt("anna", "::ffff:10.0.0.6") == 0


def test_one_password_tried_with_many_names_is_slowed_down(clock: Clock) -> None:
    for number in range(MANY_NAMES):
        assert begin_attempt(f"name{number}", "10.0.0.5") == 0
    assert begin_attempt("anna", "10.0.0.5") == 0, "nobody in a hall is locked out by others"
    assert 0 < begin_attempt("anna", "10.0.0.5") <= FIRST_WAIT + 1
    for _ in range(FREE_ATTEMPTS):
        assert begin_attempt("anna", "10.0.0.6") == 0


def test_a_clock_that_was_ahead_locks_nobody_out(clock: Clock) -> None:
    clock.forward(365 * 24 * 60 * 60)
    use_up()
    assert begin_attempt("anna", "10.0.0.5") > 0
    clock.forward(-365 * 24 * 60 * 60)
    use_up()
    assert 0 < begin_attempt("anna", "10.0.0.5") <= LONGEST_WAIT


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
