"""The ranks of a whole championship, from those of its stages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring.overall import overall_rows


def told(*stages: list[tuple[int, str]]) -> list[tuple[int, str, int]]:
    return [(row.rank, row.contestant, row.stage) for row in overall_rows(stages)]


def test_one_stage_is_the_championship() -> None:
    assert told([(1, "A"), (2, "B"), (2, "C"), (4, "D")]) == [
        (1, "A", 0),
        (2, "B", 0),
        (2, "C", 0),
        (4, "D", 0),
    ]


def test_the_others_follow_in_the_order_of_the_stage_before() -> None:
    first = [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (4, "E"), (6, "F")]
    assert told(first, [(1, "C"), (2, "A")]) == [
        (1, "C", 1),
        (2, "A", 1),
        (3, "B", 0),
        (4, "D", 0),
        (4, "E", 0),
        (6, "F", 0),
    ]


def test_three_stages() -> None:
    first = [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (5, "E")]
    assert [
        one[1] for one in told(first, [(1, "C"), (2, "B"), (3, "A")], [(1, "B"), (1, "C")])
    ] == [*("B", "C", "A", "D", "E")]


def test_who_is_left_alone_of_a_tie_shares_nothing() -> None:
    assert told([(1, "A"), (2, "B"), (2, "C")], [(1, "B")]) == [
        (1, "B", 1),
        (2, "A", 0),
        (3, "C", 0),
    ]


@given(st.permutations(range(8)), st.integers(1, 8), st.data())
def test_everybody_has_one_place(order: list[int], best: int, data: st.DataObject) -> None:
    final = data.draw(st.permutations(order[:best]))
    rows = overall_rows([list(enumerate(order, 1)), list(enumerate(final, 1))])
    assert sorted(row.contestant for row in rows) == sorted(order)
    assert [row.rank for row in rows] == list(range(1, 9))
    assert [row.contestant for row in rows] == [*final, *order[best:]]
