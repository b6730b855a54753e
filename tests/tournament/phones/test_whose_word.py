"""For whom a photographed table's code speaks: for nobody who speaks already."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.phones.hands import points
from tests.tournament.phones.phone import Phone, entry, new_key
from tournament.links.tokens import PlaceKind
from tournament.models import AuditEvent, Match, PhoneAtTable, ResultConfirmation

pytestmark = pytest.mark.django_db

BY_LINK = "an own link has spoken"
BY_ANOTHER = "another phone has spoken with the table's code"


@pytest.fixture
def window(day: Day) -> Phone:
    """A private window that opened the code of table 1."""
    return Phone.alone(day, 1)


def refused(answer: Any, words: str) -> None:
    assert answer.status_code == 409, answer.content
    assert words in answer.json()["error"]


def confirmation(match: Match, side: str, version: int = 1, deal: int = 1) -> dict[str, Any]:
    about = {"key": new_key(), "match": match.pk, "hand": deal, "side": side}
    return {**about, "version": version}


def shown(phone: Phone) -> Any:
    answer: Any = phone.state()
    assert answer.status_code == 200
    return answer.json()


def let_speak(day: Day, side: str) -> Any:
    path = f"/c/{day.slug}/manage/desk/1/tables/1/let-speak/{side}/"
    return english_client(day.referee).post(path)


class TestOwnLink:
    """The link of pair E–W has spoken in the match."""

    @pytest.fixture
    def link(self, day: Day, match: Match) -> Phone:
        phone = Phone.of_pair(day, match.pairs.ew.number)
        phone.enter(match, 2, "EW", 30)
        return phone

    def test_the_code_speaks_for_that_pair_no_more(
        self, day: Day, link: Phone, match: Match, window: Phone
    ) -> None:
        Phone.of_pair(day, match.pairs.ns.number).enter(match, 1, "NS", 44)
        refused(window.send("confirmations", confirmation(match, "EW")), BY_LINK)
        refused(window.send("entries", entry(match, 3, "EW", 40)), BY_LINK)
        refused(window.hold(match, "EW"), BY_LINK)
        assert not ResultConfirmation.objects.exists()
        assert link.confirm(match, 1, "EW", 1)["state"] == "confirmed"

    def test_it_speaks_for_the_other_pair_and_the_page_says_so(
        self, link: Phone, match: Match, window: Phone
    ) -> None:
        told = shown(window)
        assert told["sides"] == ["NS"]
        assert [BY_LINK in one for one in told["refused"]] == [True]
        assert window.hold(match, "NS").status_code == 200
        assert shown(window)["holder"] == "NS"
        assert window.enter(match, 1, "NS", 44)["state"] == "stored"

    def test_a_phone_that_held_for_them_before_sees_nothing_more(
        self, day: Day, match: Match, window: Phone
    ) -> None:
        window.hold(match, "EW")
        assert shown(window)["holder"] == "EW"
        Phone.of_pair(day, match.pairs.ew.number).enter(match, 2, "EW", 30)
        told = shown(window)
        assert (told["holder"], told["sides"]) == ("", ["NS"])
        assert [hand["content"] for hand in told["match"]["hands"]] == [None] * 4

    def test_where_both_have_the_code_is_no_key_to_the_table(
        self, day: Day, link: Phone, match: Match, window: Phone
    ) -> None:
        Phone.of_pair(day, match.pairs.ns.number).enter(match, 1, "NS", 44)
        told = shown(window)
        assert (told["match"], told["sides"]) == (None, [])
        assert BY_LINK in told["elsewhere"]["words"]

    def test_another_match_is_another_matter(self, day: Day, link: Phone, match: Match) -> None:
        day.open(2)
        number = match.pairs.ew.number
        table = next(t for t in (1, 2) if number in {p.number for p in day.match(2, t).pairs})
        other = day.match(2, table)
        side = next(one for one, pair in other.pairs.items() if pair.number == number)
        assert Phone.alone(day, table).hold(other, side.value).status_code == 200

    def test_a_phone_with_link_and_code_speaks_on(self, link: Phone, match: Match) -> None:
        link.scan(PlaceKind.TABLE, 1)
        assert link.enter(match, 3, "EW", 40)["state"] == "stored"


class TestAnotherPhone:
    """A phone with the table's code has spoken for N–S."""

    @pytest.fixture
    def first(self, day: Day, match: Match) -> Phone:
        phone = Phone.alone(day, 1)
        phone.enter(match, 1, "NS", 44)
        return phone

    def test_it_keeps_others_with_the_code_from_speaking_for_that_side(
        self, first: Phone, match: Match, window: Phone
    ) -> None:
        refused(window.send("entries", entry(match, 2, "NS", 40)), BY_ANOTHER)
        refused(window.hold(match, "NS"), BY_ANOTHER)
        told = shown(window)
        assert told["sides"] == ["EW"]
        assert "ask a referee to let this phone speak" in told["refused"][0]
        assert first.enter(match, 2, "NS", 40)["state"] == "stored"

    def test_two_phones_speak_for_the_two_sides_as_ever(
        self, first: Phone, match: Match, window: Phone
    ) -> None:
        assert window.confirm(match, 1, "EW", 1)["state"] == "confirmed"
        window.enter(match, 2, "EW", 30)
        assert first.confirm(match, 2, "NS", 1)["state"] == "confirmed"

    def test_one_phone_goes_round_the_table(self, first: Phone, match: Match) -> None:
        first.enter(match, 2, "EW", 30)
        first.enter(match, 3, "NS", 20)
        assert [len(points(match, deal)) for deal in (1, 2, 3)] == [1, 1, 1]

    def test_an_own_link_needs_nobody(self, day: Day, first: Phone, match: Match) -> None:
        own = Phone.of_pair(day, match.pairs.ns.number)
        assert own.enter(match, 2, "NS", 40)["state"] == "stored"

    def test_saying_who_holds_it_keeps_nobody_out(
        self, day: Day, match: Match, window: Phone
    ) -> None:
        window.hold(match, "EW")
        assert Phone.alone(day, 1).enter(match, 1, "EW", 40)["state"] == "stored"

    def test_a_referee_lets_another_phone_in(
        self, day: Day, first: Phone, match: Match, window: Phone
    ) -> None:
        desk = english_client(day.referee).get(f"/c/{day.slug}/manage/desk/1/tables/1/")
        assert "Let another phone speak for NS" in " ".join(desk.content.decode().split())
        assert "Let another phone speak for EW" not in desk.content.decode()
        for _twice_is_once in range(2):
            assert let_speak(day, "NS").status_code == 302
        event = AuditEvent.objects.get(action="phone-allowed")
        assert (event.table, event.after) == (1, {"side": "NS", "pairs": [1]})
        assert window.enter(match, 2, "NS", 40)["state"] == "stored"
        # And from then on it is theirs: the one before can't speak for them any more.
        refused(first.send("entries", entry(match, 3, "NS", 40)), BY_ANOTHER)

    def test_only_a_referee_does(self, day: Day, first: Phone) -> None:
        path = f"/c/{day.slug}/manage/desk/1/tables/1/let-speak/NS/"
        assert first.client.post(path).status_code in (302, 403)
        assert not PhoneAtTable.objects.filter(another_allowed=True).exists()
        assert let_speak(day, "N").status_code == 404

    def test_saying_what_stands_already_takes_nothing(
        self, day: Day, first: Phone, match: Match
    ) -> None:
        own = Phone.of_pair(day, match.pairs.ns.number)
        assert own.enter(match, 1, "NS", 44, based_on=1)["state"] == "stored"
        assert PhoneAtTable.objects.filter(deal=1).count() == 1
