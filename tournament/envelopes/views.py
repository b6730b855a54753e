"""Pages of envelopes and results files: at the centre for each venue, and on a laptop."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.accounts.views import superuser_required
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.forms import refusal_shown, refusal_told
from tournament.core.permissions import Access, Level, is_this_machine, needs
from tournament.envelopes.forms import EnvelopeForm, PassphraseForm, ResultsForm, RoundsForm
from tournament.envelopes.queries import envelope_lines
from tournament.envelopes.sealed_file import LARGEST_FILE
from tournament.envelopes.services.make import make_envelope, tell_passphrase
from tournament.envelopes.services.open import (
    discard_envelope,
    make_results_file,
    open_envelope,
    receive_envelope,
)
from tournament.envelopes.services.results_file import bring_results
from tournament.envelopes.services.take_in import preview_results, take_in_results
from tournament.models import ReceivedEnvelope, Simultaneous, User, Venue
from tournament.simultaneous.permissions import acting, for_the_centre


@require_safe
@for_the_centre
def of_venue(request: HttpRequest, event: Simultaneous, venue: int) -> HttpResponse:
    """Show a venue's envelopes, the form for another one, and its results files."""
    return _venue_page(request, event, _venue(event, venue))


@require_POST
@for_the_centre
def make(request: HttpRequest, event: Simultaneous, venue: int) -> HttpResponse:
    """Make an envelope of some rounds."""
    found = _venue(event, venue)
    form = RoundsForm(request.POST, rounds=event.rounds)
    if form.is_valid():
        with refusal_shown(form):
            make_envelope(actor=acting(request), venue=found, **form.cleaned_data)
            messages.success(request, _("The envelope is made. Send its file to the venue."))
            return redirect("envelopes:venue", event.slug, venue)
    return _venue_page(request, event, found, form=form)


@require_safe
@for_the_centre
def as_file(_request: HttpRequest, event: Simultaneous, venue: int, envelope: int) -> HttpResponse:
    """Send the file of an envelope: nobody opens it without its passphrase."""
    found = get_object_or_404(_venue(event, venue).envelopes, pk=envelope)
    rounds = f"{found.first_round}-{found.last_round}"
    name = f"{slugify(f'{event.name} {found.venue.name}')}-{rounds}.botifarra-envelope"
    return _download(bytes(found.content), name)


@sensitive_variables()
@require_POST
@for_the_centre
def passphrase(
    request: HttpRequest, event: Simultaneous, venue: int, envelope: int
) -> HttpResponse:
    """Show an envelope's passphrase, which is recorded the first time."""
    found = get_object_or_404(_venue(event, venue).envelopes, pk=envelope)
    if not _private_line(request):
        return _not_here(request, reverse("envelopes:venue", args=[event.slug, venue]))
    try:
        told = tell_passphrase(actor=acting(request), envelope=found)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("envelopes:venue", event.slug, venue)
    context = {"event": event, "venue": found.venue, "envelope": told}
    return render(request, "envelopes/passphrase.html", context)


@require_POST
@for_the_centre
def bring(request: HttpRequest, event: Simultaneous, venue: int) -> HttpResponse:
    """Keep a results file that came back; its preview is shown next."""
    found = _venue(event, venue)
    form = ResultsForm(request.POST, request.FILES)
    if form.is_valid():
        with refusal_shown(form):
            brought = bring_results(actor=acting(request), venue=found, **form.cleaned_data)
            return redirect("envelopes:results", event.slug, venue, brought.pk)
    return _venue_page(request, event, found, results_form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@for_the_centre
def results_file(
    request: HttpRequest, event: Simultaneous, venue: int, results: int
) -> HttpResponse:
    """Show what taking a results file in changes here, or take it in."""
    found = get_object_or_404(_venue(event, venue).results_files, pk=results)
    context: dict[str, Any] = {"event": event, "venue": found.venue, "results": found}
    try:
        if request.method == "POST":
            take_in_results(actor=acting(request), results=found)
            messages.success(
                request,
                _("The results of “%(venue)s” are taken in.") % {"venue": found.venue.name},
            )
            return redirect("envelopes:venue", event.slug, venue)
        context["taken"] = preview_results(actor=acting(request), results=found)
    except UserError as error:
        context["refusals"] = error.messages
    status = 422 if request.method == "POST" else 200
    return render(request, "envelopes/results_file.html", context, status=status)


@never_cache
@superuser_required
@require_http_methods(["GET", "HEAD", "POST"])
def received(request: HttpRequest) -> HttpResponse:
    """Show the envelopes that this laptop has got, and receive another one."""
    files = (request.POST, request.FILES) if request.method == "POST" else ()
    form = EnvelopeForm(*files)
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            receive_envelope(file=form.cleaned_data["file"])
            messages.success(request, _("The envelope is here. Its passphrase opens it."))
            return redirect("envelopes:received")
    return _received_page(request, form=form)


@require_POST
@sensitive_post_parameters()
@sensitive_variables()
@never_cache
@superuser_required
def open_(request: HttpRequest, received: int) -> HttpResponse:
    """Open an envelope with its passphrase."""
    assert isinstance(request.user, User)
    found = get_object_or_404(ReceivedEnvelope, pk=received)
    if not _private_line(request):
        return _not_here(request, reverse("envelopes:received"))
    form = PassphraseForm(request.POST, auto_id=_id_in(received))
    if form.is_valid():
        with refusal_shown(form):
            made = open_envelope(
                actor=Actor.of_user(request.user),
                received=found,
                organiser=request.user,
                **form.cleaned_data,
            )
            messages.success(request, _("The envelope is open: its hands can be made up."))
            return redirect("championships:start", made.slug)
    return _received_page(request, opening=(found.pk, form))


@require_POST
@never_cache
@superuser_required
def discard(request: HttpRequest, received: int) -> HttpResponse:
    """Delete an envelope that nobody has opened."""
    found = get_object_or_404(ReceivedEnvelope, pk=received)
    with refusal_told(request):
        discard_envelope(received=found)
    return redirect("envelopes:received")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def for_the_centre_file(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the page of the results for a centre elsewhere, or send their file."""
    if request.method == "POST":
        try:
            name, content = make_results_file(actor=access.acting, championship=access.championship)
        except UserError as error:
            messages.error(request, str(error))
            return redirect("envelopes:for_the_centre", access.championship.slug)
        return _download(content, name)
    tie = access.championship.tie
    away = tie is not None and tie.simultaneous.centre_is_elsewhere
    return render(request, "envelopes/for_the_centre.html", {"access": access, "away": away})


def _venue(event: Simultaneous, venue: int) -> Venue:
    related = event.venues.select_related("championship", "simultaneous")
    return get_object_or_404(related, pk=venue)


def _venue_page(
    request: HttpRequest,
    event: Simultaneous,
    venue: Venue,
    *,
    form: RoundsForm | None = None,
    results_form: ResultsForm | None = None,
) -> HttpResponse:
    last = venue.envelopes.order_by("-last_round").values_list("last_round", flat=True).first()
    first = min((last or 0) + 1, event.rounds)
    context = {
        "event": event,
        "venue": venue,
        "envelopes": envelope_lines(venue),
        "files": venue.results_files.defer("content"),
        "form": form
        or RoundsForm(rounds=event.rounds, initial={"first": first, "last": event.rounds}),
        "results_form": results_form or ResultsForm(),
    }
    status = 422 if form is not None or results_form is not None else 200
    return render(request, "envelopes/venue.html", context, status=status)


def _id_in(received: int) -> str:
    """Return the pattern for ids in an envelope's form: the page has a form for each closed one."""
    return f"id_{received}_%s"


def _received_page(
    request: HttpRequest,
    *,
    form: EnvelopeForm | None = None,
    opening: tuple[int, PassphraseForm] | None = None,
) -> HttpResponse:
    stored = ReceivedEnvelope.objects.defer("content").select_related("championship")
    lines = [
        (
            one,
            opening[1]
            if opening and opening[0] == one.pk
            else PassphraseForm(auto_id=_id_in(one.pk)),
        )
        for one in stored
    ]
    context = {
        "lines": lines,
        "form": form or EnvelopeForm(),
        "megabytes": LARGEST_FILE >> 20,
    }
    refused = opening is not None or (form is not None and form.is_bound)
    return render(request, "envelopes/received.html", context, status=422 if refused else 200)


def _private_line(request: HttpRequest) -> bool:
    return request.is_secure() or is_this_machine(request)


def _not_here(request: HttpRequest, path: str) -> HttpResponse:
    """Return the page that says why a passphrase is not asked for or told over this line."""
    context = {"path": path, "port": request.get_port()}
    return render(request, "envelopes/not_here.html", context, status=403)


def _download(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type="application/octet-stream",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "X-Content-Type-Options": "nosniff",
        },
    )
