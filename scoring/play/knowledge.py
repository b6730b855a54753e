"""The facts that a seat has been told, and what follows from them.

`facts_of` tells what an act tells a seat, each fact with the number of that act. `Knowledge` is
what somebody who forgets nothing knows by them: it grows fact by fact, without the deal.
`knowledge_after` gives what it has come to after all acts, without going through the table's states
again.

All acts are heard and seen by all. Besides, a seat sees its own cards; the dealer's partner does so
once trumps are made or delegated. Whoever claims shows the cards that are left to the opponents,
and not to the partner. Where everybody plays alone nobody waits to see the own cards, and all the
others are opponents.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.game.card_sets import CardSet, cards_in, set_of
from scoring.game.cards import Card
from scoring.game.deals import Hands
from scoring.game.legality import legal_set
from scoring.game.seats import Seat, in_turn
from scoring.game.tricks import Position
from scoring.play.acts import Act, Claim, PlayCard, TakeBack
from scoring.play.public import PublicTable


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a seat was told after the act with that number; 0 is before the first."""

    number: int


@dataclass(frozen=True, slots=True)
class OwnCards(Fact):
    """The twelve cards that were dealt to the seat, in canonical order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Happened(Fact):
    """An act."""

    act: Act


@dataclass(frozen=True, slots=True)
class CardsShown(Fact):
    """The cards that an opponent, who claims, still holds, in canonical order."""

    seat: Seat
    cards: tuple[Card, ...]


def facts_of(
    seat: Seat, deal: Hands, act: Act, before: PublicTable, after: PublicTable
) -> tuple[Fact, ...]:
    """Return the facts that the seat is told when an act leads from `before` to `after`."""
    facts: list[Fact] = [Happened(after.number, act)]
    if after.sees_cards(seat) and not before.sees_cards(seat):
        facts.append(OwnCards(after.number, deal.hand(seat)))
    if isinstance(act, Claim) and seat in after.turn:
        held = hand_left(deal.hand(act.seat), act.seat, after)
        facts.append(CardsShown(after.number, act.seat, held))
    return tuple(facts)


def hand_left(dealt: Iterable[Card], seat: Seat, public: PublicTable) -> tuple[Card, ...]:
    """Return the cards of `dealt` that `seat` still holds."""
    gone = {trick.card_of(seat) for trick in public.tricks_begun}
    return tuple(card for card in dealt if card not in gone)


def position_for(hand: CardSet, seat: Seat, public: PublicTable) -> Position:
    """Return the play as that seat sees it, whose cards these are.

    What it doesn't see is all put in one other hand: by that no rule of play can tell more than
    the seat knows. Only while cards are played.
    """
    assert public.trick is not None
    game = public.rules.game
    unseen = game.pack & ~(hand | public.open_cards)
    next_seat = in_turn(seat, public.rules.players)[1]
    hands = tuple(hand if other is seat else unseen if other is next_seat else 0 for other in Seat)
    return Position(hands, public.trick, public.won)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Knowledge of a seat by what it was told. `dealt` is None until it looks at its cards."""

    seat: Seat
    public: PublicTable
    dealt: tuple[Card, ...] | None = None
    shown: tuple[PlayCard, ...] = ()
    """Cards of other hands that the seat has seen there, whether or not they are played since."""

    def told(self, fact: Fact) -> "Knowledge":
        """Return the seat's knowledge after one fact more."""
        if isinstance(fact, OwnCards):
            return Knowledge(self.seat, self.public, fact.cards, self.shown)
        if isinstance(fact, CardsShown):
            seen = tuple(PlayCard(fact.seat, card) for card in fact.cards)
            return Knowledge(self.seat, self.public, self.dealt, (*self.shown, *seen))
        assert isinstance(fact, Happened)
        return Knowledge(self.seat, self.public.after(fact.act), self.dealt, self.shown)

    @property
    def hand(self) -> tuple[Card, ...] | None:
        """The own cards that are left, None before the seat looks at them."""
        return None if self.dealt is None else hand_left(self.dealt, self.seat, self.public)

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the seat may play now; none when it is not its turn to play one."""
        if PlayCard not in self.public.may(self.seat) or (hand := self.hand) is None:
            return ()
        position = position_for(set_of(hand), self.seat, self.public)
        return cards_in(legal_set(position, self.public.rules.variant))

    @property
    def held_elsewhere(self) -> dict[Card, Seat]:
        """Cards that the seat knows to be in another hand: shown, or played and taken back."""
        seen = (*self.shown, *self.public.taken_back)
        gone = self.public.open_cards if seen else 0
        return {
            one.card: one.seat
            for one in seen
            if not gone >> one.card.position & 1 and one.seat is not self.seat
        }


def knowledge_after(seat: Seat, deal: Hands, public: PublicTable, acts: Iterable[Act]) -> Knowledge:
    """Return the seat's knowledge by all facts it was told when these acts have led to `public`."""
    opponents = public.rules.game.opponents(seat)
    played: list[Card] = []
    shown: list[PlayCard] = []
    for act in acts:
        if isinstance(act, PlayCard):
            played.append(act.card)
        elif isinstance(act, TakeBack):
            played.pop()
        elif isinstance(act, Claim) and act.seat in opponents:
            held = (card for card in deal.hand(act.seat) if card not in played)
            shown += (PlayCard(act.seat, card) for card in held)
    dealt = deal.hand(seat) if public.sees_cards(seat) else None
    return Knowledge(seat, public, dealt, tuple(shown))
