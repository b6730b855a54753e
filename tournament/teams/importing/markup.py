"""XML from strangers: read piece by piece, and only so much of it.

A small file can hold XML that takes any amount of memory: entities that multiply (a document type,
which no workbook has, ends the reading), elements in elements in elements, a tag of millions of
attributes. The reading goes through expat, and stops at the first of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from xml.parsers import expat

_DEEPEST = 64
_LONGEST_TAG = 256 * 1024
"""Bytes of a tag, a comment or anything else that comes as one piece."""


class HostileMarkup(Exception):
    """XML as no spreadsheet program writes it."""


class TooMuchMarkup(Exception):
    """More elements than the reader wants."""


class Enough(Exception):
    """Raised by a handler that has read what it needs: the reading ends well."""


Begin = Callable[[str, Mapping[str, str]], None]
End = Callable[[str], None]
Letters = Callable[[str], None]


def _local(name: str) -> str:
    """A name without its namespace: the format has two for everything, and old files others."""
    return name.rpartition(" ")[2]


def walk(chunks: Iterable[bytes], *, begin: Begin, end: End, letters: Letters, most: int) -> int:
    """Call these for each element, by its name without namespace; how many there were.

    Raises HostileMarkup, TooMuchMarkup beyond `most` elements, and expat.ExpatError for what is no
    XML.
    """
    depth = count = 0

    def on_begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth += 1
        count += 1
        if depth > _DEEPEST:
            raise HostileMarkup
        if count > most:
            raise TooMuchMarkup
        begin(_local(name), attributes)

    def on_end(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(_local(name))

    def refuse(*_arguments: object) -> None:
        raise HostileMarkup

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = on_begin
    parser.EndElementHandler = on_end
    parser.CharacterDataHandler = letters
    given = 0
    try:
        for chunk in chunks:
            parser.Parse(chunk, False)
            given += len(chunk)
            if given - max(parser.CurrentByteIndex, 0) > _LONGEST_TAG:
                raise HostileMarkup
        parser.Parse(b"", True)
    except Enough:
        pass
    return count
