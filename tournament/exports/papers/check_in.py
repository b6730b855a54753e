"""Papers for the door: who comes and who pays, and labels with names."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.check_in.queries import CheckIn, check_in
from tournament.core.csv_text import Row
from tournament.exports.papers.base import Bundle, Paper, PaperRequest, Scope
from tournament.exports.pdf.check_in import check_in_pages
from tournament.exports.pdf.name_labels import NameLabel, name_label_pages
from tournament.exports.pdf.paper import Page
from tournament.standings.queries import contestant_refs


def _no_pairs(request: PaperRequest) -> str:
    return "" if request.known.contestants else _("Nobody is registered yet.")


def _check_in(request: PaperRequest) -> list[Page]:
    return check_in_pages(request.heading(str(CHECK_IN.title)), check_in(request.championship))


def _labels(request: PaperRequest) -> list[Page]:
    """A label a player; substitutes get theirs when they play."""
    labels = [
        NameLabel(pair.number, player, pair.club)
        for pair in contestant_refs(request.championship).values()
        if pair.withdrawn_from is None
        for player in pair.players
    ]
    return name_label_pages(request.heading(str(NAME_LABELS.title)), labels)


def check_in_rows(now: CheckIn, *, of_players: bool) -> Iterator[Row]:
    """A row of titles, and one a pair or a player; 1 for who is here or has paid, else 0, to be
    added up."""
    yield [
        pgettext("column", "No."),
        *((_("Player"),) if of_players else (_("Pair"), _("Player 1"), _("Player 2"))),
        _("Club"),
        pgettext("pair", "Here"),
        pgettext("pair", "Paid"),
        _("Withdrawn from round"),
    ]
    for line in now.lines:
        pair = line.contestant
        yield [
            pair.number,
            *(pair.players if of_players else (pair.name, *pair.players)),
            pair.club,
            int(line.here),
            int(line.paid),
            pair.withdrawn_from,
        ]


CHECK_IN = Paper(
    name="check-in",
    title=gettext_lazy("Check-in list"),
    purpose=gettext_lazy("For the door and the treasurer: who is here, and who has paid."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_check_in,
    missing=_no_pairs,
    bundles=frozenset({Bundle.BEFORE_THE_DAY}),
)
NAME_LABELS = Paper(
    name="name-labels",
    title=gettext_lazy("Labels with names"),
    purpose=gettext_lazy("To cut out and wear: each player's name, number and club."),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_labels,
    missing=_no_pairs,
)
