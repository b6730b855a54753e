"""Whose rests a late pair takes where several rest, and who can meet instead of resting."""

from __future__ import annotations

from collections import Counter

import pytest
from django.urls import reverse

from tests.tournament.calendar.test_calendar import give_days
from tests.tournament.contestants.attendance import (
    come_back,
    faults,
    join,
    opponents,
    set_status,
    withdraw,
)
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
    stage_of,
)
from tournament.contestants.queries.late_entry import late_plan
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.late_entry import join_with_new_schedule
from tournament.models import Championship, Match, RoundStatus
from tournament.schedule.resting import resting_meetings
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.format import Format
from tournament.stages.league import DUPLICATE_LEAGUE, LEAGUE

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def rests(championship: Championship) -> dict[int, list[int]]:
    """By pair that has not withdrawn, the rounds since it came in which it doesn't play."""
    rounds = championship.rounds.count()
    found = {}
    for one in championship.contestants.filter(withdrawn_from=None):
        played = opponents(championship, one.number)
        found[one.number] = [n for n in range(one.joined_round, rounds + 1) if n not in played]
    return found


def cancel(championship: Championship, number: int, *pairs: int) -> None:
    """Let the matches of these pairs in a round be off: they rest, and so do their opponents."""
    Match.objects.filter(
        round__championship=championship,
        round__number=number,
        seats__contestant__number__in=pairs,
    ).cancel()


class TestWhoseRest:
    def test_the_one_that_has_rested_most_often(self) -> None:
        """One pair rested in rounds 3 and 4, another in 6 and 7; in round 8 all those rest, with
        pairs of lower numbers that never did."""
        championship = make_scheduled(10)
        often = {one: opponents(championship, one) for one in range(1, 11)}
        in_eight = sorted((min(one, often[one][8]), max(one, often[one][8])) for one in often)
        pairs = sorted(set(in_eight), key=lambda two: two[1])
        (other, tired), (last, rested) = pairs[-2:]
        for number in (3, 4):
            cancel(championship, number, tired)
        for number in (6, 7):
            cancel(championship, number, rested)
        set_status(championship, RoundStatus.CLOSED, *range(1, 8))
        cancel(championship, 8, tired, rested)
        before = rests(championship)
        most = max(len(one) for one in before.values())
        plan = late_plan(championship)
        assert plan.from_round == 8
        assert len(before[plan.places[0].opponent]) == most
        assert {other, last, tired, rested} >= {plan.places[0].opponent}

    def test_of_two_in_each_round_everybody_has_one_taken(self) -> None:
        """Where two have withdrawn two rest in each round; none keeps two rests while another one
        has none."""
        for leave in ((1, 2), (3, 8), (5, 6), (7, 8), (2, 7)):
            championship = make_scheduled(8)
            for number in leave:
                withdraw(championship, number, 1)
            join(championship)
            counts = [len(one) for one in rests(championship).values()]
            assert max(counts) - min(counts) <= 1, (leave, rests(championship))
            assert faults(championship) == []

    def test_the_preview_names_who_rests_when(self) -> None:
        championship = make_scheduled(8)
        withdraw(championship, 7, 3)
        withdraw(championship, 8, 3)
        set_status(championship, RoundStatus.CLOSED, 1, 2)
        plan = late_plan(championship)
        late = join(championship)
        told = {one.round: {number for number, _name in one.pairs} for one in plan.rests}
        for number in range(3, 8):
            resting = {pair for pair, rounds in rests(championship).items() if number in rounds}
            assert told.get(number, set()) == resting
        assert any(late.number in pairs for pairs in told.values()) == bool(
            rests(championship)[late.number]
        )


class TestLeagues:
    @pytest.mark.parametrize("format", [LEAGUE, DUPLICATE_LEAGUE])
    @pytest.mark.parametrize("pairs", [3, 5, 7])
    def test_before_round_one_it_plays_everybody_at_home_and_away(
        self, format: Format, pairs: int
    ) -> None:
        championship = make_championship(format=format)
        add_contestants(championship, pairs)
        make_schedule(actor=actor_of(championship), stage=stage_of(championship))
        late = join(championship)
        played = opponents(championship, late.number)
        assert Counter(played.values()) == dict.fromkeys(range(1, pairs + 1), 2)
        at_home = Match.objects.filter(seats__contestant=late, seats__held="NS")
        assert Counter(next(one.number for one in match.pairs if one != late) for match in at_home)
        assert {match.pairs.ew.number for match in at_home} == set(range(1, pairs + 1))
        assert set(map(len, rests(championship).values())) == {0}
        assert faults(championship) == []

    @pytest.mark.parametrize("pairs", [4, 6])
    @pytest.mark.parametrize("halves", [1, 2])
    def test_with_an_even_number_it_is_planned_again(self, pairs: int, halves: int) -> None:
        championship = make_championship(format=LEAGUE)
        add_contestants(championship, pairs)
        actor, stage = actor_of(championship), stage_of(championship)
        make_schedule(actor=actor, stage=stage, rounds=halves * (pairs - 1))
        publish_schedule(actor=actor, stage=stage)
        give_days(championship)
        days = list(championship.rounds.values_list("first_day", flat=True))
        late = join_with_new_schedule(
            actor=actor, championship=championship, pair=ContestantRow(players=("Una", "Dues"))
        )
        assert set(map(len, rests(championship).values())) == {halves}
        assert Counter(opponents(championship, late.number).values()) == dict.fromkeys(
            range(1, pairs + 1), halves
        )
        assert list(championship.rounds.values_list("first_day", flat=True))[: len(days)] == days
        assert stage_of(championship).published_at is not None
        assert faults(championship) == []


class TestTwoThatRest:
    def test_they_play_each_other_if_they_have_not_met(self) -> None:
        championship = make_scheduled(8, rounds=4)
        set_status(championship, RoundStatus.CLOSED, 1)
        for number in (1, 3):
            withdraw(championship, number, 2)
        before = rests(championship)
        met = {
            frozenset((one, two)) for one in before for two in opponents(championship, one).values()
        }
        found = resting_meetings(championship)
        assert found, "there is something to pair"
        for meeting in found:
            two = [one.number for one in meeting.pairs]
            assert all(meeting.round in before[one] for one in two)
            assert frozenset(two) not in met
        client = english_client(organiser_of(championship))
        address = reverse("contestants:late", args=[championship.slug])
        assert found[0].choice in client.get(address).content.decode()
        assert client.post(address, {"resting": found[0].choice}).status_code == 302
        ns, ew = found[0].pairs
        assert opponents(championship, ns.number)[found[0].round] == ew.number
        assert faults(championship) == []
        told = client.post(address, {"resting": found[0].choice}, follow=True).content.decode()
        assert "look again who rests" in told
        assert found[0] not in resting_meetings(championship)
        withdraw(championship, ns.number, 2)
        assert faults(championship) == []
        come_back(championship, ns.number)
        Match.objects.filter(
            round__number=found[0].round, seats__contestant=ns.id, cancelled=False
        ).delete()
        assert faults(championship) != [], "what the record says was paired is gone"

    def test_who_has_met_or_will_meet_rests(self) -> None:
        championship = make_scheduled(6)
        for number in (1, 2):
            withdraw(championship, number, 1)
        assert resting_meetings(championship) == (), "all meet all"

    def test_in_a_league_they_meet_as_often_as_others_do(self) -> None:
        """The match of a second half is off: its pairs met once, as nobody else has to."""
        championship = make_championship(format=LEAGUE)
        add_contestants(championship, 4)
        make_schedule(actor=actor_of(championship), stage=stage_of(championship), rounds=6)
        (again,) = [n for n, other in opponents(championship, 1).items() if other == 2 and n > 3]
        cancel(championship, again, 1)
        (meeting,) = resting_meetings(championship)
        assert meeting.round == again
        assert {one.number for one in meeting.pairs} == {1, 2}
