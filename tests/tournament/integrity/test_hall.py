"""Tables, links and who sat where, followed through everything that moves them."""

from __future__ import annotations

import pytest

from scoring.game.seats import Seat, Side
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    make_championship,
    make_referee,
    make_scheduled,
    stage_of,
)
from tests.tournament.integrity.test_verification import faults
from tests.tournament.made_once import made_once
from tests.tournament.recorded_day import round_of
from tournament.championships.services.members import change_member, remove_member
from tournament.contestants.services.number_draw import draw_numbers
from tournament.contestants.services.register import (
    add_contestant,
    change_contestant,
    remove_contestant,
)
from tournament.contestants.services.tables import set_tables
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.deals.services.deal_sets import make_deals
from tournament.integrity.checks import Subject
from tournament.links.services import renew_links
from tournament.links.tokens import Place, PlaceKind
from tournament.models import (
    Championship,
    Contestant,
    Match,
    MatchSeat,
    Membership,
    Player,
    Role,
    Round,
    Sitting,
    Table,
)
from tournament.rounds.services.clock import extend_clock, pause_clock, resume_clock
from tournament.rounds.services.lifecycle import open_round
from tournament.rounds.services.sittings import note_sitting
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule

pytestmark = pytest.mark.django_db


of_six_pairs = made_once(lambda: make_scheduled(6))


@pytest.fixture
def championship(of_six_pairs: Championship) -> Championship:
    return Championship.objects.get(pk=of_six_pairs.pk)


def sit(championship: Championship, number: int = 1) -> Match:
    """Both players of the pair N–S of a round's first match, each in a seat."""
    match = Match.objects.filter(round__number=number).select_related("round", "table").first()
    assert match is not None
    one, two = match.pairs[Side.NS].main_players
    players = {Seat.N: one, Seat.S: two}
    note_sitting(actor=actor_of(championship), match=match, players=players)
    return match


def rename(championship: Championship, pair: Contestant, *players: str) -> None:
    change_contestant(actor=actor_of(championship), contestant=pair, players=players)


class TestSittings:
    def test_names_that_change_places(self, championship: Championship) -> None:
        pair = sit(championship).pairs[Side.NS]
        one, two = (player.name for player in pair.main_players)
        rename(championship, pair, two, "Somebody new", one)
        assert faults() == {}
        rename(championship, pair, "Corrected", "Somebody new", one)
        assert faults() == {}

    def test_one_that_is_taken_back(self, championship: Championship) -> None:
        match = sit(championship)
        nobody = {Seat.N: None, Seat.S: None}
        note_sitting(actor=actor_of(championship), match=match, players=nobody)
        assert faults() == {}

    def test_with_the_schedule_they_go(self, championship: Championship) -> None:
        sit(championship)
        remove_schedule(actor=actor_of(championship), stage=stage_of(championship))
        assert faults() == {}
        make_schedule(actor=actor_of(championship), stage=stage_of(championship))
        assert faults() == {}

    def test_at_another_table(self, championship: Championship) -> None:
        match = sit(championship)
        tables = list(championship.tables.exclude(pk=match.table_id))
        stays = {match.pairs[Side.EW].pk: tables[-1].number}
        set_tables(actor=actor_of(championship), championship=championship, names={}, fixed=stays)
        assert faults() == {}

    def test_in_a_match_that_is_cancelled(self, championship: Championship) -> None:
        match = sit(championship, 2)
        withdraw_contestant(
            actor=actor_of(championship),
            contestant=match.pairs[Side.EW],
            from_round=1,
            reason="the last bus",
        )
        assert faults() == {}

    def test_what_nobody_noted(self, championship: Championship) -> None:
        match = sit(championship)
        other = Player.objects.create(contestant=match.pairs[Side.NS], position=3, name="Third")
        Sitting.objects.filter(seat="N").update(player=other)
        assert (
            "player's seat (round 1, table 1, North): player is “3”" in faults()[Subject.PAIRS][-1]
        )


class TestTables:
    def test_a_pair_that_stays_keeps_its_table_whatever_its_number(self) -> None:
        championship = make_championship()
        actor = actor_of(championship)
        pairs = add_contestants(championship, 6)
        twins = ["Anna Puig", "Blai Puig"]
        for _twin in range(2):
            add_contestant(actor=actor, championship=championship, players=twins)
        set_tables(
            actor=actor,
            championship=championship,
            names={1: "window"},
            fixed={pairs[4].pk: 2, championship.contestants.get(number=8).pk: 3},
        )
        draw_numbers(actor=actor, championship=championship, seed="a seed")
        assert faults() == {}
        remove_contestant(actor=actor, contestant=pairs[0])
        draw_numbers(actor=actor, championship=championship, seed="another")
        assert faults() == {}
        Contestant.objects.filter(fixed_table__number=3).update(fixed_table=None)
        assert "stays at table is “”" in faults()[Subject.PAIRS][0]

    def test_another_name(self, championship: Championship) -> None:
        Table.objects.filter(championship=championship, number=2).update(name="bar")
        assert faults() == {Subject.PAIRS: ("table 2: name is “bar”, the record says “”.",)}

    def test_two_that_change_places_in_a_round_that_was_opened(
        self, championship: Championship
    ) -> None:
        make_deals(actor=actor_of(championship), championship=championship)
        open_round(actor=actor_of(championship), round=round_of(championship, 1))
        assert faults() == {}
        one, two = Match.objects.filter(round__number=1).order_by("table__number")[:2]
        seats = MatchSeat.objects.filter(match=one), MatchSeat.objects.filter(match=two)
        ids = [list(found.values_list("pk", flat=True)) for found in seats]
        for table, match in ((one.table_id, two), (two.table_id, one)):
            Match.objects.filter(pk=match.pk).update(cancelled=True, table=table)
        Match.objects.update(cancelled=False)
        assert all(ids)
        assert faults() == {
            Subject.PAIRS: tuple(
                f"match (round 1, table {now}): table is “{now}”, the record says “{then}”."
                for now, then in ((2, 1), (1, 2))
            )
        }


class TestLinks:
    def test_one_that_was_renewed_is_not_valid_again(self, championship: Championship) -> None:
        places = [Place(PlaceKind.TABLE, 1, 1), Place(PlaceKind.PAIR, 3, 1)]
        renew_links(actor=actor_of(championship), championship=championship, places=places)
        assert faults() == {}
        Table.objects.filter(championship=championship, number=1).update(link_number=1)
        Contestant.objects.filter(championship=championship, number=3).update(link_number=1)
        assert faults() == {
            Subject.PAIRS: (
                "table 1: number of the link is “1”, the record says “2”.",
                "pair 3: number of the link is “1”, the record says “2”.",
            )
        }


class TestPeople:
    def test_roles_through_every_change(self, championship: Championship) -> None:
        actor = actor_of(championship)
        first, second = (
            Membership.objects.get(user=make_referee(championship)) for _one in range(2)
        )
        change_member(actor=actor, membership=first, role=Role.ORGANISER)
        remove_member(actor=actor, membership=second)
        assert faults() == {}
        Membership.objects.filter(pk=first.pk).delete()
        (fault,) = faults()[Subject.PEOPLE]
        assert fault == f"role ({first.user.username}): not stored, but the record tells of it."


class TestClock:
    def test_through_every_change(self, championship: Championship) -> None:
        actor = actor_of(championship)
        make_deals(actor=actor, championship=championship)
        for act in (open_round, pause_clock, resume_clock, None):
            one = round_of(championship, 1)
            if act is not open_round:
                extend_clock(actor=actor, round=one, minutes=5)
                one = round_of(championship, 1)
            if act is not None:
                act(actor=actor, round=one)
            assert faults() == {}
        Round.objects.filter(number=1).update(ends_at=None, seconds_left=9)
        assert faults().keys() == {Subject.ROUNDS}

    def test_hands_that_were_public_before_anybody_closed_the_round(
        self, championship: Championship
    ) -> None:
        """What makes the hands of a planned round everybody's."""
        Round.objects.filter(number=3).update(first_closed_at=championship.created_at)
        (fault,) = faults()[Subject.ROUNDS]
        assert fault.startswith("round 3: first closed at is “")


def test_publication_is_told(championship: Championship) -> None:
    other = make_scheduled(4, published=False, name="Other")
    publish_schedule(actor=actor_of(other), stage=stage_of(other))
    assert faults() == {}
    stage = stage_of(other)
    stage.published_at = championship.created_at
    stage.save()
    assert "published at is “" in faults()[Subject.ROUNDS][0]
