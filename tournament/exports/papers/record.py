"""The official record of a championship, for its organisers to sign and keep."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy

from tournament.core.permissions import Level
from tournament.exports.heading import result_status
from tournament.exports.papers.kinds import Paper, PaperRequest, Scope
from tournament.exports.papers.places import no_schedule
from tournament.exports.pdf.paper import Page
from tournament.exports.pdf.record import record_pages
from tournament.exports.record_rows import official_record
from tournament.models import RoundStatus


def _pages(request: PaperRequest) -> Iterator[Page]:
    record = official_record(request.stage)
    # What the record itself says, not what was so when somebody asked for it.
    status = result_status(record.championship)
    heading = request.heading(str(OFFICIAL_RECORD.title), status=status)
    yield from record_pages(heading, record, request.progress)


def _expected(request: PaperRequest) -> int:
    known = request.known
    begun = sum(one.status is not RoundStatus.PLANNED for one in known.rounds)
    of_a_round = 1 + known.teams // 2 * request.stage.hands_per_match // 30
    return 5 + known.teams // 12 + len(known.rounds) // 10 + begun * of_a_round


OFFICIAL_RECORD = Paper(
    name="official-record",
    title=gettext_lazy("Official record"),
    purpose=gettext_lazy("All that happened, to sign and keep: settings, results, decisions, log."),
    scope=Scope.CHAMPIONSHIP,
    level=Level.ORGANISER,
    pages=_pages,
    missing=no_schedule,
    expected=_expected,
)
