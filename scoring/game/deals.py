"""A deal: which seat holds each of the 48 cards, and the number that stands for it.

A deal is the sequence of the 48 seats that hold the cards of `PACK`, in that order. Its number is
its place, from 0, in the lexicographic order of all such sequences, the seats being ordered N, W,
S, E. So the numbers 0 … N_DEALS − 1 and the possible deals are the same thing written in two ways.

Both directions walk through the pack card by card. At each card the sequences that begin as far as
decided fall into four consecutive runs, by who gets the card. The length of a run depends only on
how many cards each seat still lacks, so it is worked out once for each such state and kept.

Hands are written as four suits O.C.E.B with ranks from high to low, a void as "-", for instance
`9A5.RS.-.8765432`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import factorial, prod
from typing import Protocol

from scoring.errors import CardError, DealError, DealFault
from scoring.game.cards import PACK, Card, Rank, Suit
from scoring.game.seats import Seat

CARDS_IN_HAND = len(PACK) // len(Seat)

N_DEALS: int = factorial(len(PACK)) // factorial(CARDS_IN_HAND) ** len(Seat)
"""Number of deals: 48! / (12!)⁴, about 2.4 × 10²⁶."""

VOID = "-"


def hand_text(cards: Iterable[Card]) -> str:
    """Return the cards as text, whatever their order: the inverse of `parse_hand`."""
    ordered = sorted(cards)
    suits = ("".join(card.rank.letter for card in ordered if card.suit is suit) for suit in Suit)
    return ".".join(letters or VOID for letters in suits)


def parse_hand(text: str) -> tuple[Card, ...]:
    """Return the cards of a hand written as `hand_text` does, in canonical order, however many.

    Within a suit the ranks may stand in any order. Raises `CardError`.
    """
    suits = text.split(".")
    if len(suits) != len(Suit):
        raise CardError(f"{text!r} is no hand: expected four suits joined by dots", text=text)
    cards = [
        Card.parse(letter + suit.value)
        for suit, letters in zip(Suit, suits)
        if letters != VOID
        for letter in letters
    ]
    if "" in suits or len(set(cards)) != len(cards):
        raise CardError(
            f"{text!r} is no hand: expected each suit's ranks once, and {VOID} for a void",
            text=text,
        )
    return tuple(sorted(cards))


class Hands(Protocol):
    """The cards that were dealt to the seats of a table."""

    def hand(self, seat: Seat, /) -> tuple[Card, ...]:
        """Return the twelve cards of `seat` in canonical order."""
        ...

    def suit_of_hand(self, seat: Seat, suit: Suit, /) -> tuple[Card, ...]:
        """Return the cards of `suit` that `seat` holds, from high to low."""
        ...


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """The four hands of one deal. Raises `DealError` for a number outside 0 … N_DEALS − 1.

    `holders` are the seats that hold the cards of `PACK`, in that order. Two deals are equal when
    their numbers are. A deal doesn't show itself when it is printed by accident (in a log, in a
    traceback), as its hands may be secret still.
    """

    number: int
    holders: tuple[Seat, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.number < N_DEALS:
            raise DealError(
                f"a deal's number lies from 0 to {N_DEALS - 1}",
                fault=DealFault.NUMBER,
                where=str(self.number),
            )
        object.__setattr__(self, "holders", _holders_of(self.number))

    @classmethod
    def from_number(cls, number: int) -> "Deal":
        return cls(number)

    @classmethod
    def from_hands(cls, hands: Mapping[Seat, Iterable[Card]]) -> "Deal":
        """Return the deal in which each seat holds those twelve cards. Raises `DealError`."""
        held = {seat: tuple(hands.get(seat, ())) for seat in Seat}
        for seat, cards in held.items():
            if len(cards) != CARDS_IN_HAND:
                raise DealError(
                    f"{seat} holds {len(cards)} cards, expected {CARDS_IN_HAND}",
                    fault=DealFault.CARDS_IN_HAND,
                    where=seat,
                )
        if set(hands) != set(Seat):
            raise DealError("expected N, W, S and E", fault=DealFault.SEATS, where="")
        times = Counter(card for cards in held.values() for card in cards)
        for card in PACK:
            if times[card] > 1:
                raise DealError(
                    f"{card} is there twice", fault=DealFault.CARD_TWICE, where=str(card)
                )
        seat_by_card = {card: seat for seat, cards in held.items() for card in cards}
        return cls(_number_of([seat_by_card[card] for card in PACK]))

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """Return the twelve cards of `seat` in canonical order."""
        return tuple([card for card, holder in zip(PACK, self.holders) if holder is seat])

    def seat_of(self, card: Card) -> Seat:
        return self.holders[card.position]

    def suit_of_hand(self, seat: Seat, suit: Suit) -> tuple[Card, ...]:
        """Return the cards of `suit` that `seat` holds, from high to low."""
        first = suit.position * len(Rank)
        cards = slice(first, first + len(Rank))
        return tuple([c for c, holder in zip(PACK[cards], self.holders[cards]) if holder is seat])


_BASE = CARDS_IN_HAND + 1
_UNITS = tuple(_BASE**index for index in range(len(Seat)))
_ALL_LACK_ALL = CARDS_IN_HAND * sum(_UNITS)
"""A state is what N, W, S and E still lack, as the digits of one number in base 13."""


class _Runs(dict[int, tuple[int, int, int]]):
    """Beginnings of the runs of W, S and E for a state, where N's begins at 0.

    A run is empty when its seat lacks nothing. Filled as states are met (there are 28,561).
    """

    def __missing__(self, state: int) -> tuple[int, int, int]:
        lacking = [state // unit % _BASE for unit in _UNITS]
        cards = sum(lacking)
        sequences = factorial(cards) // prod(map(factorial, lacking))
        north, west, south, _east = (sequences * count // cards for count in lacking)
        starts = north, north + west, north + west + south
        self[state] = starts
        return starts


_RUNS = _Runs()


def _holders_of(number: int) -> tuple[Seat, ...]:
    """Return the sequence of seats with that number."""
    north, west, south, east = Seat
    unit_n, unit_w, unit_s, unit_e = _UNITS
    state = _ALL_LACK_ALL
    holders: list[Seat] = []
    give = holders.append
    for _ in PACK:
        start_w, start_s, start_e = _RUNS[state]
        # Written out, not a loop over seats: this is where dealing spends its time.
        if number < start_s:
            if number < start_w:
                give(north)
                state -= unit_n
            else:
                number -= start_w
                give(west)
                state -= unit_w
        elif number < start_e:
            number -= start_s
            give(south)
            state -= unit_s
        else:
            number -= start_e
            give(east)
            state -= unit_e
    return tuple(holders)


def _number_of(holders: Sequence[Seat]) -> int:
    """Return the number of a sequence of 48 seats in which each occurs twelve times."""
    seats = tuple(Seat)
    state = _ALL_LACK_ALL
    number = 0
    for holder in holders:
        index = seats.index(holder)
        number += (0, *_RUNS[state])[index]
        state -= _UNITS[index]
    return number
