"""Parts of an .xlsx file, a zip archive of XML: found by name, and measured as they are read.

The size that the archive declares is checked before anything is unpacked, and no part may give more
than it declared. Only the parts that are needed are unpacked. A small file can also hold XML that
takes any amount of memory or time: entities that multiply, a tag with millions of attributes,
millions of elements. Reading stops at the first of these.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import IO, Literal
from xml.parsers import expat

from django.utils.translation import gettext as _

from tournament.core.errors import UserError

MAX_UNPACKED = 16 * 1024 * 1024
MAX_PARTS = 500
_CHUNK = 64 * 1024
_LONGEST_TAG = 256 * 1024
"""Bytes of a tag, a comment or anything else that comes as one piece."""
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""Methods that spreadsheet programs use. The others unpack without asking how much is wanted."""
_ENCRYPTED = 0x1
_STRICT_NAMES = {
    b"http://purl.oclc.org/ooxml/spreadsheetml/main": (
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    ),
}
"""Namespaces of the format's strict form, with the usual ones, which openpyxl knows."""


class HostileMarkup(Exception):
    """XML that no spreadsheet program writes."""


class TooMuchMarkup(Exception):
    """More elements than the reader wants."""


class Archive(zipfile.ZipFile):
    """An archive within the limits, whose parts openpyxl reads.

    Raises `UserError` for one beyond the limits, and ZipFile's exceptions for a damaged one.
    """

    room = 0
    """Elements that may still be read, of all parts together. To be set before reading."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        parts = self.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise UserError(
                _(
                    "This file is larger than %(max)d MB when unpacked: copy the list into a "
                    "new one."
                )
                % {"max": MAX_UNPACKED >> 20}
            )
        if any(part.flag_bits & _ENCRYPTED for part in parts):
            raise UserError(_("This file has a password: save it without one."))
        if any(part.compress_type not in _METHODS for part in parts):
            raise zipfile.BadZipFile
        self._parts = {_plain(part.filename): part for part in parts}

    def __contains__(self, name: str) -> bool:
        return _plain(name) in self._parts

    @property
    def names(self) -> frozenset[str]:
        """Return the names of all parts, in small letters."""
        return frozenset(self._parts)

    def open(
        self,
        name: str | zipfile.ZipInfo,
        mode: Literal["r", "w"] = "r",
        pwd: bytes | None = None,
        *,
        force_zip64: bool = False,
    ) -> IO[bytes]:
        """Return a part's XML; reading raises TooMuchMarkup, HostileMarkup or ExpatError."""
        part = name if isinstance(name, zipfile.ZipInfo) else self._parts[_plain(name)]
        file = super().open(part, mode, pwd, force_zip64=force_zip64)
        return io.BufferedReader(_Pieces(self._measured(file)), _CHUNK)

    def _measured(self, file: IO[bytes]) -> Iterator[bytes]:
        """Yield the file's bytes, some at a time."""
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = _refuse
        given = 0
        while piece := file.read(_CHUNK):
            self.room -= piece.count(b"<") - piece.count(b"</")
            if self.room < 0:
                raise TooMuchMarkup
            parser.Parse(piece, False)
            if not given:
                for strict, usual in _STRICT_NAMES.items():
                    piece = piece.replace(strict, usual)
            given += len(piece)
            if given - max(parser.CurrentByteIndex, 0) > _LONGEST_TAG:
                raise HostileMarkup
            yield piece


class _Pieces(io.RawIOBase):
    """A file that holds these pieces one after the other."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        self._left = self._left or next(self._pieces, b"")
        count = min(len(buffer), len(self._left))
        buffer[:count] = self._left[:count]
        self._left = self._left[count:]
        return count


def _refuse(*_arguments: object) -> None:
    """Refuse a document type: no workbook has one."""
    raise HostileMarkup


def _plain(name: str) -> str:
    """Return a part's name in its usual form: some programs write a backslash, or begin with /."""
    return name.replace("\\", "/").lstrip("/").lower()
