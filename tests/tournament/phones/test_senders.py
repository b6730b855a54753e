"""From which phone, and until when, a table's word is taken."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournament.day import Day, make_day
from tests.tournament.phones.hands import correction_requests, points, standing
from tests.tournament.phones.phone import Phone, entry
from tournament.models import AuditEvent, Championship, Delivery, Match, Result
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


def test_what_comes_after_the_round_was_closed_goes_to_the_referees(day: Day) -> None:
    phone, match = Phone.at_table(day, 1), day.match(1, 1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    stands = standing(match).ns_points
    assert phone.enter(match, 1, "NS", 50, late=True) == {"state": "referee", "version": 1}
    assert correction_requests(match) == [("meanwhile", "NS", 0, 50)]
    assert points(match) == [stands]


def test_what_stands_already_when_the_round_was_closed_is_no_correction_request(day: Day) -> None:
    phone, match = Phone.at_table(day, 1), day.match(1, 1)
    phone.enter(match, 1, "NS", 44)
    phone.confirm(match, 1, "EW", 1)
    for deal in match.round.deals[1:]:
        day.enter(1, 1, deal, 40)
    for deal in match.round.deals:
        day.enter(1, 2, deal, 40)
    close_round(actor=day.acting, round=day.round(1))
    assert phone.enter(match, 1, "EW", 44, late=True) == {"state": "stored", "version": 1}
    assert correction_requests(match) == []


def refusal(phone: Phone, body: dict[str, Any], *, table: int = 1) -> tuple[int, str]:
    events, deliveries = AuditEvent.objects.count(), Delivery.objects.count()
    answer: Any = phone.send("entries", body, table=table)
    assert AuditEvent.objects.count() == events
    assert Delivery.objects.count() == deliveries
    return answer.status_code, answer.json()["error"]


def test_a_round_that_is_not_open_yet(day: Day, phone: Phone) -> None:
    status, why = refusal(phone, entry(day.match(2, 1), 5, "NS", 44))
    assert (status, why) == (409, "Round 2 has not been opened yet.")


def test_a_match_that_was_cancelled(phone: Phone, match: Match) -> None:
    Match.objects.cancel()
    status, why = refusal(phone, entry(match, 1, "NS", 44))
    assert status == 409
    assert "cancelled" in why
    assert "referee" in why


def test_the_championship_has_ended(day: Day, phone: Phone, match: Match) -> None:
    Championship.objects.update(ended_at=match.round.opened_at)
    assert refusal(phone, entry(match, 1, "NS", 44))[0] == 403


def test_a_hand_of_another_round(phone: Phone, match: Match) -> None:
    assert refusal(phone, entry(match, 5, "NS", 44))[0] == 422


# Who ----------------------------------------------------------------------------------------------


def test_a_match_of_another_table_or_championship(day: Day, phone: Phone) -> None:
    other = make_day(slug="other")
    other.open(1)
    for match in (day.match(1, 2), other.match(1, 1)):
        assert refusal(phone, entry(match, 1, "NS", 44))[0] == 422
    assert refusal(phone, {**entry(other.match(1, 1), 1, "NS", 44), "match": 10**15})[0] == 422


def test_a_table_whose_link_was_not_opened(day: Day, phone: Phone) -> None:
    assert refusal(phone, entry(day.match(1, 2), 1, "NS", 44), table=2)[0] == 403
    assert refusal(Phone(day), entry(day.match(1, 1), 1, "NS", 44))[0] == 403


def test_a_renewed_link_ends_what_the_old_one_allowed(day: Day, phone: Phone, match: Match) -> None:
    day.championship.tables.update(link_number=2)
    status, why = refusal(phone, entry(match, 1, "NS", 44))
    assert status == 403
    assert "Scan" in why
    assert not Result.objects.exists()


def test_a_pair_speaks_for_itself_by_its_own_link(day: Day, match: Match) -> None:
    phone = Phone.of_pair(day, match.pairs.ew.number)
    assert phone.enter(match, 1, "EW", 44) == {"state": "stored", "version": 1}
    assert standing(match).entered_by == "pair 4"
    assert standing(match).entered_side == "EW"
    status, why = refusal(phone, entry(match, 2, "NS", 44))
    assert (status, why) == (422, "This phone does not speak for pair 1.")
    assert refusal(phone, entry(day.match(1, 2), 1, "NS", 44), table=2)[0] == 422


def test_a_pairs_phone_is_heard_after_its_round_was_closed(day: Day) -> None:
    match = day.match(1, 1)
    phone = Phone.of_pair(day, match.pairs.ew.number)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    told: Any = phone.state()
    assert told.json()["match"] is None
    assert phone.enter(match, 1, "EW", 50, late=True) == {"state": "referee", "version": 1}
    assert correction_requests(match) == [("meanwhile", "EW", 0, 50)]
