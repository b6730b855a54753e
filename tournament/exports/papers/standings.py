"""Papers of where pairs stand: for the wall, with every round's score, and a sheet a pair."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.core.permissions import Level
from tournament.exports.heading import result_status
from tournament.exports.papers.kinds import Bundle, Paper, PaperRequest, Scope
from tournament.exports.papers.results import not_closed
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.standings import round_score_pages
from tournament.exports.pdf.standings_wall import standings_wall_pages
from tournament.exports.pdf.team_sheets import team_sheet_pages
from tournament.exports.rows import after_rounds
from tournament.standings.queries import (
    StandingsView,
    sheets_of_all,
    stage_scores,
    standings_view,
)


def none_closed(request: PaperRequest) -> str:
    """Why there are no results of the championship yet; "" where there are some."""
    return "" if request.known.some_round_closed else _("No round has been closed yet.")


def standings_status(view: StandingsView) -> str:
    """What standings say of themselves."""
    return pgettext("results", "final") if view.final else pgettext("results", "provisional")


def _wall(request: PaperRequest) -> Iterator[Page]:
    for number in request.rounds:
        view = standings_view(request.stage, after_round=number)
        heading = request.heading(
            _("Standings"), subtitle=after_rounds(view.rounds), status=standings_status(view)
        )
        yield from standings_wall_pages(heading, view)


def _round_scores(request: PaperRequest) -> list[Page]:
    view = standings_view(request.stage)
    heading = request.heading(
        str(ROUND_SCORES.title), subtitle=after_rounds(view.rounds), status=standings_status(view)
    )
    return round_score_pages(heading, view)


def _team_sheets(request: PaperRequest) -> Iterator[Page]:
    scores = stage_scores(request.stage)
    heading = request.heading(
        str(TEAM_SHEETS.title),
        subtitle=after_rounds(scores.rounds),
        status=result_status(request.championship),
    )
    sheets = sheets_of_all(scores)
    for done, sheet in enumerate(sheets, start=1):
        yield from team_sheet_pages(heading, sheet)
        request.progress(done, len(sheets))


def _closed(request: PaperRequest) -> int:
    return sum(one.is_closed for one in request.known.rounds)


def _wall_sheets(request: PaperRequest) -> int:
    return max(1, request.known.teams // 11) * max(1, len(request.rounds))


def _round_sheets(request: PaperRequest) -> int:
    return max(1, request.known.teams // 20) * (1 + _closed(request) // 12)


def _sheets(request: PaperRequest) -> int:
    hands = _closed(request) * request.stage.hands_per_match
    return request.known.teams * (1 + hands // 45)


STANDINGS_WALL = Paper(
    name="standings-wall",
    title=gettext_lazy("Standings for the wall"),
    purpose=gettext_lazy("Ranks, names and totals after a round, in letters read from afar."),
    scope=Scope.ROUND,
    level=Level.REFEREE,
    pages=_wall,
    missing=not_closed,
    bundles=frozenset({Bundle.OF_A_ROUND}),
    expected=_wall_sheets,
)
ROUND_SCORES = Paper(
    name="round-scores",
    title=gettext_lazy("Scores of the rounds"),
    purpose=gettext_lazy("The full table: every pair's score in every round, on wide pages."),
    scope=Scope.CHAMPIONSHIP,
    level=Level.REFEREE,
    pages=_round_scores,
    missing=none_closed,
    expected=_round_sheets,
)
TEAM_SHEETS = Paper(
    name="team-sheets",
    title=gettext_lazy("Team sheets"),
    purpose=gettext_lazy("For each pair all its hands: opponents, points, scores and totals."),
    scope=Scope.CHAMPIONSHIP,
    level=Level.REFEREE,
    pages=_team_sheets,
    missing=none_closed,
    expected=_sheets,
)
