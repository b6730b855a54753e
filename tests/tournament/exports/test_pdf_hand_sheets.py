"""Hand sheets on paper: each hand's diagram, and every figure of the read model."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

from scoring.duplicate.scores import Award, Infraction, TableResult
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.cards import Suit
from scoring.game.seats import Seat, Sides
from tests.tournament.exports.dealt import dealt, extreme_hands
from tests.tournament.exports.reading import faults, page_texts, reader, text_of, watching
from tests.tournament.exports.samples import (
    HARD_NAMES,
    LONG_NAME,
    Sample,
    contestants,
    hand_sheet,
    heading,
)
from tests.tournament.exports.six_tables import FINALS, HAND_SCORES, six_tables_sheet
from tests.tournament.exports.words import word_faults
from tests.tournament.exports.worth import worth, worths
from tournament.analysis.queries import HandWorth
from tournament.core.labels import label
from tournament.core.numbers import score_text, signed_range_text, signed_text
from tournament.deals.queries import DealtHand
from tournament.exports.pdf.hand_sheets import PER_PAGE, hand_sheet_pages
from tournament.exports.pdf.paper import write
from tournament.exports.rows import hand_row
from tournament.models import NotPlayedReason, Outcome
from tournament.standings.rankings.dealt_hands.hand_sheet import HandSheet, SideOfHand

pytestmark = pytest.mark.long

HANDS = {hand.number: hand for hand in dealt(8)}
NOTHING_KNOWN: dict[int, HandWorth] = {}
KNOWN = worths(HANDS)
EXACT = {deal: worth(deal, 40, 41, 42, 43, 44) for deal in HANDS}


def sheets_pdf(
    sample: Sample,
    language: str,
    per_page: int,
    hands: dict[int, DealtHand] = HANDS,
    known: dict[int, HandWorth] = NOTHING_KNOWN,
) -> bytes:
    sheets = sample.sheets_of([1])
    with translation.override(language):
        return write(hand_sheet_pages(heading(), sheets, hands, known, per_page=per_page))


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_with_names_each_side_of_a_table_has_its_row(language: str) -> None:
    sample = Sample(12, 1)
    text = text_of(sheets_pdf(sample, language, 2))

    with translation.override(language):
        for sheet in sample.sheets_of([1]):
            for row in map(hand_row, sheet.entries):
                ns, ew = row.sides
                cells = [
                    *(
                        row.table,
                        "NS",
                        str(ns.contestant.number),
                        ns.contestant.name,
                        row.announced,
                    ),
                    *(str(ns.points), signed_text(ns.hand_score), score_text(ns.final)),
                    *(label_of_ew(), str(ew.contestant.number), ew.contestant.name),
                    *(str(ew.points), signed_text(ew.hand_score), score_text(ew.final)),
                ]
                assert " ".join(filter(None, cells)) in text


def label_of_ew() -> str:
    return translation.pgettext("side", "EW")


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_with_numbers_a_table_has_one_row(language: str) -> None:
    sample = Sample(24, 1)
    text = text_of(sheets_pdf(sample, language, 4))

    with translation.override(language):
        for sheet in sample.sheets_of([1]):
            for row in map(hand_row, sheet.entries):
                cells = [
                    *(row.table, *(str(own.contestant.number) for own in row.sides)),
                    *(*(str(own.points) for own in row.sides), row.announced),
                    *(signed_text(own.hand_score) for own in row.sides),
                    *(score_text(own.final) for own in row.sides),
                ]
                assert " ".join(filter(None, cells)) in text
    assert "Puigdomènech" not in text


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_each_hand_has_its_diagram(per_page: int) -> None:
    text = text_of(sheets_pdf(Sample(8, 1), "en", per_page))

    for number in range(1, 5):
        hand = HANDS[number]
        for seat in Seat:
            suits = [
                " ".join(card.rank.letter for card in hand.deal.suit_of_hand(seat, suit)) or "–"
                for suit in Suit
            ]
            with translation.override("en"):
                name = re.escape(label(seat))
            assert re.search(name + r"( \(dealer\))? " + re.escape(" ".join(suits)), text)


def test_without_hands_there_are_results_alone() -> None:
    content = sheets_pdf(Sample(8, 1), "en", 2, {})

    assert "North (dealer)" not in text_of(content)
    assert "Hand 1 dealer: North" in text_of(content)


@pytest.mark.parametrize(("tables", "per_page", "pages"), [(1, 2, 2), (12, 2, 2), (12, 4, 1)])
def test_so_many_hands_are_on_a_page(tables: int, per_page: int, pages: int) -> None:
    content = sheets_pdf(Sample(2 * tables, 1), "ca", per_page, HANDS, EXACT)

    texts = page_texts(content)
    assert len(texts) == pages
    for deal in range(1, 5):
        assert f"Mà {deal} " in texts[(deal - 1) // per_page]
    outline = [entry["/Title"] for entry in reader(content).outline]  # type: ignore[call-overload]
    assert outline == ["Mà 1", "Mà 2", "Mà 3", "Mà 4"]


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_hundred_tables_go_on_from_column_to_column_under_their_titles(
    monkeypatch: pytest.MonkeyPatch, per_page: int
) -> None:
    with watching(monkeypatch) as canvases:
        sheets_pdf(Sample(200, 1), "en", per_page)

    (canvas,) = canvases
    assert len(canvas.sizes) <= {2: 17, 4: 6}[per_page]
    titled = {mark.page for mark in canvas.marks if "Announced" in mark.what}
    assert titled == set(canvas.sizes)


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize(
    ("language", "count", "hard_names"),
    [("ca", 3, False), ("en", 12, True), ("es", 24, True), ("ca", 40, False), ("es", 200, True)],
)
def test_nothing_overlaps_and_nothing_leaves_the_page(
    monkeypatch: pytest.MonkeyPatch, language: str, count: int, hard_names: bool, per_page: int
) -> None:
    hands = {hand.number: hand for hand in extreme_hands()}
    with watching(monkeypatch) as canvases:
        sample = Sample(count, 1, hard_names=hard_names)
        sheets_pdf(sample, language, per_page, hands, KNOWN)

    (canvas,) = canvases
    assert sum(mark.what.startswith("suit-") for mark in canvas.marks) >= 4 * 20
    assert faults(canvas) == []


@pytest.mark.poppler
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_no_word_lies_on_another(per_page: int, tmp_path: Path) -> None:
    for count in (4, 24, 40):
        content = sheets_pdf(Sample(count, 1, hard_names=True), "ca", per_page, HANDS, KNOWN)
        assert word_faults(content, tmp_path) == []


def test_names_are_printed_as_they_are() -> None:
    text = "".join(text_of(sheets_pdf(Sample(12, 1, hard_names=True), "en", 2)).split())

    for name in HARD_NAMES:
        assert "".join(name.split()) in text
    assert len(LONG_NAME) == 60


def sheet_text(sheet: HandSheet, language: str = "en", *, per_page: int = 4) -> str:
    with translation.override(language):
        return text_of(write(hand_sheet_pages(heading(), [sheet], {}, {}, per_page=per_page)))


def test_the_six_table_example_is_right_to_the_hundredth() -> None:
    text = sheet_text(six_tables_sheet())

    announced = ["", "", "contro", "botifarra", "", "contro"]
    points = [(37, 35), (35, 37), (28, 44), (40, 32), (42, 30), (30, 42)]
    for both, word, scores, finals in zip(points, announced, HAND_SCORES, FINALS):
        row = [*map(str, both), word, *map(signed_text, scores), *finals]
        assert " ".join(filter(None, row)) in text
    assert "NS: hand scores from −16 to +6, 6 compared" in text
    assert "EW: hand scores from −8 to +8, 6 compared" in text


def test_the_six_table_example_has_commas_in_catalan() -> None:
    assert "+6 −6 2,00 1,13" in sheet_text(six_tables_sheet(), "ca")


def test_a_hand_sheet_tells_of_rule_breaks_and_hands_not_played() -> None:
    of = contestants(8)
    results = [
        TableResult(Sides(1, 2), 40),
        TableResult(Sides(3, 4), 30, Announcement(Denomination.OROS, Double.RECONTRO)),
        TableResult(Sides(5, 6), None, infraction=Infraction.NS),
    ]
    sheet = hand_sheet(1, results, of)
    not_played = sheet.entries[0]._replace(
        table_name="Finestra",
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.OTHER.value,
        note="el pal de bastos era incomplet",
        sides=sheet.entries[0].pairs.map(lambda pair: SideOfHand(pair, None)),
    )
    sheet = replace(sheet, entries=(*sheet.entries, not_played))
    text = sheet_text(sheet)

    assert "coins, recontro" in text
    assert "rule-break by NS; the other side gets the average" in text
    assert "– – – – 0.00" in text
    assert "Finestra" in text
    assert "not played: el pal de bastos era incomplet" in text


def test_a_note_beside_a_rule_break_is_not_for_everybody() -> None:
    sheet = hand_sheet(
        1, [TableResult(Sides(1, 2), None, infraction=Infraction.NS)], contestants(2)
    )
    noted = sheet.entries[0]._replace(note="In Pere's words: I didn't look")

    assert "Pere's" not in sheet_text(replace(sheet, entries=(noted,)))


def test_a_hand_sheet_tells_to_whom_the_average_was_awarded() -> None:
    results = [
        TableResult(Sides(1, 2), 46),
        TableResult(Sides(3, 4), 36),
        TableResult(Sides(5, 6), 50, award=Award.NS),
    ]
    text = sheet_text(hand_sheet(1, results, contestants(6)))
    assert "average awarded for NS" in text
    assert "the other side" not in text
    assert "NS: hand scores from 0 to +10, 2 compared" in text
    assert "EW: hand scores from −14 to 0, 3 compared" in text

    alone = [TableResult(Sides(1, 2), None, award=Award.BOTH)]
    text = sheet_text(hand_sheet(1, alone, contestants(2)))
    assert "average awarded for both; with nobody to average: the score of a flat hand" in text


def test_a_fouled_hand_is_compared_with_nobody() -> None:
    sheet = hand_sheet(1, [TableResult(Sides(1, 2), 40)], contestants(2))
    fouled = sheet.entries[0]._replace(
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.FOULED.value,
        note="a card too many",
        sides=sheet.entries[0].sides.map(lambda own: own._replace(origin=None)),
    )
    text = sheet_text(replace(sheet, entries=(fouled,)))
    assert "fouled hand: compared with nobody" in text
    assert "too many" not in text


def test_a_cancelled_hand_says_why_and_compares_nothing() -> None:
    results = [TableResult(Sides(1, 2), 46), TableResult(Sides(3, 4), 36)]
    sheet = hand_sheet(1, results, contestants(4), why_cancelled="two packs were alike")
    text = sheet_text(sheet)
    assert "Hand cancelled: no pair has a score for it. two packs were alike" in text
    assert "46 26" in text
    assert "compare" not in text

    empty = sheet_text(replace(sheet, entries=()))
    assert "Hand cancelled: no pair has a score for it. two packs were alike" in empty
    assert "No table played" not in empty


def test_a_flat_hand_says_so() -> None:
    sheet = hand_sheet(
        1, [TableResult(Sides(1, 2), 40), TableResult(Sides(3, 4), 40)], contestants(4)
    )

    assert "NS: flat, all +4 · EW: flat, all −4" in sheet_text(sheet)


def test_a_sheet_without_tables_says_so() -> None:
    sheet = replace(hand_sheet(1, [TableResult(Sides(1, 2), 40)], contestants(2)), entries=())

    assert "No table played this hand." in sheet_text(sheet)


def test_a_hand_stays_in_one_column_if_it_can() -> None:
    """Where not all hands fit into their part of a page, those before don't tear one apart."""
    sample = Sample(40, 1)
    with translation.override("en"):
        pages = hand_sheet_pages(heading(), sample.sheets_of([1]), HANDS, KNOWN, per_page=4)

    for page in pages:
        columns = {x for x, _top, _block in page.placed}
        begun = [block.bookmark for _x, _top, block in page.placed if block.bookmark]
        assert len(begun) == len(columns) == 2


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_beside_each_result_is_what_the_makers_could_have_had(per_page: int) -> None:
    """As hand scores: by what the table called beside it, by the best call at the diagram."""
    sample = Sample(24, 1)
    text = text_of(sheets_pdf(sample, "en", per_page, HANDS, KNOWN))

    assert "made could" in text or "NS EW could" in text
    for sheet in sample.sheets_of([1]):
        known = KNOWN[sheet.deal]
        assert signed_range_text(known.best_score) in text
        for entry in sheet.entries:
            row = hand_row(entry)
            makers = row.sides[sheet.makers]
            made, final = makers.hand_score, makers.final
            called = signed_range_text(known.hand_score(entry.announcement.trump))
            if per_page == 2:
                assert f"{signed_text(made)} {called} {score_text(final)}" in text
            else:
                ns, ew = row.sides
                assert f"{signed_text(ew.hand_score)} {called} {score_text(ns.final)}" in text


def test_what_could_have_been_stands_on_the_makers_side() -> None:
    """Hand 2 is West's: EW made trumps."""
    announced = Announcement(Denomination.COPES)
    sheet = hand_sheet(2, [TableResult(Sides(1, 2), 40, announced)], contestants(2))
    known = {2: worth(2, 40, 50, 30, (41, 44), 44)}
    with translation.override("en"):
        text = text_of(write(hand_sheet_pages(heading(), [sheet], HANDS, known)))
    assert "40 +4 1.50 EW" in text
    assert "32 −4 +14 1.50" in text
    assert "Could have: the hand score of the makers with all cards known" in text
    assert "Best call botifarra +16" in text


@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("known", [NOTHING_KNOWN, KNOWN])
def test_the_letters_of_the_diagrams_are_told_where_there_are_diagrams(
    known: dict[int, HandWorth], per_page: int
) -> None:
    letters = "A = ace (1) · R = king (12) · C = horse (11) · S = jack (10)"
    for text in page_texts(sheets_pdf(Sample(12, 1), "en", per_page, HANDS, known)):
        assert text.count(letters) == 1
    assert letters not in text_of(sheets_pdf(Sample(12, 1), "en", per_page, {}, known))


def test_without_analysis_there_is_no_column_for_it() -> None:
    sheet = hand_sheet(1, [TableResult(Sides(1, 2), 40)], contestants(2))
    with translation.override("en"):
        text = text_of(write(hand_sheet_pages(heading(), [sheet], HANDS, {1: worth(1)})))
    assert "could" not in text
    assert "not analysed yet" in text
