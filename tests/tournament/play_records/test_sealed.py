"""A dispute in an open round: its referees see the cards where nobody reads along, and no other
page, log, address or row that others read names one."""

from __future__ import annotations

import logging

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from scoring.game.cards import Card
from tests.page_forms import forms_of
from tests.tournament.day import Day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.play_records.played import dealt, line_of_play, rebuild
from tests.tournament.visitors import HALL, LAPTOP, House, Who, make_house
from tournament.core.labels import card_name
from tournament.models import AttachedPlay, AuditEvent, Result

pytestmark = pytest.mark.django_db

DESK = "/c/day/manage/rounds/1/tables/1/hands/1/play/"
RULING = "/c/day/manage/rulings/rounds/1/tables/1/hands/1/"
WRONG = line_of_play(48, wrong_from=0)
PLACE = next(i for i, (one, other) in enumerate(zip(WRONG, line_of_play())) if one != other)
PLAYED = WRONG[: PLACE + 1]


def a_house() -> House:
    """Round 1 is open, with results, and a record of play with a fault in it."""
    house = make_house()
    house.day.open(1)
    house.day.enter_whole_round(1)
    rebuild(house.day, PLAYED)
    return house


house_once = made_once(a_house)
house = own_copy("house_once")


def english(house: House, who: Who, line: dict[str, str]) -> Client:
    return house.visitors.client(who, line, headers={"accept-language": "en"})


def names(text: str) -> set[Card]:
    """The cards that a text names, as a page draws them or as the record would write them."""
    return {card for card in PLAYED if card_name(card) in text or f'value="{card}"' in text}


def rule(day: Day, client: Client) -> None:
    page = client.get(f"{RULING}?play=2&fault=1").content.decode()
    (form,) = (one for one in forms_of(page) if "kind" in one.names)
    shown = client.post(RULING, form.filled(play="2")).content.decode()
    (confirm,) = (one for one in forms_of(shown) if "shown" in one.names)
    assert client.post(RULING, confirm.filled()).status_code == 302
    assert AttachedPlay.objects.count() == 1


@pytest.mark.parametrize("who", [Who.REFEREE, Who.ORGANISER, Who.SUPERUSER])
def test_the_desk_is_for_referees_where_nobody_reads_along(house: House, who: Who) -> None:
    here, there = english(house, who, LAPTOP), english(house, who, HALL)
    assert len(names(here.get(DESK).content.decode())) > 0
    for url in (DESK, f"{DESK}?card=1", f"{DESK[:-1]}.pdf"):
        assert here.get(url).status_code == 200
        refused = there.get(url)
        assert (refused.status_code, names(refused.content.decode())) == (403, set())
    sent = {"act": "lay", "version": "2", "cards": str(line_of_play()[PLACE])}
    assert there.post(DESK, sent).status_code == 403


@pytest.mark.parametrize("who", [Who.ANONYMOUS, Who.OUTSIDER, Who.OTHER])
def test_nobody_else_sees_anything(house: House, who: Who) -> None:
    for url in (DESK, f"{DESK[:-1]}.pdf", "/c/day/manage/rules-desk/"):
        answer = english(house, who, LAPTOP).get(url)
        assert answer.status_code in (302, 403)
        assert names(answer.content.decode()) == set()


def test_a_ruling_names_no_card_before_everybody_may_know_it(house: House) -> None:
    """No page with the ruling names a card, nor does the log: referees read these in the hall."""
    rule(house.day, english(house, Who.REFEREE, LAPTOP))
    result = Result.objects.get(match=house.day.match(1, 1), deal=1, is_current=True)
    assert result.note.startswith(f"Trick {PLACE // 4 + 1}: ")
    hall = english(house, Who.ORGANISER, HALL)
    for url in (
        RULING,
        f"{RULING}?play=2&fault=1",
        "/c/day/manage/rulings/",
        "/c/day/manage/record/",
        "/c/day/manage/rules-desk/",
        "/c/day/manage/rounds/1/tables/1/hands/1/history/",
        "/c/day/manage/desk/",
    ):
        answer = hall.get(url, follow=True)
        assert answer.status_code == 200, url
        assert names(answer.content.decode()) == set(), url
    assert hall.get(f"{DESK}attached/2/1/").status_code == 403


def test_the_log_of_the_championship_tells_of_no_card(house: House) -> None:
    rule(house.day, english(house, Who.REFEREE, LAPTOP))
    told = repr(list(AuditEvent.objects.values()))
    assert "play-attached" in told
    for card in PLAYED:
        assert f"'{card}'" not in told
        assert f" {card} " not in told
        assert card_name(card) not in told


def test_no_log_line_address_or_session_does(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    client = english(house, Who.REFEREE, LAPTOP)
    following = next(card for card in line_of_play() if card not in PLAYED)
    for cards in (str(following), "9O XX", " ".join(map(str, PLAYED))):
        answer = client.post(DESK, {"act": "lay", "version": "2", "cards": cards})
        assert not any(f"{card}" in answer.headers.get("Location", "") for card in PLAYED)
        assert not answer.cookies.get("messages")
    sql = "django.db.backends"
    lines = [one.getMessage() for one in caplog.records if not one.name.startswith(sql)]
    assert not any(names(line) or str(following) in line.split() for line in lines)
    assert not any(str(following) in str(one.get_decoded()) for one in Session.objects.all())


def test_a_ruling_in_a_closed_round_names_them(house: House) -> None:
    house.day.stage.rounds.filter(number=1).update(first_closed_at=house.day.round(1).opened_at)
    rule(house.day, english(house, Who.REFEREE, HALL))
    result = Result.objects.get(match=house.day.match(1, 1), deal=1, is_current=True)
    assert card_name(PLAYED[-1]) in result.note
    assert dealt().deal.seat_of(PLAYED[-1]).side.value in result.infraction
