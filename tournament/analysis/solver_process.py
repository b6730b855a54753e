"""The program that `positions` starts: it answers what the cards of a position are worth.

    python -m tournament.analysis.solver_process

Reads one question per line from standard input and writes one answer per line, both JSON, until its
input ends. It knows neither Django nor a database. As a process of its own, at a low priority, it
never slows down the pages.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.seats import Seat, Side
from scoring.game.tricks import Position, Trick
from scoring.game.variants import PlayVariant
from scoring.solver import Interval, new_solver

LIMIT = 3_000_000
"""Positions looked at for an answer, for all cards together: a second or two."""
NICE = 10


@dataclass(frozen=True, slots=True)
class Question:
    """Question for the worth of each legal card to N and S, of what is still to come.

    The tricks before it are left out, so that different ways into a position are one question.
    """

    variant: PlayVariant
    trump: Denomination
    hands: tuple[int, ...]
    leader: Seat
    cards: tuple[Card, ...]

    @classmethod
    def of(cls, position: Position, variant: PlayVariant) -> Question:
        trick = position.trick
        return cls(variant, position.trump, position.hands, trick.leader, trick.cards)

    @property
    def position(self) -> Position:
        return Position(self.hands, Trick(self.leader, self.trump, self.cards))

    def to_json(self) -> str:
        cards = [str(card) for card in self.cards]
        return json.dumps([self.variant, self.trump, self.hands, self.leader, cards])

    @classmethod
    def from_json(cls, text: str) -> Question:
        variant, trump, hands, leader, cards = json.loads(text)
        return cls(
            PlayVariant(variant),
            Denomination(trump),
            tuple(hands),
            Seat(leader),
            tuple(map(Card.parse, cards)),
        )


Answer = Mapping[Card, Interval]


def answer_to_json(answer: Answer) -> str:
    return json.dumps({str(card): [value.low, value.high] for card, value in answer.items()})


def answer_from_json(text: str) -> Answer:
    found: Any = json.loads(text)
    return {Card.parse(card): Interval(low, high) for card, (low, high) in found.items()}


class Answerer:
    """Answers questions one after the other, with one solver for each variant of the rules."""

    def __init__(self) -> None:
        self._solvers: dict[PlayVariant, Any] = {}

    def answer(self, question: Question) -> Answer:
        solver = self._solvers.get(question.variant)
        if solver is None:
            solver = self._solvers[question.variant] = new_solver(question.variant)
        position = question.position
        solver.limit = LIMIT // max(1, position.hand.bit_count())
        values: Answer = solver.card_values(position, Side.NS)
        return values


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    answerer = Answerer()
    for line in sys.stdin:
        answer = answerer.answer(Question.from_json(line))
        sys.stdout.write(answer_to_json(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
