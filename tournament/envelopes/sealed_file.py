"""Sealed files: everybody can read what they are for; to read the content takes the key.

Three parts, each on lines of its own, all of them ASCII:

    the header      one line of JSON, 4096 bytes at most
    the content     encrypted with AES-256-GCM and written in base64, lines of 76 letters
    the last line   SHA-256 of everything before it, in hex, to notice a file that was cut

The header, byte by byte, is the associated data of the encryption: nobody can change it either. The
key is one that both sides have, or comes from a passphrase by scrypt; the header says which.
"""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from dataclasses import dataclass
from functools import cached_property
from hashlib import scrypt, sha256
from typing import Any, BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.core.errors import UserError

VERSION = 1
LARGEST_FILE = 16 * 1024 * 1024
LONGEST_HEADER = 4096
KEY_BYTES, NONCE_BYTES, SALT_BYTES = 32, 12, 16
SCRYPT_N = 2**15
MOST_SCRYPT_N = 2**16
SCRYPT_R, SCRYPT_P = 8, 1
"""Parameters for 32 MB and a tenth of a second; a file may ask for twice that, nothing else."""
_DIGEST_LINE = 65


class WrongKey(UserError):
    """Passphrase or key that does not open the file."""


@dataclass(frozen=True)
class SealedFile:
    """File whose parts are complete; nothing is decrypted yet."""

    raw: bytes
    header: dict[str, Any]
    header_line: bytes
    sealed: bytes

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the whole file, in hex, which stands for it."""
        return digest_of(self.raw)


def digest_of(raw: bytes) -> str:
    return sha256(raw).hexdigest()


@sensitive_variables()
def seal(
    header: dict[str, Any], content: bytes, *, passphrase: str = "", key: bytes = b""
) -> bytes:
    """Return a file with this content, encrypted with a key, or with one from a passphrase."""
    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    told = {**header, "version": VERSION, "nonce": nonce.hex()}
    if passphrase:
        told["scrypt"] = {"salt": salt.hex(), "n": SCRYPT_N, "r": SCRYPT_R, "p": SCRYPT_P}
        key = _key_of(passphrase, salt, SCRYPT_N)
    line = json.dumps(told).encode()
    assert len(line) <= LONGEST_HEADER, "names are short"
    sealed = AESGCM(key).encrypt(nonce, content, line)
    body = line + b"\n" + base64.encodebytes(sealed)
    return body + sha256(body).hexdigest().encode() + b"\n"


@sensitive_variables()
def unseal(file: SealedFile, *, passphrase: str = "", key: bytes = b"") -> bytes:
    """Return the decrypted content of a file. Raises `WrongKey`."""
    if passphrase:
        told = file.header["scrypt"]
        key = _key_of(passphrase, bytes.fromhex(told["salt"]), told["n"])
    try:
        nonce = bytes.fromhex(file.header["nonce"])
        return AESGCM(key).decrypt(nonce, file.sealed, file.header_line)
    except InvalidTag:
        raise WrongKey(
            _("This is not the passphrase of this envelope."), field="passphrase"
        ) from None


def read_sealed(file: BinaryIO, *, format: str) -> SealedFile:
    """Return the parts of an open file of this format; always cheap. Raises `UserError`."""
    raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise UserError(
            _("The file is larger than %(size)d MB: this is not such a file.")
            % {"size": LARGEST_FILE >> 20}
        )
    return parse_sealed(raw, format=format)


def parse_sealed(raw: bytes, *, format: str) -> SealedFile:
    """Return the parts of a file's bytes, of this format; always cheap. Raises `UserError`."""
    line, found, _rest = raw[: LONGEST_HEADER + 1].partition(b"\n")
    header = _header(line) if found else None
    if header is None or header.get("format") != format:
        raise UserError(_WHAT[format]())
    version = header.get("version")
    if type(version) is int and version > VERSION:
        raise UserError(
            _(
                "The file comes from a newer version of this program (format %(version)d; this "
                "one reads up to %(known)d): install that version first."
            )
            % {"version": version, "known": VERSION}
        )
    body, told = raw[:-_DIGEST_LINE], raw[-_DIGEST_LINE:].strip()
    if sha256(body).hexdigest().encode() != told:
        raise UserError(_("The file is damaged or cut short: fetch it again."))
    try:
        sealed = base64.b64decode(body[len(line) + 1 :].replace(b"\n", b""), validate=True)
    except binascii.Error:
        sealed = b""
    by_passphrase = format == _BY_PASSPHRASE
    if version != VERSION or not sealed or not _is_sound(header, by_passphrase=by_passphrase):
        raise UserError(_("The file is not as this program writes it: fetch it again."))
    return SealedFile(raw, header, line, sealed)


_BY_PASSPHRASE = "botifarra-envelope"
"""Format whose key comes from a passphrase."""
_WHAT = {
    _BY_PASSPHRASE: lambda: _("This is not an envelope."),
    "botifarra-results": lambda: _("This is not a results file of a venue."),
}
"""Sentences that refuse a file, by the format that was expected."""


def _header(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_sound(header: dict[str, Any], *, by_passphrase: bool) -> bool:
    """Return whether the header's parameters are usable; none costs hours of computing."""
    if not _is_hex(header.get("nonce"), NONCE_BYTES):
        return False
    told = header.get("scrypt")
    if not by_passphrase:
        return told is None
    return (
        isinstance(told, dict)
        and _is_hex(told.get("salt"), SALT_BYTES)
        and (told.get("r"), told.get("p")) == (SCRYPT_R, SCRYPT_P)
        and type(told.get("n")) is int
        and 2 <= told["n"] <= MOST_SCRYPT_N
        and told["n"] & (told["n"] - 1) == 0
    )


def _is_hex(value: object, count: int) -> bool:
    try:
        return isinstance(value, str) and len(bytes.fromhex(value)) == count
    except ValueError:
        return False


@sensitive_variables()
def _key_of(passphrase: str, salt: bytes, n: int) -> bytes:
    return scrypt(
        passphrase.encode(),
        salt=salt,
        n=n,
        r=SCRYPT_R,
        p=SCRYPT_P,
        maxmem=256 * n * SCRYPT_R,
        dklen=KEY_BYTES,
    )
