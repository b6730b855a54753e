"""Pasting and uploading lists, through HTTP: nothing is taken before it is confirmed, and once."""

import re
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.page_forms import forms_of
from tests.tournament.contestants.lists import saved, workbook
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    organiser_of,
    stage_of,
)
from tournament.contestants.services.register import add_contestant
from tournament.models import Championship
from tournament.schedule.services.schedule import make_schedule

pytestmark = [pytest.mark.django_db, pytest.mark.long]

Answer = Any
"""What the test client gives back."""


def url(name: str, championship: Championship) -> str:
    return reverse(f"contestants:{name}", args=[championship.slug])


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
    assert not championship.contestants.exists()
    for _click in range(2):
        answer = organiser.post(
            url("confirm_import", championship), {"sealed": sealed_in(response)}
        )
        assert answer["Location"] == url("list", championship)
    assert [contestant.shown_name for contestant in championship.contestants.all()] == [
        "Anna – Blai",
        "C – D",
    ]


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
    assert championship.contestants.get().shown_name == "Àngel·la – Blai"


def test_columns_that_are_not_used_are_named_also_when_it_is_shown_again(
    championship: Championship, organiser: Client
) -> None:
    text = "Jugador 1;Jugador 2;Telèfon\nAnna;Blai;600\nCarme;;601"
    response = organiser.post(url("paste", championship), {"text": text})
    again = organiser.post(url("confirm_import", championship), {"sealed": sealed_in(response)})
    assert again.status_code == 422
    for page in (response, again):
        assert "Not used: Telèfon." in page.content.decode()


def confirm(client: Client, championship: Championship, page: Answer, **changes: str) -> Answer:
    """Send the preview's form as a browser would, with these fields changed ("" unticks)."""
    form = next(
        one for one in forms_of(page.content.decode()) if one.action.endswith("/pairs/confirm/")
    )
    data = {**form.values, **changes}
    return client.post(
        url("confirm_import", championship), {name: text for name, text in data.items() if text}
    )


def names(championship: Championship) -> list[str]:
    return [contestant.shown_name for contestant in championship.contestants.all()]


def test_faults_are_named_with_sheet_and_cell_beside_their_fields(
    championship: Championship, organiser: Client
) -> None:
    data = workbook([["Núm", "Jugador 1", "Jugador 2"], ["x", 42, None]])
    page = upload(organiser, championship, data, "list.xlsx").content.decode()
    for said in (
        "Sheet, A2:</span> “x” is not a pair number: expected a whole number from 1 to 999.",
        "Sheet, B2:</span> “42” is a number: expected a player&#x27;s name.",
        "Sheet, C2:</span> The second player&#x27;s name is missing.",
    ):
        assert said in page
    assert 'id="player_1-1-fault"' in page
    assert 'aria-describedby="player_1-1-fault"' in page


def test_what_is_corrected_in_the_preview_is_registered(
    championship: Championship, organiser: Client
) -> None:
    text = "Jugador 1;Jugador 2\nAnna;Blai\nCarme;\nElna;"
    page = organiser.post(url("paste", championship), {"text": text})
    page = confirm(organiser, championship, page, **{"player_2-2": "Dídac", "do": "look"})
    assert page.status_code == 200
    assert not championship.contestants.exists()
    assert "1 line is faulty." in page.content.decode()
    page = confirm(organiser, championship, page)
    assert page.status_code == 422
    assert 'value="Dídac"' in page.content.decode()
    answer = confirm(organiser, championship, page, **{"out-3": "on"})
    assert answer["Location"] == url("list", championship)
    assert names(championship) == ["Anna – Blai", "Carme – Dídac"]
    assert "1 line was left out." in organiser.get(answer["Location"]).content.decode()


def test_other_columns_are_looked_at_before_anything_is_registered(
    championship: Championship, organiser: Client
) -> None:
    page = organiser.post(url("paste", championship), {"text": "Anna;Blai;Valls\nCarme;Dídac;Reus"})
    columns = {"column-0": "club", "column-1": "first", "column-2": "second"}
    page = confirm(organiser, championship, page, **columns)
    assert page.status_code == 422
    assert "The columns have changed" in page.content.decode()
    assert not championship.contestants.exists()
    assert confirm(organiser, championship, page).status_code == 302
    assert names(championship) == ["Blai – Valls", "Dídac – Reus"]


def test_the_sheet_can_be_chosen(championship: Championship, organiser: Client) -> None:
    book = openpyxl.Workbook()
    for title, first in (("One", "Anna"), ("Two", "Carme")):
        book.create_sheet(title).append([first, "Blai"])
    page = upload(organiser, championship, saved(book), "list.xlsx")
    page = confirm(organiser, championship, page, sheet="1", do="look")
    assert confirm(organiser, championship, page).status_code == 302
    assert names(championship) == ["Carme – Blai"]


def test_pairs_on_other_sheets_are_told(championship: Championship, organiser: Client) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["Jugador 1", "Jugador 2"])
    for title, *pairs in (("Grup A", "Anna"), ("Grup B", "Carme", "Emma"), ("Buit",)):
        sheet = book.create_sheet(title)
        sheet.append(["Jugador 1", "Jugador 2"])
        for first in pairs:
            sheet.append([first, "Blai"])
    book.create_sheet("Notes").append(["Quota", "10"])
    response = upload(organiser, championship, saved(book), "list.xlsx")
    assert "There are pairs on other sheets too: Grup B. Each" in response.content.decode()
    alone = upload(organiser, championship, workbook([["A", "B"]]), "list.xlsx")
    assert "other sheets" not in alone.content.decode()


def test_the_way_back_registers_nothing_twice(
    championship: Championship, organiser: Client
) -> None:
    page = organiser.post(url("paste", championship), {"text": "Anna;Blai"})
    confirm(organiser, championship, page)
    answer = confirm(organiser, championship, page, **{"player_1-0": "Carme"})
    assert answer["Location"] == url("list", championship)
    shown = organiser.get(answer["Location"]).content.decode()
    assert "This list has been registered; nothing was registered twice." in shown
    assert names(championship) == ["Anna – Blai"]


def test_the_same_list_from_two_browsers_is_registered_once(
    championship: Championship, organiser: Client
) -> None:
    pages = [organiser.post(url("paste", championship), {"text": "Anna;Blai"}) for _ in range(2)]
    answers = [confirm(organiser, championship, page) for page in pages]
    assert [answer.status_code for answer in answers] == [302, 422]
    assert "This pair is already registered, with number 1." in answers[1].content.decode()
    assert names(championship) == ["Anna – Blai"]


def test_an_empty_list_to_fill_in(championship: Championship, organiser: Client) -> None:
    page = organiser.get(url("upload", championship)).content.decode()
    for name, kind in (("empty_workbook", "xlsx"), ("empty_text", "csv")):
        assert url(name, championship) in page
        response = organiser.get(url(name, championship))
        assert f".{kind}" in response["Content-Disposition"]
        answer = upload(organiser, championship, response.content, f"pairs.{kind}")
        assert answer.status_code == 422
        assert "There is no pair in this list." in answer.content.decode()


def test_faulty_lines_are_left_out_only_on_purpose(
    championship: Championship, organiser: Client
) -> None:
    response = organiser.post(url("paste", championship), {"text": "Anna;Blai\nCarme;\n"})
    page = response.content.decode()
    assert '<tr class="faulty' in page
    assert "1 line is faulty." in page
    data = {"sealed": sealed_in(response)}
    again = organiser.post(url("confirm_import", championship), data)
    assert again.status_code == 422
    assert "Tick this, or correct the lines." in again.content.decode()
    assert not championship.contestants.exists()
    data = {"sealed": sealed_in(again), "leave_out": "on"}
    assert organiser.post(url("confirm_import", championship), data).status_code == 302
    assert championship.contestants.get().shown_name == "Anna – Blai"


def test_doubtful_lines_are_registered_once_somebody_has_looked(
    championship: Championship, organiser: Client
) -> None:
    text = "Parelles:\n1. Anna Puig i Joan Mas\n2. Pere Vidal i Roca"
    page = organiser.post(url("paste", championship), {"text": text})
    shown = page.content.decode()
    assert "1 line is doubtful" in shown
    assert '<tr class="doubtful' in shown
    assert "2. Pere Vidal i Roca</div>" in shown
    assert "Parelles:</q>" in shown
    page = confirm(organiser, championship, page)
    assert page.status_code == 422
    assert "Tick this, or each line that you have looked at." in page.content.decode()
    assert not championship.contestants.exists()
    assert confirm(organiser, championship, page, **{"seen-2": "on"}).status_code == 302
    assert names(championship) == ["Anna Puig – Joan Mas", "Pere Vidal – Roca"]


def test_one_tick_stands_for_all_doubtful_lines(
    championship: Championship, organiser: Client
) -> None:
    text = "Anna Puig i Mas\nPere Vidal i Roca"
    page = organiser.post(url("paste", championship), {"text": text})
    assert confirm(organiser, championship, page, all_seen="on").status_code == 302
    assert names(championship) == ["Anna Puig – Mas", "Pere Vidal – Roca"]


def test_one_tick_does_not_stand_for_doubts_that_came_later(
    championship: Championship, organiser: Client
) -> None:
    text = "Anna Puig i Mas\nPere Vidal i Joan Font"
    page = organiser.post(url("paste", championship), {"text": text})
    add_contestant(
        actor=actor_of(championship), championship=championship, players=["Joan Font", "Eva"]
    )
    again = confirm(organiser, championship, page, all_seen="on")
    assert again.status_code == 422
    assert "There are new doubts: look at the lines again." in again.content.decode()
    assert championship.contestants.count() == 1


def test_a_proposal_is_taken_with_one_click_and_registers_nothing(
    championship: Championship, organiser: Client
) -> None:
    page = organiser.post(url("paste", championship), {"text": "Pere Vidal i Roca\nAnna i Blai"})
    found = re.findall(r'name="take" value="([^"]+)"', page.content.decode())
    assert len(found) == 2
    take = found[1].replace("&amp;", "&")
    page = confirm(organiser, championship, page, take=take, **{"player_1-1": "Carme"})
    assert page.status_code == 200
    shown = page.content.decode()
    assert 'value="Pere Vidal i Roca"' in shown
    assert 'value="Carme"' in shown
    assert not championship.contestants.exists()


def test_what_changed_meanwhile_is_shown_again(
    championship: Championship, organiser: Client
) -> None:
    response = organiser.post(url("paste", championship), {"text": "1;Anna;Blai\n2;Carme;Dídac"})
    add_contestant(
        actor=actor_of(championship), championship=championship, players=["E", "F"], number=2
    )
    data = {"sealed": sealed_in(response), "leave_out": "on"}
    again = organiser.post(url("confirm_import", championship), data)
    assert again.status_code == 422
    assert "The faulty lines have changed" in again.content.decode()
    assert championship.contestants.count() == 1


def text_in(response: Answer) -> str:
    """What stands in the field to paste into."""
    (form,) = [one for one in forms_of(response.content.decode()) if "text" in one.names]
    assert form.action.endswith("/paste/")
    return form.values["text"][0].strip("\n")


def test_faulty_lines_come_back_as_they_were_typed(
    championship: Championship, organiser: Client
) -> None:
    text = "Anna ;  Blai\nCarme;\n  Elna\tPuig, i Roca \nDídac;Fèlix"
    page = organiser.post(url("paste", championship), {"text": text})
    shown = page.content.decode()
    assert "Pasted:" in shown
    assert "Carme;</div>" in shown
    answer = confirm(organiser, championship, page, leave_out="on")
    assert answer["Location"] == url("paste", championship)
    assert len(names(championship)) == 3
    back = organiser.get(answer["Location"])
    assert "1 line was left out." in back.content.decode()
    assert text_in(back) == "Carme;"
    assert text_in(organiser.get(answer["Location"])) == "Carme;"  # a reload loses nothing
    organiser.post(url("paste", championship), {"text": "Carme;Gina"})
    assert text_in(organiser.get(url("paste", championship))) == ""


def test_the_whole_text_can_be_changed_from_the_preview(
    championship: Championship, organiser: Client
) -> None:
    text = 'Anna ;  Blai\nCarme;\n"Puig, Elna";Fèlix'
    page = organiser.post(url("paste", championship), {"text": text})
    again = confirm(organiser, championship, page, do="text")
    assert again.status_code == 200
    assert text_in(again) == text
    assert not championship.contestants.exists()


def test_the_address_of_the_preview_leads_back_to_the_list(
    championship: Championship, organiser: Client
) -> None:
    """Where a browser asks for it, after a change of the language say."""
    answer = organiser.get(url("confirm_import", championship))
    assert answer["Location"] == url("paste", championship)


@pytest.mark.parametrize("sealed", ["", "x", "a:b:c"])
def test_a_forged_list_is_refused(
    championship: Championship, organiser: Client, sealed: str
) -> None:
    page = organiser.post(
        url("confirm_import", championship), {"sealed": sealed}, follow=True
    ).content.decode()
    assert "too old or damaged" in page
    assert not championship.contestants.exists()


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
        (bytes(2 * 1024 * 1024 + 1), "at most 2 MB"),
        (b"PK\x03\x04 nothing", "damaged"),
        (b"Anna;Blai", "This is a plain text, but its name ends in .xlsx"),
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
    championship = make_championship()
    add_contestants(championship, 3)
    organiser = english_client(organiser_of(championship))
    page = organiser.post(url("paste", championship), {"text": "Anna;Blai"})
    make_schedule(actor=actor_of(championship), stage=stage_of(championship))
    again = confirm(organiser, championship, page, **{"player_1-0": "Carme"})
    assert again.status_code == 422
    assert "The schedule has already been made." in again.content.decode()
    assert 'value="Carme"' in again.content.decode()
    for name in ("paste", "upload"):
        response = organiser.post(url(name, championship), {"text": "Anna;Blai"})
        assert response.status_code == 422
        assert "the pairs are fixed" in response.content.decode()
    assert championship.contestants.count() == 3


def test_names_in_a_preview_are_no_markup(championship: Championship, organiser: Client) -> None:
    page = organiser.post(
        url("paste", championship), {"text": "<b>x</b>;=1+1;<script>\n"}
    ).content.decode()
    assert 'value="&lt;b&gt;x&lt;/b&gt;"' in page
    assert "<script>\n" not in page
    assert 'value="<' not in page
