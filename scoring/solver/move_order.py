"""Order of the cards worth trying, by a greedy look at the trick. Compiled.

A card is valued by who would win the trick if everybody after it who can beat does so, by what is
in it, and by what the card is worth if it is kept; a lead also by how long its suit is elsewhere.
The weights are those by which the fewest positions were looked at for the values of some random
deals; those of leads were first fitted to which leads refute.

Of touching cards in a hand one is enough: of spot cards always, of counting cards where the trick
is surely won (the highest counts now, and later at most as much more) or surely lost (the lowest).
"""

from scoring.solver.compiler import compiled
from scoring.solver.instructions import bits_in, index_of
from scoring.solver.memory import MOST_MOVES, MOVES, ON_TABLE, TRUMP, VARIANT, Memory
from scoring.solver.moves import (
    COUNTING,
    EACH_SUIT,
    LLIURE,
    RANKS,
    SAFE_THIRD,
    SPOTS,
    SUIT,
    SUITS,
    beaters,
    highest,
    legal,
    points_of,
    runs_downward,
    runs_upward,
)

_DOMINATED = COUNTING
_DOMINATED_LLIURE = EACH_SUIT * (SUIT & ~1)
_FROM_TABLE = 1 << 20
_KILLER = 47
_RECALLED_LEAD = 80
_ABOVE_ZERO = 1 << 14
"""Makes all values positive, so that the card's index can stand below them in one number."""


@compiled
def candidates(
    memory: Memory,
    hand: int,
    right: int,
    partner: int,
    before: int,
    left: int,
    place: int,
    given: int,
    led: int,
    best: int,
    partner_wins: bool,
    pot: int,
    killer: int,
    hint: int,
    recalled: int,
) -> int:
    """Write down the cards that are worth trying, each with its value; how many.

    To the first of all tricks `given` cards have been played already.
    """
    first = MOVES + (left * 4 + place) * MOST_MOVES
    if place < given:
        memory[first] = memory[ON_TABLE + place]
        return 1
    trump, variant = memory[TRUMP], memory[VARIANT]
    others = right | partner | before
    cards = _different(
        legal(hand, others, led, best, place, partner_wins, trump, variant),
        others | best,
        place == 0 and variant == SAFE_THIRD,
    )
    if cards & cards - 1 == 0:
        memory[first] = index_of(cards)
        return 1
    region = _DOMINATED_LLIURE if variant == LLIURE else _DOMINATED
    free = region & ~(others | best)
    killer = memory[killer]
    count = 0
    rest = cards
    while rest:
        bit = rest & -rest
        rest ^= bit
        index = index_of(bit)
        if place == 0:
            suit = SUITS[index // RANKS]
            outcome = contest(right, partner, before, 3, suit, bit, True, trump)
            lost = False
            value = _worth_led(index, outcome, right, partner, before, suit, trump)
        else:
            beats = bit & beaters(best, led, trump) != 0
            now_best = bit if beats else best
            ours = beats or partner_wins
            outcome = contest(right, partner, before, 3 - place, led, now_best, ours, trump)
            lost = outcome < 0 and (place >= 2 or not can_beat(partner, led, now_best, trump))
            value = _worth(index, outcome, pot, bit & trump != 0)
        if outcome == 1 and bit & region and runs_upward(bit, free) & cards:
            continue
        if lost and bit & region and runs_downward(bit, free) & cards:
            continue
        if index == killer:
            value += _KILLER
        if index == recalled:
            value += _RECALLED_LEAD
        if index == hint:
            value += _FROM_TABLE
        memory[first + count] = (value + _ABOVE_ZERO << 6) | index
        count += 1
    return count


@compiled
def _different(cards: int, between: int, highest_stands: bool) -> int:
    """Return `cards` with one of each run of touching spot cards, the lowest or, if
    `highest_stands`, the highest; `between`: what separates cards.

    Of the cards on the table only the one to beat does.
    """
    spots = cards & SPOTS
    if highest_stands:
        return cards ^ spots & runs_downward(spots, SPOTS & ~between)
    return cards ^ spots & runs_upward(spots, SPOTS & ~between)


@compiled
def bring_forward(memory: Memory, at: int, end: int) -> int:
    """Return the most promising card from `at` on, and let it change places with the one there."""
    chosen = at
    for other in range(at + 1, end):
        if memory[other] > memory[chosen]:
            chosen = other
    index = memory[chosen] & 63
    memory[chosen] = memory[at]
    return index


@compiled
def can_beat(hand: int, led: int, best: int, trump: int) -> bool:
    """Return whether that hand, when its turn comes, may beat `best`."""
    following = hand & led
    return (following if following else hand) & beaters(best, led, trump) != 0


@compiled
def contest(
    first: int, second: int, third: int, to_come: int, led: int, best: int, ours: bool, trump: int
) -> int:
    """Return the winner if each of the next `to_come` hands plays its highest card that beats.

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
def _worth_led(
    index: int, outcome: int, right: int, partner: int, before: int, suit: int, trump: int
) -> int:
    """Return the promise of leading that card; `outcome` as told by `contest`."""
    points = points_of(index)
    rights, partners, befores = (
        bits_in(right & suit),
        bits_in(partner & suit),
        bits_in(before & suit),
    )
    if outcome > 0:
        value = 118 + 12 * points - 12 * rights - 20 * befores
    elif outcome == 0:
        value = 30 + 22 * points + 18 * partners - 12 * befores
    else:
        value = -7 * points - 8 * rights + 14 * partners - 12 * befores
    if suit == trump:
        value += 24 * rights - 17 * partners + 29 * befores
        return value - (115 if outcome > 0 else 40 if outcome == 0 else 83)
    if rights == 0:
        value -= 15
    if partners == 0:
        value += 71 if partner & trump else 20
    if befores == 0:
        value -= 80 if before & trump else 34
    return value


@compiled
def _worth(index: int, outcome: int, pot: int, is_trump: bool) -> int:
    """Return the promise of playing that card to a trick; `outcome` as told by `contest`."""
    points = points_of(index)
    kept = index % RANKS + (88 if is_trump else 0)
    if outcome >= 0:
        return 8 * (pot + points) + 89 * outcome - kept
    return -60 * points - kept
