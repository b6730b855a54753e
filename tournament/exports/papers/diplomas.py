"""Diplomas for those who came first, or for everybody: a wide page for each pair, to be signed and
given.

┌────────────────────────────────────────────┐
│ ┌────────────────────────────────────────┐ │
│ │                  LOGO                  │ │
│ │              Championship              │ │
│ │                 Diploma                │ │
│ │                                        │ │
│ │            Maria Puig Serra            │ │
│ │              Joan Roca Vilà            │ │
│ │                  CB Valls              │ │
│ │               First place              │ │
│ │                                        │ │
│ │  Reus, 21 November 2026   ____________ │ │
│ └────────────────────────────────────────┘ │
└────────────────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy
from reportlab.pdfgen.canvas import Canvas

from tournament.exports.heading import Heading
from tournament.exports.papers.base import Option, Paper, PaperRequest, Scope
from tournament.exports.papers.results import none_closed
from tournament.exports.pdf.frame import Box, draw_logo, page_size
from tournament.exports.pdf.ink import BLACK, BOLD, GREY, draw_rule
from tournament.exports.pdf.paper import Block, Page
from tournament.exports.pdf.text import Align, Fitted, draw_text, fit
from tournament.standings.podium import LAST_RANK
from tournament.standings.queries.overall import overall_standings

_MARGIN, _INNER = 28.0, 7.0
"""Distance from the paper's edge to the outer frame, and from that to the inner one."""
_PADDING = 30.0
_LOGO = 56.0
_NAMES = (38.0, 34.0, 30.0, 26.0, 22.0, 18.0)
"""Sizes for the players' names: the largest in which each stands in one line."""
_FOOT = 62.0
"""Height of place, date and signature."""
_SIGNATURE = 250.0
_APART = 18.0
"""Room between own name, players, club and place."""


@dataclass(frozen=True, slots=True)
class Diploma:
    """A diploma's owners and place; `shared` with others. `own_name` and `club` may be ""."""

    players: tuple[str, ...]
    own_name: str
    club: str
    rank: int
    shared: bool


def diploma_pages(heading: Heading, diplomas: Sequence[Diploma]) -> list[Page]:
    """Return one page for each diploma, in their order; without any, one page that says so."""
    pages = []
    _width, height = page_size(wide=True)
    for diploma in diplomas:
        page = Page(heading, wide=True, framed=False)
        names = " – ".join(diploma.players)
        block = Block(height, partial(_draw, heading, diploma), bookmark=names)
        page.placed.append((0.0, height, block))
        pages.append(page)
    return pages


def place_words(diploma: Diploma) -> str:
    """Return the place in words, in the language in force."""
    words = {
        1: pgettext("diploma", "First place"),
        2: pgettext("diploma", "Second place"),
        3: pgettext("diploma", "Third place"),
    }
    place = words.get(diploma.rank) or pgettext("diploma", "Place %(rank)d") % {
        "rank": diploma.rank
    }
    if diploma.shared:
        return pgettext("diploma", "%(place)s, shared") % {"place": place}
    return place


def _draw(heading: Heading, diploma: Diploma, canvas: Canvas, _x: float, _top: float) -> None:
    width, height = page_size(wide=True)
    box = _draw_border(canvas, width, height)
    top = _draw_head(canvas, heading, box)
    _draw_foot(canvas, heading, box)
    _draw_winners(
        canvas, diploma, Box(box.left, box.bottom + _FOOT, box.width, top - box.bottom - _FOOT)
    )


def _draw_border(canvas: Canvas, width: float, height: float) -> Box:
    """Draw two rules around the page; return the room inside them."""
    canvas.setStrokeGray(BLACK)
    for inset, thickness in ((_MARGIN, 2.2), (_MARGIN + _INNER, 0.7)):
        canvas.setLineWidth(thickness)
        canvas.rect(inset, inset, width - 2 * inset, height - 2 * inset)
    edge = _MARGIN + _INNER + _PADDING
    return Box(edge, edge, width - 2 * edge, height - 2 * edge)


def _draw_head(canvas: Canvas, heading: Heading, box: Box) -> float:
    """Draw the logo, the championship and the paper's own word; return the room left below them."""
    top, middle = box.top, box.left + box.width / 2
    if heading.logo is not None:
        top -= draw_logo(canvas, heading.logo, middle, top, _LOGO * 3, _LOGO) + 10
    name = fit(heading.championship, box.width, 20, BOLD, least=0.75)
    top = _centred(canvas, name, middle, top) - 14
    return _centred(canvas, fit(heading.title.upper(), box.width, 32, BOLD), middle, top)


def _draw_winners(canvas: Canvas, diploma: Diploma, room: Box) -> None:
    """Draw names, club and place, level in the middle of their room."""
    place = fit(place_words(diploma), room.width, 30, BOLD, least=0.6)
    parts: list[tuple[list[Fitted], float]] = [
        ([fit(diploma.own_name, room.width, 20, least=0.6)] if diploma.own_name else [], BLACK),
        (_names(diploma.players, room.width), BLACK),
        ([fit(diploma.club, room.width, 15, least=0.7)] if diploma.club else [], GREY),
        ([place], BLACK),
    ]
    shown = [(lines, ink) for lines, ink in parts if lines]
    height = sum(text.height for lines, _ink in shown for text in lines)
    top = room.bottom + (room.height + height + _APART * (len(shown) - 1)) / 2
    middle = room.left + room.width / 2
    for lines, ink in shown:
        if lines[0] is place:
            draw_rule(canvas, middle - 45, middle + 45, top + _APART / 2, 0.7)
        for text in lines:
            top = _centred(canvas, text, middle, top, ink=ink)
        top -= _APART


def _names(players: Sequence[str], width: float) -> list[Fitted]:
    """Return the names, all in letters of one size."""
    for size in _NAMES:
        fitted = [fit(one, width, size, least=1) for one in players]
        if all(len(one.lines) == 1 for one in fitted):
            break
    return fitted


def _draw_foot(canvas: Canvas, heading: Heading, box: Box) -> None:
    """Draw place and date at the left, a line to sign at the right; a warning in between."""
    base = box.bottom + 16
    details = fit(heading.details, box.width - _SIGNATURE - 24, 12, least=0.8)
    draw_text(canvas, details, box.left, base + details.height)
    draw_rule(canvas, box.right - _SIGNATURE, box.right, base, 0.7)
    signed = fit(_("For the organisers"), _SIGNATURE, 9)
    draw_text(canvas, signed, box.right - _SIGNATURE / 2, base - 4, align=Align.CENTRE, ink=GREY)
    if heading.status:
        status = fit(heading.status.upper(), box.width - _SIGNATURE - 24, 9, BOLD)
        draw_text(canvas, status, box.left, base - 4)


def _centred(
    canvas: Canvas, text: Fitted, middle: float, top: float, *, ink: float = BLACK
) -> float:
    """Draw a centred text; return where the one below it begins."""
    draw_text(canvas, text, middle, top, align=Align.CENTRE, ink=ink)
    return top - text.height


_FIRST, _ALL = "first", "all"


def _diplomas(request: PaperRequest) -> list[Page]:
    """Return the diplomas by the standings of the last stage, then of the ones before it.

    They are for all who didn't withdraw. Before the end they are drafts, and say so.
    """
    found = overall_standings(request.stages_with_results)
    everybody = request.options.get(WHO.name) == _ALL
    lines = [
        one for one in found.lines if one.line.is_honoured and (everybody or one.rank <= LAST_RANK)
    ]
    status = "" if found.final else pgettext("diploma", "provisional")
    heading = request.heading(
        pgettext("diploma", "Diploma"), status=status, results_of=found.rounds
    )
    return diploma_pages(
        heading,
        [
            Diploma(
                players=line.contestant.players,
                own_name=line.contestant.name if line.contestant.has_own_name else "",
                club=line.contestant.club,
                rank=line.rank,
                shared=line.shared,
            )
            for line in lines
        ],
    )


WHO = Option(
    "who",
    pgettext_lazy("diplomas", "For whom"),
    (
        (_FIRST, pgettext_lazy("diplomas", "the first three")),
        (_ALL, pgettext_lazy("diplomas", "everybody")),
    ),
)
DIPLOMAS = Paper(
    name="diplomas",
    title=gettext_lazy("Diplomas"),
    purpose=gettext_lazy("To be signed and given: names, club and place, a wide page each."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_diplomas,
    missing=none_closed,
    options=(WHO,),
)
