"""The answers of the solver: what a deal or a position is worth with all cards known.

A value is found by asking of one number of points after another whether it can be reached; what
was learnt answers the next question faster. Each question has a yes or no that holds, so when the
search is stopped at its limit what was answered so far is an interval that holds. Where to begin to
ask is guessed by a search in which everybody tries a few cards alone, and which is then forgotten.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from scoring.game.announcements import Denomination
from scoring.game.card_sets import CardSet, cards_in, set_of
from scoring.game.cards import Card
from scoring.game.deals import Deal
from scoring.game.legality import legal_set
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver import Interval
from scoring.solver.memory import (
    AGE,
    CARD_POINTS,
    LEADS,
    LIMIT,
    MOST_MOVES,
    NODES,
    STOPPED,
    TRIED,
    TRIED_LEADS,
    new_memory,
)
from scoring.solver.positions import SEAT_NUMBER, begin, write
from scoring.solver.search import reach
from scoring.solver.table import OLDEST

DEFAULT_LIMIT = 60_000_000
"""Positions between tricks for one value: about half a minute."""

_FIRST_STEP = 4
_NEAR = 1
"""The first step from a value that is likely."""
_FEW_LEADS, _FEW = 3, 2
"""Leads, and other cards, that a guess tries. Half of such guesses are at most one point off."""
_GUESSING = 8
"""A guess takes at most one part in this number of the limit."""


class Solver:
    """Solver by one variant of the rules; it keeps its memory from one answer to the next.

    One thread at a time may ask it. With `jobs` above 1 it works on that many denominations of a
    deal at a time, each in a thread and a memory of its own.
    """

    def __init__(
        self,
        variant: PlayVariant = PlayVariant.OBLIGADA,
        *,
        limit: int = DEFAULT_LIMIT,
        jobs: int = 1,
    ) -> None:
        """Give a value up for an interval after `limit` positions."""
        self.variant = variant
        self.limit = limit
        self.looked_at = 0
        """Positions between tricks looked at so far for values of single positions."""
        self._searches = [_Search(variant) for _ in range(min(jobs, len(Denomination)))]

    def makers_points(self, deal: Deal, dealer: Seat) -> dict[Denomination, Interval]:
        """Return the points of the dealer's side by denomination, with best play of all four."""
        free: SimpleQueue[_Search] = SimpleQueue()
        for search in self._searches:
            free.put(search)

        def points(trump: Denomination) -> Interval:
            search = free.get()
            try:
                start = Position.start(deal, dealer, trump)
                return search.value(start, dealer.side, self.limit)
            finally:
                free.put(search)

        if len(self._searches) == 1:
            return {trump: points(trump) for trump in Denomination}
        with ThreadPoolExecutor(len(self._searches)) as threads:
            return dict(zip(Denomination, threads.map(points, Denomination)))

    def value(self, position: Position, side: Side) -> Interval:
        """Return the points that `side` still gets, those of the trick on the table included."""
        return self._value(position, side, None)

    def card_values(
        self, position: Position, side: Side, cards: Iterable[Card] | None = None
    ) -> dict[Card, Interval]:
        """Return the points that `side` still gets after each legal card of the player whose turn
        it is.

        Or after each of `cards`, which are legal. The limit holds for each of them.
        """
        values: dict[Card, Interval] = {}
        likely: Interval | None = None
        for card in cards_in(legal_set(position, self.variant)) if cards is None else cards:
            after = position.play(card)
            gained = after.points(side) - position.points(side)
            near = None if likely is None else likely + -gained
            likely = self._value(after, side, near) + gained
            values[card] = likely
        return values

    def forget(self) -> None:
        """Forget all positions, so that the next answer takes as many as a new solver's."""
        for search in self._searches:
            search.forget()

    def _value(self, position: Position, side: Side, likely: Interval | None) -> Interval:
        search = self._searches[0]
        value = search.value(position, side, self.limit, likely)
        self.looked_at += search.looked_at
        return value


class _Search:
    """A memory, and of which hands and trumps its table knows positions."""

    def __init__(self, variant: PlayVariant) -> None:
        self._variant = variant
        self._memory = new_memory()
        self._hands: tuple[CardSet, ...] = (0, 0, 0, 0)
        self._trump: Denomination | None = None
        self._age = 0

    @property
    def looked_at(self) -> int:
        """Positions between tricks looked at for the last value."""
        return int(self._memory[NODES])

    def forget(self) -> None:
        """Take the next position for one of other hands."""
        self._trump = None

    def value(
        self, position: Position, side: Side, limit: int, likely: Interval | None = None
    ) -> Interval:
        """Return the points that `side` still gets; `likely`: a value to try first."""
        if position.is_over:
            return Interval(0, 0)
        is_new = not self._knows(position)
        if is_new:
            self._begin(position)
        memory = self._memory
        write(memory, position, self._variant)
        leader = position.trick.leader
        left = max(map(int.bit_count, position.hands))
        whole = int(memory[CARD_POINTS]) + left
        given = len(position.trick.cards)

        def ask(target: int) -> int | None:
            bound = int(reach(memory, SEAT_NUMBER[leader], left, given, target))
            return None if memory[STOPPED] else bound

        near = likely if likely is None or leader.side is side else _rest(whole, likely)
        if near is None and is_new:
            self._search_by(_FEW_LEADS, _FEW, limit // _GUESSING)
            near = _narrowed(ask, whole)
            self._grow_older()
        self._search_by(MOST_MOVES, MOST_MOVES, limit)
        leaders = _narrowed(ask, whole, near)
        return leaders if leader.side is side else _rest(whole, leaders)

    def _search_by(self, leads: int, cards: int, limit: int) -> None:
        """Set the numbers of leads and other cards to try, and the limit of positions."""
        memory = self._memory
        memory[TRIED_LEADS], memory[TRIED] = leads, cards
        memory[LIMIT], memory[AGE], memory[STOPPED] = limit, self._age, 0

    def _knows(self, position: Position) -> bool:
        """Return whether the table is of use: the position can come from the same hands."""
        held = zip(_hands_before_trick(position), self._hands)
        return position.trump is self._trump and all(hand & ~known == 0 for hand, known in held)

    def _begin(self, position: Position) -> None:
        """Forget other hands."""
        self._hands, self._trump = _hands_before_trick(position), position.trump
        begin(self._memory, self._hands)
        self._grow_older()

    def _grow_older(self) -> None:
        """Forget what the table knows."""
        self._age += 1
        if self._age > OLDEST:
            self._memory[LEADS:] = 0
            self._age = 1


def _hands_before_trick(position: Position) -> tuple[CardSet, ...]:
    """Return the hands with the cards that lie on the table."""
    hands = list(position.hands)
    for place, card in enumerate(position.trick.cards):
        hands[SEAT_NUMBER[position.trick.seat_of(place)]] |= set_of([card])
    return tuple(hands)


def _rest(whole: int, points: Interval) -> Interval:
    """Return the other side's points of the whole."""
    return Interval(whole - points.high, whole - points.low)


def _narrowed(
    ask: Callable[[int], int | None], whole: int, likely: Interval | None = None
) -> Interval:
    """Return a value from 0 to `whole`, asked for in growing steps from what is likely, then by
    halves.

    `ask` tells a bound on the side of the target where the value is, or None when it gave up.
    """
    low, high = 0, whole
    asked, step, last = (low + high) // 2 + 1, _FIRST_STEP, 0
    if likely is not None:
        asked, step = min(max((likely.low + likely.high) // 2, low + 1), high), _NEAR
    while low < high:
        bound = ask(asked)
        if bound is None:
            break
        reached = bound >= asked
        if reached:
            low = max(low, bound)
        else:
            high = min(high, bound)
        direction = 1 if reached else -1
        if step and last in (0, direction):
            asked = low + step if reached else high - step + 1
            step, last = 2 * step, direction
        else:
            asked, step = (low + high) // 2 + 1, 0
        asked = min(max(asked, low + 1), high)
    return Interval(low, high)
