"""The front page of an installation without an account."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.core.kept_pages import ask, keep_pages, text_of
from tests.tournament.factories import make_user
from tournament.core.page_cache import pages

pytestmark = pytest.mark.django_db


def test_a_new_installation_shows_how_to_begin_to_who_sits_there_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keep_pages(monkeypatch)
    laptop = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost"}
    assert "Make the first account" not in text_of(ask("/", Client(REMOTE_ADDR="10.0.0.7")))
    assert "Make the first account" in text_of(ask("/", Client(**laptop)))  # type: ignore[arg-type]
    assert not pages._pages
    make_user()
    assert "Make the first account" not in text_of(ask("/", Client(**laptop)))  # type: ignore[arg-type]
