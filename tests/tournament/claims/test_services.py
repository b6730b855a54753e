"""A pair claims, the opponents answer, a referee decides; nothing that was said is lost."""

from __future__ import annotations

import pytest

from scoring.seats import Side
from tests.tournament.claims.asking import (
    ask,
    closed_day,
    end_corrections,
    organiser,
    played,
    standing,
)
from tests.tournament.day import Day, make_day
from tests.tournament.factories import last_actions
from tournament.championships.services import end_championship
from tournament.claims.services import MOST_WAITING, answer_claim, decide_claim, make_claim
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import Action, Claim, Match, Outcome, Result, SecondLook
from tournament.results.entry import BLANK, ResultInput, content_of, entry_of
from tournament.results.services import enter_result

pytestmark = pytest.mark.django_db

PAIR_4 = Actor.of_pair(4)


@pytest.fixture
def day() -> Day:
    return closed_day()


def test_granted_claim_becomes_next_version_and_both_stay_readable(day: Day) -> None:
    claim = ask(day, points=40)
    assert claim.said is not None
    decided = decide_claim(
        actor=day.acting, claim=claim, entry=entry_of(claim.said), reason="the slip says 40"
    )
    versions = Result.objects.filter(match=day.match(1, 1), deal=1).order_by("version")
    assert [(one.version, one.ns_points, one.is_current) for one in versions] == [
        (1, 34, False),
        (2, 40, True),
    ]
    assert versions[1].change_reason == "the slip says 40"
    assert versions[1].entered_side == ""
    assert decided.decision == Claim.Decision.GRANTED
    assert decided.said == claim.said
    assert last_actions(day.championship, 2) == [Action.RESULT_CHANGED, Action.CLAIM_DECIDED]
    event = day.championship.events.latest("sequence")
    assert event.target == "round 1 table 1 hand 1 claim 1"
    assert event.after == {"decision": "granted", "version": 2}
    assert event.reason == "the slip says 40"


def test_referee_can_grant_something_else_than_was_claimed(day: Day) -> None:
    decide_claim(actor=day.acting, claim=ask(day, points=40), entry=played(36), reason="recounted")
    assert standing(day).ns_points == 36


def test_refused_claim_leaves_result_looked_at_by_a_referee(day: Day) -> None:
    claim = decide_claim(actor=day.acting, claim=ask(day), entry=None, reason="the slip says 34")
    assert claim.decision == Claim.Decision.REFUSED
    assert standing(day).version == 1
    assert [look.by for look in standing(day).looks.all()] == [SecondLook.By.REFEREE]


def test_same_decision_sent_twice_is_one(day: Day) -> None:
    claim = ask(day)
    for _again in range(2):
        decide_claim(actor=day.acting, claim=claim, entry=played(40), reason="the slip")
    assert standing(day).version == 2
    other = ask(day, deal=2)
    for _again in range(2):
        decide_claim(actor=day.acting, claim=other, entry=None, reason="the slip")
    assert day.championship.events.filter(action=Action.CLAIM_DECIDED).count() == 2


def test_second_referee_is_told_who_decided(day: Day) -> None:
    claim = ask(day)
    decide_claim(actor=day.acting, claim=claim, entry=played(40), reason="the slip")
    with pytest.raises(Conflict, match=day.referee.username):
        decide_claim(actor=organiser(day), claim=claim, entry=None, reason="the slip")
    assert standing(day).ns_points == 40


def test_decision_needs_a_reason(day: Day) -> None:
    claim = ask(day)
    for entry in (None, played(40)):
        with pytest.raises(UserError) as caught:
            decide_claim(actor=day.acting, claim=claim, entry=entry, reason="  ")
        assert caught.value.field == "reason"
    assert Claim.objects.get(pk=claim.pk).decision == ""
    assert standing(day).version == 1


def test_decision_on_what_no_longer_stands_is_a_conflict(day: Day) -> None:
    claim = ask(day)
    enter_result(
        actor=day.acting,
        match=day.match(1, 1),
        deal=1,
        entry=played(20),
        based_on=1,
        reason="another slip",
    )
    with pytest.raises(Conflict):
        decide_claim(actor=day.acting, claim=claim, entry=None, reason="the slip", based_on=1)
    assert Claim.objects.get(pk=claim.pk).decision == ""


def test_granting_what_stands_already_is_refused(day: Day) -> None:
    claim = ask(day)
    with pytest.raises(UserError, match="stands there already"):
        decide_claim(actor=day.acting, claim=claim, entry=played(34), reason="the slip")
    assert Claim.objects.get(pk=claim.pk).decision == ""


def test_result_of_closed_round_is_not_taken_back_by_a_decision(day: Day) -> None:
    with pytest.raises(UserError, match="closed"):
        decide_claim(actor=organiser(day), claim=ask(day), entry=BLANK, reason="nobody knows")
    assert standing(day).ns_points == 34


def test_after_the_time_for_corrections_only_organisers_decide(day: Day) -> None:
    claim = ask(day)
    end_corrections(day)
    for entry in (None, played(40)):
        with pytest.raises(NotNow, match="organiser"):
            decide_claim(actor=day.acting, claim=claim, entry=entry, reason="the slip")
    decide_claim(actor=organiser(day), claim=claim, entry=played(40), reason="the slip")
    assert standing(day).ns_points == 40


def test_opponents_answer_is_noted_and_changes_nothing(day: Day) -> None:
    claim = answer_claim(actor=PAIR_4, claim=ask(day), side=Side.EW, agrees=True)
    assert (claim.answer, claim.answered_by) == (Claim.Answer.AGREED, "pair 4")
    assert standing(day).ns_points == 34
    event = day.championship.events.latest("sequence")
    assert (event.action, event.actor) == (Action.CLAIM_ANSWERED, "pair 4")
    assert event.target == "round 1 table 1 hand 1 claim 1"
    assert event.after == {"side": "EW", "answer": "agreed"}


def test_answer_twice_is_once_and_can_be_changed_until_the_decision(day: Day) -> None:
    claim = ask(day)
    for agrees in (True, True, False):
        answer_claim(actor=PAIR_4, claim=claim, side=Side.EW, agrees=agrees)
    assert day.championship.events.filter(action=Action.CLAIM_ANSWERED).count() == 2
    decide_claim(actor=day.acting, claim=claim, entry=None, reason="the slip")
    with pytest.raises(NotNow):
        answer_claim(actor=PAIR_4, claim=claim, side=Side.EW, agrees=True)


def test_pair_does_not_answer_its_own_claim(day: Day) -> None:
    with pytest.raises(UserError):
        answer_claim(actor=Actor.of_pair(1), claim=ask(day), side=Side.NS, agrees=True)


def test_correction_asked_for_twice_is_one(day: Day) -> None:
    assert ask(day).pk == ask(day).pk
    assert last_actions(day.championship, 2) == [Action.ROUND_CLOSED, Action.CLAIM_MADE]


def test_second_correction_of_a_hand_waits_for_the_first(day: Day) -> None:
    claim = ask(day, points=40)
    with pytest.raises(NotNow, match="referee"):
        ask(day, points=41)
    ask(day, side=Side.EW, points=41)
    decide_claim(actor=day.acting, claim=claim, entry=None, reason="the slip")
    assert ask(day, points=41).number == 3


def test_correction_says_something_new(day: Day) -> None:
    with pytest.raises(UserError) as caught:
        ask(day, points=34)
    assert caught.value.field == "points"
    with pytest.raises(UserError) as caught:
        make_claim(
            actor=PAIR_4,
            match=day.match(1, 1),
            deal=1,
            kind=Claim.Kind.CORRECTION,
            side=Side.EW,
            based_on=1,
        )
    assert caught.value.field == "words"


def test_correction_of_what_no_longer_stands_is_a_conflict(day: Day) -> None:
    with pytest.raises(Conflict):
        make_claim(
            actor=PAIR_4,
            match=day.match(1, 1),
            deal=1,
            kind=Claim.Kind.CORRECTION,
            side=Side.EW,
            based_on=0,
            entry=played(40),
        )


def test_corrections_end_with_their_time(day: Day) -> None:
    end_corrections(day)
    with pytest.raises(NotNow, match="organisers"):
        ask(day)
    assert not Claim.objects.exists()


def test_corrections_begin_when_the_round_is_closed() -> None:
    day = make_day()
    day.open(1)
    day.enter(1, 1, 1, 34)
    with pytest.raises(NotNow, match="referee"):
        ask(day)


def test_claim_about_a_cancelled_match_can_only_be_put_aside(day: Day) -> None:
    claim = ask(day)
    Match.objects.filter(pk=claim.match_id).update(cancelled=True)
    with pytest.raises(NotNow):
        decide_claim(actor=day.acting, claim=claim, entry=played(40), reason="the slip")
    decided = decide_claim(actor=day.acting, claim=claim, entry=None, reason="pair withdrawn")
    assert decided.decision == Claim.Decision.REFUSED


def test_disagreement_where_nothing_stands_any_more_is_decided_by_an_entry() -> None:
    day = make_day()
    day.open(1)
    claim = make_claim(
        actor=Actor.of_table(1, Side.EW, 4),
        match=day.match(1, 1),
        deal=1,
        kind=Claim.Kind.MEANWHILE,
        side=Side.EW,
        based_on=7,
        entry=played(40),
    )
    assert claim.based_on == 0
    assert claim.said is not None
    decide_claim(actor=day.acting, claim=claim, entry=entry_of(claim.said), reason="sent late")
    assert content_of(standing(day)) == ResultInput(outcome=Outcome.PLAYED, ns_points=40)


def test_nothing_is_claimed_after_the_end(day: Day) -> None:
    """The link was looked at before the championship ended, and the claim comes after."""
    end_championship(
        actor=day.acting_organiser, championship=day.championship, reason="It is midnight"
    )
    with pytest.raises(NotNow, match="ended"):
        ask(day, points=40)
    assert not Claim.objects.exists()


def test_one_pair_cannot_fill_the_desk_with_one_hand(day: Day) -> None:
    reopened = day.match(1, 1)

    def claim(points: int) -> Claim:
        return make_claim(
            actor=PAIR_4,
            match=reopened,
            deal=1,
            kind=Claim.Kind.MEANWHILE,
            side=Side.EW,
            based_on=1,
            entry=played(points),
        )

    for points in range(MOST_WAITING):
        claim(points)
    with pytest.raises(NotNow):
        claim(50)
    assert claim(0).number == 1
    assert Claim.objects.count() == MOST_WAITING
