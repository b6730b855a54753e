"""Dividing contestants into groups."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import PairingError, PairingFault
from scoring.pairing.groups import GroupsBy, divide, group_sizes
from tests.examples import examples


@st.composite
def divisions(draw: st.DrawFn) -> tuple[list[int], int, list[list[int]]]:
    """Contestants in some order, how many groups, and clubs of any sizes."""
    groups = draw(st.integers(2, 9))
    contestants = draw(st.lists(st.integers(1, 200), min_size=2 * groups, max_size=60, unique=True))
    clubs = draw(st.lists(st.integers(0, 7), min_size=len(contestants), max_size=len(contestants)))
    # Contestants of club 0 have no club.
    apart = [[one for one, own in zip(contestants, clubs) if own == club] for club in range(1, 8)]
    return contestants, groups, [club for club in apart if club]


@given(divisions(), st.sampled_from(GroupsBy), st.text(max_size=5))
def test_sizes_rows_and_clubs(
    wanted: tuple[list[int], int, list[list[int]]], by: GroupsBy, seed: str
) -> None:
    contestants, groups, apart = wanted
    found = divide(contestants, groups, by, seed=seed, apart=apart)
    assert sorted(one for group in found for one in group) == sorted(contestants)
    sizes = tuple(sorted(map(len, found), reverse=True))
    assert sizes == group_sizes(len(contestants), groups)
    assert max(sizes) - min(sizes) <= 1
    for club in apart:
        of_club = [len(set(group) & set(club)) for group in found]
        assert max(of_club) == -(-len(club) // groups)
    if by is GroupsBy.SERPENTINE:
        for first in range(0, len(contestants), groups):
            row = set(contestants[first : first + groups])
            assert all(len(row & set(group)) <= 1 for group in found)


@settings(max_examples=examples(50))
@given(divisions(), st.text(max_size=5))
def test_lots_depend_on_the_seed_alone(
    wanted: tuple[list[int], int, list[list[int]]], seed: str
) -> None:
    contestants, groups, apart = wanted
    again = divide(contestants[::-1], groups, GroupsBy.LOT, seed=seed, apart=apart)
    assert again == divide(contestants, groups, GroupsBy.LOT, seed=seed, apart=apart)


def test_serpentine() -> None:
    assert divide(range(1, 10), 3, GroupsBy.SERPENTINE) == ((1, 6, 7), (2, 5, 8), (3, 4, 9))
    # 1 and 6 are of one club, so 1 and 2 change places in their row.
    kept = divide(range(1, 10), 3, GroupsBy.SERPENTINE, apart=[[1, 6]])
    assert kept == ((2, 6, 7), (1, 5, 8), (3, 4, 9))


def test_by_lot_everybody_can_come_anywhere() -> None:
    """The groups that pair 1 comes to, and whom it is with, over 200 seeds."""
    drawn = [divide(range(1, 9), 4, GroupsBy.LOT, seed=str(seed)) for seed in range(200)]
    own = [next((place, group) for place, group in enumerate(one) if 1 in group) for one in drawn]
    assert {place for place, _group in own} == {0, 1, 2, 3}
    assert {other for _place, group in own for other in group} == set(range(1, 9))


@pytest.mark.parametrize(
    ("contestants", "groups", "fault"),
    [
        (range(1, 8), 4, PairingFault.TOO_FEW),
        (range(1, 8), 1, PairingFault.TOO_FEW),
        ([1, 2, 3, 3], 2, PairingFault.CONTESTANT_TWICE),
    ],
)
def test_what_cannot_be(contestants: list[int], groups: int, fault: PairingFault) -> None:
    with pytest.raises(PairingError) as error:
        divide(list(contestants), groups, GroupsBy.LOT)
    assert error.value.fault is fault
