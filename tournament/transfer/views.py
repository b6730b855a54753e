"""Pages that export a championship as a file, for organisers, import one, for the site's
administrators, and delete one.

The file may hold sealed hands, so export and import are for private connections only.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournament.accounts.views import superuser_required
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.forms import add_user_error, refusal_shown
from tournament.core.permissions import Access, Level, is_this_machine, needs
from tournament.core.reasons import given_reason
from tournament.models import User
from tournament.transfer.deletion import delete_championship, why_deletable
from tournament.transfer.document import LARGEST_FILE
from tournament.transfer.forms import ExportForm, ImportForm
from tournament.transfer.services import (
    HoldsSealedHands,
    export_championship,
    holds_sealed_hands,
    import_championship,
)


@sensitive_variables()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def as_file(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what the file holds, or send it; while it holds sealed hands, with a reason."""
    access.must_see()
    sealed = holds_sealed_hands(access.championship)
    if sealed and not access.private_line:
        return _not_here(request, access)
    if sealed and access.championship.tie is not None and not _keeps_the_site(request):
        return render(request, "transfer/of_a_venue.html", {"access": access}, status=403)
    form = ExportForm(request.POST if request.method == "POST" and sealed else None)
    if request.method == "POST" and (not sealed or form.is_valid()):
        try:
            made = export_championship(
                actor=access.acting,
                championship=access.championship,
                reason=given_reason(form.cleaned_data["reason"]) if sealed else "",
                # Decided again in the transaction: hands may have been made since it was asked.
                with_sealed_hands=sealed,
            )
        except HoldsSealedHands as error:
            messages.error(request, str(error))
            return redirect("transfer:file", access.championship.slug)
        except UserError as error:
            add_user_error(form, error)
        else:
            return HttpResponse(
                made.content,
                content_type="application/json",
                headers={
                    "Content-Disposition": f'attachment; filename="{made.name}"',
                    "X-Content-Type-Options": "nosniff",
                },
            )
    context = {"access": access, "form": form, "sealed": sealed}
    return render(request, "transfer/file.html", context, status=422 if form.is_bound else 200)


@sensitive_variables()
@never_cache
@superuser_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest) -> HttpResponse:
    """Make a championship from a file; the user who brought it is its organiser."""
    assert isinstance(request.user, User)
    if not (request.is_secure() or is_this_machine(request)):
        return _not_here(request)
    form = ImportForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            made = import_championship(
                actor=Actor.of_user(request.user),
                file=form.cleaned_data["file"],
                slug=form.cleaned_data["slug"],
                organiser=request.user,
            )
            messages.success(
                request,
                (
                    _("“%(name)s” is imported.")
                    if made.ended_at
                    else _(
                        "“%(name)s” is imported. Its links are new: print the cards of tables and "
                        "pairs."
                    )
                )
                % {"name": made.name},
            )
            return redirect("championships:start", made.slug)
    context = {"form": form, "megabytes": LARGEST_FILE >> 20}
    return render(request, "transfer/import.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs(Level.ORGANISER)
def delete(request: HttpRequest, access: Access) -> HttpResponse:
    """Show what deleting takes away for good, or why it can't be done; or delete it."""
    championship = access.championship
    if request.method == "POST":
        try:
            delete_championship(actor=access.acting, championship=championship)
        except UserError as error:
            messages.error(request, str(error))
            return redirect("transfer:delete", championship.slug)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": championship.shown_name})
        return redirect("home")
    context = {
        "access": access,
        "why": why_deletable(championship),
        "contestants": championship.contestants.count(),
        "rounds": championship.rounds.count(),
    }
    return render(request, "transfer/delete.html", context)


def _keeps_the_site(request: HttpRequest) -> bool:
    """Return whether an administrator asks: the key in a venue's file is that of all venues."""
    return isinstance(request.user, User) and request.user.is_superuser


def _not_here(request: HttpRequest, access: Access | None = None) -> HttpResponse:
    """Return the page that says why this line can't take or give the file, and which one can."""
    context = {
        "access": access,
        "base": "championship_base.html" if access else "base.html",
        "port": urlsplit(f"//{request.get_host()}").port,
    }
    return render(request, "transfer/not_here.html", context, status=403)
