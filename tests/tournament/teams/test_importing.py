"""Lists of pairs, pasted or uploaded: what is understood, what is refused, and how it is said."""

import io
import zipfile
from datetime import date

import openpyxl
import pytest
from django.core import signing
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.factories import actor_of, add_teams, make_championship
from tests.tournament.teams.lists import saved, with_part, workbook
from tournament.core.errors import UserError
from tournament.models import Championship
from tournament.teams.importing.columns import PairList
from tournament.teams.importing.grids import MAX_BYTES, MAX_ROWS
from tournament.teams.importing.preview import (
    make_preview,
    read_file,
    read_text,
    seal,
    unseal,
)
from tournament.teams.rows import MAX_TEAMS, TeamRow
from tournament.teams.services import add_team

ANNA = TeamRow(players=("Anna Puig", "Blai Roca"), club="Valls")


def rows_of(found: PairList) -> list[TeamRow]:
    assert not any(one.faults for one in found.rows)
    return [one.row for one in found.rows]


class TestPasting:
    @pytest.mark.parametrize(
        "line",
        [
            "Anna Puig; Blai Roca; Valls",
            "Anna Puig\tBlai Roca\tValls",
            "Anna Puig, Blai Roca, Valls",
            "Anna Puig - Blai Roca; Valls",
            "Anna Puig – Blai Roca\tValls",
            '"Anna Puig";"Blai Roca"; Valls ;;',
        ],
    )
    def test_ways_to_write_a_pair(self, line: str) -> None:
        assert rows_of(read_text(line)) == [ANNA]

    def test_a_pair_without_club(self) -> None:
        assert rows_of(read_text("Anna - Blai\nCarme - Dídac\n")) == [
            TeamRow(players=("Anna", "Blai")),
            TeamRow(players=("Carme", "Dídac")),
        ]

    def test_numbers_before_the_players(self) -> None:
        assert rows_of(read_text("12;Anna;Blai\n3;Carme - Dídac;Reus")) == [
            TeamRow(players=("Anna", "Blai"), number=12),
            TeamRow(players=("Carme", "Dídac"), club="Reus", number=3),
        ]

    def test_commas_belong_to_names_where_semicolons_separate(self) -> None:
        (row,) = rows_of(read_text("Puig, Anna; Roca, Blai; Valls"))
        assert row.players == ("Puig, Anna", "Roca, Blai")

    def test_empty_lines_do_not_count_but_lines_keep_their_number(self) -> None:
        found = read_text("\n\nAnna;Blai\n  \n;;\nCarme;Dídac\n")
        assert [(one.line, one.row.players[0]) for one in found.rows] == [(3, "Anna"), (6, "Carme")]

    def test_names_are_not_markup_nor_formulas(self) -> None:
        (row,) = rows_of(read_text("=1+1;<b>x</b>;@SUM(A1)"))
        assert (row.players, row.club) == (("=1+1", "<b>x</b>"), "@SUM(A1)")

    def test_each_line_may_have_its_own_separator(self) -> None:
        text = (
            "Anna;Blai;Valls\nCarme, Dídac, Reus\nElna\tFèlix\tTàrrega\n"
            'Gal·la - Hug\n"Puig, Anna"\nPuig, Ivet;Jan\n'
        )
        assert [one.row.players for one in read_text(text).rows] == [
            ("Anna", "Blai"),
            ("Carme", "Dídac"),
            ("Elna", "Fèlix"),
            ("Gal·la", "Hug"),
            ("Puig, Anna", ""),
            ("Puig, Ivet", "Jan"),
        ]
        assert [one.row.club for one in read_text(text).rows[:3]] == ["Valls", "Reus", "Tàrrega"]

    def test_a_cell_over_several_lines_keeps_the_lines_below_in_their_place(self) -> None:
        text = 'Jugador 1;Jugador 2;Club\n"Anna";Blai;"Valls,\nReus"\nCarme,Dídac,Reus\n'
        first, second = read_text(text).rows
        assert first.row.club == "Valls,\nReus"
        assert (second.line, second.row.players) == (4, ("Carme", "Dídac"))

    def test_too_many_parts_are_a_fault(self) -> None:
        (found,) = read_text("Anna;Blai;Valls;Reus;Tortosa").rows
        assert found.faults == ("There are 5 parts: expected player 1, player 2, club.",)

    @pytest.mark.parametrize("text", ["", " \n\n ", ";;\n;;"])
    def test_nothing_is_refused(self, text: str) -> None:
        with pytest.raises(UserError, match="no pair"):
            read_text(text)

    def test_too_much_is_refused(self) -> None:
        with pytest.raises(UserError, match="1000 at most"):
            read_text("A;B\n" * (MAX_ROWS + 1))
        with pytest.raises(UserError, match="too large"):
            read_text("x" * (MAX_BYTES + 1))
        assert len(read_text("A;B\n" * MAX_ROWS).rows) == MAX_ROWS

    def test_an_endless_cell_is_refused(self) -> None:
        with pytest.raises(UserError, match="quotation marks"):
            read_text('"' + "x" * 200_000 + ";y")

    @given(st.text(max_size=200))
    def test_no_text_breaks_it(self, text: str) -> None:
        try:
            found = read_text(text)
        except UserError:
            return
        assert all(len(one.row.players) >= 2 for one in found.rows)


class TestHeadings:
    @pytest.mark.parametrize(
        "headings",
        [
            ["Número", "Jugador 1", "Jugador 2", "Club", "Nom de la parella", "Substituts"],
            ["Nº", "JUGADOR/A 1", "JUGADOR/A 2", "PENYA", "NOM", "SUPLENTS"],
            ["Núm.", "Jugador1", "Jugador2", "Peña", "Nombre de la pareja", "Suplente"],
            ["#", "Player 1", "player 2", "club", "Pair name", "Substitutes"],
            ["No.", "Primer jugador", "Segon jugador", "Entitat", "Parella", "Reserves"],
            ["n", "Nombre 1", "Nombre 2", "Asociación", "Equipo", "Sustituto 1"],
        ],
    )
    def test_they_are_recognised(self, headings: list[str]) -> None:
        line = ["7", "Anna", "Blai", "Valls", "Els A", "Carme, Dídac"]
        text = "\n".join(["Llista de parelles", "", ";".join(headings), ";".join(line)])
        assert rows_of(read_text(text)) == [
            TeamRow(
                players=("Anna", "Blai", "Carme", "Dídac"), club="Valls", name="Els A", number=7
            )
        ]

    def test_in_any_order_and_among_others(self) -> None:
        text = "Club;Telèfon;Jugador 2;Jugador 1\nValls;600;Blai;Anna"
        found = read_text(text)
        assert rows_of(found) == [TeamRow(players=("Anna", "Blai"), club="Valls")]
        assert found.unused == ("Telèfon",)

    def test_columns_that_are_not_used_are_told(self) -> None:
        text = "Jugador 1;Jugador 2;;Edat;;jugador 1\nA;B;x;;;C\n"
        found = read_text(text)
        assert found.unused == ("column 3 (no heading)", "Edat", "jugador 1")
        assert read_text("Jugador 1;Jugador 2;;\nA;B;;\n").unused == ()
        assert read_text("A;B;Valls").unused == ()

    def test_a_column_of_pairs_is_number_name_or_players(self) -> None:
        assert rows_of(read_text("Parella;Jugador 1;Jugador 2\n5;Anna;Blai\nEls B;C;D")) == [
            TeamRow(players=("Anna", "Blai"), number=5),
            TeamRow(players=("C", "D"), name="Els B"),
        ]
        assert rows_of(read_text("Núm;Pareja;Club\n5;Anna - Blai;Reus")) == [
            TeamRow(players=("Anna", "Blai"), club="Reus", number=5)
        ]

    def test_several_columns_of_substitutes(self) -> None:
        text = "Jugador 1;Jugador 2;Substitut 1;Substitut 2\nA;B;C;D"
        assert rows_of(read_text(text)) == [TeamRow(players=("A", "B", "C", "D"))]

    @pytest.mark.parametrize("number", ["7.5", "x", "-1", "1234567890123", "٧x"])
    def test_a_number_that_is_none(self, number: str) -> None:
        (found,) = read_text(f"N;Jugador 1;Jugador 2\n{number};A;B").rows
        assert found.row.number is None
        assert "is no pair number" in found.faults[0]


class TestTextFiles:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
    def test_encodings(self, encoding: str) -> None:
        data = "Jugador 1;Jugador 2\nÀngels·la;Núria Çà\n".encode(encoding)
        (row,) = rows_of(read_file(data))
        assert row.players == ("Àngels·la", "Núria Çà")

    def test_excels_word_on_the_separator(self) -> None:
        (row,) = rows_of(read_file(b"sep=|\r\nAnna|Blai, Jr.|Valls\r\n"))
        assert row == TeamRow(players=("Anna", "Blai, Jr."), club="Valls")

    @pytest.mark.parametrize("told", [b'sep="\n', b"sep=\r\n"])
    def test_a_separator_that_can_not_be_one_is_not_taken_for_one(self, told: bytes) -> None:
        _told, pair = read_file(told + b"Anna;Blai").rows
        assert pair.row.players == ("Anna", "Blai")

    @pytest.mark.parametrize("name", ["llista.xlsx", "LLISTA.XLS"])
    def test_a_text_that_is_called_a_workbook_is_refused(self, name: str) -> None:
        with pytest.raises(UserError, match="no workbook but a plain text"):
            read_file(b"Anna;Blai", name)
        assert read_file(b"Anna;Blai", "llista.csv").rows
        assert read_file(workbook([["Anna", "Blai"]]), name).rows

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "old .xls"),
            (b"\x89PNG\r\n\x1a\n" + bytes(100), "neither an .xlsx file nor a text"),
            (b"\x81\x8d\x8f\x90\x9d", "neither an .xlsx file nor a text"),
            (b"\xff\xfe\x00", "neither an .xlsx file nor a text"),
            (b"", "no pair"),
            (bytes(MAX_BYTES + 1), "too large"),
        ],
    )
    def test_other_files_are_refused(self, data: bytes, said: str) -> None:
        with pytest.raises(UserError, match=said):
            read_file(data)


class TestWorkbooks:
    def test_a_list_as_people_make_it(self) -> None:
        data = workbook(
            [
                ["XXV Trofeu de la Vila"],
                [],
                [None, "Núm.", "Jugador 1", "Jugador 2", "Club"],
                [None, 1, "Anna", "Blai", "Valls"],
                [],
                [None, 2.0, "Carme\nPla", "Dídac", None],
                [None, "3", 42, date(2026, 11, 21), True],
            ],
            empty_sheets=1,
        )
        found = read_file(data)
        assert [one.line for one in found.rows] == [4, 6, 7]
        assert rows_of(found) == [
            TeamRow(players=("Anna", "Blai"), club="Valls", number=1),
            TeamRow(players=("Carme\nPla", "Dídac"), number=2),
            TeamRow(players=("42", "2026-11-21T00:00:00"), club="True", number=3),
        ]

    def test_text_that_looks_like_a_formula_is_text(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        for column, text in enumerate(["=1+1", "<b>x</b>"], start=1):
            cell = sheet.cell(row=1, column=column, value=text)
            cell.data_type = "s"
        assert rows_of(read_file(saved(book))) == [TeamRow(players=("=1+1", "<b>x</b>"))]

    def test_formulas_and_errors_are_faults_with_their_place(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet.append(["Jugador 1", "Jugador 2", "Altres"])
        sheet.append(["=HYPERLINK(1)", "Blai", "=1+1"])
        sheet.append(["Anna", "x", "y"])
        sheet["B3"] = "#REF!"
        sheet["B3"].data_type = "e"
        first, second = read_file(saved(book)).rows
        assert first.faults == ("Cell A2 holds a formula: put its value there.",)
        assert second.faults == ("Cell B3 holds an error.",)

    def test_an_empty_workbook(self) -> None:
        with pytest.raises(UserError, match="no pair"):
            read_file(workbook([]))

    def test_what_is_no_workbook(self) -> None:
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("list.txt", "Anna;Blai")
        with pytest.raises(UserError, match=r"no \.xlsx file"):
            read_file(archive.getvalue())

    @pytest.mark.parametrize("cut", [3, 200, 3000])
    def test_damaged_ones(self, cut: int) -> None:
        data = workbook([["Anna", "Blai"]])
        with pytest.raises(UserError, match="damaged"):
            read_file(data[:cut])

    @pytest.mark.parametrize(
        "content",
        [
            b"no XML at all",
            b"<worksheet",
            b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">'
            + b"".join(b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9))
            + b"]><worksheet><sheetData><row><c><v>&j;</v></c></row></sheetData></worksheet>",
        ],
    )
    def test_hostile_xml(self, content: bytes) -> None:
        data = with_part(workbook([["Anna", "Blai"]]), "xl/worksheets/sheet1.xml", content)
        with pytest.raises(UserError, match="damaged"):
            read_file(data)

    def test_a_zip_bomb_is_refused_before_it_is_unpacked(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bomb = with_part(workbook([["Anna", "Blai"]]), "xl/media/big.bin", bytes(17 * 1024 * 1024))
        assert len(bomb) < MAX_BYTES

        def unpack(*args: object, **kwargs: object) -> None:
            raise AssertionError("it was unpacked")

        monkeypatch.setattr(zipfile.ZipFile, "open", unpack)
        with pytest.raises(UserError, match="16 MB"):
            read_file(bomb)

    def test_too_many_rows(self) -> None:
        rows = [["Anna", "Blai"]] * (MAX_ROWS + 1)
        with pytest.raises(UserError, match="1000 at most"):
            read_file(workbook(rows))
        assert len(read_file(workbook(rows[:-1])).rows) == MAX_ROWS

    def test_a_million_empty_rows_cost_little(self) -> None:
        book = openpyxl.Workbook()
        sheet = book.worksheets[0]
        sheet["A1"], sheet["B1"] = "Anna", "Blai"
        sheet["A1048576"], sheet["XFD1048576"] = "Carme", "far right"
        first, second = read_file(saved(book)).rows
        assert (first.row.players, second.line) == (("Anna", "Blai"), 1048576)

    def test_a_row_beyond_the_last_is_not_counted_up_to(self) -> None:
        rows = b'<row r="1"><c><v>1</v></c></row><row r="99999999999"><c><v>2</v></c></row>'
        namespace = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        sheet = b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (namespace, rows)
        data = with_part(workbook([["Anna", "Blai"]]), "xl/worksheets/sheet1.xml", sheet)
        with pytest.raises(UserError, match="damaged"):
            read_file(data)


@pytest.mark.django_db
class TestPreview:
    @pytest.fixture
    def championship(self) -> Championship:
        championship = make_championship()
        add_team(
            actor=actor_of(championship),
            championship=championship,
            players=["Gal·la Roca", "Oriol"],
            number=4,
        )
        return championship

    def test_each_line_has_its_faults_and_doubts(self, championship: Championship) -> None:
        preview = make_preview(
            championship,
            read_text(
                "Núm;Jugador 1;Jugador 2\n1; Anna ;Blai\n2;GALLA ROCA;Carme\n4;D;E\n5;F;anna\n"
                "5;G;\nx;H;I\n;" + "y" * 61 + ";\n"
            ),
        )
        assert preview.good == (
            TeamRow(players=("Anna", "Blai"), number=1),
            TeamRow(players=("GALLA ROCA", "Carme"), number=2),
        )
        assert preview.faulty == 5
        assert [line.faults for line in preview.lines[2:]] == [
            ("A registered pair has number 4.",),
            ("Number 5 stands in more than one line.",),
            ("The second player's name is missing.", "Number 5 stands in more than one line."),
            ("“x” is no pair number: expected a whole number.",),
            (
                "“yyyyyyyyyyyyyyyyyyyy…” is too long: 60 letters at most, these are 61.",
                "The second player's name is missing.",
            ),
        ]
        assert preview.lines[0].doubts == ("Anna stands in line 5 too.",)
        assert preview.lines[1].doubts == ("GALLA ROCA is registered already, in pair 4.",)

    def test_a_name_twice_in_a_line_is_told_of_that_line(self, championship: Championship) -> None:
        first, second = make_preview(championship, read_text("Anna Ç;anna c\nBlai;Anna Ç")).lines
        assert first.doubts[0] == "Anna Ç stands more than once in this pair."
        assert all("line 1" not in doubt for doubt in first.doubts)
        assert second.doubts == ("Anna Ç stands in line 1 too.",)

    def test_there_is_an_end_to_the_room(self, championship: Championship) -> None:
        preview = make_preview(
            championship, read_text("\n".join(f"A{i};B{i}" for i in range(MAX_TEAMS)))
        )
        assert len(preview.good) == MAX_TEAMS - 1
        assert preview.lines[-1].faults == ("A championship has 200 pairs at most.",)

    def test_what_was_sealed_comes_back(self, championship: Championship) -> None:
        pairs = read_text("N;Jugador 1;Jugador 2;Club;Nom;Substitut;Edat\n1;A;B;C;D;E;9\nx;A;;;;;")
        preview = make_preview(championship, pairs)
        opened = unseal(championship, seal(championship, preview, "token"))
        assert opened.pairs.unused == ("Edat",)
        assert (opened.pairs, opened.faulty, opened.token) == (pairs, 1, "token")

    def test_only_what_was_sealed_here_is_opened(self, championship: Championship) -> None:
        sealed = seal(championship, make_preview(championship, read_text("A;B")))
        other = make_championship("Other")
        with pytest.raises(UserError, match="damaged"):
            unseal(other, sealed)
        for forged in ("", "x", sealed[:-1], "A" + sealed, signing.dumps({"lines": []})):
            with pytest.raises(UserError, match="damaged"):
                unseal(championship, forged)

    def test_a_register_costs_the_same_whatever_its_size(
        self, championship: Championship, django_assert_num_queries: object
    ) -> None:
        pairs = read_text("A;B\nC;D\nE;F")
        with django_assert_num_queries(2):  # type: ignore[operator]
            make_preview(championship, PairList(pairs.rows[:1]))
        add_teams(championship, 3)
        with django_assert_num_queries(2):  # type: ignore[operator]
            make_preview(championship, pairs)
