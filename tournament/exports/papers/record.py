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
    record = official_record(request.championship)
    # What the record itself says, not what was so when somebody asked for it.
    status = result_status(record.championship)
    heading = request.heading(str(OFFICIAL_RECORD.title), status=status)
    yield from record_pages(heading, record, request.progress)


def _expected(request: PaperRequest) -> int:
    known = request.known
    begun = (one for one in known.rounds if one.status is not RoundStatus.PLANNED)
    of_rounds = sum(1 + known.contestants // 2 * len(one.deals) // 30 for one in begun)
    return 5 + known.contestants // 12 + len(known.rounds) // 10 + of_rounds


OFFICIAL_RECORD = Paper(
    name="official-record",
    title=gettext_lazy("Official record"),
    purpose=gettext_lazy(
        "Everything that happened, to sign and keep: settings, results, decisions, log."
    ),
    scope=Scope.CHAMPIONSHIP,
    level=Level.ORGANISER,
    pages=_pages,
    missing=no_schedule,
    expected=_expected,
)
