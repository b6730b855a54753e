"""Lists of players of individuals, and what can be planned for them."""

from __future__ import annotations

import pytest

from tests.tournament.factories import english_client, make_championship, organiser_of
from tests.tournament.games.desk import manage, paste_players, post
from tests.tournament.games.individuals_games import NAMES
from tournament.stages.individuals import INDIVIDUALS

pytestmark = pytest.mark.django_db


def test_namesakes_and_faulty_lines_are_asked_about() -> None:
    championship = make_championship("Un altre", format=INDIVIDUALS)
    client = english_client(organiser_of(championship))
    page = post(client, championship.slug, "pairs/paste/", {"text": "Anna Puig\n\n, Reus"})
    assert "line 3:</span> The player&#x27;s name is missing." in page.content.decode()
    twice = "Anna Puig\nÀnna  puig, Reus"
    page = post(client, championship.slug, "pairs/paste/", {"text": twice})
    assert "Anna Puig is also in line 2." in page.content.decode()
    assert not championship.contestants.exists()
    paste_players(client, championship.slug, twice)
    assert [(one.shown_name, one.club) for one in championship.contestants.all()] == [
        ("Anna Puig", ""),
        ("Ànna puig", "Reus"),
    ]
    page = post(client, championship.slug, "pairs/paste/", {"text": "Anna Puig"})
    assert "Anna Puig is already registered, with number 1, 2." in page.content.decode()


def test_a_list_is_looked_at_and_cleaned() -> None:
    championship = make_championship("Net", format=INDIVIDUALS)
    client = english_client(organiser_of(championship))
    text = (
        "Jugadors:\n1. Anna Puig 600 11 22 33\n2) Josep Mas i Serra, Valls, 12345678Z\n"
        "- Mas, Pere (Reus)\nRut Sala – Pau Gil\nCarme Roca;carme@x.cat;pagat"
    )
    page = post(client, championship.slug, "pairs/paste/", {"text": text}).content.decode()
    assert not championship.contestants.exists()
    assert "Taken out: a telephone number." in page
    assert "“Pau Gil” is not used." in page
    assert "pair" not in page.split("<main")[1].split("</form>")[0].replace("/pairs/", "")
    paste_players(client, championship.slug, text)
    assert [(one.shown_name, one.club) for one in championship.contestants.all()] == [
        ("Anna Puig", ""),
        ("Josep Mas i Serra", "Valls"),
        ("Mas, Pere", "Reus"),
        ("Rut Sala", ""),
        ("Carme Roca", ""),
    ]


def test_only_whole_sets_are_planned() -> None:
    championship = make_championship("Curt", format=INDIVIDUALS)
    client = english_client(organiser_of(championship))
    paste_players(client, championship.slug, "\n".join(NAMES[:3]))
    few = post(client, championship.slug, "schedule/make/", {"seed": "1"})
    assert few.status_code == 302
    assert "at least 4 players" in client.get(few["Location"]).content.decode()
    paste_players(client, championship.slug, NAMES[3])
    wrong = post(client, championship.slug, "schedule/make/", {"rounds": 4, "seed": "1"})
    assert "a multiple of 3 rounds" in wrong.content.decode()
    manage(client, championship.slug, "schedule/make/", {"rounds": "", "seed": "1"})
    assert championship.rounds.count() == 9
