"""Where everybody plays: guide cards, the schedule and pairings on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from django.utils import translation

from tests.tournament.exports.files import pairings_pdf
from tests.tournament.exports.planned import LONG_TABLE, Planned
from tests.tournament.exports.reading import (
    Mark,
    bookmarks_of,
    faults,
    page_texts,
    text_of,
    watching,
)
from tests.tournament.exports.samples import HARD_NAMES, Sample, heading
from tests.tournament.exports.test_link_cards import codes_of
from tests.tournament.exports.words import pages_of_words
from tournament.core.labels import label
from tournament.exports.pdf.guide_cards import GuideCard, guide_card_pages
from tournament.exports.pdf.link_cards import link_purpose
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.schedule_grid import schedule_grid_pages
from tournament.links.tokens import PlaceKind
from tournament.schedule.queries import Away, Cell, ScheduleGrid

pytestmark = pytest.mark.long

GUIDES = heading("Guide cards", subtitle="", status="")
SCHEDULE = heading("Schedule", subtitle="", status="")


def guides_pdf(cards: list[GuideCard]) -> bytes:
    return write(guide_card_pages(GUIDES, cards))


def grid_pdf(grid: ScheduleGrid) -> bytes:
    return write(schedule_grid_pages(SCHEDULE, grid))


@cache
def grid_texts(pairs: int, rounds: int) -> list[str]:
    """The pages of a schedule in English."""
    with translation.override("en"):
        return page_texts(grid_pdf(Planned(pairs, rounds).grid()))


# Guide cards


@pytest.mark.parametrize("roomy", [False, True])
def test_a_card_tells_a_pairs_whole_day(roomy: bool) -> None:
    """Where two cards share a page they also have the hands, and sides in words."""
    planned = Planned(13, 13) if roomy else Planned(7, 7)
    cards = planned.guide_cards()
    with translation.override("en"):
        text = text_of(guides_pdf(cards))

    of_pairs = re.split(r"Pair \d+ ", text)[1:]
    assert len(of_pairs) == len(cards)
    for card, own in zip(cards, of_pairs):
        assert own.startswith(card.contestant.name)
        day = own.partition("Opponents ")[2]
        for one in card.rounds:
            if isinstance(one.cell, Away):
                assert f"{one.number} rests " in day
                continue
            side, hands = one.cell.side.value, ""
            if roomy:
                side = {"NS": "North–South", "EW": "East–West"}[side]
                hands = f"{4 * one.number - 3}–{4 * one.number} "
            opponent = one.cell.opponent
            line = f"{hands}{one.cell.table} {side} {opponent.number} {opponent.name}"
            assert f"{one.number} {line}" in day


@pytest.mark.parametrize(
    ("pairs", "rounds", "pages"), [(3, 3, 1), (30, 5, 8), (12, 11, 6), (40, 39, 40), (4, 199, 20)]
)
def test_as_many_cards_a_page_as_the_longest_day_allows(
    pairs: int, rounds: int, pages: int
) -> None:
    assert len(guide_card_pages(GUIDES, Planned(pairs, rounds).guide_cards())) == pages


def test_only_a_pair_whose_names_need_a_whole_page_gets_one() -> None:
    cards = Planned(12, 11).guide_cards()
    long = replace(
        cards[4], contestant=replace(cards[4].contestant, name="Montserrat Puigdengoles " * 90)
    )
    others = [*cards[:4], *cards[5:]]
    told: list[tuple[int, int]] = []
    with translation.override("en"):
        texts = page_texts(
            write(
                guide_card_pages(
                    GUIDES, [*cards[:4], long, *cards[5:]], lambda done, of: told.append((done, of))
                )
            )
        )

    found = [[int(number) for number in re.findall(r"Pair (\d+) ", text)] for text in texts]
    numbers = [card.contestant.number for card in others]
    assert found[:6] == [numbers[first : first + 2] for first in range(0, 11, 2)]
    assert {number for page in found[6:] for number in page} == {long.contestant.number}
    assert told[-12:] == [(done, 12) for done in range(1, 13)]


@pytest.mark.parametrize(("pairs", "rounds"), [(30, 5), (12, 11), (40, 39), (4, 199)])
def test_they_tell_how_far_they_are(pairs: int, rounds: int) -> None:
    told: list[tuple[int, int]] = []
    guide_card_pages(
        GUIDES, Planned(pairs, rounds).guide_cards(), lambda done, of: told.append((done, of))
    )
    assert told[-pairs:] == [(done, pairs) for done in range(1, pairs + 1)]


def test_a_day_that_goes_on_over_pages_says_on_each_whose_it_is() -> None:
    cards = Planned(4, 199).guide_cards()
    with translation.override("en"):
        texts = page_texts(guides_pdf(cards))

    for number, page in enumerate(texts):
        assert f"Pair {number // 5 + 1}" in page
        assert "Round Hands Table Side No. Opponents" in page
    for number in range(1, 200):
        assert f" {number} {4 * number - 3}–{4 * number} " in " ".join(texts[:5])


def test_who_came_late_or_left_does_not_rest() -> None:
    (first, *_others) = Planned(4, 3).guide_cards()
    rounds = (
        replace(first.rounds[0], cell=Away.NOT_YET),
        first.rounds[1],
        replace(first.rounds[2], cell=Away.LEFT),
    )
    with translation.override("en"):
        (page,) = page_texts(guides_pdf([replace(first, rounds=rounds)]))

    assert "1 not here yet 2" in page
    assert "3 withdrawn" in page
    assert "rests" not in page


@pytest.mark.poppler
@pytest.mark.parametrize(("rounds", "a_page"), [(3, 4), (13, 2)])
def test_the_code_of_each_pair_is_read_from_the_printed_card(
    rounds: int, a_page: int, tmp_path: Path
) -> None:
    cards = Planned(13, rounds).guide_cards()[: a_page + 1]
    addresses = [card.address for card in cards]
    pages = [addresses[:a_page], addresses[a_page:]]

    assert codes_of(guides_pdf(cards), tmp_path) == pages


@pytest.mark.parametrize(
    ("pairs", "rounds", "hard_names"),
    [(3, 3, False), (30, 5, False), (13, 13, True), (40, 39, True), (6, 120, True), (200, 7, True)],
)
@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_on_guide_cards_nothing_overlaps(
    monkeypatch: pytest.MonkeyPatch, pairs: int, rounds: int, hard_names: bool, language: str
) -> None:
    """The first cards, with the hardest names, and the last two, with the longest numbers."""
    cards = Planned(pairs, rounds, hard_names=hard_names).guide_cards()
    cards = cards if pairs <= 8 else [*cards[:6], *cards[-2:]]
    with translation.override(language), watching(monkeypatch) as canvases:
        guides_pdf(cards)
        purpose = link_purpose(PlaceKind.PAIR).split()

    assert faults(canvases[0]) == []
    words = [mark for mark in canvases[0].marks if set(mark.what.split()) & set(purpose)]
    assert len(words) >= len(cards)
    assert too_small(words) == set()


def too_small(marks: Sequence[Mark]) -> set[str]:
    """What can't be read without a glass; capitals and descenders are 0.93 of a letter's size."""
    return {mark.what for mark in marks if mark.top - mark.bottom < 0.93 * 7 - 0.01}


def test_a_pair_with_its_own_name_is_told_with_its_players() -> None:
    cards = Planned(6, 2, hard_names=True).guide_cards()
    text = "".join(text_of(guides_pdf(cards)).split())
    for name in (cards[1].contestant.name, *cards[1].contestant.players, LONG_TABLE):
        assert "".join(name.split()) in text


def test_the_same_cards_give_the_same_bytes_and_bookmarks_name_the_pairs() -> None:
    cards = Planned(6, 5).guide_cards()
    with translation.override("en"):
        first, second = guides_pdf(cards), guides_pdf(Planned(6, 5).guide_cards())
    assert first == second
    assert bookmarks_of(first) == [
        f"Pair {card.contestant.number} · {card.contestant.name}" for card in cards
    ]


# The schedule


def row_of(grid: ScheduleGrid, number: int) -> list[str]:
    """What stands in a pair's cells, each as one text."""
    row = next(row for row in grid.rows if row.contestant.number == number)
    return [
        f"{cell.opponent.number} {label(cell.side)} {cell.table}"
        if isinstance(cell, Cell)
        else "rests"
        for cell in row.cells
    ]


@pytest.mark.parametrize(("pairs", "rounds"), [(3, 3), (7, 7), (12, 11), (40, 39), (200, 7)])
def test_every_match_stands_in_the_rows_of_its_two_pairs(pairs: int, rounds: int) -> None:
    grid = Planned(pairs, rounds).grid()
    texts = grid_texts(pairs, rounds)
    with translation.override("en"):
        rows = {
            contestant.number: row_of(grid, contestant.number) for contestant in grid.contestants
        }

    found: dict[int, list[str]] = {number: [] for number in rows}
    for page in texts:
        for contestant in grid.contestants:
            # A pair's number stands at both ends of its row.
            start = f" {contestant.number} {contestant.number} {contestant.name} "
            if start not in page:
                continue
            rest = page.partition(start)[2]
            rest = rest.replace("↕", "NS").replace("↔", "EW").replace("–", "rests")
            cells = re.match(r"((\d+ (NS|EW) \d+|rests) ?)+", rest)
            assert cells is not None
            found[contestant.number] += re.findall(r"\d+ [NE][SW] \d+|rests", cells[0])
    for number, row in rows.items():
        assert found[number][: len(row)] == row, number


@pytest.mark.parametrize(
    ("pairs", "rounds", "pages"), [(3, 3, 1), (12, 11, 1), (13, 13, 1), (40, 39, 6), (200, 7, 8)]
)
def test_it_takes_few_sheets(pairs: int, rounds: int, pages: int) -> None:
    assert len(schedule_grid_pages(SCHEDULE, Planned(pairs, rounds).grid())) == pages


def test_signs_stand_where_words_would_cost_sheets_and_a_legend_tells_them() -> None:
    with translation.override("ca"):
        few, many = (page_texts(grid_pdf(Planned(n, n).grid()))[0] for n in (7, 41))

    for legend in ("↕ Nord–Sud", "↔ Est–Oest", "– descansa"):
        assert legend in many
        assert legend not in few
    assert " NS " in few
    assert " NS " not in many


def test_each_of_several_sheets_says_which_rounds_are_on_it_and_repeats_the_head() -> None:
    texts = grid_texts(40, 39)
    numbers = {
        "Rounds 1–19": " ".join(map(str, range(1, 20))),
        "Rounds 20–39": " ".join(map(str, range(20, 40))),
    }
    for page in texts:
        (title,) = (title for title in numbers if title in page)
        assert f"Pair {numbers[title]}" in page


SHAPES = [(3, 3, True), (12, 11, False), (13, 13, True), (41, 41, False)]
LARGE = [("ca", (40, 39, True)), ("es", (200, 7, True)), ("en", (8, 199, True))]
"""With signs, of which the legend of 41 pairs tells all: nothing else there is in words."""


@pytest.mark.parametrize(("language", "shape"), [*product(["ca", "es", "en"], SHAPES), *LARGE])
def test_on_the_schedule_nothing_overlaps_or_is_too_small_to_be_read(
    monkeypatch: pytest.MonkeyPatch, language: str, shape: tuple[int, int, bool]
) -> None:
    pairs, rounds, hard_names = shape
    grid = Planned(pairs, rounds, hard_names=hard_names).grid()
    with translation.override(language), watching(monkeypatch) as canvases:
        grid_pdf(grid)

    assert faults(canvases[0]) == []
    assert too_small(canvases[0].marks) == set()


def test_names_are_drawn_as_they_are() -> None:
    grid = Planned(13, 13, hard_names=True).grid()
    text = "".join(text_of(grid_pdf(grid)).split())
    assert any(HARD_NAMES[0] in contestant.name for contestant in grid.contestants)
    for contestant in grid.contestants:
        assert "".join(contestant.name.split()) in text


# Pairings on the wall


def height_of(text: str, pdf: bytes, folder: Path) -> float:
    """The height of the first word of that text, in points."""
    pages = pages_of_words(pdf, folder)
    return next(
        word.bottom - word.top for page in pages for word in page.words if word.text == text
    )


@pytest.mark.poppler
def test_a_small_clubs_pairings_are_read_from_farther_away(tmp_path: Path) -> None:
    heights = []
    for pairs in (12, 40, 200):
        sample = Sample(pairs, 1)
        first = sample.pairings(1).tables[0].pairs.ns.players[0].split()[0]
        heights.append(height_of(first, pairings_pdf(heading(), sample.pairings(1)), tmp_path))

    assert heights[0] > heights[1] > heights[2] > 8


def test_a_tables_long_name_leaves_room_for_the_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    for pairs in (6, 12, 40):
        pairings = Sample(pairs, 1, hard_names=True).pairings(1)
        tables = tuple(replace(one, table=LONG_TABLE) for one in pairings.tables)
        for language in ("ca", "es", "en"):
            with translation.override(language), watching(monkeypatch) as canvases:
                pairings_pdf(heading(), replace(pairings, tables=tables))
            assert faults(canvases[0]) == []
        assert len(canvases[0].sizes) <= pairs // 2
