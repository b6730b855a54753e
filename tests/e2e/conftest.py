"""Phones in a real browser, at table 1 in the first round of a small championship."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from tests.e2e.table_phone import TablePhone
from tests.tournament.day import Day, make_day
from tournament.models import Match


@pytest.fixture
def day() -> Day:
    day = make_day()
    day.open(1)
    return day


@pytest.fixture
def match(day: Day) -> Match:
    return day.match(1, 1)  # pair 1 against pair 4


@pytest.fixture
def nobody(browser: Browser, live_server: LiveServer) -> Iterator[TablePhone]:
    """A phone that has scanned nothing yet."""
    with TablePhone(browser, live_server.url) as phone:
        yield phone


@pytest.fixture
def phone(nobody: TablePhone, day: Day) -> TablePhone:
    """A phone that pair 1 holds at table 1."""
    return nobody.scan(day).hold(1)


@pytest.fixture
def own(nobody: TablePhone, day: Day) -> TablePhone:
    """Pair 4's own phone, on the page of table 1."""
    return nobody.open_as(day, 4).go(f"/c/{day.slug}/table/1/")
