"""The list at the door, the wall, the warning before a round, and the pair's own button."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.duplicate.scores import Infraction
from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.phones.phone import Phone
from tournament.check_in.queries import absent_from
from tournament.check_in.services import note_presence
from tournament.models import Outcome, RoundStatus
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result

pytestmark = pytest.mark.django_db


day_once = made_once(make_day)
day = own_copy("day_once")


def words(answer: Any) -> str:
    """The page's text on one line, without markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def url(day: Day, view: str, *args: int) -> str:
    return reverse(view, args=[day.slug, *args])


def tap(day: Day, client: Client, number: int, act: str, **more: str) -> Any:
    return client.post(url(day, "check_in:note", number), {"act": act, **more})


def all_here_but(day: Day, *missing: int) -> None:
    for contestant in day.contestants:
        if contestant.number not in missing:
            note_presence(actor=day.acting, contestant=contestant, here=True)


def test_a_tap_notes_it_and_another_takes_it_back(day: Day) -> None:
    client = english_client(day.referee)
    answer = tap(day, client, 2, "here")
    assert answer.headers["Location"].endswith("/manage/check-in/#pair-2")
    tap(day, client, 2, "paid")
    total = len(day.contestants)
    seen = client.get(url(day, "check_in:list"))
    assert f"1 of {total} here · 1 of {total} paid" in words(seen)
    assert seen.content.decode().count('aria-pressed="true"') == 2
    tap(day, client, 2, "not-here")
    tap(day, client, 2, "not-paid")
    assert f"0 of {total} here · 0 of {total} paid" in words(client.get(url(day, "check_in:list")))


def test_what_was_asked_for_stays_after_a_tap(day: Day) -> None:
    client = english_client(day.referee)
    answer = tap(day, client, 2, "here", show="absent")
    assert answer.headers["Location"].endswith("/manage/check-in/?show=absent#pair-2")
    seen = client.get(url(day, "check_in:list") + "?show=absent").content.decode()
    assert 'id="pair-1"' in seen
    assert 'id="pair-2"' not in seen


def test_a_tap_is_answered_with_the_list_that_goes_on_refreshing_itself(day: Day) -> None:
    client = english_client(day.referee)
    answer = client.post(
        url(day, "check_in:note", 1),
        {"act": "here", "show": "absent"},
        headers={"HX-Request": "true"},
    )
    text = answer.content.decode()
    assert "<html" not in text
    asks = re.search(r'id="live" hx-get="([^"]*)"', text)
    assert asks is not None
    address = unescape(asks[1])
    assert address.startswith(url(day, "check_in:list") + "?show=absent&version=")
    refresh: dict[str, Any] = {"headers": {"HX-Request": "true"}}
    assert client.get(address, **refresh).status_code == 204
    tap(day, client, 3, "paid")
    assert client.get(address, **refresh).status_code == 200


def test_an_unknown_act_is_refused_with_a_sentence(day: Day) -> None:
    client = english_client(day.referee)
    answer = client.post(
        url(day, "check_in:note", 1), {"act": "rich"}, headers={"HX-Request": "true"}
    )
    assert "can no longer be used" in words(answer)
    assert tap(day, client, 99, "here").status_code == 404


def test_the_wall_names_who_is_missing_and_not_who_has_paid(day: Day) -> None:
    all_here_but(day, 3)
    seen = words(Client(headers={"Accept-Language": "en"}).get(url(day, "check_in:wall")))
    missing = day.contestants[2]
    assert "Still missing" in seen
    assert missing.shown_name in seen
    assert day.contestants[0].shown_name not in seen
    assert "paid" not in seen.lower()
    note_presence(actor=day.acting, contestant=missing, here=True)
    seen = words(Client(headers={"Accept-Language": "en"}).get(url(day, "check_in:wall")))
    assert "Everybody is here" in seen


class TestBeforeARound:
    def test_it_opens_only_after_a_look_at_who_is_missing(self, day: Day) -> None:
        all_here_but(day, 3)
        client = english_client(day.referee)
        opening = url(day, "rounds:open", 1)
        answer = client.post(opening)
        assert answer.status_code == 422
        assert "1 pair of this round has not been noted as here" in words(answer)
        assert day.contestants[2].shown_name in words(answer)
        assert day.round(1).status == RoundStatus.PLANNED
        client.post(opening, {"without_absent": "yes"})
        assert day.round(1).status == RoundStatus.OPEN

    def test_who_has_played_is_not_missed(self, day: Day) -> None:
        all_here_but(day, 3)
        day.open(1)
        assert "noted as here" in words(english_client(day.referee).get(url(day, "rounds:open", 2)))
        day.enter_whole_round(1)
        seen = words(english_client(day.referee).get(url(day, "rounds:open", 2)))
        assert "noted as here" not in seen

    def test_who_broke_a_rule_without_playing_is_still_missed(self, day: Day) -> None:
        all_here_but(day, 3)
        day.open(1)
        match = day.match(1, 1)
        missing = match.pairs[Side.NS]
        note_presence(actor=day.acting, contestant=day.contestants[2], here=True)
        note_presence(actor=day.acting, contestant=missing, here=False)
        for deal in range(1, 5):
            enter_result(
                actor=day.acting,
                match=match,
                deal=deal,
                entry=ResultInput(outcome=Outcome.PLAYED, infraction=Infraction.NS),
                based_on=0,
            )
        assert [one.number for one in absent_from(day.round(2))] == [missing.number]

    def test_nothing_is_said_where_nobody_is_checked_in_or_everybody(self, day: Day) -> None:
        client = english_client(day.referee)
        opening = url(day, "rounds:open", 1)
        assert "noted as here" not in words(client.get(opening))
        all_here_but(day)
        assert "noted as here" not in words(client.get(opening))
        assert client.post(opening).status_code == 302
        assert day.round(1).status == RoundStatus.OPEN

    def test_the_checklist_counts(self, day: Day) -> None:
        all_here_but(day, 1, 2)
        seen = words(english_client(day.referee).get(url(day, "championships:start")))
        total = len(day.contestants)
        assert f"{total - 2} of {total} pairs are here." in seen


class TestThePairItself:
    def test_says_that_it_is_here(self, day: Day) -> None:
        phone = Phone.of_pair(day, 2)
        page = url(day, "phones:pair", 2)
        assert "We are here" in words(phone.client.get(page))
        answer = phone.client.post(url(day, "phones:pair_here", 2))
        assert answer.headers["Location"] == page
        assert day.championship.contestants.get(number=2).here
        seen = words(phone.client.get(page))
        assert "You are noted as here." in seen
        assert "We are here" not in seen
        event = day.championship.events.order_by("-sequence")[0]
        assert (event.action, event.actor_contestant) == ("presence-noted", 2)

    def test_for_itself_alone(self, day: Day) -> None:
        phone = Phone.of_pair(day, 2)
        assert phone.client.post(url(day, "phones:pair_here", 1)).status_code == 403
        assert (
            Phone.at_table(day, 1).client.post(url(day, "phones:pair_here", 1)).status_code == 403
        )
        assert not day.championship.contestants.filter(here=True).exists()


def test_the_files_of_the_treasurer(day: Day) -> None:
    day.championship.contestants.filter(number=1).update(paid=True, here=True)
    client = english_client(day.referee)
    text = client.get(url(day, "exports:check_in_csv")).content.decode("utf-8-sig")
    titles, first, second, *_rest = text.splitlines()
    assert titles == "No.;Pair;Player 1;Player 2;Club;Here;Paid;Withdrawn from round"
    assert first.startswith("1;")
    assert first.endswith(";1;1;")
    assert second.startswith("2;")
    assert second.endswith(";0;0;")
    answer = client.get(url(day, "exports:check_in_pdf"))
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF")
    anybody = Client().get(url(day, "exports:check_in_csv"))
    assert anybody.status_code == 302
