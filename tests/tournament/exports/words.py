"""Where a paper's words stand, told by a reader that knows nothing of how they were drawn."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

MARGIN = 28.0
"""Points at every edge that no printer reaches: a centimetre."""
SPARE = 0.14
"""The part of a word's box, above and below, that has room for accents but seldom ink."""
_SPACE = "{http://www.w3.org/1999/xhtml}"


class Word(NamedTuple):
    """A word of a page, and the rectangle of its letters, counted from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def lies_on(self, other: Word) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0.8 and down > 0.8


@dataclass(frozen=True)
class PageOfWords:
    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    """From the top down."""


def pages_of_words(content: bytes, folder: Path) -> Iterator[PageOfWords]:
    """Each page's words, read by `pdftotext`; `folder` is for its files."""
    (folder / "paper.pdf").write_bytes(content)
    subprocess.run(["pdftotext", "-bbox", folder / "paper.pdf", folder / "paper.html"], check=True)
    pages = ElementTree.parse(folder / "paper.html").iter(f"{_SPACE}page")
    for number, page in enumerate(pages, start=1):
        words = sorted(map(_word, page.iter(f"{_SPACE}word")), key=lambda word: word.top)
        width, height = float(page.attrib["width"]), float(page.attrib["height"])
        yield PageOfWords(number, width, height, tuple(words))


def _word(element: ElementTree.Element) -> Word:
    left, top, right, bottom = (
        float(element.attrib[name]) for name in ("xMin", "yMin", "xMax", "yMax")
    )
    spare = (bottom - top) * SPARE
    return Word(element.text or "", left, top + spare, right, bottom - spare)


def word_faults(content: bytes, folder: Path) -> list[str]:
    """Which words lie outside a page's margins, or on top of each other."""
    found = []
    for page in pages_of_words(content, folder):
        for word in page.words:
            across = word.left >= MARGIN and word.right <= page.width - MARGIN
            down = word.top >= MARGIN - 8 and word.bottom <= page.height - MARGIN + 12
            if not (across and down):
                found.append(f"page {page.number}: {word.text} leaves the page")
        found += [
            f"page {page.number}: {one.text} lies on {other.text}"
            for one, other in _neighbours(page.words)
            if one.lies_on(other)
        ]
    return found


def _neighbours(words: tuple[Word, ...]) -> Iterator[tuple[Word, Word]]:
    """Words whose heights meet."""
    for index, one in enumerate(words):
        for other in words[index + 1 :]:
            if other.top >= one.bottom:
                break
            yield one, other
