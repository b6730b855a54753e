"""Points that a side is sure of before a trick, told from the cards without a search.

A side that holds all the highest trumps wins each trick in which it plays one of them. Where
no opponent has trumps, or the leader can draw them, the leader may cash what nobody beats.
Compiled.
"""

from scoring.solver.compiling import compiled
from scoring.solver.moves import POINTS, SUITS, index_of


@compiled
def bits_in(cards: int) -> int:
    """How many cards."""
    cards -= cards >> 1 & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + (cards >> 2 & 0x3333333333333333)
    cards = cards + (cards >> 4) & 0x0F0F0F0F0F0F0F0F
    return cards * 0x0101010101010101 >> 56 & 127


@compiled
def points_in(cards: int) -> int:
    """What they count together."""
    total = 0
    cards &= 0xF80F80F80F80
    while cards:
        bit = cards & -cards
        total += POINTS[index_of(bit)]
        cards ^= bit
    return total


@compiled
def above_all(cards: int, others: int) -> int:
    """Of `cards`, those higher than all of `others`; both of one suit."""
    others |= others >> 1
    others |= others >> 2
    others |= others >> 4
    others |= others >> 8
    return cards & ~others


@compiled
def sure_in_trumps(mine: int, partners: int, opponents: int, trump: int) -> int:
    """What a side is sure of by its highest trumps."""
    top = above_all((mine | partners) & trump, opponents & trump)
    if top == 0:
        return 0
    return points_in(top) + max(bits_in(top & mine), bits_in(top & partners))


@compiled
def sure_to_cash(leader: int, partner: int, right: int, before: int, trump: int) -> int:
    """What the leader's side is sure of if the leader, or the partner, cashes what it can.

    While a hand leads what nobody beats, a partner who is forced to trump has nothing but trumps,
    and so wins the rest as well.
    """
    opponents = right | before
    if opponents & trump == 0:
        sure = points_in((leader | partner) & trump)
        sure += max(bits_in(leader & trump), bits_in(partner & trump))
        tops = _tops(leader, partner | opponents)
        own = points_in(tops & ~trump) + bits_in(tops & ~trump)
        tops = _tops(partner, leader | opponents)
        for suit in SUITS:
            if tops & suit and leader & suit:
                return sure + max(own, points_in(tops & ~trump) + bits_in(tops & ~trump))
        return sure + own
    tops = _tops(leader, partner | opponents)
    to_draw = max(bits_in(right & trump), bits_in(before & trump))
    if bits_in(tops & trump) < to_draw:
        return 0
    sure = points_in((leader | partner | opponents) & trump) + bits_in(leader & trump)
    return sure + points_in(tops & ~trump) + bits_in(tops & ~trump)


@compiled
def _tops(hand: int, others: int) -> int:
    """Of each suit, the cards that are higher than all that the others hold."""
    tops = 0
    for suit in SUITS:
        tops |= above_all(hand & suit, others & suit)
    return tops
