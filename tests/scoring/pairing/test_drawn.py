"""Opponents by lot: as documented, held against a program that tries every way there is."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScheduleError
from scoring.pairing import drawn
from scoring.pairing.drawn import draw_round, drawn_schedule
from scoring.pairing.entrants import Entrants, two_of
from tests.examples import examples


def lot(*drawn_for: object) -> int:
    text = json.dumps(drawn_for, ensure_ascii=False, separators=(",", ":")).encode()
    return int(hashlib.sha256(b"botifarra-opponents-v1\0" + text).hexdigest()[:16], 16)


def every_way(those: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair an even number of contestants."""
    if not those:
        yield []
        return
    first, *others = those
    for other in others:
        for way in every_way([one for one in others if one != other]):
            yield [(min(first, other), max(first, other)), *way]


def best_way(entrants: Entrants, seed: str, number: int) -> list[tuple[int, int]]:
    """The way that the documentation says, by trying them all; a rest is a meeting with 0."""
    order = sorted(entrants.present, key=lambda one: lot(seed, number, "order", one))
    fewest = min(entrants.rests[one] for one in entrants.present)

    def worth(way: list[tuple[int, int]]) -> tuple[int, ...]:
        played = [meeting for meeting in way if meeting[0]]
        return (
            sum(entrants.meetings[meeting] > 0 for meeting in played),
            sum(entrants.meetings[meeting] for meeting in played),
            sum((order.index(low) - order.index(high)) ** 2 for low, high in played),
            -sum(lot(seed, number, "meet", *meeting) for meeting in way),
        )

    everybody = [*entrants.present, *([0] if len(entrants.present) % 2 else [])]
    ways = (
        way
        for way in every_way(sorted(everybody))
        if all(low or entrants.rests[high] == fewest for low, high in way)
    )
    return min(ways, key=worth)


@st.composite
def entrants_of_a_round(draw: st.DrawFn) -> Entrants:
    present = tuple(sorted(draw(st.sets(st.integers(1, 40), min_size=2, max_size=7))))
    twos = [(low, high) for low in present for high in present if low < high]
    meetings = {two: draw(st.integers(0, 2)) for two in twos}
    rests = {one: draw(st.integers(0, 1)) for one in present}
    return Entrants(present, Counter(meetings), Counter(rests))


@settings(max_examples=examples(60), deadline=None)
@given(entrants=entrants_of_a_round(), seed=st.text(max_size=8), number=st.integers(1, 99))
def test_it_is_the_best_way_of_all(entrants: Entrants, seed: str, number: int) -> None:
    plan = draw_round(entrants, seed=seed, number=number)
    expected = best_way(entrants, seed, number)
    played = [meeting for meeting in expected if meeting[0]]
    assert plan.number == number
    assert plan.rest == next((high for low, high in expected if not low), None)
    assert [two_of(*match) for match in plan.pairings] == sorted(
        played, key=lambda meeting: lot(seed, number, "table", *meeting)
    )
    for match in plan.pairings:
        low, high = two_of(*match)
        assert match.ns == (high if lot(seed, number, "turn", low, high) % 2 else low)


@settings(max_examples=examples(10), deadline=None)
@given(contestants=st.integers(3, 41), seed=st.text(max_size=8))
def test_an_evening_has_no_rematch_and_rests_are_shared_out(contestants: int, seed: str) -> None:
    """Half as many rounds as there are opponents: then there is always somebody left to meet."""
    rounds = max(1, (contestants - 1) // 2)
    plans = drawn_schedule(contestants, rounds, seed=seed).rounds
    met = [two_of(*match) for plan in plans for match in plan.pairings]
    assert len(set(met)) == len(met) == rounds * (contestants // 2)
    rested = Counter(plan.rest for plan in plans if plan.rest is not None)
    assert rested.total() == rounds * (contestants % 2)
    assert not rested or max(rested.values()) == 1
    for plan in plans:
        playing = [one for match in plan.pairings for one in match]
        everybody = sorted([*playing, *([plan.rest] if plan.rest else [])])
        assert everybody == list(range(1, contestants + 1))


def test_a_narrow_window_finds_what_all_meetings_do(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = drawn_schedule(34, 10, seed="finestra")
    monkeypatch.setattr(drawn, "_FIRST_WINDOW", 1)
    assert drawn_schedule(34, 10, seed="finestra") == usual
    monkeypatch.setattr(drawn, "_FIRST_WINDOW", 33)
    assert drawn_schedule(34, 10, seed="finestra") == usual


def test_who_meets_whom_rests_and_sits_north_is_a_matter_of_luck() -> None:
    """Over many seeds nobody is favoured: each count is within five deviations of its mean."""
    meetings, rests, north = Counter[tuple[int, int]](), Counter[int](), Counter[int]()
    draws = 1000
    for seed in range(draws):
        plan = draw_round(Entrants((1, 2, 3, 4, 5)), seed=str(seed), number=1)
        meetings.update(two_of(*match) for match in plan.pairings)
        north.update(match.ns for match in plan.pairings)
        rests.update([plan.rest] if plan.rest else [])
    for counted, chance in ((meetings, 0.2), (rests, 0.2), (north, 0.4)):
        slack = 5 * (draws * chance * (1 - chance)) ** 0.5
        assert len(counted) == (10 if counted is meetings else 5)
        for count in counted.values():
            assert abs(count - draws * chance) < slack


def test_the_example_of_the_documentation() -> None:
    """Another result would mean that old draws can't be repeated."""
    plan = draw_round(Entrants((1, 2, 3, 4, 5, 6, 7)), seed="08142", number=1)
    assert [(match.ns, match.ew) for match in plan.pairings] == [(4, 1), (6, 5), (7, 3)]
    assert plan.rest == 2


def test_the_order_of_the_contestants_plays_no_part() -> None:
    one = draw_round(Entrants((3, 1, 8, 2)), seed="x", number=2)
    assert one == draw_round(Entrants((8, 3, 2, 1)), seed="x", number=2)
    assert one.number == 2


@pytest.mark.parametrize("present", [(), (4,)])
def test_nobody_can_play_alone(present: tuple[int, ...]) -> None:
    with pytest.raises(ScheduleError, match="expected two at least"):
        draw_round(Entrants(present), seed="", number=1)
