"""The hands on paper, followed back to the deal; pairings; the commitment sheet."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils import translation

from scoring.cards import Rank, Suit
from scoring.dealing import commitment, make_deal
from scoring.seats import Seat, dealer_of
from tests.tournament.exports.reading import page_texts, reader, text_of
from tests.tournament.exports.samples import MADE_AT, Sample, heading
from tournament.core.labels import label
from tournament.deals.proof import Opened, Proof
from tournament.deals.queries import DealtHand
from tournament.exports.pdf.commitment import commitment_pdf
from tournament.exports.pdf.hands import hand_pages
from tournament.exports.pdf.pairings import pairings_pdf
from tournament.exports.pdf.paper import write

KEY = bytes(range(32))


def dealt(first: int = 1, count: int = 4) -> list[DealtHand]:
    return [
        DealtHand(number, dealer_of(number), make_deal(KEY, "Grossa 12345", number))
        for number in range(first, first + count)
    ]


def hands_text(hands: list[DealtHand], language: str) -> list[str]:
    with translation.override(language):
        return page_texts(write(hand_pages(heading("Hands"), hands)))


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_every_seats_cards_stand_in_order_on_both_pages(language: str) -> None:
    hands = dealt()
    pages = hands_text(hands, language)

    assert len(pages) == 2
    with translation.override(language):
        for hand in hands:
            for seat in Seat:
                suits = [
                    " ".join(card.rank.letter for card in hand.deal.suit_of_hand(seat, suit)) or "–"
                    for suit in Suit
                ]
                name = label(seat)
                pattern = re.escape(name) + r"( \([^)]*\))? " + re.escape(" ".join(suits))
                for page in pages:
                    assert re.search(pattern, page), (hand.number, seat)


def test_the_published_vector_is_what_north_holds() -> None:
    # Deal 1 of the key 00 01 … 1f with the salt "Grossa 12345": N holds C.C8532.9R7.S85.
    _diagrams, lines = hands_text(dealt(count=1), "en")

    assert "North (dealer) C C 8 5 3 2 9 R 7 S 8 5" in lines


def test_the_dealer_is_marked_and_nobody_else() -> None:
    _diagrams, lines = hands_text(dealt(), "en")

    assert lines.count("(dealer)") == 4
    assert "Hand 2 dealer: West" in lines
    assert "trumps made by EW" in lines
    assert "West (dealer)" in lines


def test_the_court_cards_letters_are_explained() -> None:
    for page in hands_text(dealt(), "en"):
        assert f"A = ace ({Rank.ACE.number})" in page
        assert "S = jack (10)" in page


def test_the_suits_are_drawn_from_one_form_each() -> None:
    content = write(hand_pages(heading(), dealt()))

    assert content.count(b"/Subtype /Form") == len(Suit)
    assert all(page["/Resources"]["/XObject"] for page in reader(content).pages)  # type: ignore[index]


def test_pairings_by_table_and_by_name() -> None:
    sample = Sample(13, 2)
    pairings = sample.pairings(2)
    with translation.override("en"):
        text = text_of(pairings_pdf(heading("Pairings", status=""), pairings))

    assert "Hands 5 to 8" in text
    for one in pairings.tables:
        assert re.search(rf"\b{one.table} {one.ns.number} {re.escape(one.ns.players[0])}", text)
    (resting,) = pairings.resting
    assert f"Resting: {resting.number} {resting.players[0]}" in text
    for place in pairings.by_person():
        where = f"{place.table} {label(place.side)}" if place.side else "rests"
        assert f"{place.person} {where}" in text
    assert "PROVISIONAL" not in text


def test_a_small_clubs_pairings_are_one_sheet() -> None:
    assert len(page_texts(pairings_pdf(heading(), Sample(6, 1).pairings(1)))) == 1


def test_a_hundred_tables_need_few_sheets() -> None:
    assert len(page_texts(pairings_pdf(heading(), Sample(200, 1).pairings(1)))) <= 12


def test_substitutes_are_not_called_to_a_table() -> None:
    pairings = Sample(4, 1).pairings(1)
    first = pairings.tables[0]
    with_substitute = replace(first, ns=replace(first.ns, substitutes=("Reserva Primera",)))
    text = text_of(pairings_pdf(heading(), replace(pairings, tables=(with_substitute,))))

    assert "Reserva" not in text


def proof(*, salt: str = "", ended: bool = False) -> Proof:
    opened = Opened(
        key=KEY.hex(),
        commit_prefix="",
        recomputed=commitment(KEY),
        salt_bytes=salt.encode().hex(),
        deals=(),
        command=f"python -m scoring deal --key {KEY.hex()} --deals 44",
        shown=None,
    )
    return Proof(commitment(KEY), salt, MADE_AT, MADE_AT, opened if ended else None)


def commitment_text(what: Proof) -> str:
    with translation.override("en"):
        return text_of(commitment_pdf(heading("Commitment"), what))


def test_the_commitment_is_printed_in_groups_and_the_key_is_not() -> None:
    text = commitment_text(proof(salt="Grossa 12345"))

    digits = commitment(KEY)
    groups = [digits[start : start + 4] for start in range(0, 64, 4)]
    assert " ".join(groups) in text
    assert "Grossa 12345" in text
    assert "Fixed for good on 14 November 2026" in text
    assert KEY.hex()[:16] not in text.replace(" ", "")


def test_without_a_salt_the_sheet_says_what_is_not_proved() -> None:
    assert "but not that the organisers didn't choose the hands" in commitment_text(proof())


def test_after_the_end_the_key_and_the_command_are_there() -> None:
    text = commitment_text(proof(ended=True))

    assert KEY.hex() in text.replace(" ", "")
    assert "python -m scoring deal --key" in text
