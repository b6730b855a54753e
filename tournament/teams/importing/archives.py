"""The parts of an .xlsx file, which is a zip archive: found by name, unpacked bit by bit.

What the archive says it unpacks to is checked before anything is unpacked, and no part gives more
than it said. Only the parts that are read are unpacked; an archive inside it stays packed.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.core.errors import UserError

MAX_UNPACKED = 16 * 1024 * 1024
MAX_PARTS = 500
_CHUNK = 64 * 1024
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
"""The two that spreadsheet programs use. The others unpack without asking how much is wanted."""
_ENCRYPTED = 0x1

FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)
"""What a damaged or made-up archive provokes in the library."""


def damaged() -> UserError:
    """The refusal of a workbook that can't be read."""
    return UserError(_("This .xlsx file is damaged: save it anew, or save the list as .csv."))


class Archive:
    """An archive that keeps within the limits. Raises UserError for one that doesn't."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except FAULTS as error:
            raise damaged() from error
        parts = self._zip.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise UserError(
                _("This file unpacks to more than %(max)d MB: copy the list into a new one.")
                % {"max": MAX_UNPACKED >> 20}
            )
        if any(part.flag_bits & _ENCRYPTED for part in parts):
            raise UserError(_("This file has a password: save it without one."))
        if any(part.compress_type not in _METHODS for part in parts):
            raise damaged()
        self._parts = {_plain(part.filename): part for part in parts}

    def __contains__(self, name: str) -> bool:
        return _plain(name) in self._parts

    @property
    def names(self) -> frozenset[str]:
        """The names of all parts, in small letters."""
        return frozenset(self._parts)

    def chunks(self, name: str) -> Iterator[bytes]:
        """A part's bytes, some at a time; none if there is no such part."""
        part = self._parts.get(_plain(name))
        if part is None:
            return
        with self._zip.open(part) as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _plain(name: str) -> str:
    """A part's name as programs mean it: some write \\ for /, or / at the beginning."""
    return name.replace("\\", "/").lstrip("/").lower()
