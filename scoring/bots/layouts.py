"""Layouts of the cards that a player doesn't see, by all that has been seen.

The rules of play tell much: who did not follow has none of that suit, who did not beat could not,
who played a low card has none lower. Whether somebody who played a card could have held another one
is asked of `scoring.game.legality` for each such pair. That is enough: a card is legal in a hand
if and only if it is legal beside each single other card of that hand. Only by
`OBLIGADA_SAFE_THIRD` the rest of the hand matters as well, so there a layout is checked as a whole.

Of the layouts that are left each is drawn as often as any other: it is counted in how many ways
the cards can lie, by groups of cards that the same players may hold.
"""

from dataclasses import replace
from functools import cache, lru_cache
from math import factorial, prod

from scoring.chance import Chance
from scoring.game.card_sets import ALL_CARDS, CardSet, cards_in, set_of
from scoring.game.cards import PACK, Card
from scoring.game.legality import legal_set
from scoring.game.seats import Seat
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from scoring.play.knowledge import Knowledge

_SEATS = tuple(Seat)
_MOST_TRIES = 1000
"""Layouts that are checked as a whole before drawing gives up. Where two third players have each
played a counting card low, some three in a hundred fit; one takes about 30 µs."""

Hands = tuple[CardSet, ...]
"""Cards that each seat still holds, in the order of `Seat`."""
Counts = tuple[int, ...]


class Layouts:
    """The layouts that fit what a seat knows while cards are played."""

    def __init__(self, knows: Knowledge) -> None:
        public = knows.public
        assert knows.hand is not None
        self._own = set_of(knows.hand)
        self._public = public
        self._at = _SEATS.index(knows.seat)
        self._unseen = ALL_CARDS & ~(self._own | public.open_cards)
        self._lacking = tuple(0 if seat is knows.seat else public.cards_left(seat) for seat in Seat)
        self._tricks = public.tricks_begun
        self._played = tuple(
            set_of(play.card for play in public.played if play.seat is seat) for seat in Seat
        )
        self._groups = self._grouped(self._possible(knows))

    @property
    def ways(self) -> int:
        """The number of layouts; by `OBLIGADA_SAFE_THIRD` an upper bound."""
        sizes = tuple((who, len(held)) for who, held in self._groups)
        return sum(ways for _, ways in _shares(sizes, self._lacking)) if sizes else 1

    def draw(self, chance: Chance) -> Hands:
        """Return one of the layouts, each as likely as any other."""
        hands = self._dealt(chance)
        if self._public.rules.variant is PlayVariant.OBLIGADA_SAFE_THIRD:
            for _ in range(_MOST_TRIES):
                if self._is_safe_to_believe(hands):
                    break
                hands = self._dealt(chance)
        return hands

    def dealt_hands(self, hands: Hands) -> Hands:
        """Return the cards dealt to each seat if the cards lie so."""
        return tuple(held | played for held, played in zip(hands, self._played))

    def _possible(self, knows: Knowledge) -> list[CardSet]:
        """Return the unseen cards that each seat may hold."""
        variant = knows.public.rules.variant
        possible = [0 if seat is knows.seat else self._unseen for seat in Seat]
        for trick in self._tricks:
            for place, card in enumerate(trick.cards):
                before = replace(trick, cards=trick.cards[:place])
                at = _SEATS.index(trick.seat_of(place))
                possible[at] &= ~_impossible_beside(card, before, variant)
        for card, seat in knows.held_elsewhere.items():
            bit = 1 << card.position
            for at in range(len(_SEATS)):
                possible[at] &= ~bit
            possible[_SEATS.index(seat)] |= bit
        return possible

    def _grouped(self, possible: list[CardSet]) -> tuple[tuple[Counts, tuple[int, ...]], ...]:
        """Return groups of cards with the same possible holders: their places, and the cards'
        places."""
        groups: dict[Counts, list[int]] = {}
        for card in cards_in(self._unseen):
            who = tuple(at for at, cards in enumerate(possible) if cards >> card.position & 1)
            groups.setdefault(who, []).append(card.position)
        return tuple((who, tuple(held)) for who, held in sorted(groups.items()))

    def _dealt(self, chance: Chance) -> Hands:
        """Return one of the layouts by the pairs of cards."""
        sizes = tuple((who, len(held)) for who, held in self._groups)
        hands = [0] * len(_SEATS)
        hands[self._at] = self._own
        lacking = self._lacking
        for at, (_, held) in enumerate(self._groups):
            shares = _shares(sizes[at:], lacking)
            share = _drawn(shares, chance)
            shuffled = list(held)
            for seat, count in enumerate(share):
                for _ in range(count):
                    hands[seat] |= 1 << shuffled.pop(chance.below(len(shuffled)))
            lacking = tuple(left - count for left, count in zip(lacking, share))
        return tuple(hands)

    def _is_safe_to_believe(self, hands: Hands) -> bool:
        """Return whether each card of a third player is legal when all hands are known."""
        now = list(self.dealt_hands(hands))
        for trick in self._tricks:
            for place, card in enumerate(trick.cards):
                at = _SEATS.index(trick.seat_of(place))
                bit = 1 << card.position
                if place == 2:
                    position = Position(tuple(now), replace(trick, cards=trick.cards[:place]))
                    if not legal_set(position, self._public.rules.variant) & bit:
                        return False
                now[at] &= ~bit
        return True


@lru_cache(maxsize=4096)
def _impossible_beside(card: Card, before: Trick, variant: PlayVariant) -> CardSet:
    """Return the cards that the player of that card can't hold, as it would not be legal then."""
    if not before.cards:
        return 0
    if variant is PlayVariant.OBLIGADA_SAFE_THIRD:
        variant = PlayVariant.OBLIGADA  # what it allows besides depends on the rest of the hand
    bit, at = 1 << card.position, _SEATS.index(before.seat_of(len(before.cards)))
    found = 0
    for other in PACK:
        hand = bit | 1 << other.position
        position = Position(tuple(hand if seat == at else 0 for seat in range(4)), before)
        if not legal_set(position, variant) & bit:
            found |= 1 << other.position
    return found


@cache
def _splits(size: int, who: Counts, lacking: Counts) -> tuple[Counts, ...]:
    """Return the ways of splitting `size` cards in numbers for each seat that may hold them."""
    if not who:
        return ((0,) * len(lacking),) if size == 0 else ()
    first, rest = who[0], who[1:]
    found = []
    for count in range(min(size, lacking[first]) + 1):
        splits = _splits(size - count, rest, lacking)
        found += [(*split[:first], count, *split[first + 1 :]) for split in splits]
    return tuple(found)


@lru_cache(maxsize=4096)
def _shares(
    groups: tuple[tuple[Counts, int], ...], lacking: Counts
) -> tuple[tuple[Counts, int], ...]:
    """Return the possible shares of the first group, each with the number of ways to deal all."""
    (who, size), rest = groups[0], groups[1:]
    found = []
    for split in _splits(size, who, lacking):
        left = tuple(one - count for one, count in zip(lacking, split))
        later = sum(ways for _, ways in _shares(rest, left)) if rest else int(not any(left))
        if later:
            found.append((split, factorial(size) // prod(map(factorial, split)) * later))
    return tuple(found)


def _drawn(shares: tuple[tuple[Counts, int], ...], chance: Chance) -> Counts:
    """Return one of the shares, each as likely as it has ways."""
    number = _below(chance, sum(ways for _, ways in shares))
    for share, ways in shares:
        if number < ways:
            return share
        number -= ways
    raise AssertionError("some layout fits, as the cards lie somehow")


def _below(chance: Chance, limit: int) -> int:
    """Return a number from 0 to limit - 1, however large the limit is."""
    number, reach = 0, 1
    while reach < limit << 16:
        number, reach = number << 30 | chance.below(1 << 30), reach << 30
    return number % limit
