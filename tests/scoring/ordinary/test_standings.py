"""Standings of games: a small league with known answers, and the rules one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import SettingsError
from scoring.game.seats import Side, Sides
from scoring.game.variants import PlayVariant
from scoring.ordinary.standings import (
    DEFAULT_GAME_SETTINGS,
    GameSettings,
    GameTieBreak,
    PlayedGame,
    Rest,
    rank_games,
)


def game(ns: str, ew: str, points: tuple[int, int], awarded: Side | None = None) -> PlayedGame[str]:
    return PlayedGame(Sides(ns, ew), Sides(*points), awarded)


LEAGUE = [
    game("A", "B", (130, 40)),
    game("C", "D", (60, 60)),
    game("A", "C", (90, 101)),
    game("B", "D", (102, 80)),
]
"""A 1 win, C 1½, B 1, D ½. A's 130 counts 121."""


def ranks(
    contestants: str,
    games: list[PlayedGame[str]],
    settings: GameSettings = DEFAULT_GAME_SETTINGS,
    draw_seed: str = "",
) -> list[tuple[int, str]]:
    rows = rank_games(contestants, games, settings, draw_seed=draw_seed)
    return [(row.rank, row.tally.contestant) for row in rows]


def test_wins_draws_and_capped_points() -> None:
    rows = {row.tally.contestant: row.tally for row in rank_games("ABCD", LEAGUE)}
    a, c = rows["A"], rows["C"]
    assert (a.wins, a.draws, a.losses) == (1, 0, 1)
    assert a.score == 1
    assert (a.points_for, a.points_against, a.difference) == (121 + 90, 40 + 101, 70)
    assert (c.score, c.wins, c.draws) == (Fraction(3, 2), 1, 1)
    assert ranks("ABCD", LEAGUE) == [(1, "C"), (2, "A"), (3, "B"), (4, "D")]


def test_without_a_cap_all_points_count() -> None:
    rows = {
        row.tally.contestant: row.tally
        for row in rank_games("ABCD", LEAGUE, GameSettings(cap=None))
    }
    assert rows["A"].points_for == 220


def test_a_tie_is_split_by_the_first_rule_that_can_and_says_so() -> None:
    rows = {row.tally.contestant: row for row in rank_games("ABCD", LEAGUE)}
    (split,) = rows["A"].splits
    assert (split.rule, split.value) == (GameTieBreak.DIFFERENCE, Fraction(70))
    assert rows["C"].splits == ()


def test_head_to_head_and_fewest_points_against() -> None:
    settings = GameSettings(tie_breaks=(GameTieBreak.HEAD_TO_HEAD,))
    assert ranks("ABCD", LEAGUE, settings)[1:3] == [(2, "A"), (3, "B")]
    against = GameSettings(tie_breaks=(GameTieBreak.POINTS_AGAINST,))
    assert ranks("ABCD", LEAGUE, against)[1:3] == [(2, "A"), (3, "B")]


def test_head_to_head_needs_all_to_have_met() -> None:
    games = [game("A", "C", (101, 0)), game("B", "D", (101, 50))]
    settings = GameSettings(tie_breaks=(GameTieBreak.HEAD_TO_HEAD,))
    assert ranks("ABCD", games, settings) == [(1, "A"), (1, "B"), (3, "C"), (3, "D")]


def test_buchholz_is_the_sum_of_the_opponents_scores() -> None:
    rows = {row.tally.contestant: row.tally for row in rank_games("ABCD", LEAGUE)}
    assert rows["A"].buchholz == 1 + Fraction(3, 2)  # B and C
    assert rows["D"].buchholz == Fraction(3, 2) + 1  # C and B


@pytest.mark.parametrize(
    ("rest", "score"),
    [(Rest.WIN, Fraction(1)), (Rest.DRAW, Fraction(1, 2)), (Rest.NOTHING, Fraction(0))],
)
def test_a_rest_counts_as_the_settings_say(rest: Rest, score: Fraction) -> None:
    (row,) = rank_games("A", [], GameSettings(rest=rest), rests={"A": 1})
    assert (row.tally.score, row.tally.difference, row.tally.wins) == (score, 0, 0)


def test_a_game_that_a_referee_gave_is_won_whatever_its_points() -> None:
    rows = {
        row.tally.contestant: row.tally
        for row in rank_games("AB", [game("A", "B", (0, 0), Side.EW)])
    }
    assert (rows["B"].wins, rows["A"].losses, rows["A"].draws) == (1, 1, 0)


def test_drawing_cards_can_be_repeated_and_splits() -> None:
    settings = GameSettings(tie_breaks=(GameTieBreak.DRAW,))
    once = ranks("ABCD", [], settings, draw_seed="x")
    assert once == ranks("ABCD", [], settings, draw_seed="x")
    assert [rank for rank, _one in once] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "wrong",
    [
        {"target": 0},
        {"cap": True},
        {"target": 101, "cap": 100},
        {"tie_breaks": (GameTieBreak.WINS, GameTieBreak.WINS)},
        {"play_variant": PlayVariant.ABARROTADA},
    ],
)
def test_impossible_settings_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        GameSettings(**wrong)  # type: ignore[arg-type]


@given(
    st.lists(
        st.tuples(st.permutations("ABCDE"), st.integers(0, 140), st.integers(0, 140)), max_size=12
    )
)
def test_every_game_gives_one_point_and_differences_cancel(
    made: list[tuple[list[str], int, int]],
) -> None:
    games = [game(two[0], two[1], (ns, ew)) for two, ns, ew in made]
    tallies = [row.tally for row in rank_games("ABCDE", games)]
    assert sum(one.score for one in tallies) == len(games)
    assert sum(one.difference for one in tallies) == 0
    assert sum(one.wins for one in tallies) == sum(one.losses for one in tallies)
