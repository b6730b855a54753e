"""The two ways to sit at a table: two against two, and everybody alone (abarrotada).

`TableGame` says what differs between them: who sits there, whose points are counted together, who
is whose opponent, how trumps are made, and who doesn't look at the own cards until then. Everything
else about a table is the same for both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from scoring.game.announcements import SantVicencRule
from scoring.game.card_sets import ALL_CARDS, CardSet, set_of
from scoring.game.cards import SHORT_PACK
from scoring.game.seats import SEATS_OF, Party, PerSeat, Seat, Sides, in_turn
from scoring.ordinary.calls import Calling
from scoring.play.calls import Calls, PairCalls, SoloCalls

T = TypeVar("T")
PerParty = Sides[T] | PerSeat[T]
"""A value for each side, or for each player where everybody plays alone."""


class TableGame(Protocol):
    """Way in which the players of a game sit at a table, and what follows from it."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Occupied seats in the order of play."""
        ...

    @property
    def pack(self) -> CardSet:
        """The cards that are dealt."""
        ...

    def party(self, seat: Seat, /) -> Party:
        """Return the party whose points include that seat's."""
        ...

    def per_party(self, value_of: Callable[[Party], T], /) -> PerParty[T]:
        """Return a value for each party."""
        ...

    def opponents(self, seat: Seat, /) -> tuple[Seat, ...]:
        """Return the opponents of that seat, in the order of play."""
        ...

    def waits_for_trumps(self, seat: Seat, dealer: Seat, /) -> bool:
        """Return whether that seat sees its cards only when trumps are made or delegated."""
        ...

    def begin_calls(self, dealer: Seat, sant_vicenc: SantVicencRule, /) -> Calls:
        """Return the calls before anything is said."""
        ...


@dataclass(frozen=True, slots=True)
class TwoAgainstTwo:
    """N–S against E–W, with all 48 cards."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS_OF[4]

    @property
    def pack(self) -> CardSet:
        return ALL_CARDS

    def party(self, seat: Seat) -> Party:
        return seat.side

    def per_party(self, value_of: Callable[[Party], T]) -> PerParty[T]:
        return Sides.of(value_of)

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        return (seat.right, seat.left)

    def waits_for_trumps(self, seat: Seat, dealer: Seat) -> bool:
        return seat is dealer.partner

    def begin_calls(self, dealer: Seat, sant_vicenc: SantVicencRule) -> Calls:
        return PairCalls(dealer, sant_vicenc, speaker=dealer)


@dataclass(frozen=True, slots=True)
class EverybodyAlone:
    """Four players, or three at N, W and S with the 36 cards without 4s, 3s and 2s."""

    players: int

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS_OF[self.players]

    @property
    def pack(self) -> CardSet:
        return _PACKS[self.players]

    def party(self, seat: Seat) -> Party:
        return seat

    def per_party(self, value_of: Callable[[Party], T]) -> PerParty[T]:
        return PerSeat.of(self.seats, value_of)

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        return in_turn(seat, self.players)[1:]

    def waits_for_trumps(self, _seat: Seat, _dealer: Seat) -> bool:
        return False

    def begin_calls(self, dealer: Seat, sant_vicenc: SantVicencRule) -> Calls:
        return SoloCalls(Calling.begin(dealer, self.players, sant_vicenc))


_PACKS = {4: ALL_CARDS, 3: set_of(SHORT_PACK)}

TWO_AGAINST_TWO = TwoAgainstTwo()
ALONE: Mapping[int, EverybodyAlone] = {players: EverybodyAlone(players) for players in SEATS_OF}
"""Abarrotada by the number of players."""
