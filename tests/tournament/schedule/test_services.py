"""Making, removing and publishing the schedule."""

from itertools import combinations

import pytest
from django.utils import timezone

from tests.tournament.factories import (
    actor_of,
    add_contestants,
    last_actions,
    make_championship,
    make_scheduled,
    stage_of,
)
from tournament.contestants.services.register import add_contestant, remove_contestant
from tournament.contestants.services.tables import set_tables
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.errors import NotNow, UserError
from tournament.models import (
    PAIR_NUMBERS,
    Action,
    Championship,
    DealSet,
    HandAccess,
    Match,
    RoundStatus,
)
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule

pytestmark = pytest.mark.django_db


def matches(championship: Championship) -> list[tuple[int, int, int, int]]:
    """Round, table, N–S, E–W, by numbers."""
    return list(
        Match.objects.filter(round__championship=championship)
        .with_pair_columns()
        .order_by("round__number", "table__number")
        .values_list("round__number", "table__number", *PAIR_NUMBERS)
    )


def print_hands(championship: Championship, number: int) -> None:
    deal_set = DealSet.objects.create(
        championship=championship, deals=100, key=bytes(32), commitment="0" * 64
    )
    HandAccess.objects.create(
        deal_set=deal_set,
        round=stage_of(championship).rounds.get(number=number),
        kind=HandAccess.Kind.PRINTED,
        at=timezone.now(),
        actor="somebody",
        reason="to prepare the boards",
    )


@pytest.mark.parametrize("contestants", [3, 4, 5, 6, 7, 8])
def test_every_pair_meets_every_other_once(contestants: int) -> None:
    championship = make_scheduled(contestants)
    met = [frozenset(match[2:]) for match in matches(championship)]
    assert sorted(map(sorted, met)) == [
        list(two) for two in combinations(range(1, contestants + 1), 2)
    ]
    tables = {match[1] for match in matches(championship)}
    assert tables == set(range(1, contestants // 2 + 1))


def test_numbers_with_gaps_are_no_hindrance() -> None:
    championship = make_championship()
    add_contestants(championship, 3)
    actor = actor_of(championship)
    add_contestant(actor=actor, championship=championship, players=["A", "B"], number=40)
    make_schedule(actor=actor, stage=stage_of(championship))
    assert {number for match in matches(championship) for number in match[2:]} == {1, 2, 3, 40}


def test_only_the_first_rounds_can_be_planned() -> None:
    championship = make_scheduled(8, rounds=3)
    assert {match[0] for match in matches(championship)} == {1, 2, 3}


def test_the_same_pairs_get_the_same_schedule() -> None:
    championship = make_scheduled(6, published=False)
    first = matches(championship)
    make_schedule(actor=actor_of(championship), stage=stage_of(championship))
    assert matches(championship) == first


@pytest.mark.parametrize("rounds", [0, -1, 6, 1000])
def test_a_wrong_number_of_rounds_is_refused(rounds: int) -> None:
    championship = make_championship()
    add_contestants(championship, 5)
    with pytest.raises(UserError) as caught:
        make_schedule(actor=actor_of(championship), stage=stage_of(championship), rounds=rounds)
    assert caught.value.field == "rounds"


def test_two_pairs_are_too_few() -> None:
    championship = make_championship()
    add_contestants(championship, 2)
    with pytest.raises(NotNow):
        make_schedule(actor=actor_of(championship), stage=stage_of(championship))


def test_publishing_twice_publishes_once() -> None:
    championship = make_scheduled(published=False)
    actor = actor_of(championship)
    first = publish_schedule(actor=actor, stage=stage_of(championship)).published_at
    assert publish_schedule(actor=actor, stage=stage_of(championship)).published_at == first
    assert last_actions(championship, 2) == [Action.SCHEDULE_MADE, Action.SCHEDULE_PUBLISHED]


def test_without_a_schedule_there_is_nothing_to_publish() -> None:
    championship = make_championship()
    with pytest.raises(NotNow):
        publish_schedule(actor=actor_of(championship), stage=stage_of(championship))


def test_a_published_schedule_made_again_is_no_longer_public() -> None:
    championship = make_scheduled(6)
    make_schedule(actor=actor_of(championship), stage=stage_of(championship), rounds=3)
    assert stage_of(championship).published_at is None
    event = championship.events.last()
    assert event is not None
    assert event.before == {"published": True}


def test_removing_lets_pairs_be_registered_again() -> None:
    championship = make_scheduled(4)
    actor = actor_of(championship)
    with pytest.raises(NotNow):
        add_contestants(championship, 1)
    for _click in range(2):
        remove_schedule(actor=actor, stage=stage_of(championship))
    assert not matches(championship)
    assert stage_of(championship).rounds.count() == 0
    assert last_actions(championship) == [Action.SCHEDULE_REMOVED]
    add_contestants(championship, 1)


def test_a_pair_that_has_withdrawn_is_not_scheduled_anew() -> None:
    championship = make_scheduled(6)
    actor = actor_of(championship)
    leaving = championship.contestants.get(number=6)
    withdraw_contestant(actor=actor, contestant=leaving, from_round=1, reason="ill")
    with pytest.raises(NotNow, match="6"):
        make_schedule(actor=actor, stage=stage_of(championship))
    remove_schedule(actor=actor, stage=stage_of(championship))
    remove_contestant(actor=actor, contestant=leaving)
    make_schedule(actor=actor, stage=stage_of(championship))
    assert len(matches(championship)) == 5 * 4 // 2


@pytest.mark.parametrize("status", [RoundStatus.OPEN, RoundStatus.CLOSED])
def test_once_a_round_was_opened_the_schedule_stays(status: RoundStatus) -> None:
    championship = make_scheduled(4)
    stage_of(championship).rounds.filter(number=1).update(status=status)
    before = matches(championship)
    with pytest.raises(NotNow):
        make_schedule(actor=actor_of(championship), stage=stage_of(championship))
    with pytest.raises(NotNow):
        remove_schedule(actor=actor_of(championship), stage=stage_of(championship))
    assert matches(championship) == before


def test_printed_hands_survive_a_new_schedule() -> None:
    """Hands are prepared the evening before; the pairs that come decide the schedule."""
    championship = make_scheduled(4)
    print_hands(championship, 3)
    actor = actor_of(championship)
    remove_schedule(actor=actor, stage=stage_of(championship))
    assert list(stage_of(championship).rounds.values_list("number", flat=True)) == [3]
    add_contestants(championship, 1)
    with pytest.raises(UserError) as caught:
        make_schedule(actor=actor, stage=stage_of(championship), rounds=2)
    assert caught.value.field == "rounds"
    make_schedule(actor=actor, stage=stage_of(championship))
    assert list(stage_of(championship).rounds.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    assert HandAccess.objects.get().round.number == 3


def test_a_pair_that_must_not_move_never_moves() -> None:
    championship = make_championship()
    contestants = add_contestants(championship, 6)
    actor = actor_of(championship)
    set_tables(actor=actor, championship=championship, names={}, fixed={contestants[4].pk: 2})
    make_schedule(actor=actor, stage=stage_of(championship))
    tables = {match[1] for match in matches(championship) if 5 in match[2:]}
    assert tables == {2}
