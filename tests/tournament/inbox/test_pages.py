"""The list of what waits for a referee, its short form on other pages, and what is done there."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.page_forms import forms_of
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.inbox.waiting_day import call, waiting_day
from tests.tournament.made_once import made_once, own_copy
from tournament.models import CorrectionRequest, RefereeCall, ResultConfirmation

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


day_once = made_once(waiting_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def at(day: Day, rest: str = "inbox/") -> str:
    return f"/c/{day.slug}/manage/{rest}"


def shown(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def press(client: Client, page: str, ending: str, **values: str) -> Any:
    """Press the button of the page whose form is sent there, with these values."""
    given = {name: [value] for name, value in values.items()}
    (form,) = (
        one
        for one in forms_of(page)
        if one.action.endswith(ending) and given.items() <= one.values.items()
    )
    return client.post(form.action, form.values)


class TestList:
    def test_each_kind_below_its_heading(self, day: Day, referee: Client) -> None:
        page = words(shown(referee, at(day)))
        headings = ["Tables that call", "Disputed results", "Late entries", "Correction requests"]
        places = [page.index(one) for one in (*headings, "Unlikely: check the slip")]
        assert places == sorted(places)
        assert "Points of one side: only 3." in page

    def test_nothing_left(self, day: Day, referee: Client) -> None:
        RefereeCall.objects.update(outcome="done", ended_at="2026-11-21T10:00Z", ended_by="x")
        CorrectionRequest.objects.update(
            decision="refused", decided_at="2026-11-21T10:00Z", decision_reason="x"
        )
        ResultConfirmation.objects.create(
            result=day.match(2, 2).results.get(deal=5), by="referee", actor="x"
        )
        assert "Nothing is waiting for a referee." in words(shown(referee, at(day)))

    def test_it_is_refreshed_when_something_comes(self, day: Day, referee: Client) -> None:
        page = shown(referee, at(day))
        polled = re.search(r'hx-get="([^"]*/inbox/[^"]*)"', page)
        assert polled is not None
        address = unescape(polled[1])
        assert referee.get(address, headers=HTMX).status_code in (200, 204)  # a minute may be over
        call(day, 2, 1)
        fresh = referee.get(address, headers=HTMX)
        assert fresh.status_code == 200
        assert 'data-waiting="call-2"' in fresh.content.decode()
        assert "<html" not in fresh.content.decode()


class TestActing:
    def test_a_referee_goes_and_is_done(self, day: Day, referee: Client) -> None:
        page = shown(referee, at(day))
        answer = press(referee, page, "calls/1/", act="coming")
        assert answer.headers["Location"] == at(day)
        page = shown(referee, at(day))
        assert f"{day.acting.name} is on the way." in words(page)
        press(referee, page, "calls/1/", act="done")
        assert RefereeCall.objects.get().outcome == "done"
        assert "Tables that call" not in words(shown(referee, at(day)))

    def test_a_call_that_was_taken_back_meanwhile(self, day: Day, referee: Client) -> None:
        RefereeCall.objects.update(
            outcome="withdrawn", ended_at="2026-11-21T10:00Z", ended_by="pair 1"
        )
        referee.post(at(day, "inbox/calls/1/"), {"act": "coming"})
        assert "The table has taken its call back." in words(shown(referee, at(day)))

    @pytest.mark.parametrize("act", ["", "dance"])
    def test_an_act_that_there_is_not(self, day: Day, referee: Client, act: str) -> None:
        assert referee.post(at(day, "inbox/calls/1/"), {"act": act}).status_code == 302
        assert RefereeCall.objects.get().coming_by == ""

    def test_an_unlikely_result_is_confirmed_here(self, day: Day, referee: Client) -> None:
        answer = press(referee, shown(referee, at(day)), "confirm/", hand="5:1")
        assert answer.headers["Location"] == at(day)
        page = words(shown(referee, at(day)))
        assert "Table 2: confirmed." in page
        assert "Unlikely" not in page

    def test_a_decision_leads_back(self, day: Day, referee: Client) -> None:
        page = shown(referee, at(day))
        address = re.search(r'href="([^"]*correction-requests/2/[^"]*)"', page)
        assert address is not None
        form = next(one for one in forms_of(shown(referee, address[1])) if "choice" in one.names)
        answer = referee.post(address[1], form.filled(choice="stands", reason="the slip says so"))
        assert answer.headers["Location"] == at(day)

    def test_from_the_desk_back_to_the_desk(self, day: Day, referee: Client) -> None:
        page = shown(referee, at(day, "desk/2/"))
        assert "Table 2" in words(page)
        assert "call-1" in page
        answer = press(referee, page, "calls/1/", act="coming")
        assert answer.headers["Location"] == at(day, "desk/")


class TestShortForm:
    @pytest.mark.parametrize("rest", ["", "rounds/", "rounds/1/closed/", "inbox/summary/"])
    def test_the_same_on_every_page(self, day: Day, referee: Client, rest: str) -> None:
        page = shown(referee, at(day, rest))
        found = re.findall(r'data-waiting="([^"]*)"', page)
        assert [one.split("-")[0] for one in found] == ["call", *3 * ["request"], "unlikely"]
        assert f'hx-get="{at(day, "inbox/summary/")}?version=' in page

    def test_only_five_are_shown(self, day: Day, referee: Client) -> None:
        call(day, 2, 1)
        page = shown(referee, at(day, "inbox/summary/"))
        assert page.count("data-waiting=") == 6
        assert len(re.findall(r"<li[^>]* hidden>", page)) == 1
