"""Workbooks damaged by chance: whatever is changed in one, there is a list or a sentence.

The seeds are fixed, so a failure comes again; other numbers in `SEEDS` try other damage.
"""

import io
import random
import re
import zipfile
from collections import Counter
from collections.abc import Callable
from datetime import date

import openpyxl
import pytest

from tests.tournament.contestants.list_import.packed import packed
from tests.tournament.contestants.list_import.reading import faults_of
from tests.tournament.contestants.lists import saved
from tournament.contestants.list_import.files import read_file
from tournament.core.errors import UserError

SEEDS = range(3)
TIMES = 30
VALUE = re.compile(rb'(?<==")[^"]*(?=")|(?<=>)[^<]+(?=<)')
"""The value of an attribute, or a text."""
ODD = (
    b"", b"0", b"-1", b"x", b"nan", b"1e999", b"9" * 30, b"9" * 9000, b"A1:", b"A:A", b"s", b"d",
    b"true", b"External", b"../../x", b"_x0000_", b"_xD800_", b"\xff", b"&a;", b"<a>" * 9000,
)  # fmt: skip
Parts = dict[str, bytes]


@pytest.fixture(scope="module")
def workbook() -> bytes:
    """One in which a bit of everything is found."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Núm.", "Jugador 1", "Jugador 2", "Club", "Dia"])
    sheet.append([1, "Anna", "Blai", "Valls", date(2026, 2, 1)])
    sheet.append([2, "Carme", "Dídac", None, True])
    sheet.append([3, "Èlia", "Ferran", "=D2", 2.5])
    sheet.merge_cells("D2:D3")
    sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["E"].hidden = True
    book.create_sheet("Notes").append(["x", 1])
    book.create_sheet("Hidden").sheet_state = "hidden"
    return saved(book)


def _bytes_changed(parts: Parts, name: str, chance: random.Random) -> None:
    part = bytearray(parts[name])
    for _time in range(chance.randint(1, 4)):
        part[chance.randrange(len(part))] = chance.randrange(256)
    parts[name] = bytes(part)


def _cut(parts: Parts, name: str, chance: random.Random) -> None:
    parts[name] = parts[name][: chance.randrange(len(parts[name]))]


def _missing(parts: Parts, name: str, chance: random.Random) -> None:
    del parts[name]


def _another_part(parts: Parts, name: str, chance: random.Random) -> None:
    parts[name] = parts[chance.choice(sorted(parts))]


def _another_value(parts: Parts, name: str, chance: random.Random) -> None:
    """A number of a shared text, a content type, a relation, a style, …: an odd one, or another."""
    found = list(VALUE.finditer(parts[name]))
    for _time in range(chance.randint(1, 3)):
        at = chance.choice(found)
        new = chance.choice((*ODD, chance.choice(found)[0], chance.choice(found)[0]))
        parts[name] = parts[name][: at.start()] + new + parts[name][at.end() :]
        found = list(VALUE.finditer(parts[name])) or found[:1]


def outcome(data: bytes) -> str:
    """The sentence with which it is refused; "" if it is read."""
    try:
        faults_of(read_file(data, "list.xlsx"))
    except UserError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("damage", [_bytes_changed, _cut, _missing, _another_part, _another_value])
def test_damaged_parts(
    workbook: bytes, damage: Callable[[Parts, str, random.Random], None], seed: int
) -> None:
    chance = random.Random(seed)
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    found = Counter[bool]()
    for _time in range(TIMES):
        changed = dict(parts)
        damage(changed, chance.choice(sorted(changed)), chance)
        said = outcome(packed(changed))
        assert said == "" or said.endswith("."), said
        found[bool(said)] += 1
    assert found[True], "no damage was found"
    assert found[False], "the damage is such that nothing is read at all"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_archive(workbook: bytes, seed: int) -> None:
    chance = random.Random(seed)
    for _time in range(TIMES):
        changed = bytearray(workbook)
        for _byte in range(chance.randint(1, 4)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        said = outcome(
            bytes(changed[: chance.choice((len(changed), chance.randrange(len(changed))))])
        )
        assert said == "" or said.endswith("."), said
