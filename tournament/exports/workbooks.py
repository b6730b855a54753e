"""Workbooks of results: their titles, and the functions that make them.

They hold published data, the results of closed rounds, and are for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.finality import is_final
from tournament.exports.excel.auditor import auditors_workbook
from tournament.exports.excel.book import Progress
from tournament.exports.excel.games import games_workbook
from tournament.exports.excel.hand_sheets import corrections_of, hand_sheets_workbook
from tournament.exports.excel.reader import readers_workbook
from tournament.exports.heading import Heading, Stated, heading_of, status_of
from tournament.exports.rows import after_rounds
from tournament.models import Result, RoundStatus, Stage
from tournament.standings.queries.scores import stage_scores
from tournament.standings.rankings.dealt_hands.ranking import DEALT_HANDS
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.games.ranking import GAMES, INDIVIDUALS, INDIVIDUALS_BY_POINTS
from tournament.standings.rankings.knockout.ranking import KNOCKOUT
from tournament.standings.rankings.rankings import ranking_of

AT_ONCE = 2_000
"""Most results (one a table and hand) of which a workbook is made while the visitor waits: about a
second and a half. A larger one is a job."""


Make = Callable[[Heading, Any, Progress | None], bytes]
"""Makes a workbook of a ranking's scores."""


@dataclass(frozen=True, slots=True)
class WorkbookKind:
    """A workbook: its title, and by the keys of rankings the functions that make it."""

    title: Promise
    makers: Mapping[str, Make]


def _hand_sheets(heading: Heading, scores: DealtScores, progress: Progress | None) -> bytes:
    corrections = corrections_of(scores)
    return hand_sheets_workbook(heading, scores.sheets, progress, corrections=corrections)


WORKBOOKS: Mapping[str, WorkbookKind] = {
    "auditor": WorkbookKind(_("Auditor's workbook"), {DEALT_HANDS.key: auditors_workbook}),
    "results": WorkbookKind(
        _("Results"),
        {
            DEALT_HANDS.key: readers_workbook,
            GAMES.key: games_workbook,
            INDIVIDUALS.key: games_workbook,
            INDIVIDUALS_BY_POINTS.key: games_workbook,
            KNOCKOUT.key: games_workbook,
        },
    ),
    "hand-sheets": WorkbookKind(_("Hand sheets"), {DEALT_HANDS.key: _hand_sheets}),
}
"""A ranking with a workbook of all results says so (`Ranking.has_workbook`)."""


def has_workbook(name: str, stage: Stage) -> bool:
    """Return whether there is such a workbook of a stage's ranking."""
    return ranking_of(stage).key in WORKBOOKS[name].makers


def published_results(stage: Stage) -> int:
    """Return how many results the workbooks hold; 1 query."""
    return Result.objects.filter(
        is_current=True,
        match__round__stage=stage,
        match__round__status=RoundStatus.CLOSED,
        match__cancelled=False,
    ).count()


def made_workbook(
    name: str, stage: Stage, made_at: datetime, progress: Progress | None = None
) -> tuple[Heading, bytes]:
    """Return a workbook of the published results, in the language in force, with its heading.

    The stage's ranking must have it.
    """
    kind, scores = WORKBOOKS[name], stage_scores(stage)
    heading = heading_of(
        stage.championship,
        str(kind.title),
        subtitle=after_rounds(scores.rounds, final=is_final(stage.championship)),
        status=status_of(Stated.RESULTS, final=is_final(stage.championship)),
        made_at=made_at,
    )
    return heading, kind.makers[ranking_of(stage).key](heading, scores, progress)
