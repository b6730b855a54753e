"""Alpha-beta on points, compiled.

`reach` asks of a position whether the players 0 and 2, N and S,
get `target` more points with best play of all four, and answers with a bound of the value on the
side of the truth: at least the target, or below it. Between tricks what is found is kept in the
`table`, by the cards that are left; spot cards stand for others of their suit that the same hands
hold in the same order.

Of touching cards in a hand one is enough: of spot cards always, of counting cards where the trick
is surely won (the highest counts now, and later at most as much more) or surely lost (the lowest).

Everything else lies in one array, `state`, at the places below. Arguments of recursive calls are
given as int64, so that there is one compiled form alone.
"""

import numpy as np
import numpy.typing as npt

from scoring.solver.bounds import sure_in_trumps, sure_to_cash
from scoring.solver.compiling import compiled, int64
from scoring.solver.moves import (
    COUNTING,
    LLIURE,
    POINTS,
    RANKS,
    SAFE_THIRD,
    SPOTS,
    SPOTS_OF_SUIT,
    SUIT,
    SUITS,
    beaters,
    index_of,
    legal,
    runs_downward,
    runs_upward,
)
from scoring.solver.ordering import can_beat, contest, worth
from scoring.solver.table import (
    MISSING,
    NO_MOVE,
    Table,
    find,
    high_of,
    keep,
    low_of,
    mixed,
    move_of,
)

State = npt.NDArray[np.int64]

HANDS, TRUMP, VARIANT, NODES, LIMIT, STOPPED, CARD_POINTS = 0, 4, 5, 6, 7, 8, 9
CANONICAL = 16
"""For each suit, and each set of its spot cards: the set that stands for it."""
_KILLERS = CANONICAL + 4 * 128
_MOVES = _KILLERS + 13 * 16
STATE_SIZE: int = _MOVES + 48 * 16

_DOMINATED = COUNTING
_DOMINATED_LLIURE = sum((SUIT & ~1) << RANKS * suit for suit in range(4))


@compiled
def reach(  # noqa: C901 (calls cost, and so does passing twice what one call knows)
    state: State,
    table: Table,
    player: int,
    place: int,
    left: int,
    led: int,
    best: int,
    winner: int,
    pot: int,
    target: int,
) -> int:
    """A bound of what the even players still get, the trick on the table included.

    `left`: tricks to be completed; `pot`: what the cards on the table count; `winner`: who played
    `best`. When the search was stopped the answer means nothing.
    """
    trump = state[TRUMP]
    hand = state[player]
    right, partner, before = state[player + 1 & 3], state[player + 2 & 3], state[player + 3 & 3]
    others = right | partner | before
    key, low, high, hint = 0, 0, 0, NO_MOVE
    if place == 0:
        high = state[CARD_POINTS] + left
        if left == 1:
            return _last_trick(state, player)
        if target <= 0:
            return 0
        if target > high:
            return high
        ours = sure_in_trumps(hand, partner, right | before, trump)
        ours = max(ours, min(high, sure_to_cash(hand, partner, right, before, trump)))
        theirs = sure_in_trumps(right, before, hand | partner, trump)
        if player & 1:
            low, high = theirs, high - ours
        else:
            low, high = ours, high - theirs
        if low >= target:
            return low
        if high < target:
            return high
        state[NODES] += 1
        if state[NODES] > state[LIMIT]:
            state[STOPPED] = 1
            return 0
        key = mixed(_canonical(state, hand | others) | player << 48)
        entry = find(table, key)
        if entry != MISSING:
            low, high = max(low, low_of(entry)), min(high, high_of(entry))
            if low >= target:
                return low
            if high < target:
                return high
            hint = move_of(entry)
    first = _MOVES + ((12 - left) * 4 + place) * 16
    count = _candidates(state, player, place, left, led, best, winner, pot, hint, first)
    maximises = player & 1 == 0
    found = int64(-1) if maximises else int64(127)
    chosen = NO_MOVE
    for at in range(first, first + count):
        _bring_forward(state, at, first + count)
        index = state[at] & 63
        bit = int64(1) << index
        state[player] = hand ^ bit
        if place == 0:
            now_led, now_best, now_winner = SUITS[index // RANKS], bit, player
        elif bit & beaters(best, led, trump):
            now_led, now_best, now_winner = led, bit, player
        else:
            now_led, now_best, now_winner = led, best, winner
        now_pot = pot + POINTS[index]
        if place < 3:
            value = reach(
                state,
                table,
                int64(player + 1 & 3),
                int64(place + 1),
                int64(left),
                int64(now_led),
                int64(now_best),
                int64(now_winner),
                int64(now_pot),
                int64(target),
            )
        else:
            gain = now_pot + 1 if now_winner & 1 == 0 else 0
            state[CARD_POINTS] -= now_pot
            value = gain + reach(
                state,
                table,
                int64(now_winner),
                int64(0),
                int64(left - 1),
                int64(0),
                int64(0),
                int64(0),
                int64(0),
                int64(target - gain),
            )
            state[CARD_POINTS] += now_pot
        state[player] = hand
        if state[STOPPED]:
            return 0
        if maximises:
            if value > found:
                found, chosen = value, index
            if found >= target:
                break
        else:
            if value < found:
                found, chosen = value, index
            if found < target:
                break
    if maximises == (found >= target):
        state[_KILLERS + left * 16 + place * 4 + player] = chosen
    if place == 0:
        if found >= target:
            low = max(low, found)
        else:
            high = min(high, found)
        keep(table, key, low, high, chosen, left)
    return found


@compiled
def _canonical(state: State, cards: int) -> int:
    """The cards that stand for these."""
    key = cards & ~SPOTS
    for suit in range(4):
        shift = RANKS * suit
        key |= state[CANONICAL + 128 * suit + (cards >> shift & SPOTS_OF_SUIT)] << shift
    return key


@compiled
def _last_trick(state: State, leader: int) -> int:
    """What the even players get of the last trick."""
    trump = state[TRUMP]
    best = state[leader]
    led = SUITS[index_of(best) // RANKS]
    winner = leader
    for step in range(1, 4):
        player = leader + step & 3
        if state[player] & beaters(best, led, trump):
            best, winner = state[player], player
    return state[CARD_POINTS] + 1 if winner & 1 == 0 else 0


@compiled
def _candidates(
    state: State,
    player: int,
    place: int,
    left: int,
    led: int,
    best: int,
    winner: int,
    pot: int,
    hint: int,
    first: int,
) -> int:
    """Write the cards that are worth trying, valued, from `first` on; how many."""
    trump, variant = state[TRUMP], state[VARIANT]
    hand = state[player]
    right, partner, before = state[player + 1 & 3], state[player + 2 & 3], state[player + 3 & 3]
    others = right | partner | before
    partner_wins = place >= 2 and winner == (player + 2 & 3)
    cards = legal(hand, others, led, best, place, partner_wins, trump, variant)
    if cards & cards - 1 == 0:
        state[first] = index_of(cards)
        return 1
    # A card on the table separates no touching ones but where it is the one to beat.
    between = others | best
    spots = cards & SPOTS
    if place == 0 and variant == SAFE_THIRD:
        cards ^= spots & runs_downward(spots, SPOTS & ~between)
    else:
        cards ^= spots & runs_upward(spots, SPOTS & ~between)
    if cards & cards - 1 == 0:
        state[first] = index_of(cards)
        return 1
    region = _DOMINATED_LLIURE if variant == LLIURE else _DOMINATED
    free = region & ~between
    killer = state[_KILLERS + left * 16 + place * 4 + player]
    count = 0
    rest = cards
    while rest:
        bit = rest & -rest
        rest ^= bit
        index = index_of(bit)
        if place == 0:
            suit = SUITS[index // RANKS]
            outcome = contest(right, partner, before, 3, suit, bit, True, trump)
            sure_loss = False
        else:
            beats = bit & beaters(best, led, trump) != 0
            now_best = bit if beats else best
            ours = beats or partner_wins
            outcome = contest(right, partner, before, 3 - place, led, now_best, ours, trump)
            sure_loss = outcome < 0 and (place >= 2 or not can_beat(partner, led, now_best, trump))
        if outcome == 1 and bit & region and runs_upward(bit, free) & cards:
            continue
        if sure_loss and bit & region and runs_downward(bit, free) & cards:
            continue
        value = worth(index, place, outcome, pot, bit & trump != 0)
        if index == killer:
            value += 47
        if index == hint:
            value += 1 << 12
        state[first + count] = (value + (1 << 14) << 6) | index
        count += 1
    return count


@compiled
def _bring_forward(state: State, at: int, end: int) -> None:
    """Put the most promising of the cards from `at` on there."""
    chosen = at
    for other in range(at + 1, end):
        if state[other] > state[chosen]:
            chosen = other
    state[at], state[chosen] = state[chosen], state[at]
