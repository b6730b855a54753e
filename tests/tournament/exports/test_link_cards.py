"""Cards with links on paper: their texts, their codes read back, and who gets them."""

from __future__ import annotations

import io
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from PIL import Image
from pytest_django import Settings

from tests.tournament.day import Day, make_day
from tests.tournament.exports.files import link_cards_pdf
from tests.tournament.exports.reading import faults, page_texts, reader, watching
from tests.tournament.exports.samples import HARD_NAMES, LONG_NAME, heading
from tests.tournament.factories import answers_by_role, english_client
from tests.tournament.links.addresses import link_address
from tests.tournament.made_once import made_once, own_copy
from tests.tournament.visitors import HALL
from tournament.links.queries import PlaceLink
from tournament.links.tokens import Place, PlaceKind

SITE = "http://192.168.1.10:8000"


def link(kind: PlaceKind, number: int, name: str = "", *, link_number: int = 1) -> PlaceLink:
    token = f"AbCdEfGhIjKl_-{number:02d}"
    return PlaceLink(Place(kind, number, link_number), name, f"/{kind}/12-{number}-{token}/")


def tables(count: int) -> list[PlaceLink]:
    return [link(PlaceKind.TABLE, number) for number in range(1, count + 1)]


def pairs(*names: str) -> list[PlaceLink]:
    return [link(PlaceKind.PAIR, number, name) for number, name in enumerate(names, start=1)]


def codes_of(pdf: bytes, folder: Path) -> list[list[str]]:
    """What a reader finds on each page as it is printed, in the order of the cards."""
    (folder / "cards.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", "110", "-gray", "cards.pdf", "page"]
    subprocess.run(command, cwd=folder, check=True)
    found = []
    for path in sorted(folder.glob("page-*.pgm")):
        codes = zxingcpp.read_barcodes(Image.open(io.BytesIO(path.read_bytes())))
        row = {
            code.text: (code.position.top_left.y // 60, code.position.top_left.x) for code in codes
        }
        found.append(sorted(row, key=lambda text: row[text]))
    return found


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (8, 1), (9, 2), (20, 3)])
def test_eight_cards_a_page(count: int, pages: int) -> None:
    with translation.override("en"):
        texts = page_texts(link_cards_pdf(heading("Cards"), SITE, tables(count)))
    assert len(texts) == pages
    for number in (1, count):
        assert f"Table {number} Scan it" in texts[(number - 1) // 8]


@pytest.mark.poppler
def test_each_code_is_read_from_the_printed_page(tmp_path: Path) -> None:
    links = [*pairs(*[f"{LONG_NAME} – {LONG_NAME}"] * 6), *tables(4)]
    pdf = link_cards_pdf(heading("Cards"), SITE, links)
    urls = [SITE + one.path for one in links]
    assert codes_of(pdf, tmp_path) == [urls[:8], urls[8:]]


def test_a_card_says_whose_it_is_what_for_and_its_address() -> None:
    links = [link(PlaceKind.TABLE, 3, "window"), link(PlaceKind.PAIR, 5, "Anna – Blai")]
    with translation.override("en"):
        (page,) = page_texts(link_cards_pdf(heading("Cards"), SITE, links))
    assert page.count("Campionat de Catalunya de botifarra duplicada") == 3  # head and cards
    assert "Table 3 window Scan it with a phone to enter and confirm the results" in page
    assert "Pair 5 Anna – Blai Scan it with a phone to see your matches and results" in page
    for one in links:
        assert SITE + one.path in page


def test_names_are_drawn_as_they_are_however_long(monkeypatch: pytest.MonkeyPatch) -> None:
    widest = "W" * 60
    names = [f"{one} – {one}" for one in (*HARD_NAMES, widest)]
    head = heading("Cards")
    long = replace(head, championship=f"{LONG_NAME} {LONG_NAME[:59]}")
    for site in (SITE, "https://campionats-de-botifarra.federacio.example:8443"):
        for one in (head, long):
            with watching(monkeypatch) as canvases:
                link_cards_pdf(one, site, pairs(*names))
            assert faults(canvases[0]) == []
            text = " ".join(page_texts(link_cards_pdf(one, site, pairs(*names)))).replace(" ", "")
            for name in names:
                assert name.replace(" ", "") in text


def test_a_renewed_link_is_told_by_sight() -> None:
    with translation.override("en"):
        links = [link(PlaceKind.TABLE, 1), link(PlaceKind.TABLE, 2, link_number=3)]
        (page,) = page_texts(link_cards_pdf(heading("Cards"), SITE, links))
    assert "link 3" in page
    assert "link 1" not in page


def test_the_same_links_give_the_same_bytes() -> None:
    first, second = (link_cards_pdf(heading("Cards"), SITE, tables(9)) for _ in range(2))
    assert first == second


# Through HTTP


day_once = made_once(make_day)
day = own_copy("day_once")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["exports:table_cards_pdf", "exports:pair_cards_pdf"])
def test_only_organisers_get_them_and_nothing_keeps_them(day: Day, name: str) -> None:
    url = reverse(name, args=[day.slug])
    answers = answers_by_role(day.championship, url)
    assert answers == {"nobody": 302, "stranger": 403, "referee": 403, "organiser": 200}
    assert "no-store" in english_client(day.organiser).get(url)["Cache-Control"]


@pytest.mark.django_db
def test_they_hold_the_links_that_are_valid_now(day: Day) -> None:
    client = Client(headers={"Accept-Language": "en"}, **HALL)  # type: ignore[arg-type]
    client.force_login(day.organiser)
    answer = client.get(reverse("exports:pair_cards_pdf", args=[day.slug]))
    assert answer["Content-Type"] == "application/pdf"
    (page,) = page_texts(answer.content)
    for contestant in day.contestants:
        place = Place(PlaceKind.PAIR, contestant.number, 1)
        assert f"http://{HALL['HTTP_HOST']}{link_address(day.championship, place)}" in page
        assert (
            f"Pair {contestant.number} Àngels {contestant.number} – Marçal {contestant.number}"
            in page
        )
    assert "NOT FOR PHONES" not in page


@pytest.mark.django_db
def test_a_paper_that_no_phone_can_use_says_so(day: Day, settings: Settings) -> None:
    settings.HALL_URL = None
    client = english_client(day.organiser)
    url = reverse("exports:table_cards_pdf", args=[day.slug])
    answer = client.get(url, headers={"host": "127.0.0.1:8000"})
    assert "NOT FOR PHONES" in page_texts(answer.content)[0]


@pytest.mark.django_db
def test_in_the_readers_language(day: Day) -> None:
    client = english_client(day.organiser)
    url = reverse("exports:table_cards_pdf", args=[day.slug])
    for language in ("ca", "es", "en"):
        answer = client.get(url, {"lang": language})
        assert str(reader(answer.content).root_object["/Lang"]) == language


@pytest.mark.django_db
def test_after_the_end_there_are_none(day: Day) -> None:
    day.championship.ended_at = timezone.now()
    day.championship.save()
    answer = english_client(day.organiser).get(reverse("exports:table_cards_pdf", args=[day.slug]))
    assert answer["Content-Type"].startswith("text/html")
    assert "The championship has ended" in answer.content.decode()
