"""Venues that don't count, and rounds that are released at an hour that was set."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.simultaneous.test_pages import client_of, post, url, venue_url
from tests.tournament.simultaneous.venues import Event, make_venues
from tests.tournament.verified import faults
from tournament.core.errors import NotNow, UserError
from tournament.models import Action, LeftOut, ReleaseHour, RoundStatus, Venue
from tournament.simultaneous.queries.overall import overall_standings
from tournament.simultaneous.queries.state import event_state, version_for_everybody
from tournament.simultaneous.services.rounds import release, release_what_is_due, set_release_hour
from tournament.simultaneous.services.venues import count_again, leave_out

pytestmark = pytest.mark.django_db


def venue(event: Event, number: int) -> Venue:
    return Venue.objects.get(championship=event.championships[number])


def leave(event: Event, number: int, why: LeftOut = LeftOut.DISQUALIFIED) -> None:
    leave_out(actor=event.acting, venue=venue(event, number), why=why, reason="shown hands")


class TestLeftOut:
    def test_its_results_count_nowhere(self) -> None:
        event = make_venues(3)
        for number in range(3):
            event.play(number, 1, points=40 + 10 * number)
        before = overall_standings(event.simultaneous)
        version = version_for_everybody(event.simultaneous)
        leave(event, 2)
        after = overall_standings(event.simultaneous)
        assert {line.figures.venue.name for line in after.lines} == {"Seu 1", "Seu 2"}
        assert sum(bool(after.hands_of(pair)) for pair in after.contestants) == 8
        assert [(one.venue.name, one.why, one.reason) for one in after.left_out] == [
            ("Seu 3", LeftOut.DISQUALIFIED, "shown hands")
        ]
        assert version_for_everybody(event.simultaneous) != version
        told = event.championships[2].events.get(action=Action.VENUE_LEFT_OUT)
        assert told.reason == "shown hands"
        count_again(actor=event.acting, venue=venue(event, 2), reason="it was another venue")
        again = overall_standings(event.simultaneous)
        assert [line.figures.total for line in again.lines] == [
            line.figures.total for line in before.lines
        ]
        assert again.left_out == ()
        assert faults(event.championships[2]) == []

    def test_nobody_waits_for_it(self) -> None:
        event = make_venues(3)
        event.play(0, 1)
        event.play(1, 1)
        assert event.round(0, 1).status == RoundStatus.OPEN
        leave(event, 2, LeftOut.MISSING)
        assert event.round(0, 1).status == RoundStatus.CLOSED
        assert event_state(event.simultaneous).rounds[0].waits_for == ()

    def test_with_a_reason(self) -> None:
        event = make_venues(1)
        with pytest.raises(UserError, match="reason"):
            leave_out(actor=event.acting, venue=venue(event, 0), why=LeftOut.MISSING, reason=" ")

    def test_by_its_page(self, event: Event) -> None:
        client = client_of(event.centre)
        address = url(event, "leave_out", venue=venue(event, 1).pk)
        assert client.post(address, {"why": "missing", "reason": ""}).status_code == 422
        page = post(client, address, {"why": "missing", "reason": "nobody came"})
        assert "nobody came" in page
        assert "nobody came" in Client().get(url(event, "event")).content.decode()
        assert "Count it again" in client.get(address).content.decode()
        post(client, address, {"reason": "they came"})
        assert venue(event, 1).left_out == ""


class TestHour:
    def hour(self, event: Event, number: int, **ago: int) -> None:
        later = timezone.now() + timedelta(hours=1)
        set_release_hour(actor=event.acting, event=event.simultaneous, number=number, at=later)
        ReleaseHour.objects.update(at=timezone.now() - timedelta(**ago))

    def test_what_is_handed_in_is_released(self, event: Event) -> None:
        event.play(0, 1)
        event.open(1, 1)
        self.hour(event, 1, minutes=1)
        release_what_is_due()
        assert event.round(0, 1).status == RoundStatus.CLOSED
        assert event.round(1, 1).status == RoundStatus.OPEN
        assert event_state(event.simultaneous).rounds[0].waits_for == ("Seu 2",)
        assert not ReleaseHour.objects.exists()
        assert [faults(one) for one in event.championships] == [[], []]

    def test_not_before_nor_where_nothing_is_handed_in(self, event: Event) -> None:
        later = timezone.now() + timedelta(hours=1)
        set_release_hour(actor=event.acting, event=event.simultaneous, number=1, at=later)
        event.play(0, 1)
        release_what_is_due()
        assert event.round(0, 1).status == RoundStatus.OPEN
        self.hour(event, 2, minutes=1)
        release_what_is_due()
        assert event_state(event.simultaneous).released == (1,)

    def test_none_that_is_over_and_none_for_what_is_public(self) -> None:
        event = make_venues(1)
        with pytest.raises(UserError, match="over"):
            set_release_hour(
                actor=event.acting,
                event=event.simultaneous,
                number=1,
                at=timezone.now() - timedelta(minutes=1),
            )
        event.play(0, 1)
        with pytest.raises(NotNow, match="public"):
            set_release_hour(actor=event.acting, event=event.simultaneous, number=1, at=None)

    def test_by_its_page(self, event: Event) -> None:
        client = client_of(event.centre)
        assert client.post(url(event, "hour", number=1), {"at": "soon"}).status_code == 422
        assert "at the latest" in post(
            client, url(event, "hour", number=1), {"at": "2090-11-21T18:00"}
        )
        post(client, url(event, "hour", number=1), {"at": ""})
        assert not ReleaseHour.objects.exists()


def test_a_late_venue_is_told(event: Event) -> None:
    event.play(0, 1)
    event.open(1, 1)
    release(actor=event.acting, event=event.simultaneous, number=1, reason="no answer")
    client = client_of(event.centre)
    page = client.get(venue_url(event, 1, "rounds:round", 1)).content.decode()
    assert "already" in page
    rounds = reverse("rounds:list", args=[event.championships[1].slug])
    assert "late" in client.get(rounds).content.decode()
