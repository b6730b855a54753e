"""A player that chooses legal cards: sensible, fast and repeatable, for rehearsals and examples.

It knows what a player at the table knows: its own hand and the cards played so far. It gives each
legal card a value in eighths of a point and plays the best one, at random among equals. The value
is what the trick is worth, weighed by how likely its side is to win it (itself alone, in
abarrotada), less what the card is worth if it is kept. It looks at the current trick only, so a
good player beats it; it clearly beats somebody who plays any legal card. What bots announce is
decided in `calls`, and for abarrotada in `abarrotada_calls`.
"""

from collections.abc import Iterable

from scoring.chance import Chance
from scoring.game.card_sets import ALL_CARDS, SUITS, cards_in, higher_cards
from scoring.game.cards import PACK, Card
from scoring.game.legality import legal_set
from scoring.game.tricks import Position, beaten_by
from scoring.game.variants import PlayVariant

_CERTAIN = 8
"""Odds are told in eighths."""
_PARTNER_MAY_BEAT, _UNLESS_TRUMPED, _MAY_BE_BEATEN, _LED = 3, 7, 4, 3
_TRICK_TO_COME = 4
"""Expected points of the others' cards on a lead, with the point for the trick."""
_KEPT_TRUMP, _KEPT_WINNER, _KEPT_POINT = 6, 8, 6
_CARD_OF_A_LONG_SUIT = 2
_WORTH = tuple(card.rank.strength // 2 for card in PACK)
"""Worth of holding on to a card, by its place in the pack."""


def choose_card(position: Position, variant: PlayVariant, chance: Chance) -> Card:
    """Return a legal card for the player whose turn it is, before the hand is over."""
    legal = cards_in(legal_set(position, variant))
    if len(legal) == 1:
        return legal[0]
    values = _Situation(position, has_partner=variant.has_partners).values(legal)
    best = max(values)
    equal = [card for card, value in zip(legal, values) if value == best]
    return equal[chance.below(len(equal))]


def play_out(position: Position, variant: PlayVariant, chance: Chance) -> Position:
    """Return the final position of these players, all at the table, from that position."""
    while not position.is_over:
        position = position.play(choose_card(position, variant, chance))
    return position


class _Situation:
    """View of the player to move, worked out once for all its legal cards."""

    __slots__ = (
        "beating",
        "hand",
        "has_partner",
        "partner_wins",
        "to_come",
        "trick",
        "trumps",
        "unseen",
        "winning",
    )

    def __init__(self, position: Position, *, has_partner: bool) -> None:
        self.trick = trick = position.trick
        self.hand = position.hand
        self.unseen = ALL_CARDS & ~(position.gone | self.hand)
        self.trumps = SUITS.get(trick.trump, 0)
        self.winning = trick.winning_card
        self.beating = ALL_CARDS if self.winning is None else beaten_by(self.winning, trick.trump)
        self.has_partner = has_partner
        self.partner_wins = has_partner and trick.winner is position.to_play.partner
        self.to_come = trick.players - 1 - len(trick.cards)

    def values(self, cards: Iterable[Card]) -> list[int]:
        """Return the worth of playing each card now, in eighths of a point."""
        pot = self.trick.points if self.trick.cards else _TRICK_TO_COME
        return [
            (2 * self._odds(card) - _CERTAIN) * (pot + card.points) - self._worth_keeping(card)
            for card in cards
        ]

    def _odds(self, card: Card) -> int:
        """Return how surely the own side wins the trick with `card` in it, 0 to 8."""
        best, ours = self.winning, self.partner_wins
        if best is None or self.beating >> card.position & 1:
            best, ours = card, True
        if not ours:
            return _PARTNER_MAY_BEAT if self.has_partner and self.to_come == 2 else 0
        if not self.to_come:
            return _CERTAIN
        if higher_cards(best) & self.unseen:
            return _MAY_BE_BEATEN if self.trick.cards else _LED
        return _UNLESS_TRUMPED if beaten_by(best, self.trick.trump) & self.unseen else _CERTAIN

    def _worth_keeping(self, card: Card) -> int:
        """Return the later worth of the card, in eighths of a point."""
        worth = _WORTH[card.position]
        if self.trumps >> card.position & 1:
            worth += _KEPT_TRUMP
        if not higher_cards(card) & self.unseen:
            worth += _KEPT_WINNER + _KEPT_POINT * card.points
        if not self.trick.cards:
            worth -= _CARD_OF_A_LONG_SUIT * (self.hand & SUITS[card.suit]).bit_count()
        return worth
