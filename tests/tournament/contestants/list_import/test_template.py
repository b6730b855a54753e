"""The list to fill in: in the language of the page, and understood when it comes back."""

import io

import openpyxl
import pytest
from django.utils import translation

from tests.tournament.contestants.list_import.reading import pair, uploaded
from tests.tournament.contestants.lists import saved
from tournament.contestants.list_import.drafts import begin
from tournament.contestants.list_import.files import read_file
from tournament.contestants.list_import.template import csv_template, headings, workbook_template
from tournament.core.errors import UserError

LINE = ["7", "Anna Puig", "Blai Roca", "Gal·la", "Els A", "Carme; Dídac"]
READ = pair(
    "Anna Puig", "Blai Roca", number="7", club="Gal·la", name="Els A", substitutes="Carme; Dídac"
)


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_what_is_filled_in_is_understood(language: str) -> None:
    with translation.override(language):
        book = openpyxl.load_workbook(io.BytesIO(workbook_template()))
        text = b"".join(csv_template())
        above = headings()
    assert [cell.value for cell in book.worksheets[0][1]] == above
    for column, value in enumerate(LINE, start=1):
        book.worksheets[0].cell(row=2, column=column, value=value)
    assert uploaded(saved(book), "list.xlsx") == [READ]
    line = ";".join(f'"{value}"' for value in LINE)
    assert uploaded(text + line.encode(), "list.csv") == [READ]


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_empty_it_holds_no_pair(language: str) -> None:
    with translation.override(language):
        files = [workbook_template(), b"".join(csv_template())]
    for data in files:
        with pytest.raises(UserError, match="no pair"):
            begin(read_file(data))
