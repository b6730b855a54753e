"""What makes a link one that nobody can guess: a keyed hash over the place it stands for.

A token is HMAC-SHA-256 (RFC 2104) under the championship's link secret over what the link is for,
cut to 12 bytes: recomputed whenever it is printed or checked, never stored, and ended by raising
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
    """What a link stands for; the letter is part of its address."""

    TABLE = "t"
    PAIR = "p"


@dataclass(frozen=True, slots=True)
class Place:
    """A table or a pair of a championship, by its number, and which of its links is meant."""

    kind: PlaceKind
    number: int
    link_number: int


def secret_of(championship: Championship) -> bytes:
    """The championship's link secret, made when it is first asked for; 1 query, 2 the first time.

    Two who ask first at once get the same one: there is only one row.
    """
    secret, _new = LinkSecret.objects.get_or_create(championship=championship)
    return bytes(secret.key)


def token_of(secret: bytes, championship_id: int, place: Place) -> str:
    """The token of a place's link: 16 letters, digits, "-" or "_"."""
    what = f"botifarra-link-v1 {championship_id} {place.kind} {place.number} {place.link_number}"
    digest = hmac.digest(secret, what.encode(), "sha256")[:TOKEN_BYTES]
    return base64.urlsafe_b64encode(digest).decode()


def is_token_of(given: str, secret: bytes, championship_id: int, place: Place) -> bool:
    """Return whether a token is the place's, compared in the same time whatever was given."""
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
    """What stands in a place's link."""
    return Code(championship_id, place.number, token_of(secret, championship_id, place))


def read_code(text: str) -> Code | None:
    """A code as it was written by `Code`, valid or not; None for anything else."""
    match = _CODE.fullmatch(text)
    return Code(int(match[1]), int(match[2]), match[3]) if match else None
