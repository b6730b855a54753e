"""A round that is public elsewhere while a late venue plays it: who sees it, and what counts."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.test import Client

from scoring.game.seats import Seat, Side
from tests.tournament.simultaneous.venues import Event, make_venues
from tests.tournament.verified import faults
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.models import (
    Match,
    Outcome,
    PlayedWith,
    ResultConfirmation,
    Round,
    RoundStatus,
    Stage,
)
from tournament.play.services.seats import take_seat
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import confirm_result, enter_result
from tournament.rounds.queries import closing_obstacles
from tournament.rounds.services.lifecycle import take_back_opening
from tournament.simultaneous.services.rounds import release

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """The first venue has handed round 1 in, the second plays it."""
    event = make_venues(2)
    event.play(0, 1)
    event.open(1, 1)
    return event


def released(event: Event) -> None:
    release(actor=event.acting, event=event.simultaneous, number=1, reason="it is late")


def matches(event: Event, venue: int) -> Iterable[Match]:
    found = Match.objects.filter(round=event.round(venue, 1))
    return found.select_related("round__stage__championship", "table").order_by("table__number")


def enter_by_its_pair(match: Match, deal: int) -> None:
    enter_result(
        actor=Actor.of_pair(match.pairs.ns.number),
        match=match,
        deal=deal,
        entry=ResultInput(outcome=Outcome.PLAYED, ns_points=40),
        based_on=0,
        side=Side.NS,
    )


def confirm_by_the_others(match: Match, deal: int) -> None:
    number = match.pairs.ew.number
    confirm_result(
        actor=Actor.of_pair(number), match=match, deal=deal, version=1, by=ResultConfirmation.By.EW
    )


def test_everybody_reads_the_hands_of_the_venues_that_are_done(event: Event) -> None:
    """That is what releasing is: whoever still plays them elsewhere can read along."""
    deal = event.round(0, 1).round_deals.order_by("number").values_list("number", flat=True)[0]
    for venue, statuses in ((0, (404, 200)), (1, (404, 404))):
        slug = event.championships[venue].slug
        path = f"/c/{slug}/hands/{deal}/"
        before = Client().get(path).status_code
        if venue == 0:
            released(event)
        assert (before, Client().get(path).status_code) == statuses


def test_what_is_entered_from_then_on_counts_by_a_referees_word_alone(event: Event) -> None:
    match, other = matches(event, 1)
    first, second = (one.number for one in match.round.round_deals.order_by("number"))
    enter_by_its_pair(match, first)
    confirm_by_the_others(match, first)
    released(event)
    match, other = matches(event, 1)
    enter_by_its_pair(match, second)
    confirm_by_the_others(match, second)
    for deal in (first, second):
        event.enter_hand(other, deal, 41)
    (obstacle,) = closing_obstacles(event.round(1, 1))
    (said,) = obstacle.sentences
    assert str(second) in said
    assert event.round(1, 1).public_since is not None
    assert [faults(one) for one in event.championships] == [[], []]


def test_nobody_plays_it_on_phones_any_more(event: Event) -> None:
    Stage.objects.update(played_with=PlayedWith.PHONES)
    match, _other = matches(event, 1)
    actor = Actor.of_pair(match.pairs.ns.number)
    take_seat(actor=actor, match=match, seat=Seat.N, phone="a" * 32)
    released(event)
    with pytest.raises(NotNow, match="not being played on phones"):
        take_seat(actor=actor, match=match, seat=Seat.S, phone="b" * 32)


def test_a_venue_that_opens_it_later_knows_too(event: Event) -> None:
    take_back_opening(actor=event.acting, round=event.round(1, 1), reason="too early")
    released(event)
    assert event.round(1, 1).released_at is None
    event.open(1, 1)
    assert event.round(1, 1).released_at is not None
    assert [faults(one) for one in event.championships] == [[], []]
    Round.objects.filter(championship=event.championships[1]).update(released_at=None)
    assert any("public in the other venues since" in one for one in faults(event.championships[1]))


def test_who_is_done_in_time_notices_nothing(event: Event) -> None:
    event.enter(1, 1)
    event.hand_in(1, 1)
    assert {one.status for one in (event.round(0, 1), event.round(1, 1))} == {RoundStatus.CLOSED}
    assert not Round.objects.exclude(released_at=None).exists()
