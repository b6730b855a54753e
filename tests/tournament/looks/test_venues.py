"""Who plays in one venue of a simultaneous event sees the same hands sealed in all of them."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournament.simultaneous.venues import Event, add_referee, make_venues
from tests.tournament.visitors import LAPTOP
from tournament.looks.services import look_all_the_same, note_playing, withdraw_playing
from tournament.models import Action, AuditEvent, PlayingAccount

pytestmark = pytest.mark.django_db

HIDDEN = "results of open rounds are hidden"


@pytest.fixture
def event() -> Event:
    """Round 1 is open in both venues; the centre's account plays in the second one."""
    event = make_venues(2)
    for venue in (0, 1):
        event.open(venue, 1)
    # Whoever enters a result sees it: it was a referee there.
    Event(event.simultaneous, add_referee(event.championships[0]), event.championships).enter(
        0, 1, 61
    )
    note_playing(
        actor=event.acting,
        championship=event.championships[1],
        user=event.centre,
        contestant=1,
    )
    return event


def browser(event: Event) -> Client:
    client = Client(headers={"accept-language": "en"}, **LAPTOP)  # type: ignore[arg-type]
    client.force_login(event.centre)
    return client


@pytest.mark.parametrize("what", ["manage/rounds/1/hands/", "manage/record/", "manage/file/"])
def test_pages_that_show_hands_or_results_of_another_venue_ask_why(event: Event, what: str) -> None:
    client, slug = browser(event), event.championships[0].slug
    answer = client.get(f"/c/{slug}/{what}")
    assert answer.status_code == 403
    page = answer.content.decode()
    assert HIDDEN in page
    assert f"/c/{slug}/manage/playing/look/" in page


def test_the_desk_of_another_venue_shows_no_result(event: Event) -> None:
    client, slug = browser(event), event.championships[0].slug
    assert ">61<" not in client.get(f"/c/{slug}/manage/desk/1/tables/1/").content.decode()
    noted = PlayingAccount.objects.get()
    withdraw_playing(actor=event.acting, noted=noted, reason="was a mistake")
    assert ">61<" in client.get(f"/c/{slug}/manage/desk/1/tables/1/").content.decode()


def test_looking_all_the_same_is_recorded_where_it_is_looked_at(event: Event) -> None:
    other = event.championships[0]
    look_all_the_same(
        actor=event.acting, championship=other, places=[(1, None)], reason="a dispute"
    )
    recorded = AuditEvent.objects.get(action=Action.RESULTS_SEEN)
    assert (recorded.championship_id, recorded.round) == (other.pk, 1)
    assert browser(event).get(f"/c/{other.slug}/manage/rounds/1/hands/").status_code == 200


def test_a_round_that_is_public_in_all_venues_is_hidden_from_nobody(event: Event) -> None:
    event.hand_in(0, 1)
    event.enter(1, 1)
    event.hand_in(1, 1)
    client, slug = browser(event), event.championships[0].slug
    assert client.get(f"/c/{slug}/manage/record/").status_code == 200
