"""The desk in a real browser: it refreshes, sounds only if somebody wished it, counts down."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.tournament.day import Day, make_day
from tests.tournament.visitors import Visitors, Who
from tournament.models import Championship, CorrectionRequest, Result, Round
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.chromium, pytest.mark.django_db(transaction=True)]

SILENT = """
    window.tones = 0;
    window.AudioContext = class {
      constructor() { this.state = "running"; this.currentTime = 0; this.destination = {}; }
      createOscillator() {
        const start = () => { window.tones += 1; };
        return { frequency: {}, connect: (to) => to, start, stop() {} };
      }
      createGain() {
        const gain = { setValueAtTime() {}, linearRampToValueAtTime() {} };
        return { gain, connect: (to) => to };
      }
    };
"""
"""Stands for the loudspeaker, and counts what it is asked for."""


@pytest.fixture
def day() -> Day:
    day = make_day()
    Championship.objects.update(round_minutes=25)
    day.open(1)
    return day


@pytest.fixture
def desk(page: Page, live_server: LiveServer, day: Day) -> Page:
    page.add_init_script(SILENT)
    visitors = Visitors({Who.REFEREE: day.referee})
    for name, value in (("sessionid", visitors.session(Who.REFEREE)), ("django_language", "en")):
        page.context.add_cookies([{"name": name, "value": value, "url": live_server.url}])
    page.goto(f"{live_server.url}/c/{day.slug}/manage/desk/1/")
    return page


def tones(page: Page) -> int:
    return int(page.evaluate("window.tones"))


def test_a_new_correction_request_appears_by_itself_and_is_silent(desk: Page, day: Day) -> None:
    expect(desk.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    day.enter_at_table(1, 1, 1, 40)
    day.correction_request(1, 1, 1, 30)
    expect(desk.get_by_role("link", name="Table 1, hand 1")).to_be_visible()
    assert tones(desk) == 0


def test_who_wishes_for_a_sound_is_called_once_for_each_new_thing(desk: Page, day: Day) -> None:
    desk.get_by_role("button", name="Sound").click()
    desk.reload()
    button = desk.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    day.enter_at_table(1, 1, 1, 40)
    expect(desk.get_by_text("1 of 8")).to_be_visible()
    assert tones(desk) == 0
    day.enter_at_table(1, 2, 1, 3)
    expect(desk.get_by_role("link", name="Table 2, hand 1")).to_be_visible()
    called = tones(desk)
    assert called > 0
    day.enter_at_table(1, 2, 2, 41)
    expect(desk.get_by_text("3 of 8")).to_be_visible()
    assert tones(desk) == called


def test_time_that_is_up_is_said_and_heard(desk: Page) -> None:
    desk.get_by_role("button", name="Sound").click()
    before = tones(desk)
    Round.objects.filter(number=1).update(ends_at=timezone.now() + timedelta(seconds=3))
    desk.reload()
    expect(desk.get_by_text("Time is up")).to_be_visible()
    desk.wait_for_function("() => window.tones > 0")
    assert before > 0  # the button lets hear what it is about


def test_a_dispute_is_decided(desk: Page, day: Day) -> None:
    day.enter_at_table(1, 1, 1, 40)
    correction_request = day.correction_request(1, 1, 1, 30)
    desk.get_by_role("link", name="Table 1, hand 1").click()
    fields = desk.get_by_role("group", name="Something else")
    expect(fields).to_be_hidden()
    desk.get_by_label("Something else, as entered below.").check()
    expect(fields).to_be_visible()
    desk.get_by_label("What is asked for.").check()
    desk.get_by_label("Why?").fill("The slip says so")
    desk.get_by_role("button", name="Decide").click()
    expect(desk.get_by_text("Decided: table 1, hand 1.")).to_be_visible()
    assert (
        CorrectionRequest.objects.get(pk=correction_request.pk).decision
        == CorrectionRequest.Decision.GRANTED
    )
    assert Result.objects.get(is_current=True).ns_points == 30


def test_something_else_says_what_it_does_while_it_is_typed(
    desk: Page, live_server: LiveServer, day: Day
) -> None:
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    correction_request = day.correction_request(1, 1, 1, 40, kind=CorrectionRequest.Kind.CORRECTION)
    desk.goto(
        f"{live_server.url}/c/{day.slug}/manage/correction-requests/{correction_request.number}/"
    )
    desk.get_by_label("Something else, as entered below.").check()
    fields = desk.get_by_role("group", name="Something else")
    expect(fields.get_by_text("What it does to the standings")).to_be_visible()
    expect(fields.locator(".effect-table .marked .result-points")).to_contain_text("40")
    fields.locator("#id_ns_points").fill("38")
    expect(fields.locator(".effect-table .marked .result-points")).to_contain_text("38")
    fields.locator("#id_ns_points").fill("34")  # what stands there already
    expect(fields.get_by_text("What it does to the standings")).to_have_count(0)
