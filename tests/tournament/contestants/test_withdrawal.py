"""A pair that leaves, and comes back."""

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
from tests.tournament.factories import actor_of, last_actions, make_scheduled, stage_of
from tournament.contestants.queries.withdrawal import withdrawal_effects, withdrawal_return
from tournament.core.errors import NotNow, UserError
from tournament.models import Action, Contestant, Match, Outcome, RoundStatus
from tournament.schedule.queries import Away, schedule_grid
from tournament.schedule.services.schedule import remove_schedule

pytestmark = pytest.mark.django_db


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
