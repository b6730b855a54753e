"""The pages below /help/: there for everybody, with links that lead somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.tournament.visitors import Who, addresses, make_house
from tournament.guide.pages import PAGES, help_of, keys_of, words
from tournament.guide.texts import (
    CHAPTERS,
    PICTURES,
    TEXTS,
    Audience,
    chapters,
    path_of,
    pictures_in,
    plain,
    texts,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

MOST_BYTES = 60_000
LANGUAGES = ("ca", "es", "en")


class Links(HTMLParser):
    """Where a page leads: links, and what is loaded into it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if (tag, name) in {("a", "href"), ("img", "src")} and value:
                self.found.add(value)


def links_of(html: str) -> set[str]:
    reader = Links()
    reader.feed(html)
    return reader.found


def text_of(path: str, language: str = "en") -> str:
    answer = Client().get(path, headers={"accept-language": language})
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_all_links_lead_somewhere() -> None:
    to_see, seen = {reverse("guide:guide")}, set()
    while to_see:
        path = to_see.pop()
        seen.add(path)
        for link in links_of(text_of(path)):
            there = urlsplit(urljoin(path, link)).path
            if there.startswith("/static/"):
                assert finders.find(there.removeprefix("/static/")), there
            elif there.startswith("/help/") and there not in seen:
                to_see.add(there)
    assert {reverse("guide:chapter", args=[name]) for name in CHAPTERS} <= seen
    assert reverse("guide:words") in seen


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_short_and_has_no_marks_left(name: str, language: str) -> None:
    main = text_of(reverse("guide:chapter", args=[name]), language).split("<main")[1]
    article = re.sub(r"<[^>]+>", " ", main.split("<article")[1].split("</article>")[0])
    assert "*" not in article
    assert 40 < len(article.split()) < 300


def test_every_page_has_its_help_with_three_sentences() -> None:
    house = make_house()
    client = house.visitors.client(Who.SUPERUSER)
    without = set()
    for address in addresses():
        answer = client.get(house.url(address.name))
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        html = answer.content.decode()
        if "</html>" in html and reverse("guide:page", args=[address.name]) not in html:
            without.add(address.name)
    assert without == set()


@pytest.mark.parametrize("name", PAGES)
def test_help_of_a_page(name: str) -> None:
    helped = PAGES[name]
    assert 3 <= len(re.findall(r"[.?!](?= |$)", plain(texts("pages")[name]))) <= 4
    assert helped.chapter in CHAPTERS
    assert {*helped.words.split()} <= words().keys()


def test_every_text_is_shown() -> None:
    assert texts("pages").keys() == PAGES.keys()
    assert {path.stem for path in TEXTS.glob("*/*.md")} == {*CHAPTERS, "pages", "words"}


def test_what_is_said_is_of_a_page_that_there_is() -> None:
    names = {address.name for address in addresses()}
    assert all(one in names | {name.split(":")[0] for name in names} for one in PAGES)


def test_a_page_without_help_of_its_own_has_that_of_its_entry() -> None:
    assert help_of("rounds:close") == "rounds:list"
    assert help_of("contestants:paste") == "contestants:list"
    assert help_of("contestants:tables") == "contestants:tables"
    assert help_of("nothing:here") == ""
    answer = Client().get(reverse("guide:page", args=["nothing:here"]))
    assert answer.status_code == 404


def test_a_window_over_the_page_has_the_same_words() -> None:
    path = reverse("guide:page", args=["results:entry"])
    window, page = text_of(f"{path}?part=1"), text_of(path)
    assert "<dialog" in window
    assert "<html" not in window
    for text in ("contro", "<kbd>Z</kbd>", reverse("guide:chapter", args=["results"])):
        assert text in window
        assert text in page


def test_keys_are_those_of_the_page() -> None:
    keys = {
        view: [key.keys for key in keys_of(view)]
        for view in ("results:entry", "phones:table", "wall:wall")
    }
    assert ("/",) in keys["results:entry"]
    assert ("Ctrl", "Z") in keys["results:entry"]
    assert keys["phones:table"] == [("?",)]
    assert keys["wall:wall"] == [("Space",), ("←", "→"), ("?",)]


def test_every_word_is_used_by_a_page() -> None:
    assert {name for one in PAGES.values() for name in one.words.split()} == words().keys()


def test_pictures_are_there_and_small() -> None:
    paths = {path_of(one) for chapter in chapters() for one in pictures_in(chapter.text)}
    assert paths == {*PICTURES.glob("*.png")}
    for path in paths:
        assert path.stat().st_size <= MOST_BYTES
        with Image.open(path) as picture:
            assert min(picture.size) >= 300
            assert max(picture.size) <= 1400


def test_every_reader_has_chapters() -> None:
    assert {*CHAPTERS.values()} == set(Audience)
    assert 12 <= len(CHAPTERS) <= 16


def test_a_name_and_a_picture_on_a_page() -> None:
    page = text_of(reverse("guide:chapter", args=["begin"]))
    assert "<strong>New championship</strong>" in page
    assert re.search(r'<figure><img src="[^"]+/start\.png" width="\d+" height="\d+" alt=""', page)
    assert "<figcaption" in page


def test_help_is_told_in_words_of_the_language() -> None:
    assert "sal" in text_of(reverse("guide:page", args=["deals:proof"]), "ca")
