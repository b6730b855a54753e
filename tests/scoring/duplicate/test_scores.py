"""Scores of a deal, one decision of the rules after the other."""

import csv
from fractions import Fraction
from pathlib import Path

import pytest

from scoring.duplicate.scores import (
    DealScores,
    Field,
    Infraction,
    Origin,
    TableResult,
    hand_score,
    score_deal,
)
from scoring.duplicate.settings import AverageOf, Scale, Settings
from scoring.errors import ResultError, ResultFault
from scoring.game.announcements import (
    NOTHING_ANNOUNCED,
    Announcement,
    Denomination,
    Double,
    parse_double,
    parse_trump,
)
from scoring.game.seats import Side, Sides
from scoring.rounding import display

EXAMPLE = Path(__file__).parents[3] / "fixtures" / "six_tables.csv"

ALL_OTHERS = Settings(average_of=AverageOf.ALL_OTHERS)
HALF = Fraction(1, 2)


def table(
    number: int,
    ns_points: int | None,
    infraction: Infraction = Infraction.NONE,
    announcement: Announcement = NOTHING_ANNOUNCED,
) -> TableResult[str]:
    return TableResult(Sides(f"N{number}", f"E{number}"), ns_points, announcement, infraction)


def finals(scores: DealScores[str], side: Side) -> list[Fraction | None]:
    return [table.sides[side].final for table in scores.tables]


def origins(scores: DealScores[str], side: Side) -> list[Origin]:
    return [table.sides[side].origin for table in scores.tables]


# Hand scores


def test_hand_score_is_what_exceeds_36_doubled_for_the_side_that_doubled() -> None:
    assert [hand_score(40, 1), hand_score(32, 2), hand_score(36, 2), hand_score(0, 2)] == [
        4,
        -8,
        0,
        -72,
    ]


def test_botifarra_with_40_to_32_scores_4_and_minus_8_when_ew_made_trumps() -> None:
    botifarra = Announcement(Denomination.BOTIFARRA)
    scored = score_deal(Side.EW, [table(1, 40, announcement=botifarra)]).tables[0]
    assert (scored.sides.ns.hand_score, scored.sides.ew.hand_score) == (4, -8)


def test_contrada_botifarra_scores_double_and_never_fourfold_to_both() -> None:
    contrada = Announcement(Denomination.BOTIFARRA, Double.CONTRO)
    for makers in Side:
        scored = score_deal(makers, [table(1, 40, announcement=contrada)]).tables[0]
        assert (scored.sides.ns.hand_score, scored.sides.ew.hand_score) == (8, -8)


# Final scores


def test_six_table_example_to_the_hundredth() -> None:
    rows = csv.DictReader(EXAMPLE.read_text(encoding="utf-8").splitlines())
    results = [
        TableResult(
            Sides(row["ns"], row["ew"]),
            int(row["ns_points"]),
            Announcement(parse_trump(row["trump"]), parse_double(row["double"])),
        )
        for row in rows
    ]
    scored = [
        (
            entry.sides.ns.contestant,
            entry.sides.ew.contestant,
            entry.sides.ns.hand_score,
            entry.sides.ew.hand_score,
            display(entry.sides.ns.final or Fraction(0)),
            display(entry.sides.ew.final or Fraction(0)),
        )
        for entry in score_deal(Side.EW, results).tables
    ]
    assert scored == [
        ("A", "H", 1, -1, "1.77", "1.44"),
        ("B", "I", -1, 1, "1.68", "1.56"),
        ("C", "J", -16, 8, "1.00", "2.00"),
        ("D", "K", 4, -8, "1.91", "1.00"),
        ("E", "L", 6, -6, "2.00", "1.13"),
        ("F", "M", -12, 6, "1.18", "1.88"),
    ]


def test_scale_to_100_is_100_times_the_scale_to_2_minus_1() -> None:
    results = [table(1, 50), table(2, 40), table(3, 33), table(4, None, Infraction.NS)]
    to_two = score_deal(Side.NS, results)
    to_hundred = score_deal(Side.NS, results, Settings(scale=Scale.HUNDRED))
    for two, hundred in zip(finals(to_two, Side.EW), finals(to_hundred, Side.EW)):
        assert two is not None
        assert hundred == 100 * (two - 1)
    assert finals(to_hundred, Side.NS)[-1] == 0  # A rule-break is 0 on this scale too.


def test_fields_say_what_results_are_compared_with() -> None:
    scores = score_deal(Side.NS, [table(1, 50), table(2, 40), table(3, 20, Infraction.EW)])
    assert scores.fields[Side.NS] == Field(4, 14, 2)
    assert scores.fields[Side.EW] == Field(-14, -4, 2)
    assert score_deal(Side.NS, []).fields.ns == Field(None, None, 0)


# Flat hands


@pytest.mark.parametrize("flat", [Fraction(1), Fraction(3, 2), Fraction(2)])
@pytest.mark.parametrize("count", [1, 3])
def test_where_max_is_min_everybody_gets_the_flat_score(flat: Fraction, count: int) -> None:
    scores = score_deal(
        Side.NS, [table(number, 40) for number in range(count)], Settings(flat_score=flat)
    )
    for side in Side:
        assert finals(scores, side) == [flat] * count
        assert origins(scores, side) == [Origin.FLAT] * count


def test_flat_score_on_the_scale_to_100() -> None:
    hundred = Settings(scale=Scale.HUNDRED)
    assert finals(score_deal(Side.NS, [table(1, 40)], hundred), Side.NS) == [50]


def test_one_side_may_be_flat_alone() -> None:
    """38–34 plain and 37–35 after contro by E–W are −2 for both E–W pairs, and not for N–S."""
    doubled = Announcement(double=Double.CONTRO)
    scores = score_deal(Side.NS, [table(1, 38), table(2, 37, announcement=doubled)])
    assert finals(scores, Side.NS) == [2, 1]
    assert finals(scores, Side.EW) == [Fraction(3, 2), Fraction(3, 2)]


def test_with_four_contestants_every_hand_is_one_or_two() -> None:
    scores = score_deal(Side.NS, [table(1, 41), table(2, 39)])
    assert finals(scores, Side.NS) == [2, 1]
    assert finals(scores, Side.EW) == [1, 2]


# Rule-breaks


def test_offender_gets_0_and_the_other_side_the_average_of_those_with_the_same_cards() -> None:
    results = [table(1, 46), table(2, 36), table(3, 41), table(4, 60, Infraction.NS)]
    scores = score_deal(Side.NS, results)
    assert finals(scores, Side.NS) == [2, 1, 1 + HALF, 0]
    assert finals(scores, Side.EW) == [1, 2, 1 + HALF, 1 + HALF]
    assert scores.tables[3].sides.ns.origin is Origin.INFRACTION
    assert scores.tables[3].sides.ew.origin is Origin.AVERAGE


def test_average_is_taken_over_the_same_cards_only() -> None:
    """N–S of three tables average (2 + 1 + 1.2) / 3, whatever E–W's are."""
    results = [table(1, 46), table(2, 36), table(3, 38), table(4, None, Infraction.EW)]
    scores = score_deal(Side.NS, results)
    assert finals(scores, Side.NS)[3] == Fraction(21, 5) / 3
    assert finals(scores, Side.EW)[3] == 0


def test_table_with_a_rule_break_is_left_out_of_min_and_max_on_both_sides() -> None:
    clean = [table(1, 46), table(2, 36), table(3, 41)]
    without = score_deal(Side.NS, clean)
    for points in (None, 0, 36, 72):
        for infraction in (Infraction.NS, Infraction.EW, Infraction.BOTH):
            scores = score_deal(Side.NS, [*clean, table(4, points, infraction)])
            for side in Side:
                assert finals(scores, side)[:3] == finals(without, side)
                assert scores.fields[side] == without.fields[side]
            assert (
                scores.tables[3].sides.ns.hand_score is scores.tables[3].sides.ew.hand_score is None
            )


def test_both_sides_offending_both_get_0() -> None:
    scores = score_deal(Side.NS, [table(1, 46), table(2, 36), table(3, None, Infraction.BOTH)])
    for side in Side:
        assert finals(scores, side)[2] == 0
        assert origins(scores, side)[2] is Origin.INFRACTION


def test_average_of_played_passes_over_other_offenders_and_their_victims() -> None:
    results = [
        table(1, 46),
        table(2, 36),
        table(3, None, Infraction.EW),
        table(4, None, Infraction.NS),
        table(5, None, Infraction.EW),
    ]
    assert finals(score_deal(Side.NS, results), Side.NS) == [2, 1, 1 + HALF, 0, 1 + HALF]


def test_average_of_all_others_counts_offenders_zeros_and_no_awarded_averages() -> None:
    """(2 + 1 + 0) / 3: table 4's offender counts with 0, the other victim at table 5 not."""
    results = [
        table(1, 46),
        table(2, 36),
        table(3, None, Infraction.EW),
        table(4, None, Infraction.NS),
        table(5, None, Infraction.EW),
    ]
    assert finals(score_deal(Side.NS, results, ALL_OTHERS), Side.NS) == [2, 1, 1, 0, 1]
    assert finals(score_deal(Side.NS, results, ALL_OTHERS), Side.EW)[3] == Fraction(3, 4)


def test_average_of_nobody_is_the_flat_score() -> None:
    settings = Settings(flat_score=Fraction(2))
    results = [table(1, None, Infraction.NS), table(2, None, Infraction.NS)]
    scores = score_deal(Side.NS, results, settings)
    assert finals(scores, Side.EW) == [2, 2]
    assert origins(scores, Side.EW) == [Origin.AVERAGE_OF_NOBODY] * 2


def test_average_of_all_others_is_0_where_all_others_are_offenders() -> None:
    results = [table(1, None, Infraction.NS), table(2, None, Infraction.EW)]
    assert finals(score_deal(Side.NS, results, ALL_OTHERS), Side.NS) == [0, 0]
    assert finals(score_deal(Side.NS, results), Side.NS) == [0, Fraction(3, 2)]


def test_average_of_a_flat_hand_is_the_flat_score() -> None:
    results = [table(1, 40), table(2, 40), table(3, None, Infraction.NS)]
    assert finals(score_deal(Side.NS, results), Side.EW)[2] == Fraction(3, 2)


# Annulled contestants


def test_annulled_hands_have_no_final_score_and_are_compared_with_nothing() -> None:
    kept = [table(1, 46), table(2, 36), table(3, 41), table(5, None, Infraction.NS)]
    gone = [table(4, 72), table(6, None, Infraction.EW)]
    without = score_deal(Side.NS, kept, ALL_OTHERS)
    scores = score_deal(Side.NS, [*kept, *gone], ALL_OTHERS, annulled=["E4", "N6"])
    for side in Side:
        assert finals(scores, side) == [*finals(without, side), None, None]
        assert origins(scores, side)[4:] == [Origin.ANNULLED] * 2
        assert scores.fields[side] == without.fields[side]


def test_withdrawn_contestants_hands_stand_unless_they_are_annulled() -> None:
    results = [table(1, 46), table(2, 36), table(3, 72)]
    assert None not in finals(score_deal(Side.NS, results), Side.NS)
    assert score_deal(Side.NS, results).fields.ns.high == 36


# What can't be


def test_points_of_the_two_sides_add_up_to_72() -> None:
    result = table(1, 50)
    assert (result.points(Side.NS), result.points(Side.EW)) == (50, 22)


@pytest.mark.parametrize("points", [-1, 73, 110, True, "36", Fraction(36)])
def test_points_outside_0_to_72_are_refused(points: int) -> None:
    with pytest.raises(ResultError) as caught:
        table(1, points)
    assert caught.value.fault is ResultFault.POINTS_RANGE


def test_points_may_be_missing_only_beside_a_rule_break() -> None:
    assert table(1, None, Infraction.EW).points(Side.EW) is None
    with pytest.raises(ResultError) as caught:
        table(1, None)
    assert caught.value.fault is ResultFault.POINTS_MISSING


def test_points_beside_a_rule_break_are_checked_and_not_used() -> None:
    with pytest.raises(ResultError):
        table(1, 110, Infraction.NS)
    assert table(1, 50, Infraction.NS).hand_score(Side.NS, Side.NS) is None


def test_contestant_against_itself_is_refused() -> None:
    with pytest.raises(ResultError) as caught:
        TableResult(Sides("A", "A"), 36)
    assert (caught.value.fault, caught.value.contestant) == (ResultFault.SAME_CONTESTANT, "A")


def test_contestant_at_two_tables_of_a_deal_is_refused() -> None:
    with pytest.raises(ResultError) as caught:
        score_deal(Side.NS, [TableResult(Sides("A", "B"), 36), TableResult(Sides("C", "A"), 36)])
    assert (caught.value.fault, caught.value.contestant) == (ResultFault.CONTESTANT_TWICE, "A")


def test_infraction_by_side() -> None:
    assert [[infraction.by(side) for side in Side] for infraction in Infraction] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]
