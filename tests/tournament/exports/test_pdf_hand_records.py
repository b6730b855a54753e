"""Hand records: the diagrams of hands that have been played, many a page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

from scoring.game.announcements import Denomination
from scoring.game.cards import Suit
from scoring.game.seats import Seat
from tests.tournament.exports.dealt import dealt, extreme_hands
from tests.tournament.exports.reading import faults, page_texts, reader, watching
from tests.tournament.exports.samples import LONG_NAME, heading
from tests.tournament.exports.words import word_faults
from tests.tournament.exports.worth import worth, worths
from tournament.core.labels import label
from tournament.core.numbers import signed_range_text
from tournament.deals.queries import DealtHand
from tournament.exports.pdf.hand_records import hand_record_pages
from tournament.exports.pdf.paper import write

LANGUAGES = ("ca", "es", "en")


def paper(hands: list[DealtHand], language: str) -> bytes:
    with translation.override(language):
        known = worths(hand.number for hand in hands)
        return write(hand_record_pages(heading("Registre de mans", status=""), hands, known))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_seats_cards_stand_in_order_eight_hands_a_page(language: str) -> None:
    hands = dealt(20)
    pages = page_texts(paper(hands, language))

    assert len(pages) == 3
    with translation.override(language):
        for index, hand in enumerate(hands):
            for seat in Seat:
                suits = [
                    " ".join(card.rank.letter for card in hand.deal.suit_of_hand(seat, suit)) or "–"
                    for suit in Suit
                ]
                found = re.findall(
                    re.escape(label(seat)) + r"( \([^)]*\))? " + re.escape(" ".join(suits)),
                    pages[index // 8],
                )
                assert len(found) == 1
                assert bool(found[0]) is (seat is hand.dealer)


def test_each_hand_says_who_dealt_who_made_trumps_and_which_points_each_seat_held() -> None:
    hands = dealt(4)
    (page,) = page_texts(paper(hands, "en"))

    assert "Hand 2 dealer: West · trumps made by EW" in page
    assert "A = ace (1) · R = king (12)" in page
    told = re.findall(r"Card points: North (\d+) · West (\d+) · South (\d+) · East (\d+)", page)
    assert [sum(map(int, counts)) for counts in told] == [60] * 4
    # North's 97.S83.C864.CS6 of the published vector: 5 + 1 + 2 + 2 + 1.
    assert told[0][0] == "11"


def test_hands_are_in_the_table_of_contents_two_by_two() -> None:
    pdf = reader(paper(dealt(3), "en"))

    assert [entry["/Title"] for entry in pdf.outline] == ["Hand 1 · Hand 2", "Hand 3"]  # type: ignore[call-overload]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["Trofeu", f"{LONG_NAME} – {LONG_NAME}"])
def test_nothing_lies_on_anything_else_whatever_the_shape(
    monkeypatch: pytest.MonkeyPatch, language: str, name: str
) -> None:
    hands = [*extreme_hands(), *dealt(8, first=5), *dealt(1, first=796)]
    with translation.override(language), watching(monkeypatch) as canvases:
        whose = replace(heading("Registre de mans"), championship=name)
        write(hand_record_pages(whose, hands, worths(hand.number for hand in hands)))

    (canvas,) = canvases
    assert sum(mark.what.startswith("suit-") for mark in canvas.marks) > 19 * len(hands)
    assert {mark.page for mark in canvas.marks} == {1, 2}
    assert faults(canvas) == []


@pytest.mark.poppler
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_lies_on_another(language: str, tmp_path: Path) -> None:
    assert word_faults(paper([*extreme_hands(), *dealt(4)], language), tmp_path) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_of_the_analysis_is_that_of_the_read_model(language: str) -> None:
    hands = dealt(9)
    pages = page_texts(paper(hands, language))
    for index, hand in enumerate(hands):
        known = worths([hand.number])[hand.number]
        with translation.override(language):
            title = f"{label(hand.makers)}"
            points = [str(known.points.get(trump, "–")) for trump in Denomination]
            botifarra = f"{label(Denomination.BOTIFARRA)} {points[-1]}"
            best = signed_range_text(known.best_score)
        page = pages[index // 8]
        assert " ".join([*points[:4], botifarra]) in page
        assert title in page
        assert not known.is_complete or best in page


def test_the_best_call_and_what_it_gives() -> None:
    """40 by coins are +4; 44 by botifarra are +16, and the best call of the hand."""
    with translation.override("en"):
        known = {1: worth(1, 40, 38, 30, (41, 44), 44)}
        text = page_texts(write(hand_record_pages(heading(), dealt(1), known)))[0]
    assert "NS, all cards known 40 38 30 41–44 botifarra 44" in text
    assert "Best call botifarra +16" in text
    assert "No table could have been sure to make it." in text


def test_a_hand_that_was_not_analysed_says_so_and_waits_for_nothing() -> None:
    with translation.override("en"):
        text = page_texts(write(hand_record_pages(heading(), dealt(2), {1: worth(1), 2: worth(2)})))
    assert text[0].count("not analysed yet") == 2
    assert "Best call" not in text[0]
    assert "All cards known" not in text[0]  # nothing to explain
