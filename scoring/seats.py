"""Seats and sides at a table, in the direction botifarra is played.

Everything goes anticlockwise: N, W, S, E and N again. The player to somebody's *right* is the next
to play (in bridge it is the one to the left). `Seat` is declared in that order, so iterating over
it goes round the table.
"""

from enum import StrEnum

from scoring.errors import DealError, DealFault


class Side(StrEnum):
    """A partnership: N–S or E–W."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> "Side":
        return Side.EW if self is Side.NS else Side.NS


class Seat(StrEnum):
    """A place at the table. Texts compare by letter: to sort seats, use the order of `Seat`."""

    N = "N"
    W = "W"
    S = "S"
    E = "E"

    @property
    def right(self) -> "Seat":
        """The right-hand neighbour, who plays next."""
        return _round_the_table(self, 1)

    @property
    def partner(self) -> "Seat":
        return _round_the_table(self, 2)

    @property
    def left(self) -> "Seat":
        """The left-hand neighbour, who played before."""
        return _round_the_table(self, 3)

    @property
    def side(self) -> Side:
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW


_ORDER = tuple(Seat)


def _round_the_table(seat: Seat, steps: int) -> Seat:
    return _ORDER[(_ORDER.index(seat) + steps) % len(_ORDER)]


def dealer_of(deal: int) -> Seat:
    """Who deals the championship's deal number `deal`, counted from 1: N, W, S, E in turn.

    Raises `DealError` below 1.
    """
    if deal < 1:
        raise DealError(f"deals count from 1, not {deal}", fault=DealFault.INDEX, where=str(deal))
    return _ORDER[(deal - 1) % len(_ORDER)]


def makers_of(deal: int) -> Side:
    """The side that makes trumps in that deal, which is always the dealer's.

    The dealer makes trumps or delegates it to the partner, and then the partner must.
    """
    return dealer_of(deal).side
