"""Content of the rules desk: the four hands, the trick on the table, the tricks so far.

A board shows the position after the last card of a record, or before a card that is viewed or
corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from scoring.game.card_sets import cards_in
from scoring.game.cards import Card, Suit
from scoring.game.legality import legal_cards
from scoring.game.play_check import PlayCheck, PlayFault
from scoring.game.seats import Seat, Sides
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from tournament.deals.queries import DealtHand
from tournament.play_records.play import Play, checked, gone_of, is_even
from tournament.play_records.sentences import fault_html, rule_text
from tournament.templatetags.botifarra import playing_card


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """A card that can be chosen; `legal`: playing it there would keep the rules.

    `chosen`: it is the card that is there now.
    """

    card: Card
    legal: bool = True
    chosen: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class SuitLine:
    """A hand's cards of a suit."""

    suit: Suit
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True, repr=False)
class SeatView:
    """A player's hand in the position."""

    seat: Seat
    lines: tuple[SuitLine, ...]
    deals: bool
    plays: bool
    gone: int
    """Number of cards that the hand had lost before the record begins."""


@dataclass(frozen=True, slots=True, repr=False)
class Cell:
    """A card of a trick. `place` is its place in the record, from 1."""

    seat: Seat
    card: Card
    place: int
    leads: bool
    wins: bool
    fault: PlayFault | None


@dataclass(frozen=True, slots=True, repr=False)
class TrickView:
    """A trick: the cells of all four seats in the order of `Seat`, None where nobody played yet."""

    number: int
    cells: tuple[Cell | None, ...]
    winner: Seat | None
    points: int
    """Points of the trick for its winner; 0 while it isn't complete."""

    @property
    def by_seat(self) -> Iterator[tuple[Seat, Cell | None]]:
        return zip(Seat, self.cells)


@dataclass(frozen=True, slots=True, repr=False)
class FaultView:
    """A fault, numbered from 1, and the place of its card in the record."""

    number: int
    place: int
    fault: PlayFault

    @property
    def sentence(self) -> SafeString:
        return fault_html(self.fault, playing_card)

    @property
    def rule(self) -> str:
        return rule_text(self.fault)


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """Everything of a record that is drawn.

    `place` is the card that is viewed, from 1, None after the last one. `turn` is the seat that
    plays there, None while the record can't begin, and when all cards are played. `trick` is the
    one on the table, or the last complete one until the next is led.
    """

    dealt: DealtHand
    play: Play
    variant: PlayVariant
    place: int | None
    seats: tuple[SeatView, ...]
    turn: Seat | None
    keys: tuple[SuitLine, ...]
    trick: TrickView | None
    trick_number: int
    tricks: tuple[TrickView, ...]
    faults: tuple[FaultView, ...]
    points: Sides[int]
    is_even: bool
    is_over: bool

    @property
    def last_place(self) -> int:
        """Place of the last card, which is the number of cards."""
        return len(self.play.plays)

    @property
    def first_legal(self) -> Key | None:
        """First card that may be laid."""
        return next((key for line in self.keys for key in line.keys if key.legal), None)

    @property
    def latest_fault(self) -> FaultView | None:
        """Fault of the last card, if that broke a rule."""
        found = self.faults[-1] if self.faults else None
        return found if found and found.place == self.last_place else None

    @property
    def is_whole(self) -> bool:
        """Return whether the record is complete, from the first card to the last."""
        return self.is_over and not self.play.begins_late


def board_of(
    dealt: DealtHand, play: Play, variant: PlayVariant, *, place: int | None = None
) -> Board:
    """Return the board of a record, before the card at `place` (from 1) or behind the last one."""
    if place is not None and not 1 <= place <= len(play.plays):
        place = None
    whole = checked(dealt, play, variant)
    seen = checked(dealt, play, variant, until=None if place is None else place - 1)
    position = seen.position if seen else None
    turn = None if position is None or position.is_over else position.to_play
    tricks = _tricks(play, whole) if whole else ()
    return Board(
        dealt=dealt,
        play=play,
        variant=variant,
        place=place,
        seats=tuple(_seat(dealt, play, position, seat) for seat in Seat),
        turn=turn,
        keys=_keys(position, variant, play.plays[place - 1] if place else None) if position else (),
        trick=_on_the_table(tricks, position),
        trick_number=position.trick_number if position else 1,
        tricks=tricks,
        faults=tuple(_faults(play, whole)) if whole else (),
        points=Sides.of(seen.points.__getitem__) if seen else Sides(0, 0),
        is_even=is_even(dealt, play),
        is_over=position is not None and position.is_over,
    )


def _seat(dealt: DealtHand, play: Play, position: Position | None, seat: Seat) -> SeatView:
    cards = dealt.deal.hand(seat) if position is None else position.hand_of(seat)
    gone = {*play.gone}
    keys = [Key(card, chosen=card in gone) for card in cards]
    return SeatView(
        seat=seat,
        lines=_lines(keys),
        deals=seat is dealt.dealer,
        plays=position is not None and not position.is_over and position.to_play is seat,
        gone=gone_of(dealt, play)[seat],
    )


def aside_seats(dealt: DealtHand, play: Play) -> tuple[SeatView, ...]:
    """Return all dealt hands; cards that were gone before the record begins are chosen."""
    return tuple(_seat(dealt, play, None, seat) for seat in Seat)


def _lines(keys: Sequence[Key]) -> tuple[SuitLine, ...]:
    return tuple(
        SuitLine(suit, tuple(key for key in keys if key.card.suit is suit)) for suit in Suit
    )


def _keys(position: Position, variant: PlayVariant, stands: Card | None) -> tuple[SuitLine, ...]:
    legal = set(legal_cards(position, variant))
    return _lines([Key(card, card in legal, card == stands) for card in cards_in(position.hand)])


def _tricks(play: Play, check: PlayCheck) -> tuple[TrickView, ...]:
    faults = {fault.card: fault for fault in check.faults}
    places = {card: place for place, card in enumerate(play.plays, start=1)}
    position = check.position
    last = position.trick_number if position.trick.cards else position.trick_number - 1
    first = last - len(check.tricks) + 1
    return tuple(
        _trick(trick, number, places, faults)
        for number, trick in enumerate(check.tricks, start=first)
    )


def _trick(
    trick: Trick, number: int, places: Mapping[Card, int], faults: Mapping[Card, PlayFault]
) -> TrickView:
    cells: dict[Seat, Cell] = {}
    for index, card in enumerate(trick.cards):
        seat = trick.seat_of(index)
        cells[seat] = Cell(
            seat=seat,
            card=card,
            place=places[card],
            leads=index == 0,
            wins=seat is trick.winner,
            fault=faults.get(card),
        )
    return TrickView(
        number=number,
        cells=tuple(cells.get(seat) for seat in Seat),
        winner=trick.winner if trick.is_complete else None,
        points=trick.points if trick.is_complete else 0,
    )


def _on_the_table(tricks: Sequence[TrickView], position: Position | None) -> TrickView | None:
    """Return the trick that is seen in a position, with the cards that are in it by then."""
    if position is None:
        return None
    number = position.trick_number if position.trick.cards else position.trick_number - 1
    found = next((trick for trick in tricks if trick.number == number), None)
    if found is None or not position.trick.cards:
        return found
    laid = {*position.trick.cards}
    winning = position.trick.winning_card
    cells = tuple(
        Cell(cell.seat, cell.card, cell.place, cell.leads, cell.card == winning, cell.fault)
        if cell and cell.card in laid
        else None
        for cell in found.cells
    )
    return TrickView(number, cells, None, 0)


def _faults(play: Play, check: PlayCheck) -> Iterator[FaultView]:
    for number, fault in enumerate(check.faults, start=1):
        yield FaultView(number, play.plays.index(fault.card) + 1, fault)
