"""An organiser looks at a round that was paired by scores, and lets two pairs change places."""

from __future__ import annotations

import re

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
from tests.tournament.stages.swiss_rounds import matches, pair, play
from tournament.deals.services.deal_sets import make_deals
from tournament.models import Championship
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.swiss import DUPLICATE_SWISS

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def championship(live_server: LiveServer) -> Championship:
    """Seven pairs, whose second round is paired."""
    championship = make_championship(format=DUPLICATE_SWISS)
    add_contestants(championship, 7)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=3, seed="08142")
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    play(championship, 1)
    pair(championship, 2)
    return championship


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1366, "dark")])
def test_two_pairs_change_places(
    browser: Browser, live_server: LiveServer, championship: Championship, width: int, scheme: str
) -> None:
    (a, b), (c, d), _third = matches(championship, 2)
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
    page.get_by_role("link", name="Why these pairings").click()
    expect(page.get_by_text("0 rematches.")).to_be_visible()
    page.get_by_label("Pair required").select_option(str(a))
    page.get_by_label("changes places with").select_option(str(d))
    page.get_by_role("button", name="See what it costs").click()
    expect(page.get_by_text(re.compile(r"0 now,\s+\d then"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert list(faults_of(page, page.url)) == []
    page.get_by_role("button", name=f"Exchange {a} and {d}").click()
    expect(page.get_by_text(f"Pairs {a} and {d} have changed places.")).to_be_visible()
    assert matches(championship, 2)[:2] == [(d, b), (c, a)]
    context.close()
