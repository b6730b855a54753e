"""What would become of a list: faults and doubts, what was typed, left out and chosen since."""

from collections.abc import Mapping

import openpyxl
import pytest
from django.core import signing

from tests.tournament.contestants.list_import.packed import inline, packed, parts
from tests.tournament.contestants.lists import saved, workbook
from tests.tournament.factories import actor_of, add_contestants, make_championship
from tournament.contestants.list_import.drafts import Draft, answered, begin, seal, unseal
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.preview import Preview, PreviewLine, make_preview
from tournament.contestants.rows import MAX_CONTESTANTS, ContestantRow
from tournament.contestants.services.register import add_contestant
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
        letters = "abcdefghijklmnop"
        names = [f"A{one}{two}" for one in letters for two in letters][:MAX_CONTESTANTS]
        text = "\n".join(f"{name};{name}b" for name in names)
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


class TestDoubts:
    """Nothing that is doubtful is registered before somebody has looked at it."""

    LIST = "Anna Puig i Joan Mas (Valls)\nPere Vidal i Roca (valls)\nEva Pla i Nil Coll (C. Valls)"

    def looked(
        self, championship: Championship, draft: Draft, page: Mapping[str, str]
    ) -> tuple[Draft, Preview]:
        """The page after it was sent, and travelled."""
        before = make_preview(championship, draft)
        shown = draft.shown(before.faulty, before.doubted)
        back = unseal(championship, seal(championship, answered(shown, page)))
        return back, make_preview(championship, back)

    def test_a_line_waits_for_its_tick(self, championship: Championship) -> None:
        draft = begin(read_text(self.LIST))
        preview = make_preview(championship, draft)
        assert [line.doubtful for line in preview.lines] == [False, True, True]
        assert len(preview.good) == 1
        draft, preview = self.looked(championship, draft, {**sent(preview), "seen-1": "on"})
        assert [line.doubtful for line in preview.lines] == [False, False, True]
        page = {name: text for name, text in sent(preview).items() if name != "seen-1"}
        draft, preview = self.looked(championship, draft, page)
        assert [line.doubtful for line in preview.lines] == [False, True, True]
        _draft, preview = self.looked(championship, draft, {**page, "all_seen": "on"})
        assert preview.doubtful == frozenset()
        assert len(preview.good) == 3

    def test_a_new_doubt_needs_a_new_look(self, championship: Championship) -> None:
        draft = begin(read_text(self.LIST))
        page = {**sent(make_preview(championship, draft)), "all_seen": "on"}
        page["player_1-0"] = "Nil Coll"
        draft, preview = self.looked(championship, draft, page)
        assert preview.doubtful == {0, 2}
        assert "Nil Coll is also in line 3." in doubts(preview.lines[0])

    def test_one_click_takes_a_reading(self, championship: Championship) -> None:
        draft = begin(read_text("Joan Vidal i Roca\nPere Mas / Eva Pla"))
        preview = make_preview(championship, draft)
        (doubt,) = preview.lines[0].doubts
        both, alone = doubt.proposals
        page = {**sent(preview), "take": alone.value}
        _draft, preview = self.looked(championship, draft, page)
        assert preview.lines[0].row.players == ("Joan Vidal i Roca", "")
        assert preview.faulty == {0}
        page = {**sent(preview), "take": both.value}
        _draft, preview = self.looked(championship, draft, page)
        assert preview.lines[0].row.players == ("Joan Vidal", "Roca")
        assert len(preview.good) == 2

    def test_one_click_writes_a_club_in_one_way(self, championship: Championship) -> None:
        text = "A / B (Valls)\nC / D (valls)\nE / F (valls)\nG / H (Reus)\nI / J (Valls)"
        draft = begin(read_text(text))
        preview = make_preview(championship, draft)
        (doubt,) = preview.lines[1].doubts
        assert doubt.message == "“valls” may be the club that is “Valls” elsewhere."
        assert [one.label for one in doubt.proposals] == ["Write “Valls” in 2 lines"]
        page = {**sent(preview), "take": doubt.proposals[0].value}
        _draft, preview = self.looked(championship, draft, page)
        assert [row.club for row in preview.good] == ["Valls", "Valls", "Valls", "Reus", "Valls"]

    def test_the_register_says_how_a_club_and_a_person_are_written(
        self, championship: Championship
    ) -> None:
        add_contestant(
            actor=actor_of(championship),
            championship=championship,
            players=["Ona Font", "Pau Gil"],
            club="C. B. Xaloc",
        )
        text = "Anna / Blai (Xaloc)\nCarme / Dídac (Xaloc)\nEva / ONA FONT (C. B. Xaloc)"
        draft = begin(read_text(text))
        preview = make_preview(championship, draft)
        assert preview.doubtful == {0, 1, 2}
        (club,) = preview.lines[0].doubts
        assert club.proposals[0].label == "Write “C. B. Xaloc” in 2 lines"
        (person,) = preview.lines[2].doubts
        assert person.message == "ONA FONT is already registered, in pair 1."
        page = {**sent(preview), "take": person.proposals[0].value}
        _draft, preview = self.looked(championship, draft, page)
        assert preview.lines[2].row.players == ("Eva", "Ona Font")
        assert preview.lines[2].doubtful  # who it is has to be looked at all the same

    @pytest.mark.parametrize("value", ["", "x", "a=b", "club=Valls", "&".join(["a=1"] * 99), "%00"])
    def test_no_forged_proposal_breaks_it(self, championship: Championship, value: str) -> None:
        draft = begin(read_text(self.LIST))
        page = {**sent(make_preview(championship, draft)), "take": value}
        _draft, preview = self.looked(championship, draft, page)
        assert len(preview.doubtful) == 2

    def test_each_line_keeps_what_was_pasted(self, championship: Championship) -> None:
        text = '• 1. Anna "la Nina" Mas i Joan Pi 600 111 222\n2;Eva Pla;Nil Coll\n'
        preview = make_preview(championship, begin(read_text(text)))
        assert [line.written for line in preview.lines] == text.splitlines()
        table = make_preview(championship, begin(read_text("N;Jugador 1;Jugador 2\n1;A;B")))
        assert [line.written for line in table.lines] == ["1;A;B"]

    def test_a_quotation_mark_swallows_no_line(self, championship: Championship) -> None:
        text = '"Pep Mas i Joan Pi\nEva Pla i Nil Coll\nAnna Roca i Pere Font'
        assert len(make_preview(championship, begin(read_text(text))).lines) == 3

    def test_what_is_no_pair_is_told(self) -> None:
        found = begin(read_text("Parelles:\nAnna i Blai\n\nGràcies!\n")).read()
        assert found.not_pairs == ((1, "Parelles:"), (4, "Gràcies!"))

    @pytest.mark.parametrize("ending", ["txt", "csv"])
    def test_a_file_with_one_column_is_read_like_a_pasted_list(
        self, championship: Championship, ending: str
    ) -> None:
        data = b"Parelles\n1. Anna Puig i Joan Mas (Valls)\n2. Eva Pla i Nil Coll"
        preview = make_preview(championship, begin(read_file(data, f"list.{ending}")))
        assert [(row.number, row.club) for row in preview.good] == [(1, "Valls"), (2, "")]

    def test_a_file_with_columns_is_read_by_its_columns(self, championship: Championship) -> None:
        data = "Anna Puig i Mas,Blai Roca,Valls 600 111 222\n• Eva,Nil,(Reus)".encode()
        draft = begin(read_file(data, "list.csv"))
        assert not draft.is_free
        first, second = make_preview(championship, draft).lines
        assert (first.row.club, first.taken) == ("Valls", ("a telephone number",))
        assert (second.row.club, second.taken) == ("", ("brackets",))
        assert doubts(second) == ["“Reus” is not used."]


class TestSealing:
    def test_what_was_sealed_comes_back(self, championship: Championship) -> None:
        data = workbook([["N", "Jugador 1", "Jugador 2", "Edat"], [1, "A", "B", 9.5], ["x", "A"]])
        shown = begin(read_file(data)).shown(frozenset({2}), {1: ("a", "b"), 2: ("c",)})
        page = {"out-1": "on", "club-2": "Z", "column-3": "club", "seen-1": "on"}
        draft = answered(shown, page)
        assert draft.sheet_answers.settled == {(1, "a"), (1, "b")}
        pasted = begin(read_text("• Anna i Blai (Valls)"))
        assert unseal(championship, seal(championship, pasted)) == pasted
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
