"""The table as seen from one seat, which is always at the bottom.

Everything here is made from a `SeatView`, which holds only what that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import PerSeat, Seat, Sides, in_turn
from scoring.game.tricks import Trick
from scoring.play.acts import (
    AcceptClaim,
    Claim,
    Contro,
    Delegate,
    Estevet,
    MakeTrump,
    Pass,
    PlayCard,
    Recontro,
    RefuseClaim,
    SantVicenc,
    SeatAct,
)
from scoring.play.views import SeatView

Address = Callable[[SeatAct], str]
"""Function from an act to its address, or to the text by which it is sent."""
AGAINST_BOTS: tuple[type[SeatAct], ...] = (Delegate, Contro, Recontro, Pass)
AT_A_TABLE: tuple[type[SeatAct], ...] = (
    *(Delegate, Estevet, Contro, Recontro, SantVicenc, Pass),
    *(AcceptClaim, RefuseClaim),
)
"""Kinds of acts that can be said beside trumps, in the order of offer; a claim stands apart."""


class Place(Enum):
    """Place of a player seen from the own seat, in order of play; of three nobody is opposite."""

    OWN = "own"
    RIGHT = "right"
    OPPOSITE = "opposite"
    LEFT = "left"


class Call(Enum):
    """Something that a seat has said."""

    DELEGATED = "delegated"
    ESTEVET = "estevet"
    TRUMP = "trump"
    CONTRO = "contro"
    RECONTRO = "recontro"
    SANT_VICENC = "sant-vicenc"


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a trick: whose, where it lies, and whether it wins so far."""

    seat: Seat
    place: Place
    card: Card
    wins: bool


@dataclass(frozen=True, slots=True)
class SeatAtTable:
    """One of the players: the seat, and what is known of it."""

    seat: Seat
    place: Place
    is_dealer: bool
    to_act: bool
    said: tuple[Call, ...]
    tricks: int | None
    """Number of tricks won by the party of that seat, where everybody plays alone."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in the own hand; `address` is empty where it can't be played now."""

    card: Card
    address: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be said; `trump` is the trump it makes."""

    kind: str
    trump: Denomination | None
    address: str


def parts_of_table(
    view: SeatView, address: Address, kinds: Collection[type[SeatAct]] = AGAINST_BOTS
) -> dict[str, Any]:
    """Return the context of templates that show a table from a seat (`practice/_cloth.html`,
    `play/_table.html`)."""
    return {
        "view": view,
        "side_tricks": view.tricks if isinstance(view.tricks, Sides) else None,
        "seats": seats_at(view),
        "trick": laid(view.trick, view.seat),
        "last_trick": laid(view.last_trick, view.seat),
        "cards": held(view, address),
        "choosing": bool(view.legal),
        "choices": choices(view, address, kinds),
        "claim": address(Claim(view.seat)) if Claim in view.may else "",
    }


def laid(trick: Trick | None, own: Seat) -> tuple[LaidCard, ...]:
    """Return the cards of a trick, in the order of play."""
    if trick is None:
        return ()
    cards = enumerate(trick.cards)
    return tuple(
        LaidCard(seat, _place(seat, own, trick.players), card, seat is trick.winner)
        for seat, card in ((trick.seat_of(number), card) for number, card in cards)
    )


def seats_at(view: SeatView) -> tuple[SeatAtTable, ...]:
    """Return the players, in the order of play from the own seat on."""
    return tuple(
        SeatAtTable(
            seat=seat,
            place=_place(seat, view.seat, view.players),
            is_dealer=seat is view.dealer,
            to_act=seat in view.turn,
            said=tuple(_said(view, seat)),
            tricks=view.tricks[seat] if isinstance(view.tricks, PerSeat) else None,
        )
        for seat in in_turn(view.seat, view.players)
    )


def held(view: SeatView, address: Address) -> tuple[HeldCard, ...]:
    """Return the own cards that are left."""
    return tuple(
        HeldCard(card, address(PlayCard(view.seat, card)) if card in view.legal else "")
        for card in view.hand or ()
    )


def choices(
    view: SeatView, address: Address, kinds: Collection[type[SeatAct]] = AGAINST_BOTS
) -> tuple[Choice, ...]:
    """Return the possible acts of these kinds, and trumps."""
    found: list[SeatAct] = []
    if MakeTrump in view.may:
        found += [MakeTrump(view.seat, trump) for trump in Denomination]
    found += [kind(view.seat) for kind in kinds if kind in view.may]
    return tuple(
        Choice(act.kind, act.trump if isinstance(act, MakeTrump) else None, address(act))
        for act in found
    )


_PLACES = {4: tuple(Place), 3: (Place.OWN, Place.RIGHT, Place.LEFT)}
"""Places by the number of players, in the order of play."""


def _place(seat: Seat, own: Seat, players: int) -> Place:
    return _PLACES[players][in_turn(own, players).index(seat)]


def _said(view: SeatView, seat: Seat) -> list[Call]:
    said = []
    if seat in view.delegators:
        said.append(Call.ESTEVET if seat is view.estevet else Call.DELEGATED)
    if seat is view.maker:
        said.append(Call.TRUMP)
    contro = Call.CONTRO if view.estevet is None else Call.ESTEVET
    doubles = zip((contro, Call.RECONTRO, Call.SANT_VICENC), view.doublers)
    return said + [double for double, by in doubles if by is seat and double is not Call.ESTEVET]
