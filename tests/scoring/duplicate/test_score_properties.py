"""What holds for the scores of every deal, whatever was played."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.duplicate.scores import (
    Award,
    DealScores,
    Field,
    Infraction,
    Origin,
    SideScore,
    score_deal,
)
from scoring.duplicate.settings import AverageOf, Scale, Settings
from scoring.game.seats import Side, Sides
from tests.scoring.strategies import Results, clean_results, results, settings_values, sides


def by_contestant(scores: DealScores[int]) -> dict[int, SideScore[int]]:
    return {score.contestant: score for table in scores.tables for score in table.sides}


def finals_by_the_rules(
    side: Side, makers: Side, played: Results, settings: Settings
) -> list[Fraction]:
    """The rules written out plainly, on the scale from 1 to 2 and then converted."""

    def doubled(index: int) -> bool:
        announced = played[index].announcement
        return announced.trump == "botifarra" if side is makers else bool(announced.double)

    def hand_score(index: int) -> int:
        ns_points = played[index].ns_points
        assert ns_points is not None
        points = ns_points if side is Side.NS else 72 - ns_points
        return (points - 36) * (2 if doubled(index) else 1)

    scores = {
        i: hand_score(i)
        for i, result in enumerate(played)
        if not result.infraction and side not in result.award.split("+")
    }
    low, high = min(scores.values(), default=0), max(scores.values(), default=0)
    finals = {
        i: settings.flat_score if low == high else 1 + Fraction(score - low, high - low)
        for i, score in scores.items()
    }
    hundred = settings.scale is Scale.HUNDRED
    finals = {i: 100 * (final - 1) if hundred else final for i, final in finals.items()}
    flat = 100 * (settings.flat_score - 1) if hundred else settings.flat_score
    averaged = list(finals.values())
    if settings.average_of is AverageOf.ALL_OTHERS:
        averaged += [Fraction(0) for result in played if side in result.infraction.split("+")]
    average = Fraction(sum(averaged), len(averaged)) if averaged else flat
    zero_or_average = {
        i: Fraction(0) if side in result.infraction.split("+") else average
        for i, result in enumerate(played)
    }
    return [finals.get(i, zero_or_average[i]) for i in range(len(played))]


@given(sides, results(), settings_values)
def test_finals_are_those_of_the_rules_written_plainly(
    makers: Side, played: Results, settings: Settings
) -> None:
    scores = score_deal(makers, played, settings)
    for side in Side:
        expected = finals_by_the_rules(side, makers, played, settings)
        assert [table.sides[side].final for table in scores.tables] == expected


@given(sides, clean_results, settings_values)
def test_clean_finals_lie_between_worst_and_best_and_reach_both_unless_flat(
    makers: Side, played: Results, settings: Settings
) -> None:
    scores = score_deal(makers, played, settings)
    for side in Side:
        finals = [table.sides[side].final for table in scores.tables]
        hands = {table.sides[side].hand_score for table in scores.tables}
        assert all(final is not None for final in finals)
        if len(hands) == 1:
            assert set(finals) == {settings.flat}
        else:
            present = [final for final in finals if final is not None]
            assert (min(present), max(present)) == (settings.worst, settings.best)


@given(sides, clean_results)
def test_a_better_hand_score_is_a_better_final(makers: Side, played: Results) -> None:
    scores = score_deal(makers, played)
    for side in Side:
        pairs = {(table.sides[side].hand_score, table.sides[side].final) for table in scores.tables}
        assert len({hand for hand, _ in pairs}) == len(pairs)
        assert sorted(pairs) == sorted(pairs, key=lambda pair: (pair[1], pair[0]))


@given(sides, results(), settings_values, st.randoms(use_true_random=False))
def test_table_order_changes_nothing(
    makers: Side, played: Results, settings: Settings, chance: Random
) -> None:
    shuffled = list(played)
    chance.shuffle(shuffled)
    one, other = score_deal(makers, played, settings), score_deal(makers, shuffled, settings)
    assert by_contestant(one) == by_contestant(other)
    assert one.fields == other.fields
    assert [table.result for table in other.tables] == shuffled


@given(sides, results(fewest=2), settings_values, st.data())
def test_a_rule_break_at_a_table_never_changes_the_others_hand_scores(
    makers: Side, played: Results, settings: Settings, data: st.DataObject
) -> None:
    index = data.draw(st.integers(0, len(played) - 1))
    infraction = data.draw(st.sampled_from([Infraction.NS, Infraction.EW, Infraction.BOTH]))
    assume(played[index].infraction is Infraction.NONE and played[index].award is Award.NONE)
    broken = [*played]
    broken[index] = replace(played[index], infraction=infraction)
    before, after = score_deal(makers, played, settings), score_deal(makers, broken, settings)
    for at, (one, other) in enumerate(zip(before.tables, after.tables)):
        if at != index:
            assert one.sides.ns.hand_score == other.sides.ns.hand_score
            assert one.sides.ew.hand_score == other.sides.ew.hand_score


@given(sides, results(), settings_values)
def test_sides_are_scored_alike(makers: Side, played: Results, settings: Settings) -> None:
    """Turning every table by a quarter swaps the sides' scores and nothing else."""
    turned_infraction = {
        Infraction.NONE: Infraction.NONE,
        Infraction.NS: Infraction.EW,
        Infraction.EW: Infraction.NS,
        Infraction.BOTH: Infraction.BOTH,
    }
    turned = [
        replace(
            result,
            contestants=Sides(result.contestants.ew, result.contestants.ns),
            ns_points=result.points(Side.EW),
            infraction=turned_infraction[result.infraction],
            award=Award(turned_infraction[Infraction(result.award.value)].value),
        )
        for result in played
    ]
    scores = score_deal(makers, played, settings)
    rotated = score_deal(makers.opponents, turned, settings)
    for one, other in zip(scores.tables, rotated.tables):
        assert (one.sides.ns.final, one.sides.ew.final) == (
            other.sides.ew.final,
            other.sides.ns.final,
        )
        assert (one.sides.ns.origin, one.sides.ew.origin) == (
            other.sides.ew.origin,
            other.sides.ns.origin,
        )


@given(sides, results(), settings_values, st.sets(st.integers(1, 16)))
def test_annulling_is_the_same_as_never_having_played(
    makers: Side, played: Results, settings: Settings, gone: set[int]
) -> None:
    scores = score_deal(makers, played, settings, annulled=gone)
    kept = [result for result in played if not set(result.contestants) & gone]
    expected = by_contestant(score_deal(makers, kept, settings))
    for contestant, score in by_contestant(scores).items():
        if contestant in expected:
            assert score == expected[contestant]
        else:
            assert (score.final, score.origin) == (None, Origin.ANNULLED)


@given(sides, results(fewest=1), settings_values, st.data())
def test_awarding_a_side_the_average_takes_its_result_out_of_its_own_field_alone(
    makers: Side, played: Results, settings: Settings, data: st.DataObject
) -> None:
    """Its opponents, and everybody on their side, score as before; its own side as without it."""
    index = data.draw(st.integers(0, len(played) - 1))
    side, award = data.draw(st.sampled_from([(Side.NS, Award.NS), (Side.EW, Award.EW)]))
    assume(played[index].infraction is Infraction.NONE and played[index].award is Award.NONE)
    awarded = [*played]
    awarded[index] = replace(played[index], award=award)
    before, after = score_deal(makers, played, settings), score_deal(makers, awarded, settings)
    without = score_deal(makers, [*played[:index], *played[index + 1 :]], settings)
    theirs = side.opponents
    assert [table.sides[theirs] for table in after.tables] == [
        table.sides[theirs] for table in before.tables
    ]
    assert after.fields[theirs] == before.fields[theirs]
    own = [table.sides[side] for table in after.tables]
    assert own[:index] + own[index + 1 :] == [table.sides[side] for table in without.tables]
    assert after.fields[side] == without.fields[side]
    assert own[index].hand_score is None
    assert own[index].origin in {Origin.AVERAGE, Origin.AVERAGE_OF_NOBODY}


@given(sides, results(), settings_values)
def test_all_who_get_the_average_on_a_side_get_the_same(
    makers: Side, played: Results, settings: Settings
) -> None:
    scores = score_deal(makers, played, settings)
    for side in Side:
        averages = {
            score.final
            for score in (table.sides[side] for table in scores.tables)
            if score.origin in {Origin.AVERAGE, Origin.AVERAGE_OF_NOBODY}
        }
        assert len(averages) <= 1
        assert all(final is not None and 0 <= final <= settings.best for final in averages)


@given(sides, results(), settings_values, st.sets(st.integers(1, 16)))
def test_a_cancelled_deal_has_no_final_scores_and_no_fields(
    makers: Side, played: Results, settings: Settings, gone: set[int]
) -> None:
    scores = score_deal(makers, played, settings, annulled=gone, cancelled=True)
    assert [table.result for table in scores.tables] == played
    assert all(
        (score.final, score.origin) == (None, Origin.CANCELLED)
        for score in by_contestant(scores).values()
    )
    assert scores.fields.ns == scores.fields.ew == Field(None, None, 0)
