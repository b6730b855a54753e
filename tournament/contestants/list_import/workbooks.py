"""An .xlsx file: its sheets, and what their cells refer to, read by openpyxl.

openpyxl is asked only for what a list needs; macros, links to other files, drawings and fonts are
ignored. It opens parts through `archives`, which measures them.
"""

from __future__ import annotations

import io

import openpyxl
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import builtin_format_code, is_date_format, is_timedelta_format
from openpyxl.xml.constants import ARC_STYLE, SHEET_MAIN_NS
from openpyxl.xml.functions import fromstring

from tournament.contestants.list_import.archives import Archive, TooMuchMarkup
from tournament.contestants.list_import.grids import (
    MAX_SHEETS,
    Sheet,
    Source,
    Unread,
    within_limits,
)
from tournament.contestants.list_import.worksheets import Shared, read_sheet, text_cell
from tournament.core.errors import UserError

if not openpyxl.DEFUSEDXML:
    raise ImproperlyConfigured("openpyxl reads uploaded files, so it needs defusedxml.")

_NAMES = {"m": SHEET_MAIN_NS}
_MOST_ELEMENTS = {"sheets": 60_000, "texts": 30_000, "styles": 30_000, "others": 5_000}
"""Most elements of each part of a file; openpyxl reads as many in less than a second."""
_LONGEST_FORMAT = 255
"""Letters of a number format, as in Excel. openpyxl's time for one grows with their square."""


def workbook_source(data: bytes) -> Source:
    """Return the sheets with any content. Raises `UserError` for a file that can't be read."""
    try:
        archive = Archive(data)
        _refuse_others(archive)
        return _read(archive, data)
    except UserError:
        raise
    except TooMuchMarkup as error:
        raise UserError(Unread.LARGE.sentence) from error
    except Exception as error:
        # A damaged part makes openpyxl raise anything: KeyError, TypeError, AttributeError, …
        raise UserError(
            _("This .xlsx file is damaged: save it again, or save the list as .csv.")
        ) from error


def _refuse_others(archive: Archive) -> None:
    """Raise `UserError` for an archive that is something else than an .xlsx file."""
    if any(name.endswith("vbaproject.bin") for name in archive.names):
        raise UserError(_("This workbook contains macros: save it as .xlsx, without them."))
    if "xl/workbook.bin" in archive:
        raise UserError(_("This is an .xlsb file: save it as .xlsx or .csv first."))
    if "[Content_Types].xml" not in archive:
        raise _no_workbook()


def _no_workbook() -> UserError:
    return UserError(_("This archive is not an .xlsx file: save the list as .xlsx or .csv."))


def _read(archive: Archive, data: bytes) -> Source:
    book = _opened(archive, data)
    worksheets = [
        (sheet, relation.target)
        for sheet, relation in book.parser.find_sheets()
        if relation.Type.endswith("/worksheet")
    ]
    archive.room = _MOST_ELEMENTS["styles"]
    days, durations = _day_styles(archive)
    archive.room = _MOST_ELEMENTS["texts"]
    book.read_strings()
    texts = [text_cell(text) for text in book.shared_strings]
    shared = Shared(texts, book.wb.epoch, days, durations)
    archive.room = _MOST_ELEMENTS["sheets"]
    shown = [(sheet.name, part) for sheet, part in worksheets if sheet.state == "visible"]
    sheets = [_sheet(archive, part, name, shared) for name, part in shown[:MAX_SHEETS]]
    sheets += [Sheet((), name, unread=Unread.LARGE) for name, _part in shown[MAX_SHEETS:]]
    hidden = tuple(sheet.name for sheet, _part in worksheets if sheet.state != "visible")
    return Source(tuple(within_limits(sheets)), hidden)


def _opened(archive: Archive, data: bytes) -> ExcelReader:
    """Return openpyxl's reader, which knows the workbook's sheets and hasn't read them.

    `load_workbook` would read each at once, as often as the workbook names it, to learn its size.
    """
    book = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    book.archive = archive
    archive.room = _MOST_ELEMENTS["others"]
    book.read_manifest()
    try:
        book.read_workbook()
    except OSError as error:  # openpyxl's words for a document of another kind
        raise _no_workbook() from error
    if not book.parser.sheets:
        raise _no_workbook()
    return book


def _sheet(archive: Archive, part: str, name: str, shared: Shared) -> Sheet:
    try:
        with archive.open(part) as file:
            return read_sheet(file, name, shared)
    except TooMuchMarkup:
        return Sheet((), name, unread=Unread.LARGE)


def _day_styles(archive: Archive) -> tuple[frozenset[int], frozenset[int]]:
    """Return the numbers of the cell styles that show a day or a time, and of those that show a
    duration.

    Fonts, fills and the like are not read: openpyxl refuses much that programs write there.
    """
    if ARC_STYLE not in archive:
        return frozenset(), frozenset()
    styles = fromstring(archive.read(ARC_STYLE))
    own = {
        int(one.attrib["numFmtId"]): one.attrib["formatCode"][:_LONGEST_FORMAT]
        for one in styles.iterfind("m:numFmts/m:numFmt", _NAMES)
    }
    codes = [
        own.get(number, builtin_format_code(number))
        for style in styles.iterfind("m:cellXfs/m:xf", _NAMES)
        for number in [int(style.get("numFmtId", 0))]
    ]
    return (
        frozenset(number for number, code in enumerate(codes) if is_date_format(code)),
        frozenset(number for number, code in enumerate(codes) if is_timedelta_format(code)),
    )
