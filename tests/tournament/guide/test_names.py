"""What the guide calls a button, a link or a menu is what stands on a page, in each language.

The pages are those of a day: an empty site, a championship without anything in it, then one in the
middle of its play, and the phone of one of its tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests.tournament.factories import make_championship, make_user
from tests.tournament.inbox.waiting_day import call
from tests.tournament.phones.phone import Phone
from tests.tournament.visitors import Who, addresses, make_house, undone
from tournament.guide.chapters import CHAPTERS
from tournament.guide.elements import names_in
from tournament.guide.pages import PAGES
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db

LANGUAGES = ("ca", "es", "en")
AT_THE_BEGINNING = (
    *("championships:start", "contestants:list", "deals:deals", "exports:papers"),
    *("schedule:schedule", "championships:end"),
)


class Words(HTMLParser):
    """What stands on pages, a piece for each element."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: set[str] = set()

    def handle_data(self, data: str) -> None:
        self.pieces.add(" ".join(data.split()))


class Reader:
    """Reads pages in every language."""

    def __init__(self) -> None:
        self.words = {language: Words() for language in LANGUAGES}

    def look_at(self, client: Client, paths: Iterable[str]) -> None:
        for path in paths:
            for language, words in self.words.items():
                answer = client.get(path, headers={"accept-language": language})
                is_page = answer.get("Content-Type", "").startswith("text/html")
                if answer.status_code != 200 or not is_page:
                    break
                words.feed(answer.content.decode())


@pytest.fixture(scope="module")
def on_pages(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Mapping[str, set[str]]:
    """What stands on the site's pages, by language."""
    reader = Reader()
    with django_db_blocker.unblock(), undone():
        first = make_user("first", superuser=True)
        client = Client()
        client.force_login(first)
        client.cookies["logged-in"] = "1"
        reader.look_at(client, ["/"])
        slug = make_championship(organiser=first).slug
        reader.look_at(client, [reverse(name, args=[slug]) for name in AT_THE_BEGINNING])
        look_at_a_day(reader)
    return {language: words.pieces for language, words in reader.words.items()}


def look_at_a_day(reader: Reader) -> None:
    """Round 1 is closed and round 2 open, in which a table calls the referee."""
    house = make_house()
    day, client = house.day, house.visitors.client(Who.SUPERUSER)
    reader.look_at(client, [house.url("exports:papers")])
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    day.enter(2, 1, 5, 40)
    call(day, 2, 1)
    reader.look_at(client, [house.url(one.name) for one in addresses()])
    reader.look_at(client, [house.url("desk:round", {"number": 2})])
    reader.look_at(Phone.at_table(day, 1).client, [house.url("phones:table")])


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stand_on_a_page(language: str, on_pages: Mapping[str, set[str]]) -> None:
    with translation.override(language):
        texts = [text for chapter in CHAPTERS.values() for text in chapter.texts()]
        texts += [str(one.text) for one in PAGES.values()]
    names = {name for text in texts for name in names_in(text)}
    assert len(names) > 30
    assert names - on_pages[language] == set()


@pytest.mark.parametrize("name", CHAPTERS)
def test_translations_mention_as_many_names(name: str) -> None:
    counts = []
    for language in LANGUAGES:
        with translation.override(language):
            counts.append([len(names_in(text)) for text in CHAPTERS[name].texts()])
    assert counts[0] == counts[1] == counts[2]
