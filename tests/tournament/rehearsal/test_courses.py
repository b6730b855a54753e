"""What goes wrong with entries, how often, and what is entered then."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from scoring.announcements import Announcement, Denomination, Double
from tests.tournament.rehearsal.rehearsed import plan
from tournament.models import Outcome
from tournament.rehearsal.courses import Course, Mistake, Notice, course_of, entered_wrongly
from tournament.rehearsal.playing import Sitting
from tournament.results.entry import ResultInput

PLACES = [Sitting(deal, ns, ew) for deal in range(1, 21) for ns in range(1, 11) for ew in (11, 12)]


def courses(share: Fraction, *, minutes: int | None = None) -> list[Course]:
    made = plan(mistakes=share, minutes=minutes)
    return [course_of(made, one, is_last=one.deal % 4 == 0) for one in PLACES]


def test_without_mistakes_nothing_goes_wrong() -> None:
    found = courses(Fraction(0))
    assert {course.mistake for course in found} == {Mistake.NONE}
    assert {course.by for course in found} > {None}  # some tables have no phone
    assert not any(course.out_of_time for course in found)


def test_with_all_mistakes_everything_does_in_every_way() -> None:
    found = courses(Fraction(1))
    assert {course.mistake for course in found} == set(Mistake) - {Mistake.NONE}
    assert {course.notice for course in found} == set(Notice)
    assert any(course.notice is Notice.NOBODY for course in found)


def test_the_share_is_about_what_was_asked_for() -> None:
    wrong = Counter(bool(course.mistake) for course in courses(Fraction(1, 4)))
    assert 60 < wrong[True] < 140  # of 400


def test_time_runs_out_only_where_rounds_have_a_length_and_at_their_end() -> None:
    made = courses(Fraction(0), minutes=40)
    late = [place for place, course in zip(PLACES, made, strict=True) if course.out_of_time]
    assert late
    assert all(place.deal % 4 == 0 for place in late)


def test_nobody_objects_at_a_table_without_a_phone() -> None:
    for course in courses(Fraction(1)):
        if course.by is None and course.mistake is not Mistake.RULE_BREAK:
            assert course.mistake not in (Mistake.DISPUTE, Mistake.LATE)
            assert course.notice is not Notice.AT_THE_TABLE


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
