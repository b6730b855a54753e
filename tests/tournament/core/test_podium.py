"""The first places on their steps."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tournament.core.drawings.podium import PodiumStep, podium
from tournament.core.drawings.shapes import Box, Drawing, Group, Words
from tournament.core.drawings.svg import as_svg


def step(rank: int, *names: str) -> PodiumStep:
    return PodiumStep(rank, str(rank), names or (f"Pair {rank}", "Other"), "12,00")


def steps_of(drawing: Drawing) -> list[Group]:
    found = [one for one in drawing.shapes if isinstance(one, Group)]
    return sorted(found, key=lambda group: box_of(group).x)


def box_of(group: Group) -> Box:
    return next(one for one in group.shapes if isinstance(one, Box))


def names_of(group: Group) -> list[str]:
    return [one.text for one in group.shapes if isinstance(one, Words)][2:]


def test_the_first_stands_in_the_middle_and_highest() -> None:
    drawing = podium([step(1), step(2), step(3)], "told")
    assert drawing is not None
    groups = steps_of(drawing)
    assert [names_of(one)[0] for one in groups] == ["Pair 2", "Pair 1", "Pair 3"]
    heights = [box_of(one).height for one in groups]
    assert heights[1] > heights[0] > heights[2]
    assert len({box.y + box.height for box in map(box_of, groups)}) == 1, "one floor"


@pytest.mark.parametrize("ranks", [(1, 1, 3), (1, 2, 2), (1, 1, 1), (1, 2, 3, 3, 3), (1,), (1, 2)])
def test_equal_ranks_are_equally_high_and_nothing_lies_on_another(ranks: tuple[int, ...]) -> None:
    drawing = podium([step(rank) for rank in ranks], "told")
    assert drawing is not None
    groups = steps_of(drawing)
    assert len(groups) == len(ranks)
    by_rank: dict[str, set[float]] = {}
    for group in groups:
        words = next(one for one in group.shapes if isinstance(one, Words))
        by_rank.setdefault(words.text, set()).add(box_of(group).height)
    assert all(len(heights) == 1 for heights in by_rank.values())
    boxes = [box_of(one) for one in groups]
    assert all(one.x + one.width < other.x for one, other in pairwise(boxes))
    assert boxes[-1].x + boxes[-1].width <= drawing.width
    tops = [word.y for one in groups for word in one.shapes if isinstance(word, Words)]
    assert min(tops) > 8


def test_a_long_name_is_cut_and_told_whole() -> None:
    name = "Maria Montserrat Puigdomènech-Col·lell i Castellví"
    drawing = podium([step(1, name, "Jo")], "the first: " + name)
    assert drawing is not None
    svg = as_svg(drawing, "podium")
    assert "Maria Montserrat Puigdom…" in svg
    assert f"<title>{name} – Jo</title>" in svg
    assert f'aria-label="the first: {name}"' in svg


def test_without_places_there_is_no_picture() -> None:
    assert podium([], "") is None
