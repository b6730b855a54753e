"""Cells: text stays text, and numbers show the same hundredths in every program."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from io import BytesIO
from zipfile import ZipFile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from scoring.rounding import display
from tests.examples import examples
from tests.tournament.exports.samples import heading
from tournament.exports.excel.book import Book
from tournament.exports.excel.cells import SCORE, TEXT, nearest_cell_number

HUNDREDTH = Decimal("0.01")


@example(Fraction(9, 8))
@example(Fraction(201, 200))  # 1.005, whose float lies below it
@example(Fraction(-9, 8))
@example(Fraction(0))
@example(Fraction(201, 200) - Fraction(1, 10**30))
@example(Fraction(203, 200) + Fraction(1, 10**30))
@example(Fraction(1234565, 1000))
@given(st.fractions(-10_000, 10_000, max_denominator=10**6))
def test_every_way_to_round_a_cell_shows_what_the_page_shows(value: Fraction) -> None:
    number = nearest_cell_number(value)
    shown = display(value)

    fifteen = Decimal(f"{number:.15g}")  # what spreadsheet programs take of a cell
    assert str(fifteen.quantize(HUNDREDTH, ROUND_HALF_UP)).replace("-0.00", "0.00") == shown
    for rounding in (ROUND_HALF_UP, ROUND_HALF_EVEN):
        assert str(Decimal(number).quantize(HUNDREDTH, rounding)).replace("-0.00", "0.00") == shown
    assert abs(Fraction(number) - value) <= abs(value) * Fraction(1, 10**14) + Fraction(1, 10**15)


@settings(max_examples=examples(20))  # of each cell the property above proves more
@given(st.lists(st.fractions(0, 2, max_denominator=500), min_size=1, max_size=50))
def test_sums_over_cells_are_right(values: list[Fraction]) -> None:
    total = sum(nearest_cell_number(value) for value in values)

    assert total == pytest.approx(float(sum(values)), abs=1e-11)


def written(value: str | Fraction) -> Workbook:
    book = Book(heading())
    book.add_sheet("Sheet").put(1, 1, value, TEXT if isinstance(value, str) else SCORE)
    return load_workbook(BytesIO(book.content()))


@pytest.mark.parametrize(
    "name", ["=1+1", "+34 600", "-16", "@SUM(A1)", "=HYPERLINK(1)", "<b>x</b>", "&amp;", "1.5"]
)
def test_text_is_never_a_formula_nor_a_number(name: str) -> None:
    cell = written(name)["Sheet"]["A1"]

    assert cell.value == name
    assert cell.data_type == "s"
    assert bool(cell.quotePrefix) is name.startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("bad", ["\x00", "\x0b", "\x1f", "\ufffe", "\uffff", "\ud800"])
def test_what_xml_cannot_hold_breaks_no_file(bad: str) -> None:
    assert written(f"a{bad}b")["Sheet"]["A1"].value == "a\N{REPLACEMENT CHARACTER}b"


def test_what_looks_like_an_escaped_letter_stays_as_it_is() -> None:
    book = Book(heading())
    book.add_sheet("Sheet").put(1, 1, "_x0041_ and _xyz_", TEXT)
    with ZipFile(BytesIO(book.content())) as archive:
        assert b">_x005F_x0041_ and _xyz_<" in archive.read("xl/sharedStrings.xml")


@pytest.mark.parametrize(
    ("names", "tabs"),
    [
        (["Ronda 1/2?", "'quoted'", "[a]:*b"], ["Ronda 1 2", "quoted", "a   b"]),
        (["x" * 40, "X" * 40], ["x" * 31, f"{'X' * 29} 2"]),
        (["", "History"], ["1", "History 2"]),
        (["\N{SPARKLES}" * 20, "a" * 31], ["\N{SPARKLES}" * 20, "a" * 31]),
        (["\N{GRINNING FACE}" * 20], ["\N{GRINNING FACE}" * 15]),
    ],
)
def test_a_tab_says_what_it_may_and_nothing_twice(names: list[str], tabs: list[str]) -> None:
    book = Book(heading())
    for name in names:
        book.add_sheet(name)
    assert load_workbook(BytesIO(book.content())).sheetnames == tabs


def test_numbers_are_numbers() -> None:
    cell = written(Fraction(9, 8))["Sheet"]["A1"]

    assert cell.data_type == "n"
    assert cell.number_format == "0.00"
    assert cell.value == pytest.approx(1.125)
