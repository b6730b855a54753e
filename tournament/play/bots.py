"""Bots that sit at a table beside people: they act at once, each by the knowledge of its seat.

They are quick ones. The strong one needs a third of a second for a card: too long where a person
waits for three of them.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

from django.views.decorators.debug import sensitive_variables

from scoring.bots.registry import BOTS
from scoring.chance import Chance
from scoring.game.seats import Seat
from scoring.play.table import Table

BOT = "quick"


@sensitive_variables()
def bots_act(table: Table, bots: Collection[Seat], luck: str) -> Table:
    """Return the table after all acts of the bots at these seats that come before somebody else's
    act.

    Their luck depends on `luck` and the number of the act alone, so it can be repeated.
    """
    bot = BOTS[BOT](table.public.rules.variant)
    while speaker := next((seat for seat in table.public.turn if seat in bots), None):
        act = bot.act(table.knowledge(speaker), _chance(luck, table.public.number))
        table = table.after(act)
    return table


def _chance(luck: str, number: int) -> Chance:
    """Return the luck of the act with that number."""
    digest = sha256(f"botifarra-practice-v1\0{luck}\0{number}".encode()).digest()
    return Chance(int.from_bytes(digest[:8]))
