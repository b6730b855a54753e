"""The frame of every page: whose paper it is above, when it was made and page x of y below.

    LOGO  championship                             PROVISIONAL
          place, date
    ──────────────────────────────────────────────────────────
    Title                                             subtitle
      (the body)
    ──────────────────────────────────────────────────────────
    when it was made, head of the record           page x of y

Long names shrink or wrap, so the head's height, and with it the body, depends on the heading.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading, Logo
from tournament.exports.pdf.ink import BLACK, BOLD, GREY, REGULAR, draw_rule
from tournament.exports.pdf.text import Align, Fitted, draw_text, fit

SIDE_MARGIN = 42.0
TOP_MARGIN = 34.0
FOOT_RULE = 40.0
"""Height of the rule above the foot, over the paper's lower edge."""
GAP = 10.0

LOGO_WIDTH, LOGO_HEIGHT = 100.0, 30.0
"""Largest size of a logo; about a centimetre high."""

_STATUS_PADDING = 6.0


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle of a page, in points from its lower left corner."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def top(self) -> float:
        return self.bottom + self.height

    @property
    def right(self) -> float:
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class _Head:
    """The texts above the body, fitted, and where the parts end."""

    name: Fitted
    details: Fitted
    status: Fitted
    title: Fitted
    subtitle: Fitted
    logo: tuple[float, float]
    """Width and height of the logo; 0 and 0 without one."""

    @property
    def indent(self) -> float:
        """Return the distance of the name from the left, because of the logo."""
        return self.logo[0] + GAP if self.logo[0] else 0.0

    @property
    def rule(self) -> float:
        """Return the distance of the rule from the top margin."""
        texts = self.name.height + (self.details.height if self.details.lines[0] else 0)
        return max(texts, self.logo[1]) + 5

    @property
    def height(self) -> float:
        return self.rule + 9 + max(self.title.height, self.subtitle.height) + 10


def page_size(*, wide: bool) -> tuple[float, float]:
    """Return the size of A4 in points, upright or wide."""
    return landscape(A4) if wide else A4


def _head(heading: Heading, width: float) -> _Head:
    status = fit(heading.status.upper(), width / 3, 8.5, BOLD)
    logo = _logo_size(heading.logo)
    room = width - (status.width + 2 * _STATUS_PADDING + GAP if heading.status else 0)
    room -= logo[0] + GAP if heading.logo else 0
    subtitle = fit(heading.subtitle, width * 0.5, 13)
    title_room = width - (subtitle.width + GAP if heading.subtitle else 0)
    return _Head(
        name=fit(heading.championship, room, 10, BOLD),
        details=fit(heading.details, room, 8.5),
        status=status,
        title=fit(heading.title, title_room, 18, BOLD, least=0.6),
        subtitle=subtitle,
        logo=logo,
    )


def _logo_size(logo: Logo | None) -> tuple[float, float]:
    """Return width and height in points: as large as the head allows."""
    if logo is None:
        return 0.0, 0.0
    return _fitted_logo(logo, LOGO_WIDTH, LOGO_HEIGHT)


def _fitted_logo(logo: Logo, width: float, height: float) -> tuple[float, float]:
    scale = min(width / logo.width, height / logo.height)
    return logo.width * scale, logo.height * scale


def draw_logo(
    canvas: Canvas, logo: Logo, middle: float, top: float, width: float, height: float
) -> float:
    """Draw a logo below `top`, around `middle`, within the given size; return its height."""
    wide, high = _fitted_logo(logo, width, height)
    canvas.drawImage(_picture(logo.png), middle - wide / 2, top - high, wide, high)
    return high


def body_box(heading: Heading, *, wide: bool = False) -> Box:
    """Return the room for the content of a document with this heading."""
    page_width, page_height = page_size(wide=wide)
    width = page_width - 2 * SIDE_MARGIN
    bottom = FOOT_RULE + GAP
    top = page_height - TOP_MARGIN - _head(heading, width).height
    return Box(SIDE_MARGIN, bottom, width, top - bottom)


@lru_cache(maxsize=8)
def _picture(png: bytes) -> ImageReader:
    return ImageReader(BytesIO(png))


def draw_frame(canvas: Canvas, heading: Heading, *, page: int, pages: int, wide: bool) -> None:
    """Draw everything around the body of page `page` of `pages`."""
    page_width, page_height = page_size(wide=wide)
    left, right = SIDE_MARGIN, page_width - SIDE_MARGIN
    head = _head(heading, right - left)
    top = page_height - TOP_MARGIN

    if heading.logo is not None:
        width, height = head.logo
        image = _picture(heading.logo.png)
        canvas.drawImage(image, left, top - height, width, height)
    beside = left + head.indent
    draw_text(canvas, head.name, beside, top)
    if heading.details:
        draw_text(canvas, head.details, beside, top - head.name.height, ink=GREY)
    if heading.status:
        _draw_status(canvas, head.status, right, top)
    draw_rule(canvas, left, right, top - head.rule, 1)

    base = top - head.rule - 9
    draw_text(canvas, head.title, left, base)
    if heading.subtitle:
        drop = max(0.0, head.title.size - head.subtitle.size) * 0.95
        draw_text(canvas, head.subtitle, right, base - drop, align=Align.RIGHT)

    draw_rule(canvas, left, right, FOOT_RULE, 0.5)
    place = _("Page %(page)s of %(pages)s") % {"page": page, "pages": pages}
    below = FOOT_RULE - 5
    draw_text(canvas, fit(heading.foot, right - left - 110, 8), left, below, ink=GREY)
    draw_text(canvas, fit(place, 110, 8, REGULAR), right, below, align=Align.RIGHT)


def _draw_status(canvas: Canvas, status: Fitted, right: float, top: float) -> None:
    """Draw the word in a box, so that nobody takes a provisional list for a final one."""
    width = status.width + 2 * _STATUS_PADDING
    height = status.height + 5
    canvas.setStrokeGray(BLACK)
    canvas.setLineWidth(1)
    canvas.rect(right - width, top - height + 1, width, height)
    draw_text(canvas, status, right - width / 2, top - 1, align=Align.CENTRE)
