"""Deals that anyone can check, one by one: a secret key, a public salt, a commitment between.

A deal set is a key and D deals, numbered from 1. Each deal has a secret of its own, which follows
from the key but tells nothing of it or of another secret. Before round 1 the organiser publishes
the hashes of all D secrets and the commitment to that list. The salt is something public that
nobody controls and that is fixed only after that, such as a lottery draw of the day. When a round
closes, the secrets of its deals are published, and everybody can check those hands
(`failed_step`). When the championship ends the key is published, which gives all the others. With a
salt the organiser couldn't choose the hands; without one it is only certain that none was changed.

    secret(i)  = the first 32 bytes of SHAKE-256( "botifarra-deal-secret-v2" ‖ 0x00 ‖ key ‖ i )
    hash(i)    = SHA-256( "botifarra-deal-hash-v2" ‖ 0x00 ‖ secret(i) )
    commitment = SHA-256( "botifarra-commit-v2" ‖ 0x00 ‖ D ‖ hash(1) ‖ … ‖ hash(D) ), in hex
    stream(i)  = SHAKE-256( "botifarra-deal-v2" ‖ 0x00 ‖ secret(i) ‖ SHA-256(salt) ‖ i )

Key, secrets and hashes are 32 bytes, D and i 4 bytes big-endian, the salt's hash its 32 raw bytes;
the salt is NFC-normalised, trimmed and written in UTF-8, and may be empty. The stream is read in
blocks of 11 bytes as big-endian integers, and the first that is below N_DEALS is the deal's number.
Skipping the others makes every deal exactly as likely as any other.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256, shake_256

from scoring.errors import DealError, DealFault, KeyFormatError, SaltError
from scoring.game.deals import N_DEALS, Deal

KEY_BYTES = 32
"""Bytes of a key, and of a secret and a hash."""
BLOCK_BYTES = 11
LAST_INDEX = 2**32 - 1
"""The largest deal index that four bytes hold, and the most deals of a set."""

SECRET_PREFIX = b"botifarra-deal-secret-v2\x00"
HASH_PREFIX = b"botifarra-deal-hash-v2\x00"
COMMIT_PREFIX = b"botifarra-commit-v2\x00"
DEAL_PREFIX = b"botifarra-deal-v2\x00"
"""Prefixes of hashes, so that none of them can stand for another."""

_HEX_KEY = re.compile(rf"[0-9a-fA-F]{{{2 * KEY_BYTES}}}")


def parse_key(hex_text: str) -> bytes:
    """Return a key, secret or hash written as exactly 64 hex digits of either case.

    Raises `KeyFormatError`.
    """
    if not _HEX_KEY.fullmatch(hex_text):
        raise KeyFormatError(f"a key is {2 * KEY_BYTES} hex digits", length=len(hex_text))
    return bytes.fromhex(hex_text)


def normalise_salt(text: str) -> str:
    """Return `text` as it is hashed: in Unicode's form NFC, without white space at its ends.

    Raises `SaltError` for text with half a surrogate pair, which UTF-8 can't write.
    """
    salt = unicodedata.normalize("NFC", text).strip()
    try:
        salt.encode()
    except UnicodeEncodeError:
        raise SaltError("a salt is text that UTF-8 can write", text=text) from None
    return salt


def deal_secret(key: bytes, index: int) -> bytes:
    """Return the 32 bytes from which deal `index`, from 1, follows. Raises `KeyFormatError`,
    `DealError`.

    Whoever has it and the salt has the hand, and nothing of any other hand.
    """
    return shake_256(SECRET_PREFIX + _checked(key) + _four_bytes(index)).digest(KEY_BYTES)


def deal_hash(secret: bytes) -> bytes:
    """Return the list's hash of a deal, by its secret. Raises `KeyFormatError`."""
    return sha256(HASH_PREFIX + _checked(secret)).digest()


def deal_hashes(key: bytes, deals: int) -> tuple[bytes, ...]:
    """Return the hashes of a set of `deals` deals. Raises `KeyFormatError`, `DealError`."""
    _four_bytes(deals)
    return tuple(deal_hash(deal_secret(key, index)) for index in range(1, deals + 1))


def commitment(hashes: Sequence[bytes]) -> str:
    """Return the commitment to the list of all hashes, 64 lower-case hex digits.

    Raises `KeyFormatError` for a hash that is not 32 bytes, `DealError` for an empty list.
    """
    return sha256(
        COMMIT_PREFIX + _four_bytes(len(hashes)) + b"".join(map(_checked, hashes))
    ).hexdigest()


def number_from_secret(secret: bytes, salt: str, index: int) -> int:
    """Return the number of deal `index`. Raises `KeyFormatError`, `SaltError`, `DealError`."""
    numbers = (int.from_bytes(block, "big") for block in _blocks(_message(secret, salt, index)))
    return next(number for number in numbers if number < N_DEALS)


def deal_number(key: bytes, salt: str, index: int) -> int:
    """Return the number of deal `index` by its set's key. Raises as `number_from_secret`."""
    return number_from_secret(deal_secret(key, index), salt, index)


def make_deal(key: bytes, salt: str, index: int) -> Deal:
    """Deal `index`, from 1. Raises `KeyFormatError`, `SaltError` and `DealError`."""
    return Deal(deal_number(key, salt, index))


@dataclass(frozen=True, slots=True)
class Block:
    """One block of the stream: its 22 hex digits, its value, whether that is below N_DEALS."""

    hex: str
    value: int
    accepted: bool


@dataclass(frozen=True, slots=True)
class DealingSteps:
    """Every step from secret and salt to a deal's number, to be shown once the secret is public.

    `salt` is as hashed and `salt_hash` the hash in hex; `message` is what SHAKE-256 is fed, in
    hex; `blocks` are the blocks read, of which only the last is accepted.
    """

    index: int
    salt: str
    salt_hash: str
    message: str
    blocks: tuple[Block, ...]

    @property
    def number(self) -> int:
        return self.blocks[-1].value


def dealing_steps(secret: bytes, salt: str, index: int) -> DealingSteps:
    """Return the way of `number_from_secret` to its answer. Raises the same errors."""
    message = _message(secret, salt, index)
    blocks: list[Block] = []
    for raw in _blocks(message):
        value = int.from_bytes(raw, "big")
        blocks.append(Block(raw.hex(), value, value < N_DEALS))
        if blocks[-1].accepted:
            break
    salt_hash = _salt_hash(salt).hex()
    return DealingSteps(index, normalise_salt(salt), salt_hash, message.hex(), tuple(blocks))


def _message(secret: bytes, salt: str, index: int) -> bytes:
    return DEAL_PREFIX + _checked(secret) + _salt_hash(salt) + _four_bytes(index)


def _four_bytes(index: int) -> bytes:
    if not 1 <= index <= LAST_INDEX:
        raise DealError(
            f"deals count from 1 to {LAST_INDEX}", fault=DealFault.INDEX, where=str(index)
        )
    return index.to_bytes(4, "big")


def _checked(key: bytes) -> bytes:
    """Return a key, secret or hash of the right length. Raises `KeyFormatError`."""
    if len(key) != KEY_BYTES:
        raise KeyFormatError(f"a key is {KEY_BYTES} bytes", length=len(key))
    return key


@lru_cache(
    maxsize=64
)  # A batch of deals shares its salt. Keys and secrets are never kept like this.
def _salt_hash(salt: str) -> bytes:
    return sha256(normalise_salt(salt).encode()).digest()


def _blocks(message: bytes) -> Iterator[bytes]:
    """Yield the stream in blocks, without end."""
    stream = shake_256(message)
    start, size = 0, 12 * BLOCK_BYTES  # As much as SHAKE-256 squeezes out at once.
    while True:
        # `digest` begins anew each time, so a longer one continues what was read.
        data = stream.digest(size)
        for at in range(start, size, BLOCK_BYTES):
            yield data[at : at + BLOCK_BYTES]
        start, size = size, 2 * size


class CheckStep(StrEnum):
    """The steps that can fail, in their order."""

    HASH_IN_LIST = "hash-in-list"
    """The hash of the secret is at the deal's place in the list."""
    LIST_GIVES_COMMITMENT = "list-gives-commitment"


def failed_step(
    index: int, secret: bytes, hashes: Sequence[bytes], promised: str
) -> CheckStep | None:
    """Return the first step that fails for deal `index`, from 1; None where both are right.

    `promised` is the commitment, in hex digits of either case. An index that the list doesn't have
    fails the first step. Raises `KeyFormatError` for a secret or a hash that is not 32 bytes.
    """
    if not 1 <= index <= len(hashes) or hashes[index - 1] != deal_hash(secret):
        return CheckStep.HASH_IN_LIST
    if commitment(hashes) != promised.lower():
        return CheckStep.LIST_GIVES_COMMITMENT
    return None
