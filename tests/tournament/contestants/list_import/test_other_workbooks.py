"""Files of .ods and .xls: their cells and sheets, and those that are damaged or would harm."""

import pytest

from tests.tournament.contestants.list_import import hostile
from tests.tournament.contestants.list_import.packed import open_cells, open_document
from tests.tournament.contestants.list_import.reading import faults_of, pair, uploaded
from tournament.contestants.list_import.files import read_file
from tournament.contestants.list_import.grids import MAX_LETTERS, MAX_ROWS, Unread
from tournament.core.errors import UserError


def row(*texts: str) -> str:
    return f"<table:table-row>{open_cells(*texts)}</table:table-row>"


HEAD = row("Núm.", "Jugador 1", "Jugador 2")
PAIR = row("1", "Anna", "Blai")
READ = [pair("Anna", "Blai", number="1")]


def test_a_list_below_empty_rows_that_are_counted() -> None:
    data = open_document(
        '<table:table-row table:number-rows-repeated="7"/>'
        + HEAD
        + PAIR
        + '<table:table-row table:number-rows-repeated="1048567"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>'
    )
    assert uploaded(data, "llista.ods") == READ
    assert read_file(data).sheets[0].rows[0].line == 8


def test_a_day_is_no_name() -> None:
    day = (
        '<table:table-row><table:table-cell office:value-type="date" '
        'office:date-value="2026-02-01"><text:p>x</text:p></table:table-cell>'
        + open_cells("Blai")
        + "</table:table-row>"
    )
    (fault,) = faults_of(read_file(open_document(row("Jugador 1", "Jugador 2") + day)))
    assert fault.startswith("Llista, A2: “2026-02-01” is a date")


def test_hidden_sheets_are_not_read_but_named() -> None:
    hidden = f'<table:table table:name="Notes" table:style-name="h">{row("x")}</table:table>'
    source = read_file(open_document(HEAD + PAIR, more=hidden))
    assert [sheet.name for sheet in source.sheets] == ["Llista"]
    assert source.hidden == ("Notes",)


def test_limits() -> None:
    too_long = f'<table:table table:name="Long">{PAIR * (MAX_ROWS + 1)}</table:table>'
    wide = row(*["x"] * 60, "y" * (MAX_LETTERS + 1))
    source = read_file(open_document(wide + HEAD + PAIR, more=too_long))
    assert source.sheets[0].wider
    assert source.sheets[1].unread is Unread.LONG


def test_the_name_must_end_as_the_file_is() -> None:
    with pytest.raises(UserError, match=r"ends in \.xlsx: let it end in \.ods"):
        read_file(open_document(HEAD + PAIR), "llista.xlsx")


@pytest.mark.parametrize("cut", [100, 400])
def test_damaged(cut: int) -> None:
    for data in (open_document(HEAD + PAIR)[:-cut], b"\xd0\xcf\x11\xe0" + bytes(cut)):
        with pytest.raises(UserError, match="damaged"):
            read_file(data)


def test_what_would_end_the_process_is_too_much() -> None:
    """calamine makes all cells, and ends its process where there is no memory for them."""
    with pytest.raises(UserError, match="too much for a list"):
        read_file(hostile.FILES["a hundred million cells of an .ods file"]())
