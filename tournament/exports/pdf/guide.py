"""The guide on paper: its chapters with their pictures, and the words at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.ink import BOLD, GREY
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import draw_text, fit
from tournament.guide.elements import Chapter, Picture, Steps, Term, Text, spans

_SIZE = 10.5
_INDENT = 18.0
_PICTURE = 0.62
"""How much of the width a picture takes at most."""
_HIGHEST = 270.0
"""The height of a picture at most, in points."""


def guide_pages(heading: Heading, chapters: Iterable[Chapter], terms: Iterable[Term]) -> list[Page]:
    """The chapters and the words, each chapter with its title in the file's table of contents."""
    width = body_box(heading).width
    blocks = [block for chapter in chapters for block in _chapter(chapter, width)]
    blocks += _words(terms, width)
    return fill(blocks, heading)


def quoted(text: str) -> str:
    """A sentence of the guide in which names of buttons stand in the language's quotation marks."""
    quote = _("“%(name)s”")
    return "".join(quote % {"name": piece} if is_name else piece for piece, is_name in spans(text))


def _chapter(chapter: Chapter, width: float) -> Iterator[Block]:
    yield _title(str(chapter.title), width)
    for part in chapter.parts:
        if isinstance(part, Text):
            yield paragraph(quoted(str(part.text)), width, _SIZE)
            yield space(6)
        elif isinstance(part, Steps):
            for number, step in enumerate(part.steps, start=1):
                yield _step(number, quoted(str(step)), width)
            yield space(4)
        else:
            yield _picture(part, width)
            yield space(10)
    yield space(10)


def _title(text: str, width: float) -> Block:
    head = paragraph(text, width, 15, font_name=BOLD)
    return Block(head.height + 4, head.draw, keep=1, bookmark=text)


def _step(number: int, text: str, width: float) -> Block:
    words = fit(text, width - _INDENT, _SIZE, least=1)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, fit(f"{number}.", _INDENT, _SIZE), x, top)
        draw_text(canvas, words, x + _INDENT, top)

    return Block(words.height + 3, draw)


def _picture(picture: Picture, width: float) -> Block:
    """The picture in a thin line, and its caption."""
    wide, high = picture.width, picture.height
    scale = min(width * _PICTURE / wide, _HIGHEST / high)
    caption = fit(quoted(str(picture.caption)), width, 8.5, least=1)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        bottom = top - high * scale
        canvas.drawImage(ImageReader(str(picture.path)), x, bottom, wide * scale, high * scale)
        canvas.setStrokeGray(GREY)
        canvas.setLineWidth(0.5)
        canvas.rect(x, bottom, wide * scale, high * scale)
        draw_text(canvas, caption, x, bottom - 3, ink=GREY)

    return Block(high * scale + 3 + caption.height, draw)


def _words(terms: Iterable[Term], width: float) -> Iterator[Block]:
    yield _title(_("Words of the game and of this site"), width)
    column = width * 0.25
    for term in terms:
        yield _term(term, column, width)


def _term(term: Term, column: float, width: float) -> Block:
    word = fit(str(term.word), column - 10, _SIZE, BOLD)
    meaning = fit(str(term.meaning), width - column, _SIZE, least=1)

    def draw(canvas: Canvas, x: float, top: float) -> None:
        draw_text(canvas, word, x, top)
        draw_text(canvas, meaning, x + column, top)

    return Block(max(word.height, meaning.height) + 4, draw)
