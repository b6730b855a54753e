"""The page of the record, through HTTP."""

import pytest
from django.urls import reverse

from tests.tournament.factories import (
    actor_of,
    add_teams,
    answers_by_role,
    english_client,
    make_championship,
    organiser_of,
)
from tournament.audit.queries import ChainCheck
from tournament.models import Championship
from tournament.teams.services import add_team

pytestmark = pytest.mark.django_db


def page_of(championship: Championship, **query: str) -> str:
    response = english_client(organiser_of(championship)).get(
        reverse("audit:record", args=[championship.slug]), query
    )
    assert response.status_code == 200
    return response.content.decode()


def test_who_may_read_it() -> None:
    championship = make_championship()
    answers = answers_by_role(championship, reverse("audit:record", args=[championship.slug]))
    assert answers == {"nobody": 302, "stranger": 403, "referee": 200, "organiser": 200}


def test_the_chain_is_checked_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    championship = make_championship()
    page = page_of(championship)
    assert "Chain whole" in page
    event = championship.events.get()
    assert event.hash in page
    monkeypatch.setattr("tournament.audit.queries.check_chain", lambda events: ChainCheck(1, 1, ""))
    assert "The chain is broken at event 1" in page_of(championship)


def test_names_are_no_markup() -> None:
    championship = make_championship()
    add_team(actor=actor_of(championship), championship=championship, players=["<b>x</b>", "=1+1"])
    page = page_of(championship, text="<b>x")
    assert "&lt;b&gt;x&lt;/b&gt;, =1+1" in page
    assert "<b>x" not in page


def test_filters_stay_filled_in_and_nonsense_is_harmless() -> None:
    championship = make_championship()
    add_teams(championship, 1)
    page = page_of(championship, action="team-added", text="puig", page="x")
    assert '<option value="team-added" selected>' in page
    assert 'value="puig"' in page
    assert "championship created</strong>" not in page
    page = page_of(championship, action="nothing", actor="nobody", page="9" * 40)
    assert "Nothing of this kind is in the record." in page


def test_pages_keep_the_filters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.audit.queries.PAGE_LENGTH", 2)
    championship = make_championship()
    add_teams(championship, 5)
    page = page_of(championship, action="team-added", page="2")
    assert "Page 2 of 3" in page
    assert "?action=team-added&amp;page=1" in page
    assert "?action=team-added&amp;page=3" in page
