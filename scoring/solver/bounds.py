"""Points that a side is sure of before a trick, told from the cards without a search.

A side that holds all the highest trumps wins each trick in which it plays one of them. Where
no opponent has trumps, or the leader can draw them, the leader may cash what nobody beats.
Compiled.
"""

from scoring.solver.compiling import compiled
from scoring.solver.instructions import bits_in
from scoring.solver.moves import EACH_SUIT, SUIT, SUITS

_ONES, _TWOS, _FOURS = (
    EACH_SUIT * ranks for ranks in (0b101010000000, 0b1100000000, 0b110000000000)
)
"""The ranks whose points contain 1, 2 and 4: sota, rei, manilla; cavall, rei; as, manilla."""
_BELOW = tuple(EACH_SUIT * (SUIT >> steps) for steps in (1, 2, 4, 8))
"""In each suit, where that many steps down end."""


@compiled
def points_in(cards: int) -> int:
    """What they count together."""
    return bits_in(cards & _ONES) + 2 * bits_in(cards & _TWOS) + 4 * bits_in(cards & _FOURS)


@compiled
def worth_in_tricks(cards: int) -> int:
    """What they count, and the trick that each wins."""
    return points_in(cards) + bits_in(cards)


@compiled
def above_all(cards: int, others: int) -> int:
    """Of each suit, those of `cards` that are higher than all of `others`."""
    others |= others >> 1 & _BELOW[0]
    others |= others >> 2 & _BELOW[1]
    others |= others >> 4 & _BELOW[2]
    others |= others >> 8 & _BELOW[3]
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
    tops = above_all(leader, partner | opponents)
    if opponents & trump == 0:
        sure = points_in((leader | partner) & trump)
        sure += max(bits_in(leader & trump), bits_in(partner & trump))
        own = worth_in_tricks(tops & ~trump)
        tops = above_all(partner, leader | opponents)
        for suit in SUITS:
            if tops & suit and leader & suit:
                return sure + max(own, worth_in_tricks(tops & ~trump))
        return sure + own
    to_draw = max(bits_in(right & trump), bits_in(before & trump))
    if bits_in(tops & trump) < to_draw:
        return 0
    sure = points_in((leader | partner | opponents) & trump) + bits_in(leader & trump)
    return sure + worth_in_tricks(tops & ~trump)
