"""A replay: from its address to the moment of play, the possible moves, and the way back.

Everything is in the address, so the server keeps nothing and the browser's Back button is right:

    ?trump=O&side=NS&plays=9OACRE…&values=1

`plays` are the cards so far, rank and suit, in the order of play. `table` is one that played the
hand on phones: its play is followed as long as the cards are those that it played. `side` is the
side the visitor plays, the other side being played for them; without it they play all four hands.
Cards that could not be played, and any other address that no page links to, raise `NoSuchReplay`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict

from scoring.errors import CardError
from scoring.game.announcements import Denomination
from scoring.game.cards import PACK, Card
from scoring.game.legality import legal_cards
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from scoring.solver import Interval
from scoring.whole_numbers import whole_number
from tournament.analysis.best_play import Best, Step, Values, best_of
from tournament.deals.queries import DealtHand

_LONGEST = 2 * len(PACK)


class NoSuchReplay(Exception):
    """No page links to such an address."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Moment that an address asks for. `trump` None: the best call."""

    trump: Denomination | None = None
    side: Side | None = None
    plays: str = ""
    values: bool = False
    go: bool = False
    """The best card is to be played now, which may have to be computed first."""
    table: int = 0
    """The table that is followed as it played the hand on phones; 0 for none."""

    @classmethod
    def of(cls, query: QueryDict) -> Asked:
        try:
            trump, side = query.get("trump", ""), query.get("side", "")
            of = Denomination(trump) if trump else None, Side(side) if side else None
        except ValueError:
            raise NoSuchReplay from None
        values, go = query.get("values") == "1", query.get("go") == "1"
        table = whole_number(query.get("table", "0"))
        if table is None:
            raise NoSuchReplay
        return cls(*of, query.get("plays", ""), values, go, table)

    def address(self, **changes: object) -> str:
        """Return the query that asks for the same, but for the changes; `plays` may be cards."""
        other = replace(self, go=False)
        other = replace(other, **changes)  # type: ignore[arg-type]
        told = {
            "trump": other.trump.value if other.trump else "",
            "side": other.side.value if other.side else "",
            "plays": other.plays,
            "values": "1" if other.values else "",
            "go": "1" if other.go else "",
            "table": str(other.table) if other.table else "",
        }
        return "?" + urlencode({name: value for name, value in told.items() if value})


def text_of(cards: Sequence[Card]) -> str:
    """Return cards as an address has them."""
    return "".join(map(str, cards))


@dataclass(frozen=True, slots=True)
class Play:
    """A hand with its trumps at a moment of play, and the cards that led there."""

    hand: DealtHand
    variant: PlayVariant
    cards: tuple[Card, ...]
    position: Position

    @classmethod
    def start(cls, hand: DealtHand, trump: Denomination, variant: PlayVariant) -> Play:
        return cls(hand, variant, (), Position.start(hand.deal, hand.dealer, trump))

    @property
    def legal(self) -> tuple[Card, ...]:
        return legal_cards(self.position, self.variant)

    @property
    def for_makers(self) -> bool:
        """Return whether it is the turn of the side that made trumps."""
        return self.position.to_play.side is self.hand.makers

    def then(self, card: Card) -> Play:
        return replace(self, cards=(*self.cards, card), position=self.position.play(card))

    def followed(self, text: str) -> Play:
        """Return the play after these cards. Raises `NoSuchReplay` if one can't be played."""
        if len(text) > _LONGEST or len(text) % 2:
            raise NoSuchReplay
        play = self
        for at in range(0, len(text), 2):
            written = text[at : at + 2]
            try:
                card = Card.parse(written)
            except CardError:
                raise NoSuchReplay from None
            if str(card) != written or card not in play.legal:
                raise NoSuchReplay
            play = play.then(card)
        return play

    def on_line(self, line: Sequence[Step]) -> Step | None:
        """Return the next step of a line that this play has followed so far, if there is one."""
        done = len(self.cards)
        if done >= len(line) or any(one.card != card for one, card in zip(line, self.cards)):
            return None
        return line[done]

    def best(self, values: Values | None) -> Best | None:
        """Return the best card, as far as the values tell; the only one needs none."""
        legal = self.legal
        if len(legal) == 1:
            return Best(legal[0], certain=True)
        # Values were kept somewhere; only those of cards that may be played count.
        known = {card: value for card, value in (values or {}).items() if card in legal}
        return best_of(known, for_makers=self.for_makers) if known else None

    def before(self, side: Side | None) -> tuple[Card, ...] | None:
        """Return the cards of the last moment before this one at which `side` had to choose.

        Without a side: one card less. None at the beginning.
        """
        play, found = Play.start(self.hand, self.position.trump, self.variant), None
        for card in self.cards:
            if side is None or play.position.to_play.side is side:
                found = play.cards
            play = play.then(card)
        return found


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that the visitor may play: the address it leads to, and its value if that is shown."""

    address: str
    value: Interval | None = None
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in a hand; `offer` None: it can't be played now."""

    card: Card
    offer: Offer | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat at that moment. `played` is its card on the table, or in the trick just completed."""

    seat: Seat
    cards: tuple[CardView, ...]
    """The cards that the seat holds, by suits."""
    is_dealer: bool
    to_play: bool
    played: Card | None
    wins: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A completed trick: who played what in the order of play, and who won how many points."""

    number: int
    cards: tuple[tuple[Seat, Card, bool], ...]
    """Seat, card, and whether it won."""
    points: int
    side: Side
    plays: str
    """The cards up to its end."""


def offers(play: Play, asked: Asked, values: Values | None) -> dict[Card, Offer]:
    """Return the cards to offer the visitor: for the chosen side only, if one was chosen.

    The best cards are marked: those that are worth as much as the best one for sure.
    """
    if asked.side not in (None, play.position.to_play.side):
        return {}
    best = play.best(values) if values else None
    top = values.get(best.card) if values and best else None
    return {
        card: Offer(
            address=asked.address(plays=text_of((*play.cards, card))),
            value=(values or {}).get(card),
            is_best=top is not None and (values or {}).get(card) == top,
        )
        for card in play.legal
    }


def seat_views(play: Play, offered: Mapping[Card, Offer]) -> tuple[SeatView, ...]:
    """Return the four seats in the order of `Seat`."""
    position = play.position
    shown = position.trick if position.trick.cards or not position.won else position.won[-1]
    on_table = {shown.seat_of(place): card for place, card in enumerate(shown.cards)}
    return tuple(
        SeatView(
            seat=seat,
            cards=tuple(CardView(one, offered.get(one)) for one in position.hand_of(seat)),
            is_dealer=seat is play.hand.dealer,
            to_play=seat is position.to_play and not position.is_over,
            played=on_table.get(seat),
            wins=seat is shown.winner,
        )
        for seat in Seat
    )


def trick_views(play: Play) -> tuple[TrickView, ...]:
    """Return the completed tricks, the first one first."""
    return tuple(
        _trick_view(play, number, trick) for number, trick in enumerate(play.position.won, start=1)
    )


def _trick_view(play: Play, number: int, trick: Trick) -> TrickView:
    winner = trick.winner
    assert winner is not None
    return TrickView(
        number=number,
        cards=tuple(
            (trick.seat_of(place), card, trick.seat_of(place) is winner)
            for place, card in enumerate(trick.cards)
        ),
        points=trick.points,
        side=winner.side,
        plays=text_of(play.cards[: 4 * number]),
    )
