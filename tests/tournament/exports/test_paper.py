"""The page frame and the filling of pages."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import translation

from tests.tournament.exports.reading import fonts_of, page_texts, reader, text_of
from tests.tournament.exports.samples import MADE_AT, heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.grid import Column, Grid, Row
from tournament.exports.pdf.paper import Block, fill, paragraph, space, write


def line(text: str, height: float = 20, **more: object) -> Block:
    block = paragraph(text, 400, 10)
    return replace(block, height=height, **more)  # type: ignore[arg-type]


def test_every_page_says_whose_what_when_how_final_and_which_of_how_many() -> None:
    with translation.override("en"):
        lines = [line(f"line {number}") for number in range(80)]
        pages = page_texts(write(fill(lines, heading("Standings", subtitle="Round 3"))))

    assert len(pages) == 3
    for number, page in enumerate(pages, start=1):
        assert "Campionat de Catalunya de botifarra duplicada" in page
        assert "Casal de Reus" in page
        assert "PROVISIONAL" in page
        assert "Standings" in page
        assert "Round 3" in page
        assert "Made on 14 November 2026 at 17:05" in page  # the site's time, not UTC
        assert f"Page {number} of 3" in page


def test_all_typefaces_are_embedded_and_no_other_is_listed() -> None:
    fonts = fonts_of(write(fill([line("à l·l ç")], heading())))

    assert fonts
    assert all(fonts.values())
    assert all("DejaVu" in name for name in fonts)


def test_the_file_tells_title_author_language_and_time() -> None:
    with translation.override("ca"):
        pdf = reader(write(fill([line("x")], heading("Classificació"))))

    assert pdf.metadata is not None
    assert pdf.metadata.title == (
        "Classificació – Ronda 3 – Campionat de Catalunya de botifarra duplicada"
    )
    assert pdf.metadata.author == "Campionat de Catalunya de botifarra duplicada"
    assert pdf.metadata.creation_date == MADE_AT
    assert str(pdf.root_object["/Lang"]) == "ca"


def test_the_same_content_gives_the_same_bytes() -> None:
    first, second = (write(fill([line("x")], heading())) for _ in range(2))

    assert first == second


def test_a_block_goes_on_to_the_next_page_with_those_it_keeps() -> None:
    box = body_box(heading())
    blocks = [
        space(box.height - 50),
        line("title", height=20, keep=2),
        line("first", height=20),
        line("second", height=20),
    ]

    texts = page_texts(write(fill(blocks, heading())))

    assert "title" not in texts[0]
    assert "title first second" in texts[1]


def test_a_title_keeps_what_the_title_below_it_keeps() -> None:
    """Neither stays alone at the foot of a page."""
    height = body_box(heading()).height
    blocks = [
        line("text", height=height - 70),
        line("section", height=20, keep=2),
        line("gap", height=5),
        line("case", height=20, keep=2),
        *(line(f"said {number}", height=20) for number in range(2)),
    ]
    first, second = page_texts(write(fill(blocks, heading())))
    assert "section" not in first
    assert "section gap case said 0 said 1" in second


def test_a_row_that_begins_a_page_has_the_titles_above_it() -> None:
    head = line("HEAD")
    rows = [line(f"row{number}", repeated=head) for number in range(60)]

    texts = page_texts(write(fill([head, *rows], heading())))

    assert len(texts) > 1
    for text in texts:
        assert text.count("HEAD") == 1


def test_the_last_row_of_a_table_begins_no_page_alone() -> None:
    grid = Grid((Column("Pair"),), (200.0,), 10.0, row_padding=5)
    one, *_others = grid.rows([Row(("row",))])
    room = int(body_box(heading()).height / one.height)
    for count in (room - 1, room, room + 1, 2 * room):
        rows = [Row((f"row {number}.",)) for number in range(count)]
        pages = fill(list(grid.table(rows)), heading())
        shown = [text.count("row ") for text in page_texts(write(pages))]
        assert sum(shown) == count
        assert 1 not in shown


def test_columns_are_filled_one_after_the_other() -> None:
    box = body_box(heading())
    rows = [line(f"row{number}", height=box.height / 10) for number in range(20)]

    pages = fill(rows, heading(), columns=2)

    assert len(pages) == 1
    left, right = pages[0].placed[0], pages[0].placed[10]
    assert right[0] > left[0] + box.width / 2
    assert right[1] == left[1]


def test_a_block_higher_than_a_page_is_put_on_one() -> None:
    pages = fill([line("a"), line("huge", height=5000), line("b")], heading())

    assert [len(page.placed) for page in pages] == [1, 1, 1]


def test_bookmarks_are_the_files_table_of_contents() -> None:
    pdf = reader(write(fill([line("a", bookmark="Hand 1"), line("b")], heading())))

    assert [entry["/Title"] for entry in pdf.outline] == ["Hand 1"]  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["Trofeu " + "de botifarra " * 8, "W" * 120])
def test_a_long_championship_name_is_printed_whole(name: str) -> None:
    content = write(fill([line("x")], replace(heading(), championship=name)))

    assert name.replace(" ", "") in text_of(content).replace(" ", "")


def test_nothing_is_drawn_in_colour() -> None:
    """Black and white first: no operator that sets a colour, only greys."""
    content = write(fill([line("x")], heading()))
    commands = reader(content).pages[0].get_contents()

    assert commands is not None
    operators = {operator for _operands, operator in commands.operations}
    assert not operators & {b"RG", b"K", b"k"}
