"""What holds for the scores of every deal, whatever was played."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.duplicate.methods import Method
from scoring.duplicate.scores import (
    Award,
    DealScores,
    Field,
    Infraction,
    Origin,
    SideScore,
    score_deal,
    score_hands,
)
from scoring.duplicate.settings import AverageOf, Scale, Settings
from scoring.duplicate.standings import contestant_hands
from scoring.duplicate.tally import ContestantHand
from scoring.game.seats import Side, Sides
from tests.scoring.strategies import (
    Results,
    chances,
    clean_results,
    results,
    settings_values,
    sides,
)


def by_contestant(scores: DealScores[int]) -> dict[int, SideScore[int]]:
    return {score.contestant: score for table in scores.tables for score in table.sides}


def finals_by_the_rules(
    side: Side, makers: Side, played: Results, settings: Settings
) -> list[Fraction]:
    """The rules written out plainly."""

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
    hundred = settings.scale is Scale.HUNDRED
    flat = 100 * (settings.flat_score - 1) if hundred else settings.flat_score
    offence = Fraction(0)
    if settings.method is Method.MEAN:
        finals = differences_from_the_mean(scores)
        flat = Fraction(0)
        offence = min(finals.values(), default=flat) - 10
    else:
        by_method = places if settings.method is Method.MIN_MAX else shares
        finals = {
            i: flat if share is None else 100 * share if hundred else 1 + share
            for i, share in by_method(scores).items()
        }
    averaged = list(finals.values())
    if settings.average_of is AverageOf.ALL_OTHERS:
        averaged += [offence for result in played if side in result.infraction.split("+")]
    average = Fraction(sum(averaged), len(averaged)) if averaged else flat
    zero_or_average = {
        i: offence if side in result.infraction.split("+") else average
        for i, result in enumerate(played)
    }
    return [finals.get(i, zero_or_average[i]) for i in range(len(played))]


def places(scores: dict[int, int]) -> dict[int, Fraction | None]:
    """By min–max, from 0 to 1; None where all are equal."""
    low, high = min(scores.values(), default=0), max(scores.values(), default=0)
    return {
        i: None if low == high else Fraction(score - low, high - low) for i, score in scores.items()
    }


def shares(scores: dict[int, int]) -> dict[int, Fraction | None]:
    """By matchpoints, from 0 to 1: every other result compared by itself; None without others."""
    found: dict[int, Fraction | None] = {}
    for i, score in scores.items():
        others = [other for j, other in scores.items() if j != i]
        beaten = sum(2 if other < score else 1 if other == score else 0 for other in others)
        found[i] = Fraction(beaten, 2 * len(others)) if others else None
    return found


def differences_from_the_mean(scores: dict[int, int]) -> dict[int, Fraction]:
    """The extremes taken away one by one, from either end as many as n has fifths."""
    left = sorted(scores.values())
    for _ in range(len(scores) // 5):
        left.remove(max(left))
        left.remove(min(left))
    return {i: score - Fraction(sum(left), len(left)) for i, score in scores.items()}


@given(sides, results(), settings_values)
def test_finals_are_those_of_the_rules_written_plainly(
    makers: Side, played: Results, settings: Settings
) -> None:
    scores = score_deal(makers, played, settings)
    for side in Side:
        expected = finals_by_the_rules(side, makers, played, settings)
        assert [table.sides[side].final for table in scores.tables] == expected


@given(sides, clean_results, settings_values.filter(lambda one: one.method is Method.MIN_MAX))
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


@given(sides, clean_results, settings_values)
def test_a_better_hand_score_is_a_better_final(
    makers: Side, played: Results, settings: Settings
) -> None:
    scores = score_deal(makers, played, settings)
    for side in Side:
        pairs = {(table.sides[side].hand_score, table.sides[side].final) for table in scores.tables}
        assert len({hand for hand, _ in pairs}) == len(pairs)
        assert sorted(pairs) == sorted(pairs, key=lambda pair: (pair[1], pair[0]))


@given(sides, clean_results, settings_values.filter(lambda one: one.method is Method.MATCHPOINTS))
def test_matchpoints_of_a_field_average_the_middle_unless_there_is_nobody_to_compare(
    makers: Side, played: Results, settings: Settings
) -> None:
    scores = score_deal(makers, played, settings)
    assert settings.best is not None
    assert settings.worst is not None
    middle = settings.flat if len(played) == 1 else (settings.best + settings.worst) / 2
    for side in Side:
        finals = [table.sides[side].final or Fraction(0) for table in scores.tables]
        assert sum(finals) == len(finals) * middle


@given(sides, results(), settings_values.filter(lambda one: one.method is Method.MEAN))
def test_by_the_mean_differences_are_those_of_the_hand_scores_and_offenders_come_last(
    makers: Side, played: Results, settings: Settings
) -> None:
    scores = score_deal(makers, played, settings)
    for side in Side:
        sides_of = [table.sides[side] for table in scores.tables]
        compared = [one for one in sides_of if one.hand_score is not None]
        assert len({(one.final or 0) - (one.hand_score or 0) for one in compared}) <= 1
        lowest = min((one.final or Fraction(0) for one in compared), default=Fraction(0))
        offenders = {one.final for one in sides_of if one.origin is Origin.INFRACTION}
        assert offenders <= {lowest - 10}


@given(sides, results(), settings_values, chances)
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
        if settings.best is not None:
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


@given(results(), sides, settings_values, st.sets(st.integers(0, 5)))
def test_hands_alone_are_those_of_the_whole_deal(
    played: Results, makers: Side, settings: Settings, annulled: set[int]
) -> None:
    whole = contestant_hands(score_deal(makers, played, settings, annulled=annulled))
    alone = score_hands(makers, played, settings, annulled=annulled)
    assert sorted(alone, key=by_name) == sorted(whole, key=by_name)


def by_name(hand: ContestantHand[int]) -> int:
    return hand.contestant
