"""The page where papers are asked for: one file of several, at once or by the worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, add_user_error
from tournament.core.permissions import Access, Level, needs
from tournament.deals.services import record_hand_printing
from tournament.exports.files import pdf_response
from tournament.exports.forms import PapersForm
from tournament.exports.papers import PAPERS, Paper, PaperRequest, known_of
from tournament.exports.papers.binding import (
    bind_papers,
    expected_pages,
    refuse_nothing,
    sealed_rounds,
)
from tournament.exports.papers.choosing import (
    bundles,
    likely_rounds,
    paper_lines,
    papers_for,
    round_choices,
)
from tournament.exports.rows import rounds_title
from tournament.jobs.queries import latest_jobs
from tournament.jobs.services import ask_for
from tournament.links.addresses import site_address
from tournament.models import Job

AT_ONCE = 50
"""Pages that are made while the visitor waits: half a second, two on a slow laptop in a full hall.
What has more is a job."""


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.REFEREE)
def papers(request: HttpRequest, access: Access) -> HttpResponse:
    """Every paper with what it is for; what is asked for comes as one file."""
    asked = _request_of(request, access)
    own = papers_for(PAPERS, access.level)
    offered = bundles(asked, own)
    form = PapersForm(
        request.POST if request.method == "POST" else None,
        papers=own,
        rounds=round_choices(asked.known),
        bundles=offered,
        initial={"language": get_language(), "rounds": likely_rounds(asked.known)},
    )
    if form.is_bound and form.is_valid():
        asked = replace(asked, rounds=form.rounds, options=form.options)
        try:
            return _answer(request, access, form, asked)
        except UserError as error:
            add_user_error(form, error)
    context = {
        "access": access,
        "form": form,
        "lines": _shown(form, asked, own),
        "bundles": offered,
        "jobs": latest_jobs(access),
    }
    return render(request, "exports/papers.html", context, status=422 if form.is_bound else 200)


def _request_of(request: HttpRequest, access: Access) -> PaperRequest:
    site = site_address(request)
    return PaperRequest(
        stage=access.stage,
        rounds=(),
        made_at=timezone.now(),
        site=site.url,
        for_phones=site.is_for_phones,
        known=known_of(access.stage),
    )


def _shown(form: PapersForm, asked: PaperRequest, own: Sequence[Paper]) -> list[dict[str, Any]]:
    """Each paper with its fields of the form."""
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
    """The file, the page of the job that makes it, or the page that asks why."""
    refuse_nothing(asked, form.papers)  # in the visitor's language, not in that of the papers
    language = form.cleaned_data["language"] or get_language() or "ca"
    sealed = sealed_rounds(asked, form.papers)
    if sealed:
        _refuse_sealed(access, sealed)
        reasons = ReasonForm(request.POST if "reason" in request.POST else None)
        if not _recorded(access, sealed, reasons):
            return _ask_why(request, access, form, reasons, sealed)
        # The salt as it is fixed now, not as it was when this request began.
        access.stage.refresh_from_db(fields=["deal_set"])
    elif expected_pages(asked, form.papers) > AT_ONCE:
        job = ask_for(
            actor=access.acting,
            championship=access.championship,
            kind=Job.Kind.PAPERS,
            arguments=_arguments(asked, form.papers),
            language=language,
            organisers_only=any(paper.level > Level.REFEREE for paper in form.papers),
        )
        return redirect("jobs:job", access.championship.slug, job.pk)
    with override(language):
        bound = bind_papers(asked, form.papers)
    # The page with its choices stays where it is. Sealed hands are shown and not saved, so that
    # they don't lie about in a folder.
    return pdf_response(bound.content, bound.heading, saved=not sealed)


def _arguments(asked: PaperRequest, papers: Sequence[Paper]) -> dict[str, Any]:
    """What the worker must know; the rest it reads when its turn comes."""
    return {
        "papers": [paper.name for paper in papers],
        "rounds": list(asked.rounds),
        "site": asked.site,
        "for_phones": asked.for_phones,
        "options": dict(asked.options),
    }


def _refuse_sealed(access: Access, sealed: Sequence[int]) -> None:
    """Raise UserError for those who may not print sealed hands, or not from where they are."""
    rounds = {"rounds": rounds_title(sealed)}
    if not access.is_organiser:
        raise UserError(
            _("%(rounds)s: the hands are sealed. Only organisers print them now.") % rounds
        )
    if not access.private_line:
        raise UserError(
            _(
                "%(rounds)s: the hands are sealed, and over the hall's network others could read"
                " along. Print them on the laptop itself, or over HTTPS."
            )
            % rounds
        )


def _recorded(access: Access, sealed: Sequence[int], reasons: ReasonForm) -> bool:
    """Whether there is a reason, and the printing is recorded with it."""
    if not (reasons.is_bound and reasons.is_valid()):
        return False
    try:
        record_hand_printing(
            actor=access.acting,
            stage=access.stage,
            rounds=sealed,
            reason=reasons.cleaned_data["reason"],
        )
    except UserError as error:
        add_user_error(reasons, error)
        return False
    return True


def _ask_why(
    request: HttpRequest,
    access: Access,
    form: PapersForm,
    reasons: ReasonForm,
    sealed: Sequence[int],
) -> HttpResponse:
    context = {
        "access": access,
        "form": reasons,
        "sent_again": form.sent_again(),
        "papers": [paper.title for paper in form.papers],
        "sealed": rounds_title(sealed),
        "deal_set": access.stage.deal_set,
    }
    status = 422 if reasons.is_bound else 200
    return render(request, "exports/print_papers.html", context, status=status)
