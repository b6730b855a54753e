"""A confirmation: the other pair confirms, or says that it is wrong."""

from __future__ import annotations

import pytest

from tests.tournament.day import Day
from tests.tournament.phones.hands import correction_requests, points, referee_says, take_back
from tests.tournament.phones.phone import Phone, new_key
from tournament.models import Match, ResultConfirmation

pytestmark = pytest.mark.django_db


def test_the_other_pair_confirms(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    key = new_key()
    for _ in range(2):
        answer = phone.confirm(match, 1, "EW", 1, key=key)
        assert answer == {"state": "confirmed", "version": 1}
    assert ResultConfirmation.objects.count() == 1


def test_nobody_confirms_their_own_entry(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    said = {"key": new_key(), "match": match.pk, "hand": 1, "side": "NS", "version": 1}
    assert phone.send("confirmations", said).status_code == 422
    assert not ResultConfirmation.objects.exists()


def test_what_was_confirmed_and_then_changed_goes_to_the_referees(
    day: Day, phone: Phone, match: Match
) -> None:
    phone.enter(match, 1, "NS", 44)
    referee_says(day, match, 30)
    answer = phone.confirm(match, 1, "EW", 1)
    assert answer == {"state": "referee", "version": 2}
    assert correction_requests(match) == [("meanwhile", "EW", 1, 44)]
    assert not ResultConfirmation.objects.exists()


def test_what_was_confirmed_and_entered_anew_is_confirmed(
    day: Day, phone: Phone, match: Match
) -> None:
    phone.enter(match, 1, "NS", 44)
    take_back(day, match)
    phone.enter(match, 1, "NS", 44, based_on=2)
    assert phone.confirm(match, 1, "EW", 1) == {"state": "confirmed", "version": 3}


@pytest.mark.parametrize("version", [0, 2, 9])
def test_a_version_that_never_was_is_not_confirmed(
    phone: Phone, match: Match, version: int
) -> None:
    phone.enter(match, 1, "NS", 44)
    said = {"key": new_key(), "match": match.pk, "hand": 1, "side": "EW", "version": version}
    answer = phone.send("confirmations", said)
    assert answer.status_code == 409
    assert "Check the hand again" in answer.json()["error"]  # type: ignore[attr-defined]


def test_an_objection_with_and_without_another_version(phone: Phone, match: Match) -> None:
    phone.enter(match, 1, "NS", 44)
    said = {"points": 28, "trump": "E", "double": "contro"}
    assert phone.object_to(match, 1, "EW", 1, said) == {"state": "referee", "version": 1}
    assert phone.object_to(match, 1, "EW", 1) == {"state": "referee", "version": 1}
    assert correction_requests(match) == [
        ("disagreement", "EW", 1, 28),
        ("disagreement", "EW", 1, None),
    ]
    assert points(match) == [44]


def test_an_objection_that_is_no_more_one_confirms(phone: Phone, match: Match) -> None:
    """Without a network one pair objects while the other corrects to the same."""
    phone.enter(match, 1, "NS", 44)
    phone.enter(match, 1, "NS", 28, based_on=1)
    said = {"points": 28, "trump": "E", "double": ""}
    assert phone.object_to(match, 1, "EW", 1, said) == {"state": "confirmed", "version": 2}
    assert correction_requests(match) == []


def test_there_is_nothing_to_object_to(phone: Phone, match: Match) -> None:
    said = {"key": new_key(), "match": match.pk, "hand": 1, "side": "EW", "version": 0}
    assert phone.send("objections", {**said, "entry": None}).status_code == 409
