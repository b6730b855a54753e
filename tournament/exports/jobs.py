"""Files that take longer than a page may, made by the worker."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.core.errors import NotNow
from tournament.core.stages import stages_of
from tournament.exports.excel.sheets import MIME_TYPE
from tournament.exports.files import file_name
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers, sealed_rounds
from tournament.exports.workbooks import made_workbook
from tournament.jobs.worker import Made, Progress
from tournament.models import Job, Stage


def make_papers(job: Job, progress: Progress) -> Made:
    """Return the file of papers that a job asks for, from the current data.

    Raises `NotNow` when none of them can be made any more. Never tells sealed hands: those are
    printed at once, under the eyes of whoever gave a reason.
    """
    assert job.championship is not None, "it is a championship's"
    stages = stages_of(job.championship)
    asked, known = job.arguments, known_of(stages)
    there = {one.number for one in known.rounds}
    request = PaperRequest(
        stages=stages,
        rounds=tuple(number for number in asked["rounds"] if number in there),
        made_at=timezone.now(),
        site=asked["site"],
        for_phones=asked["for_phones"],
        known=known,
        progress=progress,
        options=asked["options"],
    )
    papers = [PAPERS[name] for name in asked["papers"] if name in PAPERS]
    if sealed_rounds(request, papers):
        raise NotNow(_("These hands have been sealed meanwhile. Ask for the papers again."))
    bound = bind_papers(request, papers)
    return Made(bound.content, f"{file_name(bound.heading)}.pdf", "application/pdf")


def make_workbook(job: Job, progress: Progress) -> Made:
    """Return the workbook that a job asks for, of the published results."""
    stage = Stage.objects.select_related("championship").get(
        championship=job.championship_id, number=job.arguments["stage"]
    )
    heading, content = made_workbook(
        job.arguments["workbook"], stage, timezone.now(), progress=progress
    )
    return Made(content, f"{file_name(heading)}.xlsx", MIME_TYPE)
