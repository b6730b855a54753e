"""A venue without a network, from its envelope to the overall standings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.tournament.envelopes.laptop import brought, envelope_of, opened
from tests.tournament.factories import add_contestants, english_client, stage_of
from tests.tournament.simultaneous.venues import make_venues
from tests.tournament.verified import faults
from tournament.contestants.services.late_entry import join_late
from tournament.core.errors import NotNow, UserError
from tournament.deals.queries import dealt_hands
from tournament.deals.services.accesses import record_hand_printing
from tournament.envelopes.services.make import make_envelope, tell_passphrase
from tournament.envelopes.services.take_in import preview_results, take_in_results
from tournament.models import (
    Action,
    Championship,
    HandAccess,
    Match,
    Outcome,
    Result,
    Simultaneous,
    Venue,
)
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rulings.services import cancel_hand, deduct
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.simultaneous.queries.overall import overall_standings
from tournament.simultaneous.services.deals import make_deals_for_all
from tournament.simultaneous.services.rounds import open_for_all, release
from tournament.simultaneous.services.venues import add_venue, untie

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.promise]


def table_of(event: Simultaneous) -> list[tuple[object, ...]]:
    """The standings of an event in plain values."""
    found = overall_standings(Simultaneous.objects.get(pk=event.pk))
    return [
        (one.rank, one.figures.venue.name, one.contestant.number, one.figures.total)
        for one in found.lines
    ]


def test_mixed_event_ranks_as_if_all_had_played_on_line(monkeypatch: pytest.MonkeyPatch) -> None:
    # The lots are the same in both events. The first is played wholly on line.
    monkeypatch.setattr(
        "tournament.schedule.services.schedule.secrets.token_hex", lambda _count: "lots"
    )
    line = make_venues(3)
    for number in (1, 2):
        for venue, points in enumerate((40, 52, 31)):
            line.play(venue, number, points + number)
    expected = table_of(line.simultaneous)
    assert len(expected) == 12

    # The third venue gets its hands by envelope.
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


def test_a_newer_file_shows_what_changed_and_an_older_one_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_venues(2)
    event.play(1, 1)
    laptop = opened(monkeypatch, event, envelope_of(event, 0, last=2))
    away = laptop.as_event()
    away.play(0, 1)
    first = laptop.results()
    file = brought(event, first)
    take_in_results(actor=event.acting, results=file)
    assert event.round(0, 1).first_closed_at is not None  # the last venue that was waited for

    # Twice is once.
    assert brought(event, first).pk == file.pk
    assert take_in_results(actor=event.acting, results=file).results_new == 0
    events = event.championships[0].events.count()

    # A correction there is a new version here.
    release(actor=away.acting, event=away.simultaneous, number=1, reason="the centre said so")
    match = Match.objects.select_related("round__stage__championship", "table").get(
        round=away.round(0, 1), table__number=1
    )
    enter_result(
        actor=away.acting,
        match=match,
        deal=1,
        entry=ResultInput(outcome=Outcome.PLAYED, ns_points=68),
        based_on=1,
        reason="the slip says so",
    )
    older = laptop.results()
    away.play(0, 2)
    newer = brought(event, laptop.results())
    seen = preview_results(actor=event.acting, results=newer)
    assert (seen.rounds, seen.results_new, seen.results_same) == ([1, 2], 4, 3)
    assert [(one.before, one.after) for one in seen.changes] == [("40–32", "68–4")]
    assert event.championships[0].events.count() == events
    take_in_results(actor=event.acting, results=newer)
    versions = Result.objects.filter(
        match__round__championship=event.championships[0], match__table__number=1, deal=1
    ).order_by("version")
    assert [(one.ns_points, one.is_current) for one in versions] == [(40, False), (68, True)]
    assert newer.digest[:8] in versions[1].change_reason
    with pytest.raises(UserError, match="older"):
        brought(event, older)
    assert faults(event.championships[0]) == []


def test_a_blank_list_is_filled_in_at_the_venue(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_venues(2)
    tie = add_venue(
        actor=event.acting, user=event.centre, event=event.simultaneous, name="En blanc"
    )
    event.championships.append(tie.championship)
    envelope = envelope_of(event, 2, last=2)
    tell_passphrase(actor=event.acting, envelope=envelope)
    laptop = opened(monkeypatch, event, envelope)
    here = laptop.championship
    add_contestants(here, 5)
    make_schedule(actor=laptop.acting, stage=stage_of(here))
    publish_schedule(actor=laptop.acting, stage=stage_of(here))
    away = laptop.as_event()
    away.play(0, 1, 30)
    cancel_hand(actor=laptop.acting, championship=here, deal=3, reason="a card too many")
    deduct(
        actor=laptop.acting,
        stage=stage_of(here),
        contestant=here.contestants.get(number=2),
        hundredths=25,
        reason="late",
    )
    away.play(0, 2, 50)
    results = brought(event, laptop.results(), 2)
    taken = take_in_results(actor=event.acting, results=results)
    assert (taken.pairs_new, taken.results_new, len(taken.rulings)) == (5, 8, 2)
    there = Championship.objects.get(pk=tie.championship_id)
    plain = "match__round__number", "match__table__number", "deal", "ns_points"
    assert [
        sorted(Result.objects.filter(match__round__championship=one).values_list(*plain))
        for one in (there,)
    ] == [sorted(Result.objects.filter(match__round__championship=here).values_list(*plain))]
    assert there.rulings.count() == 2
    assert [one.number for one in there.contestants.order_by("number")] == [1, 2, 3, 4, 5]
    assert faults(there) == []


def test_a_deduction_from_a_pair_that_comes_later_waits_for_its_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_venues(2)
    laptop = opened(monkeypatch, event, envelope_of(event, 0, last=2))
    here, away = laptop.championship, laptop.as_event()
    away.play(0, 1)
    late = join_late(actor=laptop.acting, championship=here, players=["Elna", "Ferran"])
    deduct(
        actor=laptop.acting,
        stage=stage_of(here),
        contestant=late,
        hundredths=25,
        reason="late",
    )
    first = brought(event, laptop.results())
    assert take_in_results(actor=event.acting, results=first).rulings == []
    away.play(0, 2)
    second = brought(event, laptop.results())
    assert len(take_in_results(actor=event.acting, results=second).rulings) == 1
    assert faults(event.championships[0]) == []


def test_telling_the_passphrase_hands_the_hands_out() -> None:
    event = make_venues(2)
    envelope = envelope_of(event, 0)
    assert envelope_of(event, 0).pk == envelope.pk  # a double click
    tell_passphrase(actor=event.acting, envelope=envelope)
    tell_passphrase(actor=event.acting, envelope=envelope)
    one = event.championships[0]
    told = one.events.filter(action=Action.ENVELOPE_TOLD).get()
    assert told.after == {"rounds": [1], "digest": envelope.digest}
    assert one.rounds.get(number=1).hand_accesses.get().kind == HandAccess.Kind.PRINTED
    assert not one.rounds.get(number=2).hand_accesses.exists()
    assert faults(one) == []
    opened_elsewhere = open_for_all(actor=event.acting, event=event.simultaneous, number=1)
    assert opened_elsewhere.venues == ("Seu 2",)


def test_what_only_the_centre_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    event = make_venues(2)
    laptop = opened(monkeypatch, event, envelope_of(event, 0))
    tie = Venue.objects.select_related("simultaneous").get(championship=laptop.championship)
    acts = (
        lambda: make_deals_for_all(actor=laptop.acting, event=tie.simultaneous),
        lambda: add_venue(
            actor=laptop.acting, user=laptop.user, event=tie.simultaneous, name="Una altra"
        ),
        lambda: untie(actor=laptop.acting, venue=tie),
        lambda: make_envelope(actor=laptop.acting, venue=tie, first=1, last=1),
    )
    for act in acts:
        with pytest.raises(NotNow, match="in its own installation"):
            act()


def test_a_laptop_with_everything_handed_in_is_sent_to_the_results_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_venues(2)
    laptop = opened(monkeypatch, event, envelope_of(event, 0, last=2))
    away, client = laptop.as_event(), english_client(laptop.user)

    def page(address: str) -> str:
        return str(client.get(address).content.decode())

    start = reverse("championships:start", args=[laptop.championship.slug])
    centre = reverse("simultaneous:centre", args=[away.simultaneous.slug])
    away.play(0, 1)
    assert "Round 1 is handed in, and sealed until it is released." in page(start)
    away.open(0, 2)
    assert "Round 2 is open. Round 1 is handed in" in page(start)
    assert page(centre).count("state-open") == 1
    away.enter(0, 2, 40)
    away.hand_in(0, 2)
    done = page(start)
    assert "Rounds 1, 2 are handed in, and sealed until they are released." in done
    file = reverse("envelopes:for_the_centre", args=[laptop.championship.slug])
    assert f'<a class="btn btn-primary" href="{file}">Results for the centre</a>' in done
    assert "state-open" not in page(centre)
