"""The codes on the packs follow their published description, and no two are alike."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.dealing.deal_set import deal_hashes
from scoring.dealing.pack_codes import ALPHABET, MOST_DIFFERENT, check_codes
from scoring.errors import KeyFormatError, SaltError
from scoring.game.seats import Seat
from tests.examples import examples

KEY = bytes(range(32))
SALT = "Grossa 12345"


def codes_by_the_description(key: bytes, salt: bytes, count: int) -> list[str]:
    """The published description, followed word for word."""
    found: dict[str, None] = {}
    for one in deal_hashes(key, count // 4):
        message = b"botifarra-check-code-v2" + b"\0" + one + hashlib.sha256(salt).digest()
        stream = hashlib.shake_256(message).digest(500)
        letters = ["BCDFHJKLMPRSTWXYZ"[byte % 17] for byte in stream if byte != 255]
        codes = ["".join(letters[at : at + 3]) for at in range(0, len(letters) - 2, 3)]
        new = [code for code in dict.fromkeys(codes) if code not in found]
        found.update(dict.fromkeys(new[:4]))
    return list(found)


def codes_of(key: bytes, salt: str, deals: int) -> dict[tuple[int, Seat], str]:
    return check_codes(deal_hashes(key, deals), salt)


def test_published_vector() -> None:
    codes = codes_of(KEY, SALT, 2)
    assert list(codes) == [(deal, seat) for deal in (1, 2) for seat in Seat]
    assert list(codes.values()) == ["DFM", "TLK", "JSL", "PWH", "ZSR", "DXB", "LJH", "SCB"]


@settings(max_examples=examples(10))
@given(st.binary(min_size=32, max_size=32), st.sampled_from(["", "a", "Grossa"]))
def test_every_code_follows_the_description(key: bytes, salt: str) -> None:
    codes = codes_of(key, salt, 200)
    assert list(codes.values()) == codes_by_the_description(key, salt.encode(), 800)


def test_no_two_are_alike_in_a_championship_of_two_hundred_pairs() -> None:
    deals = 199 * 4
    codes = codes_of(KEY, "", deals)
    assert len(set(codes.values())) == len(codes) == deals * 4
    assert all(len(code) == 3 and set(code) <= set(ALPHABET) for code in codes.values())


def test_more_deals_change_nothing_about_those_before_them() -> None:
    few, many = codes_of(KEY, SALT, 12), codes_of(KEY, SALT, 400)
    assert few == {place: many[place] for place in few}


def test_another_key_or_another_salt_gives_other_codes() -> None:
    usual = list(codes_of(KEY, SALT, 44).values())
    for key, salt in ((KEY, ""), (KEY, "Grossa 12346"), (KEY[::-1], SALT)):
        other = list(codes_of(key, salt, 44).values())
        assert sum(one == two for one, two in zip(usual, other)) <= 2


def test_the_salt_is_normalised() -> None:
    assert codes_of(KEY, "Sal\u00f3", 3) == codes_of(KEY, " Salo\u0301 ", 3)


def test_when_all_have_been_used_they_are_used_again_with_none_twice_in_a_row_of_so_many() -> None:
    codes = list(codes_of(KEY, SALT, 2500).values())
    first, second = codes[:MOST_DIFFERENT], codes[MOST_DIFFERENT : 2 * MOST_DIFFERENT]
    assert set(first) == set(second)
    assert len(set(first)) == MOST_DIFFERENT == 4913
    assert first != second


def test_what_cannot_be_a_hash_or_a_salt_is_refused() -> None:
    with pytest.raises(KeyFormatError):
        check_codes([KEY, KEY[1:]], SALT)
    with pytest.raises(SaltError):
        check_codes([KEY], "\udce9")
