"""What becomes of what a table says: stored, confirmed, before the referees, and never lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from tests.tournament.day import Day, after_two_minutes
from tests.tournament.phones.hands import (
    correction_requests,
    points,
    referee_says,
    standing,
    take_back,
)
from tests.tournament.phones.phone import Phone, entry, new_key
from tournament.core.errors import NotNow
from tournament.desk.queries.rounds import desk_of
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    ConfirmationRule,
    Delivery,
    Match,
    Result,
    ResultConfirmation,
    Round,
)
from tournament.models.places import HandPlace
from tournament.results.services.entry import confirm_result
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]


def test_a_pair_enters_a_hand_at_its_table(phone: Phone, match: Match) -> None:
    answer = phone.enter(match, 1, "NS", 44, trump="botifarra", double="contro")
    assert answer == {"state": "stored", "version": 1}
    result = standing(match)
    assert (result.ns_points, result.trump, result.double) == (44, "botifarra", "contro")
    assert (result.entered_side, result.entered_by) == ("NS", "table 1 NS pair 1")
    event = AuditEvent.objects.get(action="result-entered")
    assert event.actor == "table 1 NS pair 1"
    assert event.after is not None
    assert event.after["entered_side"] == "NS"


def test_an_answer_that_was_lost_changes_nothing(phone: Phone, match: Match) -> None:
    said = entry(match, 1, "NS", 44)
    first = phone.send("entries", said)
    events = AuditEvent.objects.count()
    # By now the phone has lost its network, so it says that it comes late.
    again = [phone.send("entries", {**said, "late": late}) for late in (False, True, True)]
    assert {one.content for one in again} == {first.content}
    assert points(match) == [44]
    assert AuditEvent.objects.count() == events
    assert Delivery.objects.count() == 1


def test_an_answer_that_was_lost_stays_what_it_was(phone: Phone, match: Match) -> None:
    """Sent again after the hand was changed, it does not come back as a correction request."""
    said = entry(match, 1, "NS", 44)
    phone.send("entries", said)
    phone.enter(match, 1, "NS", 45, based_on=1)
    assert phone.send("entries", said).content == b'{"state": "stored", "version": 1}'
    assert points(match) == [44, 45]
    assert correction_requests(match) == []


def test_another_thing_under_a_known_key_is_refused(phone: Phone, match: Match) -> None:
    key = new_key()
    phone.enter(match, 1, "NS", 44, key=key)
    answer = phone.send("entries", entry(match, 1, "NS", 45, key=key))
    assert answer.status_code == 422
    assert points(match) == [44]


def test_the_same_content_said_by_the_other_pair_confirms_it(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    answer = phone.enter(match, 1, "EW", 44)
    assert answer == {"state": "confirmed", "version": 1}
    assert list(ResultConfirmation.objects.values_list("by", "actor")) == [
        ("EW", "table 1 EW pair 4")
    ]


def test_the_same_content_said_again_by_the_same_pair_is_nothing_new(
    phone: Phone, match: Match
) -> None:
    phone.enter(match, 1, "NS", 44)
    assert phone.enter(match, 1, "NS", 44) == {"state": "stored", "version": 1}
    assert not ResultConfirmation.objects.exists()
    assert points(match) == [44]


def test_a_pair_corrects_its_own_entry(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    after_two_minutes()
    answer = phone.enter(match, 1, "NS", 41, based_on=1)
    assert answer == {"state": "stored", "version": 2}
    assert points(match) == [44, 41]
    assert standing(match).change_reason == "Corrected at the table"


def test_a_slip_is_corrected_with_a_set_reason(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    phone.enter(match, 1, "NS", 41, based_on=1)
    assert standing(match).change_reason == "Own slip"


class TestUndo:
    def test_the_hand_has_no_result_again(self, phone: Phone, match: Match) -> None:
        phone.enter(match, 1, "NS", 44)
        key = {"key": "0" * 32}
        for _ in range(2):  # sent twice it is done once
            answer = phone.undo(match, 1, "NS", 1, **key)
            assert answer == {"state": "undone", "version": 2}
        assert points(match) == [44, None]
        assert (standing(match).outcome, standing(match).change_reason) == ("blank", "Own slip")
        assert phone.enter(match, 1, "NS", 41, based_on=2) == {"state": "stored", "version": 3}

    def test_what_was_entered_before_stands_again(self, phone: Phone, match: Match) -> None:
        phone.enter(match, 1, "NS", 44)
        phone.enter(match, 1, "NS", 41, based_on=1)
        phone.undo(match, 1, "NS", 2)
        assert points(match) == [44, 41, 44]
        assert standing(match).entered_side == "NS"
        assert phone.confirm(match, 1, "EW", 3)["state"] == "confirmed"

    def test_the_page_offers_it_for_two_minutes(self, phone: Phone, match: Match) -> None:
        def offered() -> list[bool]:
            hands = phone.state().json()["match"]["hands"]  # type: ignore[attr-defined]
            return [hand["undo_until"] is not None for hand in hands]

        phone.enter(match, 1, "NS", 44)
        assert offered() == [True, False, False, False]
        after_two_minutes()
        assert offered() == [False, False, False, False]
        refused = phone.send("undo", _undoing(match, "NS"))
        assert refused.status_code == 409

    def test_not_after_the_other_pair_confirmed(self, phone: Phone, match: Match) -> None:
        phone.enter(match, 1, "NS", 44)
        phone.confirm(match, 1, "EW", 1)
        assert phone.send("undo", _undoing(match, "NS")).status_code == 409
        assert points(match) == [44]

    def test_not_by_another_link(self, day: Day, phone: Phone, match: Match) -> None:
        phone.enter(match, 1, "NS", 44)
        own = Phone.of_pair(day, match.pairs.ns.number)
        assert own.send("undo", _undoing(match, "NS")).status_code == 409
        assert phone.send("undo", _undoing(match, "EW")).status_code == 409
        hands = own.state().json()["match"]["hands"]  # type: ignore[attr-defined]
        assert hands[0]["undo_until"] is None

    def test_not_what_everybody_knows(self, day: Day, phone: Phone, match: Match) -> None:
        Championship.objects.update(confirmation=ConfirmationRule.NONE)
        Round.objects.filter(pk=match.round_id).update(first_closed_at=timezone.now())
        phone.enter(match, 1, "NS", 44)
        assert phone.send("undo", _undoing(match, "NS")).status_code == 409


def _undoing(match: Match, side: str) -> dict[str, Any]:
    return {"key": new_key(), "match": match.pk, "hand": 1, "side": side, "version": 1}


def test_what_the_other_pair_confirmed_can_only_be_requested(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    phone.confirm(match, 1, "EW", 1)
    answer = phone.enter(match, 1, "NS", 41, based_on=1)
    assert answer == {"state": "referee", "version": 1}
    assert points(match) == [44]
    assert correction_requests(match) == [("disagreement", "NS", 1, 41)]


def test_what_is_disputed_can_only_be_requested(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    phone.object_to(match, 1, "EW", 1)
    assert phone.enter(match, 1, "NS", 41, based_on=1)["state"] == "referee"
    assert correction_requests(match) == [
        ("disagreement", "EW", 1, None),
        ("disagreement", "NS", 1, 41),
    ]


def test_what_was_published_can_only_be_requested_though_its_round_is_open_again(
    day: Day, phone: Phone, match: Match
) -> None:
    """By then the pair has seen what the others made of the hand."""
    Championship.objects.update(confirmation=ConfirmationRule.NONE)
    phone.enter(match, 1, "NS", 44)
    for other in Match.objects.filter(round=match.round).select_related("table"):
        for deal in match.round.deals:
            if (other.pk, deal) != (match.pk, 1):
                day.enter(1, other.table.number, deal, 30 + deal)
    close_round(actor=day.acting, round=day.round(1))
    reopen_round(actor=day.acting, round=day.round(1), reason="A slip of table 2 was misread")
    assert phone.enter(match, 1, "NS", 60, based_on=1) == {"state": "referee", "version": 1}
    assert points(match) == [44]
    assert correction_requests(match) == [("disagreement", "NS", 1, 60)]


def test_the_other_pair_says_something_else(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    answer = phone.enter(match, 1, "EW", 28, based_on=1)
    assert answer == {"state": "referee", "version": 1}
    assert points(match) == [44]
    assert correction_requests(match) == [("disagreement", "EW", 1, 28)]


def test_two_phones_of_a_table_enter_different_things(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    answer = phone.enter(match, 1, "EW", 28, based_on=0)
    assert answer == {"state": "referee", "version": 1}
    assert correction_requests(match) == [("meanwhile", "EW", 0, 28)]


@pytest.mark.parametrize("based_on", [0, 1])
def test_what_a_referee_entered_is_not_changed_from_a_table(
    day: Day, phone: Phone, match: Match, based_on: int
) -> None:
    referee_says(day, match, 30)
    assert phone.enter(match, 1, "NS", 44, based_on=based_on)["state"] == "referee"
    assert points(match) == [30]
    assert [kind for kind, *_ in correction_requests(match)] == [
        "disagreement" if based_on else "meanwhile"
    ]


def test_what_a_referee_changed_meanwhile_stands(day: Day, phone: Phone, match: Match) -> None:
    """The phone corrected without a network what a referee corrected, too."""
    phone.enter(match, 1, "NS", 44)
    referee_says(day, match, 30)
    assert phone.enter(match, 1, "NS", 43, based_on=1, late=True)["state"] == "referee"
    assert points(match) == [44, 30]
    assert correction_requests(match) == [("meanwhile", "NS", 1, 43)]


def test_a_referees_note_and_an_unwritten_suit_contradict_nothing(
    day: Day, phone: Phone, match: Match
) -> None:
    referee_says(day, match, 30, note="The slip was wet")
    assert phone.enter(match, 1, "NS", 30) == {"state": "stored", "version": 1}
    answer = phone.enter(match, 1, "NS", 30, trump="botifarra")
    assert answer == {"state": "referee", "version": 1}


def test_a_hand_that_was_taken_back_is_entered_again(day: Day, phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    take_back(day, match)
    late = phone.enter(match, 1, "EW", 40, based_on=1, late=True)
    assert late == {"state": "referee", "version": 2}
    assert correction_requests(match) == [("meanwhile", "EW", 1, 40)]
    assert phone.enter(match, 1, "NS", 43, based_on=2) == {"state": "stored", "version": 3}
    assert standing(match).change_reason == "Entered again at the table"


def test_after_a_restored_backup_what_a_phone_knows_is_all_there_is(
    phone: Phone, match: Match
) -> None:
    assert phone.enter(match, 1, "NS", 44, based_on=3) == {"state": "stored", "version": 1}


def test_what_is_entered_again_when_all_know_the_hand_waits_for_a_referee(
    day: Day, phone: Phone, match: Match
) -> None:
    """Nobody's look is asked for, but the round was closed: it must not become final unseen."""
    Championship.objects.update(confirmation=ConfirmationRule.NONE)
    for other in (1, 2):
        for deal in (1, 2, 3, 4):
            day.enter(1, other, deal, 30 + other + deal)
    close_round(actor=day.acting, round=day.round(1))
    reopen_round(actor=day.acting, round=day.round(1), reason="the wrong hand")
    take_back(day, match)
    assert phone.enter(match, 1, "NS", 43, based_on=2)["state"] == "stored"
    told = phone.state().json()["match"]  # type: ignore[attr-defined]
    assert told["confirmation"] == "referee"
    assert [hand["confirmation"] for hand in told["hands"]] == ["referee", *["none"] * 3]
    phone.confirm(match, 1, "EW", version=3)
    with pytest.raises(NotNow) as refused:
        close_round(actor=day.acting, round=day.round(1))
    assert "unconfirmed results: 1." in str(refused.value)
    desk = desk_of(day.round(1))
    assert [table.number for table in desk.confirmations_owed] == [match.table.number]
    assert not desk.is_ready
    confirm_result(
        actor=day.acting, match=match, deal=1, version=3, by=ResultConfirmation.By.REFEREE
    )
    assert desk_of(day.round(1)).confirmations_owed == ()
    close_round(actor=day.acting, round=day.round(1))


# What is unlikely ---------------------------------------------------------------------------------


def test_an_unlikely_entry_is_asked_about_and_not_kept(phone: Phone, match: Match) -> None:
    said = entry(match, 1, "NS", 3)
    for _ in range(2):
        answer = phone.send("entries", said)
        assert answer.content == b'{"state": "check", "version": 0}'  # and no reason
    assert not Result.objects.exists()
    assert not Delivery.objects.exists()
    # It is right, says the table, under the same key.
    assert phone.enter(match, 1, "NS", 3, key=said["key"], asked=True)["state"] == "stored"


def test_what_comes_late_is_not_asked_about(phone: Phone, match: Match) -> None:
    assert phone.enter(match, 1, "NS", 3, late=True)["state"] == "stored"


def test_the_points_of_the_hand_before_are_asked_about(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 40)
    assert phone.enter(match, 2, "NS", 40)["state"] == "check"
    assert phone.enter(match, 2, "NS", 41)["state"] == "stored"


def test_a_table_is_asked_once_about_a_hand_whatever_it_says_then(
    phone: Phone, match: Match
) -> None:
    """Otherwise the table would find out what the others made: it changes the points until nobody
    asks."""
    assert phone.enter(match, 1, "NS", 3)["state"] == "check"
    assert phone.enter(match, 1, "EW", 4)["state"] == "stored"
    assert points(match) == [4]
    assert phone.enter(match, 1, "EW", 5, based_on=1)["state"] == "stored"
    assert phone.enter(match, 2, "NS", 3)["state"] == "check"  # another hand


def test_only_the_first_correction_is_asked_about(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 30)
    assert phone.enter(match, 1, "NS", 33, based_on=1)["state"] == "stored"
    assert phone.enter(match, 1, "NS", 3, based_on=2)["state"] == "stored"


def test_what_was_asked_about_is_recorded_once(phone: Phone, match: Match) -> None:
    said = entry(match, 1, "NS", 3)
    for _ in range(2):
        phone.send("entries", said)
    (event,) = AuditEvent.objects.filter(action=Action.RESULT_QUESTIONED)
    assert event.place == HandPlace(1, match.table.number, 1)
    assert event.after is not None
    assert event.after["ns_points"] == 3
    assert event.after["entered_side"] == "NS"
    assert (event.actor_table, event.actor_side) == (match.table.number, "NS")


def test_a_correction_is_asked_about_too(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 40)
    assert phone.enter(match, 1, "NS", 70, based_on=1) == {"state": "check", "version": 1}
    assert points(match) == [40]
