"""The small line of a pair's ranks in the standings: light, however many rounds there are."""

from __future__ import annotations

import pytest

from tournament.core.drawings.rank_lines import rank_spark
from tournament.core.drawings.shapes import Dot, Line


def line_of(ranks: list[int | None], of: int = 40) -> list[tuple[float, float]]:
    """The points of the only line."""
    (line,) = [one for one in rank_spark(ranks, of).shapes if isinstance(one, Line)]
    return list(line.points)


def test_a_few_rounds_have_a_point_each() -> None:
    assert [x for x, _y in line_of([1, 20, 40, 3])] == [3, 25, 47, 69]


@pytest.mark.parametrize("rounds", [21, 39, 60, 200])
def test_of_many_rounds_some_and_always_the_first_and_the_last(rounds: int) -> None:
    ranks: list[int | None] = [1 + at % 2 * 39 for at in range(rounds)]
    points = line_of(ranks)
    assert len(points) <= 21
    assert (points[0][0], points[-1][0]) == (3, 69)
    assert points[-1][1] == (21 if ranks[-1] == 40 else 3)
    (dot,) = [one for one in rank_spark(ranks, 40).shapes if isinstance(one, Dot)]
    assert (dot.x, dot.y) == points[-1]


def test_a_level_stretch_has_its_ends() -> None:
    assert line_of([1, 1, 1, 1, 1, 40]) == [(3, 3), (56, 3), (69, 21)]


def test_where_there_was_no_rank_the_line_is_broken() -> None:
    ranks = [5] * 15 + [None] + [9] * 20
    lines = [one for one in rank_spark(ranks, 40).shapes if isinstance(one, Line)]
    assert len(lines) == 2
