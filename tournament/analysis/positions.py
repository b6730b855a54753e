"""Values of cards in any position, for pages that hundreds may look at.

A page never waits long for the solver. It asks here: known values are returned at once, others go
into a short queue while the page says that they are being computed and asks again. The questions go
one at a time to a separate process (see `solver_process`); the same question from many pages is
asked once, and when the queue is full new questions are dropped. So the load is limited to one
processor at the lowest priority and a bounded amount of memory, however many visitors ask.

The process is started by the first question and ends after a while without questions.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from collections import OrderedDict
from contextlib import suppress
from typing import Protocol

from django.conf import settings

from scoring.game.card_sets import cards_in
from scoring.game.legality import legal_set
from scoring.game.seats import Side
from scoring.game.tricks import POINTS_IN_A_HAND, Position
from scoring.game.variants import PlayVariant
from scoring.solver import Interval, is_available
from tournament.analysis.best_play import Values
from tournament.analysis.solver_process import Answer, Question, answer_from_json

logger = logging.getLogger(__name__)

MOST_KNOWN = 4096
"""Answers that are kept; the least recently asked for go first. About a kilobyte each."""
MOST_WANTED = 32
"""Questions that wait at most."""
MOST_PATIENT = 2
"""Requests that may wait for their answer at a time, so that the others are served meanwhile."""
PATIENCE = 0.3
"""Seconds that such a request waits: most positions of a play take less."""
LONGEST = 300.0
"""Seconds after which a process without an answer is given up; its first one may compile."""
IDLE = 600.0
"""Seconds without a question after which the process ends."""


class Oracle(Protocol):
    """Knows what cards are worth."""

    def answer(self, question: Question) -> Answer:
        """Return the answer. May raise anything; `certain_anyway` then answers instead."""

    def close(self) -> None: ...


class OwnProcess:
    """The separate process; it is started when needed, and again if it has died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def answer(self, question: Question) -> Answer:
        if self._process is None:
            self._process = _start()
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        too_long = threading.Timer(LONGEST, process.kill)
        too_long.start()
        try:
            process.stdin.write(question.to_json() + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        finally:
            too_long.cancel()
        if not line:
            self.close()
            raise EOFError("the process that computes positions has ended")
        return answer_from_json(line)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(OSError), process:  # closes its pipes; what nobody read is lost
            process.wait()


def _start() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tournament.analysis.solver_process"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="ascii",
    )


class Positions:
    """The queue in front of an oracle, and its answers so far."""

    def __init__(self, oracle: Oracle) -> None:
        self._oracle = oracle
        self._lock = threading.Lock()
        self._asked = threading.Condition(self._lock)
        self._known: OrderedDict[Question, Answer] = OrderedDict()
        self._wanted: OrderedDict[Question, threading.Event] = OrderedDict()
        self._patient = threading.BoundedSemaphore(MOST_PATIENT)
        self._thread: threading.Thread | None = None

    def ask(self, question: Question) -> Answer | None:
        """Return the answer, or None if it isn't there yet: ask again in a second or two."""
        with self._lock:
            if question in self._known:
                self._known.move_to_end(question)
                return self._known[question]
            there = self._want(question)
        if there is None or not self._patient.acquire(blocking=False):
            return None
        try:
            there.wait(PATIENCE)
        finally:
            self._patient.release()
        with self._lock:
            return self._known.get(question)

    def _want(self, question: Question) -> threading.Event | None:
        """Put it into the queue if it isn't there; None if the queue is full."""
        if question not in self._wanted:
            if len(self._wanted) >= MOST_WANTED:
                return None
            self._wanted[question] = threading.Event()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._asked.notify()
        return self._wanted[question]

    def _work(self) -> None:
        """Answer one question after the other, until there was none for a while."""
        while True:
            with self._lock:
                if not self._asked.wait_for(lambda: self._wanted, IDLE):
                    self._thread = None
                    break
                question = next(iter(self._wanted))
            answer = self._answer(question)
            with self._lock:
                self._known[question] = answer
                while len(self._known) > MOST_KNOWN:
                    self._known.popitem(last=False)
                self._wanted.pop(question).set()
        self._oracle.close()

    def _answer(self, question: Question) -> Answer:
        try:
            return self._oracle.answer(question)
        except Exception as error:
            logger.warning("a position could not be computed: %s", error)
            return certain_anyway(question)


def certain_anyway(question: Question) -> Answer:
    """Return bounds that hold without a search: each card gives 0, all, or in between."""
    position = question.position
    held = position.hands[0] | position.hands[1] | position.hands[2] | position.hands[3]
    cards = (*cards_in(held), *question.cards)
    most = sum(card.points for card in cards) + max(map(int.bit_count, position.hands))
    legal = cards_in(legal_set(position, question.variant))
    return dict.fromkeys(legal, Interval(0, most))


positions = Positions(OwnProcess())
"""The one `Positions` of this process."""


def card_values(position: Position, variant: PlayVariant, makers: Side) -> Values | None:
    """Return the makers' points of the whole hand after each legal card. None: ask again.

    There must be a solver (`is_available`).
    """
    assert is_available()
    answer = positions.ask(Question.of(position, variant))
    if answer is None:
        return None
    won = position.points(Side.NS)
    if makers is Side.NS:
        return {card: value + won for card, value in answer.items()}
    others = POINTS_IN_A_HAND - won
    return {card: Interval(others - v.high, others - v.low) for card, v in answer.items()}
