"""The rules of play a second time, card by card and sentence by sentence, to compare with.

Nothing of `scoring.game.legality`, `scoring.game.tricks` or `scoring.game.card_sets` is used.
"""

from collections.abc import Collection, Sequence

from scoring.game.cards import PACK, Card, Suit
from scoring.game.variants import PlayVariant


def best_place(trick: Sequence[Card], trump: Suit | None) -> int:
    """Which card of the trick is winning: the highest trump, else the highest of the suit led."""
    trumps = [card for card in trick if card.suit is trump]
    contenders = trumps or [card for card in trick if card.suit is trick[0].suit]
    return list(trick).index(max(contenders, key=lambda card: card.rank.strength))


def beats(card: Card, trick: Sequence[Card], trump: Suit | None) -> bool:
    return best_place([*trick, card], trump) == len(trick)


def partner_wins(trick: Sequence[Card], trump: Suit | None) -> bool:
    """Whether who plays next is the partner of who is winning, two places before."""
    return best_place(trick, trump) == len(trick) - 2


def is_lowest(card: Card, hand: Collection[Card]) -> bool:
    return all(
        other.rank.strength >= card.rank.strength for other in hand if other.suit is card.suit
    )


def is_safe(card: Card, hand: Collection[Card], elsewhere: Collection[Card]) -> bool:
    """Whether no higher card of its suit is in another hand."""
    higher = [
        other
        for other in PACK
        if other.suit is card.suit and other.rank.strength > card.rank.strength
    ]
    return all(other in hand or other not in elsewhere for other in higher)


def may_play(
    card: Card,
    hand: Collection[Card],
    trick: Sequence[Card],
    trump: Suit | None,
    variant: PlayVariant,
    elsewhere: Collection[Card],
) -> bool:
    """Whether `card` of `hand` may be played; `elsewhere` are the cards in the other hands."""
    if not trick:
        return True
    can_follow = any(other.suit is trick[0].suit for other in hand)
    if can_follow and card.suit is not trick[0].suit:
        return False
    playable = [other for other in hand if not can_follow or other.suit is trick[0].suit]
    relieved = variant is not PlayVariant.ABARROTADA and partner_wins(trick, trump)
    if not relieved and any(beats(other, trick, trump) for other in playable):
        return beats(card, trick, trump)
    if variant in (PlayVariant.LLIURE, PlayVariant.ABARROTADA):
        return True
    if beats(card, trick, trump) or is_lowest(card, hand):
        return True
    if card.points == 0:
        return False
    if len(trick) == 1:
        return not can_follow or variant is PlayVariant.OBLIGADA_SECOND_HAND
    if not partner_wins(trick, trump):
        return False
    if variant is PlayVariant.OBLIGADA_SAFE_THIRD and len(trick) == 2:
        return is_safe(trick[0], hand, elsewhere)
    return True
