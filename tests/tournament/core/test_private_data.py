"""Telephone numbers, addresses, identity numbers and brackets in names."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tournament.accounts.services import create_account
from tournament.core.actor import AT_THE_TERMINAL, Actor
from tournament.core.errors import UserError
from tournament.core.names import clean_public_name
from tournament.core.private_data import MOST_FIGURES, Private, figures_in, private_in, take_out

SEPARATORS = st.sampled_from(["", " ", ".", "-", " - ", "/", "\u00a0", "\u200b"])


@st.composite
def telephones(draw: st.DrawFn) -> str:
    figures = draw(st.text("0123456789", min_size=9, max_size=12))
    between = draw(SEPARATORS)
    size = draw(st.integers(1, 3))
    groups = [figures[at : at + size] for at in range(0, len(figures), size)]
    return draw(st.sampled_from(["", "+34 ", "0034", "tel. ", "(+34) "])) + between.join(groups)


@st.composite
def identities(draw: st.DrawFn) -> str:
    first = draw(st.sampled_from(["", "X", "Y-", "z "]))
    figures = draw(st.text("0123456789", min_size=8 - bool(first), max_size=8 - bool(first)))
    if draw(st.booleans()):
        figures = f"{figures[:-6]}.{figures[-6:-3]}.{figures[-3:]}"
    between = draw(st.sampled_from(["", " ", "-", ". "]))
    return first + figures + between + draw(st.sampled_from("TRWAGM"))


ADDRESSES = st.from_regex(r"[a-z0-9._+-]{1,12}@[a-z]{1,8}\.(cat|com)", fullmatch=True)
PRIVATE = st.one_of(telephones(), identities(), ADDRESSES)
NAMES = st.sampled_from(["Anna Puig", "Àngel·la Roca", "Pere d'Ors i Mas", "Els 4 Gats", ""])
LINES = st.tuples(NAMES, PRIVATE, st.sampled_from([" ", ", ", " (", ""]), NAMES)


@given(LINES)
@settings(max_examples=examples(300))
def test_nothing_private_is_left_in_what_can_be_stored(line: tuple[str, str, str, str]) -> None:
    before, private, between, after = line
    text = f"{before}{between}{private} {after}"
    assert private_in(text)
    left = take_out(text)
    assert left.taken
    assert "@" not in left.text
    if not private_in(left.text):  # else it is refused
        assert figures_in(left.text) <= MOST_FIGURES
    assert take_out(left.text).taken == ()
    with pytest.raises(UserError) as caught:
        clean_public_name(text, max_length=200)
    assert not any(one.isdigit() or one == "@" for one in str(caught.value))


@given(st.text(max_size=60))
@settings(max_examples=examples(300))
def test_a_name_without_figures_signs_and_brackets_is_unchanged(text: str) -> None:
    name = "".join(
        one
        for one in text
        if figures_in(one) == 0 and unicodedata.normalize("NFKC", one) not in "@()[]{}"
    )
    assert take_out(name).text == name
    assert private_in(name) == ()


@given(st.text("0123456789@()[]{} .-+abXZ,\n", max_size=60))
@settings(max_examples=examples(300))
def test_taking_out_ends_and_leaves_nothing_to_take_out(text: str) -> None:
    left = take_out(text)
    assert take_out(left.text).text == left.text
    assert not set(left.text) & set("@()[]{}")


@pytest.mark.parametrize(
    "name",
    [
        *("Joan Pau II", "Maria del Mar", "Àngel·la", "O'Neill", "d'Ors", "x" * 60, "Mª Àngels"),
        *("Els 4 Gats", "Penya 1714", "Parella 12", "Josep M. Ⅱ", "Puig, Anna", "李 小龙"),
    ],
)
def test_names_stay(name: str) -> None:
    assert clean_public_name(name, max_length=60) == name


@pytest.mark.parametrize(
    ("text", "left", "taken", "asides"),
    [
        ("Anna Puig 600 11 22 33", "Anna Puig", {Private.PHONE}, ()),
        ("Anna tel. 93 804 11 22, Valls", "Anna , Valls", {Private.PHONE}, ()),
        ("(+34) 600-112-233 Anna", "Anna", {Private.PHONE}, ()),
        ("0033 6 12 34 56 78 Lluc", "Lluc", {Private.PHONE}, ()),
        ("６００１１２２３３ Anna", "Anna", {Private.PHONE}, ()),
        ("600\u200b112233 Anna", "Anna", {Private.PHONE}, ()),
        ("Pere Mas 12345678Z", "Pere Mas", {Private.IDENTITY}, ()),
        ("Pere Mas 12.345.678-z", "Pere Mas", {Private.IDENTITY}, ()),
        ("X-1234567-L Pere", "Pere", {Private.IDENTITY}, ()),
        ("Pere AAB123456", "Pere", {Private.IDENTITY}, ()),
        ("Pere 12345678 y Anna", "Pere y Anna", {Private.NUMBER}, ()),
        ("oriol@exemple.cat", "", {Private.ADDRESS}, ()),
        ("Anna @anna_p", "Anna", {Private.ADDRESS}, ()),
        ("Anna anna ＠ x.cat", "Anna", {Private.ADDRESS}, ()),
        ("Anna (pagat)", "Anna", {Private.BRACKETS}, ("pagat",)),
        ("[suplent] Pere", "Pere", {Private.BRACKETS}, ("suplent",)),
        ("Anna (Reus, 600112233", "Anna", {Private.BRACKETS, Private.PHONE}, ("Reus",)),
        ("Anna Puig\n600112233\nPere", "Anna Puig\n\nPere", {Private.PHONE}, ()),
    ],
)
def test_what_is_taken_out(
    text: str, left: str, taken: set[Private], asides: tuple[str, ...]
) -> None:
    cleaned = take_out(text)
    assert (cleaned.text, set(cleaned.taken), cleaned.asides) == (left, taken, asides)


def test_a_number_in_pieces_is_no_name_either() -> None:
    assert private_in("600 Anna 112 Puig 233") == (Private.NUMBER,)


@pytest.mark.django_db
def test_accounts_have_no_private_names() -> None:
    with pytest.raises(UserError) as caught:
        create_account(actor=AT_THE_TERMINAL, username="anna", full_name="Anna 600 11 22 33")
    assert caught.value.field == "full_name"
    with pytest.raises(UserError) as caught:
        create_account(actor=AT_THE_TERMINAL, username="600112233", full_name="")
    assert caught.value.field == "username"
    user, _password = create_account(
        actor=AT_THE_TERMINAL, username="anna@exemple.cat", full_name=""
    )
    assert Actor.of_user(user).public_name == "referee"
