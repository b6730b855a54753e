"""Links that nobody can guess: a keyed hash over the place that a link stands for.

A token is HMAC-SHA-256 (RFC 2104) over the link's place under the championship's link secret, cut
to 12 bytes. It is recomputed whenever it is printed or checked, never stored, and ended by raising
the place's `link_number`.

96 bits can't be guessed, even with a thousand tries a second for the length of a championship, so
tries are neither counted nor slowed down.
"""

from __future__ import annotations

import base64
import hmac
import re
from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Championship, LinkSecret

TOKEN_BYTES = 12
_CODE = re.compile(r"([1-9][0-9]{0,17})-([1-9][0-9]{0,4})-([A-Za-z0-9_-]{16})", re.ASCII)


class PlaceKind(StrEnum):
    """The kind of place a link stands for; its letter is part of the address."""

    TABLE = "t"
    PAIR = "p"


@dataclass(frozen=True, slots=True)
class Place:
    """A table or a pair of a championship, by its number, and the number of its link."""

    kind: PlaceKind
    number: int
    link_number: int


def secret_of(championship: Championship) -> bytes:
    """Return the championship's link secret, made at first use; 1 query, 2 the first time.

    Two first uses at the same time get one secret: there is only one row.
    """
    secret, _new = LinkSecret.objects.get_or_create(championship=championship)
    return bytes(secret.key)


def token_of(secret: bytes, championship_id: int, place: Place) -> str:
    """Return the token of a place's link: 16 letters, digits, "-" or "_"."""
    what = f"botifarra-link-v1 {championship_id} {place.kind} {place.number} {place.link_number}"
    digest = hmac.digest(secret, what.encode(), "sha256")[:TOKEN_BYTES]
    return base64.urlsafe_b64encode(digest).decode()


def is_token_of(given: str, secret: bytes, championship_id: int, place: Place) -> bool:
    """Return whether a token is the place's, compared in constant time."""
    return hmac.compare_digest(
        given.encode(errors="replace"), token_of(secret, championship_id, place).encode()
    )


@dataclass(frozen=True, slots=True)
class Code:
    """The content of a link: the place it claims to be for, and the token that proves it."""

    championship_id: int
    number: int
    token: str

    def __str__(self) -> str:
        return f"{self.championship_id}-{self.number}-{self.token}"


def code_of(secret: bytes, championship_id: int, place: Place) -> Code:
    return Code(championship_id, place.number, token_of(secret, championship_id, place))


def read_code(text: str) -> Code | None:
    """Parse a code as `Code` writes it, valid or not; return None for any other text."""
    match = _CODE.fullmatch(text)
    return Code(int(match[1]), int(match[2]), match[3]) if match else None
