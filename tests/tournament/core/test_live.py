"""Pages that refresh themselves answer only when something changed."""

from collections.abc import Callable

import pytest
from django.test import RequestFactory

from scoring.game.seats import Side
from tests.tournament.correction_requests.requested_day import (
    ask,
    closed_day,
    end_corrections,
    played,
    standing,
)
from tests.tournament.day import Day, make_day
from tournament.core.actor import Actor
from tournament.core.live import is_refresh, live_page, public_version, version_of
from tournament.correction_requests.services import (
    answer_correction_request,
    decide_correction_request,
)
from tournament.models import Action, ResultConfirmation
from tournament.results.services.entry import confirm_result, enter_result
from tournament.rounds.services.lifecycle import close_round, reopen_round


@pytest.mark.django_db
def test_the_version_grows_with_the_record_but_not_with_what_is_left_out() -> None:
    day = make_day()
    opened = (
        version_of(day.championship),
        version_of(day.championship, regardless_of=[Action.RESULT_ENTERED]),
    )
    day.open(1)
    before = version_of(day.championship)
    quiet = version_of(day.championship, regardless_of=[Action.RESULT_ENTERED])
    day.enter(1, 1, 1, 40)
    assert before != opened[0]
    assert quiet != opened[1]
    assert version_of(day.championship) != before
    assert version_of(day.championship, regardless_of=[Action.RESULT_ENTERED]) == quiet


def test_an_unchanged_refresh_is_204_and_builds_nothing() -> None:
    request = RequestFactory().get("/", {"version": "7"}, headers={"HX-Request": "true"})

    def never() -> dict[str, object]:
        raise AssertionError("nothing has to be rendered")

    response = live_page(request, page="404.html", part="404.html", version="7", context=never)
    assert is_refresh(request)
    assert response.status_code == 204
    assert response.content == b""


def test_a_browser_that_asks_for_the_page_gets_it_whatever_the_version() -> None:
    request = RequestFactory().get("/", {"version": "7"})
    assert not is_refresh(request)


def _correct(day: Day) -> None:
    """A referee corrects hand 1 of the first round at table 1."""
    enter_result(
        actor=day.acting,
        match=day.match(1, 1),
        deal=1,
        entry=played(40),
        based_on=standing(day).version,
        reason="the slip says 40",
    )


def _confirm(day: Day) -> None:
    confirm_result(
        actor=day.acting, match=day.match(1, 1), deal=1, version=1, by=ResultConfirmation.By.REFEREE
    )


def _correction_request_and_answer(day: Day) -> None:
    answer_correction_request(
        actor=Actor.of_pair(4), correction_request=ask(day), side=Side.EW, agrees=True
    )


def _refuse(day: Day) -> None:
    decide_correction_request(
        actor=day.acting, correction_request=ask(day), entry=None, reason="the slip"
    )


def _grant(day: Day) -> None:
    decide_correction_request(
        actor=day.acting, correction_request=ask(day), entry=played(40), reason="the slip"
    )


def _reopen_and_correct(day: Day) -> None:
    reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
    _correct(day)


@pytest.mark.django_db
@pytest.mark.parametrize("act", [_correct, _grant, _reopen_and_correct, end_corrections])
def test_what_changes_closed_rounds_changes_the_public_version(act: Callable[[Day], None]) -> None:
    day = closed_day()
    before = public_version(day.championship)
    act(day)
    assert public_version(day.championship) != before


@pytest.mark.django_db
@pytest.mark.parametrize("act", [_confirm, _correction_request_and_answer, _refuse])
def test_what_changes_nothing_published_leaves_the_public_version(
    act: Callable[[Day], None],
) -> None:
    day = closed_day()
    before = public_version(day.championship)
    act(day)
    assert public_version(day.championship) == before


@pytest.mark.django_db
def test_results_of_open_rounds_change_the_public_version_when_the_round_closes() -> None:
    day = closed_day()
    day.open(2)
    before = public_version(day.championship)
    day.enter_whole_round(2)
    assert public_version(day.championship) == before
    _correct(day)  # of round 1, which is closed
    corrected = public_version(day.championship)
    assert corrected != before
    close_round(actor=day.acting, round=day.round(2))
    assert public_version(day.championship) != corrected


@pytest.mark.django_db
def test_correction_in_a_reopened_round_waits_for_its_closing() -> None:
    day = closed_day()
    reopen_round(actor=day.acting, round=day.round(1), reason="a slip was misread")
    before = public_version(day.championship)
    _correct(day)
    assert public_version(day.championship) == before
