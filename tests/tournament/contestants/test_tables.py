"""Tables: their names, and the pairs that stay at one."""

import pytest

from tests.tournament.factories import (
    actor_of,
    add_contestants,
    last_actions,
    make_championship,
    make_scheduled,
    stage_of,
)
from tournament.contestants.services.register import remove_contestant
from tournament.contestants.services.tables import set_tables
from tournament.core.errors import UserError
from tournament.models import Action, Championship, Match, RoundStatus
from tournament.schedule.queries import fixed_conflicts
from tournament.schedule.services.schedule import make_schedule

pytestmark = pytest.mark.django_db


def fix(championship: Championship, **fixed: int | None) -> None:
    """Give pairs fixed tables: after `fix(championship, p5=2)` pair 5 stays at table 2."""
    contestants = {
        f"p{contestant.number}": contestant.pk for contestant in championship.contestants.all()
    }
    set_tables(
        actor=actor_of(championship),
        championship=championship,
        names={},
        fixed={contestants[name]: table for name, table in fixed.items()},
    )


def tables_of(championship: Championship, number: int) -> dict[int, int]:
    """By round, the table of a pair."""
    return {
        match.round.number: match.table.number
        for match in Match.objects.filter(round__stage__championship=championship, cancelled=False)
        if number in (match.pairs.ns.number, match.pairs.ew.number)
    }


def test_names_are_kept_clean_and_can_be_taken_away() -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    actor = actor_of(championship)
    for _click in range(2):
        set_tables(
            actor=actor, championship=championship, names={1: " Finestra  <3 ", 2: ""}, fixed={}
        )
    assert [table.shown_name for table in championship.tables.all()] == ["1 · Finestra <3", "2"]
    assert last_actions(championship, 2) == [Action.CONTESTANT_ADDED, Action.TABLES_CHANGED]
    set_tables(actor=actor, championship=championship, names={1: ""}, fixed={})
    assert [table.shown_name for table in championship.tables.all()] == ["1", "2"]


@pytest.mark.parametrize(("names", "field"), [({9: "x"}, "name_9"), ({1: "x" * 41}, "name_1")])
def test_wrong_names_are_refused(names: dict[int, str], field: str) -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    with pytest.raises(UserError) as caught:
        set_tables(actor=actor_of(championship), championship=championship, names=names, fixed={})
    assert caught.value.field == field


def test_two_pairs_can_not_stay_at_one_table() -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    fix(championship, p1=2)
    with pytest.raises(UserError, match="Pairs 1 and 3"):
        fix(championship, p3=2)
    fix(championship, p1=None, p3=2)
    with pytest.raises(UserError, match="no table 7"):
        fix(championship, p1=7)
    assert championship.contestants.get(fixed_table__number=2).number == 3


def test_two_pairs_can_change_places_at_once() -> None:
    championship = make_championship()
    add_contestants(championship, 4)
    fix(championship, p1=1, p2=2)
    fix(championship, p1=2, p2=1)
    assert championship.contestants.get(number=1).fixed_table == championship.tables.get(number=2)


def test_a_table_with_a_name_or_a_pair_outlives_the_pairs() -> None:
    championship = make_championship()
    contestants = add_contestants(championship, 6)
    fix(championship, p1=3)
    remove_contestant(actor=actor_of(championship), contestant=contestants[5])
    remove_contestant(actor=actor_of(championship), contestant=contestants[4])
    assert list(championship.tables.values_list("number", flat=True)) == [1, 2, 3]
    fix(championship, p1=None)
    remove_contestant(actor=actor_of(championship), contestant=contestants[3])
    assert list(championship.tables.values_list("number", flat=True)) == [1]


def test_the_tables_before_one_that_is_kept_are_kept_too_so_that_a_schedule_can_be_made() -> None:
    championship = make_championship()
    contestants = add_contestants(championship, 8)
    fix(championship, p1=4)
    for contestant in contestants[4:]:
        remove_contestant(actor=actor_of(championship), contestant=contestant)
    assert list(championship.tables.values_list("number", flat=True)) == [1, 2, 3, 4]
    make_schedule(actor=actor_of(championship), stage=stage_of(championship))
    assert set(tables_of(championship, 1).values()) == {4}


def test_a_change_on_the_day_moves_only_rounds_that_are_not_open() -> None:
    championship = make_scheduled(8)
    stage_of(championship).rounds.filter(number=1).update(status=RoundStatus.OPEN)
    before = tables_of(championship, 8)
    wanted = next(table for table in (1, 2, 3, 4) if table != before[1])
    fix(championship, p8=wanted)
    after = tables_of(championship, 8)
    assert after.pop(1) == before[1]
    assert set(after.values()) == {wanted}
    for number in range(2, 8):
        used = Match.objects.filter(
            round__stage__championship=championship, round__number=number
        ).values_list("table__number", flat=True)
        assert sorted(used) == [1, 2, 3, 4]


def test_where_two_such_pairs_meet_one_of_them_moves_and_it_is_said() -> None:
    championship = make_scheduled(6)
    fix(championship, p1=1, p2=3)
    (conflict,) = fixed_conflicts(stage_of(championship))
    assert (conflict.stays, conflict.moves, conflict.table) == (1, 2, "1")
    others = tables_of(championship, 2)
    assert others.pop(conflict.round) == 1
    assert set(others.values()) == {3}
