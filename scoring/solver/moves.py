"""Cards as bits, and the legal ones among them. Compiled.

Within a suit the lower bit is the lower card here, so that `cards & -cards` is the lowest. (In
`scoring.game.card_sets` it is the other way round.) Suits take twelve bits each. All numbers are
64-bit integers. A card's index is that of its bit, 0 to 47.

The rules are those of `scoring.game.legality`, written for speed; tests compare the two.
"""

from scoring.game.variants import PARTNERSHIP_VARIANTS, PlayVariant
from scoring.solver.compiler import compiled
from scoring.solver.instructions import zeros_above

RANKS = 12
SUIT = (1 << RANKS) - 1
CARDS = 4 * RANKS
EACH_SUIT = sum(1 << RANKS * suit for suit in range(4))
"""Multiplied by the bits of one suit: those bits of all four."""
SUITS = tuple(SUIT << RANKS * suit for suit in range(4))
SPOTS_OF_SUIT = 0b1111111
"""Cards from the eight down, which count nothing."""
SPOT_BITS = 7
SPOTS = EACH_SUIT * SPOTS_OF_SUIT
COUNTING = EACH_SUIT * (SUIT & ~SPOTS_OF_SUIT)

VARIANTS = {variant: number for number, variant in enumerate(PARTNERSHIP_VARIANTS)}
SECOND_HAND = VARIANTS[PlayVariant.OBLIGADA_SECOND_HAND]
SAFE_THIRD = VARIANTS[PlayVariant.OBLIGADA_SAFE_THIRD]
LLIURE = VARIANTS[PlayVariant.LLIURE]


@compiled
def points_of(index: int) -> int:
    """Return the points of the card with that index."""
    return max(0, index % RANKS - SPOT_BITS + 1)


@compiled
def highest(cards: int) -> int:
    """Return the highest of some cards of one suit."""
    return 1 << 63 - zeros_above(cards)


@compiled
def beaters(best: int, led: int, trump: int) -> int:
    """Return the cards that beat `best`, the winning card; `led`, `trump`: suits of the trick."""
    if best & trump:
        return trump & -(best << 1)
    return led & -(best << 1) | trump


@compiled
def lowest_of_suits(cards: int) -> int:
    """Return the lowest card of each suit."""
    oros, copes = cards & SUITS[0], cards & SUITS[1]
    espases, bastos = cards & SUITS[2], cards & SUITS[3]
    return oros & -oros | copes & -copes | espases & -espases | bastos & -bastos


@compiled
def legal(
    hand: int,
    others: int,
    led: int,
    best: int,
    place: int,
    partner_wins: bool,
    trump: int,
    variant: int,
) -> int:
    """Return the legal cards at place 0 to 3 of a trick; `others`: cards of the other hands."""
    if place == 0:
        return hand
    allowed = hand & led
    follows = allowed != 0
    if not follows:
        allowed = hand
    higher = beaters(best, led, trump)
    beating = allowed & higher
    if beating and not partner_wins:
        return beating
    if variant == LLIURE:
        return allowed
    free = partner_wins
    if place == 1:
        free = not follows or variant == SECOND_HAND
    elif place == 2 and partner_wins and variant == SAFE_THIRD:
        suit = trump if best & trump else led
        free = higher & suit & others == 0
    low = allowed & -allowed if follows else lowest_of_suits(allowed)
    if free:
        low |= allowed & COUNTING
    return low | beating


@compiled
def runs_upward(cards: int, free: int) -> int:
    """Return the bits above each of `cards` as far as all are in `free`, within twelve."""
    reached = cards << 1 & free
    reached |= reached << 1 & free
    free &= free << 1
    reached |= reached << 2 & free
    free &= free << 2
    reached |= reached << 4 & free
    free &= free << 4
    return reached | reached << 8 & free


@compiled
def runs_downward(cards: int, free: int) -> int:
    """Return the bits below each of `cards` as far as all are in `free`, within twelve."""
    reached = cards >> 1 & free
    reached |= reached >> 1 & free
    free &= free >> 1
    reached |= reached >> 2 & free
    free &= free >> 2
    reached |= reached >> 4 & free
    free &= free >> 4
    return reached | reached >> 8 & free
