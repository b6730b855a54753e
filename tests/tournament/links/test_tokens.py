"""Tokens and codes: what stands in a link."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.factories import make_championship
from tournament.links.tokens import (
    Place,
    PlaceKind,
    code_of,
    is_token_of,
    read_code,
    secret_of,
    token_of,
)
from tournament.models import LinkSecret

SECRET = bytes(range(32))
PLACE = Place(PlaceKind.TABLE, 3, 1)
OTHERS = [
    (SECRET, 7, Place(PlaceKind.TABLE, 3, 2)),
    (SECRET, 7, Place(PlaceKind.TABLE, 4, 1)),
    (SECRET, 7, Place(PlaceKind.PAIR, 3, 1)),
    (SECRET, 8, PLACE),
    (SECRET[::-1], 7, PLACE),
]


def test_a_token_is_the_beginning_of_the_hmac_of_what_the_link_is_for() -> None:
    whole = hmac.new(SECRET, b"botifarra-link-v1 7 t 3 1", hashlib.sha256).digest()
    assert token_of(SECRET, 7, PLACE) == base64.urlsafe_b64encode(whole[:12]).decode()


@pytest.mark.parametrize("other", OTHERS)
def test_a_token_opens_nothing_else(other: tuple[bytes, int, Place]) -> None:
    assert is_token_of(token_of(SECRET, 7, PLACE), SECRET, 7, PLACE)
    assert not is_token_of(token_of(*other), SECRET, 7, PLACE)


@given(st.text(max_size=40))
def test_any_other_text_is_no_token(text: str) -> None:
    assert is_token_of(text, SECRET, 7, PLACE) == (text == token_of(SECRET, 7, PLACE))


@given(
    st.integers(1, 10**17), st.integers(1, 32767), st.sampled_from(PlaceKind), st.integers(1, 99)
)
def test_a_code_is_read_as_it_was_written(
    championship: int, number: int, kind: PlaceKind, link: int
) -> None:
    code = code_of(SECRET, championship, Place(kind, number, link))
    assert read_code(str(code)) == code


@given(st.text(max_size=40) | st.from_regex(r"[0-9٣²]*-[0-9٣²]*-[\w-]{0,20}", fullmatch=True))
def test_what_is_no_code_is_none(text: str) -> None:
    code = read_code(text)
    assert code is None or str(code) == text


@pytest.mark.django_db
def test_a_championship_has_its_secret_from_the_beginning_and_keeps_it() -> None:
    first, second = make_championship("One"), make_championship("Two")
    assert LinkSecret.objects.count() == 2
    assert secret_of(first) == secret_of(first) != secret_of(second)
    assert len(secret_of(first)) == 32


@pytest.mark.django_db
def test_one_that_has_none_gets_one_when_it_is_asked_for() -> None:
    championship = make_championship()
    LinkSecret.objects.all().delete()
    assert secret_of(championship) == secret_of(championship)
