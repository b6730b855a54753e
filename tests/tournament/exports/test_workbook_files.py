"""The workbooks as files: what Excel would complain about, and what makes two of them differ."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from typing import cast
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from django.utils import translation
from openpyxl import load_workbook
from openpyxl.utils import range_boundaries

from tests.tournament.exports.made_up import MadeUp
from tests.tournament.exports.samples import HARD_NAMES, heading
from tournament.core.numbers import NOTHING
from tournament.exports.excel.auditor import auditors_workbook
from tournament.exports.excel.reader import readers_workbook
from tournament.exports.heading import Heading
from tournament.standings.rankings.dealt_hands.scores import DealtScores

pytestmark = pytest.mark.long

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
FUNCTIONS = (
    "ABS AND COLUMN COUNT COUNTIF COUNTIFS IF INDEX MATCH MAX MIN OR ROUND SUM SUMIF SUMIFS"
    " SUMPRODUCT TRIMMEAN"
)
"""All of Excel 2007; none needs a prefix, or reads the clock, the language or the place."""
ORDER = (
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetProtection autoFilter"
    " mergeCells conditionalFormatting dataValidations hyperlinks printOptions pageMargins"
    " pageSetup headerFooter rowBreaks colBreaks ignoredErrors drawing legacyDrawing tableParts"
)

Make = Callable[[Heading, DealtScores], bytes]
MAKERS: tuple[Make, ...] = (auditors_workbook, readers_workbook)
SIZES = ((3, "ca"), (12, "es"), (40, "en"))


@pytest.fixture(
    scope="module",
    params=[(make, *size) for make in MAKERS for size in SIZES],
    ids=lambda one: f"{one[0].__name__}-{one[1]}",
)
def content(request: pytest.FixtureRequest) -> bytes:
    make, pairs, language = request.param
    scores = MadeUp(pairs, pairs=pairs, hard_names=True).scores()
    with translation.override(language):
        return cast("Make", make)(heading(), scores)


def parts(content: bytes, pattern: str) -> dict[str, ElementTree.Element]:
    with ZipFile(BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if re.fullmatch(pattern, name)]
        return {name: ElementTree.fromstring(archive.read(name)) for name in names}


def test_every_part_is_well_formed_and_none_is_foreign(content: bytes) -> None:
    with ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert len(archive.namelist()) == len(set(archive.namelist()))
        text = b"".join(archive.read(name) for name in archive.namelist())
    assert parts(content, r".*\.(xml|rels)")
    for foreign in (b"externalLink", b"vbaProject", b"<ddeLink", b"TargetMode", b"_xlnm._Macro"):
        assert foreign not in text


def test_elements_of_a_sheet_stand_in_the_order_that_excel_insists_on(content: bytes) -> None:
    order = ORDER.split()
    for sheet in parts(content, r"xl/worksheets/sheet\d+\.xml").values():
        places = [order.index(element.tag.removeprefix(MAIN)) for element in sheet]
        assert places == sorted(places)


def test_cells_stand_in_order_and_texts_are_texts(content: bytes) -> None:
    strings = len(parts(content, r"xl/sharedStrings\.xml")["xl/sharedStrings.xml"])
    for sheet in parts(content, r"xl/worksheets/sheet\d+\.xml").values():
        rows = [int(row.attrib["r"]) for row in sheet.iter(f"{MAIN}row")]
        assert all(one < other for one, other in pairwise(rows))
        for cell in sheet.iter(f"{MAIN}c"):
            value = cell.find(f"{MAIN}v")
            if cell.get("t") == "s":
                assert value is not None
                assert 0 <= int(value.text or "") < strings
                assert cell.find(f"{MAIN}f") is None
            elif value is not None and value.text and cell.get("t") is None:
                float(value.text)  # with a point, whatever the language


def test_names_are_allowed_and_name_what_is_there(content: bytes) -> None:
    book = load_workbook(BytesIO(content))
    for tab in book.sheetnames:
        assert 1 <= len(tab) <= 31
        assert not re.search(r"[\[\]:*?/\\]", tab)
    assert len({tab.casefold() for tab in book.sheetnames}) == len(book.sheetnames)
    for name, defined in book.defined_names.items():
        assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name)
        assert not re.fullmatch(r"[A-Za-z]{1,3}\d+|[rRcC]", name), "as a cell is called"
        ((tab, place),) = defined.destinations
        *_corner, bottom = range_boundaries(place)
        assert bottom is not None
        assert book[tab].max_row >= bottom


def test_tables_have_the_titles_of_their_cells(content: bytes) -> None:
    book = load_workbook(BytesIO(content))
    names = [name.casefold() for name in book.defined_names]
    for sheet in book:
        for table in sheet.tables.values():
            assert table.displayName.casefold() not in names
            header, *rows = sheet[table.ref]
            titles = [cell.value for cell in header]
            assert titles == [column.name for column in table.tableColumns]
            assert len({str(title).casefold() for title in titles}) == len(titles)
            assert all(cell.data_type == "s" for cell in header)
            assert rows
            assert sheet.auto_filter.ref is None, "a table has its own filters"
        if sheet.auto_filter.ref:
            top = range_boundaries(sheet.auto_filter.ref)[1]
            assert top == title_row(sheet.freeze_panes)


def title_row(freeze_panes: object) -> int:
    return int(re.sub(r"\D", "", str(freeze_panes))) - 1


def test_every_sheet_is_ready_to_print(content: bytes) -> None:
    for sheet in load_workbook(BytesIO(content)):
        row = title_row(sheet.freeze_panes)
        assert sheet.print_title_rows == f"${row}:${row}"
        assert sheet.print_area
        assert sheet.page_setup.paperSize == 9
        assert sheet.page_setup.fitToHeight == 0
        assert sheet.oddHeader is not None
        assert sheet.oddFooter is not None
        assert "&P" in (sheet.oddFooter.right.text or "")


def test_formulas_are_those_of_excel_2007(content: bytes) -> None:
    for sheet in parts(content, r"xl/worksheets/sheet\d+\.xml").values():
        for formula in sheet.iter(f"{MAIN}f"):
            text = formula.text or ""
            assert formula.attrib == {}, "no array, nothing shared"
            assert len(text) < 1_000
            assert not re.search(r"[;\[\]{}]|_xl|^=", text)
            assert set(re.findall(r"([A-Z][A-Z0-9.]*)\(", text)) <= set(FUNCTIONS.split())
            words = set(re.findall(r'"([^"]*)"', text))
            known = {"", ">0", ">-1E9", ">", "<", NOTHING}
            assert words <= known, "no word of a language, nothing typed"


def test_hard_names_are_in_both(content: bytes) -> None:
    cells = [cell for sheet in load_workbook(BytesIO(content)) for row in sheet for cell in row]
    texts = [str(cell.value) for cell in cells if cell.data_type == "s"]
    for name in HARD_NAMES[:3]:
        assert any(text.startswith(f"{name} – ") for text in texts), name
    begun = [cell for cell in cells if cell.data_type == "s" and str(cell.value)[:1] in "=+-@"]
    assert begun
    assert all(cell.quotePrefix for cell in begun)


@pytest.mark.parametrize("make", MAKERS)
def test_the_same_content_gives_the_same_bytes(make: Make) -> None:
    scores = [MadeUp(4).scores() for _ in range(2)]
    first, second = (make(heading(), one) for one in scores)
    assert first == second
    with ZipFile(BytesIO(first)) as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {1980}
        properties = archive.read("docProps/core.xml").decode()
    assert "Campionat de Catalunya de botifarra duplicada" in properties
    assert set(re.findall(r"\d{4}-\d\d-\d\dT[\d:]+Z", properties)) == {"2026-11-14T16:05:00Z"}
