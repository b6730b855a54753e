"""What can wait for a referee at once, and deciding many requests at once."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.game.seats import Side
from tests.page_forms import forms_of
from tests.tournament.correction_requests.requested_day import (
    ask,
    closed_day,
    end_corrections,
    played,
    standing,
)
from tests.tournament.day import Day
from tests.tournament.factories import english_client, last_actions
from tests.tournament.made_once import made_once, own_copy
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.correction_requests.limits import MOST_ANSWERS
from tournament.correction_requests.services import (
    answer_correction_request,
    let_results_stand,
    make_correction_request,
)
from tournament.models import Action, AuditEvent, CorrectionRequest
from tournament.results.services.entry import enter_result

pytestmark = pytest.mark.django_db

day_once = made_once(closed_day)
LIST = "/c/day/manage/correction-requests/"
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def late(day: Day, deal: int, side: Side = Side.NS) -> CorrectionRequest:
    match = day.match(1, 1)
    return make_correction_request(
        actor=Actor.of_table(1, side, match.pairs[side].number),
        match=match,
        deal=deal,
        kind=CorrectionRequest.Kind.LATE,
        side=side,
        based_on=1,
        entry=played(60),
    )


def seen(*found: CorrectionRequest) -> dict[int, int]:
    """A referee who read the list before anything was changed."""
    return {one.number: 1 for one in found}


def open_numbers() -> list[int]:
    waiting = CorrectionRequest.objects.filter(decision="").order_by("number")
    return list(waiting.values_list("number", flat=True))


class TestDecidingMany:
    def test_for_one_reason_each_recorded(self, day: Day) -> None:
        asked = [ask(day, deal=deal) for deal in (1, 2, 3)]
        decided = let_results_stand(
            actor=day.acting,
            championship=day.championship,
            versions=seen(*asked[:2]),
            reason=" the slips  say so ",
        )
        assert decided == 2
        assert open_numbers() == [asked[2].number]
        events = AuditEvent.objects.filter(action=Action.CORRECTION_REQUEST_DECIDED)
        assert [(one.correction_request, one.reason) for one in events] == [
            (asked[0].number, "the slips say so"),
            (asked[1].number, "the slips say so"),
        ]

    def test_all_or_none(self, day: Day) -> None:
        """One of the results has been changed since the referee read the list."""
        asked = [ask(day, deal=deal) for deal in (1, 2)]
        enter_result(
            actor=day.acting,
            match=day.match(1, 1),
            deal=2,
            entry=played(11),
            based_on=1,
            reason="the slip",
        )
        with pytest.raises(Conflict, match=f"Request {asked[1].number}: Somebody else has changed"):
            let_results_stand(
                actor=day.acting, championship=day.championship, versions=seen(*asked), reason="no"
            )
        assert open_numbers() == [one.number for one in asked]

    @pytest.mark.parametrize(
        ("versions", "reason", "field"),
        [({}, "no", "requests"), ({99: 1}, "no", "requests"), ({1: 1}, " ", "reason")],
    )
    def test_what_is_missing(
        self, day: Day, versions: dict[int, int], reason: str, field: str
    ) -> None:
        ask(day)
        with pytest.raises(UserError) as caught:
            let_results_stand(
                actor=day.acting, championship=day.championship, versions=versions, reason=reason
            )
        assert caught.value.field == field
        assert open_numbers() == [1]

    def test_a_referee_puts_notes_aside_when_only_organisers_change_results(self, day: Day) -> None:
        end_corrections(day)
        notes = [late(day, deal) for deal in (1, 2)]
        let_results_stand(
            actor=day.acting, championship=day.championship, versions=seen(*notes), reason="read"
        )
        assert open_numbers() == []
        assert last_actions(day.championship) == [Action.CORRECTION_REQUEST_DECIDED]
        assert standing(day).confirmations.count() == 0


class TestPage:
    def test_ticked_ones_are_decided(self, day: Day, referee: Client) -> None:
        for deal in (1, 2, 3):
            ask(day, deal=deal)
        form = forms_of(referee.get(LIST).content.decode())[-1]
        sent = {**form.filled(reason="the slips say so"), "request": ["1:1", "3:1"]}
        answer = referee.post(LIST, sent, follow=True)
        assert "2 requests decided." in answer.content.decode()
        assert open_numbers() == [2]

    def test_nothing_is_lost_without_a_reason(self, day: Day, referee: Client) -> None:
        ask(day)
        ask(day, deal=2)
        answer = referee.post(LIST, {"reason": " ", "request": ["2:1"]})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert 'value="2:1" checked' in page
        assert 'value="1:1" checked' not in page
        assert open_numbers() == [1, 2]

    @pytest.mark.parametrize("ticked", [[], ["x"], ["7:1"], ["1:1", "1"], ["99999999:1"]])
    def test_bad_input(self, day: Day, referee: Client, ticked: list[str]) -> None:
        ask(day)
        answer = referee.post(LIST, {"reason": "so", "request": ticked})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
        assert open_numbers() == [1]

    def test_the_desk_leads_to_it(self, day: Day, referee: Client) -> None:
        ask(day)
        desk = f"/c/{day.slug}/manage/desk/1/"
        assert LIST + '"' not in referee.get(desk).content.decode()
        ask(day, deal=2)
        assert f'href="{LIST}"' in referee.get(desk).content.decode()

    def test_with_nothing_to_decide(self, day: Day, referee: Client) -> None:
        assert "No request waits for a decision." in referee.get(LIST).content.decode()


def test_a_note_says_that_nothing_waits_for_it(day: Day, referee: Client) -> None:
    end_corrections(day)
    late(day, 1)
    page = referee.get(f"/c/{day.slug}/manage/desk/1/").content.decode()
    assert "came too late" in page
    assert "a note, nothing waits for it" in page
    assert "only an organiser" not in referee.get(f"{LIST}1/").content.decode()


def test_opponents_change_their_mind_so_often_and_no_more(day: Day) -> None:
    asked = ask(day)
    opponents = Actor.of_pair(4)

    def answers(*, agrees: bool) -> None:
        answer_correction_request(
            actor=opponents, correction_request=asked, side=Side.EW, agrees=agrees
        )

    for turn in range(MOST_ANSWERS):
        answers(agrees=turn % 2 == 0)
    with pytest.raises(NotNow, match="Tell the referee"):
        answers(agrees=True)
    recorded = AuditEvent.objects.filter(action=Action.CORRECTION_REQUEST_ANSWERED)
    assert recorded.count() == MOST_ANSWERS
