"""Phones at a table: each opened a link once, and sends JSON as the table's page does."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.tournament.day import Day
from tests.tournament.links.addresses import link_address
from tests.tournament.visitors import HALL
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Match


def new_key() -> str:
    """A key as a phone draws it."""
    return secrets.token_hex(16)


class Phone:
    """A browser in the hall that holds the places whose links it opened.

    With `others` it has company at the table: whoever else says something there does so on a phone
    of their own, which scanned the same code.
    """

    def __init__(self, day: Day) -> None:
        self.day = day
        self.client = Client(headers={"accept-language": "en"}, **HALL)  # type: ignore[arg-type]
        self.others: dict[str, Phone] | None = None
        self.scanned: tuple[PlaceKind, int] | None = None

    @classmethod
    def alone(cls, day: Day, table: int) -> Phone:
        """The only phone at a table, whoever speaks."""
        return cls(day).scan(PlaceKind.TABLE, table)

    @classmethod
    def at_table(cls, day: Day, number: int) -> Phone:
        """The phones of a table, one for each side or seat: the first to speak is this one."""
        phone = cls.alone(day, number)
        phone.others = {}
        return phone

    @classmethod
    def of_pair(cls, day: Day, number: int) -> Phone:
        """Return a phone that has scanned the code of a pair."""
        return cls(day).scan(PlaceKind.PAIR, number)

    def scan(self, kind: PlaceKind, number: int) -> Phone:
        rows = self.day.championship
        row = (rows.tables if kind is PlaceKind.TABLE else rows.contestants).get(number=number)
        place = Place(kind, number, row.link_number)
        answer = self.client.get(link_address(self.day.championship, place))
        assert answer.status_code == 302, answer.status_code
        self.scanned = (kind, number)
        return self

    def of_side(self, side: str) -> Phone:
        """The phone on which that side, or the player in that seat, speaks."""
        if self.others is None or self.scanned is None:
            return self
        if not self.others:
            self.others[side] = self
        if side not in self.others:
            self.others[side] = Phone(self.day).scan(*self.scanned)
        return self.others[side]

    def send(self, what: str, body: dict[str, Any], *, table: int = 1) -> HttpResponse:
        """What is answered to JSON that is sent to "entries", "confirmations" or "objections"."""
        path = f"/c/{self.day.slug}/table/{table}/{what}/"
        client = self.of_side(body.get("side", "")).client
        return client.post(path, body, content_type="application/json")  # type: ignore[return-value]

    def hold(self, match: Match, side: str) -> HttpResponse:
        """Say for whom this phone speaks at its table in this round."""
        body = {"match": match.pk, "side": side}
        return self.send("holder", body, table=match.table.number)

    def enter(self, match: Match, deal: int, side: str, points: int, **more: Any) -> Any:
        """Send an entry that is understood; its answer, read."""
        answer = self.send(
            "entries", entry(match, deal, side, points, **more), table=match.table.number
        )
        return _read(answer)

    def confirm(self, match: Match, deal: int, side: str, version: int, **more: Any) -> Any:
        body = {**_about(match, deal, side), "version": version, **more}
        return _read(self.send("confirmations", body, table=match.table.number))

    def undo(self, match: Match, deal: int, side: str, version: int, **more: Any) -> Any:
        body = {**_about(match, deal, side), "version": version, **more}
        return _read(self.send("undo", body, table=match.table.number))

    def object_to(
        self, match: Match, deal: int, side: str, version: int, said: Any = None, **more: Any
    ) -> Any:
        body = {**_about(match, deal, side), "version": version, "entry": said, **more}
        return _read(self.send("objections", body, table=match.table.number))

    def state(self, table: int = 1, **query: str) -> HttpResponse:
        path = f"/c/{self.day.slug}/table/{table}/state.json"
        return self.client.get(path, query)  # type: ignore[return-value]


def entry(match: Match, deal: int, side: str, points: int, **more: Any) -> dict[str, Any]:
    """What a phone sends to enter a hand."""
    return {
        **_about(match, deal, side),
        "based_on": 0,
        "points": points,
        "trump": "E",
        "double": "",
        "asked": False,
        "late": False,
        **more,
    }


def _about(match: Match, deal: int, side: str) -> dict[str, Any]:
    return {"key": new_key(), "match": match.pk, "hand": deal, "side": side}


def _read(answer: Any) -> Any:
    assert answer.status_code == 200, f"{answer.status_code} {answer.content.decode()}"
    return answer.json()
