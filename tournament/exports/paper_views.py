"""The page of papers: several in one file, made at once or by the worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, posted, refusal_shown
from tournament.core.permissions import Access, Level, needs
from tournament.exports.files import SealedPrinting, pdf_response, print_sealed
from tournament.exports.forms import PapersForm
from tournament.exports.papers import PAPERS, Paper, PaperRequest, request_of
from tournament.exports.papers.assembly import (
    BoundFile,
    TooLong,
    bind_papers,
    refuse_nothing,
    sealed_rounds,
)
from tournament.exports.papers.catalogue import (
    bundles,
    likely_rounds,
    paper_lines,
    papers_for,
    round_choices,
)
from tournament.exports.rows import rounds_title
from tournament.jobs.queries import latest_jobs
from tournament.jobs.services import request_job
from tournament.jobs.tables import jobs_table
from tournament.models import Job, RoundStatus, Stage
from tournament.stages.formats import format_of
from tournament.standings.rankings.rankings import ranking_of

AT_ONCE = 50
"""Most pages that are made while the visitor waits: half a second, two on a slow laptop in a full
hall.

A longer file is a job: that it is longer is known when so many pages are laid out.
"""


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def papers(request: HttpRequest, access: Access) -> HttpResponse:
    """Show every paper with its purpose; the chosen ones come as one file."""
    asked = request_of(request, access)
    own = papers_for(PAPERS, access)
    offered = bundles(asked, own)
    form = PapersForm(
        posted(request),
        papers=own,
        rounds=round_choices(asked.known),
        bundles=offered,
        initial={"language": get_language(), "rounds": likely_rounds(asked.known)},
    )
    if form.is_bound and form.is_valid():
        asked = replace(asked, rounds=form.rounds, options=form.options)
        with refusal_shown(form):
            return _answer(request, access, form, asked)
    jobs = latest_jobs(access)
    context = {
        "access": access,
        "form": form,
        "lines": _shown(form, asked, own),
        "bundles": offered,
        "workbooks": _workbooks(access),
        "jobs": jobs_table(access, jobs, request.GET) if jobs else None,
    }
    return render(request, "exports/papers.html", context, status=422 if form.is_bound else 200)


@dataclass(frozen=True, slots=True)
class _Workbooks:
    """The titled workbooks of a stage, which has a name where there are several stages."""

    stage: str
    links: tuple[tuple[str, str], ...]


def _workbooks(access: Access) -> list[_Workbooks]:
    """Return the workbooks of each stage that has a closed round."""
    return [
        _Workbooks(stage.shown_name if len(access.stages) > 1 else "", _links_of(access, stage))
        for stage in access.stages
        if stage.rounds.filter(status=RoundStatus.CLOSED).exists()
    ]


def _links_of(access: Access, stage: Stage) -> tuple[tuple[str, str], ...]:
    deals = format_of(stage).deals
    offered = [
        (True, _("Standings, workbook"), "standings_xlsx"),
        (deals, _("All hand sheets, workbook"), "hand_sheets_xlsx"),
        (ranking_of(stage).has_workbook, _("All results, workbook"), "results_xlsx"),
        (deals, _("Auditor's workbook, with formulas"), "auditor_xlsx"),
    ]
    query = f"?stage={stage.number}" if len(access.stages) > 1 else ""
    return tuple(
        (title, reverse(f"exports:{name}", args=[access.championship.slug]) + query)
        for is_there, title, name in offered
        if is_there
    )


def _shown(form: PapersForm, asked: PaperRequest, own: Sequence[Paper]) -> list[dict[str, Any]]:
    """Return each paper with its fields of the form."""
    chosen = {value for name, value in form.sent_again() if name == "papers"}
    return [
        {
            "line": line,
            "chosen": line.paper.name in chosen,
            "options": [form[f"{line.paper.name}:{one.name}"] for one in line.paper.options],
        }
        for line in paper_lines(asked, tuple(own))
    ]


def _answer(
    request: HttpRequest, access: Access, form: PapersForm, asked: PaperRequest
) -> HttpResponse:
    """Return the file, the page of the job that makes it, or the page that asks why."""
    if any(paper.tells_open_results for paper in form.papers):
        access.must_see()
    refuse_nothing(asked, form.papers)  # in the visitor's language, not in that of the papers
    language = form.cleaned_data["language"] or get_language() or "ca"
    sealed = sealed_rounds(asked, form.papers)

    def make(**limit: int) -> BoundFile:
        with override(language):
            return bind_papers(asked, form.papers, **limit)

    if sealed:
        _refuse_sealed(access, sealed)
        reasons = ReasonForm(request.POST if "reason" in request.POST else None)
        printing = SealedPrinting(
            rounds=sealed,
            make=make,
            back=reverse("exports:papers", args=[access.championship.slug]),
            papers=[str(paper.title) for paper in form.papers],
            sent_again=form.sent_again(),
        )
        return print_sealed(request, access, reasons, printing)
    try:
        bound = make(most=AT_ONCE)
    except TooLong:
        job = request_job(
            actor=access.acting,
            owner=access.championship,
            kind=Job.Kind.PAPERS,
            arguments=_arguments(asked, form.papers),
            language=language,
            organisers_only=any(paper.level > Level.REFEREE for paper in form.papers),
        )
        return redirect("jobs:job", access.championship.slug, job.pk)
    return pdf_response(bound.content, bound.heading, saved=True)  # the page stays where it is


def _arguments(asked: PaperRequest, papers: Sequence[Paper]) -> dict[str, Any]:
    """Return the job's arguments; the worker reads everything else when its turn comes."""
    return {
        "papers": [paper.name for paper in papers],
        "rounds": list(asked.rounds),
        "site": asked.site,
        "for_phones": asked.for_phones,
        "options": dict(asked.options),
    }


def _refuse_sealed(access: Access, sealed: Sequence[int]) -> None:
    """Raise `UserError` for visitors who may not print sealed hands, or not from where they are."""
    rounds = {"rounds": rounds_title(sealed)}
    if not access.is_organiser:
        raise UserError(
            _("%(rounds)s: the hands are sealed. Only organisers can print them now.") % rounds
        )
    if not access.private_line:
        raise UserError(
            _(
                "%(rounds)s: the hands are sealed, and others could listen in on the hall's "
                "network. Print them on the laptop itself, or over HTTPS."
            )
            % rounds
        )
