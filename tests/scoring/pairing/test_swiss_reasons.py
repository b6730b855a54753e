"""Why a pairing is as it is."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings

from scoring.errors import PairingError
from scoring.pairing.swiss import pair_swiss
from scoring.pairing.swiss_field import SwissField, SwissRound
from scoring.pairing.swiss_reasons import (
    Bar,
    Ground,
    MatchReasons,
    RestReasons,
    reasons_of,
    rest_reasons_of,
)
from tests.examples import examples
from tests.scoring.pairing.test_swiss import field_of, fields


def reason(field: SwissField[str], pair: str) -> MatchReasons[str]:
    (found,) = [
        one
        for one in reasons_of(field, pair_swiss(field))
        if {one.contestant, one.opponent} == set(pair)
    ]
    return found


def test_equal_scores_need_no_more_reason() -> None:
    assert reason(field_of([(2, 5), (2, 5), (0, 0), (0, 1)]), "AB").ground is Ground.SAME_SCORE


def test_the_nearest() -> None:
    found = reason(field_of([(2, 7), (2, 5), (0, 0), (0, 1)]), "AB")
    assert (found.ground, found.groups_up, found.barred) == (Ground.NEAREST, 0, ())
    assert found.differences in [(Fraction(0), Fraction(2)), (Fraction(0), Fraction(-2))]


def test_up_one_score_group_because_they_had_met() -> None:
    field = field_of([(4,), (3,), (2,), (1,)], met="AB CD")
    found = reason(field, "AC")
    assert found.ground is Ground.NEAREST_LEFT
    assert (found.contestant, found.opponent) == ("A", "C")
    assert found.groups_up == -2
    assert found.barred == (("B", Bar.HAD_MET),)
    assert not found.is_rematch


def test_a_forbidden_opponent_and_one_that_rests_stand_in_the_way() -> None:
    found = reason(field_of([(9,), (8,), (5,)], forbidden="AB"), "AC")
    assert found.ground is Ground.NEAREST_LEFT
    assert found.barred == (("B", Bar.FORBIDDEN),)
    resting = field_of([(9,), (7,), (1,)], rests=(1, 0, 1))
    assert reason(resting, "AC").barred == (("B", Bar.RESTS),)


def test_the_sum_can_be_the_reason() -> None:
    """A and F are equal, but D, who has met three, would be far from whoever is left."""
    found = reason(field_of([(6,), (3,), (1,), (7,), (0,), (6,)], met="CD DE BD"), "AB")
    assert (found.ground, found.barred) == (Ground.SMALLEST_SUM, ())
    assert found.groups_up == -1


def test_why_one_rests() -> None:
    field = field_of([(3,), (2,), (1,)], met="AB")
    assert rest_reasons_of(field, pair_swiss(field)) == RestReasons("B", 0, True, ("C",))
    field = field_of([(3,), (2,), (1,)], rests=(1, 1, 1))
    assert rest_reasons_of(field, pair_swiss(field)) == RestReasons("C", 1, True, ())
    assert rest_reasons_of(field, SwissRound((("A", "B"),), None)) is None


@settings(max_examples=examples(40), deadline=None)
@given(field=fields())
def test_what_is_said_is_so(field: SwissField[str]) -> None:
    try:
        paired = pair_swiss(field)
    except PairingError:
        return
    scores = {one.contestant: one.score for one in field.entrants}
    told = reasons_of(field, paired)
    assert [{one.contestant, one.opponent} for one in told] == [set(pair) for pair in paired.pairs]
    for one in told:

        def far(third: str, from_: str = one.contestant) -> list[Fraction]:
            return [(a - b) ** 2 for a, b in zip(scores[from_], scores[third])]

        others = [third for third in scores if third != one.contestant]
        nearer = [third for third in others if far(third) < far(one.opponent)]
        assert one.is_rematch == field.have_met(one.contestant, one.opponent)
        assert (not nearer) == (one.ground in (Ground.SAME_SCORE, Ground.NEAREST))
        if one.ground is Ground.NEAREST_LEFT:
            assert sorted(third for third, _ in one.barred) == sorted(nearer)
        for third, bar in one.barred:
            assert {
                Bar.HAD_MET: field.have_met(one.contestant, third),
                Bar.FORBIDDEN: not field.may_meet(one.contestant, third),
                Bar.RESTS: third == paired.rest,
            }[bar]
