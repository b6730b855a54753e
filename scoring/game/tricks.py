"""Tricks and the state of play: whose turn it is, who is winning, what is still in the hands.

The player to the dealer's right leads, play goes on to the right (anticlockwise: N, W, S, E), and
whoever wins a trick leads the next. The highest trump wins a trick, and without trumps in it the
highest card of the suit led. A trick is worth the points of its cards and one more, so that a hand
has 72. Where three play, with 36 cards, East's seat is empty, and a hand has 72 all the same.

A `Position` never changes: playing a card gives the next one, so going back costs nothing. It
knows no rule but the turn; which cards may be played is `legality`'s concern, and what was played
against the rules can be replayed all the same.

Source: "Botifarra", on John McLeod's site of card games, pagat.com/manille/botifar.html.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.errors import PlayError
from scoring.game.announcements import Denomination
from scoring.game.card_sets import ALL_CARDS, SUITS, CardSet, cards_in, higher_cards, set_of
from scoring.game.cards import PACK, Card
from scoring.game.deals import CARDS_IN_HAND, Deal
from scoring.game.seats import Party, Seat, in_turn

POINTS_IN_A_HAND = 72
"""60 counted in cards and one for each of the twelve tricks."""

EVEN_POINTS = POINTS_IN_A_HAND // 2
"""A side scores what it makes above this; 36–36 scores nothing."""

_INDEX = {seat: index for index, seat in enumerate(Seat)}


_BEATEN_BY = {
    trump: tuple(
        higher_cards(card) | (0 if card.suit.value == trump.value else SUITS.get(trump, 0))
        for card in PACK
    )
    for trump in Denomination
}


def beaten_by(card: Card, trump: Denomination) -> CardSet:
    """Return the cards that would win a trick from `card` if it is the best one so far."""
    return _BEATEN_BY[trump][card.position]


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of a trick in the order of play, complete or not; `players` are four or three."""

    leader: Seat
    trump: Denomination
    cards: tuple[Card, ...] = ()
    players: int = len(Seat)

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == self.players

    @property
    def to_play(self) -> Seat | None:
        """The player whose turn it is; None when the trick is complete."""
        place = len(self.cards)
        return None if place == self.players else in_turn(self.leader, self.players)[place]

    @property
    def led(self) -> Card | None:
        """The card led, if one is."""
        return self.cards[0] if self.cards else None

    @property
    def winning_card(self) -> Card | None:
        """The best card so far, if there is one."""
        return self.cards[self._best_place] if self.cards else None

    @property
    def winner(self) -> Seat | None:
        """The player of the best card so far, which wins a complete trick."""
        return self.seat_of(self._best_place) if self.cards else None

    @property
    def _best_place(self) -> int:
        """The place of the best card so far, of a trick with cards."""
        cards, beaten, best = self.cards, _BEATEN_BY[self.trump], 0
        for place in range(1, len(cards)):
            if beaten[cards[best].position] >> cards[place].position & 1:
                best = place
        return best

    @property
    def points(self) -> int:
        """Points of the trick for its winner, with the cards that are in it."""
        return 1 + sum(card.points for card in self.cards)

    def seat_of(self, place: int) -> Seat:
        """Return the seat that plays the card at that place, from 0."""
        return in_turn(self.leader, self.players)[place]

    def card_of(self, seat: Seat) -> Card | None:
        """Return the card that the seat has played to the trick, if it has."""
        for other, card in zip(in_turn(self.leader, self.players), self.cards):
            if other is seat:
                return card
        return None

    def with_card(self, card: Card) -> "Trick":
        """Return the trick after one card more."""
        return Trick(self.leader, self.trump, (*self.cards, card), self.players)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A moment of the play: the cards in the hands, the tricks won, and the one on the table.

    `hands` are in the order of `Seat`. `trick` is never complete: its last card makes it the last
    of `won`, and a new one begins. A position may begin in the middle of a hand; `won` and the
    points are then what was played since. Like a deal, it doesn't show itself by accident.
    """

    hands: tuple[CardSet, ...]
    trick: Trick
    won: tuple[Trick, ...] = ()

    @classmethod
    def start(cls, deal: Deal, dealer: Seat, trump: Denomination) -> "Position":
        """Return the position before the first lead, by the player to the dealer's right."""
        hands = {seat: deal.hand(seat) for seat in Seat}
        return cls.of_hands(hands, Trick(dealer.right, trump))

    @classmethod
    def of_hands(cls, hands: Mapping[Seat, Iterable[Card]], trick: Trick) -> "Position":
        """Return the position with these cards in the hands, and that trick on the table."""
        return cls(tuple(set_of(hands.get(seat, ())) for seat in Seat), trick)

    @property
    def trump(self) -> Denomination:
        return self.trick.trump

    @property
    def to_play(self) -> Seat:
        """The player whose turn it is; when everything is played, the winner of the last trick."""
        return self.trick.to_play or self.trick.leader

    @property
    def hand(self) -> CardSet:
        """The cards of the player whose turn it is."""
        return self.hands[_INDEX[self.to_play]]

    @property
    def gone(self) -> CardSet:
        """The cards that are in no hand any more, those on the table among them."""
        return ALL_CARDS & ~(self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3])

    @property
    def trick_number(self) -> int:
        """Number of the trick on the table, 1 to 12; 13 when all are played.

        A player who hasn't played to the trick yet has the most cards, whose number tells it.
        """
        return 1 + CARDS_IN_HAND - max(map(int.bit_count, self.hands))

    @property
    def is_over(self) -> bool:
        return not any(self.hands)

    def hand_of(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that `seat` still holds, in canonical order."""
        return cards_in(self.hands[_INDEX[seat]])

    def points(self, who: Party) -> int:
        """Return the points of that side, or of one player, from the complete tricks so far."""
        return sum(
            trick.points
            for trick in self.won
            if (winner := trick.winner) and (winner is who or winner.side is who)
        )

    def play(self, card: Card) -> "Position":
        """Return the position after that card, legal or not, of the player whose turn it is.

        Raises `PlayError` for a card that this player doesn't hold.
        """
        bit = 1 << card.position
        if not self.hand & bit:
            seat = self.to_play
            raise PlayError(f"{seat} doesn't hold {card}", seat=seat, card=str(card))
        hands = tuple([hand & ~bit for hand in self.hands])
        trick = self.trick.with_card(card)
        if not trick.is_complete:
            return Position(hands, trick, self.won)
        winner = trick.winner
        assert winner is not None
        return Position(hands, Trick(winner, trick.trump, (), trick.players), (*self.won, trick))
