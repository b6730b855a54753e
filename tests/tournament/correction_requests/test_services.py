"""A pair correction requests, the opponents answer, a referee decides; nothing that was said is
lost."""

from __future__ import annotations

import pytest

from scoring.game.seats import Side
from tests.tournament.correction_requests.requested_day import (
    ask,
    closed_day,
    end_corrections,
    organiser,
    played,
    standing,
)
from tests.tournament.day import Day, make_day
from tests.tournament.factories import last_actions
from tests.tournament.made_once import made_once, own_copy
from tournament.championships.services.end import end_championship
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.correction_requests.limits import MOST_WAITING
from tournament.correction_requests.services import (
    answer_correction_request,
    decide_correction_request,
    make_correction_request,
)
from tournament.models import Action, CorrectionRequest, Match, Outcome, Result, ResultConfirmation
from tournament.models.places import CorrectionRequestPlace
from tournament.results.kinds.dealt_hand import BLANK, ResultInput, content_of, entry_of
from tournament.results.services.entry import enter_result

pytestmark = pytest.mark.django_db

PAIR_4 = Actor.of_pair(4)


day_once = made_once(closed_day)
day = own_copy("day_once")


def test_granted_correction_request_becomes_next_version_and_both_stay_readable(day: Day) -> None:
    correction_request = ask(day, points=40)
    assert correction_request.said is not None
    decided = decide_correction_request(
        actor=day.acting,
        correction_request=correction_request,
        entry=entry_of(correction_request.said),
        reason="the slip says 40",
    )
    versions = Result.objects.filter(match=day.match(1, 1), deal=1).order_by("version")
    assert [(one.version, one.ns_points, one.is_current) for one in versions] == [
        (1, 34, False),
        (2, 40, True),
    ]
    assert versions[1].change_reason == "the slip says 40"
    assert versions[1].entered_side == ""
    assert decided.decision == CorrectionRequest.Decision.GRANTED
    assert decided.said == correction_request.said
    assert last_actions(day.championship, 2) == [
        Action.RESULT_CHANGED,
        Action.CORRECTION_REQUEST_DECIDED,
    ]
    event = day.championship.events.latest("sequence")
    assert event.place == CorrectionRequestPlace(1, 1, 1, 1)
    assert event.after == {"decision": "granted", "version": 2}
    assert event.reason == "the slip says 40"


def test_referee_can_grant_something_else_than_was_requested(day: Day) -> None:
    decide_correction_request(
        actor=day.acting,
        correction_request=ask(day, points=40),
        entry=played(36),
        reason="recounted",
    )
    assert standing(day).ns_points == 36


def test_refused_correction_request_leaves_result_looked_at_by_a_referee(day: Day) -> None:
    correction_request = decide_correction_request(
        actor=day.acting, correction_request=ask(day), entry=None, reason="the slip says 34"
    )
    assert correction_request.decision == CorrectionRequest.Decision.REFUSED
    assert standing(day).version == 1
    assert [confirmation.by for confirmation in standing(day).confirmations.all()] == [
        ResultConfirmation.By.REFEREE
    ]


def test_same_decision_sent_twice_is_one(day: Day) -> None:
    correction_request = ask(day)
    for _again in range(2):
        decide_correction_request(
            actor=day.acting,
            correction_request=correction_request,
            entry=played(40),
            reason="the slip",
        )
    assert standing(day).version == 2
    other = ask(day, deal=2)
    for _again in range(2):
        decide_correction_request(
            actor=day.acting, correction_request=other, entry=None, reason="the slip"
        )
    assert day.championship.events.filter(action=Action.CORRECTION_REQUEST_DECIDED).count() == 2


def test_second_referee_is_told_who_decided(day: Day) -> None:
    correction_request = ask(day)
    decide_correction_request(
        actor=day.acting, correction_request=correction_request, entry=played(40), reason="the slip"
    )
    with pytest.raises(Conflict, match=day.referee.username):
        decide_correction_request(
            actor=organiser(day),
            correction_request=correction_request,
            entry=None,
            reason="the slip",
        )
    assert standing(day).ns_points == 40


def test_decision_needs_a_reason(day: Day) -> None:
    correction_request = ask(day)
    for entry in (None, played(40)):
        with pytest.raises(UserError) as caught:
            decide_correction_request(
                actor=day.acting, correction_request=correction_request, entry=entry, reason="  "
            )
        assert caught.value.field == "reason"
    assert CorrectionRequest.objects.get(pk=correction_request.pk).decision == ""
    assert standing(day).version == 1


def test_decision_on_what_no_longer_stands_is_a_conflict(day: Day) -> None:
    correction_request = ask(day)
    enter_result(
        actor=day.acting,
        match=day.match(1, 1),
        deal=1,
        entry=played(20),
        based_on=1,
        reason="another slip",
    )
    with pytest.raises(Conflict):
        decide_correction_request(
            actor=day.acting,
            correction_request=correction_request,
            entry=None,
            reason="the slip",
            based_on=1,
        )
    assert CorrectionRequest.objects.get(pk=correction_request.pk).decision == ""


def test_granting_what_stands_already_is_refused(day: Day) -> None:
    correction_request = ask(day)
    with pytest.raises(UserError, match="is already the result"):
        decide_correction_request(
            actor=day.acting,
            correction_request=correction_request,
            entry=played(34),
            reason="the slip",
        )
    assert CorrectionRequest.objects.get(pk=correction_request.pk).decision == ""


def test_result_of_closed_round_is_not_taken_back_by_a_decision(day: Day) -> None:
    with pytest.raises(UserError, match="closed"):
        decide_correction_request(
            actor=organiser(day), correction_request=ask(day), entry=BLANK, reason="nobody knows"
        )
    assert standing(day).ns_points == 34


def test_after_the_time_for_corrections_only_organisers_decide(day: Day) -> None:
    correction_request = ask(day)
    end_corrections(day)
    for entry in (None, played(40)):
        with pytest.raises(NotNow, match="organiser"):
            decide_correction_request(
                actor=day.acting,
                correction_request=correction_request,
                entry=entry,
                reason="the slip",
            )
    decide_correction_request(
        actor=organiser(day),
        correction_request=correction_request,
        entry=played(40),
        reason="the slip",
    )
    assert standing(day).ns_points == 40


def test_opponents_answer_is_noted_and_changes_nothing(day: Day) -> None:
    correction_request = answer_correction_request(
        actor=PAIR_4, correction_request=ask(day), side=Side.EW, agrees=True
    )
    assert (correction_request.answer, correction_request.answered_by) == (
        CorrectionRequest.Answer.AGREED,
        "pair 4",
    )
    assert standing(day).ns_points == 34
    event = day.championship.events.latest("sequence")
    assert (event.action, event.actor) == (Action.CORRECTION_REQUEST_ANSWERED, "pair 4")
    assert event.place == CorrectionRequestPlace(1, 1, 1, 1)
    assert event.after == {"side": "EW", "answer": "agreed"}


def test_answer_twice_is_once_and_can_be_changed_until_the_decision(day: Day) -> None:
    correction_request = ask(day)
    for agrees in (True, True, False):
        answer_correction_request(
            actor=PAIR_4, correction_request=correction_request, side=Side.EW, agrees=agrees
        )
    assert day.championship.events.filter(action=Action.CORRECTION_REQUEST_ANSWERED).count() == 2
    decide_correction_request(
        actor=day.acting, correction_request=correction_request, entry=None, reason="the slip"
    )
    with pytest.raises(NotNow):
        answer_correction_request(
            actor=PAIR_4, correction_request=correction_request, side=Side.EW, agrees=True
        )


def test_pair_does_not_answer_its_own_correction_request(day: Day) -> None:
    with pytest.raises(UserError):
        answer_correction_request(
            actor=Actor.of_pair(1), correction_request=ask(day), side=Side.NS, agrees=True
        )


def test_correction_asked_for_twice_is_one(day: Day) -> None:
    assert ask(day).pk == ask(day).pk
    assert last_actions(day.championship, 2) == [
        Action.ROUND_CLOSED,
        Action.CORRECTION_REQUEST_MADE,
    ]


def test_second_correction_of_a_hand_waits_for_the_first(day: Day) -> None:
    correction_request = ask(day, points=40)
    with pytest.raises(NotNow, match="referee"):
        ask(day, points=41)
    ask(day, side=Side.EW, points=41)
    decide_correction_request(
        actor=day.acting, correction_request=correction_request, entry=None, reason="the slip"
    )
    assert ask(day, points=41).number == 3


def test_correction_says_something_new(day: Day) -> None:
    with pytest.raises(UserError) as caught:
        ask(day, points=34)
    assert caught.value.field == "points"
    with pytest.raises(UserError) as caught:
        make_correction_request(
            actor=PAIR_4,
            match=day.match(1, 1),
            deal=1,
            kind=CorrectionRequest.Kind.CORRECTION,
            side=Side.EW,
            based_on=1,
        )
    assert caught.value.field == "words"


def test_correction_of_what_no_longer_stands_is_a_conflict(day: Day) -> None:
    with pytest.raises(Conflict):
        make_correction_request(
            actor=PAIR_4,
            match=day.match(1, 1),
            deal=1,
            kind=CorrectionRequest.Kind.CORRECTION,
            side=Side.EW,
            based_on=0,
            entry=played(40),
        )


def test_corrections_end_with_their_time(day: Day) -> None:
    end_corrections(day)
    with pytest.raises(NotNow, match="organisers"):
        ask(day)
    assert not CorrectionRequest.objects.exists()


def test_corrections_begin_when_the_round_is_closed() -> None:
    day = make_day(slug="another")
    day.open(1)
    day.enter(1, 1, 1, 34)
    with pytest.raises(NotNow, match="referee"):
        ask(day)


def test_correction_request_about_a_cancelled_match_can_only_be_put_aside(day: Day) -> None:
    correction_request = ask(day)
    Match.objects.filter(pk=correction_request.match_id).cancel()
    with pytest.raises(NotNow):
        decide_correction_request(
            actor=day.acting,
            correction_request=correction_request,
            entry=played(40),
            reason="the slip",
        )
    decided = decide_correction_request(
        actor=day.acting, correction_request=correction_request, entry=None, reason="pair withdrawn"
    )
    assert decided.decision == CorrectionRequest.Decision.REFUSED


def test_disagreement_where_nothing_stands_any_more_is_decided_by_an_entry() -> None:
    day = make_day(slug="another")
    day.open(1)
    correction_request = make_correction_request(
        actor=Actor.of_table(1, Side.EW, 4),
        match=day.match(1, 1),
        deal=1,
        kind=CorrectionRequest.Kind.MEANWHILE,
        side=Side.EW,
        based_on=7,
        entry=played(40),
    )
    assert correction_request.based_on == 0
    assert correction_request.said is not None
    decide_correction_request(
        actor=day.acting,
        correction_request=correction_request,
        entry=entry_of(correction_request.said),
        reason="sent late",
    )
    assert content_of(standing(day)) == ResultInput(outcome=Outcome.PLAYED, ns_points=40)


def test_nothing_is_requested_after_the_end(day: Day) -> None:
    """The link was looked at before the championship ended, and the correction request comes
    after."""
    end_championship(
        actor=day.acting_organiser, championship=day.championship, reason="It is midnight"
    )
    with pytest.raises(NotNow, match="ended"):
        ask(day, points=40)
    assert not CorrectionRequest.objects.exists()


def test_one_pair_cannot_fill_the_desk_with_one_hand(day: Day) -> None:
    reopened = day.match(1, 1)

    def correction_request(points: int) -> CorrectionRequest:
        return make_correction_request(
            actor=PAIR_4,
            match=reopened,
            deal=1,
            kind=CorrectionRequest.Kind.MEANWHILE,
            side=Side.EW,
            based_on=1,
            entry=played(points),
        )

    for points in range(MOST_WAITING):
        correction_request(points)
    with pytest.raises(NotNow):
        correction_request(50)
    assert correction_request(0).number == 1
    assert CorrectionRequest.objects.count() == MOST_WAITING
