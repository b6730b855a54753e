"""Orders in which the tables of a hand can be listed: each is an entry in `HAND_ORDERS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.game.seats import Side
from tournament.standings.rankings.dealt_hands.hand_sheet import HandEntry, HandSheet


@dataclass(frozen=True, slots=True)
class HandOrder:
    """Order of tables: its name in the address (`?sort=ns`), its title, and its sort key."""

    name: str
    title: Promise
    key: Callable[[HandEntry], Any]


def _by_result(side: Side) -> Callable[[HandEntry], tuple[int, int]]:
    """Return a sort key: a side's highest hand score first, tables without one last."""

    def key(entry: HandEntry) -> tuple[int, int]:
        hand_score = entry.sides[side].hand_score
        return (1, 0) if hand_score is None else (0, -hand_score)

    return key


BY_TABLE = HandOrder("table", gettext_lazy("Table"), lambda entry: entry.table_number)
HAND_ORDERS: Mapping[str, HandOrder] = {
    one.name: one
    for one in (
        BY_TABLE,
        HandOrder("ns", gettext_lazy("result of North–South"), _by_result(Side.NS)),
        HandOrder("ew", gettext_lazy("result of East–West"), _by_result(Side.EW)),
    )
}


def hand_order(name: str) -> HandOrder:
    """Return the order with that name; by table if there is none."""
    return HAND_ORDERS.get(name, BY_TABLE)


def entries_in(order: HandOrder, sheet: HandSheet) -> list[HandEntry]:
    """Return the entries of a hand sheet in that order."""
    return sorted(sheet.entries, key=order.key)
