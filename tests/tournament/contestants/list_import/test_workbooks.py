"""Workbooks as people make them with several programs: cells, sheets, what is hidden."""

import io
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.tournament.contestants.list_import.packed import PAIR, STRICT, inline, packed, parts
from tests.tournament.contestants.list_import.reading import (
    faults_of,
    lines_of,
    pair,
    pairs_of,
    uploaded,
)
from tests.tournament.contestants.lists import saved, workbook
from tests.tournament.exports.opened import converted
from tournament.contestants.list_import.drafts import begin
from tournament.contestants.list_import.files import read_file
from tournament.contestants.list_import.grids import Unread
from tournament.core.errors import UserError

BLAI = pair("Anna", "Blai")
ROWS: list[list[Any]] = [
    ["Trofeu d'hivern"],
    [],
    ["Núm.", "Jugador 1", "Jugador 2", "Club", "Inscrits"],
    [1, "Àngels Puig", "Núria Çà", "Gal·la", date(2026, 11, 21)],
    [],
    ["2", "Josep Puig i Cadafalch", "Blai", 1714, None],
]
READ = [
    pair("Àngels Puig", "Núria Çà", number="1", club="Gal·la"),
    pair("Josep Puig i Cadafalch", "Blai", number="2", club="1714"),
]


class TestCells:
    def test_a_list_as_people_make_it(self) -> None:
        data = workbook(
            [
                ["XXV Trofeu de la Vila"],
                [],
                [None, "Núm.", "Jugador 1", "Jugador 2", "Club"],
                [None, 1, "Anna", "Blai", "Valls"],
                [],
                [None, 2.0, "Carme\nPla", "Dídac", None],
            ],
            empty_sheets=1,
        )
        assert [one.line for one in lines_of(read_file(data))] == [4, 6]
        assert uploaded(data) == [
            pair("Anna", "Blai", number="1", club="Valls"),
            pair("Carme Pla", "Dídac", number="2"),
        ]

    def test_what_is_no_name_is_named_with_its_cell(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet.title = "Llista 1"
        sheet.append(["Jugador 1", "Jugador 2", "Club"])
        sheet.append([42, date(2026, 2, 1), True])
        sheet.append(["Anna", datetime(2026, 2, 1, 9, 30), "x"])  # noqa: DTZ001
        sheet["C3"] = "#REF!"
        sheet["C3"].data_type = "e"
        assert faults_of(read_file(saved(book))) == [
            "Llista 1, A2: “42” is a number: expected a player's name.",
            "Llista 1, B2: “2026-02-01” is a date or a yes/no value: enter the right content.",
            "Llista 1, C2: “TRUE” is a date or a yes/no value: enter the right content.",
            "Llista 1, B3: “2026-02-01 09:30” is a date or a yes/no value: enter the "
            "right content.",
            "Llista 1, C3: The error “#REF!”: enter the right content.",
        ]

    def test_days_count_from_1904_where_the_workbook_says_so(self) -> None:
        book = openpyxl.Workbook()
        book.epoch = CALENDAR_MAC_1904
        book.worksheets[0].append(["Jugador 1", "Jugador 2"])
        book.worksheets[0].append([date(2026, 2, 1), "Blai"])
        assert "“2026-02-01”" in faults_of(read_file(saved(book)))[0]

    def test_times_durations_and_what_is_no_day_in_a_style_of_days(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet.append(["Jugador 1", "Jugador 2"])
        sheet.append([time(9, 30), timedelta(hours=26, minutes=30)])
        sheet.append([666_123_456, -1])
        for cell in sheet[3]:
            cell.number_format = "yyyy-mm-dd"
        found = faults_of(read_file(saved(book)))
        assert [fault.split("“")[1].split("”")[0] for fault in found] == [
            "09:30",
            "26:30",
            "666123456",
            "-1",
        ]

    def test_text_that_looks_like_a_formula_is_text(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        for column, text in enumerate(["=1+1", "<b>x</b>"], start=1):
            sheet.cell(row=1, column=column, value=text).data_type = "s"
        assert uploaded(saved(book)) == [pair("=1+1", "<b>x</b>")]

    def test_formulas_are_faults_until_their_values_are_said_to_be_right(self) -> None:
        rows = (
            inline("Núm", "Jugador 1", "Jugador 2", "Tel")
            + '<row><c><f>A1+1</f><v>7</v></c><c t="str"><f>HYPERLINK("x")</f><v>Anna</v></c>'
            '<c t="str"><f>[1]Full!A1</f></c><c><f>1+1</f><v>2</v></c></row>'
        )
        draft = begin(read_file(packed(parts(rows))))
        assert faults_of(draft.source) == [
            "Llista, A2: A formula with the value “7”: enter the right content, or tick below "
            "that the values of formulas are right.",
            "Llista, B2: A formula with the value “Anna”: enter the right content, or tick below "
            "that the values of formulas are right.",
            "Llista, C2: A formula without a value: enter the right content.",
        ]
        assert draft.read().formulas == 2

    def test_what_a_link_points_to_is_not_read(self) -> None:
        book = openpyxl.load_workbook(io.BytesIO(workbook([["Anna", "Blai"]])))
        book.worksheets[0]["A1"].hyperlink = "https://example.org/x"
        assert uploaded(saved(book)) == [BLAI]

    def test_a_merged_cell_counts_for_each_of_its_rows(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        for row in (["Club", "Jugador 1", "Jugador 2"], ["Valls", "A", "B"], [None, "C", "D"]):
            sheet.append(row)
        sheet.merge_cells("A2:A3")
        assert [one["club"] for one in uploaded(saved(book))] == ["Valls", "Valls"]

    def test_what_is_to_the_right_of_all_that_is_read_is_told(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet["A1"], sheet["B1"], sheet["XFD1"] = "Anna", "Blai", "far right"
        source = read_file(saved(book))
        assert pairs_of(source) == [BLAI]
        assert source.sheets[0].wider


class TestPrograms:
    """What openpyxl doesn't write: each as a program writes it."""

    def test_shared_texts_with_several_fonts_and_a_phonetic_reading(self) -> None:
        rows = '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>'
        strings = (
            "<si><t>Blai</t></si><si><r><t>An</t></r><r><rPr><b/></rPr><t>na</t></r>"
            "<rPh sb='0' eb='1'><t>ANNA</t></rPh></si>"
        )
        assert uploaded(packed(parts(rows, strings=strings))) == [BLAI]

    def test_the_strict_form_of_the_format(self) -> None:
        rows = inline("Jugador 1", "Jugador 2") + (
            '<row r="2"><c r="A2" t="inlineStr"><is><t>Anna</t></is></c>'
            '<c r="B2" t="d"><v>2026-02-01</v></c></row>'
        )
        data = packed(parts(rows, namespace=STRICT))
        assert "“2026-02-01” is a date" in faults_of(read_file(data))[0]
        assert uploaded(packed(parts(PAIR, namespace=STRICT))) == [BLAI]

    def test_absolute_targets_and_names_of_parts(self) -> None:
        content = parts(PAIR, root="/xl/")
        assert uploaded(packed(content)) == [BLAI]
        assert uploaded(packed({f"/{name}": data for name, data in content.items()})) == [BLAI]
        windows = {name.replace("/", "\\"): data for name, data in content.items()}
        assert uploaded(packed(windows)) == [BLAI]

    def test_names_of_parts_in_other_letters_than_where_they_are_named(self) -> None:
        rows = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
        content = parts(rows, strings="<si><t>Anna</t></si><si><t>Blai</t></si>")
        renamed = {name.replace("sharedS", "SharedS"): data for name, data in content.items()}
        assert uploaded(packed(renamed)) == [BLAI]

    def test_what_openpyxl_refuses_beside_the_cells(self) -> None:
        """Empty fills and filters by a text: programs write them, and a list needs neither."""
        filters = (
            '<autoFilter ref="A1:B2"><filterColumn colId="0"><customFilters>'
            '<customFilter operator="notEqual" val="x"/></customFilters></filterColumn>'
            "</autoFilter>"
        )
        data = packed(parts(PAIR, styles="<fills><fill/></fills>", after=filters))
        with pytest.raises((TypeError, ValueError)):
            openpyxl.load_workbook(io.BytesIO(data))
        assert uploaded(data) == [BLAI]

    def test_names_with_a_prefix(self) -> None:
        content = parts(PAIR)
        sheet = content["xl/worksheets/sheet1.xml"].decode().replace("xmlns=", "xmlns:x=")
        prefixed = sheet.replace("</", "</x:").replace("<", "<x:").replace("<x:/x:", "</x:")
        content["xl/worksheets/sheet1.xml"] = prefixed.encode()
        assert uploaded(packed(content)) == [BLAI]

    def test_letters_written_in_the_formats_own_way(self) -> None:
        data = packed(parts(inline("Anna_x000D_\nPuig", "Blai_x0020_R", "_xD800_")))
        assert uploaded(data) == [pair("Anna Puig", "Blai R", club="_xD800_")]

    def test_a_thousand_empty_rows_that_have_a_style(self) -> None:
        styled = "".join(f'<c r="{letter}9" s="1"/>' for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        rows = PAIR + f"<row>{styled}</row>" * 1000
        styles = '<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="49"/></cellXfs>'
        assert uploaded(packed(parts(rows, styles=styles))) == [BLAI]

    @pytest.mark.libreoffice
    def test_libreoffices_workbook_and_text(self, tmp_path: Path) -> None:
        source = tmp_path / "llista.xlsx"
        source.write_bytes(workbook(ROWS))
        (ods,) = converted([source], tmp_path, "ods")
        (xlsx,) = converted([ods], tmp_path, "xlsx")
        (csv,) = converted([source], tmp_path, "csv:Text - txt - csv (StarCalc):59,34,76,1")
        (utf16,) = converted(
            [source], tmp_path / "utf16", "csv:Text - txt - csv (StarCalc):9,34,65535,1"
        )
        assert uploaded(xlsx.read_bytes(), xlsx.name) == READ
        assert uploaded(csv.read_bytes(), csv.name) == READ
        assert uploaded(utf16.read_bytes(), utf16.name) == READ
        assert uploaded(ods.read_bytes(), ods.name) == READ
        (xls,) = converted([source], tmp_path, "xls")
        assert uploaded(xls.read_bytes(), xls.name) == READ


class TestSheets:
    @pytest.fixture
    def book(self) -> openpyxl.Workbook:
        book = openpyxl.Workbook()
        book.worksheets[0].title = "Notes"
        book.worksheets[0].append(["Call the club"])
        sheet = book.create_sheet("Parelles")
        for row in ROWS:
            sheet.append(row)
        book.create_sheet("Empty")
        return book

    def test_the_one_that_looks_like_a_list_is_proposed(self, book: openpyxl.Workbook) -> None:
        source = read_file(saved(book))
        assert [sheet.name for sheet in source.sheets] == ["Notes", "Parelles"]
        assert pairs_of(source) == READ

    def test_hidden_ones_are_not_read_but_named(self, book: openpyxl.Workbook) -> None:
        book["Parelles"].sheet_state = "veryHidden"
        source = read_file(saved(book))
        assert [sheet.name for sheet in source.sheets] == ["Notes"]
        assert source.hidden == ("Parelles",)
        book.remove(book["Notes"])
        with pytest.raises(UserError, match="unhide the one with the list"):
            read_file(saved(book))

    def test_one_that_is_too_long_does_not_keep_the_others_from_being_read(
        self, book: openpyxl.Workbook
    ) -> None:
        for number in range(600):
            book["Notes"].append([number, "x"])
        source = read_file(saved(book))
        assert source.sheets[0].unread is Unread.LONG
        assert pairs_of(source) == READ

    def test_hidden_rows_and_columns(self, book: openpyxl.Workbook) -> None:
        sheet = book["Parelles"]
        sheet.row_dimensions[6].hidden = True
        sheet.column_dimensions["D"].hidden = True
        draft = begin(read_file(saved(book)))
        found = draft.read()
        assert [line.hidden for line in found.lines] == [False, True]
        assert draft.left_out(found) == {found.lines[1].index}
        assert draft.chosen.hidden_columns == {3}
        assert found.lines[0].found["club"].text == "Gal·la"

    def test_a_sheet_of_a_chart_is_none(self) -> None:
        book = openpyxl.load_workbook(io.BytesIO(workbook([["Anna", "Blai"]])))
        book.create_chartsheet("Chart", 0)
        assert uploaded(saved(book)) == [BLAI]
