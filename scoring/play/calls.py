"""Calls before the first card: trumps, and doubles.

`PairCalls`, where two play against two: the dealer makes trumps or delegates, and then the partner
must make them. Contro is offered to the player on the right of whoever made trumps, then to the one
on the left; recontro likewise around whoever doubled, and Sant Vicenç around whoever redoubled.

`SoloCalls`, in abarrotada: the choice of trumps goes from the dealer to the left, and the doubles
round the table, by the rules of `scoring.ordinary.calls`.

Calls never change: an act gives the next ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from scoring.game.announcements import Denomination, Double, SantVicencRule
from scoring.game.seats import Seat, in_turn
from scoring.ordinary.calls import Call, Calling, Word
from scoring.play.acts import (
    Contro,
    Delegate,
    Estevet,
    MakeTrump,
    Pass,
    Recontro,
    SantVicenc,
    SeatAct,
)


class Phase(StrEnum):
    """Acts that a table waits for."""

    TRUMP = "trump"
    """Somebody makes trumps or delegates."""
    DELEGATED = "delegated"
    """The partner to whom the dealer delegated must make trumps."""
    CONTRO = "contro"
    RECONTRO = "recontro"
    SANT_VICENC = "sant-vicenc"
    CARDS = "cards"
    CLAIM = "claim"
    """The opponents accept a claim or play on."""
    OVER = "over"


_DOUBLES: Mapping[Phase, type[SeatAct]] = {
    Phase.CONTRO: Contro,
    Phase.RECONTRO: Recontro,
    Phase.SANT_VICENC: SantVicenc,
}


class Calls(Protocol):
    """Calls at a table, and who may speak."""

    @property
    def phase(self) -> Phase:
        """Act that is asked for; `CARDS` once all is said."""
        ...

    @property
    def speaker(self) -> Seat | None:
        """Seat whose turn it is; None once all is said."""
        ...

    @property
    def maker(self) -> Seat | None:
        """Seat that made trumps."""
        ...

    @property
    def trump(self) -> Denomination | None:
        """Trumps that were made."""
        ...

    @property
    def delegators(self) -> tuple[Seat, ...]:
        """Seats that have delegated, an estevet included, from the dealer on."""
        ...

    @property
    def estevet(self) -> Seat | None:
        """Seat that said estevet."""
        ...

    @property
    def doublers(self) -> tuple[Seat, ...]:
        """Seats that said contro (or estevet), then recontro, then Sant Vicenç."""
        ...

    @property
    def may(self) -> tuple[type[SeatAct], ...]:
        """The kinds of acts that the speaker can take."""
        ...

    def after(self, act: SeatAct, /) -> "Calls":
        """Return the calls after an act that can be taken now."""
        ...


@dataclass(frozen=True, slots=True)
class PairCalls:
    """Calls where two play against two."""

    dealer: Seat
    sant_vicenc: SantVicencRule
    phase: Phase = Phase.TRUMP
    speaker: Seat | None = None
    maker: Seat | None = None
    trump: Denomination | None = None
    doublers: tuple[Seat, ...] = ()

    @property
    def estevet(self) -> Seat | None:
        return None

    @property
    def delegators(self) -> tuple[Seat, ...]:
        delegated = self.phase is Phase.DELEGATED or self.maker is self.dealer.partner
        return (self.dealer,) if delegated else ()

    @property
    def may(self) -> tuple[type[SeatAct], ...]:
        if self.phase is Phase.TRUMP:
            return (Delegate, MakeTrump)
        if self.phase is Phase.DELEGATED:
            return (MakeTrump,)
        return (_DOUBLES[self.phase], Pass)

    def after(self, act: SeatAct) -> "PairCalls":
        if isinstance(act, Delegate):
            return replace(self, phase=Phase.DELEGATED, speaker=act.seat.partner)
        if isinstance(act, MakeTrump):
            return replace(self, maker=act.seat, trump=act.trump)._offer(Phase.CONTRO, act.seat)
        if isinstance(act, Pass):
            around = self.doublers[-1] if self.doublers else self.maker
            is_first = around is act.seat.left
            return replace(self, speaker=act.seat.partner) if is_first else self._all_said()
        doubled = replace(self, doublers=(*self.doublers, act.seat))
        if isinstance(act, Contro):
            return doubled._offer(Phase.RECONTRO, act.seat)
        if isinstance(act, Recontro) and Double.SANT_VICENC in self.sant_vicenc.doubles(self.trump):
            return doubled._offer(Phase.SANT_VICENC, act.seat)
        return doubled._all_said()

    def _offer(self, phase: Phase, around: Seat) -> "PairCalls":
        """Ask for a double: first to the right, then to the left of the last speaker."""
        return replace(self, phase=phase, speaker=around.right)

    def _all_said(self) -> "PairCalls":
        return replace(self, phase=Phase.CARDS, speaker=None)


@dataclass(frozen=True, slots=True)
class SoloCalls:
    """Calls in abarrotada."""

    calling: Calling
    estevet: Seat | None = None

    @property
    def phase(self) -> Phase:
        calling = self.calling
        if calling.is_over:
            return Phase.CARDS
        if calling.maker is None:
            return Phase.TRUMP if Word.DELEGATE in calling.allowed else Phase.DELEGATED
        return tuple(_DOUBLES)[len(calling.doubled_by)]

    @property
    def speaker(self) -> Seat | None:
        return self.calling.speaker

    @property
    def maker(self) -> Seat | None:
        return self.calling.maker

    @property
    def trump(self) -> Denomination | None:
        return self.calling.trump

    @property
    def doublers(self) -> tuple[Seat, ...]:
        return self.calling.doubled_by

    @property
    def delegators(self) -> tuple[Seat, ...]:
        calling = self.calling
        holder = calling.maker or calling.speaker
        dealer, *others = in_turn(calling.dealer, calling.players)
        to_the_left = (dealer, *reversed(others))
        return to_the_left[: to_the_left.index(holder)] if holder else ()

    @property
    def may(self) -> tuple[type[SeatAct], ...]:
        allowed = self.calling.allowed
        trump: tuple[type[SeatAct], ...] = (MakeTrump,) if self.maker is None else ()
        return (*(kind for kind, word in _WORDS.items() if word in allowed), *trump)

    def after(self, act: SeatAct) -> "SoloCalls":
        following = self.calling.say(call_of(act))
        return SoloCalls(following, act.seat if isinstance(act, Estevet) else self.estevet)


_WORDS: Mapping[type[SeatAct], Word] = {
    Delegate: Word.DELEGATE,
    Estevet: Word.ESTEVET,
    Contro: Word.CONTRO,
    Recontro: Word.RECONTRO,
    SantVicenc: Word.SANT_VICENC,
    Pass: Word.PASS,
}
_ACTS: Mapping[Word, type[SeatAct]] = {word: kind for kind, word in _WORDS.items()}


def call_of(act: SeatAct) -> Call:
    """Return the call that an act makes: the inverse of `act_of`."""
    return act.trump if isinstance(act, MakeTrump) else _WORDS[type(act)]


def act_of(call: Call, seat: Seat) -> SeatAct:
    """Return the act by which a seat says that."""
    return MakeTrump(seat, call) if isinstance(call, Denomination) else _ACTS[call](seat)
