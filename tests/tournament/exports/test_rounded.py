"""A half goes away from zero on pages, papers, in files and in workbooks alike."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.translation import override
from openpyxl import load_workbook

import scoring.rounding
from scoring.rounding import rounded
from tests.tournament.exports.opened import converted
from tests.tournament.exports.samples import heading
from tournament.exports.excel.book import Book
from tournament.exports.excel.cells import SCORE

HALVES = {"19/8": "2.38", "-19/8": "-2.38", "9/8": "1.13", "-1/200": "-0.01", "201/200": "1.01"}
README = Path(__file__).resolve().parents[3] / "README.md"


@pytest.mark.parametrize(("value", "text"), HALVES.items())
def test_on_pages_and_papers_and_in_json(value: str, text: str) -> None:
    with override("en"):
        page = Template("{% load botifarra %}{{ one|score }}").render(
            Context({"one": Fraction(value)})
        )
    assert page == text.replace("-", "\N{MINUS SIGN}")
    assert str(rounded(Fraction(value))) == text


@pytest.mark.libreoffice
def test_in_a_workbook_as_values_and_as_formulas(tmp_path: Path) -> None:
    book = Book(heading())
    sheet = book.add_sheet("Halves")
    for row, value in enumerate(HALVES, start=1):
        sheet.put(row, 1, Fraction(value), SCORE)
        sheet.put_formula(row, 2, f"({value})", Fraction(0), SCORE)
    file = tmp_path / "halves.xlsx"
    load_workbook(BytesIO(book.content())).save(file)  # without the values of formulas
    # Comma, quotes, UTF-8, from line 1, as shown on the screen.
    shown_as = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true"
    (shown,) = converted([file], tmp_path, shown_as)
    rows = list(csv.reader(shown.read_text("utf-8").splitlines()))
    assert [row[:2] for row in rows] == [[text, text] for text in HALVES.values()]


def test_the_decision_stands_where_it_is_made_and_in_the_readme_in_the_same_words() -> None:
    decided = (
        "xact fractions everywhere, rounded to the nearest and only to be shown; halves go away "
        "from zero (1.125 is shown as 1.13, −2.375 as −2.38)"
    )
    assert decided in " ".join(str(scoring.rounding.__doc__).split())
    assert decided in " ".join(README.read_text("utf-8").split())
