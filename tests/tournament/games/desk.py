"""Games played over HTTP: organisers prepare, referees enter at the desk."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from tests.page_forms import forms_of
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tournament.models import MatchSeat


def post(client: Client, slug: str, what: str, data: dict[str, Any] | None = None) -> Any:
    """What an organiser or a referee sends to a page below "manage"."""
    return client.post(f"/c/{slug}/manage/{what}", data or {})


def manage(client: Client, slug: str, what: str, data: dict[str, Any] | None = None) -> None:
    """Send something that has to be done to a page below "manage"."""
    answer = post(client, slug, what, data)
    assert answer.status_code == 302, (what, answer.content.decode()[-2500:])


def paste_players(client: Client, slug: str, text: str) -> None:
    """Register a list of players: look at how it was read, and say that it is right."""
    page = post(client, slug, "pairs/paste/", {"text": text}).content.decode()
    form = next(one for one in forms_of(page) if one.action.endswith("/pairs/confirm/"))
    manage(client, slug, "pairs/confirm/", {**form.values, "all_seen": "on"})


def enter_surely(client: Client, slug: str, address: str, said: dict[str, Any]) -> None:
    """A referee's entry, who says that it is right where the page asks."""
    answer = post(client, slug, address, said)
    if answer.status_code == 422:
        token = re.search(r'name="sure" id="sure" value="([^"]+)"', answer.content.decode())
        assert token, answer.content.decode()[-2500:]
        answer = post(client, slug, address, {**said, "sure": token[1]})
    assert answer.status_code == 302, (address, answer.content.decode()[-2500:])


def seated() -> dict[tuple[int, int], dict[str, int]]:
    """By round and table, the number of the player in each seat."""
    found: dict[tuple[int, int], dict[str, int]] = {}
    rows = MatchSeat.objects.filter(match__cancelled=False).values_list(
        "match__round__number", "match__table__number", "held", "contestant__number"
    )
    for round, table, held, number in rows:
        found.setdefault((round, table), {})[held] = number
    return found


def names(day: Day) -> dict[int, str]:
    """What each contestant is called, by number."""
    return {one.number: one.shown_name for one in day.championship.contestants.all()}


def page(day: Day, path: str, client: Client | None = None) -> str:
    """A page of the championship, for anybody or for a visitor, on one line."""
    answer = (client or english_client()).get(f"/c/{day.slug}/{path}")
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().split())
