"""The jobs that were asked for last, as a table that people sort."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.core.names import plain
from tournament.core.permissions import Access
from tournament.core.tables import Column, Table
from tournament.jobs.queries import JobView


def jobs_table(access: Access, jobs: Sequence[JobView], query: QueryDict) -> Table:
    """Return the table of jobs: what each makes, how far it is, who asked for it, and when."""

    def link(job: JobView) -> str:
        address = reverse("jobs:job", args=[access.championship.slug, job.id])
        return format_html('<a href="{}">{}</a>', address, _name(job))

    columns = {
        "file": Column(
            _("File"),
            shown=link,
            sorted_by=lambda job: plain(_name(job)),
            cell_css="name",
            names_row=True,
        ),
        "state": Column(
            pgettext("job", "State"),
            shown=lambda job: str(job.state.label),
            sorted_by=lambda job: plain(str(job.state.label)),
        ),
        "who": Column(
            _("Who"),
            shown=lambda job: job.asked_by,
            sorted_by=lambda job: plain(job.asked_by),
            cell_css="name",
        ),
        "when": Column(
            _("When"),
            shown=lambda job: date_format(localtime(job.asked_at), "SHORT_DATETIME_FORMAT"),
            sorted_by=lambda job: job.id,
            best_first=True,
            cell_css="when",
        ),
    }
    return Table(
        jobs,
        columns,
        query,
        label=_("Recent files"),
        usual="-when",
        css="stacked stacked-whole",
        anchor="made",
    )


def _name(job: JobView) -> str:
    return job.file_name or str(job.kind.label)
