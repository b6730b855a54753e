"""An event from its making to its last release: what venues share, and what they can't do alone."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest

from scoring.rank_by import RankBy
from tests.tournament.factories import make_championship, make_user, put_settings, stage_of
from tests.tournament.simultaneous.venues import SALT, Event, make_venues
from tests.tournament.verified import faults
from tournament.championships.services.end import end_championship
from tournament.championships.services.settings import change_settings
from tournament.championships.services.stages import add_stage
from tournament.core.actor import AT_THE_TERMINAL, Actor
from tournament.core.errors import NotNow, UserError
from tournament.deals.queries import dealt_hands, hands_are_public
from tournament.deals.services.accesses import (
    exchange_hands,
    open_hands_early,
    record_hand_printing,
)
from tournament.deals.services.deal_sets import make_deals, set_salt
from tournament.models import (
    Action,
    Championship,
    DealSet,
    InstallationAction,
    InstallationEvent,
    RoundStatus,
    Simultaneous,
)
from tournament.rounds.services.lifecycle import close_round, open_round, reopen_round
from tournament.schedule.services.schedule import make_schedule
from tournament.simultaneous.queries.state import Progress, event_state, venues_waited_for
from tournament.simultaneous.services.deals import fix_salt_for_all, make_deals_for_all
from tournament.simultaneous.services.events import (
    add_organiser,
    change_event,
    delete_event,
    remove_organiser,
)
from tournament.simultaneous.services.rounds import open_for_all, release, take_back
from tournament.simultaneous.services.venues import add_venue, tie_championship, untie
from tournament.stages.drawn import DRAWN
from tournament.standings.queries.scores import closed_rounds
from tournament.transfer.services import export_championship, import_championship

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def actions(championship: Championship) -> list[str]:
    return list(championship.events.values_list("action", flat=True))


class TestSharedHands:
    def test_all_venues_play_the_same(self) -> None:
        event = make_venues(3)
        hands = [
            [hand.deal for hand in dealt_hands(one, [1, 2, 3, 4])] for one in event.championships
        ]
        assert len(hands[0]) == 4
        assert hands[0] == hands[1] == hands[2]
        assert DealSet.objects.values("commitment", "salt").distinct().count() == 1

    def test_a_venue_that_comes_later_plays_them_too(self, event: Event) -> None:
        venue = add_venue(
            actor=event.acting, user=event.centre, event=event.simultaneous, name="Tardana"
        )
        late = venue.championship.deal_sets.get()
        first = event.championships[0].deal_sets.get()
        assert (bytes(late.key or b""), late.salt) == (bytes(first.key or b""), SALT)
        assert late.salt_fixed_at is not None
        assert faults(venue.championship) == []

    @pytest.mark.parametrize(
        "act",
        [
            lambda actor, one: make_deals(actor=actor, championship=one),
            lambda actor, one: set_salt(actor=actor, championship=one, salt="mine"),
            lambda actor, one: open_hands_early(
                actor=actor, championship=one, round=1, reason="curious"
            ),
            lambda actor, one: exchange_hands(
                actor=actor, championship=one, round=1, reason="seen"
            ),
            lambda actor, one: add_stage(actor=actor, championship=one, kind=DRAWN.kind),
            lambda actor, one: change_settings(
                actor=actor, stage=stage_of(one), settings=DRAWN.defaults
            ),
        ],
    )
    def test_no_venue_changes_what_they_have_in_common(
        self, event: Event, act: Callable[[Actor, Championship], object]
    ) -> None:
        with pytest.raises(NotNow, match="only its centre"):
            act(event.acting, event.championships[0])

    def test_no_hand_is_printed_or_opened_before_the_salt_is_fixed(self) -> None:
        event = make_venues(2, dealt=False)
        make_deals_for_all(actor=event.acting, event=event.simultaneous)
        one = event.championships[0]
        with pytest.raises(NotNow, match="salt"):
            record_hand_printing(actor=event.acting, championship=one, rounds=[1], reason="packs")
        with pytest.raises(NotNow, match="salt"):
            open_round(actor=event.acting, round=event.round(0, 1))
        fix_salt_for_all(actor=event.acting, event=event.simultaneous, salt=SALT)
        record_hand_printing(actor=event.acting, championship=one, rounds=[1], reason="packs")
        with pytest.raises(NotNow, match="fixed already"):
            fix_salt_for_all(actor=event.acting, event=event.simultaneous, salt="other")

    def test_made_once(self, event: Event) -> None:
        commitment = event.championships[0].deal_sets.get().commitment
        make_deals_for_all(actor=event.acting, event=event.simultaneous)
        assert event.championships[0].deal_sets.get().commitment == commitment

    def test_the_end_of_a_venue_does_not_give_the_key_away(self, event: Event) -> None:
        event.play(0, 1)
        event.play(1, 1)
        with pytest.raises(NotNow, match="still sealed"):
            end_championship(
                actor=event.acting, championship=event.championships[0], reason="no more"
            )
        event.play(0, 2)
        event.play(1, 2)
        end_championship(actor=event.acting, championship=event.championships[0])
        assert faults(event.championships[0]) == []


class TestRounds:
    def test_a_venue_can_not_close_alone(self, event: Event) -> None:
        event.open(0, 1)
        event.enter(0, 1)
        with pytest.raises(NotNow, match="Hand round 1 in"):
            close_round(actor=event.acting, round=event.round(0, 1))

    def test_the_last_venue_releases_it_everywhere(self, event: Event) -> None:
        event.play(0, 1)
        handed_in = event.round(0, 1)
        assert handed_in.status == RoundStatus.OPEN
        assert handed_in.handed_in_at is not None
        assert not hands_are_public(handed_in)
        assert closed_rounds(stage_of(event.championships[0])) == ()
        assert venues_waited_for(event.simultaneous, 1) == ("Seu 2",)
        event.play(1, 1)
        for venue in (0, 1):
            closed = event.round(venue, 1)
            assert closed.status == RoundStatus.CLOSED
            assert closed.handed_in_at is None
            assert hands_are_public(closed)
            assert faults(event.championships[venue]) == []
        assert event_state(event.simultaneous).released == (1,)

    def test_what_is_handed_in_stays_as_it_is(self, event: Event) -> None:
        event.play(0, 1)
        round = event.round(0, 1)
        match = round.matches.select_related("round__stage__championship", "table").first()
        assert match is not None
        with pytest.raises(NotNow, match="handed in"):
            event.enter_hand(match, round.deals[0], 50)
        assert faults(event.championships[0]) == []
        with pytest.raises(UserError, match="reason"):
            take_back(actor=event.acting, round=round, reason=" ")
        take_back(actor=event.acting, round=round, reason="a wrong slip")
        assert event.round(0, 1).handed_in_at is None
        assert faults(event.championships[0]) == []
        event.hand_in(0, 1)
        assert event.round(0, 1).handed_in_at is not None
        assert actions(event.championships[0])[-3:] == [
            Action.ROUND_HANDED_IN,
            Action.HAND_IN_TAKEN_BACK,
            Action.ROUND_HANDED_IN,
        ]

    def test_what_is_released_is_not_taken_back(self, event: Event) -> None:
        event.play(0, 1)
        event.play(1, 1)
        with pytest.raises(NotNow, match="released"):
            take_back(actor=event.acting, round=event.round(0, 1), reason="a wrong slip")

    def test_a_round_with_results_missing_is_not_handed_in(self, event: Event) -> None:
        event.open(0, 1)
        with pytest.raises(NotNow, match="no result"):
            event.hand_in(0, 1)

    def test_the_next_round_is_played_meanwhile(self, event: Event) -> None:
        event.play(0, 1)
        event.play(0, 2)
        assert event_state(event.simultaneous).venues[0].rounds[1].progress is Progress.HANDED_IN

    def test_the_centre_releases_without_a_late_venue(self, event: Event) -> None:
        event.play(0, 1)
        event.open(1, 1)
        with pytest.raises(UserError, match="reason"):
            release(actor=event.acting, event=event.simultaneous, number=1, reason="")
        release(actor=event.acting, event=event.simultaneous, number=1, reason="nobody answers")
        assert event.round(0, 1).status == RoundStatus.CLOSED
        assert event.round(1, 1).status == RoundStatus.OPEN
        told = event.championships[1].events.get(action=Action.RELEASED_WITHOUT)
        assert (told.round, told.reason) == (1, "nobody answers")
        state = event_state(event.simultaneous)
        assert state.venues[1].rounds[0].progress is Progress.LATE
        assert state.rounds[0].waits_for == ("Seu 2",)
        event.enter(1, 1)
        assert event.hand_in(1, 1).status == RoundStatus.CLOSED
        assert event_state(event.simultaneous).rounds[0].waits_for == ()
        assert [faults(one) for one in event.championships] == [[], []]

    def test_what_is_corrected_after_the_release_is_closed_by_the_venue(self, event: Event) -> None:
        event.play(0, 1)
        event.play(1, 1)
        reopen_round(actor=event.acting, round=event.round(0, 1), reason="a wrong slip")
        assert event_state(event.simultaneous).venues[0].rounds[0].progress is Progress.REOPENED
        close_round(actor=event.acting, round=event.round(0, 1))
        assert event.round(0, 1).status == RoundStatus.CLOSED

    def test_the_centre_opens_where_it_can(self, event: Event) -> None:
        add_venue(
            actor=event.acting, user=event.centre, event=event.simultaneous, name="Sense parelles"
        )
        opened = open_for_all(actor=event.acting, event=event.simultaneous, number=1)
        assert opened.venues == ("Seu 1", "Seu 2")
        assert [name for name, _why in opened.refused] == ["Sense parelles"]
        assert event.round(0, 1).status == RoundStatus.OPEN

    def test_venues_play_the_rounds_of_the_event(self) -> None:
        event = make_venues(1, pairs=6)
        stage = stage_of(event.championships[0])
        assert stage.rounds.count() == 2
        with pytest.raises(UserError, match="2 rounds"):
            make_schedule(actor=event.acting, stage=stage, rounds=3)


class TestVenues:
    def test_a_championship_is_tied(self) -> None:
        event = make_venues(1)
        championship = make_championship("Torneig", organiser=event.centre, format=DRAWN)
        with pytest.raises(NotNow, match="2 hands"):
            tie_championship(
                actor=event.acting, event=event.simultaneous, championship=championship
            )
        championship.stages.update(hands_per_match=2)
        venue = tie_championship(
            actor=event.acting, event=event.simultaneous, championship=championship
        )
        assert venue.name == "Valls"
        assert championship.deal_sets.count() == 1
        assert Action.VENUE_TIED in actions(championship)

    def test_one_that_is_scored_otherwise_is_not(self) -> None:
        event = make_venues(1, dealt=False)
        other = add_venue(
            actor=event.acting, user=event.centre, event=event.simultaneous, name="Altra"
        ).championship
        untie(actor=event.acting, venue=other.venue)
        other = Championship.objects.get(pk=other.pk)
        stage = stage_of(other)
        put_settings(stage, rank_by=RankBy.MEAN)
        with pytest.raises(NotNow, match="scored in another way"):
            tie_championship(actor=event.acting, event=event.simultaneous, championship=other)

    def test_a_venue_with_the_hands_stays(self) -> None:
        event = make_venues(1)
        with pytest.raises(NotNow, match="stays a venue"):
            untie(actor=event.acting, venue=event.championships[0].venue)

    def test_names_are_unique(self) -> None:
        event = make_venues(1)
        with pytest.raises(UserError, match="already"):
            add_venue(actor=event.acting, user=event.centre, event=event.simultaneous, name="Seu 1")

    def test_a_file_goes_there_and_back_untied(self, event: Event) -> None:
        event.play(0, 1)
        made = export_championship(actor=AT_THE_TERMINAL, championship=event.championships[0])
        back = import_championship(
            actor=AT_THE_TERMINAL, file=BytesIO(made.content), slug="back", organiser=event.centre
        )
        back = Championship.objects.get(pk=back.pk)
        assert back.tie is None
        assert faults(back) == []
        round = back.rounds.get(number=1)
        assert round.handed_in_at is not None
        closed = close_round(actor=event.acting, round=round)
        assert closed.status == RoundStatus.CLOSED
        assert faults(back) == []


class TestEvents:
    def test_its_name_and_people_are_in_the_log(self) -> None:
        event = make_venues(1, dealt=False)
        other = make_user("ajudant")
        change_event(
            actor=event.acting,
            event=event.simultaneous,
            name="Un altre nom",
            date=event.simultaneous.date,
        )
        add_organiser(actor=event.acting, event=event.simultaneous, username="ajudant")
        remove_organiser(actor=event.acting, event=event.simultaneous, user=event.centre)
        with pytest.raises(NotNow, match="look after"):
            remove_organiser(actor=event.acting, event=event.simultaneous, user=other)
        logged = InstallationEvent.objects.filter(action=InstallationAction.SIMULTANEOUS_CHANGED)
        assert logged.count() == 3

    def test_only_an_empty_one_is_deleted(self) -> None:
        event = make_venues(1, dealt=False)
        with pytest.raises(NotNow, match="venues"):
            delete_event(actor=event.acting, event=event.simultaneous)
        untie(actor=event.acting, venue=event.championships[0].venue)
        pk = event.simultaneous.pk
        delete_event(actor=event.acting, event=event.simultaneous)
        assert not Simultaneous.objects.filter(pk=pk).exists()

    def test_a_round_that_is_drawn_late_is_drawn_when_it_is_opened_for_all(self) -> None:
        event = make_venues(1)
        event.play(0, 1)
        assert not event.round(0, 2).paired
        open_for_all(actor=event.acting, event=event.simultaneous, number=2)
        assert event.round(0, 2).status == RoundStatus.OPEN
