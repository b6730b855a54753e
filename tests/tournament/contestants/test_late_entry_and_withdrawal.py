"""A pair that comes late, a pair that leaves."""

import pytest

from tests.tournament.factories import (
    actor_of,
    last_actions,
    make_championship,
    make_scheduled,
    stage_of,
)
from tournament.contestants.queries import late_plan, withdrawal_effects, withdrawal_return
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services import (
    Namesakes,
    join_late,
    join_with_room,
    set_tables,
    take_back_withdrawal,
    withdraw_contestant,
)
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.integrity.checks import Subject, championship_checks
from tournament.models import Action, Championship, Contestant, Match, Outcome, Result, RoundStatus
from tournament.schedule.queries import Away, schedule_grid
from tournament.schedule.services import remove_schedule

pytestmark = pytest.mark.django_db


def contestant(championship: Championship, number: int) -> Contestant:
    return championship.contestants.get(number=number)


def set_status(championship: Championship, status: RoundStatus, *numbers: int) -> None:
    stage_of(championship).rounds.filter(number__in=numbers).update(status=status)


def join(championship: Championship, **values: object) -> Contestant:
    defaults: dict = {"players": ["Tarda Una", "Tarda Dues"], "club": "", "name": ""}
    return join_late(
        actor=actor_of(championship), championship=championship, **{**defaults, **values}
    )


def withdraw(
    championship: Championship, number: int, from_round: int, reason: str = "ill"
) -> Contestant:
    return withdraw_contestant(
        actor=actor_of(championship),
        contestant=contestant(championship, number),
        from_round=from_round,
        reason=reason,
    )


def opponents(championship: Championship, number: int) -> dict[int, int]:
    """By round, whom a pair plays."""
    return {
        match.round.number: next(pair.number for pair in match.pairs if pair.number != number)
        for match in Match.objects.filter(
            round__stage__championship=championship,
            cancelled=False,
            seats__contestant__number=number,
        )
    }


def enter(championship: Championship, round_number: int, pair: int, outcome: Outcome) -> None:
    match = Match.objects.get(
        round__stage__championship=championship,
        round__number=round_number,
        seats__contestant__number=pair,
    )
    Result.objects.create(
        match=match,
        deal=1,
        version=1,
        outcome=outcome,
        ns_points=40 if outcome == Outcome.PLAYED else None,
        entered_by="x",
    )


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
        join(championship, namesakes_known=False)
        with pytest.raises(NotNow):
            join(championship, namesakes_known=False)
        assert championship.contestants.count() == 6

    def test_a_namesake_is_a_question(self) -> None:
        championship = make_scheduled(5)
        with pytest.raises(Namesakes):
            join(championship, players=["ANGELA PUIG 1", "B"], namesakes_known=False)
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


class TestLeaving:
    def test_its_opponents_rest_from_then_on(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.CLOSED, 1, 2)
        before = opponents(championship, 3)
        effects = withdrawal_effects(contestant(championship, 3), 3)
        withdraw(championship, 3, 3, "A broken arm.")
        assert sorted(opponents(championship, 3)) == [1, 2]
        assert {match.round: match.opponent for match in effects.matches} == {
            number: before[number] for number in (3, 4, 5)
        }
        assert contestant(championship, 3).withdrawn_from == 3
        grid = schedule_grid(stage_of(championship))
        left = {
            one.number for one in grid.rounds if grid.cell(grid.contestants[2], one) is Away.LEFT
        }
        assert left == {3, 4, 5}
        event = championship.events.last()
        assert event is not None
        assert event.after is not None
        assert (event.action, event.reason) == (Action.CONTESTANT_WITHDRAWN, "A broken arm.")
        assert [match["round"] for match in event.after["cancelled"]] == [3, 4, 5]

    def test_withdrawn_twice_it_is_withdrawn_once(self) -> None:
        championship = make_scheduled(4)
        for _click in range(2):
            withdraw(championship, 2, 2)
        assert last_actions(championship, 2) == [
            Action.SCHEDULE_PUBLISHED,
            Action.CONTESTANT_WITHDRAWN,
        ]
        with pytest.raises(NotNow, match="already"):
            withdraw(championship, 2, 3)

    def test_a_reason_is_needed(self) -> None:
        championship = make_scheduled(4)
        with pytest.raises(UserError) as caught:
            withdraw(championship, 2, 2, " ")
        assert caught.value.field == "reason"

    def test_not_from_a_closed_round(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.CLOSED, 1)
        with pytest.raises(UserError, match="from round 2 on") as caught:
            withdraw(championship, 2, 1)
        assert caught.value.field == "from_round"
        assert not Match.objects.filter(cancelled=True).exists()

    def test_from_a_closed_round_in_which_it_rested(self) -> None:
        championship = make_scheduled(5)
        resting = next(
            one.number
            for one in championship.contestants.all()
            if 2 not in opponents(championship, one.number)
        )
        set_status(championship, RoundStatus.CLOSED, 1, 2)
        assert withdrawal_effects(contestant(championship, resting), 2).first_possible == 2
        with pytest.raises(UserError, match="from round 2 on"):
            withdraw(championship, resting, 1)
        withdraw(championship, resting, 2)
        assert sorted(opponents(championship, resting)) == [1]

    def test_a_late_pair_leaves_at_the_earliest_when_it_would_come(self) -> None:
        championship = make_scheduled(5)
        set_status(championship, RoundStatus.OPEN, 1)
        late = join(championship)
        assert withdrawal_effects(late, late.joined_round).first_possible == late.joined_round == 2

    def test_not_from_a_round_in_which_a_hand_has_a_result(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.OPEN, 1, 2)
        enter(championship, 2, 2, Outcome.PLAYED)
        with pytest.raises(UserError, match="from round 3 on"):
            withdraw(championship, 2, 1)
        withdraw(championship, 2, 3)

    def test_a_result_taken_back_is_none(self) -> None:
        championship = make_scheduled(4)
        set_status(championship, RoundStatus.OPEN, 1)
        enter(championship, 1, 2, Outcome.BLANK)
        withdraw(championship, 2, 1)
        assert opponents(championship, 2) == {}

    @pytest.mark.parametrize("from_round", [0, -1, 4, 99])
    def test_only_from_a_round_there_is(self, from_round: int) -> None:
        championship = make_scheduled(4)
        with pytest.raises(UserError) as caught:
            withdraw(championship, 2, from_round)
        assert caught.value.field == "from_round"

    def test_two_opponents_can_both_leave(self) -> None:
        championship = make_scheduled(4)
        before = opponents(championship, 1)
        withdraw(championship, 2, 2)
        withdraw(championship, 3, 2)
        assert opponents(championship, 1) == {
            number: other for number, other in before.items() if number == 1 or other == 4
        }

    def test_before_the_schedule_a_pair_is_just_removed(self) -> None:
        championship = make_scheduled(4)
        remove_schedule(actor=actor_of(championship), stage=stage_of(championship))
        with pytest.raises(NotNow, match="register"):
            withdraw(championship, 2, 1)


def come_back(championship: Championship, number: int, reason: str = "well again") -> Contestant:
    return take_back_withdrawal(
        actor=actor_of(championship), contestant=contestant(championship, number), reason=reason
    )


def faults(championship: Championship) -> list[str]:
    """What pairs and matches say otherwise than the record."""
    checks = championship_checks(championship)
    return [one for check in checks if check.subject is Subject.PAIRS for one in check.faults]


class TestComingBack:
    def test_it_plays_all_that_it_would_have_played(self) -> None:
        championship = make_scheduled(6)
        before = {number: opponents(championship, number) for number in range(1, 7)}
        withdraw(championship, 3, 3)
        come_back(championship, 3)
        assert {number: opponents(championship, number) for number in range(1, 7)} == before
        assert contestant(championship, 3).withdrawn_from is None
        assert last_actions(championship) == [Action.WITHDRAWAL_TAKEN_BACK]
        assert faults(championship) == []

    def test_twice_is_once_and_it_can_leave_again(self) -> None:
        championship = make_scheduled(4)
        withdraw(championship, 2, 2)
        for _click in range(2):
            come_back(championship, 2)
        withdraw(championship, 2, 3)
        assert contestant(championship, 2).withdrawn_from == 3
        assert faults(championship) == []

    def test_a_reason_is_needed(self) -> None:
        championship = make_scheduled(4)
        withdraw(championship, 2, 2)
        with pytest.raises(UserError) as caught:
            come_back(championship, 2, " ")
        assert caught.value.field == "reason"

    def test_not_once_a_round_was_closed_without_it(self) -> None:
        championship = make_scheduled(4)
        withdraw(championship, 2, 2)
        set_status(championship, RoundStatus.OPEN, 2)
        assert withdrawal_return(contestant(championship, 2)).hold == ""
        set_status(championship, RoundStatus.CLOSED, 2)
        with pytest.raises(NotNow, match="Round 2 has been closed without it"):
            come_back(championship, 2)

    def test_not_once_a_late_pair_took_its_place(self) -> None:
        championship = make_scheduled(6)
        set_status(championship, RoundStatus.CLOSED, 1)
        withdraw(championship, 3, 2)
        join(championship)
        with pytest.raises(NotNow, match="plays somebody else in round"):
            come_back(championship, 3)

    def test_a_round_in_which_it_rested_may_have_been_closed(self) -> None:
        championship = make_scheduled(5)
        resting = next(
            one.number
            for one in championship.contestants.all()
            if 2 not in opponents(championship, one.number)
        )
        set_status(championship, RoundStatus.CLOSED, 1, 2)
        before = opponents(championship, resting)
        withdraw(championship, resting, 2)
        come_back(championship, resting)
        assert opponents(championship, resting) == before

    def test_two_opponents_left_and_their_match_waits_for_both(self) -> None:
        championship = make_scheduled(4)
        before = {number: opponents(championship, number) for number in range(1, 5)}
        withdraw(championship, 2, 2)
        withdraw(championship, 3, 2)
        come_back(championship, 2)
        assert 3 not in [
            other for number, other in opponents(championship, 2).items() if number > 1
        ]
        assert faults(championship) == []
        come_back(championship, 3)
        assert {number: opponents(championship, number) for number in range(1, 5)} == before
        assert faults(championship) == []

    def test_what_the_record_does_not_say_is_noticed(self) -> None:
        championship = make_scheduled(4)
        withdraw(championship, 2, 2)
        come_back(championship, 2)
        Contestant.objects.filter(championship=championship, number=2).update(withdrawn_from=3)
        assert any("pair 2" in one for one in faults(championship))


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
