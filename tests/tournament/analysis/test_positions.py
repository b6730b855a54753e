"""Values of positions for pages: one at a time, each once, and never waited for long."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator

import pytest

from scoring.game.announcements import Denomination
from scoring.game.legality import legal_cards
from scoring.game.seats import Side
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver import Interval, new_solver
from tests.tournament.analysis.oracles import AtOnce, Broken, Slow
from tests.tournament.exports.dealt import dealt
from tournament.analysis import positions as module
from tournament.analysis.positions import (
    MOST_KNOWN,
    MOST_PATIENT,
    MOST_WANTED,
    OwnProcess,
    Positions,
    card_values,
    certain_anyway,
)
from tournament.analysis.solver_process import Question, answer_from_json, answer_to_json

OBLIGADA = PlayVariant.OBLIGADA


def late_position(seed: int, variant: PlayVariant = OBLIGADA, *, left: int = 18) -> Position:
    """Some moment of a hand, with so many cards left."""
    source = random.Random(seed)
    hand = dealt(1, first=seed + 1)[0]
    trump = source.choice(list(Denomination))
    position = Position.start(hand.deal, hand.dealer, trump)
    while sum(map(int.bit_count, position.hands)) > left:
        position = position.play(source.choice(legal_cards(position, variant)))
    return position


def question(seed: int = 1, *, left: int = 18) -> Question:
    return Question.of(late_position(seed, left=left), OBLIGADA)


def answered(positions: Positions, asked: Question) -> object:
    """The answer, once it is there."""
    return until(lambda: positions.ask(asked))


def until(found: Callable[[], object]) -> object:
    """What `found` gives, once it gives something: pages ask again as well."""
    while (value := found()) is None:
        pass
    return value


@pytest.mark.parametrize("variant", [one for one in PlayVariant if one.has_partners])
@pytest.mark.parametrize("makers", Side)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_values_are_the_solvers_for_either_side(
    monkeypatch: pytest.MonkeyPatch, seed: int, makers: Side, variant: PlayVariant
) -> None:
    monkeypatch.setattr(module, "positions", Positions(AtOnce()))
    position = late_position(seed, variant)
    found = until(lambda: card_values(position, variant, makers))
    won = position.points(makers)
    values = new_solver(variant).card_values(position, makers)
    assert found == {card: value + won for card, value in values.items()}


def test_many_ways_into_a_position_ask_the_same() -> None:
    position = late_position(1)
    bare = Position(position.hands, position.trick)
    assert position != bare
    assert Question.of(position, OBLIGADA) == Question.of(bare, OBLIGADA)


@pytest.mark.parametrize("left", [48, 17, 5, 1])
def test_questions_and_answers_survive_the_pipe(left: int) -> None:
    asked = question(left=left)
    assert Question.from_json(asked.to_json()) == asked
    assert answer_from_json(answer_to_json(certain_anyway(asked))) == certain_anyway(asked)


def test_what_is_known_is_asked_for_once() -> None:
    oracle = AtOnce()
    positions = Positions(oracle)
    first = until(lambda: positions.ask(question()))
    assert positions.ask(question()) == first
    assert len(oracle.asked) == 1


def test_the_same_asked_by_many_at_once_is_one_question() -> None:
    oracle = Slow()
    positions = Positions(oracle)
    answers: list[object] = []
    askers = [
        threading.Thread(target=lambda: answers.append(positions.ask(question())))
        for _ in range(20)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert answers == [None] * 20  # nobody was kept until the answer came
    oracle.may_answer.set()
    assert until(lambda: positions.ask(question()))
    assert len(oracle.asked) == 1


def test_one_question_is_worked_on_at_a_time_and_only_so_many_wait() -> None:
    oracle = Slow()
    positions = Positions(oracle)
    questions = [question(seed, left=9) for seed in range(MOST_WANTED + 5)]
    assert len(set(questions)) == len(questions)
    askers = [threading.Thread(target=positions.ask, args=(one,)) for one in questions]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    oracle.began.wait()
    assert not oracle.asked
    oracle.may_answer.set()
    until(lambda: len(oracle.asked) == MOST_WANTED or None)
    assert len(set(oracle.asked)) == MOST_WANTED
    # Requests that found no room are answered when they ask again.
    assert all(answered(positions, one) for one in questions)


def test_few_requests_wait_so_that_the_others_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However patient the few are, the next one is told at once to come back."""
    monkeypatch.setattr(module, "PATIENCE", 3600.0)
    oracle = Slow()
    positions = Positions(oracle)
    answers: list[object] = []
    patient = [
        threading.Thread(target=lambda: answers.append(positions.ask(question())))
        for _ in range(MOST_PATIENT)
    ]
    for one in patient:
        one.start()
    oracle.began.wait()
    until(lambda: positions._patient._value == 0 or None)
    assert positions.ask(question()) is None
    assert positions.ask(question(2)) is None
    oracle.may_answer.set()
    for one in patient:
        one.join()
    assert answers
    assert all(answers)


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_KNOWN <= 10_000
    monkeypatch.setattr(module, "MOST_KNOWN", 3)
    oracle = AtOnce()
    positions = Positions(oracle)
    for seed in range(5):
        answered(positions, question(seed, left=6))
    until(lambda: positions.ask(question(4, left=6)))
    assert len(oracle.asked) == 5
    until(lambda: positions.ask(question(0, left=6)))
    assert len(oracle.asked) == 6


def test_what_cant_be_computed_is_answered_with_what_is_certain() -> None:
    oracle = Broken()
    positions = Positions(oracle)
    position = late_position(1)
    answer = until(lambda: positions.ask(question()))
    assert list(answer) == list(legal_cards(position, OBLIGADA))  # type: ignore[call-overload]
    most = 72 - position.points(Side.NS) - position.points(Side.EW)
    assert set(answer.values()) == {Interval(0, most)}  # type: ignore[attr-defined]
    positions.ask(question())
    assert len(oracle.asked) == 1


def test_what_is_certain_anyway_holds() -> None:
    for seed in range(4):
        position = late_position(seed)
        values = new_solver(OBLIGADA).card_values(position, Side.NS)
        for card, bounds in certain_anyway(Question.of(position, OBLIGADA)).items():
            assert bounds.low <= values[card].low <= values[card].high <= bounds.high


def test_nobody_is_kept_when_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process ends after a while, and the next question starts another one."""
    monkeypatch.setattr(module, "IDLE", 0.01)
    oracle = AtOnce()
    positions = Positions(oracle)
    until(lambda: positions.ask(question(1)))
    until(lambda: oracle.closed or None)
    until(lambda: positions.ask(question(2)))
    assert len(oracle.asked) == 2


class TestOwnProcess:
    @pytest.fixture
    def process(self) -> Iterator[OwnProcess]:
        process = OwnProcess()
        yield process
        process.close()

    def test_it_answers_as_the_solver_does(self, process: OwnProcess) -> None:
        for seed in (1, 2):
            position = late_position(seed)
            asked = Question.of(position, OBLIGADA)
            assert process.answer(asked) == new_solver(OBLIGADA).card_values(position, Side.NS)

    def test_it_is_started_again_when_it_has_died(self, process: OwnProcess) -> None:
        first = process.answer(question())
        assert process._process is not None
        process._process.kill()
        process._process.wait()
        with pytest.raises(EOFError):
            process.answer(question())
        assert process.answer(question()) == first

    def test_it_ends_with_whoever_started_it(self, process: OwnProcess) -> None:
        process.answer(question())
        running = process._process
        assert running is not None
        assert running.stdin is not None
        running.stdin.close()
        assert running.wait() == 0

    def test_one_that_takes_too_long_is_given_up(
        self, process: OwnProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "LONGEST", 0.001)
        with pytest.raises(EOFError):
            process.answer(question(left=48))
