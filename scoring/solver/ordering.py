"""Which card to try first: a greedy look at the trick. Compiled.

A card is valued by who would win the trick if everybody after it who can beat does so, by what is
in it, and by what the card is worth if it is kept.
"""

from scoring.solver.compiling import compiled
from scoring.solver.moves import POINTS, RANKS, beaters


@compiled
def can_beat(hand: int, led: int, best: int, trump: int) -> bool:
    """Whether that hand, when its turn comes, may beat `best`."""
    following = hand & led
    return (following if following else hand) & beaters(best, led, trump) != 0


@compiled
def highest(cards: int) -> int:
    """The highest bit, of cards of one suit."""
    shifted = cards >> 1
    shifted |= shifted >> 1
    shifted |= shifted >> 2
    shifted |= shifted >> 4
    shifted |= shifted >> 8
    return cards & ~shifted


@compiled
def contest(
    first: int, second: int, third: int, to_come: int, led: int, best: int, ours: bool, trump: int
) -> int:
    """Who wins if each of the next `to_come` hands plays its highest that beats.

    1: we surely do; 0: we do, if it goes so; -1: they do. `first` is an opponent's hand, as is
    `third`; `second` is the partner's.
    """
    sure = ours
    for turn in range(to_come):
        hand = first if turn == 0 else second if turn == 1 else third
        is_ours = turn == 1
        following = hand & led
        beating = (following if following else hand) & beaters(best, led, trump)
        if beating and is_ours != ours:
            best = highest(beating & led) if beating & led else highest(beating & trump)
            ours = is_ours
            if not ours:
                sure = False
    if not ours:
        return -1
    return 1 if sure else 0


@compiled
def worth(index: int, place: int, outcome: int, pot: int, is_trump: bool) -> int:
    """How good it looks to play that card; `outcome` as told by `contest`."""
    points = POINTS[index]
    rank = index % RANKS
    if place == 0:
        if outcome > 0:
            return 30 + 12 * points
        if outcome == 0:
            return 90 + 8 * points
        return -10 - 67 * points - (54 if is_trump else 0)
    kept = rank + (60 if is_trump else 0)
    if outcome >= 0:
        return 8 * (pot + points) + 80 * outcome - kept
    return -60 * points - kept
