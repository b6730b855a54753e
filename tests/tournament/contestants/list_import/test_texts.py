"""Pasted lists and text files: lines, separators, encodings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.contestants.list_import.reading import (
    faults_of,
    lines_of,
    pair,
    pasted,
    uploaded,
)
from tests.tournament.contestants.lists import workbook
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.grids import MAX_BYTES, MAX_ROWS
from tournament.core.errors import UserError

ANNA = pair("Anna Puig", "Blai Roca", club="Valls")


class TestPasting:
    @pytest.mark.parametrize(
        "line",
        [
            "Anna Puig; Blai Roca; Valls",
            "Anna Puig\tBlai Roca\tValls",
            "Anna Puig, Blai Roca, Valls",
            "Anna Puig - Blai Roca; Valls",
            "Anna Puig – Blai Roca\tValls",
            "Anna Puig / Blai Roca; Valls",
            '"Anna Puig";"Blai Roca"; Valls ;;',
        ],
    )
    def test_ways_to_write_a_pair(self, line: str) -> None:
        assert pasted(line) == [ANNA]

    def test_a_pair_without_club(self) -> None:
        assert pasted("Anna - Blai\nCarme - Dídac\n") == [
            pair("Anna", "Blai"),
            pair("Carme", "Dídac"),
        ]

    def test_numbers_before_the_players(self) -> None:
        assert pasted("12;Anna;Blai\n3;Carme - Dídac;Reus") == [
            pair("Anna", "Blai", number="12"),
            pair("Carme", "Dídac", number="3", club="Reus"),
        ]

    def test_commas_belong_to_names_where_semicolons_separate(self) -> None:
        assert pasted("Puig, Anna; Roca, Blai; Valls") == [
            pair("Puig, Anna", "Roca, Blai", club="Valls")
        ]

    def test_a_missing_first_player_is_not_the_second(self) -> None:
        assert pasted("Anna;Blai;Valls\n;Carme;Reus")[1] == {"player_2": "Carme", "club": "Reus"}

    def test_empty_lines_do_not_count_but_lines_keep_their_number(self) -> None:
        lines = lines_of(read_text("\n\nAnna;Blai\n  \n;;\nCarme;Dídac\n"))
        assert [(one.line, one.found["player_1"].text) for one in lines] == [
            (3, "Anna"),
            (6, "Carme"),
        ]

    def test_names_are_not_markup_nor_formulas(self) -> None:
        assert pasted("=1+1;<b>x</b>;-SUM") == [pair("=1+1", "<b>x</b>", club="-SUM")]

    def test_each_line_may_have_its_own_separator(self) -> None:
        text = (
            "Anna;Blai;Valls\nCarme, Dídac, Reus\nElna\tFèlix\tTàrrega\n"
            'Gal·la - Hug\n"Puig, Anna"\nPuig, Ivet;Jan\n'
        )
        found = pasted(text)
        assert [(one["player_1"], one.get("player_2")) for one in found] == [
            ("Anna", "Blai"),
            ("Carme", "Dídac"),
            ("Elna", "Fèlix"),
            ("Gal·la", "Hug"),
            ("Puig, Anna", None),
            ("Puig, Ivet", "Jan"),
        ]
        assert [one["club"] for one in found[:3]] == ["Valls", "Reus", "Tàrrega"]

    def test_a_cell_over_several_lines_keeps_the_lines_below_in_their_place(self) -> None:
        text = 'Jugador 1;Jugador 2;Club\n"Anna";Blai;"Valls,\nReus"\nCarme,Dídac,Reus\n'
        assert pasted(text)[0]["club"] == "Valls, Reus"
        first, second = lines_of(read_text(text))
        assert (first.line, second.line) == (2, 4)

    def test_too_many_parts_are_a_fault(self) -> None:
        assert faults_of(read_file(b"Anna;Blai;Valls;Reus;Tortosa")) == [
            "There are 5 parts: expected player 1, player 2, club."
        ]

    @pytest.mark.parametrize("text", ["", " \n\n ", ";;\n;;"])
    def test_nothing_is_refused(self, text: str) -> None:
        with pytest.raises(UserError, match="no pair"):
            read_text(text)

    def test_too_much_is_refused(self) -> None:
        with pytest.raises(UserError, match=f"at most {MAX_ROWS}"):
            read_text("A;B\n" * (MAX_ROWS + 1))
        with pytest.raises(UserError, match="too large"):
            read_text("x" * (MAX_BYTES + 1))
        with pytest.raises(UserError, match="too much for a list of pairs"):
            read_text("\n".join(f"{'x' * 1000};{'y' * 1000}" for _line in range(MAX_ROWS)))
        assert len(lines_of(read_text("A;B\n" * MAX_ROWS))) == MAX_ROWS

    def test_a_line_with_columns_is_taken_as_it_stands_among_others(self) -> None:
        text = "Carme Serra - Dídac Tort\n<b>Èlia</b>; =1+1; Club B\n7;A/B C;D;E & F"
        assert pasted(text) == [
            pair("Carme Serra", "Dídac Tort"),
            pair("<b>Èlia</b>", "=1+1", club="Club B"),
            pair("A/B C", "D", club="E & F", number="7"),
        ]

    def test_an_endless_cell_is_refused(self) -> None:
        with pytest.raises(UserError, match="quotation marks"):
            read_text('"' + "x" * 200_000 + ";y")

    def test_a_very_long_cell_is_a_fault(self) -> None:
        assert faults_of(read_text("Anna;" + "x" * 2000)) == [
            "line 1, column 2: More than 1000 characters: enter the right content."
        ]

    @given(st.text(max_size=200))
    def test_no_text_breaks_it(self, text: str) -> None:
        try:
            lines = lines_of(read_text(text))
        except UserError:
            return
        assert all(one.found or one.faults for one in lines)


class TestTextFiles:
    @pytest.mark.parametrize(
        "encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"]
    )
    @pytest.mark.parametrize("separator", [";", ",", "\t"])
    def test_encodings_and_separators(self, encoding: str, separator: str) -> None:
        rows = [("Jugador 1", "Jugador 2", "Club"), ("Àngels·la", "Núria Çà", "Peña")]
        data = "\r\n".join(separator.join(row) for row in rows).encode(encoding)
        assert uploaded(data, "llista.csv") == [pair("Àngels·la", "Núria Çà", club="Peña")]

    def test_excels_word_on_the_separator(self) -> None:
        data = b"sep=|\r\nAnna|Blai, Jr.|Valls\r\n"
        assert uploaded(data) == [pair("Anna", "Blai, Jr.", club="Valls")]
        assert lines_of(read_file(data))[0].line == 2

    @pytest.mark.parametrize("told", [b'sep="\n', b"sep=\r\n"])
    def test_a_separator_that_can_not_be_one_is_not_taken_for_one(self, told: bytes) -> None:
        _told, found = lines_of(read_file(told + b"Anna;Blai"))
        assert found.found["player_2"].text == "Blai"

    @pytest.mark.parametrize("name", ["llista.xlsx", "LLISTA.XLS", "llista.ods", "llista.pdf"])
    def test_a_text_with_another_ending_is_refused(self, name: str) -> None:
        with pytest.raises(UserError, match="This is a plain text, but its name ends in"):
            read_file(b"Anna;Blai", name)

    @pytest.mark.parametrize("name", ["llista.csv", "LLISTA.TXT", "llista 1.2", "llista", ""])
    def test_a_text_with_its_ending_or_none_is_read(self, name: str) -> None:
        assert uploaded(b"Anna;Blai", name) == [pair("Anna", "Blai")]

    @pytest.mark.parametrize("name", ["llista.csv", "llista.xls", "llista.zip"])
    def test_a_workbook_with_another_ending_is_refused(self, name: str) -> None:
        with pytest.raises(UserError, match="This is a workbook, but its name ends in"):
            read_file(workbook([["Anna", "Blai"]]), name)

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "damaged"),
            (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "password"),
            (b"\x89PNG\r\n\x1a\n" + bytes(100), "neither an .xlsx file nor a text"),
            (b"%PDF-1.7\nAnna;Blai", "neither an .xlsx file nor a text"),
            (b"<html><table><tr><td>Anna", "neither an .xlsx file nor a text"),
            (b"{\\rtf1 Anna;Blai}", "neither an .xlsx file nor a text"),
            (b"\x81\x8d\x8f\x90\x9d", "neither an .xlsx file nor a text"),
            (b"\xff\xfe\x00", "neither an .xlsx file nor a text"),
            (b"", "no pair"),
            (bytes(MAX_BYTES + 1), "too large"),
        ],
    )
    def test_other_files_are_refused(self, data: bytes, said: str) -> None:
        with pytest.raises(UserError, match=said):
            read_file(data)
