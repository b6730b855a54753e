"""Checking one hand by what is public: the list of hashes, the commitment, its secret, the salt.

Three steps, of which the last always gives a hand, to be compared with the one that was played:

    1. hash(secret) stands in the list, at the deal's place
    2. the list gives the commitment that was published before round 1
    3. secret and salt give the hand
"""

from collections.abc import Sequence
from enum import StrEnum

from scoring.dealing.deal_set import commitment, deal_hash


class CheckStep(StrEnum):
    """The steps that can fail, in their order."""

    HASH_IN_LIST = "hash-in-list"
    """The hash of the secret is at the deal's place in the list."""
    LIST_GIVES_COMMITMENT = "list-gives-commitment"


def failed_step(
    index: int, secret: bytes, hashes: Sequence[bytes], promised: str
) -> CheckStep | None:
    """The first step that fails for deal `index`, from 1; None where both are right.

    `promised` is the commitment, in hex digits of either case. An index that the list doesn't have
    fails the first step. Raises `KeyFormatError` for a secret or a hash that is not 32 bytes.
    """
    if not 1 <= index <= len(hashes) or hashes[index - 1] != deal_hash(secret):
        return CheckStep.HASH_IN_LIST
    if commitment(hashes) != promised.lower():
        return CheckStep.LIST_GIVES_COMMITMENT
    return None
