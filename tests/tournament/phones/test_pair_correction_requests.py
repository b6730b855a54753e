"""A pair asks for a correction from its own page, and the opponents answer from theirs."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse

from scoring.duplicate.scores import Infraction
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side
from tests.page_forms import forms_of
from tests.tournament.correction_requests.requested_day import (
    ask,
    closed_day,
    end_corrections,
    played,
    standing,
)
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.phones.phone import Phone
from tests.tournament.phones.test_pair import address, seen, words
from tests.tournament.test_bad_input import SPOILT
from tournament.correction_requests.queries import open_correction_requests
from tournament.correction_requests.services import decide_correction_request
from tournament.models import Action, CorrectionRequest, Outcome
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result

pytestmark = [pytest.mark.django_db, pytest.mark.long]


day_once = made_once(closed_day)
day = own_copy("day_once")


def send(day: Day, pair: int = 4, deal: int = 1, **changes: object) -> HttpResponse:
    """The pair opens the form of a hand, changes something and sends it."""
    client = Phone.of_pair(day, pair).client
    url = address(day, pair, f"rounds/1/hands/{deal}/correction/")
    (form,) = (one for one in forms_of(client.get(url).content.decode()) if "based_on" in one.names)
    return client.post(url, form.filled(**changes))  # type: ignore[return-value]


def text(answer: Any) -> str:
    return words(answer.content.decode())


def the_correction_request(day: Day) -> Any:
    (correction_request,) = open_correction_requests(day.championship)
    return correction_request


class TestAsking:
    def test_own_points_are_read_from_the_own_side(self, day: Day) -> None:
        answer = send(day, points=32)
        assert answer.headers["Location"] == address(day, 4)
        correction_request = the_correction_request(day)
        assert (correction_request.kind, correction_request.side) == (
            CorrectionRequest.Kind.CORRECTION,
            Side.EW,
        )
        assert (
            correction_request.pair.number,
            correction_request.deal,
            correction_request.based_on,
        ) == (4, 1, 1)
        assert correction_request.said == played(40)
        assert standing(day).ns_points == 34  # nothing changes by asking
        event = day.championship.events.latest("sequence")
        assert (event.action, event.actor) == (Action.CORRECTION_REQUEST_MADE, "pair 4")

    def test_announcements(self, day: Day) -> None:
        send(day, pair=1, trump="botifarra", double="contro")
        assert the_correction_request(day).said == ResultInput(
            outcome=Outcome.PLAYED,
            ns_points=34,
            announcement=Announcement(Denomination.BOTIFARRA, Double.CONTRO),
        )

    def test_words_alone_are_enough(self, day: Day) -> None:
        send(day, words="  it was hand 2,\nnot hand 1 ")
        correction_request = the_correction_request(day)
        assert (correction_request.said, correction_request.words) == (
            None,
            "it was hand 2, not hand 1",
        )

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({}, "Say what the result should be, or what is wrong."),
            ({"points": ""}, "Say what the result should be, or what is wrong."),
            ({"points": "73"}, "from 0 to 72"),
            ({"points": "x"}, "from 0 to 72"),
            ({"trump": "X"}, "Select a valid choice"),
            ({"words": "x" * 501}, "500"),
            ({"based_on": "x"}, "Reload it"),
        ],
    )
    def test_faults_are_named(self, day: Day, changes: dict[str, Any], sentence: str) -> None:
        answer = send(day, **changes)
        assert answer.status_code == 422
        assert sentence in text(answer)
        assert not open_correction_requests(day.championship)

    def test_sent_twice_is_asked_once(self, day: Day) -> None:
        client = Phone.of_pair(day, 4).client
        url = address(day, 4, "rounds/1/hands/1/correction/")
        (form,) = (
            one for one in forms_of(client.get(url).content.decode()) if "based_on" in one.names
        )
        for _again in range(2):
            assert client.post(url, form.filled(points=32)).status_code == 302
        assert the_correction_request(day).number == 1

    def test_second_correction_of_the_hand_is_for_the_referee(self, day: Day) -> None:
        ask(day, side=Side.EW)
        page = text(
            Phone.of_pair(day, 4).client.get(address(day, 4, "rounds/1/hands/1/correction/"))
        )
        assert "You have asked for a correction of this hand" in page

    def test_after_the_time_it_says_whom_to_ask(self, day: Day) -> None:
        client = Phone.of_pair(day, 4).client
        url = address(day, 4, "rounds/1/hands/1/correction/")
        (form,) = (
            one for one in forms_of(client.get(url).content.decode()) if "based_on" in one.names
        )
        end_corrections(day)
        late = client.post(url, form.filled(points=32))
        assert late.status_code == 409
        for answer in (late, client.get(url)):
            assert "Ask the organisers" in text(answer)
            html = answer.content.decode()
            assert not [one for one in forms_of(html) if "based_on" in one.names]
        assert not open_correction_requests(day.championship)

    def test_open_round_tells_nothing_and_sends_to_the_referee(self) -> None:
        day = make_day(slug="another")
        day.open(1)
        day.enter(1, 1, 1, 34)
        page = text(
            Phone.of_pair(day, 4).client.get(address(day, 4, "rounds/1/hands/1/correction/"))
        )
        assert "tell your referee" in page
        assert "34" not in page

    def test_result_changed_meanwhile_is_shown_anew(self, day: Day) -> None:
        client = Phone.of_pair(day, 4).client
        url = address(day, 4, "rounds/1/hands/1/correction/")
        (form,) = (
            one for one in forms_of(client.get(url).content.decode()) if "based_on" in one.names
        )
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=played(20),
            based_on=1,
            reason="another slip",
        )
        answer = client.post(url, form.filled(points=32))
        assert answer.status_code == 409
        assert "changed meanwhile" in text(answer)
        assert "NS 20" in text(answer)
        assert not open_correction_requests(day.championship)
        (again,) = (one for one in forms_of(answer.content.decode()) if "based_on" in one.names)
        assert client.post(url, again.filled()).status_code == 302
        assert the_correction_request(day).based_on == 2

    def test_rule_break_stays_beside_other_points_and_its_note_is_not_told(self, day: Day) -> None:
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=1,
            entry=ResultInput(
                outcome=Outcome.PLAYED,
                ns_points=34,
                infraction=Infraction.NS,
                note="for referees only",
            ),
            based_on=1,
            reason="a revoke",
        )
        client = Phone.of_pair(day, 4).client
        url = address(day, 4, "rounds/1/hands/1/correction/")
        assert "for referees only" not in client.get(url).content.decode()
        assert "Say what the result should be" in text(send(day))
        send(day, points=32)
        said = the_correction_request(day).said
        assert (said.ns_points, said.infraction, said.note) == (40, Infraction.NS, "")

    @pytest.mark.parametrize("field", ["points", "trump", "double", "words", "based_on"])
    def test_whatever_is_sent_is_answered(self, day: Day, field: str) -> None:
        client = Phone.of_pair(day, 4).client
        url = address(day, 4, "rounds/1/hands/1/correction/")
        (form,) = (
            one for one in forms_of(client.get(url).content.decode()) if "based_on" in one.names
        )
        for spoilt in ([], *([one] for one in SPOILT if "\ud800" not in one), ["1", "0"]):
            answer = client.post(url, form.filled(points=32) | {field: spoilt})
            assert answer.status_code in {302, 409, 422}
            assert standing(day).version == 1

    @pytest.mark.parametrize(
        ("round", "deal"), [(1, 0), (1, 5), (1, 10**30), (2, 1), (0, 1), (99, 1), (10**30, 1)]
    )
    def test_hands_that_are_not_played(self, day: Day, round: int, deal: int) -> None:
        client = Phone.of_pair(day, 4).client
        url = address(day, 4, f"rounds/{round}/hands/{deal}/correction/")
        assert client.get(url).status_code == 404

    def test_other_pairs_can_not_ask(self, day: Day) -> None:
        url = address(day, 4, "rounds/1/hands/1/correction/")
        for phone in (Phone.of_pair(day, 1), Phone.at_table(day, 1), Phone(day)):
            answer = phone.client.post(url, {"points": "32", "based_on": "1"})
            assert answer.status_code == 403
        assert not open_correction_requests(day.championship)


def reply(day: Day, pair: int, agrees: str, correction_request: int = 1) -> Any:
    client = Phone.of_pair(day, pair).client
    return client.post(
        address(day, pair, f"correction-requests/{correction_request}/"),
        {"agrees": agrees},
        follow=True,
    )


class TestAnswering:
    def test_opponents_see_both_versions_and_answer(self, day: Day) -> None:
        ask(day)
        phone = Phone.of_pair(day, 4)
        page = words(seen(phone, 4))
        assert "Pair 1 asks for a correction of hand 1 (round 1)" in page
        assert "Do you agree?" in page
        assert "we counted again" in page
        forms = [one for one in forms_of(seen(phone, 4)) if "agrees" in one.names]
        assert [form.action for form in forms] == [address(day, 4, "correction-requests/1/")]
        answer = reply(day, 4, "yes")
        assert "Your answer is noted" in text(answer)
        assert "You agree. A referee decides." in text(answer)
        assert the_correction_request(day).answer is CorrectionRequest.Answer.AGREED

    def test_they_can_change_their_mind_until_it_is_decided(self, day: Day) -> None:
        correction_request = ask(day)
        reply(day, 4, "yes")
        reply(day, 4, "no")
        reply(day, 4, "no")
        assert the_correction_request(day).answer is CorrectionRequest.Answer.REFUSED
        decide_correction_request(
            actor=day.acting, correction_request=correction_request, entry=None, reason="the slip"
        )
        assert "already been decided" in text(reply(day, 4, "yes"))
        correction_request.refresh_from_db()
        assert correction_request.answer == CorrectionRequest.Answer.REFUSED

    def test_the_pair_that_asks_is_not_asked(self, day: Day) -> None:
        ask(day)
        page = words(seen(Phone.of_pair(day, 1), 1))
        assert "Do you agree?" not in page
        assert "It is waiting for a referee." in page
        assert "can't answer its own request" in text(reply(day, 1, "yes"))
        assert the_correction_request(day).answer is CorrectionRequest.Answer.NONE

    def test_who_did_not_play_it_has_no_say(self, day: Day) -> None:
        ask(day)
        assert reply(day, 2, "yes").status_code == 404
        url = address(day, 4, "correction-requests/1/")
        for phone in (Phone.of_pair(day, 1), Phone.at_table(day, 1), Phone(day)):
            assert phone.client.post(url, {"agrees": "yes"}).status_code == 403
        assert the_correction_request(day).answer is CorrectionRequest.Answer.NONE

    @pytest.mark.parametrize("agrees", ["", "maybe", "x" * 1000])
    def test_no_answer_is_none(self, day: Day, agrees: str) -> None:
        ask(day)
        assert "Say whether you agree." in text(reply(day, 4, agrees))
        assert the_correction_request(day).answer is CorrectionRequest.Answer.NONE

    @pytest.mark.parametrize("correction_request", [0, 2, 10**30])
    def test_correction_requests_that_are_not_there(
        self, day: Day, correction_request: int
    ) -> None:
        ask(day)
        assert reply(day, 4, "yes", correction_request).status_code == 404
