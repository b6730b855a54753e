"""Acts at a table as rows, as requests and refusals, and their digest in the record.

The digest is the SHA-256 of lines of JSON, ASCII with sorted keys: first the hand's nonce and the
rules that it is played by, then each act with all its columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC
from hashlib import sha256
from typing import Any, NoReturn

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.errors import ActError, ActFault
from scoring.game.seats import Seat
from scoring.play.acts import Act, EndHand, SeatAct, act_fields, parse_act
from scoring.play.table import Table
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import ActRow, HandInPlay, PlayAct

_PARTS = ("seat", "trump", "card", "reason", "ns_points")
"""Columns of the parts of an act, by their names in `scoring.play.acts`."""


def columns_of(act: Act) -> dict[str, Any]:
    """Return an act by the columns of a row: the inverse of `act_of`."""
    told = act_fields(act)
    return {"kind": told.pop("act"), **told}


def act_of(row: ActRow) -> Act:
    """Return the act that a row holds. Raises `ActFormatError` for a row that holds none."""
    told = {name: value for name in _PARTS if (value := getattr(row, name, "")) not in ("", None)}
    if row.kind == EndHand.kind:
        told["ns_points"] = getattr(row, "ns_points", None)
    return parse_act({"act": row.kind, **told})


def digest_of(hand: HandInPlay, acts: Iterable[PlayAct]) -> str:
    """Return the digest of these acts of a hand, in their order: 64 hex digits."""
    lines = [{"nonce": hand.nonce, "variant": hand.variant}, *map(_line, acts)]
    text = "".join(json.dumps(line, sort_keys=True) + "\n" for line in lines)
    return sha256(text.encode()).hexdigest()


def _line(row: PlayAct) -> dict[str, Any]:
    return {
        "number": row.number,
        "act": row.kind,
        **{name: getattr(row, name) for name in _PARTS},
        "own_number": row.own_number,
        "by": row.by,
        "at": row.at.astimezone(UTC).isoformat(),
    }


def sent_text(act: SeatAct) -> str:
    """Return an act as a phone sends it: JSON without the seat, which the address names."""
    told = act_fields(act)
    del told["seat"]
    return json.dumps(told)


def was_done(known: ActRow | None, act: SeatAct) -> bool:
    """Return whether the act was stored before, under the number of `known`.

    Raises `Conflict` if that number stands for another one.
    """
    if known is None:
        return False
    if act_of(known) != act:
        raise arrived_late()
    return True


def arrived_late() -> Conflict:
    return Conflict(_("Something else was done before this arrived. Look at the table again."))


@sensitive_variables()
def table_after(table: Table, act: Act) -> Table:
    """Return the table after that act. Raises `UserError` for a card that the rules don't allow,
    `NotNow` for an act that is impossible now."""
    try:
        return table.after(act)
    except ActError as error:
        _refuse(error, act.seat if isinstance(act, SeatAct) else None)


def _refuse(error: ActError, seat: Seat | None) -> NoReturn:
    """Raise the refusal of an act; it names no card that the sender may not know."""
    if error.fault is ActFault.CARD:
        raise UserError(
            _("You can't play that card. Expected one of: %(cards)s.")
            % {"cards": ", ".join(error.expected)},
            field="act",
        ) from None
    if error.fault is ActFault.TURN and seat is not None:
        raise NotNow(_("It is not your turn."), field="act") from None
    if error.fault is ActFault.OVER:
        raise NotNow(_("The hand is over."), field="act") from None
    raise NotNow(_("That can't be done at this moment."), field="act") from None
