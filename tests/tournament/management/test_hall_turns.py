"""Whose turn it is among requests that wait."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from tournament.management.hall_turns import LONG, Turns


@dataclass(eq=False)
class Asked:
    name: str
    asks: bool = True


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def turns_at(clock: Clock) -> Turns[Asked]:
    return Turns[Asked](threading.Condition(), clock)


def test_what_is_sent_goes_first_and_each_kind_in_its_order() -> None:
    turns = turns_at(Clock())
    for one in (Asked("a"), Asked("1", asks=False), Asked("b"), Asked("2", asks=False)):
        turns.append(one)
    assert len(turns) == 4
    gone = []
    while turns:
        gone.append(turns.popleft())
        turns.done_with(gone[-1])
    assert [one.name for one in gone] == ["1", "2", "a", "b"]


def test_pages_are_made_one_after_the_other() -> None:
    turns = turns_at(Clock())
    first, second = Asked("first"), Asked("second")
    turns.append(first)
    turns.append(second)
    assert turns.popleft() is first
    assert not turns
    assert len(turns) == 1
    turns.done_with(first)
    assert turns
    assert turns.popleft() is second


def test_what_is_sent_waits_for_no_page() -> None:
    turns = turns_at(Clock())
    turns.append(Asked("page"))
    turns.popleft()
    entry = Asked("entry", asks=False)
    turns.append(entry)
    assert turns
    assert turns.popleft() is entry


def test_a_page_that_takes_long_keeps_nobody_waiting() -> None:
    clock = Clock()
    turns = turns_at(clock)
    slow, quick, other = Asked("slow"), Asked("quick"), Asked("other")
    for one in (slow, quick, other):
        turns.append(one)
    turns.popleft()
    assert not turns
    clock.now += LONG * 1.01
    assert turns
    assert turns.popleft() is quick
    assert not turns, "the quick one has only begun"
    turns.done_with(quick)
    assert turns
    assert turns.popleft() is other


def test_a_thread_is_told_that_a_page_takes_long() -> None:
    clock, changed = Clock(), threading.Condition()
    turns = Turns[Asked](changed, clock)
    turns.append(Asked("slow"))
    turns.append(Asked("next"))
    turns.popleft()
    woken, waits = threading.Event(), threading.Event()

    def idle() -> None:
        with changed:
            waits.set()
            changed.wait(60)
        woken.set()

    thread = threading.Thread(target=idle)
    thread.start()
    assert waits.wait(60)
    turns.wake_next()
    assert not woken.wait(0.05), "it isn't anybody's turn"
    clock.now += LONG * 1.01
    turns.wake_next()
    thread.join(60)
    assert woken.is_set()
