"""Importing a list of pairs: pasted or uploaded, previewed and corrected, and registered once."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from tournament.contestants.forms import ConfirmForm, PasteForm, UploadForm
from tournament.contestants.list_import.choices import (
    column_choices,
    other_lists,
    part_choices,
    sheet_choices,
)
from tournament.contestants.list_import.drafts import Draft, answered, begin, seal, unseal
from tournament.contestants.list_import.files import read_file, read_text
from tournament.contestants.list_import.grids import MAX_COLUMNS, Source, column_letters
from tournament.contestants.list_import.preview import Preview, make_preview
from tournament.contestants.list_import.template import csv_template, headings, workbook_template
from tournament.contestants.queries.register import is_imported
from tournament.contestants.services.list_import import import_contestants
from tournament.core import csv_text
from tournament.core.errors import UserError
from tournament.core.forms import add_user_error, posted, refusal_shown
from tournament.core.permissions import Access, Level, for_pairs, needs, while_running
from tournament.schedule.queries import has_schedule

_LEFT_OUT = "left_out_lines"
"""Session key of faulty lines that were left out: a text, by championship."""
_MOST_KEPT = 20_000
_WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _show_preview(
    request: HttpRequest,
    access: Access,
    draft: Draft,
    preview: Preview,
    form: ConfirmForm | None = None,
) -> HttpResponse:
    columns = column_choices(draft)
    context = {
        "access": access,
        "draft": draft,
        "preview": preview,
        "form": form or ConfirmForm(initial={"take_formulas": draft.take_formulas}),
        "sheets": sheet_choices(draft),
        "other_lists": other_lists(draft),
        "columns": columns,
        "unused": [one.title for one in columns if not one.part] if draft.columns else [],
        "parts": part_choices(),
        "last_column": column_letters(MAX_COLUMNS - 1),
        "sealed": seal(access.championship, draft.shown(preview.faulty, preview.doubted)),
    }
    status = 422 if form and form.errors else 200
    return render(request, "contestants/preview.html", context, status=status)


def _read(
    request: HttpRequest,
    access: Access,
    form: Form,
    template: str,
    read: Callable[[], Source],
) -> HttpResponse:
    """Show the form, or the preview of its list when it was sent and can be read."""
    made = has_schedule(access.championship)
    if form.is_bound and not made and form.is_valid():
        with refusal_shown(form):
            draft = begin(read(), of_players=access.championship.of_players)
            return _show_preview(request, access, draft, make_preview(access.championship, draft))
    context = {"access": access, "form": form, "made": made, "headings": headings()}
    return render(request, template, context, status=422 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def paste(request: HttpRequest, access: Access) -> HttpResponse:
    """Paste a list, then preview it; lines that were left out before stand there again."""
    if request.method == "POST":
        request.session.pop(_LEFT_OUT, None)
    kept = request.session.get(_LEFT_OUT, {}).get(access.championship.slug, "")
    form = PasteForm(
        posted(request), of_players=access.championship.of_players, initial={"text": kept}
    )
    return _read(
        request,
        access,
        form,
        "contestants/paste.html",
        lambda: read_text(form.cleaned_data["text"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@for_pairs
@while_running
def upload(request: HttpRequest, access: Access) -> HttpResponse:
    bound = request.method == "POST"
    form = UploadForm(request.POST if bound else None, request.FILES if bound else None)
    return _read(
        request,
        access,
        form,
        "contestants/upload.html",
        lambda: read_file(form.cleaned_data["file"].read(), form.cleaned_data["file"].name),
    )


@require_safe
@needs(Level.ORGANISER)
@for_pairs
def empty_workbook(_request: HttpRequest, _access: Access) -> HttpResponse:
    return _file(workbook_template(), "xlsx", _WORKBOOK_TYPE)


@require_safe
@needs(Level.ORGANISER)
@for_pairs
def empty_text(_request: HttpRequest, _access: Access) -> HttpResponse:
    return _file(b"".join(csv_template()), "csv", csv_text.CONTENT_TYPE)


def _file(data: bytes, ending: str, content_type: str) -> HttpResponse:
    response = HttpResponse(data, content_type=content_type)
    name = pgettext("name of a file", "pairs")
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
@while_running
def confirm(request: HttpRequest, access: Access) -> HttpResponse:
    """Show the preview again with its changes, or register its pairs."""
    championship = access.championship
    if request.method != "POST":
        return redirect("contestants:paste", championship.slug)
    try:
        shown = unseal(championship, request.POST.get("sealed", ""))
    except UserError as error:
        messages.error(request, str(error))
        return redirect("contestants:list", championship.slug)
    if is_imported(championship, shown.token):  # a second click, or the way back
        messages.info(request, _("This list has been registered; nothing was registered twice."))
        return redirect("contestants:list", championship.slug)
    draft = answered(shown, request.POST)
    preview = make_preview(championship, draft)
    if request.POST.get("do") == "look" or "take" in request.POST:
        return _show_preview(request, access, draft, preview)
    if request.POST.get("do") == "text":
        form = PasteForm(of_players=draft.of_players, initial={"text": draft.as_typed})
        context = {"access": access, "form": form, "made": has_schedule(championship)}
        return render(request, "contestants/paste.html", context)
    confirm_form = ConfirmForm(request.POST)
    confirm_form.is_valid()
    _refuse_unseen(confirm_form, shown, draft, preview)
    if confirm_form.errors:
        return _show_preview(request, access, draft, preview, confirm_form)
    try:
        count = import_contestants(
            actor=access.acting, championship=championship, rows=preview.good, token=draft.token
        )
    except UserError as error:
        add_user_error(confirm_form, error)
        return _show_preview(request, access, draft, preview, confirm_form)
    _say_registered(request, draft, count, len(preview.lines) - count)
    if faulty := preview.faulty_as_typed:
        request.session[_LEFT_OUT] = {championship.slug: faulty[:_MOST_KEPT]}
        messages.info(request, _("What could not be read is below, as it was: correct it here."))
        return redirect("contestants:paste", championship.slug)
    return redirect("contestants:list", championship.slug)


def _say_registered(request: HttpRequest, draft: Draft, count: int, left: int) -> None:
    """Tell how many lines were registered, and how many were left out."""
    text = ngettext("%(count)d pair is registered.", "%(count)d pairs are registered.", count)
    if draft.of_players:
        text = ngettext(
            "%(count)d player is registered.", "%(count)d players are registered.", count
        )
    messages.success(request, text % {"count": count})
    if left:
        messages.warning(
            request,
            ngettext("%(count)d line was left out.", "%(count)d lines were left out.", left)
            % {"count": left},
        )


def _refuse_unseen(form: ConfirmForm, shown: Draft, draft: Draft, preview: Preview) -> None:
    """Add errors for doubts that nobody has looked at, and for faults that nobody left out."""
    if (draft.sheet, draft.columns) != (shown.sheet, shown.columns):
        form.add_error(None, _("The columns have changed: check the lines again."))
        return
    if preview.faulty and not form.cleaned_data.get("leave_out"):
        form.add_error("leave_out", _("Tick this, or correct the lines."))
    elif not preview.faulty <= shown.faulty:
        form.add_error(None, _("The faulty lines have changed: check the lines again."))
    if not preview.doubtful:
        return
    if form.cleaned_data.get("all_seen"):
        form.add_error(None, _("There are new doubts: look at the lines again."))
    else:
        form.add_error("all_seen", _("Tick this, or each line that you have looked at."))
