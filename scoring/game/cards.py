"""The 48 Spanish cards: how they rank, what they count, how they are written.

In every suit the order from high to low is 9 (the manilla), 1, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2. A
card is written as its rank's letter and its suit's: `9O`, `AC`, `RE`, `2B`. The canonical order of
the pack is oros, copes, espases, bastos, each from high to low; `PACK` has it, and cards sort so.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from functools import total_ordering

from scoring.errors import CardError


class Suit(StrEnum):
    """A suit. Texts compare by letter: to sort suits, use `position`."""

    OROS = "O"
    COPES = "C"
    ESPASES = "E"
    BASTOS = "B"

    @property
    def position(self) -> int:
        """Place in the canonical order, 0 (oros) to 3 (bastos)."""
        return _SUIT_INDEX[self]


class Rank(StrEnum):
    """A rank, declared from high to low; its value is its letter."""

    MANILLA = "9"
    ACE = "A"
    KING = "R"
    HORSE = "C"
    JACK = "S"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"

    @property
    def letter(self) -> str:
        """Letter of the rank: 9 A R C S 8 7 6 5 4 3 2 (as, rei, cavall, sota)."""
        return self.value

    @property
    def number(self) -> int:
        """The figure printed on the card, 1 to 12."""
        return _NUMBERS[self]

    @property
    def strength(self) -> int:
        """12 for the manilla down to 1 for the two; the stronger beats the weaker of its suit."""
        return len(_RANK_INDEX) - _RANK_INDEX[self]

    @property
    def points(self) -> int:
        """Points for winning the card: 5, 4, 3, 2, 1, and 0 from the eight down."""
        return max(0, 5 - _RANK_INDEX[self])


_SUIT_INDEX = {suit: index for index, suit in enumerate(Suit)}
_RANK_INDEX = {rank: index for index, rank in enumerate(Rank)}
_NUMBERS = dict(zip(Rank, (9, 1, 12, 11, 10, 8, 7, 6, 5, 4, 3, 2)))


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """One card. Sorting puts cards in canonical order: by suit, and high before low."""

    suit: Suit
    rank: Rank
    position: int = field(init=False, repr=False, compare=False)
    """Place in `PACK`, 0 (9O) to 47 (2B)."""
    points: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # The solver and bots ask for both all the time.
        position = _SUIT_INDEX[self.suit] * len(_RANK_INDEX) + _RANK_INDEX[self.rank]
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "points", self.rank.points)

    def __hash__(self) -> int:
        return self.position

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card written as "9O"; the inverse of `str`. Raises `CardError`."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise CardError(
                f"{text!r} is no card: expected one of 9ARCS8765432 and then one of OCEB", text=text
            ) from None

    def __str__(self) -> str:
        return self.rank.letter + self.suit.value

    def __lt__(self, other: "Card") -> bool:
        return self.position < other.position


PACK: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""All 48 cards in canonical order."""

SHORT_PACK: tuple[Card, ...] = tuple(
    card for card in PACK if card.rank not in (Rank.FOUR, Rank.THREE, Rank.TWO)
)
"""The 36 cards that three players share: without the 4s, 3s and 2s."""

_BY_TEXT = {str(card): card for card in PACK}
