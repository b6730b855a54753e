"""The commitment sheet, to hang up before round 1: the number, what it means, how to check it.

After the end of the championship it has the key as well, with the command that deals again.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.deals.proof import Proof
from tournament.exports.heading import Heading
from tournament.exports.pdf.frame import body_box
from tournament.exports.pdf.ink import BLACK, BOLD, MONO, REGULAR
from tournament.exports.pdf.paper import Block, Page, fill, paragraph, space
from tournament.exports.pdf.text import LEADING, Align, draw_text, fit

_SIZE = 11.0
_GROUP = 4
"""Digits that stand together, so that a reader can compare them one group at a time."""
_INDENT = 20.0


def commitment_pages(heading: Heading, proof: Proof) -> list[Page]:
    """The sheet that proves afterwards that no hand was exchanged."""
    width = body_box(heading).width
    blocks = [
        paragraph(
            _(
                "All tables play the same hands. They come from a secret key that a machine "
                "drew at random. This number is the key's seal: it reveals nothing about the "
                "hands, and no other key has the same one."
            ),
            width,
            _SIZE,
        ),
        space(12),
        _number(proof.commitment, width, 27, per_line=4),
        space(6),
        paragraph(
            _("Take a photo of it, or write it down, before the first hand is played."),
            width,
            _SIZE,
            font_name=BOLD,
        ),
        *_salt(proof, width),
        *_how_to_check(proof, width),
    ]
    return fill(blocks, heading)


def grouped(digits: str, per_line: int) -> list[str]:
    """Hexadecimal digits in groups, `per_line` groups a line."""
    groups = [digits[start : start + _GROUP] for start in range(0, len(digits), _GROUP)]
    return [" ".join(groups[start : start + per_line]) for start in range(0, len(groups), per_line)]


def _number(digits: str, width: float, size: float, *, per_line: int) -> Block:
    """A long number in a box, in groups of letters that are all equally wide."""
    lines = [fit(line, width - 24, size, MONO) for line in grouped(digits, per_line)]
    step = size * LEADING
    height = len(lines) * step + 20

    def draw(canvas: Canvas, x: float, top: float) -> None:
        canvas.setStrokeGray(BLACK)
        canvas.setLineWidth(1)
        canvas.rect(x, top - height, width, height)
        for index, line in enumerate(lines):
            at = top - 10 - index * step
            draw_text(canvas, line, x + width / 2, at, align=Align.CENTRE)

    return Block(height, draw)


def _section(title: str, width: float) -> Iterator[Block]:
    yield space(18)
    head = paragraph(title, width, 14, font_name=BOLD)
    yield Block(head.height + 4, head.draw, keep=1)


def _salt(proof: Proof, width: float) -> Iterator[Block]:
    yield from _section(_("The salt"), width)
    if not proof.salt:
        text = _(
            "There is none. This sheet proves that no hand was changed after it was made, but "
            "not that the organisers didn't choose the hands."
        )
        yield paragraph(text, width, _SIZE)
        return
    yield paragraph(proof.salt, width, 16, font_name=MONO)
    yield space(4)
    text = _(
        "This public text goes into every hand together with the key. If nobody chose it, and"
        " nobody knew it before this number was published, nobody could choose the hands."
    )
    yield paragraph(text, width, _SIZE)
    if proof.salt_fixed_at is None:
        yield paragraph(
            _("It can still change until the first hand is opened or printed."), width, _SIZE
        )
    else:
        moment = date_format(timezone.localtime(proof.salt_fixed_at), "DATETIME_FORMAT")
        yield paragraph(_("Fixed for good on %(time)s.") % {"time": moment}, width, _SIZE)


def _how_to_check(proof: Proof, width: float) -> Iterator[Block]:
    yield from _section(_("How to check it"), width)
    if proof.opened is None:
        yield from _steps(
            (
                _(
                    "When the championship ends, its page “Proof of the hands” shows the key:"
                    " 64 hexadecimal digits."
                ),
                _(
                    "Any program for SHA-256 gives this number from the text"
                    " “botifarra-commit-v1”, a zero byte and the 32 bytes of the key."
                ),
                _(
                    "The page deals every hand again step by step, and gives the command that"
                    " does so on any other computer."
                ),
            ),
            width,
        )
        return
    yield paragraph(_("The championship has ended. This was the key:"), width, _SIZE)
    yield space(6)
    yield _number(proof.opened.key, width, 15, per_line=8)
    yield space(6)
    yield from _steps(
        (
            _(
                "Any program for SHA-256 gives the number above from the text"
                " “botifarra-commit-v1”, a zero byte and the 32 bytes of the key."
            ),
            _("On a computer with this program, this command deals all hands again:"),
        ),
        width,
    )
    for command in proof.opened.commands:
        yield from _indented(paragraph(command, width - _INDENT, 9.5, font_name=MONO))


def _steps(steps: tuple[str, ...], width: float) -> Iterator[Block]:
    """Numbered paragraphs, the numbers standing out at the left."""
    for number, text in enumerate(steps, start=1):
        yield from _indented(paragraph(text, width - _INDENT, _SIZE), f"{number}.")


def _indented(block: Block, mark: str = "") -> Iterator[Block]:
    def draw(canvas: Canvas, x: float, top: float) -> None:
        if mark:
            draw_text(canvas, fit(mark, _INDENT, _SIZE, REGULAR), x, top)
        block.draw(canvas, x + _INDENT, top)

    yield Block(block.height, draw)
    yield space(4)
