"""Sealed hands and the key are in no answer, row, message or log line that must not have them.

Every address is asked, as every visitor, from the laptop, while a round is open; what the answers
give away must be exactly what that visitor may see there. "Exactly" is what makes sure that the
search finds hands at all. Before and after that some visitors ask for everything (`EVERYWHERE`),
the others for what is about hands. From the hall, what gave something away and what is about hands
is asked again, and by one visitor everything (`EVERYWHERE_IN_HALL`).
"""

from __future__ import annotations

import logging
from base64 import b64encode
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from django.apps import apps
from pytest_django import DjangoDbBlocker

from scoring.dealing.deal_set import deal_secret, make_deal
from scoring.game.deals import Deal, hand_text
from scoring.game.seats import Seat
from tests.tournament.day import KEY as DEAL_KEY
from tests.tournament.needles import KEY, Needles, secret_of
from tests.tournament.sealed_day import (
    ABOUT_HANDS,
    PROOFS,
    ROUNDS,
    SALT,
    SENT,
    STATES,
    house_in,
    needles_of_day,
    urls,
    urls_about_hands,
)
from tests.tournament.undrawn import day_line_unread, refusals_not_drawn
from tests.tournament.visitors import (
    HALL,
    IS_A_LOOK,
    LAPTOP,
    House,
    Who,
    short_rehearsals,
    undone,
    writing_statements,
)
from tournament.championships.services.end import end_championship
from tournament.models import DealSet, HandAccess, InstallationAction, InstallationEvent
from tournament.rounds.services.lifecycle import reopen_round

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

LINES = {"laptop": LAPTOP, "hall": HALL}
INSIDERS = (Who.REFEREE, Who.ORGANISER, Who.SUPERUSER)
ORGANISERS = (Who.ORGANISER, Who.SUPERUSER)
EVERYWHERE = {
    "made": {Who.ANONYMOUS, Who.ORGANISER},
    "open": set(Who),
    "closed": {Who.ANONYMOUS, Who.SUPERUSER},
}
"""Who asks for every address, and when: where it is not everybody, those who may see the least and
the most as long as nobody may see anything, or one without a role and, of those to whom every page
is open, the one who may see no more hands than a referee."""
EVERYWHERE_IN_HALL = ("open", Who.ORGANISER)
"""Who asks for every address from the hall, too, and when: who may see the most. That they are
given no more there than at the laptop holds for all: a line is not private for one insider and
public for another."""
EVERYBODY = pytest.mark.parametrize("who", Who, ids=lambda who: who.name.lower())

Seen = set[int | str]
"""What an answer gives away: rounds, by number, secrets of their hands, and `KEY`."""


def may_see(state: str, line: str, who: Who) -> Seen:
    """The rounds whose hands a visitor may see: open ones as insider on a private line, closed ones
    in any case, and what they opened early themselves. Secrets are those of closed rounds, for
    everybody alike."""
    private, insider = line != "hall", who in INSIDERS
    seen: Seen = set()
    if state == "closed" or (state == "open" and private and insider):
        seen |= {1}
    if state == "closed":
        seen |= {secret_of(1)}
    if state != "made" and private and who is Who.ORGANISER:
        seen |= {2}
    return seen


@pytest.fixture(scope="module", params=STATES)
def state(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def house(state: str, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with django_db_blocker.unblock(), undone(), short_rehearsals():
        yield house_in(state)


@pytest.fixture(scope="module", autouse=True)
def no_day_line() -> Iterator[None]:
    """The line of the day stands on each page of insiders; its own address draws it."""
    with day_line_unread():
        yield


@pytest.fixture(scope="module")
def needles() -> Needles:
    return needles_of_day()


@pytest.fixture(scope="module")
def every_url(house: House, state: str) -> list[str]:
    """As long as hands are only "made" no round differs from another: one is enough."""
    return urls(house, state, rounds=1 if state == "made" else 2)


@pytest.fixture(scope="module")
def about_hands(house: House) -> set[str]:
    return set(urls_about_hands(house))


@EVERYBODY
def test_nobody_is_shown_more_than_they_may_see(
    house: House,
    state: str,
    who: Who,
    every_url: list[str],
    about_hands: set[str],
    needles: Needles,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Nor is anything written by asking but who looked at hands.

    Pages of refusals, which say no more than that, are drawn for one visitor.
    """
    caplog.set_level(logging.INFO)
    proofs = {house.url(name) for name in PROOFS}
    asked = every_url if who in EVERYWHERE[state] else sorted(about_hands | proofs)
    for line in LINES:
        client = house.visitors.client(who, LINES[line])
        allowed = may_see(state, line, who)
        given: dict[str, Seen] = {}
        drawn = nullcontext if who is Who.OUTSIDER else refusals_not_drawn
        for url in asked:
            with writing_statements() as written, drawn():
                given[url] = needles.found_in_response(client.get(url))
            assert given[url] <= allowed, f"{url} gives {given[url]} away"
            looks = [one for one in written if url in about_hands and IS_A_LOOK.match(one)]
            assert written == looks, url
        assert set().union(*given.values()) == allowed
        if (state, who) != EVERYWHERE_IN_HALL:
            asked = [url for url in asked if given[url] or url in about_hands]
    assert not needles.found_in(caplog.text)


@EVERYBODY
@pytest.mark.parametrize("state", ["open"], scope="module", indirect=True)
def test_nobody_gets_at_more_by_sending(
    house: House,
    state: str,
    who: Who,
    about_hands: set[str],
    needles: Needles,
) -> None:
    """What acts answer, followed to the page they lead to. Organisers may open and print early,
    and take the championship away as a file with the key in it; never without a trace.

    Those who act, each at a level of their own, send with the numbers of two rounds. Pages of
    refusals are drawn where everything is asked for.
    """
    asked = urls(house, state, rounds=2 if who in {Who.REFEREE, Who.ORGANISER} else 1)
    recorded = early_looks()
    for line in LINES:
        allowed = may_see(state, line, who)
        given: dict[str, Seen] = {}
        for url in asked:
            with undone():
                # A new browser each time: one of the acts is logging out.
                client = house.visitors.client(who, LINES[line])
                with refusals_not_drawn():
                    response = client.post(url, SENT, follow=True)
                given[url] = needles.found_in_response(response)
                if given[url] - allowed:
                    assert early_looks() > recorded, f"{url} gives {given[url]} away"
        beyond = set().union(*given.values()) - allowed
        may_act = who in ORGANISERS and line == "laptop"
        assert beyond == ({KEY, 2, 3} - allowed if may_act else set())
        asked = [url for url in asked if given[url] or url in about_hands]


def early_looks() -> int:
    """How often somebody is known to have got at what was sealed."""
    taken_away = InstallationEvent.objects.filter(action=InstallationAction.CHAMPIONSHIP_EXPORTED)
    return HandAccess.objects.count() + taken_away.count()


@pytest.mark.parametrize("who", INSIDERS, ids=lambda who: who.name.lower())
@pytest.mark.parametrize("state", ["open"], scope="module", indirect=True)
def test_https_is_a_private_line_wherever_one_is(
    house: House, state: str, who: Who, needles: Needles
) -> None:
    client = house.visitors.client(who, HALL)
    seen: Seen = set()
    for round in ROUNDS:
        url = house.url("deals:hands", {"round": round})
        assert not needles.found_in_response(client.get(url))
        seen |= needles.found_in_response(client.get(url, secure=True))
    assert seen == may_see(state, "https", who)


@pytest.mark.parametrize(
    "line",
    [
        {**HALL, "HTTP_HOST": "127.0.0.1"},
        {**HALL, "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {**HALL, "HTTP_X_FORWARDED_PROTO": "https"},
        {**HALL, "HTTP_X_REAL_IP": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1;proto=https"},
        {**LAPTOP, "HTTP_HOST": "botifarra.example"},
        {**LAPTOP, "HTTP_HOST": "127.0.0.1.example"},
        {**LAPTOP, "HTTP_X_FORWARDED_FOR": "192.168.1.20"},
    ],
    ids=repr,
)
@pytest.mark.parametrize("state", ["open"], scope="module", indirect=True)
def test_a_line_is_not_private_because_a_request_says_so(
    house: House, state: str, line: dict[str, str], needles: Needles
) -> None:
    client = house.visitors.client(Who.ORGANISER, line)
    for name in ABOUT_HANDS:
        for round in ROUNDS:
            url = house.url(name, {"round": round, "number": round, "deal": 4 * round - 3})
            with undone():
                assert not needles.found_in_response(client.get(url, follow=True))
                assert not needles.found_in_response(client.post(url, SENT, follow=True))


def test_only_the_deal_set_holds_the_key(house: House, needles: Needles) -> None:
    """No row of the database besides it gives anything away: no event, session or early look."""
    found = {}
    for model in apps.get_models(include_auto_created=True):
        rows = [
            {name: bytes(one) if isinstance(one, memoryview) else one for name, one in row.items()}
            for row in model._default_manager.values()
        ]
        found[model] = needles.found_in(repr(rows))
    assert {model: what for model, what in found.items() if what} == {DealSet: {KEY}}


@pytest.mark.parametrize("name", ["deals.views.render", "exports.files.pdf_response"])
@pytest.mark.parametrize("state", ["open"], scope="module", indirect=True)
def test_a_fault_tells_nothing(
    house: House,
    state: str,
    name: str,
    needles: Needles,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An error with hands at hand: neither the page nor the log has them."""

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("something is broken")

    monkeypatch.setattr(f"tournament.{name}", fail)
    client = house.visitors.client(Who.ORGANISER, raise_request_exception=False)
    with undone():
        if name.startswith("deals"):
            response = client.get(house.url("deals:hands", {"round": 1}))
        else:
            response = client.post(house.url("exports:hands_pdf", {"number": 3}), SENT)
    assert response.status_code == 500
    assert "something is broken" in caplog.text
    assert not needles.found_in_response(response)
    assert not needles.found_in(caplog.text)


@pytest.mark.parametrize("state", ["closed"], scope="module", indirect=True)
def test_the_key_is_public_when_all_is_over(house: House, state: str, needles: Needles) -> None:
    """All hands are public with the key, those that were never played too."""
    day = house.day
    proof = house.url("deals:proof")
    anybody = house.visitors.client(Who.ANONYMOUS, HALL)
    with undone():
        end_championship(
            actor=day.acting_organiser, championship=day.championship, reason="The hall closes"
        )
        assert needles.found_in_response(anybody.get(proof)) == {KEY, 1, *map(secret_of, ROUNDS)}
        everything = {KEY, *map(secret_of, (0, *ROUNDS))}
        assert needles.found_in_response(anybody.get(house.url("deals:proof_json"))) == everything
        for round in ROUNDS:
            shown = anybody.get(proof, {"deal": 4 * round})
            assert round in needles.found_in_response(shown)
    assert needles.found_in_response(anybody.get(proof)) == {1, secret_of(1)}


@pytest.mark.parametrize("state", ["closed"], scope="module", indirect=True)
def test_secrets_stay_public_in_a_reopened_round_and_tell_nothing_of_others(
    house: House, state: str, needles: Needles
) -> None:
    day = house.day
    anybody = house.visitors.client(Who.ANONYMOUS, HALL)
    with undone():
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip was wrong")
        for name, given in (
            ("deals:proof", {1, secret_of(1)}),
            ("deals:proof_json", {secret_of(1)}),
        ):
            assert needles.found_in_response(anybody.get(house.url(name))) == given
        for deal in (5, 9, 13):
            page = anybody.get(house.url("deals:proof"), {"deal": deal})
            assert needles.found_in_response(page) == {secret_of(1)}


def longest_suit(deal: Deal) -> str:
    """The ranks of the most cards of one suit that somebody holds."""
    return max((suit for seat in Seat for suit in hand_text(deal.hand(seat)).split(".")), key=len)


@pytest.mark.parametrize(
    "write",
    [
        lambda deal: hand_text(deal.hand(Seat.W)),
        lambda deal: " ".join(map(str, deal.hand(Seat.S))),
        lambda deal: f"{deal.number:,}",
        lambda deal: f"{deal.number:#x}",
        lambda deal: f'<p data-hand="{hand_text(deal.hand(Seat.E))}"></p>',
        lambda deal: "<td>" + "</td><td>".join(hand_text(deal.hand(Seat.N))) + "</td>",
        lambda deal: "<dd>" + "".join(f"<b>{rank}</b>" for rank in longest_suit(deal)) + "</dd>",
    ],
)
def test_a_hand_is_found_however_it_is_written(needles: Needles, write: Any) -> None:
    assert needles.found_in(f"Taula 1 {write(make_deal(DEAL_KEY, SALT, 8))} i prou") == {2}


def test_a_key_is_found_however_it_is_written(needles: Needles) -> None:
    for text in (DEAL_KEY.hex().upper(), b64encode(DEAL_KEY).decode(), repr({"key": DEAL_KEY})):
        assert needles.found_in(f"the key is {text}.") == {KEY}
    assert needles.found_in_bytes(b"\xff" + DEAL_KEY + b"\xff") == {KEY}


def test_a_secret_is_found_however_it_is_written(needles: Needles) -> None:
    for deal, round in ((1, 1), (8, 2), (12, 3), (13, 0), (44, 0)):
        secret = deal_secret(DEAL_KEY, deal)
        for text in (secret.hex(), secret.hex().upper(), b64encode(secret).decode(), repr(secret)):
            assert needles.found_in(f"the secret is {text}.") == {secret_of(round)}
