"""Who holds what of a table: a pair its side, a player alone a seat, and what can't be."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from scoring.game.seats import Party, Seat, Side
from tests.tournament.day import Day, make_day
from tournament.models import Match, MatchSeat, Round, Table

pytestmark = pytest.mark.django_db

Held = list[tuple[Party, int]]


@pytest.fixture
def day() -> Day:
    """Eight contestants, and a fourth round in which nobody plays yet."""
    day = make_day(contestants=8)
    Round.objects.create(stage=day.stage, number=99)
    return day


def seat(day: Day, table: int, held: Held, *, cancelled: bool = False) -> Match:
    """A new match in the last round."""
    match = Match(round=day.round(99), table=Table.objects.get(number=table), cancelled=cancelled)
    with transaction.atomic():
        (stored,) = Match.objects.create_seated([(match, held)])
    return stored


def players(day: Day, *numbers: int) -> Held:
    """Single players at N, W, S and E."""
    return list(zip(Seat, (day.contestants[number - 1].pk for number in numbers)))


def pairs(day: Day, ns: int, ew: int) -> Held:
    return list(zip(Side, (day.contestants[ns - 1].pk, day.contestants[ew - 1].pk)))


class TestTwoPairs:
    def test_each_is_asked_for_by_its_side(self, day: Day) -> None:
        match = seat(day, 1, pairs(day, 3, 5))
        assert match.pairs[Side.NS].number == 3
        assert match.pairs[Side.EW].number == 5
        assert list(match.pair_ids) == [day.contestants[2].pk, day.contestants[4].pk]

    def test_read_with_the_matches_they_cost_one_query(
        self, day: Day, django_assert_num_queries: object
    ) -> None:
        with django_assert_num_queries(2):  # type: ignore[operator]
            numbers = [pair.number for match in Match.objects.with_pairs() for pair in match.pairs]
        assert set(numbers) == set(range(1, 9))

    def test_a_pair_does_not_meet_itself(self, day: Day) -> None:
        with pytest.raises(IntegrityError):
            seat(day, 1, pairs(day, 3, 3))

    def test_a_pair_does_not_play_at_two_tables_of_a_round(self, day: Day) -> None:
        seat(day, 1, pairs(day, 1, 2))
        with pytest.raises(IntegrityError):
            seat(day, 2, pairs(day, 3, 1))

    def test_it_may_where_its_match_is_cancelled(self, day: Day) -> None:
        seat(day, 1, pairs(day, 1, 2))
        seat(day, 1, pairs(day, 1, 4), cancelled=True)
        Match.objects.filter(round__number=99, cancelled=False).cancel()
        assert seat(day, 1, pairs(day, 3, 1)).pairs.ew == day.contestants[0]
        assert Match.objects.filter(round__number=99, cancelled=True).count() == 2


class TestSinglePlayers:
    def test_four_at_a_table(self, day: Day) -> None:
        match = seat(day, 1, players(day, 8, 2, 6, 4))
        held = {one.held: one.contestant.number for one in match.seats.all()}
        assert held == {"N": 8, "W": 2, "S": 6, "E": 4}

    def test_two_and_three_of_them(self, day: Day) -> None:
        assert seat(day, 1, players(day, 1, 2)).seats.count() == 2
        assert seat(day, 2, players(day, 3, 4, 5)).seats.count() == 3

    def test_partners_change_from_round_to_round(self, day: Day) -> None:
        Round.objects.create(stage=day.stage, number=100)
        first = seat(day, 1, players(day, 1, 2, 3, 4))
        again = Match(round=day.round(100), table=first.table)
        Match.objects.create_seated([(again, players(day, 1, 3, 2, 4))])
        assert again.seats.get(held="S").contestant == day.contestants[1]

    def test_a_seat_is_held_once(self, day: Day) -> None:
        with pytest.raises(IntegrityError):
            seat(day, 1, [*players(day, 1, 2, 3, 4), (Seat.N, day.contestants[4].pk)])

    @pytest.mark.parametrize("held", Seat)
    def test_who_holds_a_side_holds_both_its_seats(self, day: Day, held: Seat) -> None:
        with pytest.raises(IntegrityError):
            seat(day, 1, [*pairs(day, 1, 2), (held, day.contestants[4].pk)])

    def test_a_player_sits_once_at_a_table(self, day: Day) -> None:
        with pytest.raises(IntegrityError):
            seat(day, 1, players(day, 1, 2, 3, 1))

    def test_a_player_sits_at_one_table_of_a_round(self, day: Day) -> None:
        seat(day, 1, players(day, 1, 2, 3, 4))
        with pytest.raises(IntegrityError):
            seat(day, 2, players(day, 5, 6, 7, 4))

    def test_nothing_else_is_held(self, day: Day) -> None:
        match = seat(day, 1, players(day, 1, 2))
        with pytest.raises(IntegrityError), transaction.atomic():
            MatchSeat.objects.create(
                match=match, held="X", contestant=day.contestants[7], round=match.round
            )
