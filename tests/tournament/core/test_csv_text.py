"""Tables for spreadsheets: read back as they were written, and never as formulas."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.core.csv_text import Row, csv_chunks


def read(content: bytes) -> list[list[str]]:
    """As a spreadsheet reads it: the mark says UTF-8, the semicolon separates."""
    text = content.decode("utf-8-sig")
    return list(csv.reader(StringIO(text, newline=""), delimiter=";"))


def written(*rows: Row) -> bytes:
    return b"".join(csv_chunks(rows))


def test_it_begins_with_the_mark_and_separates_by_semicolons() -> None:
    content = written(["Núm.", "Qui"], [1, "Àngels; Marçal"])
    assert content == '\ufeffNúm.;Qui\r\n1;"Àngels; Marçal"\r\n'.encode()


@pytest.mark.parametrize("text", ["=1+1", "+34", "-16", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_text_like_a_formula_stays_a_text(text: str) -> None:
    assert read(written([text])) == [[f"'{text}"]]


def test_numbers_stay_numbers_and_nothing_stays_nothing() -> None:
    assert read(written([-16, 0, None, ""])) == [["-16", "0", "", ""]]


def test_decimals_have_a_comma_and_no_sign_that_makes_them_a_text() -> None:
    cells = [Decimal("1.50"), Decimal("-0.250000000"), Decimal("100.00"), Decimal(100)]
    assert read(written(cells)) == [["1,5", "-0,25", "100", "100"]]


@pytest.mark.parametrize("text", ["1=1", "a-b", "'x", " =1", '"', "a\nb", "a;b", "Núria"])
def test_other_texts_are_left_alone(text: str) -> None:
    assert read(written([text, "x"])) == [[text, "x"]]


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")) | st.integers(), min_size=1)))
def test_whatever_is_written_is_read_back(rows: list[list[str | int]]) -> None:
    found = read(written(*rows))
    plain = [[one.removeprefix("'") for one in row] for row in found]
    expected = [[str(one).removeprefix("'") for one in row] for row in rows]
    assert [row or [""] for row in plain] == [row or [""] for row in expected]
    assert not [
        one
        for row, typed in zip(found, rows)
        for one, was in zip(row, typed)
        if isinstance(was, str) and one.startswith(("=", "+", "-", "@", "\t", "\r"))
    ]


def test_a_long_table_comes_in_parts() -> None:
    taken = 0

    def rows() -> Iterator[Row]:
        nonlocal taken
        for number in range(10_000):
            taken += 1
            yield [number]

    chunks = csv_chunks(rows())
    next(chunks)
    assert taken == 0
    first = next(chunks)
    assert 0 < taken < 1000
    assert len(read(first + b"".join(chunks))) == taken == 10_000
