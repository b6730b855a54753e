"""Reader of a JSON file with a record of play, which reports everything wrong with it.

The record is one object with the hands, the dealer, what was made trumps and the cards in the order
in which they were played. Other keys are ignored. In abarrotada East's hand may be missing: three
players then share the pack without 4s, 3s and 2s. Whether the cards were legal is not checked here:
a record with faults in the play can be read.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.cli.faults import Fault, InputFaults
from scoring.cli.input_files import NOTHING, JsonReader, read_text
from scoring.cli.text_table import printable
from scoring.errors import AnnouncementError, CardError
from scoring.game.announcements import Denomination, parse_trump
from scoring.game.cards import PACK, SHORT_PACK, Card
from scoring.game.deals import CARDS_IN_HAND, parse_hand
from scoring.game.seats import SEATS_OF, Seat, in_turn
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant

_A_TRUMP = "one of " + ", ".join(Denomination)
_A_HAND = "a hand such as 9A5.RS.-.8765432"
_A_CARD = "a card such as 9O"
_OF_THE_SHORT_PACK = "no 4, 3 or 2, as three play"


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """The dealer, the position before the first card, and the play."""

    dealer: Seat
    start: Position
    plays: tuple[Card, ...]


def read_play_record(path: Path, variant: PlayVariant) -> PlayRecord:
    """Return the record in the file. Raises `InputFaults` with every fault of the file."""
    return RecordReader(printable(path.name)).read(read_text(path), variant)


class RecordReader(JsonReader):
    """Reads a record part after part."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.players = len(Seat)
        self.pack = PACK

    def read(self, text: str, variant: PlayVariant) -> PlayRecord:
        """Return the record; three play if that can be and there is no hand of East's."""
        record = self.parse(text)
        if not isinstance(record, dict):
            self.report("", "an object with deal, dealer, trump and plays", record)
            raise InputFaults(self.faults)
        told = record.get("deal", NOTHING)
        if not variant.has_partners and isinstance(told, dict) and Seat.E not in told:
            self.players, self.pack = 3, SHORT_PACK
        hands = self.hands(told)
        dealer = self.dealer(record.get("dealer", NOTHING))
        trump = self._trump(record.get("trump", NOTHING))
        plays = self._plays(record.get("plays", NOTHING))
        if self.faults or dealer is None or trump is None:
            raise InputFaults(self.faults)
        leader = in_turn(dealer, self.players)[1]
        first = Trick(leader, trump, players=self.players)
        return PlayRecord(dealer, Position.of_hands(hands, first), tuple(plays))

    def hands(self, value: Any) -> dict[Seat, tuple[Card, ...]]:
        """Return the hands that can be read."""
        if not isinstance(value, dict):
            self.report("deal", "an object with the hands N, W, S and E", value)
            return {}
        seats = SEATS_OF[self.players]
        for key in value:
            if key not in set(seats):
                self.report("deal", self._a_seat, key)
        hands: dict[Seat, tuple[Card, ...]] = {}
        for seat in seats:
            text = value.get(seat, NOTHING)
            try:
                hands[seat] = parse_hand(_text(text))
            except CardError:
                self.report(f"deal, {seat}", _A_HAND, text)
                continue
            if len(hands[seat]) != CARDS_IN_HAND:
                self.report(f"deal, {seat}", f"{CARDS_IN_HAND} cards", len(hands[seat]))
            out = [str(card) for card in hands[seat] if card not in self.pack]
            if out:
                self.report(f"deal, {seat}", _OF_THE_SHORT_PACK, " ".join(out))
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
        """Return the dealer, if that can be read."""
        try:
            seat = Seat(_text(value))
        except ValueError:
            seat = None
        if seat not in SEATS_OF[self.players]:
            self.report("dealer", self._a_seat, value)
            return None
        return seat

    @property
    def _a_seat(self) -> str:
        return "one of " + ", ".join(SEATS_OF[self.players])

    def _trump(self, value: Any) -> Denomination | None:
        try:
            trump = parse_trump(_text(value))
        except AnnouncementError:
            trump = None
        if trump is None:
            self.report("trump", _A_TRUMP, value)
        return trump

    def _plays(self, value: Any) -> list[Card]:
        """Return the cards that can be read."""
        if not isinstance(value, list):
            self.report("plays", f"a list of cards, each {_A_CARD}", value)
            return []
        cards = []
        for place, text in enumerate(value, start=1):
            try:
                card = Card.parse(_text(text))
            except CardError:
                self.report(f"plays, card {place}", _A_CARD, text)
                continue
            if card in self.pack:
                cards.append(card)
            else:
                self.report(f"plays, card {place}", _OF_THE_SHORT_PACK, text)
        return cards


def _text(value: Any) -> str:
    """Return a string as it is; for anything else one that can't be read as anything."""
    return value if isinstance(value, str) else ""
