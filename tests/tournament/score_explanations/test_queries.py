"""What happened to a hand and what each act did to a score, from the record of a championship."""

from __future__ import annotations

from fractions import Fraction

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.duplicate.scores import Award, Infraction
from scoring.duplicate.settings import Scale, Settings
from scoring.participation import Withdrawn
from tests.tournament.day import Day, make_day
from tests.tournament.factories import stage_of
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.standings.days import mixed_day, played_day, six_tables_day
from tournament.championships.services.settings import change_settings
from tournament.contestants.services.withdrawal import take_back_withdrawal, withdraw_contestant
from tournament.core.actor import Actor
from tournament.models import Contestant, Outcome, Ruling
from tournament.results.kinds.dealt_hand import BLANK, ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round, reopen_round
from tournament.rulings.services import cancel_hand, withdraw_ruling
from tournament.score_explanations.acts import (
    CancellationWithdrawn,
    Entered,
    HandCancelled,
    PairReturned,
    PairWithdrew,
    RoundClosed,
    RoundReopened,
    RulesChanged,
)
from tournament.score_explanations.queries.explanations import Explanation, explanation
from tournament.score_explanations.sentences import step_text
from tournament.score_explanations.timeline import Step
from tournament.standings.rankings.dealt_hands.hands import hand_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def told(day: Day, deal: int, number: int, *, complete: bool = True) -> Explanation:
    day.championship.refresh_from_db()
    day.stage.refresh_from_db()
    day.stage.championship = day.championship
    return explanation(day.stage, deal, number, complete=complete)


def change(day: Day, table: int, deal: int, points: int | None, based_on: int = 1) -> None:
    """Enter another version of a result of round 1; None takes it back."""
    enter_result(
        actor=day.acting,
        match=day.match(1, table),
        deal=deal,
        entry=BLANK if points is None else ResultInput(Outcome.PLAYED, points),
        based_on=based_on,
        reason="read from the slip",
    )


def moves(steps: tuple[Step, ...]) -> list[tuple[type, Fraction | None, Fraction | None]]:
    return [(type(step.act.what), step.before, step.after) for step in steps if step.moved]


def test_the_last_step_ends_at_the_score_that_stands() -> None:
    """Whatever happened, the record leads to what the sheet of the hand shows."""
    for day in (six_tables_day(recorded=True), mixed_day(recorded=True)):
        for deal in range(1, 5):
            for entry in hand_sheet(day.stage, deal).entries:
                for own in entry.sides:
                    found = told(day, deal, own.contestant.number)
                    assert found.breakdown.final == own.final
                    assert found.steps[-1].after == own.final
                    assert found.at_first == own.final


def a_day() -> Day:
    """Six pairs, one round closed. At table t hand 1 was won by N–S with 31 + 3t points."""
    return played_day(recorded=True)


day_once = made_once(a_day)
day = own_copy("day_once")


def pair_at(day: Day, table: int) -> int:
    """The number of the pair that sits N–S at a table of round 1."""
    return day.match(1, table).pairs.ns.number


def test_referees_see_every_entry_and_what_it_did() -> None:
    day = make_day(contestants=6)
    day.open(1)
    number = pair_at(day, 2)
    for table, points in ((1, 30), (2, 40), (3, 50)):
        day.enter(1, table, 1, points)
    steps = told(day, 1, number).steps
    assert [type(step.act.what) for step in steps] == [Entered] * 3
    assert [step.place.number for step in steps if step.place] == [1, 2, 3]
    assert [(step.before, step.after) for step in steps] == [
        (None, None),
        (None, Fraction(2)),
        (Fraction(2), Fraction(3, 2)),
    ]
    assert {step.act.actor for step in steps} == {day.acting.acted_by}
    assert told(day, 1, number, complete=False).steps == ()


def test_the_public_sees_what_came_after_the_first_closing_alone(day: Day) -> None:
    number = pair_at(day, 2)
    assert told(day, 1, number, complete=False).at_first == Fraction(3, 2)
    reopen_round(actor=day.acting, round=day.round(1), reason="a wrong figure")
    change(day, 1, 1, 30)
    close_round(actor=day.acting, round=day.round(1))
    change(day, 3, 1, 46)
    found = told(day, 1, number, complete=False)
    assert [type(step.act.what) for step in found.steps] == [
        RoundReopened,
        Entered,
        RoundClosed,
        Entered,
    ]
    assert found.at_first == Fraction(3, 2)
    assert moves(found.steps) == [
        (Entered, Fraction(3, 2), Fraction(17, 10)),
        (Entered, Fraction(17, 10), Fraction(23, 16)),
    ]
    assert found.moves == 2
    assert found.breakdown.final == Fraction(23, 16)
    first, *_between, last = (step for step in found.steps if isinstance(step.act.what, Entered))
    assert first.replaced is not None
    assert isinstance(first.act.what, Entered)
    assert (first.replaced.ns_points, first.act.what.entry.ns_points) == (34, 30)
    assert isinstance(last.act.what, Entered)
    assert (last.act.what.table, last.act.what.version) == (3, 2)
    assert len(told(day, 1, number).steps) == 3 + 1 + 4


def test_the_public_learns_neither_reasons_nor_accounts(day: Day) -> None:
    day.referee.first_name = "Roser Puig"
    day.referee.save()
    change(day, 1, 1, 30)
    (step,) = told(day, 1, pair_at(day, 2), complete=False).steps
    assert (step.act.actor.name, step.act.reason) == ("Roser Puig", "")
    *_before, step = told(day, 1, pair_at(day, 2)).steps
    assert step.act.actor.name == f"Roser Puig ({day.referee.username})"
    assert step.act.reason == "read from the slip"


def test_a_result_taken_back_and_entered_again(day: Day) -> None:
    number = pair_at(day, 1)
    reopen_round(actor=day.acting, round=day.round(1), reason="a mistake")
    change(day, 1, 1, None)
    change(day, 1, 1, 72, based_on=2)
    found = told(day, 1, number, complete=False)
    assert moves(found.steps) == [
        (Entered, Fraction(1), None),
        (Entered, None, Fraction(2)),
    ]


def test_another_hands_entries_are_no_step(day: Day) -> None:
    change(day, 1, 2, 30)
    change(day, 1, 4, 30)
    assert told(day, 1, pair_at(day, 1), complete=False).steps == ()


def test_an_entry_that_moves_nothing_is_a_step_all_the_same(day: Day) -> None:
    change(day, 2, 1, 38)
    (step,) = told(day, 1, pair_at(day, 3), complete=False).steps
    assert not step.moved
    assert step.after == Fraction(2)


def test_rulings_on_the_hand_and_on_its_result(day: Day) -> None:
    number = pair_at(day, 2)
    ruling = cancel_hand(
        actor=day.acting, championship=day.championship, deal=1, reason="wrong cards"
    )
    assert isinstance(ruling, Ruling)
    other = cancel_hand(actor=day.acting, championship=day.championship, deal=2, reason="same")
    withdraw_ruling(actor=day.acting, ruling=ruling, reason="they were right")
    withdraw_ruling(actor=day.acting, ruling=other, reason="they were right")
    enter_result(
        actor=day.acting,
        match=day.match(1, 3),
        deal=1,
        entry=ResultInput(Outcome.PLAYED, 40, award=Award.NS, note="disturbed"),
        based_on=1,
        reason="disturbed",
    )
    enter_result(
        actor=day.acting,
        match=day.match(1, 2),
        deal=1,
        entry=ResultInput(Outcome.PLAYED, infraction=Infraction.NS),
        based_on=1,
        reason="seen",
    )
    found = told(day, 1, number, complete=False)
    assert moves(found.steps) == [
        (HandCancelled, Fraction(3, 2), None),
        (CancellationWithdrawn, None, Fraction(3, 2)),
        (Entered, Fraction(3, 2), Fraction(2)),
        (Entered, Fraction(2), Fraction(0)),
    ]
    assert len(found.steps) == 4
    assert found.breakdown.final == 0


@pytest.mark.parametrize("withdrawn", Withdrawn)
def test_a_pair_that_withdraws(withdrawn: Withdrawn) -> None:
    day = make_day(contestants=6, slug="another")
    change_settings(
        actor=day.acting, stage=stage_of(day.championship), settings=Settings(withdrawn=withdrawn)
    )
    day.open(1)
    for table, points in ((1, 30), (2, 40), (3, 50)):
        for deal in (1, 2, 3, 4):
            day.enter(1, table, deal, points)
    close_round(actor=day.acting, round=day.round(1))
    leaving = day.match(1, 1).pairs.ew
    withdraw_contestant(actor=day.acting, contestant=leaving, from_round=3, reason="the last bus")
    found = told(day, 1, pair_at(day, 2), complete=False)
    if withdrawn is Withdrawn.KEEP:
        assert found.steps == ()
    else:
        assert moves(found.steps) == [(PairWithdrew, Fraction(3, 2), Fraction(1))]
        assert found.steps[0].act.what == PairWithdrew(leaving.number)
    assert found.breakdown.final == (Fraction(3, 2) if withdrawn is Withdrawn.KEEP else 1)
    assert (
        told(day, 1, leaving.number).breakdown.final == told(day, 1, leaving.number).steps[-1].after
    )


def test_a_withdrawal_taken_back_when_hands_are_annulled() -> None:
    day = make_day(contestants=6, slug="another")
    settings = Settings(withdrawn=Withdrawn.ANNUL)
    change_settings(actor=day.acting, stage=stage_of(day.championship), settings=settings)
    day.open(1)
    for table, points in ((1, 30), (2, 40), (3, 50)):
        for deal in (1, 2, 3, 4):
            day.enter(1, table, deal, points)
    close_round(actor=day.acting, round=day.round(1))
    leaving = day.match(1, 1).pairs.ew
    withdraw_contestant(actor=day.acting, contestant=leaving, from_round=3, reason="the last bus")
    take_back_withdrawal(actor=day.acting, contestant=leaving, reason="there is a later bus")
    found = told(day, 1, pair_at(day, 2), complete=False)
    assert moves(found.steps) == [
        (PairWithdrew, Fraction(3, 2), Fraction(1)),
        (PairReturned, Fraction(1), Fraction(3, 2)),
    ]
    assert found.breakdown.final == Fraction(3, 2)
    assert step_text(found.steps[1]) == (
        f"Pair {leaving.number} plays again, and its hands count again"
    )


def test_rules_that_changed_after_play_had_begun(day: Day) -> None:
    number = pair_at(day, 2)
    for settings in (
        Settings(tie_breaks=()),
        Settings(tie_breaks=(), scale=Scale.HUNDRED),
    ):
        change_settings(
            actor=day.acting,
            stage=stage_of(day.championship),
            settings=settings,
            reason="the federation",
        )
    found = told(day, 1, number, complete=False)
    assert moves(found.steps) == [(RulesChanged, Fraction(3, 2), Fraction(50))]
    assert len(found.steps) == 1  # tie-breaks score no hand
    assert found.breakdown.final == 50
    assert [step.after for step in told(day, 1, number).steps][-3:-1] == [Fraction(3, 2)] * 2


def test_nobody_by_that_number(day: Day) -> None:
    with pytest.raises(Contestant.DoesNotExist):
        told(day, 1, 99)


def test_its_queries_do_not_grow(
    day: Day, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for points in (30, 31):
        with django_assert_num_queries(9):
            explanation(day.stage, 1, 1, complete=True)
        change(day, 1, 1, points, based_on=points - 29)
        ruling = cancel_hand(
            actor=Actor.of_user(day.organiser),
            championship=day.championship,
            deal=1,
            reason="wrong cards",
        )
        withdraw_ruling(actor=day.acting, ruling=ruling, reason="they were right")
    open_round(actor=day.acting, round=day.round(2))
    with django_assert_num_queries(9):
        explanation(day.stage, 1, 1, complete=False)
