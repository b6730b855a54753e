"""The acts at tables that a site has stored, for whoever wants to compare. Runs inside the site."""

from __future__ import annotations

from typing import Any

from tests.hall.verified import what_verify_finds
from tournament.models import PlayAct


def main() -> dict[str, Any]:
    """Return the acts (table, hand, seat, the number among the seat's acts, and the card or
    trumps), and what `verify` finds."""
    acts = PlayAct.objects.values_list(
        "hand__match__table__number", "hand__deal", "seat", "own_number", "card", "trump"
    )
    return {
        "acts": [[*one[:4], one[4] or one[5]] for one in acts],
        "verify": what_verify_finds(),
    }
