"""Papers of results: standings after a round, hand sheets, the official record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.analysis.queries import hand_worths
from tournament.core.finality import is_final
from tournament.core.permissions import Level
from tournament.exports.heading import Heading, Stated, status_of
from tournament.exports.papers.base import Bundle, Option, Paper, PaperRequest, Scope
from tournament.exports.papers.hands import hands_by_number
from tournament.exports.papers.places import no_schedule
from tournament.exports.pdf.hand_sheets import hand_sheet_pages
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.record import record_pages
from tournament.exports.pdf.standings import overall_pages, standings_pages
from tournament.exports.record_rows import official_record
from tournament.exports.rows import after_rounds, round_title, standings_title
from tournament.standings.queries.overall import overall_of
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import standings_view
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.rankings.rankings import ranking_of


def not_closed(request: PaperRequest) -> str:
    """Return why there are no results of the request's round yet; "" where it is closed."""
    for number in request.rounds:
        if not request.known.round(number).is_closed:
            return _("Results appear when the round is closed.")
    return ""


def no_deals(request: PaperRequest) -> str:
    """Return why there is nothing of hands that are compared; "" where there is."""
    rounds = request.asked_rounds or request.known.rounds
    if not rounds or any(ranking_of(one.stage).of_deals for one in rounds):
        return ""
    return _("No hands are compared between the tables.")


def _no_sheets(request: PaperRequest) -> str:
    return no_deals(request) or not_closed(request)


def standings_heading(request: PaperRequest, view: StandingsView[Any], title: str = "") -> Heading:
    """Return the heading of standings: the stage, and after which rounds or final."""
    return request.heading(
        view.titled(title) if title else standings_title(view),
        subtitle=after_rounds(view.rounds, final=view.final),
        status=status_of(Stated.STANDINGS, final=view.final),
        results_of=view.rounds,
    )


def _standings_pages(request: PaperRequest, view: StandingsView[Any]) -> list[Page]:
    return standings_pages(standings_heading(request, view), view)


def _standings_after(request: PaperRequest) -> Iterator[Page]:
    for round in request.asked_rounds:
        view = standings_view(round.stage, after_round=round.number)
        yield from _standings_pages(request, view)


def _standings_now(request: PaperRequest) -> Iterator[Page]:
    """Yield the current standings; with several stages, the whole championship's first."""
    views = [(stage, standings_view(stage)) for stage in request.stages_with_results]
    if len(views) > 1:
        found = overall_of(views)
        heading = request.heading(
            _("Standings of the championship"),
            subtitle=after_rounds(found.rounds, final=found.final),
            status=status_of(Stated.RESULTS, final=is_final(request.championship)),
            results_of=found.rounds,
        )
        yield from overall_pages(heading, found)
    for _stage, view in views:
        yield from _standings_pages(request, view)


def none_closed(request: PaperRequest) -> str:
    """Return why there are no results of the championship yet; "" where there are some."""
    return "" if request.known.some_round_closed else _("No round has been closed yet.")


def _hand_sheets(request: PaperRequest) -> Iterator[Page]:
    status = status_of(Stated.RESULTS, final=is_final(request.championship))
    for round in request.asked_rounds:
        title = round_title(round.number)
        heading = request.heading(
            _("Hand sheets"), subtitle=title, status=status, results_of=[round.number]
        )
        sheets = dealt_scores(round.stage, rounds=[round.number]).sheets
        yield from hand_sheet_pages(
            heading,
            [sheets[deal] for deal in sorted(sheets)],
            hands_by_number(request.championship, round.deals),
            hand_worths(round.stage, round.deals),
            per_page=_sheets_a_page(request),
        )


def _sheets_a_page(request: PaperRequest) -> int:
    return int(request.options.get(_SHEETS.name, _SHEETS.default))


_SHEETS = Option(
    name="per-page",
    label=gettext_lazy("Hands on a page"),
    choices=(
        ("2", gettext_lazy("two, with the pairs' names")),
        ("4", gettext_lazy("four, with the pairs' numbers")),
    ),
)
STANDINGS_NOW = Paper(
    name="standings",
    title=gettext_lazy("Standings"),
    purpose=gettext_lazy(
        "The current standings, with the score of each round; of several stages all together first."
    ),
    scope=Scope.CHAMPIONSHIP,
    for_players=True,
    pages=_standings_now,
    missing=none_closed,
)
STANDINGS_AFTER = Paper(
    name="standings-after",
    title=gettext_lazy("Standings after a round"),
    purpose=gettext_lazy("To hang up when a round is over: the standings including its results."),
    scope=Scope.ROUND,
    for_players=True,
    pages=_standings_after,
    missing=not_closed,
    bundles=frozenset({Bundle.OF_A_ROUND}),
)
HAND_SHEETS = Paper(
    name="hand-sheets",
    title=gettext_lazy("Hand sheets"),
    purpose=gettext_lazy("Each hand's diagram, what each table made of it, and how it was scored."),
    scope=Scope.ROUND,
    pages=_hand_sheets,
    missing=_no_sheets,
    bundles=frozenset({Bundle.OF_A_ROUND}),
    options=(_SHEETS,),
)


def _record_pages(request: PaperRequest) -> Iterator[Page]:
    record = official_record(request.championship)
    # The state that the record itself has, not the one of an earlier read.
    status = status_of(Stated.RECORD, final=is_final(record.championship))
    closed = [one.number for one in request.known.rounds if one.is_closed]
    heading = request.heading(str(OFFICIAL_RECORD.title), status=status, results_of=closed)
    yield from record_pages(heading, record, request.progress)


OFFICIAL_RECORD = Paper(
    name="official-record",
    title=gettext_lazy("Official record"),
    purpose=gettext_lazy(
        "Everything that happened, to sign and keep: settings, results, decisions, log."
    ),
    scope=Scope.CHAMPIONSHIP,
    tells_open_results=True,
    for_players=True,
    level=Level.ORGANISER,
    pages=_record_pages,
    missing=no_schedule,
)
