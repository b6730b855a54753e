"""The score sheet of a game as people type and read it, and what is wrong with one, in words.

Stored and sent it has the form of `scoring.ordinary.sheets`. Who types may write the seats, the
sides and the words of the language in force, and the keys of the desk in place of the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import SheetError, SheetFault
from scoring.game.announcements import Denomination, Double
from scoring.game.seats import Seat, Side
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.games import Game, GameRules
from scoring.ordinary.sheets import SheetHand, play_sheet, read_sheet
from tournament.core.errors import UserError
from tournament.core.labels import label

WEST = "o"
"""West in Catalan and Spanish; no other word of a sheet is an o."""
KEYS: Mapping[str, str] = {
    "f": Denomination.BOTIFARRA.value,
    "x": Double.CONTRO.value,
    "r": Double.RECONTRO.value,
    "v": Double.SANT_VICENC.value,
    WEST: Seat.W.value,
}
REVOKED = ("revoke", "renunci", "renuncio")
_SIDES: Mapping[str, Side] = {"ns": Side.NS, "ew": Side.EW, "eo": Side.EW}


def read_typed(text: str) -> tuple[SheetHand, ...]:
    """The hands that somebody typed, one a line. Raises `UserError` about the field `sheet`."""
    hands = (" ".join(map(_plain, hand.split())) for hand in text.replace(";", "\n").splitlines())
    try:
        return read_sheet("; ".join(hands))
    except SheetError as error:
        raise UserError(fault_text(error), field="sheet") from error


def _plain(word: str) -> str:
    said = word.casefold()
    revoked, _hyphen, side = said.partition("-")
    if revoked in REVOKED and side in _SIDES:
        return f"revoke-{_SIDES[side].value}"
    return KEYS.get(said, word)


def shown(hands: Iterable[SheetHand]) -> str:
    """Return the hands as they can be typed in the language in force, one hand a line."""
    return "\n".join(map(_shown, hands))


def _shown(one: SheetHand) -> str:
    seats = {Seat.W: pgettext("the seat's letter", "W")}
    words = str(one).split()
    words[0] = seats.get(one.dealer, words[0])
    if one.revoke is not None:
        revoke = pgettext("on a score sheet", "revoke")
        words[-1] = f"{revoke}-{label(one.revoke)}"
    return " ".join(words)


def played(rules: GameRules, hands: Iterable[SheetHand]) -> tuple[Game, ...]:
    """The game before its first hand and after each. Raises `UserError` about the field `sheet`."""
    try:
        return play_sheet(rules, hands)
    except SheetError as error:
        raise UserError(fault_text(error), field="sheet") from error


def fault_text(error: SheetError) -> str:
    """What is wrong with a sheet: the hand, and what was expected."""
    sentences = {
        SheetFault.DEALER: _("Hand %(hand)d: “%(text)s” is not who dealt (N, W, S or E)."),
        SheetFault.POINTS: _(
            "Hand %(hand)d: “%(text)s” is not the points of NS (0 to %(all)d, or - after a revoke)."
        ),
        SheetFault.WORD: _(
            "Hand %(hand)d: “%(text)s” can't stand here. After the points there can be botifarra "
            "(f), contro (x), recontro (r) or Sant Vicenç (v), and revoke-NS or revoke-EW."
        ),
        SheetFault.DOUBLE: _("Hand %(hand)d: Sant Vicenç is not allowed there."),
        SheetFault.OVER: _("Hand %(hand)d: the game was over before it."),
    }
    values = {"hand": error.hand, "text": error.text, "all": POINTS_IN_A_HAND}
    return sentences[error.fault] % values
