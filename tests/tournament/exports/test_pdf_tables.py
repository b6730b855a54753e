"""What lies on the tables: result slips and place cards, read back and looked at as images."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext

from scoring.game.seats import Seat, dealer_of
from tests.tournament.exports.planned import LONG_TABLE, SITE, Planned
from tests.tournament.exports.reading import bookmarks_of, faults, page_texts, watching
from tests.tournament.exports.samples import LONG_NAME, heading
from tests.tournament.exports.test_link_cards import codes_of
from tests.tournament.exports.words import pages_of_words, word_faults
from tournament.core.labels import label
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.place_cards import PlaceCard, place_card_pages
from tournament.exports.pdf.table_slips import TableSlip, table_slip_pages
from tournament.models import Table

SLIPS = heading("Result slips", subtitle="", status="")
PLACES = heading("Place cards", subtitle="", status="")


def slips_pdf(slips: list[TableSlip], note: str = "") -> bytes:
    return write(table_slip_pages(SLIPS, slips, note))


# Result slips


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_a_slip_says_of_which_match_it_is_and_who_deals(language: str) -> None:
    slips = Planned(4, 3).slips(2)
    with translation.override(language):
        (page,) = page_texts(slips_pdf(slips))
        seats = {seat: label(seat) for seat in Seat}
        sides = [gettext("North–South"), gettext("East–West")]

    first, second = page.split("Campionat de Catalunya de botifarra duplicada")[2:]
    for slip, text in zip(slips, (first, second)):
        assert f" {slip.table} " in text
        for contestant in slip.pairs:
            for player in contestant.players:
                assert player in text
        for deal in (5, 6, 7, 8):
            assert f" {deal} {seats[dealer_of(deal)]} " in text
        for side in sides:
            assert text.count(side) == 2  # above the players, and to be signed


def test_a_slip_has_a_box_for_everything_that_is_written_down() -> None:
    with translation.override("en"):
        (page,) = page_texts(slips_pdf(Planned(3, 1).slips()))

    for word in ("botifarra", "contro", "recontro"):
        assert page.split().count(word) == 4 + 2 * (word in SLIPS.championship)  # its name
    assert "Round 1 · Hands 1 to 4" in page
    assert "Points NS EW Rule-break NS EW" in page
    assert "Signature North–South Signature East–West" in page
    assert "add up to 72" in page


def test_each_suit_is_drawn_for_each_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    with watching(monkeypatch) as canvases:
        slips_pdf(Planned(4, 1).slips())

    drawn = [mark.what for mark in canvases[0].marks if mark.what.startswith("suit-")]
    assert {drawn.count(suit) for suit in drawn} == {2 * 4}
    assert len(set(drawn)) == 4


def test_the_packs_codes_stand_beside_their_seats() -> None:
    slips = Planned(4, 1).slips()
    with translation.override("en"):
        (page,) = page_texts(slips_pdf(slips))

    for deal in (1, 2, 3, 4):
        north, west, south, east = (slips[0].codes[deal, seat] for seat in Seat)
        line = f"Codes on the packs: North {north} West {west} South {south} East {east}"
        assert page.count(line) == 2  # a slip a table, and all tables play the same hands


def test_without_codes_the_slip_says_why() -> None:
    slips = Planned(4, 1).slips(with_codes=False)
    with translation.override("en"):
        (page,) = page_texts(slips_pdf(slips, "No codes yet."))

    assert "Codes on the packs" not in page
    assert page.count("No codes yet.") == 2


def test_who_sat_where_is_ticked_also_for_a_substitute() -> None:
    slips = Planned(12, 2, hard_names=True).slips(1)
    with_substitute = next(slip for slip in slips if slip.pairs.ns.substitutes)
    with translation.override("en"):
        (page,) = page_texts(slips_pdf([with_substitute]))
        (other,) = page_texts(slips_pdf([slips[3]]))

    assert "North–South: pair 2 North South" in page
    assert "Substitute:" in page
    assert LONG_NAME in page
    assert "Substitute:" not in other


@pytest.mark.poppler
def test_the_code_of_each_table_is_read_from_the_printed_slip(tmp_path: Path) -> None:
    slips = Planned(6, 1).slips()
    found = codes_of(slips_pdf(slips), tmp_path)

    assert found == [[slips[0].address, slips[1].address], [slips[2].address]]


def test_two_slips_a_page_and_a_long_match_on_several() -> None:
    assert len(table_slip_pages(SLIPS, Planned(200, 1).slips())) == 50
    with translation.override("en"):
        (page,) = page_texts(slips_pdf(Planned(3, 1).slips(hands=6)))
    assert "Hands 1 to 3" in page
    assert "Hands 4 to 6" in page


def test_where_the_head_is_high_a_slip_has_a_page() -> None:
    high = replace(SLIPS, championship="W" * 120, details="W " * 400)
    assert len(table_slip_pages(high, Planned(4, 1).slips())) == 2


@pytest.mark.parametrize(("count", "hard_names"), [(3, False), (13, True), (200, True)])
@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_on_slips_nothing_overlaps(
    monkeypatch: pytest.MonkeyPatch, count: int, hard_names: bool, language: str
) -> None:
    slips = Planned(count, 2, hard_names=hard_names).slips()
    slips = [*slips[:6], *slips[-1:]]
    with translation.override(language), watching(monkeypatch) as canvases:
        slips_pdf(slips, "The codes of the packs are not shown, because the salt can still change.")

    assert faults(canvases[0]) == []


def test_the_same_slips_give_the_same_bytes_and_bookmarks_name_them() -> None:
    first, second = (slips_pdf(Planned(12, 1).slips()) for _ in range(2))
    assert first == second
    with translation.override("en"):
        titles = bookmarks_of(slips_pdf(Planned(4, 1).slips()))
    assert titles == ["Round 1 · Table 1", "Round 1 · Table 2"]


# Place cards


def test_each_side_of_a_place_card_tells_the_table() -> None:
    with translation.override("en"):
        texts = page_texts(write(place_card_pages(PLACES, Planned(6, 1).place_cards())))

    assert len(texts) == 3
    for number, text in enumerate(texts, start=1):
        assert text.split().count("Table") == 2
        assert text.split().count(str(number)) >= 2


def test_a_named_tables_card_tells_name_and_number() -> None:
    (first, *_others) = Planned(4, 1, hard_names=True).place_cards()
    with translation.override("en"):
        (text,) = page_texts(write(place_card_pages(PLACES, [first])))

    assert text.count("Table 1 ") == 2
    assert text.count(LONG_TABLE) == 2


@pytest.mark.poppler
def test_a_place_cards_code_is_read_from_both_sides(tmp_path: Path) -> None:
    cards = [*Planned(4, 1, hard_names=True).place_cards(), PlaceCard(7, "", "")]
    pdf = write(place_card_pages(PLACES, cards))

    address = f"{SITE}/t/12-%d-AbCdEfGhIjKl_-00/"
    assert codes_of(pdf, tmp_path) == [[address % 1], [address % 2], []]


@pytest.mark.poppler
def test_a_number_is_larger_than_a_quarter_of_the_sheet(tmp_path: Path) -> None:
    (page,) = pages_of_words(write(place_card_pages(PLACES, [PlaceCard(12, "", "")])), tmp_path)
    numbers = [word for word in page.words if word.text == "12"]

    assert len(numbers) == 2
    for number in numbers:
        assert number.bottom - number.top > page.height / 5


@pytest.mark.poppler
@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_on_a_place_card_nothing_overlaps(language: str, tmp_path: Path) -> None:
    cards = [
        PlaceCard(number, name, address)
        for name in ("", "finestra 3", LONG_TABLE, "W" * 40)
        for address in ("", f"{SITE}/t/1-1-AbCdEfGhIjKl_-00/")
        for number in (1, 24, 128)
    ]
    with translation.override(language):
        pages = place_card_pages(PLACES, cards)
    assert len(pages) == len(cards)
    assert word_faults(write(pages), tmp_path) == []


def test_a_tables_name_can_be_as_long() -> None:
    assert len(LONG_TABLE) == Table._meta.get_field("name").max_length


def test_without_tables_there_is_an_empty_page() -> None:
    assert len(page_texts(write(place_card_pages(PLACES, [])))) == 1
