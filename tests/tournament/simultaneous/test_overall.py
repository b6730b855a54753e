"""The standings over all venues: exact, by both fields, and as each venue's own at home."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from scoring.participation import Completion
from tests.tournament.factories import stage_of
from tests.tournament.made_once import made_once
from tests.tournament.simultaneous.venues import Event, make_played_venues, make_venues
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.page_cache import MOST_BYTES, pages
from tournament.models import Contestant, Match, NotPlayedReason, Outcome, Simultaneous, VenuesField
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import reopen_round
from tournament.rulings.services import cancel_hand, deduct
from tournament.simultaneous.queries.event_standings import EventStandings
from tournament.simultaneous.queries.overall import overall_standings
from tournament.simultaneous.queries.state import version_for_everybody
from tournament.simultaneous.services.rounds import release
from tournament.simultaneous.services.settings import change_settings_for_all
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]


two_venues = made_once(make_played_venues)


def own_field(event: Event) -> EventStandings:
    change_settings_for_all(
        actor=event.acting,
        event=event.simultaneous,
        settings=stage_of(event.championships[0]).scoring_settings(),
        field=VenuesField.OWN_VENUE,
        reason="as the call says",
    )
    return overall_standings(Simultaneous.objects.get())


def test_nothing_before_the_release() -> None:
    event = make_venues(2)
    event.play(0, 1)
    found = overall_standings(event.simultaneous)
    assert (found.lines, found.rounds) == ((), ())


def test_each_hand_is_compared_with_all_venues(event: Event) -> None:
    """N–S made 40, 41, 50 and 51 in both hands; the scale goes from 0 to 100."""
    found = overall_standings(event.simultaneous)
    north = {
        one.points: (one.final, one.percentile)
        for hands in (found.hands_of(pair) for pair in found.contestants)
        for one in hands
        if one.side.value == "NS"
    }
    assert north == {
        40: (Fraction(0), Fraction(0)),
        41: (Fraction(100, 11), Fraction(100, 3)),
        50: (Fraction(1000, 11), Fraction(200, 3)),
        51: (Fraction(100), Fraction(100)),
    }
    totals = [line.figures.total for line in found.lines]
    assert totals == sorted(totals, reverse=True)
    assert totals[:2] == [Fraction(200)] * 2
    assert [line.figures.percentile for line in found.lines[:2]] == [Fraction(100)] * 2
    assert found.lines[0].splits, "by the sum of their hand scores"
    assert {one.name: one.rank for one in found.venues} == {"Seu 1": 1, "Seu 2": 1}


def test_or_with_the_own_venue_alone(event: Event) -> None:
    """Two tables: one side has all points and the other none, in each venue."""
    found = own_field(event)
    assert {line.figures.total for line in found.lines} == {Fraction(0), Fraction(200)}
    assert sorted(line.rank for line in found.lines) == list(range(1, 9))
    percentiles = {
        one.percentile for line in found.lines for one in found.hands_of(line.contestant.id)
    }
    assert percentiles == {Fraction(0), Fraction(100, 3), Fraction(200, 3), Fraction(100)}


def test_the_rank_in_the_venue_is_that_of_its_own_page(event: Event) -> None:
    found = overall_standings(event.simultaneous)
    for championship in event.championships:
        view = standings_view(stage_of(championship))
        at_home = {line.contestant.id: (line.rank, line.shared) for line in view.lines}
        assert at_home == {
            line.contestant.id: (line.figures.venue_rank, line.figures.venue_shared)
            for line in found.of_venue(championship.venue.pk)
        }


def test_who_withdrew_or_has_too_few_hands_is_ranked_behind() -> None:
    """After one of two rounds the first leaves; two others play one hand of the four: there is no
    time for more."""
    event = make_venues(2)
    for venue in (0, 1):
        event.play(venue, 1)
    best = overall_standings(event.simultaneous).lines[0].contestant
    assert best.withdrawn_from is None
    pair = Contestant.objects.get(pk=best.id)
    withdraw_contestant(actor=event.acting, contestant=pair, from_round=2, reason="ill")
    home = event.championships.index(pair.championship)
    for venue in (home, 1 - home):
        event.open(venue, 2)
    not_in_time = NotPlayedReason.TIME.value
    match = Match.objects.filter(round=event.round(1 - home, 2), cancelled=False).first()
    assert match is not None
    for deal in match.round.deals:
        entry = ResultInput(Outcome.NOT_PLAYED, not_played_reason=not_in_time)
        enter_result(actor=event.acting, match=match, deal=deal, entry=entry, based_on=0)
    short = {match.pairs.ns.pk, match.pairs.ew.pk}
    for venue in (0, 1):
        for other in Match.objects.filter(round=event.round(venue, 2), cancelled=False):
            for deal in other.round.deals:
                if other.pk != match.pk:
                    event.enter_hand(other, deal, 40)
        event.hand_in(venue, 2)
    found = overall_standings(Simultaneous.objects.get(pk=event.simultaneous.pk))
    assert found.by_mean
    classes = {line.contestant.id: line.completion for line in found.lines}
    assert {one for one, told in classes.items() if told is Completion.TOO_FEW_HANDS} == short
    assert {one for one, told in classes.items() if told is Completion.WITHDRAWN} == {pair.pk}
    assert found.lines[-1].contestant.id == pair.pk
    assert {line.contestant.id for line in found.lines[-3:-1]} == short
    for championship in event.championships:
        view = standings_view(stage_of(championship))
        assert {line.contestant.id: (line.rank, line.completion) for line in view.lines} == {
            line.contestant.id: (line.figures.venue_rank, line.completion)
            for line in found.of_venue(championship.venue.pk)
        }
    client = Client(headers={"accept-language": "en"})
    shown = client.get(reverse("simultaneous:standings", args=[event.simultaneous.slug]))
    assert "of 4 hands: fewer than 2/3" in shown.content.decode()
    assert "withdrawn from round 2" in shown.content.decode()


def test_a_late_venue_is_named_and_not_ranked() -> None:
    event = make_venues(2)
    event.play(0, 1)
    event.open(1, 1)
    release(actor=event.acting, event=event.simultaneous, number=1, reason="no answer")
    found = overall_standings(event.simultaneous)
    assert [(one.venue.name, one.rounds) for one in found.late] == [("Seu 2", (1,))]
    assert {line.figures.venue.name for line in found.lines} == {"Seu 1"}
    event.enter(1, 1)
    event.hand_in(1, 1)
    assert overall_standings(event.simultaneous).late == ()


def test_a_correction_in_a_venue_counts_at_once(event: Event) -> None:
    before = overall_standings(event.simultaneous)
    version = version_for_everybody(event.simultaneous)
    match = Match.objects.select_related("round__stage__championship", "table").filter(
        round=event.round(0, 1)
    )[0]
    enter_result(
        actor=event.acting,
        match=match,
        deal=1,
        entry=ResultInput(outcome=Outcome.PLAYED, ns_points=70),
        based_on=1,
        reason="the slip says 70",
    )
    after = overall_standings(event.simultaneous)
    assert after.lines != before.lines
    assert version_for_everybody(event.simultaneous) != version


def test_rulings_of_a_venue_count(event: Event) -> None:
    championship = event.championships[0]
    pair = Contestant.objects.filter(championship=championship).order_by("number")[0]
    before = overall_standings(event.simultaneous).line(championship.venue.pk, pair.number)
    assert before is not None
    deduct(
        actor=event.acting,
        stage=stage_of(championship),
        contestant=pair,
        hundredths=1250,
        reason="came late",
    )
    after = overall_standings(event.simultaneous).line(championship.venue.pk, pair.number)
    assert after is not None
    assert after.figures.total == before.figures.total - Fraction(25, 2)
    cancel_hand(actor=event.acting, championship=championship, deal=1, reason="a fouled deal")
    found = overall_standings(event.simultaneous)
    assert {line.figures.hands for line in found.of_venue(championship.venue.pk)} == {1}
    other = event.championships[1].venue.pk
    assert {line.figures.hands for line in found.of_venue(other)} == {2}
    assert found.by_mean


def test_a_reopened_round_does_not_count_until_it_is_closed(event: Event) -> None:
    reopen_round(actor=event.acting, round=event.round(1, 1), reason="a wrong slip")
    found = overall_standings(event.simultaneous)
    assert {line.figures.venue.name for line in found.lines} == {"Seu 1"}
    assert {len(found.hands_of(line.contestant.id)) for line in found.lines} == {2}


def test_clubs(event: Event) -> None:
    """Both venues have pairs of the same four clubs: a club has one in each."""
    clubs = overall_standings(event.simultaneous).clubs
    assert sorted((one.name, one.pairs) for one in clubs) == [
        (f"Club {number}", 2) for number in (1, 2, 3, 4)
    ]


def test_pages_json_and_paper(event: Event) -> None:
    slug = event.simultaneous.slug
    client = Client()
    page = client.get(reverse("simultaneous:standings", args=[slug])).content.decode()
    assert "Mean percentile of the hands" in page
    for query, told in (
        ("?of=venues", "Seu 2"),
        ("?of=clubs", "Club 3"),
        (f"?venue={event.championships[1].venue.pk}", "Seu 2"),
    ):
        address = reverse("simultaneous:standings", args=[slug]) + query
        assert told in client.get(address).content.decode()
    for no_venue in ("0", "x", "9" * 5000):
        address = reverse("simultaneous:standings", args=[slug])
        assert client.get(address, {"venue": no_venue}).status_code == 404
    line = overall_standings(event.simultaneous).lines[0]
    address = reverse(
        "simultaneous:pair", args=[slug, line.figures.venue.id, line.contestant.number]
    )
    assert "100.00" in client.get(address).content.decode()
    document = client.get(reverse("simultaneous:standings_json", args=[slug])).json()
    assert document["field"] == "all-venues"
    assert [one["rank"] for one in document["standings"]] == list(range(1, 9))
    assert document["standings"][0]["percentile"] == "100"
    paper = client.get(reverse("exports:event_standings_pdf", args=[slug]))
    assert paper.content.startswith(b"%PDF")


def test_the_workbook(event: Event) -> None:
    answer = Client().get(reverse("exports:event_standings_xlsx", args=[event.simultaneous.slug]))
    book = load_workbook(BytesIO(answer.content))
    pairs, venues, clubs = (
        [row for row in sheet.iter_rows(values_only=True) if isinstance(row[0], int)]
        for sheet in book
    )
    found = overall_standings(event.simultaneous)
    assert [(row[0], row[1]) for row in pairs] == [
        (line.rank, line.contestant.name) for line in found.lines
    ]
    assert [row[:3] for row in venues] == [(one.rank, one.name, one.pairs) for one in found.venues]
    assert len(clubs) == 4


def test_everybody_gets_the_same_bytes(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "most_bytes", MOST_BYTES)  # kept as in life
    slug = event.simultaneous.slug
    for name in ("event", "standings", "standings_json"):
        address = reverse(f"simultaneous:{name}", args=[slug])
        first, second = Client().get(address), Client().get(address)
        assert first.content == second.content
        assert first["ETag"] == second["ETag"]
        assert b"csrfmiddlewaretoken" not in first.content
        again = Client().get(address, headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304


def test_a_venue_without_pairs_there_is_nowhere(event: Event) -> None:
    address = reverse("simultaneous:standings", args=[event.simultaneous.slug])
    assert Client().get(address, {"venue": 999}).status_code == 404
    pair = reverse("simultaneous:pair", args=[event.simultaneous.slug, 999, 1])
    assert Client().get(pair).status_code == 404


@pytest.mark.parametrize("venues", [1, 3])
def test_it_costs_the_same_whatever_the_venues(
    venues: int, django_assert_num_queries: object
) -> None:
    event = make_venues(venues)
    for venue in range(venues):
        event.play(venue, 1)
    with django_assert_num_queries(10):  # type: ignore[operator]
        overall_standings(event.simultaneous)
