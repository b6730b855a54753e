"""Which results are asked about once more."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.results.plausibility import DoubtKind, doubts_about

POINTS = st.integers(0, 72)
FIELD = (30, 32, 34, 36)


def kinds(ns_points: int, others: Sequence[int] = (), before: int | None = None) -> list[str]:
    return [doubt.kind for doubt in doubts_about(ns_points, others=others, before=before)]


@pytest.mark.parametrize(
    ("ns_points", "few"), [(0, True), (6, True), (7, False), (65, False), (66, True), (72, True)]
)
def test_six_points_or_fewer_for_either_side(ns_points: int, few: bool) -> None:
    assert kinds(ns_points) == ([DoubtKind.FEW] if few else [])


def test_no_points_at_all_are_said_as_such() -> None:
    assert [str(doubt) for doubt in doubts_about(72, others=(), before=None)] == [
        "One side made no points."
    ]


def test_more_than_twenty_from_the_nearest_of_four_others() -> None:
    assert kinds(56, FIELD) == []
    assert kinds(57, FIELD) == [DoubtKind.FAR]
    assert kinds(10, FIELD) == []
    assert kinds(9, FIELD) == [DoubtKind.FAR]
    assert kinds(57, FIELD[:3]) == []


def test_swapped_sides() -> None:
    assert kinds(48, (20, 24, 26, 28)) == [DoubtKind.SWAPPED]  # median 25, 72 − 48 = 24
    assert kinds(49, (20, 24, 26, 28)) == [DoubtKind.FAR, DoubtKind.SWAPPED]
    assert kinds(50, (20, 24, 27, 50)) == []  # 50 was made elsewhere; 22 is 3.5 from the median
    assert kinds(48, (20, 24, 26)) == []


def test_the_median_is_exact() -> None:
    # The median is 27.5 and 44 is 16.5 from it; 72 − 44 = 28 is a half from it.
    assert kinds(44, (26, 27, 28, 44)) == [DoubtKind.SWAPPED]
    # 43 is 15.5 from it.
    assert kinds(43, (26, 27, 28, 44)) == []


def test_the_same_points_as_the_hand_before() -> None:
    assert kinds(40, before=40) == [DoubtKind.REPEATED]
    assert kinds(40, before=41) == []


@given(POINTS, st.lists(POINTS, max_size=8), st.none() | POINTS)
def test_the_sides_are_treated_alike(ns_points: int, others: list[int], before: int | None) -> None:
    mirrored = kinds(
        72 - ns_points, [72 - one for one in others], None if before is None else 72 - before
    )
    assert kinds(ns_points, others, before) == mirrored


@given(POINTS, st.lists(POINTS, max_size=8), st.none() | POINTS)
def test_every_doubt_is_a_sentence_with_its_figure(
    ns_points: int, others: list[int], before: int | None
) -> None:
    for doubt in doubts_about(ns_points, others=others, before=before):
        figure = (
            str(doubt.figure) if doubt.figure or doubt.kind is not DoubtKind.FEW else "no points"
        )
        assert figure in str(doubt)
