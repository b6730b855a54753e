"""A rehearsal says what it is wherever it is shown, and a championship never does."""

from __future__ import annotations

import io

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests.tournament.factories import english_client, make_scheduled, organiser_of
from tests.tournament.links.addresses import link_address
from tests.tournament.rehearsal.rehearsed import REFEREE, faults, rehearsal
from tournament.exports.heading import heading_of
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Championship
from tournament.rounds.services.lifecycle import open_round
from tournament.transfer.services import export_championship, import_championship

pytestmark = pytest.mark.django_db
NOTE = "Bots play this"


@pytest.fixture
def championship() -> Championship:
    made = rehearsal("Copa")
    first = made.next_round()
    assert first is not None
    open_round(actor=REFEREE, round=first)
    return made.championship


def addresses(championship: Championship) -> list[str]:
    slug = [championship.slug]
    return [
        reverse("public:home", args=slug),
        reverse("standings:standings", args=slug),
        reverse("championships:start", args=slug),
        *(link_address(championship, Place(kind, 1, 1)) for kind in PlaceKind),
    ]


def test_every_page_says_so(championship: Championship) -> None:
    client = english_client(organiser_of(championship))
    for address in addresses(championship):
        page = client.get(address, follow=True)
        assert page.status_code == 200
        assert NOTE in page.content.decode(), address
    wall = client.get(reverse("wall:wall", args=[championship.slug])).content.decode()
    assert "Rehearsal: Copa" in wall
    assert "Rehearsal: Copa" in client.get("/").content.decode()


def test_no_page_of_a_championship_does() -> None:
    championship = make_scheduled(4, name="Copa")
    client = english_client(organiser_of(championship))
    for address in addresses(championship):
        assert NOTE not in client.get(address, follow=True).content.decode()
    assert "Rehearsal" not in client.get("/").content.decode()


def test_papers_workbooks_and_programs_are_told(championship: Championship) -> None:
    with override("en"):
        heading = heading_of(championship, "Standings", made_at=timezone.now())
    assert heading.championship == "Rehearsal: Copa"
    with override("ca"):
        assert championship.shown_name != championship.name
    client = english_client()
    read = client.get(reverse("standings:standings_json", args=[championship.slug])).json()
    assert read["championship"] | {"date": None, "place": None} == {
        "name": "Copa",
        "rehearsal": True,
        "date": None,
        "place": None,
    }


def test_its_file_keeps_the_mark_on_another_installation(championship: Championship) -> None:
    file = export_championship(actor=REFEREE, championship=championship)
    taken = import_championship(actor=REFEREE, file=io.BytesIO(file.content), slug="elsewhere")
    assert taken.is_rehearsal
    assert faults(taken) == []
