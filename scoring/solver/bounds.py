"""Points that a side is sure of before a trick, told from the cards without a search.

A side that holds all the highest trumps wins each trick in which it plays one of them. Where no
opponent has trumps, or the leader can draw them, or each follows suit, the leader may cash what
nobody beats, and then the partner if the leader has a card to go over with. Compiled.
"""

from scoring.solver.compiler import compiled
from scoring.solver.instructions import bits_in
from scoring.solver.moves import EACH_SUIT, RANKS, SUIT, SUITS

_ONES, _TWOS, _FOURS = (
    EACH_SUIT * ranks for ranks in (0b101010000000, 0b1100000000, 0b110000000000)
)
"""The ranks whose points contain 1, 2 and 4: sota, rei, manilla; cavall, rei; as, manilla."""
_BELOW = tuple(EACH_SUIT * (SUIT >> steps) for steps in (1, 2, 4, 8))
"""Masks of each suit, by the number of steps down that end within it."""


@compiled
def points_in(cards: int) -> int:
    """Return the points that cards count together."""
    return bits_in(cards & _ONES) + 2 * bits_in(cards & _TWOS) + 4 * bits_in(cards & _FOURS)


@compiled
def worth_in_tricks(cards: int) -> int:
    """Return the points that cards count, and the trick that each wins."""
    return points_in(cards) + bits_in(cards)


@compiled
def above_all(cards: int, others: int) -> int:
    """Return the cards of `cards` that are higher than all cards of their suit in `others`."""
    others |= others >> 1 & _BELOW[0]
    others |= others >> 2 & _BELOW[1]
    others |= others >> 4 & _BELOW[2]
    others |= others >> 8 & _BELOW[3]
    return cards & ~others


@compiled
def sure_in_trumps(mine: int, partners: int, opponents: int, trump: int) -> int:
    """Return the points that a side is sure of by its highest trumps."""
    top = above_all((mine | partners) & trump, opponents & trump)
    if top == 0:
        return 0
    return points_in(top) + max(bits_in(top & mine), bits_in(top & partners))


@compiled
def sure_to_cash(
    leader: int, partner: int, right: int, before: int, trump: int, in_trumps: int
) -> int:
    """Return the points that the leader's side is sure of by its trumps and the leader's tops.

    `in_trumps`: what `sure_in_trumps` tells of the side.
    """
    opponents = right | before
    tops = above_all(leader, partner | opponents)
    if tops & trump and opponents & trump:
        to_draw = max(bits_in(right & trump), bits_in(before & trump))
        if bits_in(tops & trump) >= to_draw:
            sure = points_in((leader | partner | opponents) & trump) + bits_in(leader & trump)
            return sure + worth_in_tricks(tops & ~trump)
    theirs = above_all(partner, leader | opponents) & ~trump
    return in_trumps + _in_plain_suits(leader, partner, right, before, trump, tops & ~trump, theirs)


@compiled
def _in_plain_suits(
    leader: int, partner: int, right: int, before: int, trump: int, tops: int, partners_tops: int
) -> int:
    """Return the points that the leader cashes by `tops`, and then the partner by `partners_tops`.

    Neither lie in trumps, and no suit has both. A top wins where each opponent has no trumps or
    follows suit. While one cashes, the other is not to trump, and keeps the tops by playing other
    cards: there must be enough. If no opponent has trumps, trumping a partner's top does no harm:
    who must do it has nothing but trumps, and wins the rest as well.
    """
    own, own_tricks, more, more_tricks, reached = 0, 0, 0, 0, False
    for suit in SUITS:
        if (tops | partners_tops) & suit:
            safe = min(_rounds(right, suit, trump), _rounds(before, suit, trump))
            cashed = _highest((tops | partners_tops) & suit, safe)
            if tops & suit:
                own += worth_in_tricks(cashed)
                own_tricks += bits_in(cashed)
            else:
                more += worth_in_tricks(cashed)
                more_tricks += bits_in(cashed)
                reached = reached or (cashed != 0 and leader & suit != 0)
    harmless = (right | before) & trump == 0
    tricks = own_tricks + more_tricks
    others, partners_others = bits_in(leader & ~trump), bits_in(partner & ~trump)
    if reached and tricks <= partners_others and (harmless or tricks <= others):
        return own + more
    sure = own if harmless or own_tricks <= partners_others else 0
    return max(sure, more) if reached and (harmless or more_tricks <= others) else sure


@compiled
def _rounds(hand: int, suit: int, trump: int) -> int:
    """Return the number of rounds of a plain suit that the hand doesn't trump."""
    return bits_in(hand & suit) if hand & trump else RANKS


@compiled
def _highest(cards: int, most: int) -> int:
    """Return the highest `most` of some cards of one suit; all, if they are fewer."""
    while bits_in(cards) > most:
        cards &= cards - 1
    return cards
