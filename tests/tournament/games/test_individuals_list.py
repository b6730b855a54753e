"""Lists of players of individuals, and what can be planned for them."""

from __future__ import annotations

import pytest

from tests.tournament.factories import english_client, make_championship, organiser_of
from tests.tournament.games.desk import manage, post
from tests.tournament.games.individuals_games import NAMES
from tournament.stages.individuals import INDIVIDUALS

pytestmark = pytest.mark.django_db


def test_namesakes_and_faulty_lines_are_asked_about() -> None:
    championship = make_championship("Un altre", format=INDIVIDUALS)
    client = english_client(organiser_of(championship))
    answer = post(client, championship.slug, "pairs/paste/", {"text": "Anna Puig\n, Reus"})
    assert answer.status_code == 422
    assert "Line 2: The player&#x27;s name is missing." in answer.content.decode()
    answer = post(client, championship.slug, "pairs/paste/", {"text": "Anna Puig\n\n, Reus"})
    assert "Line 3: The player&#x27;s name is missing." in answer.content.decode()
    twice = {"text": "Anna Puig\nÀnna  puig, Reus"}
    answer = post(client, championship.slug, "pairs/paste/", twice)
    assert answer.status_code == 422
    assert "occurs more than once" in answer.content.decode()
    assert not championship.contestants.exists()
    manage(client, championship.slug, "pairs/paste/", {**twice, "names_known": "on"})
    assert [one.shown_name for one in championship.contestants.all()] == ["Anna Puig", "Ànna puig"]


def test_only_whole_sets_are_planned() -> None:
    championship = make_championship("Curt", format=INDIVIDUALS)
    client = english_client(organiser_of(championship))
    manage(client, championship.slug, "pairs/paste/", {"text": "\n".join(NAMES[:3])})
    few = post(client, championship.slug, "schedule/make/", {"seed": "1"})
    assert few.status_code == 302
    assert "at least 4 players" in client.get(few["Location"]).content.decode()
    manage(client, championship.slug, "pairs/paste/", {"text": NAMES[3]})
    wrong = post(client, championship.slug, "schedule/make/", {"rounds": 4, "seed": "1"})
    assert "a multiple of 3 rounds" in wrong.content.decode()
    manage(client, championship.slug, "schedule/make/", {"rounds": "", "seed": "1"})
    assert championship.rounds.count() == 9
