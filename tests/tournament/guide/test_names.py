"""What the guide calls a button, a link or a menu is what stands on a page, in each language.

The pages are those of a day: an empty site, a championship without anything in it, then one in the
middle of its play, and the phone of one of its tables; the guide's own don't count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from markdown_it.tree import SyntaxTreeNode
from pytest_django import DjangoDbBlocker

from tests.tournament.factories import make_championship, make_user
from tests.tournament.inbox.waiting_day import call
from tests.tournament.phones.phone import Phone
from tests.tournament.visitors import Who, addresses, make_house, undone
from tournament.guide.texts import TEXTS, names_in, pictures_in, texts
from tournament.looks.services import note_playing
from tournament.rounds.services.lifecycle import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LANGUAGES = ("ca", "es", "en")
FILES = sorted(path.stem for path in TEXTS.glob("en/*.md"))
AT_THE_BEGINNING = (
    *("championships:start", "contestants:list", "deals:deals", "exports:papers"),
    *("schedule:schedule", "championships:end"),
)


LIKELY = (
    *("deals:deals", "deals:hands", "rounds:list", "desk:round", "desk:table", "results:entry"),
    *("rulings:hand", "contestants:draw", "check_in:list", "links:list", "standings:standings"),
)
"""Pages of a day with names on them: looked at first, so that the others needn't be while all
names stand on these."""
_TAG = re.compile(r"<[^>]*>")


def names_of_guide(language: str) -> set[str]:
    with translation.override(language):
        return {name for file in FILES for text in texts(file).values() for name in names_in(text)}


def outline_of(text: SyntaxTreeNode) -> list[object]:
    """What every language has in common: paragraphs, steps, pictures, and how many names each
    mentions."""
    pictures = [one.attrs["src"] for one in pictures_in(text)]
    return [text.type, pictures, len(names_in(text)), [outline_of(one) for one in blocks_of(text)]]


def blocks_of(text: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    return [one for one in text.children if one.type != "inline"]


class Reader:
    """Looks for the guide's names on pages in each language, until it has found all."""

    def __init__(self) -> None:
        self.missing = {language: names_of_guide(language) for language in LANGUAGES}

    def look_at(self, client: Client, paths: Iterable[str]) -> None:
        for path in paths:
            for language in [one for one, missing in self.missing.items() if missing]:
                answer = client.get(path, headers={"accept-language": language})
                is_page = answer.get("Content-Type", "").startswith("text/html")
                if answer.status_code != 200 or not is_page:
                    break
                self.missing[language] -= pieces_of(answer.content.decode())


def pieces_of(page: str) -> set[str]:
    """What stands on a page, a piece for each element."""
    return {" ".join(unescape(one).split()) for one in _TAG.split(page)}


@pytest.fixture(scope="module")
def missing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Mapping[str, set[str]]:
    """The names that stand on none of the site's pages, by language."""
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
    return reader.missing


def look_at_a_day(reader: Reader) -> None:
    """Round 1 is closed and round 2 open, in which a table calls the referee."""
    house = make_house()
    day, client = house.day, house.visitors.client(Who.SUPERUSER)
    reader.look_at(client, map(house.url, ("exports:papers", "rounds:list")))
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.open(2)
    day.enter(2, 1, 5, 40)
    call(day, 2, 1)
    reader.look_at(client, [house.url("desk:round", {"number": 2})])
    note_playing(actor=day.acting, championship=day.championship, user=day.referee, contestant=1)
    reader.look_at(house.visitors.client(Who.REFEREE), [house.url("desk:round", {"number": 2})])
    reader.look_at(Phone.at_table(day, 1).client, [house.url("phones:table")])
    others = (one.name for one in addresses() if not one.name.startswith("guide:"))
    reader.look_at(client, map(house.url, (*LIKELY, *others)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stand_on_a_page(language: str, missing: Mapping[str, set[str]]) -> None:
    assert len(names_of_guide(language)) > 30
    assert missing[language] == set()


@pytest.mark.parametrize("file", FILES)
def test_each_language_says_as_much(file: str) -> None:
    said = {}
    for language in LANGUAGES:
        with translation.override(language):
            said[language] = {
                heading.split(":")[0]: outline_of(text) for heading, text in texts(file).items()
            }
    if len(said["en"]) == 1:  # a chapter, below its title
        said = {language: {"": [*text.values()]} for language, text in said.items()}
    assert said["ca"] == said["es"] == said["en"]


def test_each_language_has_the_same_files() -> None:
    for language in LANGUAGES:
        assert sorted(path.stem for path in TEXTS.glob(f"{language}/*.md")) == FILES
