"""A game that a table enters and confirms on its phone."""

from __future__ import annotations

from typing import Any

from tests.tournament.day import Day
from tests.tournament.phones.phone import Phone, new_key
from tournament.models import Match


def enter_and_confirm(day: Day, match: Match, ns: int, ew: int) -> None:
    """North–South enter the final points, East–West say that they are right."""
    table, about = match.table.number, {"match": match.pk, "hand": 1}
    phone = Phone.at_table(day, table)
    said = {"side": "NS", "based_on": 0, "late": False, "ns": ns, "ew": ew, "sheet": ""}
    entry = {"key": new_key(), "asked": True, **about, **said}
    answer: Any = phone.send("entries", entry, table=table)
    assert answer.json()["state"] == "stored", answer.content
    seen = {"key": new_key(), **about, "side": "EW", "version": 1}
    answer = phone.send("confirmations", seen, table=table)
    assert answer.json()["state"] == "confirmed", answer.content
