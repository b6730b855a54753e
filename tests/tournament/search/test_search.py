"""The search of a championship: what is found, by whom, and in which order."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.tournament.day import Day, make_day
from tests.tournament.factories import english_client
from tests.tournament.made_once import made_once, own_copy
from tournament.models import Contestant, Player, User
from tournament.rounds.services.lifecycle import close_round
from tournament.search.queries import MOST_SHOWN

pytestmark = pytest.mark.django_db


def a_day() -> Day:
    """Round 1 closed, round 2 open; pair 2 has a name, table 2 too."""
    day = make_day(slug="day")
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    Contestant.objects.filter(number=2).update(name="Els Manillaires", club="Ateneu de Valls")
    Player.objects.filter(contestant__number=3, position=2).update(name="Gal·la Roca Núñez")
    day.championship.tables.filter(number=2).update(name="Finestra")
    return day


day_once = made_once(a_day)
day = own_copy("day_once")


def search(text: str, client: Client | None = None, slug: str = "day") -> list[tuple[str, str]]:
    """What is found: the words of its link, and the address."""
    url = reverse("search:search", args=[slug])
    response = (client or english_client()).get(url, {"q": text})
    assert response.status_code == 200
    main = response.content.decode().split("<main")[1].split("</main>")[0]
    links = re.findall(r'<li><a href="([^"]*)">(.*?)</a>', main, flags=re.DOTALL)
    return [(" ".join(re.sub("<[^>]*>", " ", words).split()), url) for url, words in links]


def words(text: str, user: User | None = None) -> list[str]:
    return [found for found, _url in search(text, english_client(user))]


@pytest.mark.parametrize("text", ["manillaires", "MANILLAIRES els", "ateneu", "marçal 2", "Mani"])
def test_a_pair_is_found_by_its_names_and_club(day: Day, text: str) -> None:
    assert words(text) == ["Pair 2 Els Manillaires"]


@pytest.mark.parametrize("text", ["galla", "gal la roca", "nunez roca", "3 roca"])
def test_a_player_is_found_however_the_name_is_typed(day: Day, text: str) -> None:
    found = words(text)
    assert found == (["Pair 3 Àngels 3 – Gal·la Roca Núñez"] if text != "galla" else [])


def test_a_number_is_that_of_a_pair_a_table_a_round_and_a_hand(day: Day) -> None:
    assert search("1") == [
        ("Pair 1 Àngels 1 – Marçal 1", "/c/day/pairs/1/"),
        ("Table 1", "/c/day/pairings/2/#table-1"),
        ("Round 1", "/c/day/rounds/1/"),
        ("Hand 1", "/c/day/hands/1/"),
    ]
    assert words("11") == []


def test_a_kind_narrows_a_number(day: Day) -> None:
    assert words("hand 3") == ["Hand 3"]
    assert words("table 2") == ["Table 2 · Finestra"]
    assert words("round 2") == ["Round 2"]


def test_whole_words_stand_before_beginnings_and_insides(day: Day) -> None:
    for number, name in ((1, "Manel Rocafort"), (4, "Pere Barroca")):
        Player.objects.filter(contestant__number=number, position=1).update(name=name)
    numbers = [one.split()[1] for one in words("roca")]
    assert numbers == ["3", "1", "4"]


def test_a_page_is_found_by_who_may_open_it(day: Day) -> None:
    assert words("settings") == []
    assert words("settings", day.referee) == []
    assert words("settings", day.organiser) == ["Settings"]
    assert words("desk", day.referee) == ["Desk"]
    assert words("standings") == ["Standings"]


def test_hands_and_tables_lead_where_the_visitor_may_go(day: Day) -> None:
    """Hand 5 is being played, hand 9 is sealed."""
    assert words("hand 5") == []
    assert words("hand 5", day.referee) == ["Hand 5"]
    assert words("hand 9", day.organiser) == []
    for user in (None, day.stranger, day.referee, day.organiser):
        client = english_client(user)
        texts = ("1", "2", "3", "5", "marçal", "hand", "round", "table", "s")
        # Parts of a page are the page to a browser that asks for it.
        for url in {
            url.partition("#")[0] for text in texts for _words, url in search(text, client)
        }:
            assert client.get(url, follow=True).status_code == 200, (user, url)


def test_no_answer_says_so_and_keeps_what_was_typed(day: Day) -> None:
    url = reverse("search:search", args=["day"])
    page = english_client().get(url, {"q": "<zzz>"}).content.decode()
    assert "Nothing found" in page
    assert 'value="&lt;zzz&gt;"' in page
    for nothing in ("", "   ", "·-·", "\x00", "x" * 5000):
        assert search(nothing) == []


def test_of_too_many_it_shows_the_first_and_says_how_many_more() -> None:
    make_day(contestants=60, slug="large")
    page = english_client().get(reverse("search:search", args=["large"]), {"q": "marçal"})
    assert len(search("marçal", slug="large")) == MOST_SHOWN
    assert f"{60 - MOST_SHOWN} more" in page.content.decode()


def test_it_costs_the_same_whatever_there_is(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for contestants in (4, 20):
        make_day(contestants=contestants, slug=f"day{contestants}")
        url = reverse("search:search", args=[f"day{contestants}"])
        client = english_client()
        with django_assert_max_num_queries(8):
            client.get(url, {"q": "marçal 3"})
