"""Run inside the site: a workbook is asked for, whichever worker makes it."""

from __future__ import annotations

from typing import Any

from tournament.core.actor import Actor
from tournament.core.live import public_version
from tournament.jobs.services import request_job
from tournament.models import Championship, Job


def main(*, slug: str) -> dict[str, Any]:
    """Ask for the auditor's workbook; the address of its file below the championship's."""
    championship = Championship.objects.get(slug=slug)
    arguments = {
        "workbook": "auditor",
        "stage": championship.stages.get().number,
        "version": public_version(championship),
    }
    job = request_job(
        actor=Actor.of_visitor(),
        owner=championship,
        kind=Job.Kind.WORKBOOK,
        arguments=arguments,
        language="en",
    )
    return {"file": f"made/{job.pk}/file/"}
