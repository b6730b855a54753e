"""Odd ways of an envelope: an early end, late pairs, withdrawals, pairings by hand, several at
once."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.envelopes.laptop import Laptop, brought, envelope_of, opened
from tests.tournament.factories import add_contestants, make_user, stage_of
from tests.tournament.simultaneous.venues import Event, make_venues
from tests.tournament.verified import faults
from tournament.championships.services.end import end_championship
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.errors import NotNow
from tournament.deals.proof import proof_document, proof_of
from tournament.deals.queries import hands_are_public
from tournament.deals.secrets import secret_of
from tournament.envelopes.services.open import receive_envelope
from tournament.envelopes.services.take_in import take_in_results
from tournament.models import Championship, DealSet, PlayedWith, Result, Venue
from tournament.play.services.tables import choose_played_with
from tournament.schedule.by_hand import SeatedMatch
from tournament.schedule.services.rounds import enter_pairings
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.simultaneous.services.deals import fix_salt_for_all, make_deals_for_all
from tournament.simultaneous.services.events import make_event
from tournament.simultaneous.services.rounds import release
from tournament.simultaneous.services.venues import add_venue
from tournament.stages.formats import FORMATS
from tournament.transfer.services import holds_sealed_hands

pytestmark = pytest.mark.django_db


class TestAnEarlyEnd:
    @pytest.fixture
    def laptop(self, monkeypatch: pytest.MonkeyPatch) -> Laptop:
        """Round 1 was played and is public; round 2 has been opened nowhere."""
        event = make_venues(2)
        laptop = opened(monkeypatch, event, envelope_of(event, 0, 1, 2))
        away = laptop.as_event()
        away.play(0, 1)
        release(actor=laptop.acting, event=away.simultaneous, number=1, reason="the centre said so")
        return laptop

    def end(self, laptop: Laptop) -> Championship:
        here = Championship.objects.get(pk=laptop.championship.pk)
        return end_championship(actor=laptop.acting, championship=here, reason="the lights failed")

    def test_not_while_a_round_is_sealed(self, laptop: Laptop) -> None:
        with pytest.raises(NotNow, match="still sealed"):
            self.end(laptop)

    def test_nobody_learns_a_hand_that_other_venues_have_still_to_play(
        self, laptop: Laptop
    ) -> None:
        away = laptop.as_event()
        release(actor=laptop.acting, event=away.simultaneous, number=2, reason="we stop here")
        ended = self.end(laptop)
        (stored,) = DealSet.objects.filter(championship=ended)
        hidden = [secret_of(stored, number) for number in (3, 4)]
        assert None not in hidden
        assert hands_are_public(away.round(0, 1))
        assert not hands_are_public(away.round(0, 2))
        found = proof_of(ended)
        assert found is not None
        told = str(proof_document(found))
        pages = [
            Client().get(path)
            for path in (
                reverse("deals:proof", args=[ended.slug]),
                reverse("deals:proof", args=[ended.slug]) + "?deal=3",
                reverse("deals:hands", args=[ended.slug, 2]),
            )
        ]
        told += "".join(one.content.decode() for one in pages)
        for number in (1, 2):
            assert (secret_of(stored, number) or b"").hex() in told
        for secret in hidden:
            assert secret is not None
            assert secret.hex() not in told
        assert holds_sealed_hands(ended)
        assert faults(ended) == []


def test_late_pairs_and_withdrawals_come_along(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_venues(2, pairs=5, rounds=3)
    event.play(1, 1)
    laptop = opened(monkeypatch, event, envelope_of(event, 0, 1, 3))
    away = laptop.as_event()
    away.play(0, 1)
    join_late(actor=laptop.acting, championship=laptop.championship, players=["Elna", "Ferran"])
    away.play(0, 2)
    leaving = laptop.championship.contestants.get(number=2)
    withdraw_contestant(actor=laptop.acting, contestant=leaving, from_round=3, reason="ill")
    away.play(0, 3)
    taken = take_in_results(actor=event.acting, results=brought(event, laptop.results()))
    assert (taken.rounds, taken.pairs_new) == ([1, 2, 3], 1)
    here = event.championships[0].contestants
    assert here.get(number=6).joined_round == 2
    assert here.get(number=2).withdrawn_from == 3
    plain = "match__round__number", "match__table__number", "deal", "ns_points"
    assert results_of(event.championships[0], *plain) == results_of(laptop.championship, *plain)
    assert faults(event.championships[0]) == faults(laptop.championship) == []


def results_of(championship: Championship, *columns: str) -> list[tuple[object, ...]]:
    found = Result.objects.filter(
        match__round__championship=championship, match__cancelled=False, is_current=True
    )
    return sorted(found.values_list(*columns))


def test_pairings_that_the_venue_chose_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    by_hand = next(one for one in FORMATS.values() if one.by_hand and one.deals)
    plain = make_venues(1)
    event = make_event(
        actor=plain.acting,
        user=plain.centre,
        name="A mà",
        date=plain.simultaneous.date,
        format=by_hand,
        rounds=2,
        hands_per_match=2,
    )
    made = Event(event, plain.centre, [])
    for number in range(2):
        venue = add_venue(
            actor=plain.acting, user=plain.centre, event=event, name=f"Local {number}"
        )
        add_contestants(venue.championship, 4)
        stage = stage_of(venue.championship)
        make_schedule(actor=plain.acting, stage=stage, rounds=2)
        publish_schedule(actor=plain.acting, stage=stage)
        made.championships.append(Championship.objects.get(pk=venue.championship_id))
    make_deals_for_all(actor=plain.acting, event=event)
    fix_salt_for_all(actor=plain.acting, event=event, salt="")
    laptop = opened(monkeypatch, made, envelope_of(made, 0, 1, 2))
    away = laptop.as_event()
    chosen = ((1, 4, 2, 3), (3, 1, 2, 4))
    for number, (ns, ew, other_ns, other_ew) in enumerate(chosen, start=1):
        matches = (SeatedMatch(1, ns, ew), SeatedMatch(2, other_ns, other_ew))
        enter_pairings(actor=laptop.acting, round=away.round(0, number), matches=matches)
        away.play(0, number)
    taken = take_in_results(actor=made.acting, results=brought(made, laptop.results()))
    assert (taken.rounds, taken.results_new) == ([1, 2], 8)
    columns = "match__round__number", "match__table__number", "deal", "ns_points"
    assert results_of(made.championships[0], *columns) == results_of(laptop.championship, *columns)
    assert faults(made.championships[0]) == faults(laptop.championship) == []


def test_each_closed_envelope_on_the_page_has_ids_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_venues(2)
    monkeypatch.setattr("tournament.envelopes.services.open.is_from_here", lambda _digest: False)
    for venue in (0, 1):
        receive_envelope(file=BytesIO(bytes(envelope_of(event, venue).content)))
    keeper = Client(HTTP_HOST="127.0.0.1")
    keeper.force_login(make_user("keeper", superuser=True))
    page = keeper.get(reverse("envelopes:received")).content.decode()
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    labels = re.findall(r'<label[^>]*for="([^"]+)"', page)
    assert len(labels) == 3
    assert set(labels) <= set(ids)
    assert Venue.objects.count() == 2


def test_what_a_venue_made_counts_here_though_its_hands_were_to_be_played_on_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_venues(2)
    here = event.championships[0]
    phones: dict[str, Any] = {"played_with": PlayedWith.PHONES, "knows_plain_http": True}
    choose_played_with(actor=event.acting, stage=stage_of(here), **phones)
    laptop = opened(monkeypatch, event, envelope_of(event))
    packs = stage_of(laptop.championship)
    choose_played_with(actor=laptop.acting, stage=packs, played_with=PlayedWith.PACKS)
    laptop.as_event().play(0, 1)
    taken = take_in_results(actor=event.acting, results=brought(event, laptop.results()))
    assert taken.rounds == [1]
    plain = "match__round__number", "match__table__number", "deal", "ns_points"
    assert results_of(here, *plain) == results_of(laptop.championship, *plain)
    assert faults(here) == []
