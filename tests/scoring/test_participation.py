"""Who stands behind the others, whatever they made."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.duplicate.settings import Settings
from scoring.duplicate.standings import rank_contestants, rank_in_groups
from scoring.duplicate.tally import ContestantHand
from scoring.errors import SettingsError
from scoring.game.seats import Sides
from scoring.ordinary.solo_standings import SoloGame, SoloSettings, rank_solo
from scoring.ordinary.standings import GameSettings, PlayedGame, rank_games
from scoring.participation import LEAST_SHARES, Completion, Participation, Withdrawn, in_turn
from scoring.rank_by import RankBy

PAIRS = "ABCDEFGH"


def hands(pair: str, count: int, final: Fraction = Fraction(3, 2)) -> list[ContestantHand[str]]:
    return [ContestantHand(pair, "?", 0, final, False)] * count


def ranks(standings: Any) -> list[tuple[int, str, Completion]]:
    return [(row.rank, row.contestant, row.completion) for row in standings.rows]


@pytest.mark.parametrize(
    ("share", "first"),
    [(Fraction(1, 2), "A"), (Fraction(2, 3), "B"), (Fraction(3, 4), "B"), (None, "A")],
)
def test_15_of_28_hands_win_only_where_so_few_are_enough(
    share: Fraction | None, first: str
) -> None:
    played = [*hands("A", 15, Fraction(2)), *hands("B", 28), *hands("C", 27, Fraction(5, 4))]
    standings = rank_contestants("ABC", played, Settings(least_share=share))
    assert standings.rows[0].contestant == first
    short = standings.rows[-1].shortfall
    assert (short is None) == (first == "A")
    if short is not None:
        assert (short.hands, short.most, short.least_share) == (15, 28, share)


def test_exactly_the_share_is_enough() -> None:
    played = [*hands("A", 2, Fraction(2)), *hands("B", 3)]
    assert ranks(rank_contestants("AB", played))[0] == (1, "A", Completion.ENOUGH)


def test_totals_ask_for_no_number_of_hands() -> None:
    played = [*hands("A", 2, Fraction(2)), *hands("B", 28, Fraction(1))]
    standings = rank_contestants("AB", played, Settings(rank_by=RankBy.TOTAL))
    assert {row.completion for row in standings.rows} == {Completion.ENOUGH}
    assert {row.shortfall for row in standings.rows} == {None}


def test_missing_hands_that_nobody_chose_are_excused() -> None:
    played = [*hands("A", 15, Fraction(2)), *hands("B", 28)]
    enough = rank_contestants("AB", played, participation=Participation(excused={"A": 4}))
    assert ranks(enough)[0] == (1, "A", Completion.ENOUGH)
    short = rank_contestants("AB", played, participation=Participation(excused={"A": 3}))
    assert ranks(short)[1] == (2, "A", Completion.TOO_FEW_HANDS)


def test_before_the_last_round_it_is_only_noted() -> None:
    played = [*hands("A", 15, Fraction(2)), *hands("B", 28)]
    standings = rank_contestants("AB", played, participation=Participation(complete=False))
    first = standings.rows[0]
    assert (first.contestant, first.completion) == ("A", Completion.ENOUGH)
    assert first.shortfall is not None


def test_most_hands_are_those_of_the_own_group() -> None:
    played = [
        *hands("A", 8, Fraction(2)),
        *hands("B", 8),
        *hands("C", 20, Fraction(2)),
        *hands("D", 20),
    ]
    standings = rank_in_groups(["AB", "CD"], played, Settings(rank_by=RankBy.MEAN))
    assert {row.completion for row in standings.rows} == {Completion.ENOUGH}


@given(
    st.dictionaries(st.sampled_from(PAIRS), st.integers(0, 12), min_size=2),
    st.sets(st.sampled_from(PAIRS)),
    st.dictionaries(st.sampled_from(PAIRS), st.integers(0, 6)),
    st.sampled_from(LEAST_SHARES),
    st.booleans(),
    st.randoms(),
)
def test_classes_stand_one_after_the_other_and_no_tie_crosses_them(
    counts: dict[str, int],
    left: set[str],
    excused: dict[str, int],
    share: Fraction | None,
    complete: bool,
    chance: Random,
) -> None:
    played = [
        one
        for pair, count in counts.items()
        for one in hands(pair, count, Fraction(chance.choice((1, 2))))
    ]
    standings = rank_contestants(
        sorted(counts),
        played,
        Settings(rank_by=RankBy.MEAN, least_share=share),
        participation=Participation(left, excused, complete),
    )
    most = max(counts.values())
    for row in standings.rows:
        few = (
            share is not None
            and counts[row.contestant] + excused.get(row.contestant, 0) < most * share
        )
        assert (row.shortfall is not None) == few
        expected = Completion.TOO_FEW_HANDS if few and complete else Completion.ENOUGH
        assert row.completion is (Completion.WITHDRAWN if row.contestant in left else expected)
    order = [row.completion.behind for row in standings.rows]
    assert order == sorted(order)
    by_rank: dict[int, set[Completion]] = {}
    for row in standings.rows:
        by_rank.setdefault(row.rank, set()).add(row.completion)
    assert all(len(classes) == 1 for classes in by_rank.values())
    sharing = Counter(row.rank for row in standings.rows)
    assert all(sum(sharing[r] for r in sharing if r < rank) == rank - 1 for rank in sharing)


games = st.lists(
    st.tuples(
        st.lists(st.sampled_from(PAIRS), min_size=2, max_size=2, unique=True),
        st.integers(0, 101),
        st.integers(0, 101),
    ),
    max_size=20,
)


@given(games, st.sets(st.sampled_from(PAIRS)))
def test_games_of_who_withdrew_stand_or_count_for_nobody(
    said: list[tuple[list[str], int, int]], left: set[str]
) -> None:
    played = [PlayedGame(Sides(*pairs), Sides(ns, ew)) for pairs, ns, ew in said]
    kept = rank_games(PAIRS, played, withdrawn=left)
    plain = {row.tally.contestant: row.tally.score for row in rank_games(PAIRS, played)}
    assert {row.tally.contestant: row.tally.score for row in kept} == plain
    assert [row.tally.contestant in left for row in kept] == sorted(
        row.tally.contestant in left for row in kept
    )
    annulled = rank_games(PAIRS, played, GameSettings(withdrawn=Withdrawn.ANNUL), withdrawn=left)
    others = [one for one in played if not {*one.contestants} & left]
    without = {row.tally.contestant: row.tally for row in rank_games(PAIRS, others)}
    assert {row.tally.contestant: row.tally for row in annulled} == without


def test_abarrotada_by_the_mean_asks_for_enough_hands() -> None:
    played = [SoloGame(("A", "B", "C"), (90, 10, 5), 3), SoloGame(("B", "C", "D"), (9, 9, 9), 12)]
    rows = rank_solo("ABCD", played, rests={})
    assert [row.tally.contestant for row in rows][-1] == "A"
    assert rows[-1].completion is Completion.TOO_FEW_HANDS
    rows = rank_solo("ABCD", played, SoloSettings(least_share=None), rests={})
    assert rows[0].tally.contestant == "A"
    rows = rank_solo("ABCD", played, rests={}, participation=Participation({"B"}, {"A": 12}))
    assert [row.tally.contestant for row in rows][::3] == ["A", "B"]


@pytest.mark.parametrize("share", [Fraction(1), Fraction(3, 5), 0.5, 1, "2/3"])
def test_another_share_cannot_be_chosen(share: Any) -> None:
    for settings in (Settings, SoloSettings):
        with pytest.raises(SettingsError):
            settings(least_share=share)


def test_rests_that_are_given_in_turn() -> None:
    rests = [("A", 4), ("A", 2), ("B", 1), ("A", 3), ("C", 5)]
    assert in_turn(rests, ["A", "B", "C"]) == [("B", 1), ("A", 2), ("A", 3), ("C", 5)]
    # With somebody who never rested one rest is in turn, of others the first one.
    assert in_turn(rests, "ABCD") == [("B", 1), ("A", 2), ("C", 5)]
    assert in_turn(rests, []) == [("B", 1), ("A", 2), ("C", 5)]
    assert in_turn([], "AB") == []
