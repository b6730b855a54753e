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
from scoring.game.announcements import SantVicencRule
from scoring.game.deals import Deal, Hands, hand_text, parse_hand
from scoring.game.seats import Seat
from scoring.game.three_hands import ThreeHands
from scoring.game.variants import PlayVariant
from scoring.play.acts import Act, read_acts, write_acts
from scoring.play.games import ALONE
from scoring.play.rules import TableRules
from scoring.play.table import Table

FORMAT = "botifarra-play-1"
_OWN = ("format", "dealer", "variant", "sant_vicenc", "recontro_counts", "hands")


@dataclass(frozen=True, slots=True, repr=False)
class WrittenHand:
    """A hand with its play. `about` says which one it is, in JSON: whatever its writer knows."""

    deal: Hands
    dealer: Seat
    rules: TableRules
    acts: tuple[Act, ...]
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """The table after all acts. Raises `ActError` where they can't follow each other."""
        return Table.replay(self.deal, self.dealer, self.acts, self.rules)


def write_hands(hands: Iterable[WrittenHand]) -> str:
    """Return the hands as text: the inverse of `read_hands`."""
    return "\n".join(_head(hand) + write_acts(hand.acts) for hand in hands)


def _head(hand: WrittenHand) -> str:
    rules = hand.rules
    told = {
        "format": FORMAT,
        **hand.about,
        "dealer": hand.dealer.value,
        "variant": rules.variant.value,
        **_calls(rules),
        "hands": {seat.value: hand_text(hand.deal.hand(seat)) for seat in rules.game.seats},
    }
    return json.dumps(told, ensure_ascii=False) + "\n"


def _calls(rules: TableRules) -> dict[str, Any]:
    """Return the calls beyond the duplicate championship's, and what counts."""
    told: dict[str, Any] = {}
    if rules.sant_vicenc is not SantVicencRule.NOT_ALLOWED:
        told["sant_vicenc"] = rules.sant_vicenc.value
    if rules.recontro_counts:
        told["recontro_counts"] = True
    return told


def _rules(told: Mapping[str, Any]) -> TableRules:
    """Return the rules that a first line tells. Raises `ValueError` and `KeyError`."""
    variant, players = PlayVariant(told["variant"]), len(told["hands"])
    if players != len(Seat) and (variant.has_partners or players not in ALONE):
        raise ValueError
    counts = told.get("recontro_counts", False)
    if not isinstance(counts, bool):
        raise ValueError
    calls = SantVicencRule(told.get("sant_vicenc", SantVicencRule.NOT_ALLOWED))
    return TableRules(variant, calls, counts, players)


def _dealt(told: Mapping[str, Any]) -> Hands:
    """Return the hands that a first line tells. Raises `DealError`, `CardError`, `ValueError`."""
    hands = {Seat(seat): parse_hand(cards) for seat, cards in told["hands"].items()}
    return Deal.from_hands(hands) if len(hands) == len(Seat) else ThreeHands.from_hands(hands)


def read_hands(text: str) -> tuple[WrittenHand, ...]:
    """Return the hands of a text as `write_hands` makes it. Raises `ActFormatError`.

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
        deal, rules = _dealt(told), _rules(told)
        dealer = Seat(told["dealer"])
        if dealer not in rules.game.seats:
            raise ValueError
    except (
        *(ValueError, KeyError, TypeError, AttributeError, RecursionError),
        *(CardError, DealError),
    ):
        raise ActFormatError(
            f"hand {number}: expected its first line to say what was dealt, as {FORMAT}",
            field="format",
            expected=[FORMAT],
        ) from None
    about = {name: value for name, value in told.items() if name not in _OWN}
    try:
        return WrittenHand(deal, dealer, rules, read_acts(acts), about)
    except ActFormatError as error:
        message = f"hand {number}: {error}"
        raise ActFormatError(message, field=error.field, expected=error.expected) from None
