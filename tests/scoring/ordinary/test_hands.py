"""What hands score, revokes of both kinds, and Sant Vicenç where it isn't allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import AnnouncementError, ResultError, ResultFault, SettingsError
from scoring.game.announcements import Announcement, Denomination, Double, SantVicencRule
from scoring.game.seats import Side, Sides
from scoring.ordinary.hands import Hand, HandRules, Multipliers, Revoke, score_hand

NS, EW = Side.NS, Side.EW
OROS, BOTIFARRA = Denomination.OROS, Denomination.BOTIFARRA
NONE, CONTRO, RECONTRO, SANT_VICENC = Double
TOTALS = Sides(60, 25)
TWO_THREE_FIVE = Multipliers(2, 3, 5)


def score(
    points: int | None,
    trump: Denomination | None = OROS,
    double: Double = NONE,
    *,
    revoke: Side | None = None,
    rules: HandRules = HandRules(),  # noqa: B008
) -> tuple[int, int]:
    hand = Hand(NS, points, Announcement(trump, double), revoke)
    return tuple(score_hand(hand, TOTALS, rules))  # type: ignore[return-value]


def test_side_with_more_than_36_scores_the_excess_and_the_other_nothing() -> None:
    assert score(46) == (10, 0)
    assert score(26) == (0, 10)
    assert score(36) == (0, 0)
    assert score(72) == (36, 0)
    assert score(0, None) == (0, 36)


@pytest.mark.parametrize(
    ("trump", "double", "expected"),
    [
        (OROS, CONTRO, 20),
        (OROS, RECONTRO, 40),
        (OROS, SANT_VICENC, 80),
        (BOTIFARRA, NONE, 20),
        (BOTIFARRA, CONTRO, 40),
        (BOTIFARRA, RECONTRO, 80),
        (BOTIFARRA, SANT_VICENC, 160),
    ],
)
def test_doubles_multiply_and_a_contrada_botifarra_is_fourfold(
    trump: Denomination, double: Double, expected: int
) -> None:
    assert score(46, trump, double) == (expected, 0)
    assert score(26, trump, double) == (0, expected)
    assert score(36, trump, double) == (0, 0)


@pytest.mark.parametrize(
    ("multipliers", "expected"),
    [((2, 4, 8), [1, 2, 4, 8]), ((2, 3, 5), [1, 2, 3, 5]), ((2, 4, 10), [1, 2, 4, 10])],
)
def test_multipliers_are_a_setting(multipliers: tuple[int, int, int], expected: list[int]) -> None:
    rules = HandRules(multipliers=Multipliers(*multipliers))
    assert [score(37, OROS, double, rules=rules)[0] for double in Double] == expected
    assert str(rules.multipliers) == "-".join(map(str, multipliers))


@pytest.mark.parametrize(
    "multipliers", [(0, 1, 2), (4, 2, 8), (2, 8, 4), (2, 4, True), ("2", 4, 8)]
)
def test_other_multipliers_are_refused(multipliers: tuple[int, int, int]) -> None:
    with pytest.raises(SettingsError) as caught:
        Multipliers(*multipliers)
    assert caught.value.field == "multipliers"


def test_revoke_takes_all_points_and_gives_36_or_72_after_botifarra() -> None:
    assert score(40, revoke=NS) == (-60, 36)
    assert score(40, revoke=EW) == (36, -25)
    assert score(None, BOTIFARRA, revoke=EW) == (72, -25)


@pytest.mark.parametrize("double", [CONTRO, RECONTRO, SANT_VICENC])
def test_what_a_revoke_gives_isnt_multiplied_further(double: Double) -> None:
    assert score(None, OROS, double, revoke=NS) == (-60, 36)
    assert score(None, BOTIFARRA, double, revoke=NS) == (-60, 72)


def test_revoke_for_the_stake_gives_36_times_the_factor_and_takes_nothing() -> None:
    rules = HandRules(multipliers=TWO_THREE_FIVE, revoke=Revoke.STAKE)
    assert score(None, revoke=NS, rules=rules) == (0, 36)
    assert score(70, OROS, RECONTRO, revoke=NS, rules=rules) == (0, 108)
    assert score(None, BOTIFARRA, CONTRO, revoke=EW, rules=rules) == (144, 0)


@pytest.mark.parametrize(
    ("rule", "trump", "allowed"),
    [
        (SantVicencRule.ALLOWED, BOTIFARRA, True),
        (SantVicencRule.NOT_AFTER_BOTIFARRA, OROS, True),
        (SantVicencRule.NOT_AFTER_BOTIFARRA, None, True),
        (SantVicencRule.NOT_AFTER_BOTIFARRA, BOTIFARRA, False),
        (SantVicencRule.NOT_ALLOWED, OROS, False),
        (SantVicencRule.NOT_ALLOWED, BOTIFARRA, False),
    ],
)
def test_sant_vicenc_where_it_is_allowed(
    rule: SantVicencRule, trump: Denomination | None, allowed: bool
) -> None:
    rules = HandRules(sant_vicenc=rule)
    assert score(46, trump, RECONTRO, rules=rules)[0] > 0
    if allowed:
        assert score(46, trump, SANT_VICENC, rules=rules)[0] > 0
    else:
        with pytest.raises(AnnouncementError) as caught:
            score(46, trump, SANT_VICENC, rules=rules)
        assert (caught.value.field, caught.value.expected) == ("double", ("contro", "recontro"))


@pytest.mark.parametrize(
    ("points", "fault"),
    [
        (None, ResultFault.POINTS_MISSING),
        (-1, ResultFault.POINTS_RANGE),
        (73, ResultFault.POINTS_RANGE),
        (True, ResultFault.POINTS_RANGE),
    ],
)
def test_points_that_cant_be_are_refused(points: int | None, fault: ResultFault) -> None:
    with pytest.raises(ResultError) as caught:
        Hand(NS, points)
    assert caught.value.fault is fault


@given(st.integers(0, 72), st.sampled_from([None, *Denomination]), st.sampled_from(Double))
def test_only_one_side_scores_and_both_sides_are_treated_alike(
    points: int, trump: Denomination | None, double: Double
) -> None:
    ns, ew = score(points, trump, double)
    assert min(ns, ew) == 0
    assert score(72 - points, trump, double) == (ew, ns)


def test_multipliers_are_read_as_they_are_written() -> None:
    assert Multipliers.of_text(str(TWO_THREE_FIVE)) == TWO_THREE_FIVE


@pytest.mark.parametrize(
    "text", ["", "2-4", "2-4-8-16", "2-4-x", "2-4--8", "2-4-²", "2-4-" + "9" * 5000]
)
def test_anything_else_is_no_multipliers(text: str) -> None:
    with pytest.raises(SettingsError):
        Multipliers.of_text(text)
