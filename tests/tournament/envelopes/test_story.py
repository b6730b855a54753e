"""A venue without a network, from its envelope to the overall standings."""

from __future__ import annotations

import pytest

from tests.tournament.envelopes.laptop import brought, envelope_of, opened
from tests.tournament.simultaneous.venues import make_venues
from tests.tournament.verified import faults
from tournament.core.errors import NotNow
from tournament.deals.queries import dealt_hands
from tournament.deals.services import record_hand_printing
from tournament.envelopes.services import preview_results, take_in_results
from tournament.models import Result, Simultaneous
from tournament.simultaneous.queries import overall_standings
from tournament.simultaneous.services import release

pytestmark = pytest.mark.django_db


def table_of(event: Simultaneous) -> list[tuple[object, ...]]:
    """The standings of an event in plain values."""
    found = overall_standings(Simultaneous.objects.get(pk=event.pk))
    return [
        (one.rank, one.figures.venue.name, one.contestant.number, one.figures.total)
        for one in found.lines
    ]


def test_mixed_event_ranks_as_if_all_had_played_on_line(monkeypatch: pytest.MonkeyPatch) -> None:
    # The lots are the same in both events. The first is played wholly on line.
    monkeypatch.setattr("tournament.schedule.services.secrets.token_hex", lambda _count: "lots")
    line = make_venues(3)
    for number in (1, 2):
        for venue, points in enumerate((40, 52, 31)):
            line.play(venue, number, points + number)
    expected = table_of(line.simultaneous)
    assert len(expected) == 12

    # And with the third venue by envelope.
    mixed = make_venues(3)
    laptop = opened(monkeypatch, mixed, envelope_of(mixed, 2, last=2))
    assert faults(laptop.championship) == []
    away = laptop.as_event()
    for number in (1, 2):
        for venue, points in enumerate((40, 52)):
            mixed.play(venue, number, points + number)
        away.play(0, number, 31 + number)
    results = brought(mixed, laptop.results(), 2)
    seen = preview_results(actor=mixed.acting, results=results)
    assert (seen.rounds, seen.results_new, seen.changes) == ([1, 2], 8, [])
    assert not Result.objects.filter(match__round__championship=mixed.championships[2]).exists()
    assert take_in_results(actor=mixed.acting, results=results).results_new == 8
    assert table_of(mixed.simultaneous) == expected
    assert [faults(one) for one in (*mixed.championships, laptop.championship)] == [[]] * 4


def test_an_envelope_has_the_secrets_of_its_rounds_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_venues(2)
    laptop = opened(monkeypatch, event, envelope_of(event, 0))
    here = {one.number: one.deal for one in dealt_hands(laptop.championship, range(1, 5))}
    there = {one.number: one.deal for one in dealt_hands(event.championships[0], range(1, 5))}
    assert here == {number: there[number] for number in (1, 2)}
    with pytest.raises(NotNow, match="envelope"):
        record_hand_printing(
            actor=laptop.acting, championship=laptop.championship, rounds=[2], reason="packs"
        )
    second = opened(monkeypatch, event, envelope_of(event, 0, 2, 2))
    assert second.championship.pk == laptop.championship.pk
    here = {one.number: one.deal for one in dealt_hands(laptop.championship, range(1, 5))}
    assert here == there
    assert faults(laptop.championship) == []


def test_hands_stay_sealed_at_the_venue_until_the_centre_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_venues(2)
    laptop = opened(monkeypatch, event, envelope_of(event, 0, last=2))
    away = laptop.as_event()
    away.play(0, 1)
    round = away.round(0, 1)
    assert round.handed_in_at is not None
    assert round.first_closed_at is None
    release(actor=away.acting, event=away.simultaneous, number=1, reason="the centre said so")
    assert away.round(0, 1).first_closed_at is not None
    assert faults(laptop.championship) == []
