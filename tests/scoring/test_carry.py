"""What goes along from stage to stage, and how it counts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.carry import Carried, Carry
from scoring.duplicate.settings import Settings
from scoring.duplicate.standings import rank_contestants
from scoring.duplicate.tally import ContestantHand
from scoring.game.seats import Sides
from scoring.ordinary.standings import PlayedGame, rank_games
from scoring.participation import Participation
from scoring.rank_by import RankBy


def hands(contestant: str, *finals: Fraction | int) -> list[ContestantHand[str]]:
    return [ContestantHand(contestant, "other", 0, Fraction(one), False) for one in finals]


@pytest.mark.parametrize(
    ("carry", "points", "of"),
    [
        (Carry.NOTHING, 0, 0),
        (Carry.HALF, Fraction(39, 4), Fraction(7, 2)),
        (Carry.ALL, Fraction(39, 2), 7),
    ],
)
def test_a_share_of_points_and_hands(carry: Carry, points: Fraction, of: Fraction) -> None:
    assert carry.of(Fraction(39, 2), 7) == Carried(Fraction(points), Fraction(of))


def test_a_total_has_what_was_carried_and_the_deduction() -> None:
    (row,) = rank_contestants(
        ["A"],
        hands("A", 2, 1),
        deductions={"A": Fraction(1, 2)},
        carried={"A": Carried(Fraction(39, 4), Fraction(7))},
    ).rows
    assert row.total == 3 - Fraction(1, 2) + Fraction(39, 4)
    assert row.mean == row.total / 9
    assert row.hands == 2
    assert row.counted_hands == 9


def test_means_are_over_all_hands_that_count() -> None:
    """B made more points, in more hands: with 16 for 8 and 2 for 1 A's mean is the better one."""
    standings = rank_contestants(
        ["A", "B"],
        [*hands("A", 2), *hands("B", 1)],
        carried={"A": Carried(Fraction(16), Fraction(8)), "B": Carried(Fraction(18), Fraction(10))},
    )
    assert standings.ranked_by is RankBy.MEAN
    assert [(row.contestant, row.mean) for row in standings.rows] == [
        ("A", Fraction(2)),
        ("B", Fraction(19, 11)),
    ]
    by_total = rank_contestants(
        ["A", "B"],
        [*hands("A", 2), *hands("B", 1)],
        Settings(rank_by=RankBy.TOTAL),
        carried={"A": Carried(Fraction(16), Fraction(8)), "B": Carried(Fraction(18), Fraction(10))},
    )
    assert [row.contestant for row in by_total.rows] == ["B", "A"]


def test_who_has_played_nothing_yet_is_ranked_by_what_it_carries() -> None:
    standings = rank_contestants(
        ["A", "B", "C"],
        [*hands("B", 1), *hands("C", 2)],
        carried={
            one: Carried(Fraction(points), Fraction(4)) for one, points in zip("ABC", (8, 4, 5))
        },
        participation=Participation(complete=False),
    )
    assert [row.contestant for row in standings.rows] == ["A", "C", "B"]
    assert standings.rows[0].mean == 2


def test_without_carrying_all_is_as_before() -> None:
    both = [*hands("A", 2, 1), *hands("B", 1, 1)]
    assert rank_contestants(["A", "B"], both) == rank_contestants(["A", "B"], both, carried={})


def test_games_begin_with_a_carried_score() -> None:
    games = [PlayedGame(Sides("A", "B"), Sides(101, 50))]
    rows = rank_games(["A", "B"], games, carried={"A": Fraction(3, 4), "B": Fraction(2)})
    assert [(row.tally.contestant, row.tally.score) for row in rows] == [
        ("B", Fraction(2)),
        ("A", Fraction(7, 4)),
    ]
    assert [row.tally.wins for row in rows] == [0, 1]
