"""Content of a table's page as JSON, when it is opened and at each refresh.

It holds all hands of the match, so a phone that loses its network has nothing left to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.labels import label
from tournament.models import ResultConfirmation, Stage
from tournament.phones.queries import Hand, Pair, TableMatch, TablePage
from tournament.phones.reach import Reach
from tournament.referee_calls.queries import WaitingCall
from tournament.results.kinds.abarrotada import ABARROTADA
from tournament.results.kinds.dealt_hand import DEALT_HAND
from tournament.results.kinds.game import GAME
from tournament.results.kinds.kind import Content, ResultKind
from tournament.results.kinds.kinds import kind_of

PADS: dict[str, Any] = {
    DEALT_HAND.key: "phones/_dealt_hand_pad.html",
    GAME.key: "phones/_game_pad.html",
    ABARROTADA.key: "phones/_abarrotada_pad.html",
}
"""Template that draws the pad of each kind of results; its keys are in a module of `js/table/`,
which `js/table/kinds.js` knows by the kind's name."""


def pads_for(stages: Iterable[Stage]) -> Mapping[str, Any]:
    """Return the pads of the kinds of results that these stages have, by the kinds' keys."""
    return {key: PADS[key] for key in dict.fromkeys(kind_of(stage).key for stage in stages)}


def table_document(page: TablePage) -> dict[str, Any]:
    """Return the page's document. Times are milliseconds since 1970 in UTC."""
    reach = page.match.reach if page.match else None
    return {
        "now": _milliseconds(timezone.now()),
        "table": {"number": page.number, "name": page.name},
        "rounds": list(page.open_rounds),
        "sides": [party.value for party in reach.parties] if reach else [],
        "holder": reach.holder.value if reach and reach.holder else "",
        "refused": list(reach.refused.values()) if reach else [],
        "elsewhere": _elsewhere(page.elsewhere) if page.elsewhere and not page.match else None,
        "match": _match(page.match) if page.match else None,
        "call": call_document(page.call, page.caller) if page.call else None,
    }


def call_document(call: WaitingCall, caller: int | str) -> dict[str, Any]:
    """Return a call that waits, without the referee who comes; `caller` as `caller_of` has it."""
    return {
        "pair": caller,
        "at": _milliseconds(call.at),
        "coming": call.coming_at is not None,
    }


def _elsewhere(reach: Reach) -> dict[str, Any]:
    """Return where the phone belongs, in words, and the number of the pair whose page says more."""
    return {"words": reach.why_not, "pair": reach.goes_to or None}


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
        "played": match.played,
        "pairs": {
            side.value: {**_pair(pair), "phones": match.phones.get(side, 0)}
            for side, pair in match.pairs.items()
        },
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
        "confirmations": sorted(hand.confirmations - {ResultConfirmation.By.TABLE}),
        "confirmation": hand.confirmation.value,
        "settled": hand.settled,
        "undo_until": _milliseconds(hand.undo_until),
        "spoken": hand.spoken.value if hand.spoken else "",
        **(_kept_back() if hand.is_kept_back else _said(hand.content, kind)),
        "correction_requests": [
            {
                "side": one.side.value,
                **_said(one.content, kind),
            }
            for one in hand.correction_requests
        ],
    }


def _kept_back() -> dict[str, Any]:
    return {"content": None, "told": _("shown by your own link")}


def _said(content: Content | None, kind: ResultKind[Any]) -> dict[str, Any]:
    """Return the fields of a content that pairs can say, and the rest in words."""
    if content is None:
        return {"content": None, "told": ""}
    return {"content": kind.for_table(content), "told": kind.told(content)}
