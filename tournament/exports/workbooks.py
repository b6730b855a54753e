"""The workbooks that hold results: what each is called, and what makes it.

They hold what is published, the results of closed rounds, and are for everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.finality import is_final
from tournament.exports.excel.auditor import auditors_workbook
from tournament.exports.excel.book import Progress
from tournament.exports.excel.hand_sheets import corrections_of, hand_sheets_workbook
from tournament.exports.excel.reader import readers_workbook
from tournament.exports.heading import Heading, Stated, heading_of, status_of
from tournament.exports.rows import after_rounds
from tournament.models import Result, RoundStatus, Stage
from tournament.standings.queries import DealtScores, dealt_scores

AT_ONCE = 2_000
"""Results (one a table and hand) of which a workbook is made while the visitor waits: about a
second and a half. What has more is a job."""


@dataclass(frozen=True, slots=True)
class WorkbookKind:
    """A workbook: its title, and the function that makes it."""

    title: Promise
    make: Callable[[Heading, DealtScores, Progress | None], bytes]


def _hand_sheets(heading: Heading, scores: DealtScores, progress: Progress | None) -> bytes:
    corrections = corrections_of(scores)
    return hand_sheets_workbook(heading, scores.sheets, progress, corrections=corrections)


WORKBOOKS: Mapping[str, WorkbookKind] = {
    "auditor": WorkbookKind(_("Auditor's workbook"), auditors_workbook),
    "results": WorkbookKind(_("Results"), readers_workbook),
    "hand-sheets": WorkbookKind(_("Hand sheets"), _hand_sheets),
}


def published_results(stage: Stage) -> int:
    """How many results the workbooks hold; 1 query."""
    return Result.objects.filter(
        is_current=True,
        match__round__stage=stage,
        match__round__status=RoundStatus.CLOSED,
        match__cancelled=False,
    ).count()


def made_workbook(
    name: str, stage: Stage, made_at: datetime, progress: Progress | None = None
) -> tuple[Heading, bytes]:
    """A workbook of what is published now, in the language in force, with its heading."""
    kind, scores = WORKBOOKS[name], dealt_scores(stage)
    heading = heading_of(
        stage.championship,
        str(kind.title),
        subtitle=after_rounds(scores.rounds, final=is_final(stage.championship)),
        status=status_of(Stated.RESULTS, final=is_final(stage.championship)),
        made_at=made_at,
    )
    return heading, kind.make(heading, scores, progress)
