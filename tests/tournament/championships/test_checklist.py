"""The list of steps: what is done, what is next."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournament.day import make_day
from tests.tournament.factories import add_contestants, make_championship, make_scheduled, stage_of
from tournament.championships.checklist import checklist
from tournament.championships.checklist.hall import CARDS_WITH_LINKS, RESULT_SLIPS
from tournament.championships.checklist.step import State, Step
from tournament.championships.queries import Progress, progress
from tournament.deals.services.accesses import record_hand_printing
from tournament.exports.papers import PAPERS
from tournament.jobs.services import request_job
from tournament.models import ConfirmationRule, Job
from tournament.rounds.services.lifecycle import close_round

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
NOTHING = Progress(
    least_contestants=3,
    contestants=0,
    expected=0,
    here=0,
    tables=0,
    matches=0,
    unscheduled=(),
    published_at=None,
    of_players=False,
    deals=True,
    hands_made=False,
    rounds_without_hands=(),
    salt="",
    salt_fixed_at=None,
    group_size=None,
    several_groups=False,
    to_follow="",
    planned_rounds=(),
    open_rounds=(),
    handed_in_rounds=(),
    centre_is_elsewhere=False,
    closed_rounds=(),
    unpaired_rounds=(),
    pairs_by_score=False,
    pairs_by_hand=False,
    corrections_until=None,
    ended_at=None,
    confirmation=ConfirmationRule.OTHER_SIDE,
    round_minutes=None,
    correction_minutes=30,
    printed_rounds=(),
    seen_rounds=(),
    public_rounds=(),
    referees=0,
    papers_made=frozenset(),
    phones_used=False,
    namesakes=(),
    conflicts=(),
)
WITH_PAIRS = replace(NOTHING, contestants=4, expected=4, tables=2)
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
    assert by_key["salt"].state is State.SKIPPED
    assert "There is none" in by_key["salt"].detail


def test_the_end_finishes_everything() -> None:
    half_played = replace(PLAYING, open_rounds=(), ended_at=NOW)
    states = {step.key: step.state for step in checklist(half_played)}
    skipped = {"salt", "referees", "packs", "slips", "links", "check-in"}
    assert {key for key, state in states.items() if state is State.SKIPPED} == skipped
    assert {state for key, state in states.items() if key not in skipped} == {State.DONE}


def test_what_was_left_out_before_play_is_not_called_done() -> None:
    for key in ("referees", "slips", "links", "check-in"):
        assert step_of(PLAYING, key).state is State.SKIPPED, key
    played = replace(
        PLAYING, here=3, referees=1, papers_made=frozenset({"table-slips", "pair-cards"})
    )
    for key in ("referees", "slips", "links", "check-in"):
        assert step_of(played, key).state is State.DONE, key
    assert step_of(replace(PLAYING, phones_used=True), "links").state is State.DONE


def test_the_rounds_step_says_what_to_do() -> None:
    by_key = {step.key: step for step in checklist(PLAYING)}
    assert by_key["rounds"].detail == "Rounds closed: 1 of 3. Round 2 is open."
    assert (by_key["rounds"].action, by_key["rounds"].view) == ("To the desk", "desk:desk")
    by_key = {step.key: step for step in checklist(WITH_HANDS)}
    assert by_key["rounds"].action == "Open round 1"
    by_key = {step.key: step for step in checklist(replace(WITH_HANDS, unpaired_rounds=(1, 2)))}
    assert by_key["rounds"].action == "Draw the opponents"
    by_hand = replace(WITH_HANDS, unpaired_rounds=(1, 2), pairs_by_hand=True)
    assert step_of(by_hand, "rounds").action == "Enter the opponents"
    swiss = replace(WITH_HANDS, unpaired_rounds=(1, 2), pairs_by_score=True)
    assert step_of(swiss, "rounds").action == "Pair the round"


@pytest.mark.django_db
def test_progress_costs_the_same_whatever_the_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    championship = make_championship()
    add_contestants(championship, 1)
    stage = stage_of(championship)
    with django_assert_num_queries(13):
        assert progress(stage).contestants == 1
    stage = stage_of(make_scheduled(6))
    with django_assert_num_queries(13):
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


def step_of(now: Progress, key: str) -> Step:
    return {step.key: step for step in checklist(now)}[key]


@pytest.mark.parametrize(
    ("told", "detail"),
    [
        ({}, "The hands are made and sealed."),
        (
            {"printed_rounds": (1, 2)},
            "The hands are made. Printed: rounds 1, 2. Sealed: round 3.",
        ),
        (
            {"seen_rounds": (3,)},
            "The hands are made. Opened early: round 3. Sealed: rounds 1, 2.",
        ),
        (
            {"planned_rounds": (3,), "open_rounds": (2,), "closed_rounds": (1,)}
            | {"public_rounds": (1,), "printed_rounds": (1,)},
            "The hands are made. Public: round 1. Being played: round 2. Sealed: round 3.",
        ),
        (
            {"planned_rounds": (), "closed_rounds": (1, 2, 3), "public_rounds": (1, 2, 3)},
            "The hands are made. Public: rounds 1, 2, 3.",
        ),
    ],
)
def test_no_hands_are_called_sealed_that_somebody_knows(told: dict[str, Any], detail: str) -> None:
    assert step_of(replace(WITH_HANDS, **told), "hands").detail == detail


def test_packs_are_printed_when_there_are_hands() -> None:
    assert step_of(PUBLISHED, "packs").state is State.LATER
    assert step_of(WITH_HANDS, "packs").state is State.OPTIONAL
    some = step_of(replace(WITH_HANDS, printed_rounds=(1, 2)), "packs")
    assert some.state is State.OPTIONAL
    assert some.detail == "Printed: rounds 1, 2. Still to print: round 3."
    assert step_of(replace(WITH_HANDS, printed_rounds=(1, 2, 3)), "packs").state is State.DONE
    printed = replace(PLAYED, printed_rounds=(1, 2, 3))
    assert step_of(printed, "packs").state is State.DONE
    assert step_of(PLAYED, "packs").state is State.SKIPPED


@pytest.mark.parametrize(
    ("key", "papers"),
    [("slips", "table-slips"), ("links", "table-cards"), ("links", "pair-cards")],
)
def test_what_was_printed_is_known_by_its_file(key: str, papers: str) -> None:
    assert step_of(WITH_PAIRS, key).state is State.LATER
    assert step_of(WITH_HANDS, key).state is State.OPTIONAL
    made = step_of(replace(WITH_HANDS, papers_made=frozenset({papers})), key)
    assert made.state is State.DONE
    assert "A file with the" in made.detail


def test_the_names_of_papers_are_those_of_papers() -> None:
    assert {RESULT_SLIPS, *CARDS_WITH_LINKS} <= PAPERS.keys()


def test_referees_are_counted() -> None:
    assert step_of(NOTHING, "referees").state is State.OPTIONAL
    step = step_of(replace(NOTHING, referees=2), "referees")
    assert (step.state, step.detail) == (State.DONE, "2 referees have accounts.")


@pytest.mark.django_db
def test_what_happened_is_found_in_what_is_stored() -> None:
    day = make_day()
    found = progress(day.stage)
    assert (found.printed_rounds, found.seen_rounds, found.public_rounds) == ((), (), ())
    assert (found.referees, found.phones_used, found.papers_made) == (1, False, frozenset())
    record_hand_printing(
        actor=day.acting_organiser,
        championship=day.championship,
        rounds=[2, 3, 2],
        reason="to make up the packs",
    )
    job = request_job(
        actor=day.acting_organiser,
        owner=day.championship,
        kind=Job.Kind.PAPERS,
        arguments={"papers": ["table-slips", "pair-cards"]},
        language="ca",
    )
    assert progress(day.stage).papers_made == frozenset()
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE)
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    found = progress(day.stage)
    assert (found.printed_rounds, found.public_rounds) == ((2, 3), (1,))
    assert found.papers_made == {"table-slips", "pair-cards"}


def test_planned_groups_and_a_planned_stage_are_not_passed_over() -> None:
    planned = replace(
        WITH_PAIRS, contestants=9, deals=False, group_size=4, several_groups=True, to_follow="Final"
    )
    assert next_of(planned) == "groups"
    # Too few for two groups: they play together, and nobody has to divide them.
    few = replace(planned, several_groups=False)
    assert next_of(few) == "schedule"
    assert step_of(few, "groups").state is State.OPTIONAL
    played = replace(PLAYED, deals=False, to_follow="Final")
    assert next_of(played) == "following"
    assert step_of(played, "end").state is State.LATER
    ended = replace(played, ended_at=NOW)
    assert next_of(ended) is None
    assert step_of(ended, "following").state is State.SKIPPED


def test_a_venue_that_has_handed_in_is_not_sent_to_the_desk() -> None:
    half = replace(PLAYING, open_rounds=(2,), handed_in_rounds=(2,))
    assert (
        step_of(half, "rounds").detail
        == "Rounds closed: 1 of 3. Round 2 is handed in, and sealed until it is released."
    )
    assert step_of(half, "rounds").action == "Open round 3"
    handed_in = replace(half, planned_rounds=(), open_rounds=(2, 3), handed_in_rounds=(2, 3))
    assert next_of(handed_in) == "rounds"
    assert step_of(handed_in, "rounds").action == "On to the rounds"
    offline = step_of(replace(handed_in, centre_is_elsewhere=True), "rounds")
    assert (offline.action, offline.view) == ("Results for the centre", "envelopes:for_the_centre")
    one_open = replace(handed_in, handed_in_rounds=(2,))
    assert step_of(one_open, "rounds").action == "To the desk"
    assert "Round 3 is open. Round 2 is handed in" in step_of(one_open, "rounds").detail
