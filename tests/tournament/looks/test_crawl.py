"""From an organiser who plays nothing leaks: other tables' results, and hands, of an open round.

Every address is asked, by GET and by POST, while round 1 is open; the line about the day, which
stands on each page, by its own. Then other results are put at the table where that organiser
doesn't sit, and every address is asked again: all answers must be the same, byte for byte, but for
what is drawn by chance. So whatever shows something of these results is found, in whatever form,
wherever a new page brings it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Side
from tests.checks.sweeps import drawn
from tests.tournament.day import Day
from tests.tournament.needles import texts_of
from tests.tournament.sealed_day import SALT, SENT, needles_of_day
from tests.tournament.undrawn import day_line_unread
from tests.tournament.visitors import House, Who, addresses, make_house, short_rehearsals, undone
from tournament.core.actor import Actor
from tournament.deals.services.deal_sets import set_salt
from tournament.exports.papers import PAPERS
from tournament.looks.services import look_all_the_same, note_playing
from tournament.models import Action, AuditEvent, Outcome, ResultConfirmation
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import confirm_result, enter_result

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]

NOW = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
OTHER, OWN = 1, 2
"""The tables of round 1."""
POINTS = ((72, 30, 31, 33), (0, 41, 45, 52))
"""What N–S of the other table made of its hands, the one and the other time: alike unlikely."""
_BY_CHANCE = re.compile(
    r"csrfmiddlewaretoken[^>]*|nonce=\"[^\"]*\"|X-CSRFToken[^,}]*|\b[0-9a-f]{64}\b|[?&]version=\S*"
)


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with (
        django_db_blocker.unblock(),
        undone(),
        short_rehearsals(),
        day_line_unread(),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(timezone, "now", lambda: NOW)
        house = make_house()
        day = house.day
        set_salt(actor=day.acting_organiser, championship=day.championship, salt=SALT)
        day.open(1)
        note_playing(
            actor=Actor.of_user(day.organiser),
            championship=day.championship,
            user=day.organiser,
            contestant=day.match(1, OWN).pairs.ns.number,
        )
        for deal in range(1, 5):
            day.enter(1, OWN, deal, 36)
        yield house


def play_elsewhere(day: Day, points: tuple[int, int, int, int]) -> None:
    """Results of the other table: unlikely, confirmed, disputed, a referee's."""
    unlikely, confirmed, disputed, referees = points
    day.enter_at_table(1, OTHER, 1, unlikely)
    day.enter_at_table(1, OTHER, 2, confirmed)
    match = day.match(1, OTHER)
    confirm_result(
        actor=Actor.of_table(OTHER, Side.EW, match.pairs.ew.number),
        match=match,
        deal=2,
        version=1,
        by=ResultConfirmation.By.EW,
    )
    day.enter_at_table(1, OTHER, 3, disputed)
    day.correction_request(1, OTHER, 3, disputed + 7)
    enter_result(
        actor=day.acting,
        match=match,
        deal=4,
        entry=ResultInput(outcome=Outcome.PLAYED, ns_points=referees, note=f"said {referees}"),
        based_on=0,
    )


def every_url(house: House) -> list[str]:
    """Each address, at one or more of its places."""
    places = [
        {"number": 1, "round": 1, "table": table, "deal": deal}
        for table in (OTHER, OWN)
        for deal in (1, 3)
    ]
    found = {
        address.url({**house.values, **place}): address.name
        for address in addresses()
        for place in places
        if {"slug"} & {*address.arguments} or not address.arguments
    }
    return drawn(sorted(found), found.__getitem__, least=1)


def shown(response: Any) -> str:
    """What a browser is told: the body, of papers and workbooks what stands in them, and where it
    is sent on."""
    kind = response.headers.get("Content-Type", "")
    is_drawn = kind == "application/pdf" or kind.endswith("spreadsheetml.sheet")
    body = texts_of(response)[1:] if is_drawn else [response.getvalue().decode()]
    onward = response.headers.get("Location", "")
    return _BY_CHANCE.sub("", "\n".join([f"{response.status_code} {onward}", *body]))


def asked_of(house: House, method: str) -> dict[str, str]:
    """Every answer; nothing that is sent stays."""
    answers = {}
    for url in every_url(house):
        with undone():
            client = house.visitors.client(Who.ORGANISER)
            asked = client.post(url, SENT, follow=True) if method == "post" else client.get(url)
            answers[url] = shown(asked)
    return answers


def differing(house: House, ask: Callable[[], Mapping[str, str]]) -> set[str]:
    """What is answered otherwise when the other table has made other points."""
    found = []
    for points in POINTS:
        with undone():
            cache.clear()
            play_elsewhere(house.day, points)
            found.append(ask())
    one, other = found
    assert one.keys() == other.keys()
    return {url for url in one if one[url] != other[url]}


def test_no_page_tells_what_another_table_made(house: House) -> None:
    assert not differing(house, lambda: asked_of(house, "get"))


def test_no_act_tells_it_but_looking_all_the_same(house: House) -> None:
    look = house.url("looks:look")
    assert differing(house, lambda: asked_of(house, "post")) == {look}
    with undone():
        house.visitors.client(Who.ORGANISER).post(look, SENT)
        event = AuditEvent.objects.get(action=Action.RESULTS_SEEN)
        assert (event.round, event.table, event.reason) == (1, None, "x")
        assert event.after == {"username": house.day.organiser.username}


def test_no_paper_tells_it(house: House) -> None:
    def papers() -> dict[str, str]:
        client = house.visitors.client(Who.ORGANISER)
        told = {"rounds": "1", "language": "en", "reason": "x"}
        url = house.url("exports:papers")
        with undone():
            return {name: shown(client.post(url, {**told, "papers": name})) for name in PAPERS}

    assert not differing(house, papers)


def test_who_does_not_play_is_shown_it_as_ever(house: House) -> None:
    """Whoever has looked is shown it, too: the search above finds what there is to be found."""
    day = house.day
    desk = house.url("desk:round", {"number": 1})

    def referees() -> dict[str, str]:
        return {desk: shown(house.visitors.client(Who.REFEREE).get(desk))}

    def looked() -> dict[str, str]:
        look_all_the_same(
            actor=day.acting_organiser,
            championship=day.championship,
            places=[(1, OTHER)],
            reason="a dispute",
        )
        return {desk: shown(house.visitors.client(Who.ORGANISER).get(desk))}

    assert differing(house, referees) == {desk}
    assert differing(house, looked) == {desk}


def test_hands_of_an_open_round_are_sealed_from_it(house: House) -> None:
    """Until it says why it looks, or prints them, which says why too."""
    needles, hands = needles_of_day(), house.url("deals:hands", {"round": 1})
    client = house.visitors.client(Who.ORGANISER)
    for url in every_url(house):
        assert not needles.found_in_response(client.get(url)), url
    with undone():
        look = client.post(house.url("looks:look"), {"reason": "x", "next": hands}, follow=True)
        assert needles.found_in_response(look) == {1}
    assert needles.found_in_response(house.visitors.client(Who.REFEREE).get(hands)) == {1}


def test_a_slip_in_hand_is_entered_and_shown_back(house: House) -> None:
    """Nothing is said of the other tables, even where what is entered differs from all of them."""
    client, place = house.visitors.client(Who.ORGANISER), {"number": 1, "table": OTHER, "deal": 1}
    entry = house.url("results:entry", place)
    with undone():
        assert client.get(entry).status_code == 200
        answer = client.post(entry, {"ns_points": "72", "based_on": "0"})
        assert answer.status_code == 302
        assert 'value="72"' in client.get(entry).content.decode()
        house.day.enter(1, OTHER, 2, 50)
        others = client.get(house.url("results:entry", {**place, "deal": 2}))
        assert others.status_code == 403
        assert "Look all the same" in others.content.decode()
