"""The solver, asked for the makers' points in the whole hand."""

from __future__ import annotations

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Side
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver import Interval, new_solver
from tournament.analysis.best_play import Step, best_of
from tournament.deals.queries import DealtHand

LINE_LIMIT = 10_000_000
"""Positions looked at for the value of a card of a line, at most; some seconds."""


class Analyser:
    """Analyses hands by one variant of the rules. Raises `AnalysisOff` where there is no solver."""

    def __init__(self, variant: PlayVariant, *, limit: int | None = None) -> None:
        """`limit`: after how many positions a value is given up for an interval."""
        self._whole = new_solver(variant, limit=limit)
        self._cards = new_solver(variant, limit=LINE_LIMIT if limit is None else limit)

    def value(self, hand: DealtHand, trump: Denomination) -> Interval:
        """What the makers get with best play of all four."""
        return self._whole.value(Position.start(hand.deal, hand.dealer, trump), hand.makers)

    def line(self, hand: DealtHand, trump: Denomination) -> tuple[Step, ...]:
        """Best play to the end, or as far as the best card is certain."""
        position = Position.start(hand.deal, hand.dealer, trump)
        steps: list[Step] = []
        while not position.is_over:
            values = self._card_values(position, hand.makers)
            best = best_of(values, for_makers=position.to_play.side is hand.makers)
            if not best.certain:
                break
            steps.append(Step(best.card, values))
            position = position.play(best.card)
        return tuple(steps)

    def _card_values(self, position: Position, makers: Side) -> dict[Card, Interval]:
        so_far = position.points(makers)
        values = self._cards.card_values(position, makers)
        return {card: value + so_far for card, value in values.items()}
