"""A day whose public pages are kept as in life, and what a browser is answered."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tournament.day import Day, make_day
from tournament.core.page_cache import MOST_BYTES, SharedReads, pages
from tournament.rounds.services.lifecycle import close_round

GZIP = {"Accept-Encoding": "gzip", "Accept-Language": "en"}


def keep_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "most_bytes", MOST_BYTES)
    monkeypatch.setattr(SharedReads, "most", 6)


def day_in_its_second_round() -> Day:
    """Round 1 is closed, round 2 open."""
    day = make_day(slug="day")
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    return day


def ask(
    path: str, client: Client | None = None, *, method: str = "get", **headers: str
) -> HttpResponse:
    """What a browser with these headers is answered; one of its own unless told otherwise."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response: HttpResponse = getattr(client or Client(), method)(path, headers=GZIP | named)
    return response


def text_of(response: HttpResponse) -> str:
    body = response.content
    return (gzip.decompress(body) if response.get("Content-Encoding") == "gzip" else body).decode()


def was_rendered(response: HttpResponse) -> bool:
    """Whether an answer was made for the one who asked; what is kept comes without a template."""
    return bool(getattr(response, "templates", ()))


PUBLIC = (
    "/",
    "/c/day/",
    "/c/day/schedule/",
    "/c/day/pairings/",
    "/c/day/pairings/1/",
    "/c/day/pairings/1/?by=name",
    "/c/day/pairings/1/?wall=1",
    "/c/day/pairs/",
    "/c/day/pairs/1/",
    "/c/day/rules/",
    "/c/day/proof/",
    "/c/day/proof/?deal=2",
    "/c/day/proof.json",
    "/c/day/proof/hashes-1.txt",
    "/c/day/standings/",
    "/c/day/standings/?after=1&sort=-name",
    "/c/day/standings/what-if/",
    "/c/day/standings.json",
    "/c/day/results.json",
    "/c/day/championship.json",
    "/c/day/standings/course/",
    "/c/day/standings/course/?pair=2",
    "/c/day/wall/",
    "/c/day/check-in/",
    "/c/day/rounds/1/",
    "/c/day/hands/1/",
    "/c/day/hands/1/pairs/1/",
)
