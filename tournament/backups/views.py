"""The page of the installation's backups."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.accounts.views import superuser_required
from tournament.backups.copies import KEPT
from tournament.backups.forms import FolderForm
from tournament.backups.plan import back_up, backup_state, name_folder
from tournament.core.actor import Actor
from tournament.core.forms import refusal_shown, refusal_told
from tournament.core.permissions import is_this_machine
from tournament.models import User


@never_cache
@superuser_required
@require_http_methods(["GET", "HEAD", "POST"])
def backups(request: HttpRequest) -> HttpResponse:
    """Show the backups there are, and the folder they go into, to be named on the machine itself.

    A folder is a place on the machine: nobody else should say where this program writes.
    """
    state, here = backup_state(), is_this_machine(request)
    form = FolderForm(
        request.POST if request.method == "POST" and here else None,
        initial={"folder": state.chosen},
    )
    if form.is_bound and form.is_valid():
        with refusal_shown(form):
            name_folder(actor=_acting(request), folder=form.cleaned_data["folder"])
            _back_up_now(request)
            return redirect("backups:backups")
    context = {"state": state, "form": form, "here": here, "kept": KEPT}
    status = 422 if form.is_bound else 403 if request.method == "POST" else 200
    return render(request, "backups/backups.html", context, status=status)


@require_POST
@superuser_required
def back_up_now(request: HttpRequest) -> HttpResponse:
    _back_up_now(request)
    return redirect("backups:backups")


def _back_up_now(request: HttpRequest) -> None:
    with refusal_told(request):
        made = back_up()
        messages.success(request, _("The backup is made: %(name)s") % {"name": made.file.name})


def _acting(request: HttpRequest) -> Actor:
    assert isinstance(request.user, User)
    return Actor.of_user(request.user)
