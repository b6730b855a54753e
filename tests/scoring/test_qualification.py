"""Who goes on from a ranking, and from several groups."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.qualification import Placed, best_of_groups, qualified

A, B, C = 1, 2, 3


def test_one_ranking() -> None:
    ranking = [Placed("a", 0, 1), Placed("b", 0, 2), Placed("c", 0, 2), Placed("d", 0, 4)]
    found = qualified(ranking, 2)
    assert (set(found.through), set(found.at_the_line)) == ({"a"}, {"b", "c"})
    assert qualified(ranking, 3).through == {"a", "b", "c"}
    assert qualified(ranking, 9).through == {"a", "b", "c", "d"}


def test_winners_first_then_the_best_others() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    placed = [
        *(Placed("a1", A, 1, (third,)), Placed("a2", A, 2, (third,))),
        *(Placed("b1", B, 1, (half,)), Placed("b2", B, 2, (Fraction(0),))),
        *(Placed("c1", C, 1, (Fraction(0),)), Placed("c2", C, 2, (third,))),
    ]
    found = qualified(placed, 4, groups=3)
    assert found.order == ("b1", "a1", "c1", "a2", "c2", "b2")
    assert found.through == {"a1", "b1", "c1"}
    assert found.at_the_line == {"a2", "c2"}, "level, with room for one of them"
    assert qualified(placed, 5, groups=3).through == {"a1", "b1", "c1", "a2", "c2"}
    assert qualified(placed, 2, groups=3, each=0).through == {"b1", "a1"}


@given(
    st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=5), min_size=2, max_size=5),
    st.integers(0, 3),
    st.integers(0, 4),
)
def test_nobody_goes_on_before_a_better_one(
    groups: list[list[int]], each: int, others: int
) -> None:
    placed = [
        Placed((group, index), group, 1 + sum(other > made for other in own), (Fraction(made),))
        for group, own in enumerate(groups)
        for index, made in enumerate(own)
    ]
    found = best_of_groups(placed, each, others)
    rank = {one.contestant: one.rank for one in placed}
    assert sorted(found.order) == sorted(rank)
    assert not found.through & found.at_the_line
    assert len(found.through) <= each * len(groups) + others
    for one in placed:
        if one.contestant in found.through:
            better = [
                other for other in placed if other.group == one.group and other.rank < one.rank
            ]
            assert all(
                other.contestant not in rank.keys() - found.through - found.at_the_line
                for other in better
            )
    if not found.at_the_line:
        wanted = sum(min(each, len(own)) for own in groups)
        assert len(found.through) == min(len(placed), wanted + others)
