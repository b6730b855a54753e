"""What somebody uploads or pastes, as sheets. Raises UserError for all that can't be read.

The format is told by the first bytes. A file name that says otherwise is refused, because one of
the two is a mistake.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from tournament.contestants.list_import.grids import Source, refuse_size, within_limits
from tournament.contestants.list_import.other_workbooks import other_source
from tournament.contestants.list_import.texts import decode, text_sheet
from tournament.core.errors import UserError

_ZIP = b"PK"
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
"""What stands behind the first thirty bytes of an .ods file."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
"""How .xls files begin, and workbooks with a password."""
_PASSWORD = "EncryptedPackage".encode("utf-16-le")
_OTHERS = (b"%pdf", b"{\\rtf", b"\x89png", b"\xff\xd8\xff", b"gif8", b"<?xml", b"<html", b"<!doc")
"""How files begin that could be taken for a text and are no list."""
_ENDING = re.compile(r"\.[a-z]{2,8}\Z")
_TEXT_ENDINGS = {".csv", ".txt", ".tsv", ".tab"}


def read_text(text: str) -> Source:
    """The list that was pasted."""
    return _some(Source(tuple(within_limits([text_sheet(text, is_pasted=True)]))))


def read_file(data: bytes, name: str = "") -> Source:
    """The sheets of an uploaded workbook or text file."""
    refuse_size(len(data))
    found = _ENDING.search(name.lower())
    ending = found[0] if found else ""
    if data.startswith((_ZIP, _OLD_OFFICE)):
        source, own = _workbook(data)
        if ending not in {"", own}:
            raise UserError(
                _("This is a workbook, but its name ends in %(ending)s: let it end in %(own)s.")
                % {"ending": ending, "own": own}
            )
        return _some(source)
    text = _text(data)
    if text.strip() and ending not in {"", *_TEXT_ENDINGS}:
        raise UserError(
            _(
                "This is a plain text, but its name ends in %(ending)s: save the list as .xlsx, "
                "or let the name end in .csv."
            )
            % {"ending": ending}
        )
    return _some(Source(tuple(within_limits([text_sheet(text)]))))


def _workbook(data: bytes) -> tuple[Source, str]:
    """What is in it, and how the name of such a file ends."""
    if data.startswith(_OLD_OFFICE):
        if _PASSWORD in data:
            raise UserError(_("This file has a password: save it without one."))
        return other_source(data), ".xls"
    if data[30:].startswith(_OPEN_DOCUMENT):
        return other_source(data), ".ods"
    # openpyxl takes a tenth of a server's start to load, and this is all that reads with it.
    from tournament.contestants.list_import.workbooks import workbook_source

    return workbook_source(data), ".xlsx"


def _text(data: bytes) -> str:
    text = None if data[:64].lstrip().lower().startswith(_OTHERS) else decode(data)
    if text is None:
        raise UserError(
            _("This is neither an .xlsx file nor a text file: save the list as .xlsx or .csv.")
        )
    return text


def _some(source: Source) -> Source:
    """The source, if there is anything to read in it."""
    if any(sheet.rows for sheet in source.sheets):
        return source
    for sheet in source.sheets:
        if sheet.unread:
            raise UserError(sheet.unread.sentence)
    if source.hidden:
        raise UserError(
            _("The visible sheets are empty: unhide the one with the list, and save the file.")
        )
    raise UserError(_("There is no pair in this list."))
