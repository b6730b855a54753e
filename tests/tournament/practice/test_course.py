"""The course of a hand against bots: from own acts alone, the same for everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.dealing.deal_set import make_deal
from scoring.game.announcements import Denomination
from scoring.game.cards import PACK
from scoring.game.seats import Seat, dealer_of
from scoring.play.acts import Contro, Delegate, MakeTrump, Pass, PlayCard, Recontro, SeatAct
from scoring.play.public import Ended
from scoring.play.table import Table
from tests.examples import examples
from tournament.practice.course import Course, WhyRefused, act_of, play, word_of, words_in

LUCK = "day\0001"


def start_of(deal: int) -> Table:
    return Table.start(make_deal(bytes(32), "", deal), dealer_of(deal))


def open_acts(course: Course) -> list[SeatAct]:
    """What the visitor can do now, calls first."""
    table, seat = course.table, course.seat
    may = table.public.may(seat)
    acts: list[SeatAct] = [kind(seat) for kind in (Delegate, Pass, Contro, Recontro) if kind in may]
    if MakeTrump in may:
        acts += [MakeTrump(seat, trump) for trump in Denomination]
    return acts + [PlayCard(seat, card) for card in table.legal(seat)]


def to_the_end(
    deal: int, seat: Seat, chooses: Callable[[Sequence[SeatAct]], SeatAct], luck: str = LUCK
) -> Course:
    course = play(start_of(deal), seat, [], luck)
    while course.table.public.turn:
        act = chooses(open_acts(course))
        course = play(start_of(deal), seat, [*course.words, word_of(act)], luck)
        assert course.refusal is None
    return course


def first(acts: Sequence[SeatAct]) -> SeatAct:
    return acts[0]


def last(acts: Sequence[SeatAct]) -> SeatAct:
    return acts[-1]


@pytest.mark.parametrize(("deal", "chooses"), [(1, first), (2, last)])
@pytest.mark.parametrize("seat", list(Seat))
def test_a_hand_is_played_to_its_end(
    deal: int, seat: Seat, chooses: Callable[[Sequence[SeatAct]], SeatAct]
) -> None:
    course = to_the_end(deal, seat, chooses)
    ending = course.table.public.ending
    assert ending is not None
    assert ending.by is Ended.PLAYED
    assert ending.points is not None
    assert sum(ending.points) == 72
    again = play(start_of(deal), seat, course.words, LUCK)
    assert again == course, "everybody gets the same course"


def test_it_is_always_the_turn_of_the_visitor() -> None:
    course = play(start_of(1), Seat.W, [], LUCK)
    while course.table.public.turn:
        assert course.table.public.turn == (Seat.W,)
        word = word_of(open_acts(course)[0])
        course = play(start_of(1), Seat.W, [*course.words, word], LUCK)


def test_another_seat_says_and_plays_only_its_own() -> None:
    course = to_the_end(2, Seat.E, first)
    own = [act for act in course.table.acts if isinstance(act, SeatAct) and act.seat is Seat.E]
    assert tuple(map(word_of, own)) == course.words


EVERY_ACT: list[SeatAct] = [
    *(kind(Seat.N) for kind in (Delegate, Contro, Recontro, Pass)),
    *(MakeTrump(Seat.N, trump) for trump in Denomination),
    *(PlayCard(Seat.N, card) for card in PACK),
]


def test_acts_are_read_as_they_are_written() -> None:
    for act in EVERY_ACT:
        assert act_of(word_of(act), Seat.N) == act
    assert len({word_of(act) for act in EVERY_ACT}) == len(EVERY_ACT)


@pytest.mark.parametrize(
    ("words", "number", "why"),
    [
        (["claim"], 1, WhyRefused.NO_ACT),
        ([""], 1, WhyRefused.NO_ACT),
        (["o"], 1, WhyRefused.NO_ACT),
        (["delegate", "9X"], 2, WhyRefused.NO_ACT),
        (["pass"], 1, WhyRefused.NOT_NOW),
        (["9O"], 1, WhyRefused.NOT_NOW),
        (["delegate", "delegate"], 2, WhyRefused.NOT_NOW),
        (["delegate", "O"], 2, WhyRefused.NOT_NOW),
    ],
)
def test_what_can_not_be_done(words: list[str], number: int, why: WhyRefused) -> None:
    """North deals hand 1; what comes before the first such act stands."""
    course = play(start_of(1), Seat.N, words, LUCK)
    assert course.refusal is not None
    assert (course.refusal.number, course.refusal.why) == (number, why)
    assert course.refusal.word == words[number - 1]
    assert list(course.words) == words[: number - 1]


def test_cards_that_may_not_be_played() -> None:
    """Neither those of others nor own ones against the rules; the same as the rules tell."""
    course = play(start_of(1), Seat.N, ["delegate"], LUCK)
    while len(course.table.legal(Seat.N)) == len(course.table.hand(Seat.N)):
        word = str(course.table.legal(Seat.N)[0])
        course = play(start_of(1), Seat.N, [*course.words, word], LUCK)
    for card in PACK:
        tried = play(start_of(1), Seat.N, [*course.words, str(card)], LUCK)
        if card in course.table.legal(Seat.N):
            assert tried.refusal is None
        else:
            assert tried.refusal is not None
            assert tried.refusal.why is WhyRefused.CARD
            assert tried.table == course.table


def test_nothing_comes_after_the_end() -> None:
    over = to_the_end(1, Seat.N, first)
    course = play(start_of(1), Seat.N, [*over.words, "9O"], LUCK)
    assert course.refusal is not None
    assert course.refusal.why is WhyRefused.OVER
    assert course.table == over.table


WORDS = st.lists(
    st.sampled_from([*map(word_of, EVERY_ACT), "", "claim", "9o", "\0"]) | st.text(max_size=5),
    max_size=20,
)


@given(deal=st.integers(1, 4), seat=st.sampled_from(list(Seat)), words=WORDS)
@settings(max_examples=examples(60), deadline=None)
def test_whatever_stands_in_an_address(deal: int, seat: Seat, words: list[str]) -> None:
    course = play(start_of(deal), seat, words, LUCK)
    taken = len(course.words)
    assert list(course.words) == words[:taken]
    if course.refusal is None:
        assert taken == len(words)
    else:
        assert course.refusal.number == taken + 1


def test_an_address_without_acts_has_none() -> None:
    assert words_in("") == []
    assert words_in("delegate-9O") == ["delegate", "9O"]
