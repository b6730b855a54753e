"""Pasting and uploading lists, through HTTP: nothing is taken before it is confirmed, and once."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournament.factories import (
    actor_of,
    english_client,
    make_championship,
    make_scheduled,
    organiser_of,
)
from tests.tournament.teams.lists import workbook
from tournament.models import Championship
from tournament.teams.services import add_team

pytestmark = pytest.mark.django_db

Answer = Any
"""What the test client gives back."""


def url(name: str, championship: Championship) -> str:
    return reverse(f"teams:{name}", args=[championship.slug])


@pytest.fixture
def championship() -> Championship:
    return make_championship()


@pytest.fixture
def organiser(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def upload(client: Client, championship: Championship, data: bytes, name: str) -> Answer:
    file = SimpleUploadedFile(name, data)
    return client.post(url("upload", championship), {"file": file})


def sealed_in(response: Answer) -> str:
    found = re.search(r'name="sealed" value="([^"]+)"', response.content.decode())
    assert found is not None
    return found[1]


def test_a_pasted_list_is_shown_then_taken_once(
    championship: Championship, organiser: Client
) -> None:
    response = organiser.post(url("paste", championship), {"text": "Anna;Blai;Valls\nC - D\n"})
    assert response.status_code == 200
    assert "2 pairs can be registered." in response.content.decode()
    assert not championship.teams.exists()
    for _click in range(2):
        answer = organiser.post(
            url("confirm_import", championship), {"sealed": sealed_in(response)}
        )
        assert answer["Location"] == url("list", championship)
    assert [team.shown_name for team in championship.teams.all()] == ["Anna – Blai", "C – D"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("list.xlsx", workbook([["Jugador 1", "Jugador 2"], ["Àngel·la", "Blai"]])),
        ("list.csv", "Jugador 1;Jugador 2\nÀngel·la;Blai".encode("cp1252")),
        ("no ending at all", "Àngel·la\tBlai".encode()),
    ],
)
def test_an_uploaded_file_is_told_by_its_content(
    championship: Championship, organiser: Client, name: str, data: bytes
) -> None:
    response = upload(organiser, championship, data, name)
    organiser.post(url("confirm_import", championship), {"sealed": sealed_in(response)})
    assert championship.teams.get().shown_name == "Àngel·la – Blai"


def test_columns_that_are_not_used_are_named_also_when_it_is_shown_again(
    championship: Championship, organiser: Client
) -> None:
    text = "Jugador 1;Jugador 2;Telèfon\nAnna;Blai;600\nCarme;;601"
    response = organiser.post(url("paste", championship), {"text": text})
    again = organiser.post(url("confirm_import", championship), {"sealed": sealed_in(response)})
    assert again.status_code == 422
    for page in (response, again):
        said = "Not used, because it is not known what it holds: Telèfon."
        assert said in page.content.decode()


def test_faulty_lines_are_left_out_only_on_purpose(
    championship: Championship, organiser: Client
) -> None:
    response = organiser.post(url("paste", championship), {"text": "Anna;Blai\nCarme;\n"})
    page = response.content.decode()
    assert '<tr class="faulty">' in page
    assert "1 line is faulty." in page
    data = {"sealed": sealed_in(response)}
    again = organiser.post(url("confirm_import", championship), data)
    assert again.status_code == 422
    assert "Tick this, or correct the list" in again.content.decode()
    assert not championship.teams.exists()
    data = {"sealed": sealed_in(again), "leave_out": "on"}
    assert organiser.post(url("confirm_import", championship), data).status_code == 302
    assert championship.teams.get().shown_name == "Anna – Blai"


def test_what_changed_meanwhile_is_shown_again(
    championship: Championship, organiser: Client
) -> None:
    response = organiser.post(url("paste", championship), {"text": "1;Anna;Blai\n2;Carme;Dídac"})
    add_team(actor=actor_of(championship), championship=championship, players=["E", "F"], number=2)
    data = {"sealed": sealed_in(response), "leave_out": "on"}
    again = organiser.post(url("confirm_import", championship), data)
    assert again.status_code == 422
    assert "The register has changed meanwhile." in again.content.decode()
    assert championship.teams.count() == 1


@pytest.mark.parametrize("sealed", ["", "x", "a:b:c"])
def test_a_forged_list_is_refused(
    championship: Championship, organiser: Client, sealed: str
) -> None:
    page = organiser.post(
        url("confirm_import", championship), {"sealed": sealed}, follow=True
    ).content.decode()
    assert "too old or damaged" in page
    assert not championship.teams.exists()


def test_a_list_without_any_good_line_can_not_be_confirmed(
    championship: Championship, organiser: Client
) -> None:
    response = organiser.post(url("paste", championship), {"text": "Anna\nBlai"})
    assert "Register 0 pairs" not in response.content.decode()
    data = {"sealed": sealed_in(response), "leave_out": "on"}
    assert organiser.post(url("confirm_import", championship), data).status_code == 422


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "There is no pair in this list."),
        (bytes(2 * 1024 * 1024 + 1), "2 MB at most"),
        (b"PK\x03\x04 nothing", "damaged"),
        (b"Anna;Blai", "This is no workbook but a plain text"),
        (b"%PDF-1.7\x00", "neither an .xlsx file nor a text"),
    ],
)
def test_other_files_are_refused_with_a_sentence(
    championship: Championship, organiser: Client, data: bytes, said: str
) -> None:
    response = upload(organiser, championship, data, "list.xlsx")
    assert response.status_code == 422
    assert said in response.content.decode()


def test_without_a_file_or_text_the_field_is_asked_for(
    championship: Championship, organiser: Client
) -> None:
    for name in ("paste", "upload"):
        response = organiser.post(url(name, championship))
        assert response.status_code == 422
        assert "This field is required." in response.content.decode()


def test_with_a_schedule_nothing_is_imported(championship: Championship) -> None:
    championship = make_scheduled(3)
    organiser = english_client(organiser_of(championship))
    response = organiser.post(url("paste", championship), {"text": "Anna;Blai"})
    data = {"sealed": sealed_in(response)}
    again = organiser.post(url("confirm_import", championship), data)
    assert again.status_code == 422
    assert "The schedule is made already." in again.content.decode()
    assert championship.teams.count() == 3


def test_names_in_a_preview_are_no_markup(championship: Championship, organiser: Client) -> None:
    page = organiser.post(
        url("paste", championship), {"text": "<b>x</b>;=1+1;<script>\n"}
    ).content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert '<td class="name"><script>' not in page
