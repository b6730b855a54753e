"""Awarded averages and cancelled deals, one rule after the other."""

from fractions import Fraction

import pytest

from scoring.duplicate.scores import (
    Award,
    DealScores,
    Field,
    Infraction,
    Origin,
    TableResult,
    score_deal,
)
from scoring.duplicate.settings import AverageOf, Scale, Settings
from scoring.duplicate.standings import contestant_hands, rank_contestants
from scoring.errors import ResultError, ResultFault
from scoring.game.announcements import Announcement, Denomination
from scoring.game.seats import Side, Sides

ALL_OTHERS = Settings(average_of=AverageOf.ALL_OTHERS)
HALF = Fraction(1, 2)


def table(
    number: int,
    ns_points: int | None,
    award: Award = Award.NONE,
    infraction: Infraction = Infraction.NONE,
) -> TableResult[str]:
    return TableResult(
        Sides(f"N{number}", f"E{number}"), ns_points, infraction=infraction, award=award
    )


PLAYED = [table(1, 46), table(2, 36), table(3, 41)]
"""N–S's finals are 2, 1 and 1.50; E–W's 1, 2 and 1.50."""


def finals(scores: DealScores[str], side: Side) -> list[Fraction | None]:
    return [table.sides[side].final for table in scores.tables]


def origins(scores: DealScores[str], side: Side) -> list[Origin]:
    return [table.sides[side].origin for table in scores.tables]


# Awarded averages


def test_side_awarded_the_average_gets_that_of_the_others_with_its_cards() -> None:
    scores = score_deal(Side.NS, [*PLAYED, table(4, 0, Award.NS)])
    assert finals(scores, Side.NS) == [2, 1, 1 + HALF, 1 + HALF]
    assert origins(scores, Side.NS)[3] is Origin.AVERAGE


@pytest.mark.parametrize("points", [0, 36, 41, 72])
def test_side_awarded_the_average_is_out_of_its_own_field(points: int) -> None:
    without = score_deal(Side.NS, PLAYED)
    for award, side in ((Award.NS, Side.NS), (Award.EW, Side.EW)):
        scores = score_deal(Side.NS, [*PLAYED, table(4, points, award)])
        assert finals(scores, side)[:3] == finals(without, side)
        assert scores.fields[side] == without.fields[side]
        assert scores.tables[3].sides[side].hand_score is None


def test_its_opponents_keep_what_they_made_and_are_compared_as_always() -> None:
    """56–16 is E–W's worst of four, whatever N–S get for it."""
    scores = score_deal(Side.NS, [*PLAYED, table(4, 56, Award.NS)])
    assert finals(scores, Side.EW) == [1 + HALF, 2, 1 + Fraction(3, 4), 1]
    assert origins(scores, Side.EW) == [Origin.FORMULA] * 4
    assert scores.fields.ew == Field(-20, 0, 4)
    assert scores.tables[3].sides.ew.hand_score == -20


def test_what_was_announced_still_counts_for_the_opponents() -> None:
    botifarra = Announcement(Denomination.BOTIFARRA)
    result = TableResult(Sides("N4", "E4"), 40, botifarra, award=Award.EW)
    scores = score_deal(Side.NS, [*PLAYED, result])
    assert (scores.tables[3].sides.ns.hand_score, scores.tables[3].sides.ew.hand_score) == (8, None)


def test_both_sides_may_be_awarded_it_and_need_no_points() -> None:
    for points in (None, 20):
        scores = score_deal(Side.NS, [*PLAYED, table(4, points, Award.BOTH)])
        for side in Side:
            assert finals(scores, side)[3] == 1 + HALF
            assert scores.fields[side] == score_deal(Side.NS, PLAYED).fields[side]


@pytest.mark.parametrize("award", [Award.NS, Award.EW])
def test_one_side_alone_needs_the_points_for_the_other(award: Award) -> None:
    with pytest.raises(ResultError) as caught:
        table(1, None, award)
    assert caught.value.fault is ResultFault.POINTS_MISSING


@pytest.mark.parametrize("points", [-1, 73, 110])
def test_points_beside_an_award_are_checked(points: int) -> None:
    with pytest.raises(ResultError) as caught:
        table(1, points, Award.BOTH)
    assert caught.value.fault is ResultFault.POINTS_RANGE


@pytest.mark.parametrize("award", [Award.NS, Award.EW, Award.BOTH])
@pytest.mark.parametrize("infraction", [Infraction.NS, Infraction.EW, Infraction.BOTH])
def test_rule_break_and_award_at_one_table_are_refused(
    award: Award, infraction: Infraction
) -> None:
    with pytest.raises(ResultError) as caught:
        table(1, 40, award, infraction)
    assert caught.value.fault is ResultFault.BREAK_AND_AWARD


def test_awarded_averages_are_not_averaged_again() -> None:
    results = [*PLAYED[:2], table(3, 72, Award.NS), table(4, None, Award.BOTH)]
    for settings in (Settings(), ALL_OTHERS):
        assert finals(score_deal(Side.NS, results, settings), Side.NS)[2:] == [1 + HALF] * 2


def test_award_and_victim_of_a_rule_break_get_the_same_average() -> None:
    results = [*PLAYED, table(4, 50, Award.NS), table(5, None, infraction=Infraction.EW)]
    assert finals(score_deal(Side.NS, results), Side.NS)[3:] == [1 + HALF] * 2


def test_average_of_all_others_counts_offenders_zeros() -> None:
    """(2 + 1 + 1.5 + 0) / 4 for N–S; no E–W pair offended."""
    results = [*PLAYED, table(4, 50, Award.BOTH), table(5, None, infraction=Infraction.NS)]
    scores = score_deal(Side.NS, results, ALL_OTHERS)
    assert finals(scores, Side.NS)[3] == Fraction(9, 8)
    assert finals(scores, Side.EW)[3] == 1 + HALF
    assert finals(score_deal(Side.NS, results), Side.NS)[3] == 1 + HALF


@pytest.mark.parametrize("flat", [Fraction(1), Fraction(3, 2), Fraction(2)])
def test_where_there_is_nobody_to_average_an_award_is_the_flat_score(flat: Fraction) -> None:
    results = [table(1, 50, Award.NS), table(2, None, Award.BOTH)]
    scores = score_deal(Side.NS, results, Settings(flat_score=flat))
    assert finals(scores, Side.NS) == [flat, flat]
    assert origins(scores, Side.NS) == [Origin.AVERAGE_OF_NOBODY] * 2
    assert origins(scores, Side.EW) == [Origin.FLAT, Origin.AVERAGE]  # table 1's is all there is
    assert finals(scores, Side.EW) == [flat, flat]


def test_average_of_all_others_is_0_where_all_others_are_offenders() -> None:
    results = [table(1, 50, Award.NS), table(2, None, infraction=Infraction.NS)]
    assert finals(score_deal(Side.NS, results, ALL_OTHERS), Side.NS) == [0, 0]


def test_award_on_the_scale_to_100() -> None:
    hundred = Settings(scale=Scale.HUNDRED)
    results = [table(1, 46), table(2, 36), table(3, 38), table(4, 0, Award.NS)]
    assert finals(score_deal(Side.NS, results, hundred), Side.NS) == [100, 0, 20, 40]


def test_award_at_the_table_of_an_annulled_contestant_is_no_score() -> None:
    scores = score_deal(Side.NS, [*PLAYED, table(4, 50, Award.NS)], annulled=["E4"])
    for side in Side:
        assert finals(scores, side)[3] is None
        assert origins(scores, side)[3] is Origin.ANNULLED


def test_award_is_no_rule_break_and_has_no_hand_score_in_the_standings() -> None:
    scores = score_deal(Side.NS, [table(1, 72, Award.NS), *PLAYED[1:]])
    hand = next(hand for hand in contestant_hands(scores) if hand.contestant == "N1")
    assert (hand.hand_score, hand.final, hand.infraction) == (None, 1 + HALF, False)
    (row,) = rank_contestants(["N1"], [hand]).rows
    assert (row.hand_score_sum, row.infractions, row.hands) == (0, 0, 1)


def test_award_by_side() -> None:
    assert [[award.to(side) for side in Side] for award in Award] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]


# Cancelled deals


def test_cancelled_deal_gives_nobody_a_final_score() -> None:
    results = [*PLAYED, table(4, 50, Award.NS), table(5, None, infraction=Infraction.NS)]
    scores = score_deal(Side.NS, results, cancelled=True)
    for side in Side:
        assert finals(scores, side) == [None] * 5
        assert origins(scores, side) == [Origin.CANCELLED] * 5
        assert scores.fields[side] == Field(None, None, 0)
    assert list(contestant_hands(scores)) == []


def test_cancelled_deal_keeps_what_was_written_down() -> None:
    scores = score_deal(Side.NS, PLAYED, cancelled=True)
    assert [one.result for one in scores.tables] == PLAYED
    assert [one.sides.ns.hand_score for one in scores.tables] == [10, 0, 5]


def test_cancelled_comes_before_annulled() -> None:
    scores = score_deal(Side.NS, PLAYED, annulled=["N1"], cancelled=True)
    assert set(origins(scores, Side.EW)) == {Origin.CANCELLED}


def test_cancelled_deal_still_refuses_a_contestant_at_two_tables() -> None:
    with pytest.raises(ResultError):
        score_deal(Side.NS, [PLAYED[0], PLAYED[0]], cancelled=True)
