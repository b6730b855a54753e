"""Lists with one player on each line, joined by the number or the name of the pair."""

import openpyxl
import pytest

from tests.tournament.contestants.list_import.reading import (
    faults_of,
    lines_of,
    pair,
    pasted,
    uploaded,
)
from tests.tournament.contestants.lists import saved
from tests.tournament.factories import make_championship
from tournament.contestants.list_import.drafts import answered, begin
from tournament.contestants.list_import.files import read_text
from tournament.contestants.list_import.preview import make_preview
from tournament.contestants.rows import ContestantRow

NUMBERED = [pair("Anna", "Blai", number="1"), pair("Carme", "Dídac", number="2")]
NAMED = [pair("Anna", "Blai", name="Els A"), pair("Carme", "Dídac", name="Els C")]


class TestUnderstood:
    @pytest.mark.parametrize(
        "text",
        [
            "Parella;Jugador\n1;Anna\n1;Blai\n2;Carme\n2;Dídac",
            "Parella;Jugadors\n1;Anna\n2;Carme\n1;Blai\n02;Dídac",
            "Núm. parella;Nom\n1;Anna\n;Blai\n2;Carme\n;Dídac",
            "Nom i cognoms;Pareja\nAnna;1\nBlai;1\n\nCarme;2\nDídac;2",
            "Núm;Parella;Jugador\n1;1;Anna\n2;1;Blai\n3;2;Carme\n4;2;Dídac",
            "1;Anna\n1;Blai\n2;Carme\n2;Dídac",
        ],
    )
    def test_by_number(self, text: str) -> None:
        assert pasted(text) == NUMBERED

    @pytest.mark.parametrize(
        "headings", ["Equip;Nom", "Parella;Jugador", "Nom de l'equip;Jugadors"]
    )
    def test_by_name(self, headings: str) -> None:
        assert pasted(f"{headings}\nEls A;Anna\nELS A;Blai\nEls C;Carme\nEls C;Dídac") == NAMED

    def test_in_merged_cells(self) -> None:
        book = openpyxl.Workbook()
        for row in (["Parella", "Jugador"], [1, "Anna"], ["", "Blai"], [2, "Carme"], ["", "Dídac"]):
            book.worksheets[0].append(row)
        for area in ("A2:A3", "A4:A5"):
            book.worksheets[0].merge_cells(area)
        assert uploaded(saved(book)) == NUMBERED

    def test_with_surnames_and_the_clubs_of_both(self) -> None:
        text = (
            "Parella;Nom;Cognoms;Club\n1;Anna;Puig i Roca;Valls\n1;Blai;Mas;VALLS\n"
            "2;Carme;Pi;Reus\n2;D;E;Olot"
        )
        assert pasted(text) == [
            pair("Anna Puig i Roca", "Blai Mas", number="1", club="Valls"),
            pair("Carme Pi", "D E", number="2", club="Reus / Olot"),
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "Equip;Nom\nReus;Anna i Blai\nReus;Carme i Dídac",
            "Parella;Jugadors\n1;Anna - Blai\n1;Carme - Dídac",
            "Club;Nom\nReus;Anna\nReus;Blai",
            "Núm;Jugador\n1;Anna\n2;Blai\n3;Carme",
            "Equip;Nom\nReus;A\nReus;B\nReus;C\nReus;D",
        ],
    )
    def test_not_where_it_is_not_certain(self, text: str) -> None:
        assert not begin(read_text(text)).read().is_joined

    def test_a_fault_stands_in_its_own_cell(self) -> None:
        assert faults_of(read_text("Parella;Jugador\n1;Anna\n1;7")) == [
            "line 3, column 2: “7” is a number: expected a player's name."
        ]

    def test_lines_without_number_are_not_thrown_together(self) -> None:
        lines = lines_of(read_text("Parella;Jugador\n;A\n;B\n1;C\n1;D\n2;E\n2;F"))
        assert [(one.line, one.more) for one in lines][:3] == [(2, ()), (3, ()), (4, (5,))]


@pytest.mark.django_db
class TestPreview:
    def test_a_missing_and_a_third_player_are_told(self) -> None:
        text = "Parella;Jugador\n1;Anna\n1;Blai\n2;Carme\n3;D\n3;E\n3;F\n4;G\n4;H"
        preview = make_preview(make_championship(), begin(read_text(text)))
        found = [
            (line.line, line.more, [doubt.message for doubt in line.doubts])
            for line in preview.lines
        ]
        assert found == [
            (2, (3,), []),
            (4, (), []),
            (5, (6, 7), ["F, in line 7, is a third player and becomes a substitute."]),
            (8, (9,), []),
        ]
        faults = [fault.message for box in preview.lines[1].boxes for fault in box.faults]
        assert faults == ["The second player's name is missing."]
        assert preview.lines[2].row == ContestantRow(("D", "E", "F"), number=3)
        assert preview.doubtful == {preview.lines[2].index}

    def test_what_is_typed_and_left_out_is_kept(self) -> None:
        draft = begin(read_text("Parella;Jugador\n1;Anna\n1;Blai\n2;C\n2;D"))
        draft = answered(draft, {"player_2-1": "Berta", "out-3": "on"})
        preview = make_preview(make_championship(), draft)
        assert preview.good == (ContestantRow(("Anna", "Berta"), number=1),)
        assert preview.left_out == 1

    def test_the_columns_can_be_said(self) -> None:
        draft = begin(read_text("Grup;Qui\nX;Anna\nX;Blai"))
        said = answered(draft, {"column-0": "name", "column-1": "one", "column-2": ""})
        preview = make_preview(make_championship(), said)
        assert ContestantRow(("Anna", "Blai"), name="X") in preview.good

    @pytest.mark.parametrize("text", ["Jugador\nAnna\nBlai\nCarme", "Nom;Club\nA;X\nB;X"])
    def test_without_number_and_name_it_is_told_what_is_missing(self, text: str) -> None:
        preview = make_preview(make_championship(), begin(read_text(text)))
        assert len(preview.column_faults) == 1
        assert preview.column_faults[0].startswith("Where each line holds one player, a column")
        assert preview.good == ()

    def test_a_player_a_line_beside_two_players_is_a_contradiction(self) -> None:
        draft = begin(read_text("Jugador 1;Jugador 2\nA;B"))
        said = answered(draft, {"column-0": "one", "column-1": "second"})
        (fault,) = make_preview(make_championship(), said).column_faults
        assert fault.startswith("Say which columns hold the two players")
