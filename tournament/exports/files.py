"""Send a file to the browser: its name, type and language; sealed hands only for the record."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.text import slugify

from tournament.core.errors import UserError
from tournament.core.forms import ReasonForm, add_user_error
from tournament.core.permissions import Access
from tournament.deals.queries import loose_salts
from tournament.deals.services.accesses import record_hand_printing
from tournament.exports.excel.sheets import MIME_TYPE
from tournament.exports.heading import Heading
from tournament.exports.papers.assembly import BoundFile
from tournament.exports.rows import rounds_title

P = ParamSpec("P")
ExportView = Callable[Concatenate[HttpRequest, P], HttpResponseBase]

_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\\/:*?"<>|]')
"""Characters that some system does not allow in a file's name."""
LONGEST_NAME = 120
"""Letters of a file's name; systems count 255 bytes, of which a letter takes up to two here."""


def pdf_response(content: bytes, heading: Heading, *, saved: bool = False) -> HttpResponse:
    """Return a paper, which browsers show, ready to be printed; links to it open a new tab.

    A paper that is `saved` leaves the page alone on which it was asked for.
    """
    shown = "attachment" if saved else "inline"
    response = _response(content, heading, "application/pdf", "pdf", shown=shown)
    # The policy is about pages and their scripts; under it some browsers' own viewers don't show
    # a paper. (What django-csp's decorator sets, which would exempt a view's pages too.)
    response._csp_exempt = True  # type: ignore[attr-defined]
    return response


def workbook_response(content: bytes, heading: Heading) -> HttpResponse:
    """Return a workbook, which browsers save."""
    return _response(content, heading, MIME_TYPE, "xlsx", shown="attachment")


def file_name(heading: Heading) -> str:
    """Return the name of a file with this heading, without its ending; no longer than allowed."""
    parts = filter(None, [heading.title, heading.subtitle, heading.championship])
    return _NOT_IN_NAMES.sub("-", " – ".join(parts))[:LONGEST_NAME].strip()


def _response(
    content: bytes, heading: Heading, mime_type: str, ending: str, *, shown: str
) -> HttpResponse:
    response = HttpResponse(content, content_type=mime_type)
    name = file_name(heading)
    # slugify() drops dashes: rounds 1–3 would become round 13.
    plain = slugify(name.replace("–", "-")) or "file"
    response["Content-Disposition"] = (
        f'{shown}; filename="{plain}.{ending}"; '
        f"filename*=UTF-8''{quote(f'{name}.{ending}', safe='')}"
    )
    response["Content-Language"] = heading.language
    response["X-Content-Type-Options"] = "nosniff"
    return response


def export(view: ExportView[P]) -> ExportView[P]:
    """Decorate a view that makes a file.

    No browser or proxy stores the file: the next one may say something else. It is made in the
    language of the page it was asked from, or in that of `?lang=`.
    """

    @wraps(view)
    def in_its_language(
        request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponseBase:
        wanted = request.GET.get("lang", "")
        language = wanted if wanted in dict(settings.LANGUAGES) else translation.get_language()
        with translation.override(language):
            response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    return in_its_language


@dataclass(frozen=True, slots=True)
class SealedPrinting:
    """A paper of sealed rounds, and how to leave the page that asks why it is printed.

    `make` makes the paper once the printing is recorded. `papers` are the titles and `sent_again`
    the names and values of a form that asked for several papers; `back` is where to go instead.
    """

    rounds: Sequence[int]
    make: Callable[[], BoundFile]
    back: str
    papers: Sequence[str] = ()
    sent_again: Sequence[tuple[str, str]] = ()
    deals: Sequence[int] = ()
    """Numbers of the hands that are printed; () for all."""


def print_sealed(
    request: HttpRequest, access: Access, form: ReasonForm, printing: SealedPrinting
) -> HttpResponse:
    """Return the paper, once the form's reason is recorded; until then the page that asks for it.

    The caller has checked whether the visitor may print sealed hands, and over which line.
    """
    if form.is_bound and form.is_valid():
        try:
            record_hand_printing(
                actor=access.acting,
                championship=access.championship,
                rounds=printing.rounds,
                reason=form.cleaned_data["reason"],
                deals=printing.deals,
            )
        except UserError as error:
            add_user_error(form, error)
        else:
            bound = printing.make()
            # Shown and not saved, so that sealed hands don't lie about in a folder.
            return pdf_response(bound.content, bound.heading)
    context = {
        "access": access,
        "form": form,
        "papers": printing.papers,
        "deals": printing.deals,
        "sealed": rounds_title(printing.rounds),
        "sent_again": printing.sent_again,
        "back": printing.back,
        "loose_salts": loose_salts(access.championship, printing.rounds),
    }
    status = 422 if form.is_bound else 200
    return render(request, "exports/print_sealed.html", context, status=status)
