"""Hands that the centre exchanges after an envelope was sent: new ones, and results with the
old."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.envelopes.laptop import brought, envelope_of, opened
from tests.tournament.factories import add_contestants, stage_of
from tests.tournament.simultaneous.test_changed_for_all import cards, change, exchange
from tests.tournament.simultaneous.venues import Event, make_venues
from tests.tournament.verified import faults
from tournament.core.errors import NotNow
from tournament.envelopes.queries import envelope_lines
from tournament.envelopes.services.make import tell_passphrase
from tournament.envelopes.services.take_in import preview_results, take_in_results
from tournament.models import Action, Outcome, Result, Venue
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.simultaneous.services.venues import add_venue

pytestmark = pytest.mark.django_db


def stale(event: Event, venue: int = 0) -> list[tuple[str, ...]]:
    tie = Venue.objects.get(championship=event.championships[venue])
    return [one.stale for one in envelope_lines(tie)]


def test_an_envelope_whose_hands_were_exchanged_is_out_of_date() -> None:
    event = make_venues(2)
    older = envelope_of(event, 0, 1, 2)
    tell_passphrase(actor=event.acting, envelope=envelope_of(event, 1, 2, 2))
    assert stale(event) == [()]
    exchange(event, 2)
    assert "Round 2 has other hands" in stale(event)[0][0]
    with pytest.raises(NotNow, match="Round 2 has other hands"):
        tell_passphrase(actor=event.acting, envelope=older)
    assert envelope_of(event, 0, 1, 2).pk != older.pk
    assert [bool(one) for one in stale(event)] == [True, False]
    assert faults(event.championships[0]) == []


def test_settings_and_pairs_that_changed_are_told_too(client: Client) -> None:
    event = make_venues(2)
    envelope_of(event)
    change(event, draw_seed="another one")
    assert "settings" in stale(event)[0][0]
    fresh = add_venue(
        actor=event.acting, user=event.centre, event=event.simultaneous, name="En blanc"
    )
    event.championships.append(fresh.championship)
    envelope_of(event, 2)
    add_contestants(fresh.championship, 4)
    assert stale(event, 2) == [("Pairs or schedule have changed here since.",)]
    client.force_login(event.centre)
    page = client.get(reverse("envelopes:venue", args=[event.simultaneous.slug, fresh.pk]))
    assert "out of date" in page.content.decode()


@pytest.mark.parametrize("scheduled", [True, False])
def test_a_new_envelope_brings_the_new_hands(
    monkeypatch: pytest.MonkeyPatch, scheduled: bool
) -> None:
    event = make_venues(2)
    tie = add_venue(actor=event.acting, user=event.centre, event=event.simultaneous, name="Lluny")
    event.championships.append(tie.championship)
    if scheduled:
        add_contestants(tie.championship, 4)
        make_schedule(actor=event.acting, stage=stage_of(tie.championship))
    first = envelope_of(event, 2, 1, 2)
    tell_passphrase(actor=event.acting, envelope=first)
    laptop = opened(monkeypatch, event, first)
    exchange(event, 2)
    opened(monkeypatch, event, envelope_of(event, 2, 2, 2))
    if not scheduled:
        add_contestants(laptop.championship, 4)
        make_schedule(actor=laptop.acting, stage=stage_of(laptop.championship))
    publish_schedule(actor=laptop.acting, stage=stage_of(laptop.championship))
    assert cards(laptop.championship, 1, 2, 3, 4) == cards(event.championships[0], 1, 2, 3, 4)
    away = laptop.as_event()
    away.play(0, 1)
    away.play(0, 2)
    taken = take_in_results(actor=event.acting, results=brought(event, laptop.results(), 2))
    assert (taken.results_new, taken.not_counted) == (8, [])
    assert faults(laptop.championship) == faults(event.championships[2]) == []


def test_what_was_played_with_the_old_cards_stays_in_the_file_and_does_not_count(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    event = make_venues(2)
    envelope = envelope_of(event, 0, 1, 2)
    tell_passphrase(actor=event.acting, envelope=envelope)
    laptop = opened(monkeypatch, event, envelope)
    away = laptop.as_event()
    away.play(0, 1)
    away.play(0, 2)
    exchange(event, 2)
    # A new envelope that comes too late changes nothing of what was played.
    opened(monkeypatch, event, envelope_of(event, 0, 2, 2))
    assert faults(laptop.championship) == []
    results = brought(event, laptop.results())
    client.force_login(event.centre)
    page = client.get(
        reverse("envelopes:results", args=[event.simultaneous.slug, results.venue_id, results.pk])
    )
    assert "Hands 3, 4 were" in " ".join(page.content.decode().split())
    seen = preview_results(actor=event.acting, results=results)
    assert (seen.rounds, seen.not_counted) == ([1, 2], [3, 4])
    take_in_results(actor=event.acting, results=results)
    here = Result.objects.filter(match__round__championship=event.championships[0])
    assert set(here.filter(deal__in=[1, 2]).values_list("outcome", flat=True)) == {Outcome.PLAYED}
    assert set(here.filter(deal__in=[3, 4]).values_list("outcome", flat=True)) == {
        Outcome.NOT_PLAYED
    }
    told = event.championships[0].events.get(action=Action.RESULTS_TAKEN_IN)
    assert (told.after or {})["not_counted"] == [3, 4]
    assert event.round(0, 2).handed_in_at is not None
    again = take_in_results(actor=event.acting, results=results)
    assert (again.results_new, again.changes) == (0, [])
    assert faults(event.championships[0]) == []
