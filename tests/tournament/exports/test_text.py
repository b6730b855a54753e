"""Text that fits: nothing is lost, nothing is wider than asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.exports.samples import LONG_NAME
from tournament.exports.pdf.ink import BOLD, REGULAR, font
from tournament.exports.pdf.text import fit, printable, text_width

LETTERS = st.characters(min_codepoint=32, max_codepoint=0x24F)


@given(st.text(LETTERS, max_size=150), st.floats(20, 400), st.floats(6, 18))
def test_fitted_text_is_whole_and_no_wider_than_asked(text: str, width: float, size: float) -> None:
    fitted = fit(text, width, size)

    kept = "".join("".join(fitted.lines).split())
    assert kept == "".join(printable(text).split())
    for line in fitted.lines:
        assert text_width(line, fitted.font, fitted.size) <= width + 0.01 or len(line) == 1


def test_short_text_keeps_its_size() -> None:
    assert fit("Pere", 100, 9).size == 9


def test_text_a_little_too_wide_shrinks_and_stays_in_one_line() -> None:
    width = text_width("Pere Vilà", REGULAR, 10) * 0.95

    fitted = fit("Pere Vilà", width, 10)

    assert fitted.lines == ("Pere Vilà",)
    assert 9.2 <= fitted.size < 10


def test_a_pair_is_broken_between_its_names() -> None:
    width = text_width("Montserrat Puigdomènech –", REGULAR, 10) + 1

    assert fit("Montserrat Puigdomènech – Pere Vilà", width, 10).lines == (
        "Montserrat Puigdomènech –",
        "Pere Vilà",
    )


def test_no_line_begins_with_the_dash_between_names() -> None:
    for width in range(60, 260, 5):
        lines = fit("Maria Montserrat Anunciació – Josep Lluís Bonaventura", width, 10).lines
        assert not [line for line in lines if line.startswith("–")]


def test_hard_spaces_keep_together_what_they_join() -> None:
    text = "hands 20 · rule-breaks\N{NO-BREAK SPACE}0"
    lines = fit(text, text_width("hands 20 · rule-br", REGULAR, 9), 9).lines
    assert lines == ("hands 20 ·", "rule-breaks\N{NO-BREAK SPACE}0")


def test_a_word_wider_than_the_column_is_broken() -> None:
    fitted = fit("x" * 60, 50, 10)

    assert len(fitted.lines) > 1
    assert "".join(fitted.lines) == "x" * 60


def test_control_characters_become_spaces_and_accents_join_their_letters() -> None:
    assert printable("a\x00b\nc") == "a b c"
    assert printable("e\u0301") == "é"


@pytest.mark.parametrize("font_name", [REGULAR, BOLD])
def test_every_letter_of_catalan_has_a_drawing(font_name: str) -> None:
    drawn = font(font_name).face.charToGlyph
    for letter in "abcçdeéèfghiíïjklmnñoóòpqrstuúüvwxyzàÀÇÈÉÍÏÒÓÚÜ·–−“”’…=<>&" + LONG_NAME:
        assert ord(letter) in drawn, letter
