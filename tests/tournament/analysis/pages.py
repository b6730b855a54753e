"""Asking for the pages of the analysis in English."""

from __future__ import annotations

from html import unescape
from typing import Any

from django.test import Client
from django.utils.translation import override

from tests.tournament.day import Day


def get(url: str, client: Client | None = None, **headers: Any) -> Any:
    with override("en"):
        return (client or Client()).get(url, HTTP_ACCEPT_LANGUAGE="en", **headers)


def text(response: Any) -> str:
    assert response.status_code == 200
    return " ".join(unescape(response.content.decode()).split())


def replay_url(day: Day, deal: int = 1, query: str = "") -> str:
    return f"/c/{day.slug}/hands/{deal}/replay/{query}"
