"""Totals, means and ranks; tie-breaks have a file of their own."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.carry import Carried
from scoring.duplicate.scores import Infraction, TableResult, score_deal
from scoring.duplicate.settings import Scale, Settings
from scoring.duplicate.standings import (
    Standings,
    StandingsRow,
    contestant_hands,
    rank_contestants,
    rank_in_groups,
    ranks_round_by_round,
)
from scoring.duplicate.tally import ContestantHand
from scoring.duplicate.tie_breaks import TieBreak
from scoring.errors import ResultError, ResultFault
from scoring.game.seats import Side, Sides, makers_of
from scoring.participation import Participation
from scoring.rank_by import RankBy
from tests.examples import examples
from tests.scoring.strategies import Results, chances, results, settings_values

F = Fraction


def hand(
    contestant: str, final: str, opponent: str = "X", hand_score: int = 0
) -> ContestantHand[str]:
    return ContestantHand(contestant, opponent, hand_score, Fraction(final), False)


def ranks(standings: Standings[str]) -> list[tuple[int, str]]:
    return [(row.rank, row.contestant) for row in standings.rows]


def row_of(standings: Standings[str], contestant: str) -> StandingsRow[str]:
    return next(row for row in standings.rows if row.contestant == contestant)


def test_hands_of_a_deal_are_those_with_a_final_score() -> None:
    results = [
        TableResult(Sides("A", "B"), 46),
        TableResult(Sides("C", "D"), 36),
        TableResult(Sides("E", "F"), None, infraction=Infraction.EW),
        TableResult(Sides("G", "H"), 70),
    ]
    hands = list(contestant_hands(score_deal(Side.NS, results, annulled={"G"})))
    assert hands == [
        ContestantHand("A", "B", 10, F(2), False),
        ContestantHand("B", "A", -10, F(1), False),
        ContestantHand("C", "D", 0, F(1), False),
        ContestantHand("D", "C", 0, F(2), False),
        ContestantHand("E", "F", None, F(3, 2), False),
        ContestantHand("F", "E", None, F(0), True),
    ]


def test_a_row_adds_up_a_contestants_hands() -> None:
    hands = [
        ContestantHand("A", "B", 10, F(2), False),
        ContestantHand("A", "C", -6, F(4, 3), False),
        ContestantHand("A", "C", None, F(0), True),
        ContestantHand("A", "D", 3, F(2), False),
    ]
    row = rank_contestants(["A"], hands).rows[0]
    assert row == StandingsRow(
        rank=1,
        contestant="A",
        hands=4,
        total=F(16, 3),
        mean=F(4, 3),
        hand_score_sum=7,
        best_results=2,
        infractions=1,
        deduction=F(0),
        splits=(),
    )


def test_best_results_are_counted_on_the_championships_scale() -> None:
    hands = [hand("A", "100"), hand("A", "2"), hand("A", "99")]
    row = rank_contestants(["A"], hands, Settings(scale=Scale.HUNDRED)).rows[0]
    assert row.best_results == 1


# What ranks


def test_auto_ranks_by_total_while_all_have_equally_many_hands() -> None:
    standings = rank_contestants(["A", "B"], [hand("A", "1"), hand("B", "2")])
    assert standings.ranked_by is RankBy.TOTAL
    assert ranks(standings) == [(1, "B"), (2, "A")]


def test_auto_ranks_by_mean_while_contestants_have_different_numbers_of_hands() -> None:
    hands = [hand("A", "1"), hand("A", "3/2"), hand("B", "2")]
    standings = rank_contestants(["A", "B"], hands, participation=Participation(complete=False))
    assert standings.ranked_by is RankBy.MEAN
    assert ranks(standings) == [(1, "B"), (2, "A")]


def test_auto_ranks_by_mean_while_somebody_has_no_hand_yet() -> None:
    assert rank_contestants(["A", "B"], [hand("A", "1")]).ranked_by is RankBy.MEAN
    assert rank_contestants(["A", "B"], []).ranked_by is RankBy.TOTAL


def test_total_and_mean_can_be_chosen() -> None:
    hands = [hand("A", "1"), hand("A", "3/2"), hand("B", "2")]
    by_total = rank_contestants(["A", "B"], hands, Settings(rank_by=RankBy.TOTAL))
    assert (by_total.ranked_by, ranks(by_total)) == (RankBy.TOTAL, [(1, "A"), (2, "B")])
    by_mean = rank_contestants(
        ["A", "B"], [hand("A", "1"), hand("B", "2")], Settings(rank_by=RankBy.MEAN)
    )
    assert by_mean.ranked_by is RankBy.MEAN


@pytest.mark.parametrize("rank_by", [RankBy.TOTAL, RankBy.MEAN])
def test_contestants_without_hands_come_last_and_share_the_rank(rank_by: RankBy) -> None:
    settings = Settings(rank_by=rank_by, tie_breaks=(TieBreak.DRAW,))
    standings = rank_contestants(
        ["C", "A", "B"], [hand("A", "0")], settings, deductions={"A": F(5)}, draw_seed="x"
    )
    assert ranks(standings) == [(1, "A"), (2, "C"), (2, "B")]
    assert row_of(standings, "C").mean is None
    assert row_of(standings, "C").splits == ()


def test_ranking_compares_exact_values_and_not_rounded_ones() -> None:
    """1.333 and 1.334 both show as 1.33."""
    standings = rank_contestants(["A", "B"], [hand("A", "4/3"), hand("B", "667/500")])
    assert ranks(standings) == [(1, "B"), (2, "A")]


def test_hands_of_others_are_passed_over() -> None:
    standings = rank_contestants(["A"], [hand("A", "1", "Z"), hand("Z", "2", "A")])
    assert ranks(standings) == [(1, "A")]


def test_contestant_listed_twice_is_refused() -> None:
    with pytest.raises(ResultError) as caught:
        rank_contestants(["A", "B", "A"], [])
    assert (caught.value.fault, caught.value.contestant) == (ResultFault.CONTESTANT_TWICE, "A")


# Deductions


def test_deduction_is_taken_from_the_total() -> None:
    hands = [hand("A", "2"), hand("B", "7/4")]
    standings = rank_contestants(["A", "B"], hands, deductions={"A": F(1, 2)})
    assert ranks(standings) == [(1, "B"), (2, "A")]
    row = row_of(standings, "A")
    assert (row.total, row.mean, row.deduction) == (F(3, 2), F(3, 2), F(1, 2))


def test_deduction_is_taken_before_a_mean_is_formed() -> None:
    hands = [hand("A", "2"), hand("A", "2"), hand("B", "7/4")]
    settings = Settings(least_share=None)
    standings = rank_contestants(["A", "B"], hands, settings, deductions={"A": F(1)})
    assert row_of(standings, "A").mean == F(3, 2)
    assert ranks(standings) == [(1, "B"), (2, "A")]


# Properties


@settings(max_examples=examples(50))
@given(st.lists(results(), max_size=6), settings_values, chances)
def test_standings_dont_depend_on_the_order_of_contestants_or_hands(
    deals: list[Results], settings: Settings, chance: Random
) -> None:
    hands = [
        hand
        for deal, played in enumerate(deals, start=1)
        for hand in contestant_hands(score_deal(makers_of(deal), played, settings))
    ]
    contestants = list(range(1, 17))
    with_draw = Settings(scale=settings.scale, tie_breaks=(*settings.tie_breaks, TieBreak.DRAW))
    one = rank_contestants(contestants, hands, with_draw, draw_seed="seed")
    chance.shuffle(contestants)
    chance.shuffle(hands)
    other = rank_contestants(contestants, hands, with_draw, draw_seed="seed")
    assert {row.contestant: row for row in one.rows} == {row.contestant: row for row in other.rows}
    assert one.ranked_by == other.ranked_by


@settings(max_examples=examples(50))
@given(st.lists(results(), max_size=6), settings_values)
def test_totals_are_the_sums_of_the_hands_and_ranks_follow_them(
    deals: list[Results], settings: Settings
) -> None:
    hands = [
        hand
        for deal, played in enumerate(deals, start=1)
        for hand in contestant_hands(score_deal(makers_of(deal), played, settings))
    ]
    standings = rank_contestants(range(1, 17), hands, settings)
    for row in standings.rows:
        finals = [hand.final for hand in hands if hand.contestant == row.contestant]
        assert (row.total, row.hands) == (sum(finals), len(finals))
        assert row.mean == (Fraction(sum(finals), len(finals)) if finals else None)
    by_mean = standings.ranked_by is RankBy.MEAN
    values = [
        (row.completion.behind, -(row.mean if by_mean else row.total))
        for row in standings.rows
        if row.mean is not None
    ]
    assert values == sorted(values)
    assert [row.rank for row in standings.rows] == sorted(row.rank for row in standings.rows)
    for place, row in enumerate(standings.rows, start=1):
        assert row.rank == place or row.rank == standings.rows[place - 2].rank


@settings(max_examples=examples(50))
@given(
    st.lists(results(), max_size=5),
    settings_values,
    st.sampled_from(RankBy),
    st.sampled_from([[range(1, 17)], [range(1, 9), range(9, 17)], [[16, 15, 3], [1, 2]]]),
)
def test_ranks_round_by_round_are_those_of_all_hands_so_far(
    deals: list[Results], settings: Settings, rank_by: RankBy, groups: list[list[int]]
) -> None:
    settings = replace(settings, rank_by=rank_by)
    deductions = {1: F(1, 3), 9: F(2)}
    carried = {2: Carried(F(5, 2), F(3)), 16: Carried(F(1), F(1))}
    given: Any = {"deductions": deductions, "carried": carried}
    played = [
        list(contestant_hands(score_deal(makers_of(deal), tables, settings)))
        for deal, tables in enumerate(deals, start=1)
    ]
    left = Participation({4, 11}, {5: 1})
    rounds = [(groups, hands, left) for hands in played]
    found = list(ranks_round_by_round(range(1, 17), rounds, settings, **given))
    assert len(found) == len(played)
    for number, ranks_then in enumerate(found, start=1):
        so_far = [hand for hands in played[:number] for hand in hands]
        standings = rank_in_groups(groups, so_far, settings, participation=left, **given)
        assert list(ranks_then.items()) == [(row.contestant, row.rank) for row in standings.rows]
