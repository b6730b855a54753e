"""From a file in JSON to a record of play, or to everything wrong with it.

The record is one object with the four hands, the dealer, what was made trumps and the cards in the
order in which they were played. Other keys are ignored. Whether the
cards were legal is not checked here: a record with faults in the play can be read.
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.cli.faults import Fault, InputFaults, quoted
from scoring.cli.text_file import read_text
from scoring.cli.text_table import printable
from scoring.errors import AnnouncementError, CardError
from scoring.game.announcements import Denomination, parse_trump
from scoring.game.cards import PACK, Card
from scoring.game.deals import CARDS_IN_HAND, Deal, parse_hand
from scoring.game.seats import Seat

_A_SEAT = "one of " + ", ".join(Seat)
_A_TRUMP = "one of " + ", ".join(Denomination)
_A_HAND = "a hand such as 9A5.RS.-.8765432"
_A_CARD = "a card such as 9O"
NOTHING = object()


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """A hand's cards, and what was played of them."""

    deal: Deal
    dealer: Seat
    trump: Denomination
    plays: tuple[Card, ...]


def read_play_record(path: Path) -> PlayRecord:
    """The record in the file. Raises `InputFaults` with every fault of the file."""
    return RecordReader(printable(path.name)).read(read_text(path))


class RecordReader:
    """Reads part after part, and keeps what is wrong; `name` says where that is."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []

    def read(self, text: str) -> PlayRecord:
        record = self.parse(text)
        if not isinstance(record, dict):
            self.report("", "an object with deal, dealer, trump and plays", record)
            raise InputFaults(self.faults)
        hands = self.hands(record.get("deal", NOTHING))
        dealer = self.dealer(record.get("dealer", NOTHING))
        trump = self._trump(record.get("trump", NOTHING))
        plays = self._plays(record.get("plays", NOTHING))
        if self.faults or dealer is None or trump is None:
            raise InputFaults(self.faults)
        return PlayRecord(Deal.from_hands(hands), dealer, trump, tuple(plays))

    def report(self, place: str, expected: str, found: Any) -> None:
        """Keep a fault at that place of what is read."""
        where = f"{self.name}: {place}" if place else self.name
        self.faults.append(Fault(where, expected, _told(found)))

    def parse(self, text: str) -> Any:
        """What the JSON says. Raises `InputFaults` for what is none."""
        try:
            return json.loads(text, object_pairs_hook=self._object)
        except json.JSONDecodeError as error:
            rest = text[error.pos :].splitlines()[:1]
            found = quoted(rest[0]) if rest else "nothing"
            where = f"{self.name}: line {error.lineno}, column {error.colno}"
            fault = Fault(where, "JSON", found)
        except (ValueError, RecursionError):
            # A number of thousands of digits, or thousands of brackets.
            fault = Fault(self.name, "JSON as a program writes it")
        raise InputFaults([*self.faults, fault])

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, times in Counter(key for key, _ in pairs).items():
            if times > 1:
                fault = Fault(self.name, "each key once", f"{quoted(key)} {times} times")
                self.faults.append(fault)
        return dict(pairs)

    def hands(self, value: Any) -> dict[Seat, tuple[Card, ...]]:
        """The hands that can be read."""
        if not isinstance(value, dict):
            self.report("deal", "an object with the hands N, W, S and E", value)
            return {}
        for key in value:
            if key not in set(Seat):
                self.report("deal", _A_SEAT, key)
        hands: dict[Seat, tuple[Card, ...]] = {}
        for seat in Seat:
            text = value.get(seat, NOTHING)
            try:
                hands[seat] = parse_hand(_text(text))
            except CardError:
                self.report(f"deal, {seat}", _A_HAND, text)
                continue
            if len(hands[seat]) != CARDS_IN_HAND:
                self.report(f"deal, {seat}", f"{CARDS_IN_HAND} cards", len(hands[seat]))
        for card in PACK:
            holders = [seat for seat, cards in hands.items() if card in cards]
            if len(holders) > 1:
                fault = Fault(
                    f"{self.name}: deal",
                    "each card in one hand",
                    f"{card} in {' and '.join(holders)}",
                )
                self.faults.append(fault)
        return hands

    def dealer(self, value: Any) -> Seat | None:
        """The dealer, if that can be read."""
        try:
            return Seat(_text(value))
        except ValueError:
            self.report("dealer", _A_SEAT, value)
            return None

    def _trump(self, value: Any) -> Denomination | None:
        try:
            trump = parse_trump(_text(value))
        except AnnouncementError:
            trump = None
        if trump is None:
            self.report("trump", _A_TRUMP, value)
        return trump

    def _plays(self, value: Any) -> list[Card]:
        """The cards that can be read."""
        if not isinstance(value, list):
            self.report("plays", f"a list of cards, each {_A_CARD}", value)
            return []
        cards = []
        for place, text in enumerate(value, start=1):
            try:
                cards.append(Card.parse(_text(text)))
            except CardError:
                self.report(f"plays, card {place}", _A_CARD, text)
        return cards


def _text(value: Any) -> str:
    """A string as it is; for anything else one that can't be read as anything."""
    return value if isinstance(value, str) else ""


def _told(value: Any) -> str:
    """What was found, on one line however much it is."""
    if value is NOTHING:
        return "nothing"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return json.dumps(value)
