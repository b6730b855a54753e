"""Reading the schedule: the grid, the balance, conflicts."""

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.game.seats import Side
from scoring.schedule.round_robin import round_robin
from tests.tournament.factories import actor_of, make_scheduled, stage_of
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.models import Match, Table
from tournament.schedule.plan import read_plan
from tournament.schedule.queries import (
    Away,
    Cell,
    fixed_conflicts,
    schedule_balance,
    schedule_grid,
    whole_schedule,
)

pytestmark = pytest.mark.django_db


def test_it_costs_the_same_whatever_its_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for contestants in (3, 8):
        stage = stage_of(make_scheduled(contestants))
        with django_assert_num_queries(5):
            assert len(list(schedule_grid(stage).rows)) == contestants
        with django_assert_num_queries(5):
            assert len(list(whole_schedule(stage).rows)) == contestants
        with django_assert_num_queries(4):
            schedule_balance(stage)
        with django_assert_num_queries(1):
            fixed_conflicts(stage)


def test_every_match_stands_in_two_rows() -> None:
    stage = stage_of(make_scheduled(5))
    Table.objects.filter(number=2).update(name="Finestra")
    grid = schedule_grid(stage)
    contestants = {contestant.id: contestant for contestant in grid.contestants}
    rounds = {one.number: one for one in grid.rounds}
    for match in Match.objects.filter(round__stage=stage).select_related("round", "table"):
        number = match.round.number
        for own, other, side in (
            (match.pairs.ns, match.pairs.ew, Side.NS),
            (match.pairs.ew, match.pairs.ns, Side.EW),
        ):
            cell = grid.cell(contestants[own.pk], rounds[number])
            assert cell == Cell(
                contestants[other.pk], side, match.table.shown_name, match.table.number
            )
    assert [row.cells.count(Away.RESTS) for row in grid.rows] == [1] * 5
    assert "2 · Finestra" in {cell.table for cell in grid.cells.values()}


def test_the_whole_schedule_has_the_rounds_of_all_slices() -> None:
    stage = stage_of(make_scheduled(24))
    assert schedule_grid(stage).slices == ((1, 11), (12, 23))
    whole = whole_schedule(stage)
    assert [one.number for one in whole.rounds] == list(range(1, 24))
    sliced = [schedule_grid(stage, around=number) for number in (1, 12)]
    for row, first, second in zip(whole.rows, sliced[0].rows, sliced[1].rows):
        assert (row.contestant, row.cells) == (first.contestant, first.cells + second.cells)


def test_the_directions_are_counted_as_planned() -> None:
    stage = stage_of(make_scheduled(6))
    planned = round_robin(6)
    assert [row.ns_count for row in schedule_grid(stage).rows] == list(planned.ns_counts.values())
    balance = schedule_balance(stage)
    assert balance.balance == planned.balance
    assert (balance.least_ns, balance.most_ns) == (
        min(planned.ns_counts.values()),
        max(planned.ns_counts.values()),
    )


def test_perfect_balance_is_a_hundred_percent() -> None:
    assert schedule_balance(stage_of(make_scheduled(8))).percent_at_zero == 100
    imperfect = schedule_balance(stage_of(make_scheduled(6)))
    possible = imperfect.balance.possible_zero_pairs
    assert imperfect.percent_at_zero == 100 * imperfect.balance.zero_pairs // possible


def test_the_plan_read_back_is_the_plan_that_was_made() -> None:
    for contestants in (6, 7):
        plan = read_plan(stage_of(make_scheduled(contestants)))
        assert plan.schedule == round_robin(contestants)
        plan.schedule.validate()


def test_who_came_late_or_left_does_not_rest() -> None:
    championship = make_scheduled(5)
    stage = stage_of(championship)
    stage.rounds.filter(number=1).update(status="open")
    actor = actor_of(championship)
    join_late(actor=actor, championship=championship, players=["A", "B"])
    left = championship.contestants.get(number=2)
    withdraw_contestant(actor=actor, contestant=left, from_round=4, reason="ill")
    rows = {row.contestant.number: row.cells for row in schedule_grid(stage).rows}
    assert rows[6][0] is Away.NOT_YET
    assert rows[2][3:] == (Away.LEFT, Away.LEFT)
    opponents = Match.objects.filter(cancelled=True)
    assert opponents.count() == 2
    for match in opponents:
        other = match.pairs.ew if match.pair_ids.ns == left.pk else match.pairs.ns
        assert rows[other.number][match.round.number - 1] is Away.RESTS
