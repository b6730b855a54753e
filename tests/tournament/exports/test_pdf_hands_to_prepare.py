"""Hands to prepare, read back from the printed page and followed as those do who make up packs."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

from scoring.dealing.deal_set import deal_hashes
from scoring.dealing.pack_codes import check_codes
from scoring.game.cards import PACK, Card, Rank, Suit
from scoring.game.deals import Deal, parse_hand
from scoring.game.seats import Seat
from tests.tournament.exports.dealt import KEY, SALT, dealt, extreme_hands
from tests.tournament.exports.reading import faults, page_texts, reader, text_of, watching
from tests.tournament.exports.samples import LONG_NAME, heading
from tests.tournament.exports.words import word_faults
from tournament.core.labels import label
from tournament.deals.queries import DealtHand
from tournament.exports.pdf.hands_to_prepare import AS_IT_COMES, hands_to_prepare_pages
from tournament.exports.pdf.paper import write

LANGUAGES = ("ca", "es", "en")
CODES = check_codes(deal_hashes(KEY, 200), SALT)
ROW = re.compile(r"(?<!\S)(\d{1,2})\s+(?:[a-zà-ú]+\s+)?(\w+)(?=\s{2}|$)")
"""A card of the list: its figure, perhaps the name of a court card, and a seat."""


def paper(hands: list[DealtHand], language: str) -> bytes:
    with translation.override(language):
        return write(hands_to_prepare_pages(heading("Mans per preparar"), hands, CODES))


def pages_as_printed(content: bytes, folder: Path) -> list[list[str]]:
    """Each page's lines with their words where they stand, as `pdftotext` finds them."""
    paper, text = folder / "paper.pdf", folder / "paper.txt"
    paper.write_bytes(content)
    subprocess.run(["pdftotext", "-layout", paper, text], check=True)
    return [page.splitlines() for page in text.read_text("utf-8").split("\f")[:-1]]


def follow_the_list(lines: list[str], seats: dict[str, Seat]) -> Deal:
    """Deal a pack in the order in which it comes new, column by column, to the seats named."""
    rows = [found for line in lines if len(found := ROW.findall(line)) == len(Suit)]
    assert len(rows) == 12
    pack = [Card(suit, rank) for suit in Suit for rank in sorted(Rank, key=lambda r: r.number)]
    piles: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for column in range(len(Suit)):
        for row in rows:
            figure, seat = row[column]
            card = pack.pop(0)
            assert int(figure) == card.rank.number
            piles[seats[seat]].append(card)
    assert not pack
    return Deal.from_hands(piles)


@pytest.mark.poppler
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_followed_from_a_sorted_pack_gives_the_deal(language: str, tmp_path: Path) -> None:
    hands = [*dealt(12), *extreme_hands()]
    pages = pages_as_printed(paper(hands, language), tmp_path)
    with translation.override(language):
        seats = {label(seat): seat for seat in Seat}
        suits = [label(suit) for suit in Suit]

    assert len(pages) == len(hands)
    for hand, lines in zip(hands, pages):
        assert suits in [line.split() for line in lines]
        assert follow_the_list(lines, seats) == hand.deal


def test_the_list_begins_with_the_ace_of_coins_and_ends_with_the_king_of_batons() -> None:
    pack = [Card(suit, rank) for suit in Suit for rank in AS_IT_COMES]  # as it comes new

    assert (str(pack[0]), str(pack[8]), str(pack[11]), str(pack[47])) == ("AO", "9O", "RO", "RB")
    assert sorted(pack) == list(PACK)


@pytest.mark.poppler
def test_after_each_suit_the_list_says_how_many_cards_lie_in_each_pile(tmp_path: Path) -> None:
    (hand,) = dealt(1)
    (lines,) = pages_as_printed(paper([hand], "en"), tmp_path)
    (counts,) = [line for line in lines if line.startswith("Piles:")]

    held = {seat: [len(hand.deal.suit_of_hand(seat, suit)) for suit in Suit] for seat in Seat}
    by_then = [sum(held[seat][: column + 1]) for column in range(4) for seat in Seat]
    assert list(map(int, re.findall(r"\d+", counts))) == by_then
    assert by_then[-4:] == [12] * 4


@pytest.mark.poppler
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_four_slips_of_a_hand_are_the_whole_pack_and_bear_its_codes(
    language: str, tmp_path: Path
) -> None:
    hands = [*dealt(8), *dealt(2, first=99)]
    pages = pages_as_printed(paper(hands, language), tmp_path)
    seen = set()
    for hand, lines in zip(hands, pages):
        with translation.override(language):
            slips = slips_of(lines, hand)
        assert {seat: slip[0] for seat, slip in slips.items()} == {
            seat: CODES[hand.number, seat] for seat in Seat
        }
        cards = {seat: parse_hand(slip[1]) for seat, slip in slips.items()}
        assert sum(map(len, cards.values())) == 48
        assert Deal.from_hands(cards) == hand.deal
        seen |= {slip[0] for slip in slips.values()}
    assert len(seen) == 4 * len(hands)


def slips_of(lines: list[str], hand: DealtHand) -> dict[Seat, tuple[str, str]]:
    """Each seat's code and its cards, from the lines of a page with two slips side by side."""
    found = {}
    for upper in (0, 2):
        both = list(Seat)[upper : upper + 2]
        titles = [rf"\w+ {hand.number} · {label(seat)} +([A-Z]{{3}})" for seat in both]
        title = re.compile(r"^ *" + r" +".join(titles) + "$")
        (at,) = [index for index, line in enumerate(lines) if title.match(line)]
        codes = title.findall(lines[at])[0]
        suits = [re.split(r"\s{3,}", line.strip()) for line in lines[at + 1 : at + 5]]
        for column, seat in enumerate(both):
            text = ".".join(row[column].replace(" ", "").replace("–", "-") for row in suits)
            found[seat] = (codes[column], text)
    return found


def test_a_slip_tells_its_hand_its_seat_the_dealer_and_the_round() -> None:
    text = text_of(paper(dealt(1), "en"))

    for seat, name in zip(Seat, ("North", "West", "South", "East")):
        assert f"Hand 1 · {name} {CODES[1, seat]}" in text
    assert text.count("dealer: North · Ronda 3") == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_diagram_has_every_seats_cards_in_order(language: str) -> None:
    hands = dealt()
    pages = page_texts(paper(hands, language))

    with translation.override(language):
        for hand, page in zip(hands, pages):
            for seat in Seat:
                suits = [
                    " ".join(card.rank.letter for card in hand.deal.suit_of_hand(seat, suit)) or "–"
                    for suit in Suit
                ]
                found = re.findall(
                    re.escape(label(seat)) + r"( \([^)]*\))? " + re.escape(" ".join(suits)), page
                )
                assert len(found) == 1
                assert bool(found[0]) is (seat is hand.dealer)


def test_the_published_vector_is_what_north_holds() -> None:
    # Deal 1 of the key 00 01 … 1f with the salt "Grossa 12345": N holds 97.S83.C864.CS6.
    text = text_of(paper(dealt(1), "en"))

    assert "North (dealer) 9 7 S 8 3 C 8 6 4 C S 6" in text
    assert "Hand 1 dealer: North · trumps made by NS" in text
    assert "A = ace (1)" in text
    assert "S = jack (10)" in text


def test_without_codes_everything_else_is_there() -> None:
    with translation.override("en"):
        text = text_of(write(hands_to_prepare_pages(heading(), dealt(1), {})))

    assert "Check codes" not in text
    assert "Hand 1 · East A C 8 9 R 5" in text


def test_a_hand_is_a_page_with_its_name_in_the_table_of_contents() -> None:
    pdf = reader(paper(dealt(3), "en"))

    assert len(pdf.pages) == 3
    assert [entry["/Title"] for entry in pdf.outline] == ["Hand 1", "Hand 2", "Hand 3"]  # type: ignore[call-overload]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["Trofeu", f"{LONG_NAME} – {LONG_NAME}"])
def test_nothing_lies_on_anything_else_whatever_the_shape(
    monkeypatch: pytest.MonkeyPatch, language: str, name: str
) -> None:
    hands = [*extreme_hands(), *dealt(8), *dealt(1, first=200)]
    with translation.override(language), watching(monkeypatch) as canvases:
        whose = replace(heading("Mans per preparar"), championship=name)
        write(hands_to_prepare_pages(whose, hands, CODES))

    (canvas,) = canvases
    drawn = sum(mark.what.startswith("suit-") for mark in canvas.marks)
    assert drawn == len(hands) * (16 + 4 + 16)
    assert faults(canvas) == []


@pytest.mark.poppler
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_lies_on_another(language: str, tmp_path: Path) -> None:
    assert word_faults(paper([*extreme_hands(), *dealt(4)], language), tmp_path) == []


def test_the_same_hands_give_the_same_bytes() -> None:
    assert paper(dealt(), "ca") == paper(dealt(), "ca")
