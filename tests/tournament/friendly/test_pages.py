"""The pages of friendly tables: whether there are any, making one, sitting, what is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

import pytest
from django.test import Client
from pytest_django import Settings

from tests.tournament.friendly.people import TERMS, Person, hand_at, new_table, now_at
from tests.tournament.visitors import HALL
from tournament.friendly.kinds import Played
from tournament.friendly.services import MOST_OF_AN_ADDRESS
from tournament.friendly.table_now import Step
from tournament.models import FriendlyTable
from tournament.streams import announcements
from tournament.streams.carriers import Carrier, Hear
from tournament.streams.topics import News, friendly_topic

pytestmark = pytest.mark.django_db
DEFAULTS = {
    "played": "game",
    "target": 101,
    "sant_vicenc": "allowed",
    "multipliers": "2-4-8",
    "variant": "obligada",
    "hands": 4,
}


@pytest.fixture
def client() -> Client:
    return Client(headers={"accept-language": "en"}, **HALL)  # type: ignore[arg-type]


def test_there_are_none_unless_the_installation_says_so(client: Client, settings: Settings) -> None:
    table = new_table()
    assert "/friendly/" in client.get("/").content.decode()
    settings.FRIENDLY_TABLES = False
    for path in ("/friendly/", f"/friendly/{table.code}/", f"/friendly/{table.code}/play/"):
        assert client.get(path).status_code == 404
    assert client.post("/friendly/", DEFAULTS).status_code == 404


def test_a_table_is_made_and_found_by_its_code(client: Client) -> None:
    page = client.get("/friendly/")
    assert page.status_code == 200
    assert "sessionid" not in client.cookies
    made = client.post("/friendly/", {**DEFAULTS, "played": "partners", "target": 51})
    table = FriendlyTable.objects.get()
    assert made.headers["Location"] == f"/friendly/{table.code}/"
    assert (table.played, table.target) == ("partners", 51)
    shown = client.get(f"/friendly/{table.code}/").content.decode()
    assert "Three games to 51" in shown
    assert f"http://192.168.1.10:8000/friendly/{table.code}/" in shown
    typed = f" {table.code[:4]}-{table.code[4:]}".lower()
    assert client.get("/friendly/", {"code": typed}).headers["Location"] == made.headers["Location"]
    for wrong in ("", "ABC", "AAAAAAAA", "ÀÀÀÀÀÀÀÀ"):
        answer = client.get("/friendly/", {"code": wrong})
        assert answer.status_code == 422
    for wrong in ("AAAAAAAA", table.code.lower(), f"{table.code[:7]}%00", "x" * 5000):
        assert client.get(f"/friendly/{wrong}/").status_code == 404


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("target", 0, "greater than or equal to 1"),
        ("target", "x", "whole number"),
        ("played", "chess", "not one of the available choices"),
        ("variant", "abarrotada", "not one of the available choices"),
        ("hands", 25, "less than or equal to 24"),
        ("set_number", 1_000_000, "less than or equal to 999999"),
    ],
)
def test_what_can_not_be_played_is_refused_at_its_field(
    client: Client, field: str, value: object, says: str
) -> None:
    answer = client.post("/friendly/", {**DEFAULTS, field: value})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert not FriendlyTable.objects.exists()


def test_too_many_tables_are_refused_on_the_page(client: Client) -> None:
    for _table in range(MOST_OF_AN_ADDRESS):
        assert client.post("/friendly/", DEFAULTS).status_code == 302
    answer = client.post("/friendly/", DEFAULTS)
    assert answer.status_code == 422
    assert "from this address" in answer.content.decode()


def test_a_phone_sits_plays_leaves_and_comes_back() -> None:
    table = new_table(Played.GAME, terms=replace(TERMS, target=999))  # no hand ends the game
    ann, bob = Person(table.code), Person(table.code)
    assert ann.get("play/").headers["Location"] == ann.path
    assert ann.sit(0) == f"{ann.path}play/"
    assert bob.sit(0) == bob.path
    assert "sessionid" not in bob.client.cookies, "whoever gets no place leaves no session behind"
    assert "Somebody else holds this place" in bob.get().content.decode()
    assert bob.sit(9) == bob.path
    assert "Choose one of the places" in bob.get().content.decode()
    assert bob.sit(1) == f"{bob.path}play/"
    assert "Deal the cards" in bob.get("play/").content.decode()
    version = ann.told()["version"]
    assert ann.get(f"play/state.json?version={version}").status_code == 204
    assert bob.deal(0).status_code == 200
    assert ann.told()["hand"] == 1
    again = ann.deal(0)
    assert again.status_code == 200
    assert again.json()["hand"] == 1
    assert ann.deal(1).status_code == 409
    who = ann if hand_at(table).table.public.turn[0] == now_at(table).seat_of(0) else bob
    assert who.do_something().status_code == 200
    ann.leave(0)
    assert ann.get("play/state.json").status_code == 403
    assert ann.sit(0) == f"{ann.path}play/"
    for _act in range(60):
        if now_at(table).step is not Step.PLAY:
            break
        turn = hand_at(table).table.public.turn[0]
        who = ann if turn == now_at(table).seat_of(0) else bob
        assert who.do_something().status_code == 200
    page = ann.told()["page"]
    assert "Deal the next hand" in page
    last = ann.told()["last"]
    assert last["points"]["NS"] + last["points"]["EW"] == 72
    assert "Score" in ann.get().content.decode()


class Told(Carrier):
    """Keeps what would be sent to the process of streams."""

    def __init__(self) -> None:
        self.news: list[News] = []

    def send(self, news: News) -> None:
        self.news.append(news)

    def listen(self, hear: Hear) -> NoReturn:
        raise NotImplementedError


def test_whatever_is_new_at_a_table_is_told_with_its_version(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    told = Told()
    monkeypatch.setattr(announcements, "carrier", lambda: told)
    settings.STREAM_PORT = 8100
    table = new_table(Played.GAME)
    ann, bob = Person(table.code), Person(table.code)
    ann.sit(0)
    page = ann.get("play/")
    assert "connect-src 'self' http://192.168.1.10:8100" in page.headers["Content-Security-Policy"]
    assert 'data-stream="http://192.168.1.10:8100/?for=' in page.content.decode()
    assert f'data-newest="{ann.told()["newest"]}"' in page.content.decode()
    acts: list[Callable[[], object]] = [
        lambda: bob.sit(1),
        lambda: bob.deal(0),
        lambda: next(one for one in (ann, bob) if one.told()["view"]["may"]).do_something(),
        lambda: bob.leave(1),
    ]
    for act in acts:
        before = ann.told()["newest"]
        told.news.clear()
        act()
        newest = ann.told()["newest"]
        assert newest > before
        assert told.news == [
            News(friendly_topic(table.pk), number) for number in range(before + 1, newest + 1)
        ]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"hand": 1}',
        b'{"hand": 1, "number": 1, "act": {"act": "card", "card": "1O"}}',
        b'{"hand": 1, "number": 1, "act": {"act": "card", "card": "9O", "seat": "N"}}',
        b'{"hand": 1, "number": 0, "act": {"act": "pass"}}',
        b'{"hand": 1, "number": 1, "act": {"act": "end", "reason": "x", "ns_points": 72}}',
        b'{"after": true}',
        b'{"after": -1}',
        b'{"after": 99999999999}',
    ],
)
def test_unreadable_acts_are_refused(body: bytes) -> None:
    table = new_table(Played.GAME)
    ann = Person(table.code)
    ann.sit(0)
    for what in ("acts", "deal"):
        answer = ann.client.post(f"{ann.path}play/{what}/", body, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["error"]
    assert now_at(table).hand is None
