"""What a seat at a friendly table is sent, and what it sends besides acts."""

from __future__ import annotations

from typing import Any

from tournament.friendly.kinds import Total
from tournament.friendly.queries import PlaceNow
from tournament.play.documents import party_values, view_document
from tournament.play.payloads import read_numbers


def read_after(body: bytes) -> int:
    """`{"after": 3}`: the hand after the third is asked for. Raises `Unreadable`."""
    return read_numbers(body, ("after",), least=0)[0]


def place_document(now: PlaceNow, version: int) -> dict[str, Any]:
    """Everything that is sent to one place; `docs/play-protocol.md` tells what it means."""
    lines = now.lines
    standing = lines.standing
    last = now.last_line
    return {
        "version": str(version),
        "newest": version,
        "player": now.player,
        "seat": now.seat.value,
        "step": now.step.value,
        "hand": now.deal or None,
        "number": now.next_number,
        "bots": [seat.value for seat in now.bots],
        "view": view_document(now.view) if now.view else None,
        "game": standing.game,
        "games": standing.games,
        "game_totals": standing.game_totals and party_values(standing.game_totals),
        "totals": [_total(one) for one in standing.totals],
        "winners": [_total(one) for one in standing.winners],
        "last": last
        and {
            "points": party_values(last.points),
            "scores": party_values(last.scores),
        },
    }


def _total(total: Total) -> dict[str, Any]:
    return {
        "side": total.side and total.side.value,
        "seat": total.seat and total.seat.value,
        "player": None if total.place is None else total.place + 1,
        "points": total.points,
        "won": total.won,
    }
