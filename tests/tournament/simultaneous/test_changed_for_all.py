"""What the centre changes in all venues after they were made: exchanged hands, and settings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from scoring.duplicate.methods import Method
from tests.tournament.factories import add_contestants, stage_of
from tests.tournament.simultaneous.venues import Event, make_venues
from tests.tournament.verified import faults
from tournament.championships.services.end import end_championship
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.deals.queries import dealt_hands
from tournament.deals.services.accesses import record_hand_printing
from tournament.models import Action, Championship, DealSet, Simultaneous, VenuesField
from tournament.schedule.services.schedule import make_schedule, publish_schedule, remove_schedule
from tournament.simultaneous.queries.overall import overall_standings
from tournament.simultaneous.services.deals import exchange_for_all
from tournament.simultaneous.services.rounds import release, take_back
from tournament.simultaneous.services.settings import (
    change_settings_for_all,
    event_settings_version,
)
from tournament.simultaneous.services.venues import add_venue

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def cards(championship: Championship, *hands: int) -> list[object]:
    return [one.deal for one in dealt_hands(championship, hands)]


def printed(event: Event, venue: int, number: int) -> None:
    record_hand_printing(
        actor=event.acting,
        championship=event.championships[venue],
        rounds=[number],
        reason="the packs",
    )


def exchange(event: Event, number: int, reason: str = "a pack fell open") -> tuple[int, ...]:
    return exchange_for_all(
        actor=event.acting, event=event.simultaneous, number=number, reason=reason
    )


class TestExchange:
    def test_a_round_has_other_hands_in_all_venues_and_the_same(self) -> None:
        event = make_venues(3)
        before = cards(event.championships[0], 1, 2, 3, 4)
        printed(event, 1, 2)
        assert exchange(event, 2) == (3, 4)
        now = [cards(one, 1, 2, 3, 4) for one in event.championships]
        assert now[0] == now[1] == now[2]
        assert now[0][:2] == before[:2]
        assert not set(now[0][2:]) & set(before)
        for one in event.championships:
            told = one.events.get(action=Action.HANDS_EXCHANGED)
            assert (told.round, told.reason) == (2, "a pack fell open")
            assert faults(one) == []
        assert DealSet.objects.values("commitment", "spares_used").distinct().count() == 1

    def test_who_sees_the_new_ones_can_have_them_exchanged_again(self, event: Event) -> None:
        printed(event, 0, 1)
        exchange(event, 1)
        first = cards(event.championships[0], 1, 2)
        with pytest.raises(NotNow, match="Nobody has seen"):
            exchange(event, 1)
        printed(event, 1, 1)
        exchange(event, 1)
        assert not set(cards(event.championships[0], 1, 2)) & set(first)
        event.play(0, 1)
        event.play(1, 1)
        assert [faults(one) for one in event.championships] == [[], []]

    def test_a_venue_that_has_opened_the_round_hinders_and_is_named(self) -> None:
        event = make_venues(3)
        printed(event, 0, 1)
        event.open(1, 1)
        before = [cards(one, 1, 2) for one in event.championships]
        with pytest.raises(NotNow, match="“Seu 2” has opened round 1"):
            exchange(event, 1)
        assert [cards(one, 1, 2) for one in event.championships] == before

    @pytest.mark.parametrize("number", [0, 3])
    def test_there_is_no_such_round(self, number: int) -> None:
        with pytest.raises(UserError, match="There is no round"):
            exchange(make_venues(2), number)

    def test_it_needs_a_reason(self, event: Event) -> None:
        printed(event, 0, 1)
        with pytest.raises(UserError):
            exchange(event, 1, reason=" ")

    def test_a_schedule_made_afterwards_and_a_venue_that_comes_later_play_them(
        self, event: Event
    ) -> None:
        printed(event, 0, 2)
        exchange(event, 2)
        expected = cards(event.championships[0], 1, 2, 3, 4)
        again = event.championships[1]
        remove_schedule(actor=event.acting, stage=stage_of(again))
        make_schedule(actor=event.acting, stage=stage_of(again))
        late = add_venue(
            actor=event.acting, user=event.centre, event=event.simultaneous, name="Tardana"
        ).championship
        add_contestants(late, 4)
        make_schedule(actor=event.acting, stage=stage_of(late))
        publish_schedule(actor=event.acting, stage=stage_of(late))
        assert cards(again, 1, 2, 3, 4) == cards(late, 1, 2, 3, 4) == expected
        assert faults(again) == faults(late) == []

    def test_until_there_are_none_left(self, event: Event) -> None:
        for _again in range(20):
            printed(event, 0, 1)
            exchange(event, 1)
        printed(event, 0, 1)
        with pytest.raises(NotNow, match="not enough spare hands"):
            exchange(event, 1)

    def test_on_the_centres_page(self, event: Event, client: Client) -> None:
        client.force_login(event.centre)
        page = reverse("simultaneous:exchange", args=[event.simultaneous.slug])
        centre = reverse("simultaneous:centre", args=[event.simultaneous.slug])
        assert page not in client.get(centre).content.decode()
        printed(event, 1, 2)
        assert page in client.get(centre).content.decode()
        assert "Round 2: seen in Seu 2" in client.get(page).content.decode()
        assert client.post(page, {"round": "1", "reason": "x"}).status_code == 422
        assert client.post(page, {"round": "2", "reason": ""}).status_code == 422
        assert client.post(page, {"round": "2", "reason": "seen"}, follow=True).status_code == 200
        assert event.championships[0].events.filter(action=Action.HANDS_EXCHANGED).count() == 1


def methods(event: Event) -> list[Method]:
    """By which each venue is scored."""
    return [stage_of(one).scoring_settings().method for one in event.championships]


def change(event: Event, **settings: object) -> Simultaneous:
    """Change some settings of all venues."""
    known = {"field", "draw_seed", "reason", "based_on"}
    now = stage_of(event.championships[0]).scoring_settings()
    return change_settings_for_all(
        actor=event.acting,
        event=event.simultaneous,
        settings=replace(now, **{k: v for k, v in settings.items() if k not in known}),  # type: ignore[arg-type]
        **{"field": VenuesField.ALL_VENUES, **{k: v for k, v in settings.items() if k in known}},  # type: ignore[arg-type]
    )


class TestSettings:
    def test_all_venues_are_scored_by_the_new_ones_and_their_records_tell(
        self, event: Event
    ) -> None:
        for venue, points in ((0, 40), (1, 52)):
            event.play(venue, 1, points)
        before = [one.figures.total for one in overall_standings(event.simultaneous).lines]
        change(event, method=Method.MATCHPOINTS, reason="as the call says")
        after = [one.figures.total for one in overall_standings(event.simultaneous).lines]
        assert before != after
        for one in event.championships:
            assert stage_of(one).scoring_settings().method is Method.MATCHPOINTS
            told = one.events.get(action=Action.SETTINGS_CHANGED)
            assert told.after == {"stage": 1, "method": "matchpoints"}
            assert told.reason == "as the call says"
            assert faults(one) == []

    def test_the_comparison_is_told_in_every_record(self, event: Event) -> None:
        change(event, field=VenuesField.OWN_VENUE)
        assert Simultaneous.objects.get(pk=event.simultaneous.pk).field == VenuesField.OWN_VENUE
        for one in event.championships:
            told = one.events.get(action=Action.COMPARED_OVER_ALL)
            assert (told.before, told.after) == ({"field": "all-venues"}, {"field": "own-venue"})
            assert faults(one) == []

    @pytest.mark.parametrize(
        "changed", [{"method": Method.MATCHPOINTS}, {"field": VenuesField.OWN_VENUE}]
    )
    def test_once_a_venue_has_opened_a_round_it_needs_a_reason(
        self, event: Event, changed: dict[str, object]
    ) -> None:
        event.open(1, 1)
        with pytest.raises(UserError) as refused:
            change(event, **changed)
        assert refused.value.field == "reason"
        assert methods(event) == [Method.MIN_MAX] * 2
        assert Simultaneous.objects.get(pk=event.simultaneous.pk).field == VenuesField.ALL_VENUES
        change(event, **changed, reason="agreed")

    @pytest.mark.parametrize(
        "changed", [{"method": Method.MATCHPOINTS}, {"field": VenuesField.OWN_VENUE}]
    )
    def test_a_venue_that_has_ended_hinders_and_is_named(self, changed: dict[str, object]) -> None:
        event = make_venues(2, rounds=1)
        event.play(0, 1)
        event.play(1, 1)
        end_championship(actor=event.acting, championship=event.championships[1])
        counts = [one.events.count() for one in event.championships]
        with pytest.raises(NotNow, match="“Seu 2”: The championship has ended"):
            change(event, **changed, reason="agreed")
        assert methods(event) == [Method.MIN_MAX] * 2
        assert Simultaneous.objects.get(pk=event.simultaneous.pk).field == VenuesField.ALL_VENUES
        assert [one.events.count() for one in event.championships] == counts

    def test_somebody_else_was_quicker(self, event: Event) -> None:
        version = event_settings_version(event.simultaneous)
        change(event, field=VenuesField.OWN_VENUE)
        with pytest.raises(Conflict):
            change(event, method=Method.MATCHPOINTS, based_on=version)

    def test_on_its_page(self, event: Event, client: Client) -> None:
        client.force_login(event.centre)
        page = reverse("simultaneous:settings", args=[event.simultaneous.slug])
        shown = client.get(page)
        form = shown.context["form"]
        sent = {name: form[name].value() or "" for name in form.fields}
        sent |= {"method": "matchpoints", "field": "own-venue"}
        assert client.post(page, {**sent, "field": "nobody"}).status_code == 422
        assert client.post(page, sent).status_code == 302
        assert methods(event) == ["matchpoints"] * 2
        assert Simultaneous.objects.get(pk=event.simultaneous.pk).field == VenuesField.OWN_VENUE


def test_a_round_that_was_handed_in_and_taken_back_is_not_exchanged(event: Event) -> None:
    event.play(0, 1)
    take_back(actor=event.acting, round=event.round(0, 1), reason="a slip")
    with pytest.raises(NotNow, match="“Seu 1” has opened round 1"):
        exchange(event, 1)
    event.hand_in(0, 1)
    release(actor=event.acting, event=event.simultaneous, number=1, reason="time")
    with pytest.raises(NotNow, match="“Seu 1” has opened round 1"):
        exchange(event, 1)
