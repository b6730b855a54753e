"""Dealing that anyone can check: a secret key, a public salt, and a commitment between them.

Before round 1 the organiser publishes the commitment, which binds to the key without telling it.
The salt is something public that nobody controls and that is fixed only after that, such as a
lottery draw of the day. When the championship ends the key is published, and from key and salt
everybody can deal every hand again. With a salt the organiser couldn't choose the hands; without
one it is only certain that none was changed.

    commitment = SHA-256( "botifarra-commit-v1" ‖ 0x00 ‖ key ), in lower-case hex
    stream     = SHAKE-256( "botifarra-deal-v1" ‖ 0x00 ‖ key ‖ SHA-256(salt) ‖ index )

The key is 32 bytes, the salt's hash its 32 raw bytes, the index 4 bytes big-endian counting from 1;
the salt is NFC-normalised, trimmed and written in UTF-8, and may be empty. The stream is read in
blocks of 11 bytes as big-endian integers, and the first that is below N_DEALS is the deal's number.
Skipping the others makes every deal exactly as likely as any other.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256, shake_256

from scoring.errors import DealError, DealFault, KeyFormatError, SaltError
from scoring.game.deals import N_DEALS, Deal

KEY_BYTES = 32
BLOCK_BYTES = 11
LAST_INDEX = 2**32 - 1
"""The largest deal index that four bytes hold."""

_COMMIT = b"botifarra-commit-v1\x00"
_DEAL = b"botifarra-deal-v1\x00"
_HEX_KEY = re.compile(rf"[0-9a-fA-F]{{{2 * KEY_BYTES}}}")


def parse_key(hex_text: str) -> bytes:
    """The key written as exactly 64 hex digits of either case. Raises `KeyFormatError`."""
    if not _HEX_KEY.fullmatch(hex_text):
        raise KeyFormatError(f"a key is {2 * KEY_BYTES} hex digits", length=len(hex_text))
    return bytes.fromhex(hex_text)


def normalise_salt(text: str) -> str:
    """`text` as it is hashed: in Unicode's form NFC, without white space at its ends.

    Raises `SaltError` for text with half a surrogate pair, which UTF-8 can't write.
    """
    salt = unicodedata.normalize("NFC", text).strip()
    try:
        salt.encode()
    except UnicodeEncodeError:
        raise SaltError("a salt is text that UTF-8 can write", text=text) from None
    return salt


def commitment(key: bytes) -> str:
    """What is published before round 1: 64 hex digits. Raises `KeyFormatError`."""
    return sha256(_COMMIT + _checked(key)).hexdigest()


def deal_number(key: bytes, salt: str, index: int) -> int:
    """The number of deal `index`, from 1. Raises `KeyFormatError`, `SaltError`, `DealError`."""
    numbers = (int.from_bytes(block, "big") for block in _blocks(_message(key, salt, index)))
    return next(number for number in numbers if number < N_DEALS)


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
    """Every step from key and salt to a deal's number, to be shown once the key is public.

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


def dealing_steps(key: bytes, salt: str, index: int) -> DealingSteps:
    """How `deal_number` finds its answer. Raises the same errors."""
    message = _message(key, salt, index)
    blocks: list[Block] = []
    for raw in _blocks(message):
        value = int.from_bytes(raw, "big")
        blocks.append(Block(raw.hex(), value, value < N_DEALS))
        if blocks[-1].accepted:
            break
    salt_hash = _salt_hash(salt).hex()
    return DealingSteps(index, normalise_salt(salt), salt_hash, message.hex(), tuple(blocks))


def _message(key: bytes, salt: str, index: int) -> bytes:
    if not 1 <= index <= LAST_INDEX:
        raise DealError(
            f"deals count from 1 to {LAST_INDEX}", fault=DealFault.INDEX, where=str(index)
        )
    return _DEAL + _checked(key) + _salt_hash(salt) + index.to_bytes(4, "big")


def _checked(key: bytes) -> bytes:
    if len(key) != KEY_BYTES:
        raise KeyFormatError(f"a key is {KEY_BYTES} bytes", length=len(key))
    return key


@lru_cache(maxsize=64)  # A batch of deals shares its salt. Keys are never kept like this.
def _salt_hash(salt: str) -> bytes:
    return sha256(normalise_salt(salt).encode()).digest()


def _blocks(message: bytes) -> Iterator[bytes]:
    """The stream in blocks, without end."""
    stream = shake_256(message)
    start, size = 0, 12 * BLOCK_BYTES  # As much as SHAKE-256 squeezes out at once.
    while True:
        # `digest` begins anew each time, so a longer one continues what was read.
        data = stream.digest(size)
        for at in range(start, size, BLOCK_BYTES):
            yield data[at : at + BLOCK_BYTES]
        start, size = size, 2 * size
