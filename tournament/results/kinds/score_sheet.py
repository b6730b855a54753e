"""A score sheet as people type and read it, and its faults in words.

Stored and sent it has the form of `scoring.ordinary.sheets`. People may type the seats, the sides
and the words of the language in force, and the keys of the desk in place of the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import SheetError, SheetFault
from scoring.game.announcements import Denomination, Double
from scoring.game.seats import Party, Seat, Side
from scoring.game.tricks import POINTS_IN_A_HAND
from scoring.ordinary.sheets import SheetHand, read_sheet
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
_ABOUT: Mapping[str, str] = {
    **dict.fromkeys(("revoke", "renunci", "renuncio"), "revoke"),
    **dict.fromkeys(("trumps", "trumfo", "triunfo"), "trumps"),
}
"""Words about a party, in all languages."""
_IN_CATALAN: Mapping[str, Party] = {WEST: Seat.W, "eo": Side.EW}


def read_typed(text: str, parties: type[Side] | type[Seat] = Side) -> tuple[SheetHand, ...]:
    """Return the typed hands, one a line. Raises `UserError` about the field `sheet`."""
    names = {**_IN_CATALAN, **{party.value.casefold(): party for party in parties}}
    hands = (hand.split() for hand in text.replace(";", "\n").splitlines())
    plain = "; ".join(" ".join(_plain(word, names) for word in hand) for hand in hands)
    try:
        return read_sheet(plain, parties)
    except SheetError as error:
        raise UserError(fault_text(error, parties), field="sheet") from error


def _plain(word: str, names: Mapping[str, Party]) -> str:
    said = word.casefold()
    about, _hyphen, party = said.partition("-")
    if about in _ABOUT and party in names:
        return f"{_ABOUT[about]}-{names[party].value}"
    return KEYS.get(said, word)


def shown(hands: Iterable[SheetHand]) -> str:
    """Return the hands as they can be typed in the language in force, one hand a line."""
    return "\n".join(map(_shown, hands))


def _shown(one: SheetHand) -> str:
    said = {
        "trumps": (pgettext("on a score sheet", "trumps"), one.maker),
        "revoke": (pgettext("on a score sheet", "revoke"), one.revoke),
    }
    _dealer, *words = str(one).split()
    for place, word in enumerate(words):
        about, party = said.get(word.partition("-")[0], ("", None))
        if party is not None:
            words[place] = f"{about}-{_letters(party)}"
    return " ".join([_letters(one.dealer), *words])


def _letters(party: Party) -> str:
    if isinstance(party, Side):
        return label(party)
    return pgettext("the seat's letter", "W") if party is Seat.W else party.value


def fault_text(error: SheetError, parties: type[Side] | type[Seat] = Side) -> str:
    """Return the fault of a sheet in words: the hand, and the expected value."""
    sentences = {
        SheetFault.DEALER: _("Hand %(hand)d: “%(text)s” is not who dealt (N, W, S or E)."),
        SheetFault.DOUBLE: _("Hand %(hand)d: Sant Vicenç is not allowed there."),
        **(_of_a_game() if parties is Side else _of_abarrotada()),
    }
    values = {"hand": error.hand, "text": error.text, "all": POINTS_IN_A_HAND}
    return sentences[error.fault] % values


def _of_a_game() -> dict[SheetFault, str]:
    return {
        SheetFault.POINTS: _(
            "Hand %(hand)d: “%(text)s” is not the points of NS (0 to %(all)d, or - after a revoke)."
        ),
        SheetFault.WORD: _(
            "Hand %(hand)d: “%(text)s” can't stand here. After the points there can be botifarra "
            "(f), contro (x), recontro (r) or Sant Vicenç (v), and revoke-NS or revoke-EW."
        ),
        SheetFault.OVER: _("Hand %(hand)d: the game was over before it."),
    }


def _of_abarrotada() -> dict[SheetFault, str]:
    return {
        SheetFault.POINTS: _(
            "Hand %(hand)d: “%(text)s” is not the points of every player, which add up to %(all)d, "
            "such as 26-14-8-24; or - after a revoke."
        ),
        SheetFault.WORD: _(
            "Hand %(hand)d: “%(text)s” can't stand here. After the points there can be trumps-S "
            "(who made trumps, if not the dealer), botifarra (f), contro (x), recontro (r) or Sant "
            "Vicenç (v), and revoke-W."
        ),
        SheetFault.OVER: _("Hand %(hand)d: the table plays fewer hands."),
    }
