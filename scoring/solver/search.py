"""Alpha-beta on points, compiled.

`reach` asks of a position whether the leader's side gets `target` more points with best play of
all four, and answers with a bound of what it gets on the side of the truth: at least the target,
or below it. Between tricks what is found is kept in the `table`, by the cards that are left; spot
cards stand for others of their suit that the same hands hold in the same order.

With few cards tried at each turn it is quick, and its answers are guesses.

A trick is four loops in one another, each over the cards of one player; the innermost goes on with
the next trick. Arguments of recursive calls are given as int64, so that there is one compiled form
alone.
"""

from scoring.solver.bounds import sure_in_trumps, sure_to_cash
from scoring.solver.compiler import compiled, int64
from scoring.solver.instructions import index_of, memory_at
from scoring.solver.memory import (
    CANONICAL,
    CARD_POINTS,
    KILLERS,
    LIMIT,
    MOST_MOVES,
    MOVES,
    NODES,
    REPLIES,
    STOPPED,
    TRIED,
    TRIED_LEADS,
    TRUMP,
    Memory,
)
from scoring.solver.move_order import bring_forward, candidates
from scoring.solver.moves import (
    CARDS,
    RANKS,
    SPOT_BITS,
    SPOTS,
    SPOTS_OF_SUIT,
    SUITS,
    beaters,
    points_of,
)
from scoring.solver.table import (
    MISSING,
    NO_MOVE,
    announce,
    find,
    high_of,
    keep,
    low_of,
    mixed,
    move_of,
    recalled_lead,
    remember_lead,
)

_ABOVE_ALL = 127
_BELOW_ALL = -1
_LAST_LEFT = 5
"""Greatest number of tricks left at which a card is tried at once. With more, the table is first
asked about all cards that may end a trick: a search costs more then."""


@compiled
def reach(memory: Memory, leader: int, left: int, given: int, target: int) -> int:
    """Return a bound of what the leader's side still gets, the trick on the table included.

    `left`: tricks to be completed; `given`: cards that are on the table, which still count as
    held. When the search was stopped the answer means nothing.
    """
    at = memory_at(memory.ctypes.data)
    points = memory[CARD_POINTS]
    return _reach(at, int64(leader), int64(left), int64(points), int64(target), int64(given))


@compiled
def _reach(  # noqa: C901 (calls cost, and so does passing on what one call knows)
    memory: Memory, leader: int, left: int, points: int, target: int, given: int
) -> int:
    """Return the reach; `points`: of the cards that are left."""
    trump = memory[TRUMP]
    right, partner, before = leader + 1 & 3, leader + 2 & 3, leader + 3 & 3
    hand0, hand1, hand2, hand3 = memory[leader], memory[right], memory[partner], memory[before]
    key, low, high, hint = 0, 0, points + left, NO_MOVE
    if given == 0:
        if left == 1:
            return _last_trick(hand0, hand1, hand2, hand3, points, trump)
        if target <= 0:
            return 0
        if target > high:
            return high
        key = _key(memory, hand0 | hand1 | hand2 | hand3, leader)
        announce(memory, key)
        low = sure_in_trumps(hand0, hand2, hand1 | hand3, trump)
        low = max(low, min(high, sure_to_cash(hand0, hand2, hand1, hand3, trump, low)))
        if low >= target:
            return low
        high -= sure_in_trumps(hand1, hand3, hand0 | hand2, trump)
        if high < target:
            return high
        memory[NODES] += 1
        if memory[NODES] > memory[LIMIT]:
            memory[STOPPED] = 1
            return 0
        entry = find(memory, key)
        if entry != MISSING:
            low, high = max(low, low_of(entry)), min(high, high_of(entry))
            if low >= target:
                return low
            if high < target:
                return high
            hint = move_of(entry)
    first0 = MOVES + left * 4 * MOST_MOVES
    first1, first2, first3 = first0 + MOST_MOVES, first0 + 2 * MOST_MOVES, first0 + 3 * MOST_MOVES
    killer0 = KILLERS + left * 4 + leader
    replies1 = REPLIES + leader * CARDS
    replies2, replies3 = replies1 + 4 * CARDS, replies1 + 8 * CARDS
    value0, chosen0 = int64(_BELOW_ALL), NO_MOVE
    end0 = first0 + candidates(
        memory, hand0, hand1, hand2, hand3, left, 0, given, 0, 0, False, 0, killer0, hint,
        recalled_lead(memory, leader, hand0),
    )  # fmt: skip
    for at0 in range(first0, min(end0, first0 + memory[TRIED_LEADS])):
        index0 = bring_forward(memory, at0, end0)
        best0 = int64(1) << index0
        left0 = hand0 ^ best0
        led = SUITS[index0 // RANKS]
        pot0 = points_of(index0)
        killer1 = replies1 + index0
        value1, chosen1 = int64(_ABOVE_ALL), NO_MOVE
        end1 = first1 + candidates(
            memory, hand1, hand2, hand3, left0, left, 1, given, led, best0, False, pot0, killer1,
            NO_MOVE, NO_MOVE,
        )  # fmt: skip
        for at1 in range(first1, min(end1, first1 + memory[TRIED])):
            index1 = bring_forward(memory, at1, end1)
            bit1 = int64(1) << index1
            left1 = hand1 ^ bit1
            pot1 = pot0 + points_of(index1)
            best1, winner1 = best0, leader
            if bit1 & beaters(best0, led, trump):
                best1, winner1 = bit1, right
            killer2 = replies2 + index_of(best1)
            value2, chosen2 = int64(_BELOW_ALL), NO_MOVE
            end2 = first2 + candidates(
                memory, hand2, hand3, left0, left1, left, 2, given, led, best1, winner1 == leader,
                pot1, killer2, NO_MOVE, NO_MOVE,
            )  # fmt: skip
            for at2 in range(first2, min(end2, first2 + memory[TRIED])):
                index2 = bring_forward(memory, at2, end2)
                bit2 = int64(1) << index2
                left2 = hand2 ^ bit2
                pot2 = pot1 + points_of(index2)
                best2, winner2 = best1, winner1
                if bit2 & beaters(best1, led, trump):
                    best2, winner2 = bit2, partner
                higher = beaters(best2, led, trump)
                killer3 = replies3 + index_of(best2)
                value3, chosen3 = int64(_ABOVE_ALL), NO_MOVE
                end3 = first3 + candidates(
                    memory, hand3, left0, left1, left2, left, 3, given, led, best2,
                    winner2 == right, pot2, killer3, NO_MOVE, NO_MOVE,
                )  # fmt: skip
                if left > _LAST_LEFT and end3 - first3 > 1:
                    value3, chosen3 = _known_to_refute(
                        memory, first3, end3, left0 | left1 | left2 | hand3, leader, winner2,
                        higher, pot2, points + left, target,
                    )  # fmt: skip
                    if value3 < target:
                        end3 = first3
                memory[leader], memory[right], memory[partner] = left0, left1, left2
                for at3 in range(first3, min(end3, first3 + memory[TRIED])):
                    index3 = bring_forward(memory, at3, end3)
                    bit3 = int64(1) << index3
                    memory[before] = hand3 ^ bit3
                    winner = before if bit3 & higher else winner2
                    gain = pot2 + points_of(index3) + 1
                    whole = points + left - gain
                    if (winner ^ leader) & 1 == 0:
                        value = gain + _reach(
                            memory,
                            int64(winner),
                            int64(left - 1),
                            int64(whole - left + 1),
                            int64(target - gain),
                            int64(0),
                        )
                    else:
                        value = whole - _reach(
                            memory,
                            int64(winner),
                            int64(left - 1),
                            int64(whole - left + 1),
                            int64(whole - target + 1),
                            int64(0),
                        )
                    if memory[STOPPED]:
                        memory[leader], memory[right] = hand0, hand1
                        memory[partner], memory[before] = hand2, hand3
                        return 0
                    if value < value3:
                        value3, chosen3 = value, index3
                        if value < target:
                            break
                if value3 < target:
                    memory[killer3] = chosen3
                if value3 > value2:
                    value2, chosen2 = value3, index2
                    if value3 >= target:
                        break
            if value2 >= target:
                memory[killer2] = chosen2
            if value2 < value1:
                value1, chosen1 = value2, index1
                if value2 < target:
                    break
        if value1 < target:
            memory[killer1] = chosen1
        if value1 > value0:
            value0, chosen0 = value1, index0
            if value1 >= target:
                break
    memory[leader], memory[right], memory[partner], memory[before] = hand0, hand1, hand2, hand3
    if given == 0:
        if value0 >= target:
            memory[killer0] = chosen0
            remember_lead(memory, leader, hand0, chosen0)
            low = max(low, value0)
        else:
            high = min(high, value0)
            if hint != NO_MOVE:
                chosen0 = hint  # it refuted once; of cards that all fail none is known to be best
        keep(memory, key, low, high, chosen0, left)
    return value0


@compiled
def _known_to_refute(
    memory: Memory,
    first: int,
    end: int,
    cards: int,
    leader: int,
    winner: int,
    higher: int,
    pot: int,
    whole: int,
    target: int,
) -> tuple[int, int]:
    """Find, among the cards from `first` on, which end a trick, one after which the table knows
    that the leader's side stays below `target`; return a bound of what the side gets, and the card.

    `cards`: all that are left; `winner`: of the first three, whose cards count `pot`; `higher`:
    what beats them; `whole`: what is still to be got by both sides.
    """
    last = leader + 3 & 3
    for at in range(first, end):
        index = memory[at] & 63
        bit = int64(1) << index
        taker = last if bit & higher else winner
        entry = find(memory, _key(memory, cards ^ bit, taker))
        if entry != MISSING:
            gain = pot + points_of(index) + 1
            if (taker ^ leader) & 1 == 0:
                value = gain + high_of(entry)
            else:
                value = whole - gain - low_of(entry)
            if value < target:
                return value, index
    return int64(_ABOVE_ALL), NO_MOVE


@compiled
def _key(memory: Memory, cards: int, leader: int) -> int:
    """Return the mixed key of a position between tricks, with these cards left."""
    return mixed(_canonical(memory, cards) | leader << 48)


@compiled
def _canonical(memory: Memory, cards: int) -> int:
    """Return the cards that stand for these."""
    key = cards & ~SPOTS
    for suit in range(4):
        shift = RANKS * suit
        spots = cards >> shift & SPOTS_OF_SUIT
        key |= memory[CANONICAL + (suit << SPOT_BITS) + spots] << shift
    return key


@compiled
def _last_trick(card0: int, card1: int, card2: int, card3: int, points: int, trump: int) -> int:
    """Return the points of the leader's side in the last trick."""
    led = SUITS[index_of(card0) // RANKS]
    best, ours = card0, True
    if card1 & beaters(best, led, trump):
        best, ours = card1, False
    if card2 & beaters(best, led, trump):
        best, ours = card2, True
    if card3 & beaters(best, led, trump):
        ours = False
    return points + 1 if ours else 0
