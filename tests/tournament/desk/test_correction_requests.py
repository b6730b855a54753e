"""A correction request at the desk: both versions side by side, and the referee's decision."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.game.seats import Side
from tests.page_forms import forms_of
from tests.tournament.correction_requests.requested_day import played
from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.models import CorrectionRequest, Result, ResultConfirmation, Round
from tournament.results.kinds.dealt_hand import content_of
from tournament.rounds.services.lifecycle import close_round
from tournament.rulings.hand_rulings import HandRuling, HandRulingKind, ruling_in
from tournament.rulings.services import rule_on_hand

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def a_day() -> Day:
    """Two tables; round 1 is open."""
    day = make_day()
    day.open(1)
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


@pytest.fixture
def referee(day: Day) -> Client:
    return english_client(day.referee)


def correction_request_page(day: Day, correction_request: CorrectionRequest) -> str:
    return f"/c/{day.slug}/manage/correction-requests/{correction_request.number}/"


def shown(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def correction_request(day: Day) -> CorrectionRequest:
    """Pair NS entered 40–32; its opponents say 30–42."""
    day.enter_at_table(1, 1, 2, 40)
    day.enter(1, 2, 2, 20)
    return day.correction_request(1, 1, 2, 30)


def decide(client: Client, day: Day, correction_request: CorrectionRequest, **sent: str) -> Any:
    form = forms_of(shown(client, correction_request_page(day, correction_request)))[-1]
    return client.post(correction_request_page(day, correction_request), form.filled(**sent))


def points(day: Day) -> tuple[int, int | None]:
    result = Result.objects.get(match=day.match(1, 1), deal=2, is_current=True)
    return result.version, result.ns_points


def test_shows_both_versions_and_what_each_scores(
    day: Day, referee: Client, correction_request: CorrectionRequest
) -> None:
    """40 and 20 at the two tables: 2 and 1; with 30 instead of 40 still the better one."""
    page = shown(referee, correction_request_page(day, correction_request))
    assert "The pairs disagree: round 1, table 1, hand 2" in page
    assert '<span class="effect-changed">points</span>' in page
    assert '<span class="effect-changed">trumps</span>' not in page
    assert page.count("2.00") >= 2
    assert "What it does to the standings" not in page  # the round is open


def test_only_of_corrections_the_opponents_are_asked(
    day: Day, referee: Client, correction_request: CorrectionRequest
) -> None:
    assert "Their opponents" not in shown(referee, correction_request_page(day, correction_request))
    CorrectionRequest.objects.update(kind=CorrectionRequest.Kind.CORRECTION)
    page = shown(referee, correction_request_page(day, correction_request))
    assert "Their opponents, pair 1:" in page
    assert "not answered" in page


def correction(day: Day) -> CorrectionRequest:
    """Round 1 is closed: hand 1 is 34–38 at table 1 and 37–35 at table 2; the correction request
    says 40–32."""
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day.correction_request(1, 1, 1, 40, kind=CorrectionRequest.Kind.CORRECTION)


def test_of_a_closed_round_it_says_what_the_correction_request_does_to_the_standings(
    day: Day, referee: Client
) -> None:
    """With 40 the best and the worst of hand 1 change places: a point more for two pairs, one less
    for the others. The figures of something else are asked for as they are typed."""
    correction_request = correction(day)
    answer = referee.get(correction_request_page(day, correction_request))
    page = answer.content.decode()
    moves = [one for one, _before, _after in answer.context["rank_changes"].of_pairs]
    assert {
        one.contestant.number: one.after.figures.total - one.before.figures.total for one in moves
    } == {
        1: 1,
        2: -1,
        3: 1,
        4: -1,
    }
    assert "What it does to the standings" in page
    assert all(str(one) in page for one in moves)
    preview = f"/c/{day.slug}/manage/rounds/1/tables/1/hands/1/preview/"
    assert f'hx-get="{preview}"' in page
    typed = {"ns_points": "38", "ew_points": "34", "based_on": "1"}
    other = referee.get(preview, typed).content.decode()
    assert "What it does to the standings" in other


def test_decided_it_still_says_what_it_was_about(day: Day, referee: Client) -> None:
    correction_request = correction(day)
    decide(
        referee,
        day,
        correction_request,
        choice="other",
        reason="counted again",
        ns_points="36",
        ew_points="36",
    )
    answer = referee.get(correction_request_page(day, correction_request))
    page = answer.content.decode()
    assert (answer.context["against"], answer.context["correction_request"].stands) == (
        played(34),
        played(36),
    )
    assert "points" in answer.context["differs"]
    told = [
        page.index(text)
        for text in ("The result then", "What pair 4 asks for", "The current result<")
    ]
    assert told == sorted(told)
    assert "If what is requested counts" not in page
    assert "What it does to the standings" not in page


def test_granted(day: Day, referee: Client, correction_request: CorrectionRequest) -> None:
    answer = decide(referee, day, correction_request, choice="requested", reason="the slip says so")
    assert answer.headers["Location"] == f"/c/{day.slug}/manage/desk/1/"
    assert points(day) == (2, 30)
    correction_request.refresh_from_db()
    assert (correction_request.decision, correction_request.decision_reason) == (
        "granted",
        "the slip says so",
    )


def test_after_a_decision_about_a_closed_round_the_open_one_goes_on(
    day: Day, referee: Client
) -> None:
    correction_request = correction(day)
    day.open(2)
    answer = decide(referee, day, correction_request, choice="requested", reason="the slip says so")
    assert answer.headers["Location"] == f"/c/{day.slug}/manage/desk/2/"


def test_refused(day: Day, referee: Client, correction_request: CorrectionRequest) -> None:
    decide(referee, day, correction_request, choice="stands", reason="the slip says 40")
    assert points(day) == (1, 40)
    correction_request.refresh_from_db()
    assert correction_request.decision == CorrectionRequest.Decision.REFUSED
    assert ResultConfirmation.objects.get().by == ResultConfirmation.By.REFEREE


def test_something_else(day: Day, referee: Client, correction_request: CorrectionRequest) -> None:
    form = {"choice": "other", "reason": "counted again", "ns_points": "35", "ew_points": ""}
    decide(referee, day, correction_request, **form)
    assert points(day) == (2, 35)


@pytest.mark.parametrize("choice", ["requested", "other"])
@pytest.mark.parametrize(
    "ruling",
    [
        HandRuling(HandRulingKind.RULE_BREAK, frozenset({Side.EW}), "East did not follow suit"),
        HandRuling(HandRulingKind.AWARD, frozenset({Side.NS}), "the wall showed the hand"),
    ],
)
def test_a_ruling_outlives_a_correction_request_about_the_points(
    day: Day,
    referee: Client,
    correction_request: CorrectionRequest,
    ruling: HandRuling,
    choice: str,
) -> None:
    """Pairs correction request points and trumps; what a referee ruled besides is not theirs to
    take away."""
    rule_on_hand(actor=day.acting, match=day.match(1, 1), deal=2, ruling=ruling, based_on=1)
    form = forms_of(shown(referee, correction_request_page(day, correction_request)))[-1]
    sent = form.filled(choice=choice, reason="the slip says so")
    for _ in range(2):  # a double click
        answer = referee.post(correction_request_page(day, correction_request), sent, follow=True)
        assert "has already decided this" not in answer.content.decode()
    assert points(day) == (3, 30)
    stands = Result.objects.get(match=day.match(1, 1), deal=2, is_current=True)
    assert ruling_in(content_of(stands)) == ruling


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"choice": "stands"}, "This field is required"),
        ({"choice": "", "reason": "so"}, "This field is required"),
        ({"choice": "other", "reason": "so", "ns_points": "73"}, "whole number from 0 to 72"),
        ({"choice": "other", "reason": "so", "ns_points": "40", "ew_points": "40"}, "must be"),
        (
            {"choice": "other", "reason": "so", "ns_points": "40", "ew_points": "32"},
            "This is already the result.",
        ),
    ],
)
def test_faults_are_said_and_decide_nothing(
    day: Day,
    referee: Client,
    correction_request: CorrectionRequest,
    sent: dict[str, str],
    sentence: str,
) -> None:
    answer = decide(referee, day, correction_request, **sent)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    correction_request.refresh_from_db()
    assert correction_request.decision == ""
    assert points(day) == (1, 40)


def test_what_was_changed_meanwhile_is_shown_first(
    day: Day, referee: Client, correction_request: CorrectionRequest
) -> None:
    form = forms_of(shown(referee, correction_request_page(day, correction_request)))[-1]
    sent = form.filled(choice="stands", reason="the slip", based_on="0")
    page = referee.post(
        correction_request_page(day, correction_request), sent, follow=True
    ).content.decode()
    assert "Somebody else has changed this result meanwhile." in page
    correction_request.refresh_from_db()
    assert correction_request.decision == ""


def test_decided_once(day: Day, referee: Client, correction_request: CorrectionRequest) -> None:
    form = forms_of(shown(referee, correction_request_page(day, correction_request)))[-1]
    sent = form.filled(choice="requested", reason="the slip")
    for _ in range(2):
        referee.post(correction_request_page(day, correction_request), sent)
    assert points(day) == (2, 30)
    page = shown(referee, correction_request_page(day, correction_request))
    assert "Decided: result changed" in page
    assert not any("choice" in form.names for form in forms_of(page))


def test_without_another_version_there_is_nothing_to_take(day: Day, referee: Client) -> None:
    day.enter_at_table(1, 1, 2, 40)
    correction_request = day.correction_request(1, 1, 2, None)
    page = shown(referee, correction_request_page(day, correction_request))
    assert "without saying what it should be" in page
    assert 'value="requested"' not in page
    answer = referee.post(
        correction_request_page(day, correction_request),
        {"choice": "requested", "reason": "so", "based_on": "1"},
    )
    assert answer.status_code == 422


def test_after_the_time_for_corrections_organisers_decide(day: Day, referee: Client) -> None:
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    correction_request = day.correction_request(1, 1, 2, 30, kind=CorrectionRequest.Kind.CORRECTION)
    Round.objects.update(corrections_until=day.round(1).closed_at)
    assert 'name="choice"' not in shown(referee, correction_request_page(day, correction_request))
    sent = {"choice": "requested", "reason": "so", "based_on": "1"}
    assert referee.post(correction_request_page(day, correction_request), sent).status_code == 422
    organiser = english_client(day.organiser)
    decide(organiser, day, correction_request, choice="requested", reason="the slip")
    assert points(day) == (2, 30)


def test_one_that_is_not_there(day: Day, referee: Client) -> None:
    assert referee.get(f"/c/{day.slug}/manage/correction-requests/7/").status_code == 404
