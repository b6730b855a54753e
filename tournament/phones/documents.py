"""The content of a table's page as JSON, the same when it is opened and at each refresh.

It holds all hands of the match, so a phone that loses its network has nothing left to load.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.duplicate.scores import POINTS_IN_A_HAND, Award, Infraction
from scoring.game.seats import Side
from tournament.core.labels import label
from tournament.models import Outcome
from tournament.phones.queries import Hand, Pair, TableMatch, TablePage
from tournament.results.entry import ResultInput
from tournament.results.plausibility import FEW_POINTS


def table_document(page: TablePage, *, of_pairs: Collection[int] | None) -> dict[str, Any]:
    """The page's document. `of_pairs` are the pairs that this phone may speak for, None for all.

    Times are milliseconds since 1970 in UTC, as a phone counts them.
    """
    return {
        "now": _milliseconds(timezone.now()),
        "table": {"number": page.number, "name": page.name},
        "rounds": list(page.open_rounds),
        "sides": [side.value for side in Side if _speaks_for(side, page.match, of_pairs)],
        "all": POINTS_IN_A_HAND,
        "few": FEW_POINTS,
        "match": _match(page.match) if page.match else None,
    }


def _speaks_for(side: Side, match: TableMatch | None, of_pairs: Collection[int] | None) -> bool:
    if of_pairs is None:
        return True
    return match is not None and match.pairs[side].number in of_pairs


def _milliseconds(at: Any) -> int | None:
    return int(at.timestamp() * 1000) if at else None


def _match(match: TableMatch) -> dict[str, Any]:
    return {
        "id": match.id,
        "round": match.round,
        "ends_at": _milliseconds(match.ends_at),
        "seconds_left": match.seconds_left,
        "confirmation": match.confirmation.value,
        "pairs": {side.value: _pair(pair) for side, pair in match.pairs.items()},
        "hands": [_hand(hand) for hand in match.hands],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "number": pair.number,
        "name": pair.name,
        "seated": [{"seat": label(seat), "name": name} for seat, name in pair.seated],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "deal": hand.deal,
        "dealer": label(hand.dealer),
        "makers": hand.dealer.side.value,
        "state": hand.state.value,
        "version": hand.version,
        "by": hand.entered_side,
        "confirmations": sorted(hand.confirmations),
        "confirmation": hand.confirmation.value,
        "settled": hand.settled,
        "content": said_at_a_table(hand.content),
        "told": _told(hand.content),
        "correction_requests": [
            {
                "side": one.side.value,
                "content": said_at_a_table(one.content),
                "told": _told(one.content),
            }
            for one in hand.correction_requests
        ],
    }


def said_at_a_table(content: ResultInput | None) -> dict[str, Any] | None:
    """Points and announcements; None for what only a referee can say of a hand."""
    if content is None or content.outcome is not Outcome.PLAYED or content.ns_points is None:
        return None
    if content.infraction is not Infraction.NONE or content.award is not Award.NONE:
        return None
    trump = content.announcement.trump
    return {
        "points": content.ns_points,
        "trump": trump.value if trump else "",
        "double": content.announcement.double.value,
    }


def _told(content: ResultInput | None) -> str:
    """What a referee said of the hand beyond its points, in words; "" for nothing."""
    if content is None:
        return ""
    if content.reason is not None:
        return _("Not played: %(reason)s") % {"reason": content.reason.label}
    if content.infraction is not Infraction.NONE:
        return _("Rule-break: %(by)s") % {"by": label(content.infraction)}
    if content.award is not Award.NONE:
        return _("Awarded average: %(side)s") % {"side": label(content.award)}
    return ""
