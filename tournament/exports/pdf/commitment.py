"""The commitment sheet, to hang up before round 1: the number, its meaning, how to check it.

The list of hashes is on the proof page only: the commitment stands for it. After the end of the
championship the sheet has the key as well, with the commands that deal again.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.deals.proof import Proof, SetProof
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
    """Return the sheets that prove afterwards that no hand was exchanged, one for each deal set."""
    width = body_box(heading).width
    several = len(proof.sets) > 1
    return [page for one in proof.sets for page in _pages_of(heading, one, width, several=several)]


def _pages_of(heading: Heading, one: SetProof, width: float, *, several: bool) -> list[Page]:
    blocks = [
        paragraph(
            _(
                "All tables play the same hands. They come from a secret key that a machine "
                "drew at random. This number is the seal of all hands: it reveals nothing about "
                "them, and no other hands have the same one."
            ),
            width,
            _SIZE,
        ),
        space(12),
        _number(one.commitment, width, 27, per_line=4),
        space(6),
        paragraph(_which_hands(one, several=several), width, _SIZE),
        space(6),
        paragraph(
            _("Take a photo of it, or write it down, before the first hand is played."),
            width,
            _SIZE,
            font_name=BOLD,
        ),
        *_salt(one, width),
        *_how_to_check(one, width),
    ]
    return fill(blocks, heading)


def _which_hands(one: SetProof, *, several: bool) -> str:
    """Return how many hands the number stands for, and from which on if there are others."""
    if several:
        return _(
            "It stands for the hands from number %(first)d on; there are %(count)d of them."
        ) % {
            "first": one.hands_before + 1,
            "count": one.deals,
        }
    return _("It stands for %(count)d hands, the spare ones included.") % {"count": one.deals}


def grouped(digits: str, per_line: int) -> list[str]:
    """Return hexadecimal digits in groups, `per_line` groups a line."""
    groups = [digits[start : start + _GROUP] for start in range(0, len(digits), _GROUP)]
    return [" ".join(groups[start : start + per_line]) for start in range(0, len(groups), per_line)]


def _number(digits: str, width: float, size: float, *, per_line: int) -> Block:
    """Return a long number in a box, in groups of letters that are all equally wide."""
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


def _salt(one: SetProof, width: float) -> Iterator[Block]:
    yield from _section(_("The salt"), width)
    if not one.salt:
        text = _(
            "There is none. This sheet proves that no hand was changed after it was made, but "
            "not that the organisers didn't choose the hands."
        )
        yield paragraph(text, width, _SIZE)
        return
    yield paragraph(one.salt, width, 16, font_name=MONO)
    yield space(4)
    text = _(
        "This public text goes into every hand together with the key. If nobody chose it, and"
        " nobody knew it before this number was published, nobody could choose the hands."
    )
    yield paragraph(text, width, _SIZE)
    if one.salt_fixed_at is None:
        yield paragraph(
            _("It can still change until the first hand is opened or printed."), width, _SIZE
        )
    else:
        moment = date_format(timezone.localtime(one.salt_fixed_at), "DATETIME_FORMAT")
        yield paragraph(_("Fixed for good on %(time)s.") % {"time": moment}, width, _SIZE)


def _how_to_check(one: SetProof, width: float) -> Iterator[Block]:
    yield from _section(_("How to check it"), width)
    if one.key is None:
        yield from _steps(
            (
                _(
                    "The page “Proof of the hands” of the championship shows the list of the "
                    "hashes of all hands. This number is its SHA-256, as the page says."
                ),
                _(
                    "When a round is closed, the page shows the secret of each of its hands: its "
                    "hash is in the list, and secret and salt give the hand."
                ),
                _(
                    "The page deals a hand again step by step, and gives the command that does so "
                    "on any other computer. When the championship ends it shows the key of all "
                    "hands."
                ),
            ),
            width,
        )
        return
    yield paragraph(_("The championship has ended. This was the key:"), width, _SIZE)
    yield space(6)
    yield _number(one.key, width, 15, per_line=8)
    yield space(6)
    yield from _steps(
        (
            _(
                "On a computer with this program, these commands give the number above and deal "
                "all hands again:"
            ),
        ),
        width,
    )
    for command in one.commands:
        yield from _indented(paragraph(command, width - _INDENT, 9.5, font_name=MONO))


def _steps(steps: tuple[str, ...], width: float) -> Iterator[Block]:
    """Yield numbered paragraphs, the numbers standing out at the left."""
    for number, text in enumerate(steps, start=1):
        yield from _indented(paragraph(text, width - _INDENT, _SIZE), f"{number}.")


def _indented(block: Block, mark: str = "") -> Iterator[Block]:
    def draw(canvas: Canvas, x: float, top: float) -> None:
        if mark:
            draw_text(canvas, fit(mark, _INDENT, _SIZE, REGULAR), x, top)
        block.draw(canvas, x + _INDENT, top)

    yield Block(block.height, draw)
    yield space(4)
