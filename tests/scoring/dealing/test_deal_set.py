import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.dealing.deal_set import (
    commitment,
    deal_number,
    dealing_steps,
    make_deal,
    normalise_salt,
    parse_key,
)
from scoring.errors import DealError, KeyFormatError, SaltError
from scoring.game.deals import N_DEALS, hand_text
from scoring.game.seats import Seat

KEY = bytes(range(32))


def number_by_the_description(key: bytes, salt: bytes, index: int) -> int:
    """The published description, followed word for word."""
    message = b"botifarra-deal-v1" + b"\0" + key + hashlib.sha256(salt).digest()
    stream = hashlib.shake_256(message + index.to_bytes(4, "big")).digest(11 * 500)
    blocks = (stream[at : at + 11] for at in range(0, len(stream), 11))
    return next(n for n in (int.from_bytes(block, "big") for block in blocks) if n < N_DEALS)


def test_published_vector() -> None:
    assert deal_number(KEY, "Grossa 12345", 1) == 215295198174289640516452254
    assert hand_text(make_deal(KEY, "Grossa 12345", 1).hand(Seat.N)) == "C.C8532.9R7.S85"


@given(
    st.binary(min_size=32, max_size=32),
    st.sampled_from(["", "a", "Grossa"]),
    st.integers(1, 2**32 - 1),
)
def test_every_number_follows_the_description(key: bytes, salt: str, index: int) -> None:
    assert deal_number(key, salt, index) == number_by_the_description(key, salt.encode(), index)
    assert make_deal(key, salt, index).number == deal_number(key, salt, index)


def test_commitment_follows_the_description() -> None:
    assert commitment(KEY) == hashlib.sha256(b"botifarra-commit-v1\0" + KEY).hexdigest()


def test_key_salt_and_index_all_change_the_deal() -> None:
    other_key = bytes(31) + b"\1"
    numbers = {
        deal_number(key, salt, index)
        for key in (KEY, other_key)
        for salt in ("", "a")
        for index in (1, 2)
    }
    assert len(numbers) == 8


@pytest.mark.parametrize("salt", ["  Sal\u00f3 7 ", "Salo\u0301 7", "\tSalo\u0301 7\n"])
def test_salt_is_normalised_to_nfc_and_trimmed(salt: str) -> None:
    assert normalise_salt(salt) == "Sal\u00f3 7"
    expected = number_by_the_description(KEY, "Sal\u00f3 7".encode(), 3)
    assert deal_number(KEY, salt, 3) == expected


def test_salt_that_is_no_text_is_refused() -> None:
    with pytest.raises(SaltError):
        deal_number(KEY, "\udce9", 1)


@given(st.integers(1, 10_000))
def test_steps_lead_to_the_number(index: int) -> None:
    steps = dealing_steps(KEY, " salt ", index)
    assert steps.number == deal_number(KEY, "salt", index)
    assert (steps.salt, steps.salt_hash) == ("salt", hashlib.sha256(b"salt").hexdigest())
    stream = hashlib.shake_256(bytes.fromhex(steps.message)).hexdigest(11 * len(steps.blocks))
    assert stream == "".join(block.hex for block in steps.blocks)
    assert [block.value for block in steps.blocks] == [int(block.hex, 16) for block in steps.blocks]
    assert [block.accepted for block in steps.blocks[:-1]] == [False] * (len(steps.blocks) - 1)
    assert all(block.accepted == (block.value < N_DEALS) for block in steps.blocks)


def test_blocks_go_on_beyond_the_first_squeeze(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bound that hardly any block is below, reading continues in the same stream."""
    bound = 1 << 79
    monkeypatch.setattr("scoring.dealing.deal_set.N_DEALS", bound)
    index = next(i for i in range(1, 200) if len(dealing_steps(KEY, "", i).blocks) > 100)
    steps = dealing_steps(KEY, "", index)
    stream = hashlib.shake_256(bytes.fromhex(steps.message)).hexdigest(11 * len(steps.blocks))
    assert stream == "".join(block.hex for block in steps.blocks)
    assert steps.number == deal_number(KEY, "", index) < bound


def test_key_is_64_hex_digits_of_either_case() -> None:
    assert parse_key(KEY.hex()) == parse_key(KEY.hex().upper()) == KEY


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "g" * 64, " " + "0" * 63, "0" * 64 + "\n", "\u0660" * 64]
)
def test_text_that_is_no_key_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(KeyFormatError) as caught:
        parse_key(text)
    assert caught.value.length == len(text)
    assert not text or text not in str(caught.value)


def test_key_of_other_than_32_bytes_is_refused() -> None:
    with pytest.raises(KeyFormatError):
        commitment(bytes(31))
    with pytest.raises(KeyFormatError):
        deal_number(bytes(33), "", 1)


@pytest.mark.parametrize("index", [0, -1, 2**32])
def test_index_must_fit_in_four_bytes_and_counts_from_one(index: int) -> None:
    with pytest.raises(DealError):
        deal_number(KEY, "", index)
