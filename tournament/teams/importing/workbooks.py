"""An .xlsx file: which sheets it has, and the parts that its cells refer to.

A reader of our own, of which only so much is ever asked for: the libraries read a workbook as a
whole, neither say which rows are hidden without holding all of it, nor read the format's strict
form, and trust it. Macros, links to other files, drawings and the like are never looked at.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from xml.parsers import expat

from django.utils.translation import gettext as _

from tournament.core.errors import UserError
from tournament.teams.importing.archives import FAULTS, Archive, damaged
from tournament.teams.importing.grids import (
    MAX_LETTERS,
    MAX_SHEETS,
    Cell,
    Source,
    Unread,
    clipped,
    within_limits,
)
from tournament.teams.importing.markup import Enough, HostileMarkup, TooMuchMarkup, walk
from tournament.teams.importing.worksheets import (
    RawSheet,
    Shared,
    finished,
    read_raw,
    unescaped,
)

_MOST_ELEMENTS = {"sheets": 150_000, "texts": 60_000, "styles": 60_000, "others": 20_000}
_DAY_FORMATS = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
"""The format's own number formats that show a day or a time."""
_NO_SIGN = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
"""What stands for itself in a number format: quoted letters, and colours and conditions."""
_DAY_SIGN = re.compile("[dmyhs]", re.IGNORECASE)
# 1900 was no leap year, but the format counts it as one: its days count from 1899-12-30.
_FIRST_DAY, _FIRST_DAY_1904 = datetime(1899, 12, 30), datetime(1904, 1, 1)  # noqa: DTZ001


@dataclass(slots=True)
class _SheetEntry:
    name: str
    part: str
    hidden: bool


@dataclass(slots=True)
class _Book:
    """What the workbook's own part tells."""

    sheets: list[tuple[str, str, bool]] = field(default_factory=list)
    """Name, relation, and whether it is hidden."""
    first_day: datetime = _FIRST_DAY


def workbook_source(data: bytes) -> Source:
    """The sheets with anything in them. Raises UserError for what can't be read."""
    archive = Archive(data)
    _refuse_others(archive)
    try:
        return _read(archive)
    except TooMuchMarkup as error:
        raise UserError(Unread.LARGE.sentence) from error
    except (*FAULTS, HostileMarkup, expat.ExpatError, LookupError, OverflowError) as error:
        raise damaged() from error


def _refuse_others(archive: Archive) -> None:
    """Raise UserError for an archive that is something else than an .xlsx file."""
    if any(name.endswith("vbaproject.bin") for name in archive.names):
        raise UserError(_("This workbook holds macros: save it as .xlsx, without them."))
    if "content.xml" in archive and "mimetype" in archive:
        raise UserError(_("This is an OpenDocument file (.ods): save it as .xlsx or .csv first."))
    if "xl/workbook.bin" in archive:
        raise UserError(_("This is an .xlsb file: save it as .xlsx or .csv first."))
    if "[Content_Types].xml" not in archive:
        raise _no_workbook()


def _no_workbook() -> UserError:
    return UserError(_("This archive is no .xlsx file: save the list as .xlsx or .csv."))


def _read(archive: Archive) -> Source:
    path = _workbook_part(archive)
    book = _book(archive, path)
    if not book.sheets:
        raise _no_workbook()
    relations = dict(_relations(archive, path))
    entries = [
        _SheetEntry(name, relations[relation][1], hidden)
        for name, relation, hidden in book.sheets
        if relation in relations and relations[relation][0].endswith("/worksheet")
    ]
    left = _MOST_ELEMENTS["sheets"]
    raw: list[tuple[str, RawSheet]] = []
    for entry in [entry for entry in entries if not entry.hidden]:
        most = left if len(raw) < MAX_SHEETS else 0
        sheet = read_raw(archive.chunks(entry.part), most=most)
        left -= sheet.elements
        raw.append((entry.name, sheet))
    targets = {kind.rpartition("/")[2]: part for kind, part in relations.values()}
    shared = Shared(
        texts=_texts(archive, targets.get("sharedStrings", ""), [one for _name, one in raw]),
        day_styles=_day_styles(archive, targets.get("styles", "")),
        first_day=book.first_day,
    )
    sheets = within_limits(finished(sheet, name, shared) for name, sheet in raw)
    return Source(tuple(sheets), tuple(entry.name for entry in entries if entry.hidden))


def _elements(
    archive: Archive, part: str, begin: Callable[[str, Mapping[str, str]], None], most: int
) -> None:
    """Call `begin` for each element of a part, for parts in which only attributes matter."""
    walk(archive.chunks(part), begin=begin, end=_ignore, letters=_ignore, most=most)


def _ignore(_text: str) -> None:
    pass


def _relations(archive: Archive, part: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """By its name, each relation of a part to another one inside the file: its kind, the part."""
    folder, name = posixpath.split(part)
    found: list[Mapping[str, str]] = []

    def begin(element: str, given: Mapping[str, str]) -> None:
        if element == "Relationship" and given.get("TargetMode") != "External":
            found.append(dict(given))

    path = posixpath.join(folder, "_rels", f"{name}.rels")
    if path in archive:
        _elements(archive, path, begin, _MOST_ELEMENTS["others"])
    for given in found:
        target = posixpath.normpath(posixpath.join("/", folder, given["Target"]))
        yield given["Id"], (given["Type"], target.lstrip("/"))


def _workbook_part(archive: Archive) -> str:
    """Where the workbook's own part lies; "" if nothing says so."""
    relations = dict(_relations(archive, "")).values()
    return next((part for kind, part in relations if kind.endswith("/officeDocument")), "")


def _book(archive: Archive, path: str) -> _Book:
    """What the part tells; no sheets if it is another kind of document."""
    book = _Book()
    is_workbook = False

    def begin(name: str, given: Mapping[str, str]) -> None:
        nonlocal is_workbook
        is_workbook = is_workbook or name == "workbook"
        if not is_workbook:
            raise Enough
        if name == "sheet":
            relation = {key.rpartition(" ")[2]: value for key, value in given.items()}["id"]
            hidden = given.get("state", "visible") != "visible"
            book.sheets.append((given["name"], relation, hidden))
        elif name == "workbookPr" and given.get("date1904") in {"1", "true"}:
            book.first_day = _FIRST_DAY_1904

    if path in archive:
        _elements(archive, path, begin, _MOST_ELEMENTS["others"])
    return book


def _day_styles(archive: Archive, part: str) -> frozenset[int]:
    """The numbers of the cell styles that show a number as a day or a time."""
    own_formats: set[int] = set()
    styles: list[int] = []
    inside = False

    def begin(name: str, given: Mapping[str, str]) -> None:
        nonlocal inside
        if name == "cellXfs":
            inside = True
        elif name == "numFmt":
            if _DAY_SIGN.search(_NO_SIGN.sub("", given.get("formatCode", ""))):
                own_formats.add(int(given["numFmtId"]))
        elif name == "xf" and inside:
            styles.append(int(given.get("numFmtId", "0")))

    def end(name: str) -> None:
        if name == "cellXfs":
            raise Enough

    if part in archive:
        most = _MOST_ELEMENTS["styles"]
        walk(archive.chunks(part), begin=begin, end=end, letters=_ignore, most=most)
    days = _DAY_FORMATS | own_formats
    return frozenset(number for number, shown in enumerate(styles) if shown in days)


class _Texts:
    """Follows the shared texts, and keeps those that are asked for."""

    def __init__(self, wanted: set[int]) -> None:
        self.found: dict[int, Cell] = {}
        self._wanted = wanted
        self._number = -1
        self._taking = False
        self._spoken = 0
        self._text = ""

    def begin(self, name: str, _given: Mapping[str, str]) -> None:
        if name == "si":
            self._number += 1
            self._text = ""
        elif name == "rPh":
            self._spoken += 1
        elif name == "t":
            self._taking = not self._spoken and self._number in self._wanted

    def end(self, name: str) -> None:
        if name == "t":
            self._taking = False
        elif name == "rPh":
            self._spoken -= 1
        elif name == "si" and self._number in self._wanted:
            self.found[self._number] = clipped(unescaped(self._text))
            if len(self.found) == len(self._wanted):
                raise Enough

    def letters(self, text: str) -> None:
        if self._taking:
            self._text += text[: MAX_LETTERS + 1 - len(self._text)]


def _texts(archive: Archive, part: str, sheets: list[RawSheet]) -> dict[int, Cell]:
    """Those of the shared texts that the sheets' cells refer to."""
    wanted = {number for sheet in sheets if not sheet.unread for number in sheet.strings()}
    reader = _Texts(wanted)
    if wanted:
        walk(
            archive.chunks(part),
            begin=reader.begin,
            end=reader.end,
            letters=reader.letters,
            most=_MOST_ELEMENTS["texts"],
        )
    return reader.found
