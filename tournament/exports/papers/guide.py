"""The guide on paper: the chapters below /help/ with their pictures, and the words at the end."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from markdown_it.tree import SyntaxTreeNode
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.papers.base import Option, Paper, PaperRequest, Scope
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import draw_text, fit
from tournament.guide.pages import words
from tournament.guide.texts import Audience, Chapter, chapters, path_of, pictures_in, plain

_SIZE = 10.5
_INDENT = 18.0
_PICTURE = 0.62
"""Largest width of a picture, as a share of the width."""
_HIGHEST = 270.0
"""Largest height of a picture, in points."""


def _quoted(text: SyntaxTreeNode) -> str:
    """Return a text in which names of buttons stand in the language's quotation marks."""
    return plain(text, _("“%(name)s”"))


def _chapter(chapter: Chapter, width: float) -> Iterator[Block]:
    yield _title(chapter.title, width)
    for part in chapter.text.children:
        if part.type == "ordered_list":
            for number, step in enumerate(part.children, start=1):
                yield _step(number, _quoted(step), width)
            yield space(4)
        elif pictures := pictures_in(part):
            yield from (_picture(one, width) for one in pictures)
            yield space(10)
        else:
            yield paragraph(_quoted(part), width, _SIZE)
            yield space(6)
    yield space(10)


def _title(text: str, width: float) -> Block:
    head = paragraph(text, width, 15, font_name=BOLD)
    return Block(head.height + 4, head.draw, keep=1, bookmark=text)


def _step(number: int, text: str, width: float) -> Block:
    said = fit(text, width - _INDENT, _SIZE, least=1)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, fit(f"{number}.", _INDENT, _SIZE), x, top)
        draw_text(canvas, said, x + _INDENT, top)

    return Block(said.height + 3, draw)


def _picture(picture: SyntaxTreeNode, width: float) -> Block:
    """Return the picture in a thin line, with its caption."""
    image = ImageReader(str(path_of(picture)))
    wide, high = image.getSize()
    scale = min(width * _PICTURE / wide, _HIGHEST / high)
    caption = fit(_quoted(picture), width, 8.5, least=1)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        bottom = top - high * scale
        canvas.drawImage(image, x, bottom, wide * scale, high * scale)
        canvas.setStrokeGray(GREY)
        canvas.setLineWidth(0.5)
        canvas.rect(x, bottom, wide * scale, high * scale)
        draw_text(canvas, caption, x, bottom - 3, ink=GREY)

    return Block(high * scale + 3 + caption.height, draw)


def _words(width: float) -> Iterator[Block]:
    yield _title(_("Words of the game and of this site"), width)
    column = width * 0.25
    for word, meaning in words().values():
        yield _term(word, meaning, column, width)


def _term(term: str, said: str, column: float, width: float) -> Block:
    word = fit(term, column - 10, _SIZE, BOLD)
    meaning = fit(said, width - column, _SIZE, least=1)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, word, x, top)
        draw_text(canvas, meaning, x + column, top)

    return Block(max(word.height, meaning.height) + 4, draw)


_EVERYTHING = "all"
_READERS = Option(
    "readers",
    gettext_lazy("Chapters"),
    (
        (_EVERYTHING, pgettext_lazy("chapters of the guide", "all of them")),
        *((one.value, one.label) for one in Audience),
    ),
)


def _pages(request: PaperRequest) -> list[Page]:
    wanted = request.options.get(_READERS.name, _EVERYTHING)
    audiences = [one for one in Audience if wanted in (_EVERYTHING, one.value)]
    subtitle = "" if wanted == _EVERYTHING else str(audiences[0].label)
    heading = request.heading(str(GUIDE.title), subtitle=subtitle)
    width = body_box(heading).width
    blocks = [block for one in chapters(audiences) for block in _chapter(one, width)]
    return fill([*blocks, *_words(width)], heading)


GUIDE = Paper(
    name="guide",
    title=gettext_lazy("Guide"),
    purpose=gettext_lazy("How this site is used: for organisers, referees, and those who play."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_pages,
    missing=lambda _request: "",
    options=(_READERS,),
)
