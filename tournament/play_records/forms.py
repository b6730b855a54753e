"""Forms of the rules desk: one act each, with the version of the record that it changes.

The data are not trusted. Cards are in the body of a request, never in an address.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from scoring.errors import CardError
from scoring.game.announcements import DUPLICATE_DOUBLES, Denomination, Double
from scoring.game.cards import PACK, Card
from scoring.game.seats import Seat
from scoring.whole_numbers import whole_number
from tournament.core.errors import UserError
from tournament.play_records.edits import (
    Change,
    choose_trump,
    drop_left_over,
    insert_card,
    lay,
    lay_left_over,
    lead_from,
    remove_card,
    replace_card,
    say_double,
    set_aside,
    start_over,
)

UNDO = "undo"
REDO = "redo"
"""Acts that are no changes of their own."""
_BETWEEN = re.compile(r"[\s,;.\-]+")
_FIGURES = {"12": "R", "11": "C", "10": "S", "1": "A"}
"""Figures on the cards that are written with a letter."""
_LONGEST = 8 * len(PACK)

Sent = Mapping[str, str]


def number_of(sent: Sent, name: str) -> int:
    """Return a whole number from 0 that was sent, -1 for anything else."""
    number = whole_number(sent.get(name, ""))
    return -1 if number is None else number


def change_of(sent: Sent) -> Change:
    """Return the change of the record. Raises `UserError` for an unknown act."""
    make = _ACTS.get(sent.get("act", ""))
    if make is None:
        raise UserError(_("This can't be done to a record of play."))
    return make(sent)


def cards_typed(text: str) -> list[Card]:
    """Return the cards of a typed text: `9O ac, 12e`. Raises `UserError` (field: cards)."""
    words = [word for word in _BETWEEN.split(text[:_LONGEST]) if word]
    if not words:
        raise UserError(_("Choose a card."), field="cards")
    return [_card(word) for word in words]


def _card(word: str) -> Card:
    rank, suit = word[:-1].upper(), word[-1:].upper()
    try:
        return Card.parse(_FIGURES.get(rank, rank) + suit)
    except CardError:
        raise UserError(
            _("“%(text)s” is not a card: write the rank and then the suit, such as %(example)s.")
            % {"text": word[:20], "example": "9O, AC"},
            field="cards",
        ) from None


def _one_card(sent: Sent) -> Card:
    cards = cards_typed(sent.get("cards", ""))
    if len(cards) > 1:
        raise UserError(_("Choose one card."), field="cards")
    return cards[0]


def _place(sent: Sent) -> int:
    """Return the place of a card in the record, from 0; people count from 1."""
    return number_of(sent, "place") - 1


def _trump(sent: Sent) -> Change:
    value = sent.get("trump", "")
    if value not in set(Denomination):
        raise UserError(_("Choose trumps."), field="trump")
    return choose_trump(Denomination(value))


def _double(sent: Sent) -> Change:
    value = sent.get("double", "")
    if value not in DUPLICATE_DOUBLES:
        raise UserError(_("Say whether contro was announced."), field="double")
    return say_double(Double(value))


def _leader(sent: Sent) -> Change:
    value = sent.get("leader", "")
    if value not in set(Seat):
        raise UserError(_("Say who led."), field="leader")
    return lead_from(Seat(value))


_ACTS: Mapping[str, Callable[[Sent], Change]] = {
    "trump": _trump,
    "double": _double,
    "lay": lambda sent: lay(cards_typed(sent.get("cards", ""))),
    "replace": lambda sent: replace_card(_place(sent), _one_card(sent)),
    "insert": lambda sent: insert_card(_place(sent), _one_card(sent)),
    "remove": lambda sent: remove_card(_place(sent)),
    "aside": lambda sent: set_aside(_one_card(sent)),
    "leader": _leader,
    "lay-left-over": lambda _sent: lay_left_over,
    "drop-left-over": lambda _sent: drop_left_over,
    "start-over": lambda _sent: start_over,
}
