"""What goes wrong with entries, how often, and what is entered then."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Sides
from tests.tournament.rehearsal.rehearsed import plan
from tournament.models import Outcome
from tournament.rehearsal.players import Sitting
from tournament.rehearsal.scenarios import Mistake, Notice, Scenario, entered_wrongly, scenario_of
from tournament.results.kinds.dealt_hand import ResultInput

PLACES = [
    Sitting(deal, Sides(ns, ew)) for deal in range(1, 21) for ns in range(1, 11) for ew in (11, 12)
]


def scenarios(share: Fraction, *, minutes: int | None = None) -> list[Scenario]:
    made = plan(mistakes=share, minutes=minutes)
    return [scenario_of(made, one, is_last=one.deal % 4 == 0) for one in PLACES]


def test_without_mistakes_nothing_goes_wrong() -> None:
    found = scenarios(Fraction(0))
    assert {scenario.mistake for scenario in found} == {Mistake.NONE}
    assert {scenario.by for scenario in found} > {None}  # some tables have no phone
    assert not any(scenario.out_of_time for scenario in found)


def test_with_all_mistakes_everything_does_in_every_way() -> None:
    found = scenarios(Fraction(1))
    assert {scenario.mistake for scenario in found} == set(Mistake) - {Mistake.NONE}
    assert {scenario.notice for scenario in found} == set(Notice)
    assert any(scenario.notice is Notice.NOBODY for scenario in found)


def test_the_share_is_about_what_was_asked_for() -> None:
    wrong = Counter(bool(scenario.mistake) for scenario in scenarios(Fraction(1, 4)))
    assert 60 < wrong[True] < 140  # of 400


def test_time_runs_out_only_where_rounds_have_a_length_and_at_their_end() -> None:
    made = scenarios(Fraction(0), minutes=40)
    late = [place for place, scenario in zip(PLACES, made, strict=True) if scenario.out_of_time]
    assert late
    assert all(place.deal % 4 == 0 for place in late)


def test_nobody_objects_at_a_table_without_a_phone() -> None:
    for scenario in scenarios(Fraction(1)):
        if scenario.by is None and scenario.mistake is not Mistake.RULE_BREAK:
            assert scenario.mistake not in (Mistake.DISPUTE, Mistake.LATE)
            assert scenario.notice is not Notice.AT_THE_TABLE


def entry(points: int, double: Double = Double.NONE) -> ResultInput:
    return ResultInput(
        outcome=Outcome.PLAYED,
        ns_points=points,
        announcement=Announcement(Denomination.COPES, double),
    )


@pytest.mark.parametrize("mistake", [one for one in Mistake if one is not Mistake.NONE])
@pytest.mark.parametrize("points", [0, 7, 11, 36, 44, 72])
def test_what_is_entered_wrongly_can_be_entered_and_is_something_else(
    mistake: Mistake, points: int
) -> None:
    for sitting in PLACES[:30]:
        wrong = entered_wrongly(plan(), sitting, entry(points), mistake)
        assert wrong != entry(points)
        assert wrong.ns_points is not None
        assert 0 <= wrong.ns_points <= 72


def test_sides_are_swapped_and_contro_is_forgotten_or_invented() -> None:
    place = PLACES[0]
    assert entered_wrongly(plan(), place, entry(44), Mistake.SWAPPED) == entry(28)
    forgotten = entered_wrongly(plan(), place, entry(44, Double.CONTRO), Mistake.DOUBLE)
    assert forgotten == entry(44)
    assert entered_wrongly(plan(), place, entry(44), Mistake.DOUBLE) == entry(44, Double.CONTRO)
