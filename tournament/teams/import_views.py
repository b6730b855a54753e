"""Pasting and uploading a list of pairs: read, look, confirm."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.core.errors import UserError
from tournament.core.forms import add_user_error
from tournament.core.permissions import Access, Level, needs
from tournament.core.running import while_running
from tournament.schedule.queries import has_schedule
from tournament.teams.forms import ConfirmForm, PasteForm, UploadForm
from tournament.teams.importing.columns import PairList
from tournament.teams.importing.preview import (
    Preview,
    make_preview,
    read_file,
    read_text,
    seal,
    unseal,
)
from tournament.teams.queries import is_imported
from tournament.teams.services import import_teams


def _show_preview(
    request: HttpRequest,
    access: Access,
    preview: Preview,
    form: ConfirmForm | None = None,
    token: str = "",
) -> HttpResponse:
    context = {
        "access": access,
        "preview": preview,
        "form": form or ConfirmForm(),
        "sealed": seal(access.championship, preview, token),
    }
    return render(request, "teams/preview.html", context, status=422 if form else 200)


def _read(
    request: HttpRequest,
    access: Access,
    form: Form,
    template: str,
    pairs_of: Callable[[], PairList],
) -> HttpResponse:
    """The form, or, when it was sent and can be read, the preview of its list."""
    if form.is_bound and form.is_valid():
        try:
            preview = make_preview(access.championship, pairs_of())
            return _show_preview(request, access, preview)
        except UserError as error:
            add_user_error(form, error)
    context = {"access": access, "form": form, "made": has_schedule(access.championship)}
    return render(request, template, context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def paste(request: HttpRequest, access: Access) -> HttpResponse:
    """A list to paste, then its preview."""
    form = PasteForm(request.POST if request.method == "POST" else None)
    return _read(
        request, access, form, "teams/paste.html", lambda: read_text(form.cleaned_data["text"])
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def upload(request: HttpRequest, access: Access) -> HttpResponse:
    """A file to upload, then its preview."""
    bound = request.method == "POST"
    form = UploadForm(request.POST if bound else None, request.FILES if bound else None)
    return _read(
        request,
        access,
        form,
        "teams/upload.html",
        lambda: read_file(form.cleaned_data["file"].read(), form.cleaned_data["file"].name),
    )


@require_POST
@needs(Level.ORGANISER)
@while_running
def confirm(request: HttpRequest, access: Access) -> HttpResponse:
    """Register what the preview showed; if that has changed meanwhile, show it again."""
    championship = access.championship
    try:
        sealed = unseal(championship, request.POST.get("sealed", ""))
    except UserError as error:
        messages.error(request, str(error))
        return redirect("teams:list", championship.slug)
    if is_imported(championship, sealed.token):  # a second click
        return redirect("teams:list", championship.slug)
    preview = make_preview(championship, sealed.pairs)
    form = ConfirmForm(request.POST)
    form.is_valid()
    if preview.faulty != sealed.faulty:
        form.add_error(None, _("The register has changed meanwhile. Look at the lines again."))
    elif preview.faulty and not form.cleaned_data.get("leave_out"):
        form.add_error("leave_out", _("Tick this, or correct the list and read it again."))
    if form.errors:
        return _show_preview(request, access, preview, form, sealed.token)
    try:
        count = import_teams(
            actor=access.acting, championship=championship, rows=preview.good, token=sealed.token
        )
    except UserError as error:
        add_user_error(form, error)
        return _show_preview(request, access, preview, form, sealed.token)
    messages.success(
        request,
        ngettext("%(count)d pair is registered.", "%(count)d pairs are registered.", count)
        % {"count": count},
    )
    return redirect("teams:list", championship.slug)
