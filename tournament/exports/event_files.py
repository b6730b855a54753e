"""What an event's overall standings are given out as: a paper and a workbook, in one registry.

Small ones are made while somebody waits, others by the worker; both make them here, from what is
published.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournament.exports.excel.sheets import MIME_TYPE
from tournament.exports.excel.simultaneous import event_workbook
from tournament.exports.files import file_name, pdf_response, workbook_response
from tournament.exports.heading import Heading, Stated, heading_of_event, status_of
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.simultaneous import event_pages
from tournament.exports.rows import after_rounds
from tournament.jobs.worker import Made, Progress
from tournament.models import Contestant, Job, Simultaneous
from tournament.simultaneous.queries.event_standings import EventStandings
from tournament.simultaneous.queries.overall import shared_standings
from tournament.simultaneous.queries.state import version_for_everybody

AT_ONCE = 200
"""Pairs of which a file is made while the visitor waits."""


@dataclass(frozen=True, slots=True)
class EventFile:
    """A file of an event's standings: what makes it, how it is sent, and what a kept one is
    called."""

    make: Callable[[Heading, EventStandings], bytes]
    sent: Callable[[bytes, Heading], HttpResponse]
    suffix: str
    content_type: str


def _paper(heading: Heading, found: EventStandings) -> bytes:
    return write(event_pages(heading, found))


EVENT_FILES: Mapping[str, EventFile] = {
    "paper": EventFile(_paper, pdf_response, "pdf", "application/pdf"),
    "workbook": EventFile(event_workbook, workbook_response, "xlsx", MIME_TYPE),
}


def made_at_once(event: Simultaneous) -> bool:
    """Whether the event is so small that nobody has to wait for the worker; 1 query."""
    pairs = Contestant.objects.filter(championship__venue__simultaneous=event)
    return pairs.count() <= AT_ONCE


def made_event_file(name: str, event: Simultaneous) -> tuple[Heading, bytes]:
    """A file of what is published now, in the language in force."""
    found = shared_standings(event, version_for_everybody(event))
    heading = heading_of_event(
        event,
        _("Overall standings"),
        made_at=found.made_at,
        subtitle=after_rounds(found.rounds, final=found.final),
        status=status_of(Stated.STANDINGS, final=found.final),
    )
    return heading, EVENT_FILES[name].make(heading, found)


def make_event_file(job: Job, progress: Progress) -> Made:
    """The file that a job of an event asks for."""
    assert job.simultaneous is not None, "the database holds that it is an event's"
    progress(0, 1)
    kind = EVENT_FILES[job.arguments["file"]]
    heading, content = made_event_file(job.arguments["file"], job.simultaneous)
    return Made(content, f"{file_name(heading)}.{kind.suffix}", kind.content_type)
