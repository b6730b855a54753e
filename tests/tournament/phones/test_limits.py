"""What one link can do at most: a broken phone, or somebody who plays with it, fills no desk."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.http import HttpResponse

from tests.tournament.correction_requests.requested_day import end_corrections
from tests.tournament.day import Day
from tests.tournament.phones.hands import correction_requests, points
from tests.tournament.phones.phone import Phone, entry
from tournament.championships.services.end import end_championship
from tournament.correction_requests.limits import MOST_WAITING_OF_A_LINK
from tournament.models import AuditEvent, CorrectionRequest, Match, Result
from tournament.phones.services import MOST_VERSIONS
from tournament.rounds.services.lifecycle import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def final(day: Day) -> Day:
    """Round 1 is closed, and its time for corrections is over."""
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    end_corrections(day)
    return day


def error_of(answer: HttpResponse) -> str:
    error: str = json.loads(answer.content)["error"]
    return error


def everything(match: Match) -> Iterator[tuple[int, str, int]]:
    """Forty entries, none of which says what stands: hand, side and points."""
    for ns_points in range(0, 73, 18):
        for deal in range(1, 5):
            for side in ("NS", "EW"):
                if Result.objects.get(match=match, deal=deal).ns_points != ns_points:
                    yield deal, side, ns_points


def test_forty_late_entries_are_a_note_for_each_hand(
    final: Day, phone: Phone, match: Match
) -> None:
    refused = 0
    for deal, side, ns_points in everything(match):
        answer = phone.send("entries", entry(match, deal, side, ns_points, late=True))
        assert answer.status_code in {200, 409}
        refused += answer.status_code == 409
    assert refused > 30
    assert [kind for kind, *_rest in correction_requests(match)] == ["late"] * 4
    last = phone.send("entries", entry(match, 1, "EW", 70, late=True))
    assert "a note about this hand already waits" in error_of(last)


def test_a_late_entry_sent_again_is_the_same_note(final: Day, phone: Phone, match: Match) -> None:
    for _again in range(3):
        assert phone.enter(match, 1, "NS", 60, late=True)["state"] == "referee"
    assert len(correction_requests(match)) == 1


def test_notes_keep_nobody_from_ending_the_championship(
    final: Day, phone: Phone, match: Match
) -> None:
    phone.enter(match, 1, "NS", 60, late=True)
    ended = end_championship(
        actor=final.acting_organiser, championship=final.championship, reason="It is midnight"
    )
    assert ended.ended_at is not None
    assert CorrectionRequest.objects.get().decision == ""


def test_as_long_as_results_are_provisional_it_is_a_request(
    day: Day, phone: Phone, match: Match
) -> None:
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    phone.enter(match, 1, "NS", 60, late=True)
    assert [kind for kind, *_rest in correction_requests(match)] == ["meanwhile"]


def test_a_table_has_so_many_open_requests_and_no_more(
    day: Day, phone: Phone, match: Match
) -> None:
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    before = AuditEvent.objects.count()
    for deal, side, ns_points in everything(match):
        answer = phone.send("entries", entry(match, deal, side, ns_points, late=True))
    assert answer.status_code == 409
    assert error_of(answer) == (
        "12 requests of table 1 already wait for the referee. Tell the referee before you send "
        "another one."
    )
    assert CorrectionRequest.objects.count() == MOST_WAITING_OF_A_LINK
    asked = AuditEvent.objects.exclude(action="phone-at-table").count()
    assert asked == before + MOST_WAITING_OF_A_LINK


def test_a_hand_is_entered_so_often_by_one_link_and_no_more(
    day: Day, phone: Phone, match: Match
) -> None:
    answers = [
        phone.send("entries", entry(match, 1, "NS", ns_points, based_on=min(sent, MOST_VERSIONS)))
        for sent, ns_points in enumerate(range(30, 60))
    ]
    assert [one.status_code for one in answers] == [200] * MOST_VERSIONS + [409] * (
        30 - MOST_VERSIONS
    )
    assert error_of(answers[-1]) == (
        "Hand 1 has been entered 8 times with this link. Ask a referee."
    )
    assert len(points(match)) == MOST_VERSIONS
