"""After the end: pages that are there to change something say that it has ended, and offer none."""

import pytest
from django.test import Client
from django.utils import timezone

from scoring.game.seats import Seat
from tests.tournament.day import Day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once
from tests.tournament.standings.days import played_day
from tournament.models import AuditEvent, Contestant
from tournament.rounds.services.sittings import note_sitting

pytestmark = pytest.mark.django_db

ENDED = "The championship has ended"
INVITING = (
    "reopen",
    "late pair",
    "Open…",
    "Who sat where?",
    "can be opened",
    "can join",
)


def ended_day() -> Day:
    """One of three rounds played, then the end; pair 1 has a noted substitute."""
    day = played_day(contestants=4, rounds=1)
    match = day.match(1, 1)
    note_sitting(
        actor=day.acting, match=match, players={Seat.N: match.pairs.ns.players.get(position=3)}
    )
    day.championship.ended_at = timezone.now()
    day.championship.save()
    return day


day_once = made_once(ended_day)


@pytest.fixture
def organiser(day_once: Day) -> Client:
    return english_client(day_once.organiser)


PAGES = [
    *(f"rounds/{page}" for page in ("", "1/", "2/", "2/open/", "1/close/", "1/reopen/")),
    "rounds/1/tables/1/players/",
    *(f"pairs/{page}" for page in ("", "add/", "paste/", "upload/", "draw/", "late/")),
    *(f"pairs/{{contestant}}/{page}/" for page in ("remove", "withdraw")),
    *("tables/", "schedule/", "schedule/remove/", "deals/", "details/", "settings/", "end/", ""),
]


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_offered_that_would_be_refused(organiser: Client, page: str) -> None:
    html = organiser.get(address(page)).content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    assert ENDED in html or page == "schedule/"
    assert [word for word in INVITING if word in main] == []
    assert 'type="submit"' not in main
    assert ("<form" in main) == (page in ("tables/", "settings/"))  # to be read
    assert main.count("<fieldset") == 0 or "disabled>" in main


@pytest.mark.parametrize("page", [page for page in PAGES if page.count("/") > 1])
def test_what_is_sent_all_the_same_is_refused(organiser: Client, page: str) -> None:
    before = AuditEvent.objects.count()
    response = organiser.post(address(page), {"reason": "a wrong slip"})
    assert response.status_code in {405, 409, 422}
    assert AuditEvent.objects.count() == before


def test_who_sat_where_stays_to_be_read(organiser: Client) -> None:
    assert "North: Núria" in organiser.get(address("rounds/1/")).content.decode()


def test_a_misspelt_name_can_still_be_corrected(organiser: Client) -> None:
    assert "can still be corrected" in organiser.get(address("pairs/")).content.decode()
    page = organiser.get(address("pairs/{contestant}/edit/")).content.decode()
    assert "Misspelt names can still be corrected." in page
    assert "player_1" in page


def address(page: str) -> str:
    return f"/c/day/manage/{page.format(contestant=Contestant.objects.get(number=1).pk)}"
