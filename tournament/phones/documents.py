"""The content of a table's page as JSON, the same when it is opened and at each refresh.

It holds all hands of the match, so a phone that loses its network has nothing left to load.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from django.utils import timezone

from scoring.game.seats import Party
from tournament.core.labels import label
from tournament.phones.queries import Hand, Pair, TableMatch, TablePage
from tournament.referee_calls.queries import WaitingCall
from tournament.results.kinds.kind import Content, ResultKind


def table_document(page: TablePage, *, of_pairs: Set[int] | None) -> dict[str, Any]:
    """The page's document. `of_pairs` are the pairs that this phone may speak for, None for all.

    Times are milliseconds since 1970 in UTC, as a phone counts them.
    """
    return {
        "now": _milliseconds(timezone.now()),
        "table": {"number": page.number, "name": page.name},
        "rounds": list(page.open_rounds),
        "sides": _speaks_for(page.match, of_pairs),
        "match": _match(page.match) if page.match else None,
        "call": call_document(page.call, page.caller) if page.call else None,
    }


def call_document(call: WaitingCall, caller: int | str) -> dict[str, Any]:
    """A call that waits, without who of the referees comes; `caller` as `caller_of` has it."""
    return {
        "pair": caller,
        "at": _milliseconds(call.at),
        "coming": call.coming_at is not None,
    }


def _speaks_for(match: TableMatch | None, of_pairs: Set[int] | None) -> list[str]:
    """Who may hold this phone: both sides, or where everybody plays alone the seats."""
    pairs: Mapping[Party, Pair] = match.pairs if match else {}
    return [
        party.value
        for party, one in pairs.items()
        if of_pairs is None or not of_pairs.isdisjoint(one.numbers)
    ]


def _milliseconds(at: Any) -> int | None:
    return int(at.timestamp() * 1000) if at else None


def _match(match: TableMatch) -> dict[str, Any]:
    return {
        "id": match.id,
        "round": match.round,
        "ends_at": _milliseconds(match.ends_at),
        "seconds_left": match.seconds_left,
        "kind": match.kind.key,
        "limits": dict(match.kind.limits),
        "confirmation": match.confirmation.value,
        "pairs": {side.value: _pair(pair) for side, pair in match.pairs.items()},
        "hands": [_hand(hand, match.kind) for hand in match.hands],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "number": pair.title,
        "name": pair.name,
        "seated": [{"seat": label(seat), "name": name} for seat, name in pair.seated],
    }


def _hand(hand: Hand, kind: ResultKind[Any]) -> dict[str, Any]:
    return {
        "deal": hand.deal,
        "dealer": label(hand.dealer) if hand.dealer else "",
        "makers": hand.dealer.side.value if hand.dealer else "",
        "state": hand.state.value,
        "version": hand.version,
        "by": hand.entered_side,
        "confirmations": sorted(hand.confirmations),
        "confirmation": hand.confirmation.value,
        "settled": hand.settled,
        "undo_until": _milliseconds(hand.undo_until),
        **_said(hand.content, kind),
        "correction_requests": [
            {
                "side": one.side.value,
                **_said(one.content, kind),
            }
            for one in hand.correction_requests
        ],
    }


def _said(content: Content | None, kind: ResultKind[Any]) -> dict[str, Any]:
    """What pairs can say, and what only a referee can, in words."""
    if content is None:
        return {"content": None, "told": ""}
    return {"content": kind.for_table(content), "told": kind.told(content)}
