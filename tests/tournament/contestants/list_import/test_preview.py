"""What would become of a list: faults and doubts, what was typed, left out and chosen since."""

from collections.abc import Mapping

import openpyxl
import pytest
from django.core import signing

from tests.tournament.contestants.list_import.packed import inline, packed, parts
from tests.tournament.contestants.lists import saved, workbook
from tests.tournament.factories import actor_of, add_contestants, make_championship
from tournament.contestants.list_import.draft_token import seal, unseal
from tournament.contestants.list_import.drafts import Draft, answered, begin
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.preview import Preview, PreviewLine, make_preview
from tournament.contestants.rows import MAX_CONTESTANTS, ContestantRow
from tournament.contestants.services import add_contestant
from tournament.core.errors import UserError
from tournament.models import Championship

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    championship = make_championship()
    add_contestant(
        actor=actor_of(championship),
        championship=championship,
        players=["Gal·la Roca", "Oriol"],
        number=4,
    )
    return championship


def faults(line: PreviewLine) -> list[str]:
    boxes = (f"{fault.place}: {fault.message}" for box in line.boxes for fault in box.faults)
    return [*boxes, *(fault.message for fault in line.faults)]


def doubts(line: PreviewLine) -> list[str]:
    return [doubt.message for doubt in line.doubts]


def sent(preview: Preview, **changes: str) -> Mapping[str, str]:
    """What the page sends when these fields (player_1_0 for line 0) are changed."""
    page = {f"{box.field}-{line.index}": box.text for line in preview.lines for box in line.boxes}
    page |= {f"out-{line.index}": "on" for line in preview.lines if line.left_out}
    page |= {
        f"seen-{line.index}": "on" for line in preview.lines if line.doubts and line.is_settled
    }
    for name, text in changes.items():
        field, _sign, index = name.rpartition("_")
        page[f"{field}-{index}"] = text
    return page


class TestFaultsAndDoubts:
    def test_each_line_has_its_own(self, championship: Championship) -> None:
        text = (
            "Núm;Jugador 1;Jugador 2\n1; Anna ;Blai\n2;GALLA ROCA;Carme\n4;D;E\n5;F;anna\n"
            "5;G;\nx;H;I\n;" + "y" * 61 + ";\n1000;J;K\n"
        )
        preview = make_preview(championship, begin(read_text(text)))
        assert [line.row for line in preview.lines if line.doubtful] == [
            ContestantRow(players=("Anna", "Blai"), number=1),
            ContestantRow(players=("GALLA ROCA", "Carme"), number=2),
        ]
        assert len(preview.faulty) == 6
        assert [faults(line) for line in preview.lines[2:]] == [
            ["line 4, column 1: A registered pair has number 4."],
            ["line 5, column 1: Number 5 is also in line 6."],
            [
                "line 6, column 1: Number 5 is also in line 5.",
                "line 6, column 3: The second player's name is missing.",
            ],
            ["line 7, column 1: “x” is not a pair number: expected a whole number from 1 to 999."],
            [
                "line 8, column 2: “yyyyyyyyyyyyyyyyyyyy…” is too long: 61 characters, "
                "at most 60 are allowed.",
                "line 8, column 3: The second player's name is missing.",
            ],
            ["line 9, column 1: A pair's number is a whole number from 1 to 999."],
        ]
        assert doubts(preview.lines[0]) == ["Anna is also in line 5."]
        assert doubts(preview.lines[1]) == ["GALLA ROCA is already registered, in pair 4."]

    @pytest.mark.parametrize("number", ["7.5", "x", "-1", "1234567890123", "٧x"])
    def test_a_number_that_is_none(self, championship: Championship, number: str) -> None:
        text = f"N;Jugador 1;Jugador 2\n{number};A;B"
        (line,) = make_preview(championship, begin(read_text(text))).lines
        assert "is not a pair number" in faults(line)[0]

    @pytest.mark.parametrize("number", ["7", "07", "7.0", "7,00"])
    def test_a_number_that_is_one(self, championship: Championship, number: str) -> None:
        text = f"N;Jugador 1;Jugador 2\n{number};A;B"
        (row,) = make_preview(championship, begin(read_text(text))).good
        assert row.number == 7

    def test_a_pair_is_not_taken_twice(self, championship: Championship) -> None:
        text = "Anna;Blai\noriol;Galla roca\nBLAI;Anna\nAnna;Carme"
        preview = make_preview(championship, begin(read_text(text)))
        assert [faults(line) for line in preview.lines] == [
            [],
            ["This pair is already registered, with number 4."],
            ["This pair is already in line 1."],
            [],
        ]
        assert doubts(preview.lines[0]) == ["Anna is also in line 4."]

    def test_names_without_letters_are_not_the_same_pair(self, championship: Championship) -> None:
        text = "Jugador 1;Jugador 2\n?;!\n!!;??"
        preview = make_preview(championship, begin(read_text(text)))
        assert len(preview.good) == 2

    def test_a_name_twice_in_a_line_is_told_of_that_line(self, championship: Championship) -> None:
        preview = make_preview(championship, begin(read_text("Anna Ç;anna c\nBlai;Anna Ç")))
        first, second = preview.lines
        assert doubts(first)[0] == "Anna Ç occurs more than once in this pair."
        assert all("line 1" not in doubt for doubt in doubts(first))
        assert doubts(second) == ["Anna Ç is also in line 1."]

    def test_there_is_an_end_to_the_room(self, championship: Championship) -> None:
        text = "\n".join(f"A{i};B{i}" for i in range(MAX_CONTESTANTS))
        preview = make_preview(championship, begin(read_text(text)))
        assert len(preview.good) == MAX_CONTESTANTS - 1
        assert faults(preview.lines[-1]) == ["A championship has at most 200 pairs."]

    def test_a_register_costs_the_same_whatever_its_size(
        self, championship: Championship, django_assert_num_queries: object
    ) -> None:
        with django_assert_num_queries(1):  # type: ignore[operator]
            make_preview(championship, begin(read_text("A;B")))
        add_contestants(championship, 3)
        with django_assert_num_queries(1):  # type: ignore[operator]
            make_preview(championship, begin(read_text("A;B\nC;D\nE;F")))


class TestAnswers:
    def looked(
        self, championship: Championship, draft: Draft, page: Mapping[str, str]
    ) -> tuple[Draft, Preview]:
        """The page after it was sent, and travelled."""
        back = unseal(championship, seal(championship, answered(draft, page)))
        return back, make_preview(championship, back)

    def test_what_is_typed_mends_a_line(self, championship: Championship) -> None:
        rows = inline("Núm", "Jugador 1", "Jugador 2") + (
            '<row><c><f>1+1</f><v>7</v></c><c t="e"><v>#REF!</v></c>'
            '<c t="inlineStr"><is><t>Blai</t></is></c></row>'
        )
        draft = begin(read_file(packed(parts(rows))))
        preview = make_preview(championship, draft)
        assert len(faults(preview.lines[0])) == 2
        page = sent(preview, player_1_1="  Anna   Puig ", number_1="8")
        _draft, preview = self.looked(championship, draft, page)
        assert preview.good == (ContestantRow(players=("Anna Puig", "Blai"), number=8),)

    def test_a_formulas_value_is_taken_when_it_is_said_to_be_right(
        self, championship: Championship
    ) -> None:
        rows = inline("Núm", "Jugador 1", "Jugador 2") + (
            '<row><c><f>1+1</f><v>7</v></c><c t="str"><f>X</f><v>Anna</v></c>'
            '<c t="inlineStr"><is><t>Blai</t></is></c></row>'
        )
        draft = begin(read_file(packed(parts(rows))))
        preview = make_preview(championship, draft)
        assert preview.faulty
        page = {**sent(preview), "take_formulas": "on"}
        _draft, preview = self.looked(championship, draft, page)
        assert preview.good == (ContestantRow(players=("Anna", "Blai"), number=7),)

    def test_what_is_typed_stays_whatever_columns_are_chosen(
        self, championship: Championship
    ) -> None:
        draft = begin(read_text("Jugador 1;Jugador 2;Poble\nAnna;;Valls\nCarme;Dídac;Reus"))
        page = sent(make_preview(championship, draft), player_2_1="Blai")
        draft, preview = self.looked(championship, draft, page)
        columns = {"column-0": "first", "column-1": "second", "column-2": "club"}
        draft, preview = self.looked(championship, draft, {**sent(preview), **columns})
        assert preview.good == (
            ContestantRow(players=("Anna", "Blai"), club="Valls"),
            ContestantRow(players=("Carme", "Dídac"), club="Reus"),
        )
        columns["column-1"], columns["column-0"] = "first", "second"
        draft, preview = self.looked(championship, draft, {**sent(preview), **columns})
        assert [row.players for row in preview.good] == [("Dídac", "Carme")]
        assert preview.lines[0].row.players == ("", "Blai")

    def test_what_is_typed_stays_when_another_sheet_is_looked_at(
        self, championship: Championship
    ) -> None:
        book = openpyxl.Workbook()
        for name in ("One", "Two"):
            sheet = book.create_sheet(name)
            sheet.append(["Jugador 1", "Jugador 2"])
            sheet.append([f"Anna {name}", ""])
        draft = begin(read_file(saved(book)))
        page = sent(make_preview(championship, draft), player_2_1="Blai")
        draft, preview = self.looked(championship, draft, {**page, "sheet": "1"})
        assert preview.lines[0].row.players == ("Anna Two", "")
        draft, preview = self.looked(championship, draft, {**sent(preview), "sheet": "0"})
        assert preview.lines[0].row.players == ("Anna One", "Blai")

    def test_lines_that_are_left_out_count_for_nothing(self, championship: Championship) -> None:
        draft = begin(read_text("N;Jugador 1;Jugador 2\n5;Anna;Blai\n5;Carme;Dídac\nx;Anna;Blai"))
        preview = make_preview(championship, draft)
        assert len(preview.faulty) == 3
        page = {**sent(preview), "out-1": "on", "out-3": "on"}
        draft, preview = self.looked(championship, draft, page)
        assert (len(preview.faulty), preview.left_out) == (0, 2)
        assert [row.players for row in preview.good] == [("Carme", "Dídac")]
        page = {name: text for name, text in sent(preview).items() if name != "out-1"}
        _draft, preview = self.looked(championship, draft, page)
        assert len(preview.faulty) == 2

    def test_the_columns_must_hold_the_players_once(self, championship: Championship) -> None:
        draft = begin(read_text("Jugador 1;Jugador 2;Club\nAnna;Blai;Valls"))
        page = {"column-0": "first", "column-1": "", "column-2": "club"}
        _draft, preview = self.looked(championship, draft, page)
        assert preview.column_faults == (
            "Say which columns hold the two players, or which one holds both.",
        )
        page = {"column-0": "first", "column-1": "second", "column-2": "second"}
        _draft, preview = self.looked(championship, draft, page)
        assert preview.column_faults == ("Only one column can be “Player 2”.",)

    @pytest.mark.parametrize(
        "page",
        [
            {"sheet": "9"},
            {"sheet": "-1"},
            {"sheet": "0001"},
            {"sheet": "²"},
            {"column-0": "x", "column-99": "club"},
            {"out-99": "on", "player_1-99": "x", "player_1-x": "y", "name-0": "\0" * 9},
            {"player_1-0": "x" * 100_000, "number-0": "9" * 5000},
        ],
    )
    def test_nothing_that_is_sent_breaks_it(
        self, championship: Championship, page: Mapping[str, str]
    ) -> None:
        draft = begin(read_text("1;Anna;Blai;Valls"))
        _draft, preview = self.looked(championship, draft, page)
        assert len(preview.lines) == 1


class TestSealing:
    def test_what_was_sealed_comes_back(self, championship: Championship) -> None:
        data = workbook([["N", "Jugador 1", "Jugador 2", "Edat"], [1, "A", "B", 9.5], ["x", "A"]])
        draft = answered(begin(read_file(data)), {"out-1": "on", "club-2": "Z", "column-3": "club"})
        assert unseal(championship, seal(championship, draft)) == draft

    def test_only_what_was_sealed_here_is_opened(self, championship: Championship) -> None:
        sealed = seal(championship, begin(read_text("A;B")))
        other = make_championship("Other")
        with pytest.raises(UserError, match="damaged"):
            unseal(other, sealed)
        old = signing.dumps({"lines": []}, salt=f"contestants.list_import.{championship.pk}")
        for forged in ("", "x", sealed[:-1], "A" + sealed, signing.dumps({}), old):
            with pytest.raises(UserError, match="damaged"):
                unseal(championship, forged)
