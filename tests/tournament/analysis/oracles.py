"""Who knows what cards are worth, without a process of its own."""

from __future__ import annotations

import threading

from tournament.analysis.positions import certain_anyway
from tournament.analysis.solver_process import Answer, Answerer, Question


class AtOnce:
    """Answers in this process, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.closed = 0
        self._answerer = Answerer()

    def answer(self, question: Question) -> Answer:
        self.asked.append(question)
        return self._answerer.answer(question)

    def close(self) -> None:
        self.closed += 1


class Slow(AtOnce):
    """Answers when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()
        self.began = threading.Event()

    def answer(self, question: Question) -> Answer:
        self.began.set()
        self.may_answer.wait()
        return super().answer(question)


class Late(Slow):
    """Answers when it may, with what needs no looking."""

    def answer(self, question: Question) -> Answer:
        self.began.set()
        self.may_answer.wait()
        return certain_anyway(question)


class Broken(AtOnce):
    """Never answers."""

    def answer(self, question: Question) -> Answer:
        self.asked.append(question)
        raise EOFError("it has ended")
