"""What every act at a table goes through, whoever keeps the table: once, and by the rules."""

from __future__ import annotations

from typing import NoReturn

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.errors import ActError, ActFault
from scoring.game.seats import Seat
from scoring.play.acts import Act, SeatAct
from scoring.play.table import Table
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.models import ActRow
from tournament.play.stored_acts import act_of


def was_done(known: ActRow | None, act: SeatAct) -> bool:
    """Whether the act was taken before, under the number by which `known` was found.

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
    """The table after that act. Raises `UserError` for a card that the rules don't allow, `NotNow`
    for what can't be done now."""
    try:
        return table.after(act)
    except ActError as error:
        _refuse(error, act.seat if isinstance(act, SeatAct) else None)


def _refuse(error: ActError, seat: Seat | None) -> NoReturn:
    """Raise what an act is refused with; it names no card that the sender may not know."""
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
