"""Seats and sides at a table, in the direction botifarra is played.

Everything goes anticlockwise: N, W, S, E and N again. The player to somebody's *right* is the next
to play (in bridge it is the one to the left). `Seat` is declared in that order, so iterating over
it goes round the table.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from scoring.errors import DealError, DealFault

T_co = TypeVar("T_co", covariant=True)
_Made = TypeVar("_Made")


class Side(StrEnum):
    """A partnership: N–S or E–W."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS

    @property
    def key(self) -> str:
        """The side in the names of columns and fields: "ns"."""
        return self.value.lower()


@dataclass(frozen=True, slots=True)
class Sides(Generic[T_co]):
    """One value for each side of a table, asked for by `Side`: ``points[Side.EW]``.

    Iterating gives N–S's value, then E–W's.
    """

    ns: T_co
    ew: T_co

    @classmethod
    def of(cls, value_of: Callable[[Side], T_co]) -> "Sides[T_co]":
        """Return each side's value, worked out from the side."""
        return cls(value_of(Side.NS), value_of(Side.EW))

    def __getitem__(self, side: Side) -> T_co:
        if side is Side.NS:
            return self.ns
        if side is Side.EW:
            return self.ew
        raise KeyError(side)  # templates ask with a text first

    def __iter__(self) -> Iterator[T_co]:
        return iter((self.ns, self.ew))

    def items(self) -> Iterator[tuple[Side, T_co]]:
        """Yield each side with its value, N–S first."""
        yield Side.NS, self.ns
        yield Side.EW, self.ew

    def map(self, function: Callable[[T_co], _Made]) -> "Sides[_Made]":
        """Return the function's result for the value of each side."""
        return Sides(function(self.ns), function(self.ew))

    def side_of(self, value: object) -> Side:
        """Return the side that has this value. Raises `ValueError` where neither has."""
        for side, own in self.items():
            if own == value:
                return side
        raise ValueError(f"neither side has {value!r}")


class Seat(StrEnum):
    """A place at the table. Texts compare by letter: to sort seats, use the order of `Seat`."""

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    @property
    def key(self) -> str:
        """The seat in the names of columns and fields: "n"."""
        return self.value.lower()

    @property
    def right(self) -> "Seat":
        """The right-hand neighbour, who plays next."""
        return in_turn(self)[1]

    @property
    def partner(self) -> "Seat":
        return in_turn(self)[2]

    @property
    def left(self) -> "Seat":
        """The left-hand neighbour, who played before."""
        return in_turn(self)[3]

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


Party = Side | Seat
"""Partners who speak and score together: a side, or where everybody plays alone a seat."""


def party_named(value: str) -> Party:
    """Return the party of a value: "NS" is a side, "N" a seat. Raises `ValueError` for others."""
    return Seat(value) if len(value) == 1 else Side(value)


@dataclass(frozen=True, slots=True)
class PerSeat(Generic[T_co]):
    """One value for each player where everybody plays alone: ``points[Seat.W]``.

    Iterating gives the values in the order of play from North on, as `Sides` does of sides.
    """

    values: tuple[tuple[Seat, T_co], ...]

    @classmethod
    def of(cls, seats: Iterable[Seat], value_of: Callable[[Seat], T_co]) -> "PerSeat[T_co]":
        """Return each player's value, worked out from the seat."""
        return cls(tuple((seat, value_of(seat)) for seat in seats))

    def __getitem__(self, seat: Seat) -> T_co:
        return dict(self.values)[seat]

    def __iter__(self) -> Iterator[T_co]:
        return iter(value for _seat, value in self.values)

    def items(self) -> Iterator[tuple[Seat, T_co]]:
        """Return each seat with its value, in the order of play."""
        return iter(self.values)

    def map(self, function: Callable[[T_co], _Made]) -> "PerSeat[_Made]":
        """Return the function's result for the value of each seat."""
        return PerSeat(tuple((seat, function(value)) for seat, value in self.values))


_ORDER = tuple(Seat)

SEATS_OF = {4: _ORDER, 3: (Seat.N, Seat.W, Seat.S)}
"""Seats in the order of play, by the number of players: three leave East empty."""


def in_turn(first: Seat, players: int = 4) -> tuple[Seat, ...]:
    """Return all at a table of four or three, in the order of play from `first` on.

    ``in_turn(seat, players)[1]`` sits on that player's right, ``[-1]`` on the left.
    """
    return _IN_TURN[first, players]


_IN_TURN = {
    (seat, players): seats[place:] + seats[:place]
    for players, seats in SEATS_OF.items()
    for place, seat in enumerate(seats)
}


def dealer_of(deal: int) -> Seat:
    """Return the dealer of the championship's deal number `deal`, from 1: N, W, S, E in turn.

    Raises `DealError` below 1.
    """
    if deal < 1:
        raise DealError(f"deals count from 1, not {deal}", fault=DealFault.INDEX, where=str(deal))
    return _ORDER[(deal - 1) % len(_ORDER)]


def makers_of(deal: int) -> Side:
    """Return the side that makes trumps in that deal, which is always the dealer's.

    The dealer makes trumps or delegates it to the partner, and then the partner must.
    """
    return dealer_of(deal).side
