"""Diplomas for those who came first, or for everybody."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournament.exports.papers.base import Option, Paper, PaperRequest, Scope
from tournament.exports.papers.results import none_closed
from tournament.exports.pdf.diplomas import Diploma, diploma_pages
from tournament.exports.pdf.paper import Page
from tournament.standings.podium import LAST_RANK
from tournament.standings.queries import overall_standings

_FIRST, _ALL = "first", "all"


def _diplomas(request: PaperRequest) -> list[Page]:
    """By the standings of the last stage, then those of the ones before it, for all who didn't
    withdraw. Before the end they are drafts, and say so."""
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
