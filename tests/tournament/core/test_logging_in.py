"""Whoever has been logged out while a page was open finds the way back to it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.factories import make_championship

pytestmark = pytest.mark.django_db

AT = "http://testserver"


@pytest.fixture
def manage() -> str:
    return f"/c/{make_championship().slug}/manage"


def test_a_form_leads_back_to_the_page_it_stands_on(client: Client, manage: str) -> None:
    page = f"{manage}/desk/1/?from=2"
    response = client.post(
        f"{manage}/desk/1/clock/", {"act": "pause"}, headers={"referer": f"{AT}{page}"}, follow=True
    )
    assert response.redirect_chain == [(f"/accounts/login/?next={manage}/desk/1/%3Ffrom%3D2", 302)]
    assert "Nothing was stored." in response.content.decode()


@pytest.mark.parametrize("referer", ["", "http://elsewhere.example/c/x/", "javascript:alert(1)"])
def test_only_a_page_of_this_site_is_gone_back_to(
    client: Client, manage: str, referer: str
) -> None:
    response = client.post(f"{manage}/details/", headers={"referer": referer})
    assert response.headers["Location"] == f"/accounts/login/?next={manage}/details/"


def test_a_page_that_is_only_asked_for_says_nothing_of_storing(client: Client, manage: str) -> None:
    response = client.get(f"{manage}/details/", follow=True)
    assert "Nothing was stored." not in response.content.decode()


def test_no_part_of_a_page_turns_into_a_login_form(client: Client, manage: str) -> None:
    for path in ("now/", "inbox/summary/"):
        response = client.get(f"{manage}/{path}", headers={"hx-request": "true"})
        assert (response.status_code, response.content) == (401, b"")
