"""Diplomas: who gets one, and what stands on it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from tests.tournament.exports.reading import page_texts
from tests.tournament.exports.samples import LONG_NAME, Sample, heading
from tournament.exports.papers.diplomas import Diploma, diploma_pages, place_words
from tournament.exports.pdf.drawings import course_pages
from tournament.exports.pdf.paper import write
from tournament.standings.podium import first_places


def diploma(rank: int = 1, *, shared: bool = False, own_name: str = "", club: str = "") -> Diploma:
    return Diploma(("Maria Puig Serra", "Joan Roca Vilà"), own_name, club, rank, shared)


@pytest.mark.parametrize(
    ("rank", "shared", "told"),
    [
        (1, False, "First place"),
        (2, True, "Second place, shared"),
        (3, False, "Third place"),
        (17, False, "Place 17"),
    ],
)
def test_the_place_is_said_in_words(rank: int, shared: bool, told: str) -> None:
    with translation.override("en"):
        assert place_words(diploma(rank, shared=shared)) == told


def test_it_has_names_club_place_championship_and_where_and_when() -> None:
    with translation.override("en"):
        one = diploma(2, own_name="Els Manillaires", club="CB Valls")
        (text,) = page_texts(write(diploma_pages(heading("Diploma", status=""), [one])))
    for part in (
        "Campionat de Catalunya de botifarra duplicada",
        "DIPLOMA",
        "Els Manillaires",
        "Maria Puig Serra",
        "Joan Roca Vilà",
        "CB Valls",
        "Second place",
        "Casal de Reus",
        "For the organisers",
    ):
        assert part in text
    assert "Page" not in text
    assert "PROVISIONAL" not in text


def test_a_proof_says_that_it_is_one() -> None:
    (text,) = page_texts(write(diploma_pages(heading("Diploma"), [diploma()])))
    assert "PROVISIONAL" in text


def test_the_longest_names_stand_in_a_line_each() -> None:
    one = replace(diploma(), players=(LONG_NAME, LONG_NAME))
    (text,) = page_texts(write(diploma_pages(heading("Diploma"), [one])))
    assert text.count(LONG_NAME) == 2


def test_pairs_that_share_the_third_place_all_get_one() -> None:
    view = Sample(8, 3).standings()
    lines = tuple(
        replace(line, rank=min(at, 3), shared=at >= 3)
        for at, line in enumerate(view.lines, start=1)
    )
    assert len(first_places(replace(view, lines=lines))) == 8


@pytest.mark.parametrize("count", [3, 14, 41, 200])
def test_the_course_is_one_page_and_names_as_many_as_have_room(count: int) -> None:
    view = Sample(count, 4).standings()
    lines = tuple(replace(line, ranks=(line.rank,) * 4) for line in view.lines)
    with translation.override("en"):
        pages = course_pages(heading("Course"), replace(view, lines=lines))
        (text,) = page_texts(write(pages))
    # First names are initials where the whole name has no room.
    shown = sum(
        any(names[0][:16] in text for names in (one.players, one.players_with_initials))
        for line in lines
        for one in (line.contestant,)
    )
    assert shown >= min(count, 60)
    assert ("have no room" in text) == (count == 200)
