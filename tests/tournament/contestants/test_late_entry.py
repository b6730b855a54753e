"""A pair that comes late: into a rest, or by making room."""

import pytest

from tests.tournament.contestants.attendance import (
    come_back,
    contestant,
    enter,
    faults,
    join,
    opponents,
    set_status,
    withdraw,
)
from tests.tournament.factories import actor_of, last_actions, make_championship, make_scheduled
from tournament.contestants.queries.late_entry import late_plan
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.late_entry import join_with_room
from tournament.contestants.services.register import DoubtfulNames
from tournament.contestants.services.tables import set_tables
from tournament.core.errors import Conflict, NotNow
from tournament.models import Action, Championship, Contestant, Match, Outcome, RoundStatus

pytestmark = pytest.mark.django_db


class TestLate:
    def test_it_plays_whoever_would_rest_from_the_next_round_on(self) -> None:
        championship = make_scheduled(5)
        set_status(championship, RoundStatus.CLOSED, 1)
        set_status(championship, RoundStatus.OPEN, 2)
        plan = late_plan(championship)
        late = join(championship)
        assert (late.number, late.joined_round) == (6, 3)
        met = opponents(championship, 6)
        assert sorted(met) == [3, 4, 5]
        assert met == {place.round: place.opponent for place in plan.places}
        assert len(set(met.values())) == 3
        assert championship.tables.count() == 3
        event = championship.events.last()
        assert event is not None
        assert event.after is not None
        assert event.action == Action.CONTESTANT_JOINED_LATE
        assert event.after["from_round"] == 3
        assert [match["round"] for match in event.after["matches"]] == [3, 4, 5]

    def test_before_the_first_round_it_plays_everybody(self) -> None:
        championship = make_scheduled(5)
        join(championship)
        assert sorted(opponents(championship, 6).values()) == [1, 2, 3, 4, 5]

    def test_with_an_even_number_there_is_no_rest(self) -> None:
        championship = make_scheduled(4)
        with pytest.raises(NotNow, match="no place"):
            join(championship)
        assert championship.contestants.count() == 4

    def test_when_all_rounds_have_begun_there_is_no_place(self) -> None:
        championship = make_scheduled(3)
        set_status(championship, RoundStatus.OPEN, 3)
        with pytest.raises(NotNow, match="no place"):
            join(championship)

    def test_without_a_schedule_it_is_an_ordinary_pair(self) -> None:
        with pytest.raises(NotNow, match="ordinary"):
            join(make_championship())

    def test_a_double_click_is_asked_about(self) -> None:
        championship = make_scheduled(5)
        join(championship, names_known=False)
        with pytest.raises(NotNow):
            join(championship, names_known=False)
        assert championship.contestants.count() == 6

    def test_a_namesake_is_a_question(self) -> None:
        championship = make_scheduled(5)
        with pytest.raises(DoubtfulNames):
            join(championship, players=["ANGELA PUIG 1", "B"], names_known=False)
        join(championship, players=["ANGELA PUIG 1", "B"])

    def test_it_takes_the_place_of_one_that_left(self) -> None:
        championship = make_scheduled(4)
        withdraw(championship, 2, 2)
        late = join(championship)
        # Round 1 has no rest; in rounds 2 and 3 the opponents of pair 2 would rest.
        assert sorted(opponents(championship, late.number)) == [2, 3]

    def test_it_meets_nobody_twice(self) -> None:
        championship = make_scheduled(5)
        withdraw(championship, 3, 1)
        late = join(championship)
        met = list(opponents(championship, late.number).values())
        assert len(met) == len(set(met))
        assert 3 not in met

    def test_the_rest_that_must_not_move_stays(self) -> None:
        championship = make_scheduled(5)
        set_tables(
            actor=actor_of(championship),
            championship=championship,
            names={},
            fixed={contestant(championship, 4).pk: 1},
        )
        join(championship)
        tables = {
            match.table.number
            for match in Match.objects.filter(cancelled=False)
            if 4 in (match.pairs.ns.number, match.pairs.ew.number)
        }
        assert tables == {1}


def rows(count: int) -> list[ContestantRow]:
    return [ContestantRow(players=(f"Tarda {one} A", f"Tarda {one} B")) for one in range(count)]


def make_way(
    championship: Championship, count: int, from_round: int | None = None
) -> tuple[Contestant, ...]:
    return join_with_room(
        actor=actor_of(championship),
        championship=championship,
        pairs=rows(count),
        from_round=from_round,
    )


class TestMakingRoom:
    @pytest.mark.parametrize("pairs", [4, 6, 8])
    def test_one_pair_gives_its_seat_in_each_round(self, pairs: int) -> None:
        championship = make_scheduled(pairs)
        set_status(championship, RoundStatus.CLOSED, 1)
        before = {number: opponents(championship, number) for number in range(1, pairs + 1)}
        (late,) = make_way(championship, 1)
        assert late.joined_round == 2
        met = opponents(championship, late.number)
        assert sorted(met) == list(range(2, pairs))
        assert len(set(met.values())) == len(met)
        for round_number, other in met.items():
            given_up = before[other][round_number]
            assert round_number not in opponents(championship, given_up)
        for number in range(1, pairs + 1):
            left = opponents(championship, number)
            assert left[1] == before[number][1]
            assert len(left) >= len(before[number]) - 1
        assert faults(championship) == []

    @pytest.mark.parametrize("pairs", [4, 6, 8])
    def test_two_pairs_make_a_table_more_and_nobody_rests(self, pairs: int) -> None:
        championship = make_scheduled(pairs)
        set_status(championship, RoundStatus.CLOSED, 1)
        first, second = make_way(championship, 2)
        assert championship.tables.count() == pairs // 2 + 1
        for number in range(1, pairs + 3):
            played = opponents(championship, number)
            assert sorted(played) == list(range(2 if number > pairs else 1, pairs))
            assert len(set(played.values())) == len(played)
        assert second.number == first.number + 1
        assert last_actions(championship, 2) == [Action.CONTESTANT_JOINED_LATE] * 2
        assert faults(championship) == []

    def test_each_late_pair_sits_both_ways(self) -> None:
        championship = make_scheduled(8)
        set_status(championship, RoundStatus.CLOSED, 1)
        late = make_way(championship, 2)
        for one in late:
            as_ns = Match.objects.filter(seats__contestant=one, seats__held="NS").count()
            assert as_ns == 3

    def test_a_second_late_pair_then_takes_the_rest(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.CLOSED, 1)
        make_way(championship, 1)
        assert late_plan(championship).is_possible
        with pytest.raises(NotNow, match="Somebody rests"):
            make_way(championship, 1)
        join(championship)
        assert faults(championship) == []

    def test_whoever_gave_way_can_withdraw_and_come_back(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.CLOSED, 1)
        (late,) = make_way(championship, 1)
        withdraw(championship, late.number, 3)
        assert faults(championship) == []
        come_back(championship, late.number)
        assert faults(championship) == []

    def test_a_match_that_gave_way_unrecorded_is_noticed(self) -> None:
        championship = make_scheduled(6)
        (late,) = make_way(championship, 1)
        seat = late.match_seats.first()
        assert seat is not None
        resting = next(
            one
            for one in championship.contestants.all()
            if seat.match.round.number not in opponents(championship, one.number)
        )
        seat.contestant = resting
        seat.save()
        assert faults(championship) != []

    def test_a_round_with_a_result_taken_back_stays_as_it_is(self) -> None:
        championship = make_scheduled(4)
        enter(championship, 2, 1, Outcome.BLANK)
        touched = Match.objects.get(results__isnull=False)
        make_way(championship, 1)
        assert max(pair.number for pair in touched.pairs) < 5

    def test_a_round_opened_meanwhile_is_noticed(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.OPEN, 1)
        with pytest.raises(Conflict):
            make_way(championship, 1, from_round=1)

    def test_with_no_round_left_there_is_none(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.CLOSED, 1, 2, 3)
        with pytest.raises(NotNow, match="no planned round left"):
            make_way(championship, 1)
