"""Checking one hand by its secret."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.dealing.deal_check import CheckStep, failed_step
from scoring.dealing.deal_set import commitment, deal_hashes, deal_secret
from scoring.errors import KeyFormatError

keys = st.binary(min_size=32, max_size=32)


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
