"""The guide as a paper: the same chapters as below /help/."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.exports.papers.base import Option, Paper, PaperRequest, Scope
from tournament.exports.pdf.guide import guide_pages
from tournament.exports.pdf.paper import Page
from tournament.guide.chapters import Audience, chapters
from tournament.guide.pages import words

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
    return guide_pages(heading, chapters(audiences), words().values())


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
