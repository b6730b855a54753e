"""Hands with their play as text, one after the other; `docs/played-hands.md` tells it.

A hand is a line that says what was dealt, followed by the lines of its acts as `write_acts` makes
them. A blank line stands between two hands:

    {"format": "botifarra-play-1", "hand": 3, "dealer": "S", "variant": "obligada", "hands": {…}, …}
    {"number": 1, "act": "delegate", "seat": "S"}
    {"number": 2, "act": "trump", "seat": "N", "trump": "O"}
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import ActFormatError, CardError, DealError
from scoring.game.deals import Deal, hand_text, parse_hand
from scoring.game.seats import Seat
from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.play.acts import Act, read_acts, write_acts
from scoring.play.rules import TableRules
from scoring.play.table import Table

FORMAT = "botifarra-play-1"
_OWN = ("format", "dealer", "variant", "hands")


@dataclass(frozen=True, slots=True, repr=False)
class WrittenHand:
    """A hand with its play. `about` says which one it is, in JSON: whatever its writer knows."""

    deal: Deal
    dealer: Seat
    variant: PlayVariant
    acts: tuple[Act, ...]
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """The table after all acts. Raises `ActError` where they can't follow each other."""
        return Table.replay(self.deal, self.dealer, self.acts, TableRules(self.variant))


def write_hands(hands: Iterable[WrittenHand]) -> str:
    """The hands as text: the inverse of `read_hands`."""
    return "\n".join(_head(hand) + write_acts(hand.acts) for hand in hands)


def _head(hand: WrittenHand) -> str:
    told = {
        "format": FORMAT,
        **hand.about,
        "dealer": hand.dealer.value,
        "variant": hand.variant.value,
        "hands": {seat.value: hand_text(hand.deal.hand(seat)) for seat in Seat},
    }
    return json.dumps(told, ensure_ascii=False) + "\n"


def read_hands(text: str) -> tuple[WrittenHand, ...]:
    """The hands of a text as `write_hands` makes it. Raises `ActFormatError`.

    Whether the acts can follow each other is for `WrittenHand.table` to say.
    """
    if not text:
        return ()
    return tuple(_read(number, block) for number, block in enumerate(text.split("\n\n"), start=1))


def _read(number: int, block: str) -> WrittenHand:
    head, _line, acts = block.strip("\n").partition("\n")
    try:
        told = json.loads(head)
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise ValueError
        variant = PlayVariant(told["variant"])
        if variant not in PARTNERSHIP_VARIANTS:
            raise ValueError
        deal = Deal.from_hands({seat: parse_hand(told["hands"][seat.value]) for seat in Seat})
        dealer = Seat(told["dealer"])
    except (ValueError, KeyError, TypeError, RecursionError, CardError, DealError):
        raise ActFormatError(
            f"hand {number}: expected its first line to say what was dealt, as {FORMAT}",
            field="format",
            expected=[FORMAT],
        ) from None
    about = {name: value for name, value in told.items() if name not in _OWN}
    try:
        return WrittenHand(deal, dealer, variant, read_acts(acts), about)
    except ActFormatError as error:
        message = f"hand {number}: {error}"
        raise ActFormatError(message, field=error.field, expected=error.expected) from None
