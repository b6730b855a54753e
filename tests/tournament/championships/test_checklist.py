"""The list of steps: what is done, what is next."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournament.factories import add_contestants, make_championship, make_scheduled, stage_of
from tournament.championships.checklist import State, checklist
from tournament.championships.queries import Progress, progress
from tournament.models import ConfirmationRule

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
NOTHING = Progress(
    least_contestants=3,
    contestants=0,
    tables=0,
    matches=0,
    published_at=None,
    hands_made=False,
    salt="",
    salt_fixed_at=None,
    planned_rounds=(),
    open_rounds=(),
    closed_rounds=(),
    unpaired_rounds=(),
    corrections_until=None,
    ended_at=None,
    confirmation=ConfirmationRule.OTHER_SIDE,
    round_minutes=None,
    correction_minutes=30,
    namesakes=(),
    conflicts=(),
)
WITH_PAIRS = replace(NOTHING, contestants=4, tables=2)
MADE = replace(WITH_PAIRS, matches=6, planned_rounds=(1, 2, 3))
PUBLISHED = replace(MADE, published_at=NOW)
WITH_HANDS = replace(PUBLISHED, hands_made=True)
PLAYING = replace(
    WITH_HANDS, salt_fixed_at=NOW, planned_rounds=(3,), open_rounds=(2,), closed_rounds=(1,)
)
PLAYED = replace(PLAYING, planned_rounds=(), open_rounds=(), closed_rounds=(1, 2, 3))
ENDED = replace(PLAYED, ended_at=NOW)


def next_of(now: Progress) -> str | None:
    found = [step.key for step in checklist(now) if step.state is State.NEXT]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize(
    ("now", "key"),
    [
        (NOTHING, "pairs"),
        (replace(NOTHING, contestants=2), "pairs"),
        (WITH_PAIRS, "schedule"),
        (MADE, "published"),
        (PUBLISHED, "hands"),
        (WITH_HANDS, "rounds"),
        (PLAYING, "rounds"),
        (PLAYED, "end"),
        (ENDED, None),
    ],
)
def test_one_step_is_next(now: Progress, key: str | None) -> None:
    assert next_of(now) == key


def test_what_may_be_skipped_is_never_in_the_way() -> None:
    states = [
        {step.key: step.state for step in checklist(now)}["salt"]
        for now in (NOTHING, PUBLISHED, WITH_HANDS)
    ]
    assert states == [State.LATER, State.LATER, State.OPTIONAL]
    by_key = {step.key: step for step in checklist(PLAYING)}
    assert by_key["salt"].state is State.DONE
    assert "There is none" in by_key["salt"].detail


def test_the_end_finishes_everything() -> None:
    half_played = replace(PLAYING, open_rounds=(), ended_at=NOW)
    assert {step.state for step in checklist(half_played)} == {State.DONE}


def test_the_rounds_step_says_what_to_do() -> None:
    by_key = {step.key: step for step in checklist(PLAYING)}
    assert by_key["rounds"].detail == "1 of 3 rounds are closed. Round 2 is open."
    assert (by_key["rounds"].action, by_key["rounds"].view) == ("To the desk", "desk:desk")
    by_key = {step.key: step for step in checklist(WITH_HANDS)}
    assert by_key["rounds"].action == "Open round 1"
    by_key = {step.key: step for step in checklist(replace(WITH_HANDS, unpaired_rounds=(1, 2)))}
    assert by_key["rounds"].action == "Draw the opponents"


@pytest.mark.django_db
def test_progress_costs_the_same_whatever_the_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    championship = make_championship()
    add_contestants(championship, 1)
    stage = stage_of(championship)
    with django_assert_num_queries(7):
        assert progress(stage).contestants == 1
    stage = stage_of(make_scheduled(6))
    with django_assert_num_queries(7):
        now = progress(stage)
    assert (now.contestants, now.tables, now.matches, now.planned_rounds) == (
        6,
        3,
        15,
        (1, 2, 3, 4, 5),
    )
    assert next_of(now) == "hands"


def test_the_course_of_the_day_can_be_set_until_play_and_is_told() -> None:
    step = {step.key: step for step in checklist(NOTHING)}["day"]
    assert step.state is State.OPTIONAL
    assert "no countdown" in step.detail
    step = {step.key: step for step in checklist(replace(PLAYING, round_minutes=25))}["day"]
    assert step.state is State.DONE
    assert "lasts 25 minutes" in step.detail
