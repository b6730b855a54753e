"""What is read of a list, in the shape that tests compare: the fields that hold anything."""

from __future__ import annotations

from tournament.contestants.list_import.drafts import begin
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.grids import Source
from tournament.contestants.list_import.lines import ReadLine

Pair = dict[str, str]


def lines_of(source: Source) -> tuple[ReadLine, ...]:
    """The lines of the sheet that is proposed."""
    return begin(source).read().lines


def pairs_of(source: Source) -> list[Pair]:
    """Return the fields of the pairs of a list; fails if anything is wrong with a cell."""
    lines = lines_of(source)
    assert faults_of(source) == []
    return [
        {field: found.text for field, found in line.found.items() if found.text} for line in lines
    ]


def faults_of(source: Source) -> list[str]:
    """What is wrong with the cells and lines, with its place."""
    return [
        f"{fault.place}: {fault.message}" if fault.place else fault.message
        for line in lines_of(source)
        for fault in (*line.faults, *(one for found in line.found.values() for one in found.faults))
    ]


def pasted(text: str) -> list[Pair]:
    return pairs_of(read_text(text))


def uploaded(data: bytes, name: str = "") -> list[Pair]:
    return pairs_of(read_file(data, name))


def pair(first: str, second: str, **more: str) -> Pair:
    return {"player_1": first, "player_2": second, **more}
