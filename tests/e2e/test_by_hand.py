"""An organiser enters who meets whom in a round."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.accessibility import faults_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    make_championship,
    organiser_of,
    stage_of,
)
from tests.tournament.recorded_day import round_of
from tournament.deals.services.deal_sets import make_deals
from tournament.models import Championship
from tournament.schedule.by_hand import SeatedMatch, seated_matches
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.by_hand import BY_HAND

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def championship(live_server: LiveServer) -> Championship:
    """Seven pairs; the first of three rounds is a proposal."""
    championship = make_championship(format=BY_HAND)
    add_contestants(championship, 7)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=3)
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    return championship


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1366, "dark")])
def test_the_opponents_are_typed(
    browser: Browser, live_server: LiveServer, championship: Championship, width: int, scheme: str
) -> None:
    client = Client()
    client.force_login(organiser_of(championship))
    context = browser.new_context(
        viewport={"width": width, "height": 740},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en",
    )
    session = client.cookies["sessionid"].value
    for name, value in (("sessionid", session), ("logged-in", "1"), ("django_language", "en")):
        context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"{live_server.url}/c/{championship.slug}/manage/rounds/2/")
    page.get_by_role("link", name="Enter the opponents").click()
    fields = [page.get_by_label(f"Table {table},") for table in (1, 2, 3)]
    for places, numbers in zip(fields, (("1", "2"), ("3", "5"), ("", ""))):
        places.nth(0).fill(numbers[0])
        places.nth(1).fill(numbers[1])
    name = championship.contestants.get(number=4).shown_name
    expect(page.get_by_text("Resting:")).to_contain_text(f"4 {name}")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("1 and 2 have met before.")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert list(faults_of(page, page.url)) == []
    page.get_by_role("button", name="Yes, save it so").click()
    expect(page.get_by_role("link", name="Change the opponents")).to_be_visible()
    entered = (SeatedMatch(1, 1, 2), SeatedMatch(2, 3, 5))
    assert seated_matches(round_of(championship, 2)) == entered
    context.close()
