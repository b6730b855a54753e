"""Files that are something else, damaged, or made to harm: a sentence, and little memory."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl.xml.functions import fromstring, iterparse

from tests.own_process import run_main
from tests.tournament.contestants.list_import import hostile
from tests.tournament.contestants.list_import.packed import (
    PAIR,
    SHEET,
    STRINGS,
    inline,
    packed,
    parts,
)
from tests.tournament.contestants.list_import.reading import faults_of, pair, pasted, uploaded
from tests.tournament.contestants.lists import workbook
from tournament.contestants.list_import.archives import MAX_UNPACKED
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.grids import MAX_BYTES, MAX_ROWS
from tournament.core.errors import UserError

pytestmark = [pytest.mark.long, pytest.mark.promise]

GOOD = parts(PAIR)


def refused(data: bytes, said: str, name: str = "list.xlsx") -> None:
    with pytest.raises(UserError, match=said):
        read_file(data, name)


def said_of(data: bytes) -> str | None:
    """With which sentence it is refused, if it is."""
    try:
        faults_of(read_file(data, "list.xlsx"))
    except UserError as error:
        return str(error)
    return None


class TestOtherFiles:
    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ({"list.txt": b"Anna;Blai"}, r"not an \.xlsx file"),
            ({**GOOD, "xl/vbaProject.bin": b"x"}, "macros"),
            ({**GOOD, "xl/workbook.bin": b"x"}, r"\.xlsb"),
            ({"mimetype": b"application/vnd.oasis", "content.xml": b"<x/>"}, "not an .xlsx file"),
            ({**GOOD, "xl/workbook.xml": b"<document/>"}, r"not an \.xlsx file"),
            ({**GOOD, "[Content_Types].xml": b"<Types/>"}, r"not an \.xlsx file"),
            (
                {"[Content_Types].xml": b"<Types/>", "inner.xlsx": packed(GOOD)},
                r"not an \.xlsx file",
            ),
        ],
    )
    def test_archives_of_another_kind(self, content: dict[str, bytes], said: str) -> None:
        refused(packed(content), said)

    def test_an_archive_with_a_password(self) -> None:
        data = bytearray(packed(GOOD))
        for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            data[data.index(sign) + at] |= 1
        refused(bytes(data), "password")

    def test_an_empty_workbook(self) -> None:
        refused(workbook([]), "no pair")


class TestDamaged:
    @pytest.mark.parametrize("cut", [3, 200, 3000])
    def test_cut_off(self, cut: int) -> None:
        refused(workbook([["Anna", "Blai"]])[:cut], "damaged")

    @pytest.mark.parametrize("part", list(GOOD))
    @pytest.mark.parametrize("content", [b"", b"no XML at all", b"<worksheet", b"\x00\xff\xfe"])
    def test_any_part_of_it(self, part: str, content: bytes) -> None:
        said = said_of(packed({**GOOD, part: content}))
        assert said is None or "damaged" in said or ".xlsx file" in said

    @pytest.mark.parametrize(
        "rows",
        [
            '<row r="99999999999"><c><v>1</v></c></row>',
            '<row r="1048577"><c><v>1</v></c></row>',
            f'<row r="{"9" * 9000}"><c><v>1</v></c></row>',
            '<row r="-1"><c><v>1</v></c></row>',
            '<row r="5"/><row r="5"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>',
            '<row><c r="ZZZZ1"><v>1</v></c></row>',
            '<row><c r="1A"><v>1</v></c></row>',
            '<row><c t="s"><v>7</v></c></row>',
            '<row><c t="s"><v>-1</v></c></row>',
            "<row><c><v>x</v></c></row>",
            "<row><c><v>1e999</v></c></row>",
            "<row><c><v>nan</v></c></row>",
        ],
    )
    def test_rows_and_cells_that_can_not_be(self, rows: str) -> None:
        refused(packed(parts(rows)), "damaged")


class TestHarmful:
    def test_what_is_too_large_is_refused_before_it_is_unpacked(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bomb = packed({**GOOD, "xl/media/big.bin": bytes(MAX_UNPACKED)})
        many = packed({**GOOD, **{f"xl/media/{number}": b"" for number in range(600)}})
        assert len(bomb) < MAX_BYTES

        def unpack(*args: object, **kwargs: object) -> None:
            raise AssertionError("it was unpacked")

        monkeypatch.setattr(zipfile.ZipFile, "open", unpack)
        refused(bomb, "16 MB")
        refused(many, "16 MB")

    def test_a_part_gives_no_more_than_the_archive_said(self) -> None:
        data = hostile.lying_size(packed(parts(inline("x" * 100_000, "y"))), SHEET, 50)
        refused(data, "damaged")

    def test_ways_of_packing_that_unpack_without_measure(self) -> None:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
            for name, content in GOOD.items():
                archive.writestr(name, content)
        refused(file.getvalue(), "damaged")

    @pytest.mark.parametrize("part", sorted(set(GOOD) - {"_rels/.rels"}))
    def test_entities_are_refused_however_harmless(self, part: str) -> None:
        content = b'<!DOCTYPE x [<!ENTITY a "Anna">]>' + GOOD[part]
        rows = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'
        content_of = parts(rows, strings="<si><t>Anna</t></si>") if part == STRINGS else GOOD
        refused(packed({**content_of, part: content}), "damaged")

    @pytest.mark.parametrize("read", [fromstring, iterparse])
    def test_openpyxl_itself_refuses_entities(self, read: Callable[[Any], Any]) -> None:
        """Should the archive ever hand it some: it does so where defusedxml is installed."""
        text = b'<!DOCTYPE x [<!ENTITY a "Anna">]><x>&a;</x>'
        with pytest.raises(ValueError, match="EntitiesForbidden"):
            list(read(io.BytesIO(text) if read is iterparse else text))

    def test_a_number_format_that_takes_hours_to_understand(self) -> None:
        code = "[" * 200_000
        styles = (
            f'<numFmts><numFmt numFmtId="200" formatCode="{code}"/></numFmts>'
            '<cellXfs><xf numFmtId="200"/></cellXfs>'
        )
        assert uploaded(packed(parts(PAIR, styles=styles))) == [pair("Anna", "Blai")]

    def test_too_many_rows(self) -> None:
        refused(workbook([["Anna", "Blai"]] * (MAX_ROWS + 1)), f"at most {MAX_ROWS}")
        assert len(uploaded(workbook([["Anna", "Blai"]] * MAX_ROWS))) == MAX_ROWS

    def test_a_million_rows_between_two_pairs_cost_nothing(self) -> None:
        rows = (
            '<row r="1"><c t="inlineStr"><is><t>A - B</t></is></c></row>'
            '<row r="1048576"><c t="inlineStr"><is><t>C - D</t></is></c></row>'
        )
        data = packed(parts(rows, before='<dimension ref="A1:XFD1048576"/>'))
        assert uploaded(data) == [pair("A", "B"), pair("C", "D")]

    @pytest.mark.parametrize("line", ["\n", "\r", "\r\n", " \n", ";;\n", '""\n'])
    def test_a_million_empty_lines_of_a_text(self, line: str) -> None:
        text = "Jugador 1;Jugador 2\nAnna;Blai\n" + line * (MAX_BYTES // len(line) // 2)
        refused(text.encode(), "copy only the list", "list.csv")
        with pytest.raises(UserError, match="copy only the list"):
            read_text(text)

    def test_empty_lines_below_a_text_do_no_harm(self) -> None:
        text = "Jugador 1;Jugador 2\nAnna;Blai\n" + ";\n" * 20_000
        assert uploaded(text.encode()) == pasted(text) == [pair("Anna", "Blai")]

    def test_a_giant_text_is_a_fault_of_its_cell(self) -> None:
        data = packed(parts(inline("Jugador 1", "Jugador 2") + inline("x" * 10_000_000, "Blai")))
        (fault,) = faults_of(read_file(data))
        assert fault == "Llista, A2: More than 1000 characters: enter the right content."


def test_each_is_a_sentence_and_all_together_stay_below_200_megabytes(tmp_path: Path) -> None:
    """In a process that may not take more, beside what the site takes by itself."""
    for name, make in hostile.FILES.items():
        (tmp_path / name).write_bytes(make())
    found, _log = run_main(
        "tests.tournament.contestants.list_import.hostile", HOSTILE=str(tmp_path)
    )
    assert dict.fromkeys(found, True) == dict.fromkeys(hostile.FILES, True)
    assert all(sentence.endswith(".") for sentence in found.values())
