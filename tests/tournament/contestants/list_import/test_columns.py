"""Which column is what: headings in three languages, their place, and lists without any."""

import pytest

from tests.tournament.contestants.list_import.reading import (
    faults_of,
    lines_of,
    pair,
    pasted,
    uploaded,
)
from tests.tournament.contestants.lists import workbook
from tournament.contestants.list_import.drafts import answered, begin
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.headings import Heading, heading_of
from tournament.contestants.list_import.people import two_players

ALL = pair("Anna", "Blai", number="7", club="Valls", name="Els A", substitutes="Carme; Dídac")


class TestWords:
    @pytest.mark.parametrize(
        ("said", "headings"),
        [
            (Heading.NUMBER, "Número|Nº|núm.|No.|#|n|Dorsal|Num. parella|Pair number|Nº de pareja"),
            (
                Heading.FIRST,
                "Jugador 1|JUGADOR/A 1|Jugador1|1r jugador|1er. jugador|Primera jugadora|J1|"
                "Nom 1|Nom i cognoms (1)|Nom jugador 1|Jugador A|Player 1|1st player's name|"
                "Jugador/a 1 - Nom i Cognoms|Component 1|First player|Player one|Nord|North",
            ),
            (
                Heading.SECOND,
                "Jugador 2|JUGADOR(A) 2|2n jugador|2º jugador|Segunda jugadora|Jugador B|P2|"
                "Nombre 2|2nd player|Company|Compañero/a|Nom company/a|Partner|Member two|Sud|Sur",
            ),
            (Heading.FIRST_SURNAME, "Cognoms 1|Jugador 1 / Cognoms|Apellidos jugador 1|Surname 1"),
            (Heading.SECOND_SURNAME, "Cognom 2|Apellidos (2)|Player 2: last name"),
            (
                Heading.PLAYERS,
                "Jugadors|Jugador 1 i jugador 2|Nom dels jugadors|Players|Jugadors de la parella",
            ),
            (Heading.PAIR, "Parella|PARELLES|Parejas|Pair|Equip|Parella/Pareja"),
            (Heading.NAME, "Nom de la parella|Nombre del equipo|Pair name|Nom de l'equip"),
            (Heading.CLUB, "Club|PENYA|Peña|Club/Entitat|Entitat / Club|Asociación|Nom del club"),
            (Heading.SUBSTITUTE, "Suplent|Substituts|Substitut/a 2|Sustituto 1|Reserves|Suplentes"),
            (Heading.PERSON, "Jugador|Jugador/a|Nom i cognoms|Nombre y apellidos|Player"),
            (Heading.GIVEN, "Nom|NOMBRE|Name|First name"),
            (Heading.SURNAME, "Cognoms|Apellido|Surname|Last name"),
        ],
        ids=lambda one: one.value if isinstance(one, Heading) else "",
    )
    def test_they_are_known(self, said: Heading, headings: str) -> None:
        assert {one: heading_of(one) for one in headings.split("|")} == dict.fromkeys(
            headings.split("|"), said
        )

    @pytest.mark.parametrize(
        "heading",
        ["", "Telèfon jugador 1", "DNI", "Club jugador 2", "1", "Anna Puig", "Total", "Edat 1",
         "Núm. jugadors", "de la", "Nord-Sud", "Punts Nord", "Two", "x" * 500, "a" * 81],
    )  # fmt: skip
    def test_others_are_not(self, heading: str) -> None:
        assert heading_of(heading) is None


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
            ["Dorsal", "Jugador", "Company/a", "Club/Entitat", "Equip", "Suplent/s"],
            ["ordre", "Nom i cognoms", "Nom i cognoms", "club", "parella", "reserva"],
        ],
    )
    def test_they_are_found_below_titles(self, headings: list[str]) -> None:
        line = ["7", "Anna", "Blai", "Valls", "Els A", "Carme, Dídac"]
        text = "\n".join(["Llista de parelles", "", ";".join(headings), ";".join(line)])
        assert pasted(text) == [ALL]

    def test_in_any_order_and_among_others(self) -> None:
        text = "Club;Telèfon;Jugador 2;Jugador 1\nValls;600;Blai;Anna"
        assert pasted(text) == [pair("Anna", "Blai", club="Valls")]

    def test_a_last_column_and_a_last_line_of_totals_do_no_harm(self) -> None:
        text = "Jugador 1;Jugador 2;Total\nAnna;Blai;10\nCarme;Dídac;20\n;;30"
        assert pasted(text) == [pair("Anna", "Blai"), pair("Carme", "Dídac")]
        assert begin(read_text(text)).read().passed_over == (4,)

    def test_numbers_written_beforehand_are_no_pairs(self) -> None:
        text = "Núm;Jugador 1;Jugador 2\n1;Anna;Blai\n2;;\n3;;"
        assert pasted(text) == [pair("Anna", "Blai", number="1")]
        assert begin(read_text(text)).read().passed_over == (3, 4)

    def test_headings_repeated_on_each_page_are_no_pairs(self) -> None:
        text = "Jugador 1;Jugador 2\nAnna;Blai\nJugador 1;Jugador 2\nCarme;Dídac"
        assert len(pasted(text)) == 2

    def test_names_and_surnames_in_columns_of_their_own(self) -> None:
        for headings in ("Nom;Cognoms;Nom;Cognoms", "Nom 1;Cognoms 1;Nom 2;Cognoms 2"):
            assert pasted(f"{headings}\nAnna;Puig;Blai;Roca") == [pair("Anna Puig", "Blai Roca")]
        text = "Cognoms jugador 1;Nom jugador 1;Cognoms jugador 2;Nom jugador 2\nPuig;Anna;Roca;B"
        assert pasted(text) == [pair("Anna Puig", "B Roca")]

    def test_headings_in_two_rows(self) -> None:
        data = workbook(
            [
                ["", "Jugador 1", None, "Jugador 2", None, "Club"],
                ["Núm.", "Nom", "Cognoms", "Nom", "Cognoms"],
                [4, "Anna", "Puig", "Blai", "Roca", "Valls"],
            ]
        )
        assert uploaded(data) == [pair("Anna Puig", "Blai Roca", number="4", club="Valls")]

    def test_a_title_that_is_a_known_word_is_not_the_headings(self) -> None:
        assert pasted("Parelles\nJugador 1;Jugador 2\nAnna;Blai") == [pair("Anna", "Blai")]

    def test_a_column_of_pairs_is_number_name_or_players(self) -> None:
        for text, found in (
            ("Parella;Jugador 1;Jugador 2\n5;Anna;Blai", pair("Anna", "Blai", number="5")),
            ("Parella;Jugador 1;Jugador 2\nEls B;C;D", pair("C", "D", name="Els B")),
            ("Núm;Pareja;Club\n5;A - B;Reus", pair("A", "B", number="5", club="Reus")),
            ("Parella;Nom\n5;Anna - Blai", pair("Anna", "Blai", number="5")),
            ("Equip;Jugadors\nEls B;Anna/Blai", pair("Anna", "Blai", name="Els B")),
            ("Nom;Club\nAnna i Blai;Reus", pair("Anna", "Blai", club="Reus")),
        ):
            assert pasted(text) == [found]

    @pytest.mark.parametrize("heading", ["Components", "Jugadors", "Parella", "Jugador/a"])
    def test_one_heading_above_two_columns(self, heading: str) -> None:
        text = f"Núm;{heading};;Club\n5;Anna;Blai;Reus\n6;Pere Puig i Roca;D;\n7;E;F;Valls"
        assert pasted(text) == [
            pair("Anna", "Blai", number="5", club="Reus"),
            pair("Pere Puig i Roca", "D", number="6"),
            pair("E", "F", number="7", club="Valls"),
        ]

    def test_headings_that_are_not_understood_are_no_pair(self) -> None:
        text = "Inscrits;Qui juga;Amb qui\n1;Anna;Blai\n2;Carme;Dídac"
        assert pasted(text) == [
            pair("Anna", "Blai", number="1"),
            pair("Carme", "Dídac", number="2"),
        ]
        layout = begin(read_text(text)).layout
        assert layout.guessed
        assert list(layout.headings.values()) == ["Inscrits", "Qui juga", "Amb qui"]

    def test_several_columns_of_substitutes(self) -> None:
        text = "Jugador 1;Jugador 2;Substitut 1;Substitut 2\nA;B;C;D"
        assert pasted(text) == [pair("A", "B", substitutes="C; D")]


class TestTwoSurnames:
    """A person's two surnames never go to two people."""

    @pytest.mark.parametrize(
        "headings",
        [
            *("Nom;Primer cognom;Segon cognom;Nom;Primer cognom;Segon cognom",),
            *("Nom;Cognom 1;Cognom 2;Nom;Cognom 1;Cognom 2",),
            *("Nombre;Primer apellido;Segundo apellido;Nombre;Primer apellido;Segundo apellido",),
            *("Nom 1;Cognom 1;Cognom 2;Nom 2;Cognom 1;Cognom 2",),
            *("Nom;Cognom;Cognom;Nom;Cognom;Cognom",),
            *("Jugador 1;;;Jugador 2;;\nNom;1r cognom;2n cognom;Nom;1r cognom;2n cognom",),
            "Nom jugador 1;Primer cognom jugador 1;Segon cognom jugador 1;"
            "Nom jugador 2;Primer cognom jugador 2;Segon cognom jugador 2",
        ],
    )
    def test_after_each_name(self, headings: str) -> None:
        found = pasted(f"{headings}\nPau;Gil;Ros;Rut;Sala;Mas\nAnna;Puig;Pi;Blai;Roca;Tort")
        assert found == [
            pair("Pau Gil Ros", "Rut Sala Mas"),
            pair("Anna Puig Pi", "Blai Roca Tort"),
        ]

    @pytest.mark.parametrize(
        ("headings", "line", "players"),
        [
            (
                "Primer cognom;Segon cognom;Nom;Primer cognom;Segon cognom;Nom",
                "Gil;Ros;Pau;Sala;Mas;Rut",
                ("Pau Gil Ros", "Rut Sala Mas"),
            ),
            (
                "Nom;Nom;Cognom 1;Cognom 2;Cognom 1;Cognom 2",
                "Pau;Rut;Gil;Ros;Sala;Mas",
                ("Pau Gil Ros", "Rut Sala Mas"),
            ),
            ("Nom 1;Nom 2;Cognom 1;Cognom 2", "Pau;Rut;Gil;Sala", ("Pau Gil", "Rut Sala")),
            ("Cognom 1;Cognom 2;Nom 1;Nom 2", "Gil;Sala;Pau;Rut", ("Pau Gil", "Rut Sala")),
            ("Nom 2;Cognom 2;Nom 1;Cognom 1", "Rut;Sala;Pau;Gil", ("Pau Gil", "Rut Sala")),
            (
                "Nom;Cognom;Nom;Cognom 1;Cognom 2",
                "Pau;Gil;Rut;Sala;Mas",
                ("Pau Gil", "Rut Sala Mas"),
            ),
            (
                "Nom;1r cognom;2n cognom;Company",
                "Pau;Gil;Ros;Rut Sala",
                ("Pau Gil Ros", "Rut Sala"),
            ),
            # Whose the third one is nobody knows: they are not used, and the page says so.
            ("Nom;Nom;Cognom;Cognom;Cognom", "Pau;Rut;Gil;Ros;Sala", ("Pau", "Rut")),
        ],
    )
    def test_elsewhere(self, headings: str, line: str, players: tuple[str, str]) -> None:
        assert pasted(f"{headings}\n{line}") == [pair(*players)]

    def test_one_player_on_each_line(self) -> None:
        text = "Parella;Nom;Primer cognom;Segon cognom\n1;Pau;Gil;Ros\n1;Rut;Sala;Mas"
        assert pasted(text) == [pair("Pau Gil Ros", "Rut Sala Mas", number="1")]


class TestTwoPlayersInOneCell:
    @pytest.mark.parametrize(
        "text",
        [
            "Anna Puig - Blai Roca", "Anna Puig – Blai Roca", "Anna Puig- Blai Roca",
            "Anna Puig/Blai Roca", "Anna Puig | Blai Roca", "Anna Puig|Blai Roca",
            "Anna Puig & Blai Roca", "Anna Puig + Blai Roca",
            "Anna Puig i Blai Roca", "Anna Puig y Blai Roca", "Anna Puig AND Blai Roca",
            "Anna Puig\nBlai Roca", " Anna  Puig\n - Blai Roca ",
        ],
    )  # fmt: skip
    def test_signs_and_words(self, text: str) -> None:
        assert two_players(text) == ("Anna Puig", "Blai Roca")

    def test_a_sign_is_stronger_than_a_word_between_surnames(self) -> None:
        found = two_players("Josep Puig i Cadafalch - Anna-Maria Vila y Roca")
        assert found == ("Josep Puig i Cadafalch", "Anna-Maria Vila y Roca")

    @pytest.mark.parametrize("text", ["", "Anna", "Anna-Maria", "Anna -", "A - B - C", "A i B i C"])
    def test_where_it_can_not_be_told_nothing_is(self, text: str) -> None:
        assert two_players(text) is None
        if text:
            assert faults_of(read_text(f"Parella;Club\n{text};")) == [
                f"line 2, column 1: “{text}” is not two players: expected “player 1 - player 2”."
            ]


class TestWithoutHeadings:
    def test_lines_that_are_alike_have_columns(self) -> None:
        for text, columns in (
            ("1;Anna;Blai;Valls\n2;Carme;Dídac", ["number", "first", "second", "club"]),
            ("Anna - Blai;Valls\nCarme / Dídac;Reus", ["both", "club"]),
        ):
            draft = begin(read_text(text))
            assert [part.value for part in draft.columns.values()] == columns
            assert len(draft.read().lines) == 2

    def test_an_empty_first_column_is_none(self) -> None:
        assert uploaded(workbook([[None, "Anna", "Blai"], [None, "Carme", "Dídac"]])) == [
            pair("Anna", "Blai"),
            pair("Carme", "Dídac"),
        ]

    def test_unknown_headings_leave_the_columns_to_be_chosen(self) -> None:
        text = "Concursant A;Tel;Concursant B;Tel\nAnna;6;Blai;7"
        uploaded_list = read_file(text.encode())
        assert begin(uploaded_list).columns == {}
        assert all(line.faults for line in lines_of(uploaded_list))
        pasted_list = begin(read_text(text))
        assert pasted_list.is_free
        assert all(line.doubts for line in pasted_list.read().lines)
        columns = {"column-0": "first", "column-2": "second"}
        chosen = answered(pasted_list, columns)
        assert not chosen.is_free
        texts = {field: found.text for field, found in chosen.read().lines[1].found.items()}
        assert texts == pair("Anna", "Blai")
