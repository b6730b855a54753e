"""Pages that refresh themselves answer only when something changed."""

import pytest
from django.test import RequestFactory

from tests.tournament.day import make_day
from tournament.core.live import is_refresh, live_page, version_of
from tournament.models import Action


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
