"""Noting who is here and who has paid: once, by whom it may be, and taken back."""

from __future__ import annotations

import pytest

from scoring.game.seats import Side
from tests.tournament.day import make_day
from tests.tournament.factories import actor_of, add_contestants, last_actions, make_championship
from tests.tournament.verified import faults
from tournament.check_in.queries import absent_from, check_in
from tournament.check_in.services import note_payment, note_presence
from tournament.contestants.services.number_draw import draw_numbers
from tournament.contestants.services.register import remove_contestant
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.models import Championship, Contestant

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    championship = make_championship()
    add_contestants(championship, 3)
    return championship


def pair(championship: Championship, number: int) -> Contestant:
    return championship.contestants.get(number=number)


def test_each_is_noted_and_taken_back_and_recorded_once(championship: Championship) -> None:
    actor = actor_of(championship)
    first = pair(championship, 1)
    for _twice in range(2):
        note_presence(actor=actor, contestant=first, here=True)
        note_payment(actor=actor, contestant=first, paid=True)
    assert last_actions(championship, 3) == ["contestant-added", "presence-noted", "payment-noted"]
    assert (pair(championship, 1).here, pair(championship, 1).paid) == (True, True)
    note_presence(actor=actor, contestant=first, here=False)
    note_payment(actor=actor, contestant=first, paid=False)
    assert (pair(championship, 1).here, pair(championship, 1).paid) == (False, False)
    assert championship.events.order_by("-sequence")[0].after == {"paid": False}
    assert faults(championship) == []


def test_it_is_counted(championship: Championship) -> None:
    actor = actor_of(championship)
    assert not check_in(championship).is_used
    note_presence(actor=actor, contestant=pair(championship, 2), here=True)
    note_payment(actor=actor, contestant=pair(championship, 3), paid=True)
    now = check_in(championship)
    assert (now.here, now.expected, now.paid, now.is_used) == (1, 3, 1, True)
    assert [line.contestant.number for line in now.absent] == [1, 3]


def test_a_pair_says_of_itself_that_it_is_here_and_nothing_else(championship: Championship) -> None:
    one, two = pair(championship, 1), pair(championship, 2)
    note_presence(actor=Actor.of_pair(1), contestant=one, here=True)
    assert pair(championship, 1).here
    with pytest.raises(UserError):
        note_presence(actor=Actor.of_pair(1), contestant=two, here=True)
    with pytest.raises(UserError):
        note_presence(actor=Actor.of_pair(1), contestant=one, here=False)
    with pytest.raises(UserError):
        note_presence(actor=Actor.of_table(1, Side.NS, 2), contestant=two, here=True)
    with pytest.raises(UserError):
        note_payment(actor=Actor.of_pair(1), contestant=one, paid=True)
    assert [line.contestant.number for line in check_in(championship).absent] == [2, 3]


def test_it_goes_with_the_pair_when_numbers_are_drawn(championship: Championship) -> None:
    actor = actor_of(championship)
    here = pair(championship, 1)
    note_presence(actor=actor, contestant=here, here=True)
    draw_numbers(actor=actor, championship=championship, seed="12345")
    assert championship.contestants.get(here=True).pk == here.pk
    assert faults(championship) == []


def test_neither_of_a_pair_that_is_gone_nor_after_the_end(championship: Championship) -> None:
    actor = actor_of(championship)
    gone = pair(championship, 3)
    remove_contestant(actor=actor, contestant=gone)
    with pytest.raises(UserError):
        note_presence(actor=actor, contestant=gone, here=True)
    Championship.objects.update(ended_at=championship.created_at)
    with pytest.raises(NotNow):
        note_payment(actor=actor, contestant=pair(championship, 1), paid=True)


def test_a_change_behind_the_record_is_noticed(championship: Championship) -> None:
    championship.contestants.filter(number=2).update(here=True)
    championship.contestants.filter(number=3).update(paid=True)
    assert len(faults(championship)) == 2


class TestAbsent:
    def test_nobody_is_missed_where_nobody_is_checked_in(self) -> None:
        day = make_day()
        round = day.round(1)
        assert absent_from(round) == ()
        note_presence(actor=day.acting, contestant=day.contestants[0], here=True)
        absent = [one.number for one in absent_from(round)]
        assert absent == [one.number for one in day.contestants[1:]]
