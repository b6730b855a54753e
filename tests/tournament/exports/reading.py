"""Reading papers back: their text, their fonts, and where on the page everything was put."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from tests.tournament.pdf_text import texts_of_pages
from tournament.exports.pdf import paper
from tournament.exports.pdf.text import text_width


def reader(content: bytes) -> PdfReader:
    return PdfReader(BytesIO(content))


def page_texts(content: bytes) -> list[str]:
    """The text of each page, its lines joined by spaces."""
    return [" ".join(text.split()) for text in texts_of_pages(content)]


def text_of(content: bytes) -> str:
    return " ".join(page_texts(content))


def bookmarks_of(content: bytes) -> list[str]:
    """The outermost entries of the file's table of contents."""
    return [str(entry["/Title"]) for entry in reader(content).outline if isinstance(entry, dict)]


def fonts_of(content: bytes) -> dict[str, bool]:
    """The typefaces that the file names, and whether each is embedded."""
    found: dict[str, bool] = {}
    for page in reader(content).pages:
        for reference in page["/Resources"]["/Font"].values():  # type: ignore[index]
            font = reference.get_object()
            descriptor = font.get("/FontDescriptor", {})
            found[font["/BaseFont"]] = "/FontFile2" in descriptor
    return found


class Mark(NamedTuple):
    """Something drawn: what, on which page, and the rectangle that its ink fills."""

    what: str
    page: int
    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: Mark, tolerance: float = 0.3) -> bool:
        return (
            min(self.right, other.right) - max(self.left, other.left) > tolerance
            and min(self.top, other.top) - max(self.bottom, other.bottom) > tolerance
        )


class WatchedCanvas(Canvas):
    """Notes every text and every suit that is drawn, and the size of each page.

    It puts no text on paper and makes no file, which would take most of the time.
    """

    marks: list[Mark]
    sizes: dict[int, tuple[float, float]]
    _fontname: str
    _fontsize: float
    _pagesize: tuple[float, float]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.marks = []
        self.sizes = {}
        self._moved = (0.0, 0.0)
        self._scaled = 1.0
        super().__init__(*args, **kwargs)

    def _note(self, x: float, y: float, width: float, text: str) -> None:
        size = self._fontsize
        self.sizes[self.getPageNumber()] = self._pagesize
        # Capitals and figures reach 0.73 above the line; descenders 0.2 below it.
        self.marks.append(
            Mark(text, self.getPageNumber(), x, y - 0.2 * size, x + width, y + 0.73 * size)
        )

    def drawString(self, x: float, y: float, text: str, *args: Any, **kwargs: Any) -> None:
        self._note(x, y, text_width(text, self._fontname, self._fontsize), text)

    def drawRightString(self, x: float, y: float, text: str, *args: Any, **kwargs: Any) -> None:
        width = text_width(text, self._fontname, self._fontsize)
        self._note(x - width, y, width, text)

    def drawCentredString(self, x: float, y: float, text: str, *args: Any, **kwargs: Any) -> None:
        width = text_width(text, self._fontname, self._fontsize)
        self._note(x - width / 2, y, width, text)

    def translate(self, dx: float, dy: float) -> None:
        self._moved = (dx, dy)
        super().translate(dx, dy)

    def scale(self, x: float, y: float) -> None:
        self._scaled = x
        super().scale(x, y)

    def doForm(self, name: str) -> None:
        side = 100 * self._scaled
        x, y = self._moved
        self.marks.append(Mark(name, self.getPageNumber(), x, y, x + side, y + side))
        super().doForm(name)

    def save(self) -> None:
        """There is no file."""


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[WatchedCanvas]]:
    """Every file written meanwhile is drawn on a canvas that takes notes."""
    canvases: list[WatchedCanvas] = []

    def make(*args: Any, **kwargs: Any) -> WatchedCanvas:
        canvases.append(WatchedCanvas(*args, **kwargs))
        return canvases[-1]

    with monkeypatch.context() as patch:
        patch.setattr(paper, "Canvas", make)
        yield canvases


def faults(canvas: WatchedCanvas, *, margin: float = 28) -> list[str]:
    """What lies outside a page's margins or on top of something else."""
    found = []
    by_page: dict[int, list[Mark]] = {}
    for mark in canvas.marks:
        by_page.setdefault(mark.page, []).append(mark)
        width, height = canvas.sizes[mark.page]
        inside = (
            margin <= mark.left
            and mark.right <= width - margin
            and margin - 10 <= mark.bottom
            and mark.top <= height - margin
        )
        if not inside:
            found.append(f"page {mark.page}: {mark.what!r} leaves the page")
    for page, marks in by_page.items():
        marks.sort(key=lambda mark: mark.bottom)
        found += [
            f"page {page}: {one.what!r} lies on {other.what!r}"
            for one, other in _neighbours(marks)
            if one.overlaps(other)
        ]
    return found


def _neighbours(marks: list[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """Pairs whose heights meet; `marks` from the bottom up."""
    for index, one in enumerate(marks):
        for other in marks[index + 1 :]:
            if other.bottom >= one.top:
                break
            yield one, other
