"""Files made to harm whoever reads them, and a process that reads them with little memory.

Each is below what may be uploaded, and would take hundreds of megabytes, or minutes, of a reader
that trusts it.
"""

from __future__ import annotations

import json
import os
import resource
import struct
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.tournament.contestants.list_import.packed import (
    PAIR,
    SHEET,
    STRINGS,
    TRANSITIONAL,
    open_cells,
    open_document,
    packed,
    parts,
)

MEMORY = 200 * 1024 * 1024
_ROOM = 15 * 1024 * 1024
"""Bytes of XML: as much as the reader unpacks at all."""
_BOMB = 300_000_000
_WORKSHEET = f'<worksheet xmlns="{TRANSITIONAL}">'


def lying_size(data: bytes, part: str, size: int) -> bytes:
    """The archive with another size in its directory for this part."""
    changed = bytearray(data)
    at = changed.rindex(part.encode()) - 46
    assert changed[at : at + 4] == b"PK\x01\x02"
    struct.pack_into("<L", changed, at + 24, size)
    return bytes(changed)


def _sheet(inside: str) -> bytes:
    return packed({**parts(""), SHEET: f"{_WORKSHEET}<sheetData>{inside}".encode()})


def _filled(piece: str) -> bytes:
    """A sheet that holds nothing but this, as often as there is room."""
    return _sheet(piece * (_ROOM // len(piece)))


def _strings(piece: str) -> bytes:
    rows = '<row><c t="s"><v>9999999</v></c></row>'
    content = parts(rows)
    content[STRINGS] = f'<sst xmlns="{TRANSITIONAL}">{piece * (_ROOM // len(piece))}'.encode()
    return packed(content)


def _laughs() -> bytes:
    entities = "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9))
    inside = PAIR.replace("Anna", "&j;")
    text = f'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">{entities}]>{_WORKSHEET}<sheetData>{inside}'
    return packed({**parts(""), SHEET: f"{text}</sheetData></worksheet>".encode()})


def _quadratic() -> bytes:
    big = "x" * 1_000_000
    inside = PAIR.replace("Anna", "&a;" * 100_000)
    text = f'<!DOCTYPE x [<!ENTITY a "{big}">]>{_WORKSHEET}<sheetData>{inside}'
    return packed({**parts(""), SHEET: f"{text}</sheetData></worksheet>".encode()})


def _named_often() -> bytes:
    """A workbook that names its one sheet thousands of times, each of which has to be looked at."""
    content = parts("<row/>" * 50_000)
    named = b'<sheet name="x" sheetId="1" r:id="rId1"/>'
    content["xl/workbook.xml"] = content["xl/workbook.xml"].replace(
        b"<sheets>", b"<sheets>" + named * 4900
    )
    return packed(content)


@cache
def _bomb() -> bytes:
    return packed({**parts(PAIR), "xl/media/image1.png": bytes(_BOMB)})


def _lying_bomb() -> bytes:
    return lying_size(packed({**parts(PAIR), SHEET: bytes(_BOMB)}), SHEET, 1000)


FILES: Mapping[str, Callable[[], bytes]] = {
    "zip bomb": _bomb,
    "zip bomb that lies about its size": _lying_bomb,
    "zip bomb in a zip": lambda: packed({"[Content_Types].xml": b"<Types/>", "a.zip": _bomb()}),
    "a billion laughs": _laughs,
    "an entity a hundred thousand times": _quadratic,
    "a million empty rows": lambda: _filled("<row/>"),
    "a million rows with an empty cell": lambda: _filled("<row><c/></row>"),
    "16,384 columns in each row": lambda: _filled(f"<row>{'<c><v>1</v></c>' * 16_384}</row>"),
    "elements in elements": lambda: _filled("<a>"),
    "a tag of a million attributes": lambda: _sheet(
        "<row " + " ".join(f'a{i}="1"' for i in range(400_000)) + "/>"
    ),
    "an attribute of 15 MB": lambda: _sheet(f'<row r="{"1" * _ROOM}"/>'),
    "a comment of 15 MB": lambda: _sheet(f"<!--{'-x' * (_ROOM // 2)}-->"),
    "a comment of 15 MB that holds tags": lambda: _sheet(f"<!--{('x' * 5000 + '<') * 2900}-->"),
    "one sheet named thousands of times": _named_often,
    "a name of 15 MB": lambda: _sheet(f"<{'x' * _ROOM}/>"),
    "a million merged areas": lambda: _filled('<mergeCell ref="A1:XFD1048576"/>'),
    "a million shared texts": lambda: _strings("<si><t/></si>"),
    "15 MB of one shared text": lambda: _strings("x"),
    "a hundred million cells of an .ods file": lambda: open_document(
        f'<table:table-row table:number-rows-repeated="100000">{open_cells("x", times=1000)}'
        "</table:table-row>"
    ),
    "15 MB of one number": lambda: _sheet(f"<row><c><v>{'9' * _ROOM}</v></c></row>"),
}


def main() -> None:
    """Read the files of the folder HOSTILE; print the sentence with which each is refused."""
    from django.utils import translation

    from tournament.contestants.list_import.files import read_file
    from tournament.core.errors import UserError

    translation.activate("en")
    import_module("openpyxl")  # what whoever uploads the first workbook loads is the site's own
    resource.setrlimit(resource.RLIMIT_AS, (_now() + MEMORY - _resident(), resource.RLIM_INFINITY))
    said = {}
    for file in sorted(Path(os.environ["HOSTILE"]).iterdir()):
        try:
            read_file(file.read_bytes(), "list.xlsx")
        except UserError as error:
            said[file.name] = str(error)
    sys.stdout.write(json.dumps(said))


def _statm(field: int) -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[field])
    return pages * resource.getpagesize()


def _now() -> int:
    """The address space in use, which the limit counts; more than the memory in use."""
    return _statm(0)


def _resident() -> int:
    return _statm(1)
