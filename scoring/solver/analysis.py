"""The answers of the solver: what a deal or a position is worth with all cards known.

A value is found by asking of one number of points after another whether it can be reached; what
was learnt answers the next question faster. Each question has a yes or no that holds, so when the
search is stopped at its limit what was answered so far is an interval that holds.
"""

from scoring.announcements import Denomination
from scoring.card_sets import cards_in
from scoring.cards import Card
from scoring.deals import Deal
from scoring.legality import legal_set
from scoring.seats import Seat, Side
from scoring.settings import PlayVariant
from scoring.solver.interval import Interval
from scoring.solver.positions import Turn, new_state
from scoring.solver.search import CARD_POINTS, LIMIT, STOPPED, State, reach
from scoring.solver.table import Table, new_table
from scoring.tricks import Position

DEFAULT_LIMIT = 60_000_000
"""Positions between tricks for one value: about half a minute."""

_FIRST_STEP = 4


class Solver:
    """Answers by one variant of the rules; it keeps its table's memory from one to the next."""

    def __init__(
        self, variant: PlayVariant = PlayVariant.OBLIGADA, *, limit: int = DEFAULT_LIMIT
    ) -> None:
        """`limit`: after how many positions a value is given up for an interval."""
        self.variant = variant
        self.limit = limit
        self._table: Table = new_table()

    def makers_points(self, deal: Deal, dealer: Seat) -> dict[Denomination, Interval]:
        """What the dealer's side gets by each denomination with best play of all four."""
        return {
            trump: self.value(Position.start(deal, dealer, trump), dealer.side)
            for trump in Denomination
        }

    def value(self, position: Position, side: Side) -> Interval:
        """The points that `side` still gets, those of the trick on the table included."""
        self._table.fill(0)
        return self._value(position, side, self.limit)

    def card_values(self, position: Position, side: Side) -> dict[Card, Interval]:
        """What `side` still gets after each legal card of the player whose turn it is.

        The limit holds for each of them.
        """
        self._table.fill(0)
        return {
            card: self._value_after(position, card, side, self.limit)
            for card in cards_in(legal_set(position, self.variant))
        }

    def _value_after(self, position: Position, card: Card, side: Side, limit: int) -> Interval:
        after = position.play(card)
        gained = after.points(side) - position.points(side)
        return self._value(after, side, limit) + gained

    def _value(self, position: Position, side: Side, limit: int) -> Interval:
        if position.is_over:
            return Interval(0, 0)
        state = new_state(position, self.variant)
        state[LIMIT] = limit
        turn = Turn.of(position)
        whole = int(state[CARD_POINTS]) + turn.left
        found = _narrowed(state, self._table, turn, Interval(0, whole))
        return found if side is Side.NS else Interval(whole - found.high, whole - found.low)


def _narrowed(state: State, table: Table, turn: Turn, known: Interval) -> Interval:
    """The value of N and S, asked for from the middle on in growing steps, then by halves."""
    low, high = known.low, known.high
    asked, step, last = (low + high) // 2 + 1, _FIRST_STEP, 0
    while low < high:
        bound = int(
            reach(
                state,
                table,
                turn.player,
                turn.place,
                turn.left,
                turn.led,
                turn.best,
                turn.winner,
                turn.pot,
                asked,
            )
        )
        if state[STOPPED]:
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
