"""Late contestants where nobody rests: one match of each round gives way."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.game.seats import Side
from scoring.schedule.making_room import make_room
from scoring.schedule.plan import RoundPlan
from scoring.schedule.round_robin import round_robin

SIZES = [4, 6, 8, 14, 20]


@pytest.mark.parametrize("contestants", SIZES)
@pytest.mark.parametrize("late", [1, 2])
@pytest.mark.parametrize("start", [1, 2, 3])
def test_each_round_gives_one_match_and_nobody_gives_twice(
    contestants: int, late: int, start: int
) -> None:
    rounds = round_robin(contestants).rounds[start - 1 :]
    rooms = make_room(rounds, late=late)
    assert [one.round for one in rooms] == [one.number for one in rounds]
    for plan, room in zip(rounds, rooms, strict=True):
        (pairing,) = [one for one in plan.pairings if room.leaves in one]
        assert pairing[room.side] == room.leaves
        assert pairing[room.side.opponents] == room.stays
    assert max(Counter(one.stays for one in rooms).values()) == 1
    assert max(Counter(one.leaves for one in rooms).values()) == 1
    as_ns = sum(one.side is Side.NS for one in rooms)
    assert abs(2 * as_ns - len(rooms)) <= 1


def test_who_rested_before_stays_where_it_can() -> None:
    rounds = round_robin(8).rounds[2:6]
    rested = (1, 2, 3, 4)
    assert not {one.leaves for one in make_room(rounds, late=1, rested=rested)} & set(rested)


def test_the_same_rounds_give_the_same() -> None:
    rounds = round_robin(14).rounds[3:]
    assert make_room(rounds, late=2) == make_room(rounds, late=2)


def test_a_large_field_in_time() -> None:
    rooms = make_room(round_robin(100).rounds[1:], late=1)
    assert len(rooms) == 98
    assert max(Counter(one.stays for one in rooms).values()) == 1


def test_a_round_without_a_match_gives_none() -> None:
    assert make_room([RoundPlan(3, ())], late=1) == ()
    assert make_room([], late=2) == ()


@pytest.mark.parametrize("late", [0, 3])
def test_one_or_two(late: int) -> None:
    with pytest.raises(ValueError, match="one or two"):
        make_room([], late=late)
