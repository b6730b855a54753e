"""Methods of scoring a hand beside the official one, one line of the rules after the other."""

from fractions import Fraction
from pathlib import Path

import pytest

from scoring.cli.results_file import read_results
from scoring.duplicate.methods import METHODS, Bounds, Method, matchpoints, trimmed, trimmed_mean
from scoring.duplicate.scores import Award, DealScores, Infraction, Origin, TableResult, score_deal
from scoring.duplicate.settings import AverageOf, Scale, Settings
from scoring.duplicate.standings import contestant_hands, rank_contestants
from scoring.duplicate.tie_breaks import TieBreak
from scoring.game.seats import Side, Sides

EXAMPLE = Path(__file__).parents[3] / "fixtures" / "six_tables.csv"
SHARES = Settings(method=Method.MATCHPOINTS)
MEAN = Settings(method=Method.MEAN)
ONE_TWO = Bounds(Fraction(1), Fraction(2), Fraction(3, 2))


def played(*points: int) -> list[TableResult[str]]:
    """Tables at which N–S made these points."""
    return [TableResult(Sides(f"N{at}", f"E{at}"), one) for at, one in enumerate(points)]


def broken(by: Infraction, at: int = 90) -> TableResult[str]:
    return TableResult(Sides(f"N{at}", f"E{at}"), None, infraction=by)


def finals(scores: DealScores[str], side: Side = Side.NS) -> list[str]:
    return [str(table.sides[side].final) for table in scores.tables]


def origins(scores: DealScores[str], side: Side = Side.NS) -> list[Origin]:
    return [table.sides[side].origin for table in scores.tables]


def test_every_method_has_its_scorer() -> None:
    assert list(METHODS) == list(Method)


# Matchpoints


def test_example_of_six_tables_by_matchpoints() -> None:
    (deal,) = read_results(EXAMPLE)
    scores = score_deal(deal.makers, deal.results, SHARES)
    assert finals(scores, Side.NS) == ["8/5", "7/5", "1", "9/5", "2", "6/5"]
    assert finals(scores, Side.EW) == ["7/5", "8/5", "2", "1", "6/5", "9/5"]


def test_equal_results_share_the_half_of_each_other() -> None:
    assert finals(score_deal(Side.NS, played(40, 36, 36, 28), SHARES)) == ["2", "3/2", "3/2", "1"]
    assert matchpoints([4, 0, 0, -8], ONE_TWO) == {4: 2, 0: Fraction(3, 2), -8: 1}


def test_share_on_the_scale_to_100() -> None:
    hundred = Settings(method=Method.MATCHPOINTS, scale=Scale.HUNDRED)
    assert finals(score_deal(Side.NS, played(40, 36, 30, 28), hundred)) == [
        *("100", "200/3", "100/3", "0")
    ]


@pytest.mark.parametrize("flat", [1, Fraction(3, 2), 2])
def test_alone_in_the_field_a_pair_gets_the_flat_score_and_two_equal_ones_the_middle(
    flat: Fraction,
) -> None:
    settings = Settings(method=Method.MATCHPOINTS, flat_score=Fraction(flat))
    alone = score_deal(Side.NS, played(50), settings)
    assert (finals(alone), origins(alone)) == ([str(flat)], [Origin.FLAT])
    level = score_deal(Side.NS, played(50, 50), settings)
    assert (finals(level), origins(level)) == (["3/2"] * 2, [Origin.FORMULA] * 2)


def test_rule_break_is_0_and_leaves_the_field_in_both_directions() -> None:
    results = [*played(50, 40, 30), broken(Infraction.NS)]
    scores = score_deal(Side.NS, results, SHARES)
    assert finals(scores, Side.NS) == ["2", "3/2", "1", "0"]
    assert finals(scores, Side.EW) == ["1", "3/2", "2", "3/2"]


def test_averages_count_the_zeros_of_others_only_where_that_is_chosen() -> None:
    results = [*played(50, 40), broken(Infraction.NS, 8), broken(Infraction.EW, 9)]
    assert finals(score_deal(Side.NS, results, SHARES))[-1] == "3/2"
    others = Settings(method=Method.MATCHPOINTS, average_of=AverageOf.ALL_OTHERS)
    assert finals(score_deal(Side.NS, results, others))[-1] == "1"


def test_nobody_to_average_gives_the_flat_score() -> None:
    scores = score_deal(Side.NS, [broken(Infraction.EW)], SHARES)
    assert (finals(scores), origins(scores)) == (["3/2"], [Origin.AVERAGE_OF_NOBODY])


# Difference from the mean


def test_example_of_six_tables_by_the_mean() -> None:
    """N–S +1 −1 −16 +4 +6 −12: without −16 and +6 the mean is −2."""
    (deal,) = read_results(EXAMPLE)
    scores = score_deal(deal.makers, deal.results, MEAN)
    assert finals(scores, Side.NS) == ["3", "1", "-14", "6", "8", "-10"]
    # E–W −1 +1 +8 −8 −6 +6, without +8 and −8: 0
    assert finals(scores, Side.EW) == ["-1", "1", "8", "-8", "-6", "6"]


@pytest.mark.parametrize(
    ("count", "out"), [(1, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3)]
)
def test_a_fifth_is_left_out_at_either_end(count: int, out: int) -> None:
    field = [7 * at % count for at in range(count)] if count % 7 else list(range(count))
    assert trimmed(field) == sorted(field)[out : count - out]
    assert len(trimmed(field)) == count - 2 * out


def test_of_equal_extremes_only_as_many_are_left_out_as_there_are_fifths() -> None:
    assert trimmed([10, 10, 10, 0, -2]) == [0, 10, 10]
    assert trimmed_mean([10, 10, 10, 0, -2]) == Fraction(20, 3)


def test_a_score_that_is_left_out_of_the_mean_is_compared_with_it_all_the_same() -> None:
    scores = score_deal(Side.NS, played(72, 38, 36, 34, 0), MEAN)
    assert finals(scores) == ["36", "2", "0", "-2", "-36"]


def test_alone_in_the_field_the_difference_is_0_whatever_a_flat_hand_is_worth() -> None:
    settings = Settings(method=Method.MEAN, flat_score=Fraction(2), scale=Scale.HUNDRED)
    for results in (played(50), played(50, 50, 50)):
        assert set(finals(score_deal(Side.NS, results, settings))) == {"0"}


def test_offender_gets_10_less_than_the_lowest_of_the_field() -> None:
    results = [*played(46, 36), broken(Infraction.NS)]
    scores = score_deal(Side.NS, results, MEAN)
    assert finals(scores) == ["5", "-5", "-15"]
    assert origins(scores)[-1] is Origin.INFRACTION
    assert finals(scores, Side.EW) == ["-5", "5", "0"]


def test_without_a_field_an_offender_gets_minus_10_and_the_other_side_0() -> None:
    scores = score_deal(Side.NS, [broken(Infraction.NS)], MEAN)
    assert [finals(scores, side) for side in Side] == [["-10"], ["0"]]
    assert origins(scores, Side.EW) == [Origin.AVERAGE_OF_NOBODY]


def test_average_of_all_others_counts_what_offenders_get() -> None:
    """Field +5 and −5, an offender −15: a third of the sum."""
    results = [*played(46, 36), broken(Infraction.NS, 8), broken(Infraction.EW, 9)]
    settings = Settings(method=Method.MEAN, average_of=AverageOf.ALL_OTHERS)
    assert finals(score_deal(Side.NS, results, settings)) == ["5", "-5", "-15", "-5"]
    assert finals(score_deal(Side.NS, results, MEAN)) == ["5", "-5", "-15", "0"]
    alone = [broken(Infraction.NS, 8), broken(Infraction.EW, 9)]
    assert finals(score_deal(Side.NS, alone, settings)) == ["-10", "-10"]


def test_average_of_a_field_with_extremes_is_that_of_all_its_scores() -> None:
    """+36 +2 0 −2 −31 from a mean of 0: those left out of the mean are averaged too."""
    awarded: TableResult[str] = TableResult(Sides("N9", "E9"), 40, award=Award.NS)
    scores = score_deal(Side.NS, [*played(72, 38, 36, 34, 5), awarded], MEAN)
    assert finals(scores)[-1] == "1"


# Standings


def test_standings_add_up_differences_and_know_no_best_result() -> None:
    settings = Settings(method=Method.MEAN, tie_breaks=(TieBreak.BEST_RESULTS,))
    scores = [
        score_deal(Side.NS, played(46, 36), settings),
        score_deal(Side.EW, played(36, 46), settings),
    ]
    hands = [hand for deal in scores for hand in contestant_hands(deal)]
    standings = rank_contestants(["N0", "N1", "E0", "E1"], hands, settings)
    assert [row.rank for row in standings.rows] == [1] * 4
    assert [row.total for row in standings.rows] == [0] * 4
    assert [row.best_results for row in standings.rows] == [0] * 4


def test_shared_top_is_no_best_result_by_matchpoints() -> None:
    scores = score_deal(Side.NS, played(46, 46, 30), SHARES)
    hands = list(contestant_hands(scores))
    standings = rank_contestants(["N0", "N1", "E2"], hands, SHARES)
    assert [(row.contestant, row.best_results) for row in standings.rows] == [
        ("E2", 1),
        ("N0", 0),
        ("N1", 0),
    ]
