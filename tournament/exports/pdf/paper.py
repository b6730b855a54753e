"""From blocks to a file: content is a sequence of blocks, put on pages, then drawn in frames.

A block knows its height and how to draw itself below a given point. Documents make blocks, `fill`
puts them on pages, `write` draws all pages; so the number of pages is known before the first is
drawn. `write_parts` writes several documents into one file, each with its own page numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading
from tournament.exports.pdf.diagrams import define_suits
from tournament.exports.pdf.frame import Box, body_box, draw_frame, page_size
from tournament.exports.pdf.ink import BLACK, BOLD, MONO, REGULAR, font
from tournament.exports.pdf.text import draw_text, fit

Draw = Callable[[Canvas, float, float], None]
"""Draws something whose upper left corner is at (x, y)."""


COLUMN_GAP = 24.0


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of content that is never divided."""

    height: float
    draw: Draw
    repeated: Block | None = None
    """The block above it where it begins a page: the head of the table it is a row of."""
    keep: int = 0
    """Number of following blocks that must be on its page: a title's first rows."""
    bookmark: str = ""
    """The block's name in the file's table of contents."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its frame, and the blocks at their places; without `framed` only the blocks."""

    heading: Heading
    wide: bool = False
    placed: list[tuple[float, float, Block]] = field(default_factory=list)
    framed: bool = True


def space(height: float) -> Block:
    return Block(height, lambda _canvas, _x, _y: None)


def paragraph(
    text: str, width: float, size: float, *, font_name: str = REGULAR, ink: float = BLACK
) -> Block:
    """Return a text in as many lines as it needs."""
    fitted = fit(text, width, size, font_name, least=1)
    return Block(fitted.height, lambda canvas, x, top: draw_text(canvas, fitted, x, top, ink=ink))


def height_of(blocks: Sequence[Block]) -> float:
    """Return the height of blocks that stand below each other."""
    return sum(block.height for block in blocks)


def stacked(blocks: Sequence[Block]) -> Callable[[Canvas, Box], None]:
    """Return a function that draws blocks below each other, from the top of a box."""

    def draw(canvas: Canvas, box: Box) -> None:
        top = box.top
        for block in blocks:
            block.draw(canvas, box.left, top)
            top -= block.height

    return draw


def column_width(width: float, columns: int) -> float:
    """Return the width of each of several columns that stand side by side in `width`."""
    return (width - (columns - 1) * COLUMN_GAP) / columns


def fill(
    blocks: Sequence[Block], heading: Heading, *, wide: bool = False, columns: int = 1
) -> list[Page]:
    """Put blocks on pages from top to bottom, column by column; return at least one page.

    A block goes on to the next column where it and those it keeps with it don't fit any more,
    unless the column is empty: a block that is too high for any page is put on one alone.
    """
    box = body_box(heading, wide=wide)
    step = column_width(box.width, columns) + COLUMN_GAP
    pages = [Page(heading, wide)]
    column, top = 0, box.top
    for index, block in enumerate(blocks):
        needed = sum(one.height for one in _kept_together(blocks, index))
        if top - needed < box.bottom - 0.01 and top < box.top:
            column, top = column + 1, box.top
            if column == columns:
                column = 0
                pages.append(Page(heading, wide))
        x = box.left + column * step
        if top == box.top and block.repeated:
            pages[-1].placed.append((x, top, block.repeated))
            top -= block.repeated.height
        pages[-1].placed.append((x, top, block))
        top -= block.height
    return pages


def _kept_together(blocks: Sequence[Block], index: int) -> Sequence[Block]:
    """Return a block, those it keeps with it, and those that these keep."""
    end = index + 1
    at = index
    while at < end and at < len(blocks):
        end = max(end, at + 1 + blocks[at].keep)
        at += 1
    return blocks[index:end]


@dataclass(frozen=True, slots=True)
class Part:
    """A document in a file of several: its pages are numbered by themselves.

    `titles` is its place in the file's table of contents, from the outermost to its own; the
    bookmarks of its blocks stand below that.
    """

    titles: tuple[str, ...]
    pages: Sequence[Page]


Drawn = Callable[[int, int], None]
"""Called after each page of a part: how many of its pages are drawn, of how many."""


def write(pages: Iterable[Page], heading: Heading | None = None) -> bytes:
    """Return the file: every page in its frame, numbered through.

    `heading` names the file; without one the first page's does.
    """
    pages = list(pages)
    return write_parts([Part((), pages)], heading or pages[0].heading)


def write_parts(
    parts: Iterable[Part], heading: Heading, drawn: Drawn = lambda _done, _of: None
) -> bytes:
    """Return the file of these parts, named by `heading`; each part is asked for when those before
    it are drawn."""
    for name in (REGULAR, BOLD, MONO):
        font(name)
    # Bytes as they are: written in letters they are a quarter more, and cost a tenth of the time.
    rl_config.useA85 = 0
    buffer = BytesIO()
    canvas = Canvas(
        buffer,
        pageCompression=1,
        invariant=1,  # no clock and no chance: equal content gives an equal file
        # Without it Helvetica is listed, which is not embedded. (Typed as a number by mistake.)
        initialFontName=REGULAR,  # type: ignore[arg-type]
        lang=heading.language,
    )
    _describe(canvas, heading)
    define_suits(canvas)
    contents = _Contents(canvas)
    for part in parts:
        contents.begin(part)
        for number, page in enumerate(part.pages, start=1):
            canvas.setPageSize(page_size(wide=page.wide))
            if page.framed:
                draw_frame(canvas, page.heading, page=number, pages=len(part.pages), wide=page.wide)
            contents.begin_page(page)
            for x, top, block in page.placed:
                if block.bookmark:
                    contents.add(block.bookmark, top)
                block.draw(canvas, x, top)
            canvas.showPage()
            drawn(number, len(part.pages))
    canvas.save()
    return buffer.getvalue()


class _Contents:
    """The file's table of contents, entered while the pages are drawn."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._titles: tuple[str, ...] = ()
        self._new: list[int] = []
        self._entries = 0

    def begin(self, part: Part) -> None:
        """Enter the titles that the part doesn't share with the one before it."""
        shared = 0
        while shared < len(part.titles) and part.titles[: shared + 1] == self._titles[: shared + 1]:
            shared += 1
        self._titles = part.titles
        self._new = list(range(shared, len(part.titles)))

    def begin_page(self, page: Page) -> None:
        _width, height = page_size(wide=page.wide)
        for level in self._new:
            # Folded, as a file may have hundreds of blocks.
            self._enter(self._titles[level], level, height, folded=level + 1 == len(self._titles))
        self._new = []

    def add(self, title: str, top: float) -> None:
        """Enter a block of the part, whose upper edge is at `top`."""
        self._enter(title, len(self._titles), top)

    def _enter(self, title: str, level: int, top: float, *, folded: bool = False) -> None:
        key = str(self._entries)
        self._entries += 1
        self._canvas.bookmarkHorizontal(key, 0, top)
        self._canvas.addOutlineEntry(title, key, level, closed=folded)
        self._canvas.showOutline()


def _describe(canvas: Canvas, heading: Heading) -> None:
    """Describe the file for a reader's window, a search engine or a screen reader."""
    made = heading.made_at.astimezone(UTC).strftime("D:%Y%m%d%H%M%SZ")
    canvas.setTitle(f"{heading.full_title} – {heading.championship}")
    canvas.setAuthor(heading.championship)
    canvas.setSubject(" · ".join(filter(None, [heading.full_title, heading.status])))
    canvas.setCreator(_("Duplicate botifarra"))
    canvas.setDateFormatter(lambda *_clock: made)
    canvas.setViewerPreference("DisplayDocTitle", "true")
