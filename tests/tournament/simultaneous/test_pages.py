"""The pages of an event, for everybody and for its centre, and of handing a round in."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import make_user
from tests.tournament.simultaneous.venues import Event, add_referee, make_venues
from tests.tournament.visitors import LAPTOP
from tournament.core.live import PARAMETER
from tournament.models import RoundStatus, Simultaneous, User
from tournament.simultaneous.queries.state import event_version
from tournament.simultaneous.services.events import make_event
from tournament.stages.drawn import DRAWN

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def client_of(user: User) -> Client:
    client = Client(headers={}, **LAPTOP)  # type: ignore[arg-type]
    client.force_login(user)
    return client


def url(event: Event, name: str, **arguments: object) -> str:
    return reverse(f"simultaneous:{name}", kwargs={"event": event.simultaneous.slug, **arguments})


def venue_url(event: Event, venue: int, name: str, number: int) -> str:
    return reverse(name, args=[event.championships[venue].slug, number])


def post(client: Client, address: str, data: Mapping[str, object] | None = None) -> str:
    """What a form that was accepted, or refused, leads to, as its reader sees it."""
    return client.post(address, data or {}, follow=True).content.decode()


def test_an_event_from_its_form_to_its_hands() -> None:
    keeper = make_user("keeper", superuser=True)
    client = client_of(keeper)
    post(
        client,
        reverse("simultaneous:make"),
        {
            **{"name": "Simultània", "date": "2026-11-21", "format": DRAWN.kind},
            **{"rounds": 2, "hands_per_match": 2},
        },
    )
    event = Simultaneous.objects.get()
    made = Event(event, keeper, [])
    for name in ("Valls", "Reus"):
        assert name in post(client, url(made, "add_venue"), {"name": name})
    assert "Make the hands" in client.get(url(made, "centre")).content.decode()
    assert "Fix the salt" in post(client, url(made, "make_hands"))
    assert "Grossa 12345" in post(client, url(made, "fix_salt"), {"salt": "Grossa 12345"})
    refused = client.post(url(made, "add_venue"), {"name": "Reus"})
    assert refused.status_code == 422
    assert "already" in refused.content.decode()


def test_the_centre_opens_and_releases(event: Event) -> None:
    client = client_of(event.centre)
    assert "open in 2 venues" in post(client, url(event, "open", number=1))
    event.enter(0, 1)
    event.hand_in(0, 1)
    page = client.get(url(event, "release", number=1)).content.decode()
    assert "Seu 2" in page
    assert client.post(url(event, "release", number=1), {"reason": ""}).status_code == 422
    assert event.round(0, 1).status == RoundStatus.OPEN
    page = post(client, url(event, "release", number=1), {"reason": "no answer"})
    assert "Round 1 is public" in page
    assert event.round(0, 1).status == RoundStatus.CLOSED


def test_a_referee_hands_in_and_takes_back(event: Event) -> None:
    client = client_of(add_referee(event.championships[0]))
    event.open(0, 1)
    close, hand_in, take_back = (
        venue_url(event, 0, name, 1)
        for name in ("rounds:close", "simultaneous:hand_in", "simultaneous:take_back")
    )
    assert client.get(close, follow=True).redirect_chain[0][0] == hand_in
    assert "handed in yet" in client.get(hand_in).content.decode()
    assert client.post(hand_in).status_code == 422
    event.enter(0, 1)
    assert "can be taken back" in post(client, hand_in)
    assert "Take back" in client.get(venue_url(event, 0, "rounds:round", 1)).content.decode()
    rounds = reverse("rounds:list", args=[event.championships[0].slug])
    assert "Take back" in client.get(rounds).content.decode()
    assert "take back" in client.get(venue_url(event, 0, "desk:round", 1)).content.decode()
    assert client.post(take_back, {"reason": ""}).status_code == 422
    post(client, take_back, {"reason": "a wrong slip"})
    assert event.round(0, 1).handed_in_at is None


def test_a_referee_of_one_venue_sees_no_other(event: Event) -> None:
    client = client_of(add_referee(event.championships[0]))
    assert client.get(venue_url(event, 1, "rounds:round", 1)).status_code == 403
    assert client.get(url(event, "centre")).status_code == 403


def test_everybody_sees_how_far_the_venues_are(event: Event) -> None:
    page = Client().get(url(event, "event")).content.decode()
    assert "Seu 1" in page
    assert "to come" in page
    version = event_version(event.simultaneous.slug)
    event.open(0, 1)
    opened = event_version(event.simultaneous.slug)
    assert opened != version
    event.enter(0, 1)
    assert event_version(event.simultaneous.slug) == opened, "what is entered is not public yet"
    event.hand_in(0, 1)
    assert event_version(event.simultaneous.slug) != opened
    event.play(1, 1)
    page = Client().get(url(event, "event"), {PARAMETER: "old"}).content.decode()
    assert 'state-closed">' in page


def test_hands_and_results_stay_sealed_until_the_release(event: Event) -> None:
    event.play(0, 1)
    slug = event.championships[0].slug
    sealed = [
        reverse("deals:hands", args=[slug, 1]),
        reverse("standings:round", args=[slug, 1]),
        reverse("standings:hand_sheet", args=[slug, 1]),
    ]
    assert [Client().get(one).status_code for one in sealed] == [302, 404, 404]
    event.play(1, 1)
    assert [Client().get(one).status_code for one in sealed] == [200, 200, 200]


def test_an_organiser_of_a_venue_gets_no_file_with_the_key(event: Event) -> None:
    slug = event.championships[0].slug
    address = reverse("transfer:file", args=[slug])
    assert client_of(event.centre).get(address).status_code == 403
    assert client_of(make_user("keeper", superuser=True)).get(address).status_code == 200


def test_the_first_page_lists_the_event_and_not_its_venues(event: Event) -> None:
    page = Client().get(reverse("home")).content.decode()
    assert event.simultaneous.name in page
    assert event.championships[0].name not in page
    assert (
        event.championships[0].name in client_of(event.centre).get(reverse("home")).content.decode()
    )


def test_an_event_without_a_public_venue_is_nobodys() -> None:
    centre = make_user()
    event = make_event(
        actor=Event(Simultaneous(), centre, []).acting,
        user=centre,
        name="Encara no",
        date=make_venues(1).simultaneous.date,
        format=DRAWN,
        rounds=1,
    )
    hidden = Event(event, centre, [])
    assert Client().get(url(hidden, "event")).status_code == 404
    assert client_of(make_user()).get(url(hidden, "centre")).status_code == 404
    assert client_of(centre).get(url(hidden, "event")).status_code == 200


@pytest.mark.parametrize("venues", [1, 3])
def test_pages_cost_the_same_whatever_the_venues(
    venues: int, django_assert_num_queries: object
) -> None:
    event = make_venues(venues)
    client = Client()
    with django_assert_num_queries(15):  # type: ignore[operator]
        client.get(url(event, "event"), {PARAMETER: "x", "not": "kept"})
