"""Knowledge of a seat as JSON, as `docs/play-protocol.md` describes it."""

from __future__ import annotations

from typing import Any

from scoring.game.seats import Side
from scoring.game.tricks import Trick
from scoring.play.games import PerParty
from scoring.play.views import SeatView
from tournament.play.queries import SeatNow
from tournament.referee_calls.queries import WaitingCall
from tournament.results.kinds.dealt_hand import DEALT_HAND
from tournament.results.played_hands import PlayBeside


def seat_document(now: SeatNow, version: str, newest: int) -> dict[str, Any]:
    """Return the whole document for one seat; `newest` is the newest act that it may know of."""
    return {
        "version": version,
        "newest": newest,
        "round": now.round,
        "table": now.table,
        "seat": now.seat.value,
        "step": now.step.value,
        "hand": now.deal or None,
        "place": now.place,
        "hands": now.hands,
        "missing": [seat.value for seat in now.missing],
        "number": now.next_number,
        "view": view_document(now.view) if now.view else None,
        "result": DEALT_HAND.for_table(now.content) if now.content else None,
        "agreed": [side.value for side in Side if side in now.agreed],
        "agree_after": now.agree_after,
        "beside": [_beside(one) for one in now.beside],
        "disputed": list(now.disputed),
        "call": _call(now.call) if now.call else None,
        "ends_at": now.ends_at.isoformat() if now.ends_at else None,
        "seconds_left": now.seconds_left,
    }


def _beside(one: PlayBeside) -> dict[str, Any]:
    return {
        "hand": one.deal,
        "set_aside": one.is_set_aside,
        "by": one.by,
        "reason": one.reason,
        "played": DEALT_HAND.for_table(one.played) if one.played else None,
        "counts": DEALT_HAND.for_table(one.counts) if one.counts else None,
        "told": DEALT_HAND.told(one.counts) if one.counts else "",
    }


def _call(call: WaitingCall) -> dict[str, Any]:
    return {
        "pair": call.contestant,
        "at": call.at.isoformat(),
        "coming": call.coming_at is not None,
    }


def view_document(view: SeatView) -> dict[str, Any]:
    """Return the table as the seat sees it."""
    ending = view.ending
    return {
        "acts": view.number,
        "dealer": view.dealer.value,
        "phase": view.phase.value,
        "turn": [seat.value for seat in view.turn],
        "cards": None if view.hand is None else [str(card) for card in view.hand],
        "delegators": [seat.value for seat in view.delegators],
        "estevet": view.estevet and view.estevet.value,
        "maker": view.maker and view.maker.value,
        "trump": view.trump and view.trump.value,
        "doublers": [seat.value for seat in view.doublers],
        "trick": _trick(view.trick),
        "last_trick": _trick(view.last_trick),
        "tricks": party_values(view.tricks),
        "cards_left": {seat.value: count for seat, count in view.cards_left},
        "claimer": view.claimer and view.claimer.value,
        "claimed_cards": [str(card) for card in view.claimed_cards],
        "may": [kind.kind for kind in view.may],
        "legal": [str(card) for card in view.legal],
        "ended": ending
        and {
            "by": ending.by.value,
            "points": party_values(ending.points) if ending.points is not None else None,
        },
    }


def party_values(values: PerParty[int]) -> dict[str, int]:
    """Return a number for each side, or for each seat where everybody plays alone."""
    return {party.value: value for party, value in values.items()}


def _trick(trick: Trick | None) -> dict[str, Any] | None:
    if trick is None:
        return None
    return {"leader": trick.leader.value, "cards": [str(card) for card in trick.cards]}
