"""Single lines as people write them: the same pair in any dress, and nothing lost on the way."""

import re
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournament.contestants.list_import.free_lines import FreeLine, read_free_line

GIVEN = ("Anna", "Pere", "Montserrat", "Lluís", "Mª Teresa", "Pere-Joan", "Àngel·la", "JOSEP")
SURNAMES = ("Roca", "Puig i Serra", "de la Fuente", "O'Neill", "Mas i Pla", "VIDAL", "Sant-Jordi")
BEFORE = (
    "", "1. ", "2) ", "3 - ", "04 ", "5.- ", "• ", "- ", "* ", "– ", "☐ ", "🃏 ", "Parella 7: ",
    "(8) ", "9º ", "1️⃣ ", "   ", "- 3. ", "*4.* ",
)  # fmt: skip
SIGNS = (" / ", "/", " & ", " + ", " – ", "—", " - ", " | ", "; ", "\t", " • ")
WORDS = (" i ", " y ", " e ", " amb ", " con ", " and ")
AFTER = (
    "", ",", ".", " 600 123 456", " 600123456", " tel. 655 44 33 22", " +34 699 888 777",
    " 93 555 12 12", " tel. 977 60 12 34",
    " pagat ✓", " ✅", " (pagat)", " 20€", " anna@example.org", "  ", " 💪💪", " - pagado",
    ", 10 €",
)  # fmt: skip

people = st.builds("{} {}".format, st.sampled_from(GIVEN), st.sampled_from(SURNAMES))
signs = st.sampled_from((*SIGNS, *WORDS))


def read(text: str) -> FreeLine:
    return read_free_line(0, text)


@given(people, people, st.sampled_from(BEFORE), signs, st.sampled_from(AFTER))
def test_a_pair_is_the_same_in_any_dress(
    first: str, second: str, before: str, sign: str, after: str
) -> None:
    line = read(f"{before}{first}{sign}{second}{after}")
    assert line.players == (first, second)
    assert (line.club, line.name, line.substitutes, line.doubts) == ("", "", (), ())


@given(
    people,
    people,
    signs,
    st.sampled_from((" (Valls)", " [Valls]", " — Valls", ", Valls", " - Valls", " club: Valls")),
    st.sampled_from(("", " sub.: {}", " suplent: {}", " (substitut: {})", ", reserva: {}")),
    st.sampled_from(AFTER),
)
def test_its_club_and_its_substitute_too(
    first: str, second: str, sign: str, club: str, substitute: str, after: str
) -> None:
    line = read(f"{first}{sign}{second}{club}{substitute.format('Nil Camps')}{after}")
    assert line.players == (first, second)
    assert line.club == "Valls"
    assert line.substitutes == (("Nil Camps",) if substitute else ())
    assert line.doubts == ()


KNOWN = re.compile(
    r"[\w.+-]+@[\w.-]+|\d+ ?(?:€|euros?)|(?:\+34 )?\b(?:\d{3}|9\d \d)(?: ?\d){6}\b|\btel\b"
    r"|\bpaga(?:t|do)\b"
)
JOINING = {"i", "y", "e", "amb", "con", "and", "sub", "suplent", "reserva", "club", "with"}
pieces = st.sampled_from(
    (
        *GIVEN, *SURNAMES, *SIGNS, *WORDS, *AFTER, "Valls", "(Valls)", "[", ")", "(", "Xop", "23",
        "sub: ", "suplent ", "reserva: ", "club: ", "parella", "Grup B", "14/11/2026", "10h", ",",
        ":", "!", "?", "falta parella", "~", '"Pep"', '"Puig, Anna"', "2026", "tard", "arribem",
    )
)  # fmt: skip


def letters(text: str) -> list[str]:
    return sorted(word.lower() for word in re.findall(r"\w+", text))


@given(st.lists(pieces, min_size=1, max_size=9).map(" ".join))
@example("Anna  /   93 555 12 12 Anna")
@example("parella  600 123 456 Anna  /  Anna")
@example("Anna  /  Anna [ (Valls)")
@example("Anna  /  Anna [ (Valls) Xop")
def test_nothing_is_lost_without_a_doubt(text: str) -> None:
    line = read(text)
    if line.doubts or not line.players or not all(line.players) or len(line.players) < 2:
        return  # somebody looks at it, or it is shown as no pair
    kept = " ".join((*line.players, line.club, line.name, *line.substitutes))
    left = letters(KNOWN.sub(" ", text))
    for word in letters(kept):
        if word in left:
            left.remove(word)
    if line.number is not None and left and left[0].isdigit():
        assert int(left.pop(0)) == line.number
    club = letters(line.club)
    assert [word for word in left if word not in JOINING and word not in club] == []


@pytest.mark.parametrize("before", ["", "parella ", "(", "núm. "])
def test_a_telephone_number_is_no_pairs_number(before: str) -> None:
    line = read(f"{before}600 123 456 Anna / Pere")
    assert line.number is None
    assert not any(map(str.isdigit, "".join(line.players)))


@given(st.text(alphabet=string.printable + "àçñ·•–—ªº✓🃏\u200e\u0301", max_size=120))
def test_no_line_breaks_it(text: str) -> None:
    line = read(text)
    assert all(part == part.strip() for part in (*line.players, line.club, *line.substitutes))


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Parella nº 3: Anna Puig – Pere Roca", ("Anna Puig", "Pere Roca")),
        ("Anna Puig, i Pere Roca", ("Anna Puig", "Pere Roca")),
        ("El Pere i la Maria", ("El Pere", "la Maria")),
        ("@Anna i @Pere", ("Anna", "Pere")),
        ("Anna Puig <anna@example.org> i Pere Roca", ("Anna Puig", "Pere Roca")),
        ("Pere Roca - pendent", ("Pere Roca",)),
        ("Pere Roca i company per confirmar", ("Pere Roca",)),
        ("1 Anna 2 i Pere", ("Anna 2", "Pere")),
    ],
)
def test_players_are_found_without_a_doubt(text: str, players: tuple[str, ...]) -> None:
    line = read(text)
    assert line.players == players
    assert line.doubts == ()


@pytest.mark.parametrize(
    ("text", "players", "otherwise"),
    [
        ("Joan Vidal i Roca", ("Joan Vidal", "Roca"), "Joan Vidal i Roca"),
        ("Joan Vidal y Martí", ("Joan Vidal", "Martí"), "Joan Vidal y Martí"),
        ("Anna Mas i Pla - Valls", ("Anna Mas i Pla", "Valls"), "Anna Mas / Pla (Valls)"),
    ],
)
def test_where_it_could_be_either_both_readings_are_offered(
    text: str, players: tuple[str, ...], otherwise: str
) -> None:
    line = read(text)
    assert line.players == players
    (doubt,) = line.doubts
    labels = [proposal.label for proposal in doubt.proposals]
    assert labels == [" / ".join(players), otherwise]


@pytest.mark.parametrize(
    "text",
    ["Parelles inscrites:", "Campionat d'hivern 2026", "GRUP A", "Dissabte 14 de novembre", "Hola!",
     "Nom i cognoms", "Jugador 1 / Jugador 2", "Total: 12 parelles", "-----", "600 123 456", "8.",
     "Us esperem a les 10h!", "Penya Xaloc", "✅✅✅", "Bon dia a tothom,", "Inscripció: 20 €"],
)  # fmt: skip
def test_a_title_is_no_pair(text: str) -> None:
    assert read(text).players == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("~Anna Roca i Pere Mas~", "This line is struck out."),
        ("Anna Roca i Pere Mas (falta parella)", "It says that a partner is missing."),
        ("Anna Roca / Pere Mas / Valls", "“Valls” was taken for the club."),
        ("Club Reus: Anna Roca i Pere Mas", "“Club Reus” was taken for the club."),
        ("Anna Roca i Pere Mas a les 18:30", "“18:30” is not used."),
        ("Anna Roca i Pere Mas arriben tard", "Is all of “Pere Mas arriben tard” a name?"),
        ("Parella Anna Roca i Pere Mas", "“Parella” is not used."),
    ],
)
def test_what_is_not_sure_is_said(text: str, said: str) -> None:
    assert said in [doubt.message for doubt in read(text).doubts]
