"""The score sheet of abarrotada as people type and read it, and what is wrong with one, in words.

Stored and sent it has the form of `scoring.ordinary.solo_sheets`. Who types may write the seats and
the words of the language in force, and the keys of the desk in place of the words.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import SheetError, SheetFault
from scoring.game.seats import Seat
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.solo_sheets import SoloSheetHand, read_solo_sheet
from tournament.core.errors import UserError
from tournament.results.kinds.score_sheet import KEYS, REVOKED, WEST

_MADE = ("trumps", "trumfo", "triunfo")


def read_typed(text: str) -> tuple[SoloSheetHand, ...]:
    """The hands that somebody typed, one a line. Raises `UserError` about the field `sheet`."""
    hands = (" ".join(map(_plain, hand.split())) for hand in text.replace(";", "\n").splitlines())
    try:
        return read_solo_sheet("; ".join(hands))
    except SheetError as error:
        raise UserError(fault_text(error), field="sheet") from error


def _plain(word: str) -> str:
    said = word.casefold()
    name, _hyphen, seat = said.partition("-")
    for words, prefix in ((REVOKED, "revoke"), (_MADE, "trumps")):
        if name in words and seat:
            return f"{prefix}-{_seat(seat)}"
    return KEYS.get(said, word)


def _seat(said: str) -> str:
    return Seat.W.value if said == WEST else said.upper()


def shown(hands: Iterable[SoloSheetHand]) -> str:
    """Return the hands as they can be typed in the language in force, one hand a line."""
    return "\n".join(map(_shown, hands))


def _shown(one: SoloSheetHand) -> str:
    west = pgettext("the seat's letter", "W")
    seats = {seat: west if seat is Seat.W else seat.value for seat in Seat}
    trumps, revoke = pgettext("on a score sheet", "trumps"), pgettext("on a score sheet", "revoke")
    words = str(one).split()
    words[0] = seats[one.dealer]
    for place, word in enumerate(words):
        if word.startswith("trumps-"):
            words[place] = f"{trumps}-{seats[one.maker]}"
        elif word.startswith("revoke-") and one.revoke is not None:
            words[place] = f"{revoke}-{seats[one.revoke]}"
    return " ".join(words)


def fault_text(error: SheetError) -> str:
    """What is wrong with a sheet: the hand, and what was expected."""
    sentences = {
        SheetFault.DEALER: _("Hand %(hand)d: “%(text)s” is not who dealt (N, W, S or E)."),
        SheetFault.POINTS: _(
            "Hand %(hand)d: “%(text)s” is not the points of every player, which add up to %(all)d, "
            "such as 26-14-8-24; or - after a revoke."
        ),
        SheetFault.WORD: _(
            "Hand %(hand)d: “%(text)s” can't stand here. After the points there can be trumps-S "
            "(who made trumps, if not the dealer), botifarra (f), contro (x), recontro (r) or Sant "
            "Vicenç (v), and revoke-W."
        ),
        SheetFault.DOUBLE: _("Hand %(hand)d: Sant Vicenç is not allowed there."),
        SheetFault.OVER: _("Hand %(hand)d: the table plays fewer hands."),
    }
    values = {"hand": error.hand, "text": error.text, "all": POINTS_IN_A_HAND}
    return sentences[error.fault] % values
