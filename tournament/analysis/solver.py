"""The solver, asked for the makers' points in the whole hand."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.legality import legal_cards
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
        self.variant = variant
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

    def worth(
        self, hand: DealtHand, trump: Denomination, cards: Sequence[Card]
    ) -> tuple[Step, ...]:
        """These cards, played one after the other, with what every legal card was worth each time.

        Worked out from the last one backwards: what is found late in the hand helps earlier on.
        """
        position = Position.start(hand.deal, hand.dealer, trump)
        positions = [position]
        for card in cards:
            positions.append(positions[-1].play(card))
        steps: list[Step] = []
        for card, position in zip(reversed(cards), reversed(positions[:-1])):
            legal = legal_cards(position, self.variant)
            if len(legal) == 1 and steps:
                values = {card: _best_value(steps[-1], positions[len(cards) - len(steps)], hand)}
            else:
                values = self._card_values(position, hand.makers)
            steps.append(Step(card, values))
        return tuple(reversed(steps))

    def _card_values(self, position: Position, makers: Side) -> dict[Card, Interval]:
        so_far = position.points(makers)
        values = self._cards.card_values(position, makers)
        return {card: value + so_far for card, value in values.items()}


def _best_value(step: Step, position: Position, hand: DealtHand) -> Interval:
    """What the position before a step is worth."""
    for_makers = position.to_play.side is hand.makers
    return step.values[best_of(step.values, for_makers=for_makers).card]
