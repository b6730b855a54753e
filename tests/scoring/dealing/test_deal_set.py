import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.dealing.deal_set import (
    LAST_INDEX,
    CheckStep,
    commitment,
    deal_hash,
    deal_hashes,
    deal_number,
    deal_secret,
    dealing_steps,
    failed_step,
    make_deal,
    normalise_salt,
    number_from_secret,
    parse_key,
)
from scoring.errors import DealError, KeyFormatError, SaltError
from scoring.game.deals import N_DEALS, hand_text
from scoring.game.seats import Seat

KEY = bytes(range(32))


SECRET = "ebc27a8288a2de8f0be0f55761ad78c8ad9ce12a38f9039c24ef4251a04b63a2"
keys = st.binary(min_size=32, max_size=32)


def secret_by_the_description(key: bytes, index: int) -> bytes:
    """The published description, followed word for word, as in the next three."""
    message = b"botifarra-deal-secret-v2" + b"\0" + key + index.to_bytes(4, "big")
    return hashlib.shake_256(message).digest(32)


def hash_by_the_description(key: bytes, index: int) -> bytes:
    secret = secret_by_the_description(key, index)
    return hashlib.sha256(b"botifarra-deal-hash-v2" + b"\0" + secret).digest()


def commitment_by_the_description(key: bytes, deals: int) -> str:
    message = b"botifarra-commit-v2" + b"\0" + deals.to_bytes(4, "big")
    for index in range(1, deals + 1):
        message += hash_by_the_description(key, index)
    return hashlib.sha256(message).hexdigest()


def number_by_the_description(key: bytes, salt: bytes, index: int) -> int:
    secret = secret_by_the_description(key, index)
    message = b"botifarra-deal-v2" + b"\0" + secret + hashlib.sha256(salt).digest()
    stream = hashlib.shake_256(message + index.to_bytes(4, "big")).digest(11 * 500)
    blocks = (stream[at : at + 11] for at in range(0, len(stream), 11))
    return next(n for n in (int.from_bytes(block, "big") for block in blocks) if n < N_DEALS)


def test_published_vector() -> None:
    assert deal_secret(KEY, 1).hex() == SECRET
    assert (
        deal_hash(bytes.fromhex(SECRET)).hex()
        == "bb19fdb88eb23fcd99774bb8f1062e0b6639794cdbbddd902aab47cfa17ca923"
    )
    assert (
        commitment(deal_hashes(KEY, 44))
        == "28272b3894ffcac842b7877f12077902f91e398ad8be2f0adaa196f10bf68e89"
    )
    assert deal_number(KEY, "Grossa 12345", 1) == 50896676318577594181525166
    assert hand_text(make_deal(KEY, "Grossa 12345", 1).hand(Seat.N)) == "97.S83.C864.CS6"


@given(keys, st.integers(1, LAST_INDEX))
def test_every_secret_and_its_hash_follow_the_description(key: bytes, index: int) -> None:
    secret = deal_secret(key, index)
    assert secret == secret_by_the_description(key, index)
    assert deal_hash(secret) == hash_by_the_description(key, index)


@given(keys, st.integers(1, 60))
def test_every_commitment_follows_the_description(key: bytes, deals: int) -> None:
    hashes = deal_hashes(key, deals)
    assert hashes == tuple(hash_by_the_description(key, i) for i in range(1, deals + 1))
    assert commitment(hashes) == commitment_by_the_description(key, deals)


@given(keys, st.integers(2, 12), st.data())
def test_the_commitment_holds_every_hash_in_its_place_and_their_number(
    key: bytes, deals: int, data: st.DataObject
) -> None:
    hashes = list(deal_hashes(key, deals))
    promised = commitment(hashes)
    one = data.draw(st.integers(0, deals - 2))
    swapped = [*hashes[:one], hashes[one + 1], hashes[one], *hashes[one + 2 :]]
    changed = [*hashes[:one], bytes(32), *hashes[one + 1 :]]
    for other in (swapped, changed, hashes[:-1], [*hashes, hashes[0]]):
        assert commitment(other) != promised


@given(keys, st.integers(1, 12))
def test_a_longer_set_has_the_same_deals(key: bytes, deals: int) -> None:
    assert deal_hashes(key, deals + 5)[:deals] == deal_hashes(key, deals)


@given(
    keys,
    st.sampled_from(["", "a", "Grossa"]),
    st.integers(1, 2**32 - 1),
)
def test_every_number_follows_the_description(key: bytes, salt: str, index: int) -> None:
    assert deal_number(key, salt, index) == number_by_the_description(key, salt.encode(), index)
    assert make_deal(key, salt, index).number == deal_number(key, salt, index)
    assert number_from_secret(deal_secret(key, index), salt, index) == deal_number(key, salt, index)


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
    steps = dealing_steps(deal_secret(KEY, index), " salt ", index)
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
    index = next(
        i for i in range(1, 200) if len(dealing_steps(deal_secret(KEY, i), "", i).blocks) > 100
    )
    steps = dealing_steps(deal_secret(KEY, index), "", index)
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
    for refused in (
        lambda: deal_secret(bytes(31), 1),
        lambda: deal_hash(bytes(33)),
        lambda: commitment([bytes(32), bytes(31)]),
        lambda: deal_number(bytes(33), "", 1),
        lambda: number_from_secret(b"", "", 1),
    ):
        with pytest.raises(KeyFormatError):
            refused()


@pytest.mark.parametrize("index", [0, -1, 2**32])
def test_index_must_fit_in_four_bytes_and_counts_from_one(index: int) -> None:
    for refused in (
        lambda: deal_number(KEY, "", index),
        lambda: deal_secret(KEY, index),
        lambda: number_from_secret(KEY, "", index),
    ):
        with pytest.raises(DealError):
            refused()


@pytest.mark.parametrize("deals", [0, -1, 2**32])
def test_a_set_has_at_least_one_deal_and_as_many_as_four_bytes_count(deals: int) -> None:
    with pytest.raises(DealError):
        deal_hashes(KEY, deals)
    with pytest.raises(DealError):
        commitment([])


@given(keys, st.integers(1, 30), st.data())
def test_every_secret_passes_at_its_own_place_and_nowhere_else(
    key: bytes, deals: int, data: st.DataObject
) -> None:
    hashes = deal_hashes(key, deals)
    promised = commitment(hashes)
    index = data.draw(st.integers(1, deals))
    for place in range(-1, deals + 3):
        step = failed_step(place, deal_secret(key, index), hashes, promised)
        assert step == (None if place == index else CheckStep.HASH_IN_LIST)


@given(keys, st.integers(1, 30), st.binary(min_size=32, max_size=32))
def test_another_list_does_not_give_the_commitment(key: bytes, deals: int, other: bytes) -> None:
    """A list into which the hash of a secret made up afterwards was put."""
    promised = commitment(deal_hashes(key, deals))
    hashes = [*deal_hashes(key, deals)[:-1], *deal_hashes(other, 1)]
    step = failed_step(deals, deal_secret(other, 1), hashes, promised)
    same = other == key and deals == 1
    assert step == (None if same else CheckStep.LIST_GIVES_COMMITMENT)


@given(keys)
def test_the_commitment_may_be_written_in_either_case(key: bytes) -> None:
    hashes = deal_hashes(key, 3)
    assert failed_step(2, deal_secret(key, 2), hashes, commitment(hashes).upper()) is None


def test_a_secret_of_another_length_is_refused() -> None:
    hashes = deal_hashes(bytes(32), 3)
    with pytest.raises(KeyFormatError):
        failed_step(1, bytes(31), hashes, commitment(hashes))
