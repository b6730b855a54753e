"""The facts that a seat has been told, and what follows from them.

`facts_for` lists what a seat was told, each fact with the number of the act after which it was.
The list only grows, so whoever knows the facts up to some number needs only the later ones.
`Knowledge` is what somebody who forgets nothing knows by them: it is made from the facts, without
the deal.

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
from scoring.play.acts import Act, Claim, PlayCard
from scoring.play.public import PublicTable
from scoring.play.rules import DUPLICATE, TableRules


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


def facts_for(
    seat: Seat, deal: Hands, dealer: Seat, acts: Iterable[Act], rules: TableRules = DUPLICATE
) -> tuple[Fact, ...]:
    """What that seat was told in the course of these acts, which can be taken in this order."""
    public = PublicTable.start(dealer, rules)
    facts: list[Fact] = []
    if public.sees_cards(seat):
        facts.append(OwnCards(0, deal.hand(seat)))
    for act in acts:
        before, public = public, public.after(act)
        facts += facts_of(seat, deal, act, before, public)
    return tuple(facts)


def facts_of(
    seat: Seat, deal: Hands, act: Act, before: PublicTable, after: PublicTable
) -> tuple[Fact, ...]:
    """What that seat is told when an act leads from `before` to `after`."""
    facts: list[Fact] = [Happened(after.number, act)]
    if after.sees_cards(seat) and not before.sees_cards(seat):
        facts.append(OwnCards(after.number, deal.hand(seat)))
    if isinstance(act, Claim) and seat in after.turn:
        held = hand_left(deal.hand(act.seat), act.seat, after)
        facts.append(CardsShown(after.number, act.seat, held))
    return tuple(facts)


def hand_left(dealt: Iterable[Card], seat: Seat, public: PublicTable) -> tuple[Card, ...]:
    """Of the cards dealt to that seat those that it still holds."""
    gone = {trick.card_of(seat) for trick in public.tricks_begun}
    return tuple(card for card in dealt if card not in gone)


def position_for(hand: CardSet, seat: Seat, public: PublicTable) -> Position:
    """The play as that seat sees it, whose cards these are.

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
    """What a seat knows by what it was told. `dealt` is None until it looks at its cards."""

    seat: Seat
    public: PublicTable
    dealt: tuple[Card, ...] | None = None
    shown: tuple[PlayCard, ...] = ()
    """Cards of other hands that the seat has seen there, whether or not they are played since."""

    @classmethod
    def of(
        cls, seat: Seat, dealer: Seat, facts: Iterable[Fact], rules: TableRules = DUPLICATE
    ) -> "Knowledge":
        """What the seat knows by these facts, which are all it has been told from the start."""
        knows = cls(seat, PublicTable.start(dealer, rules))
        for fact in facts:
            knows = knows.told(fact)
        return knows

    def told(self, fact: Fact) -> "Knowledge":
        """What it knows after one fact more."""
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
