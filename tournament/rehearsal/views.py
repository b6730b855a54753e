"""Asking for a rehearsal on the site."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournament.core.actor import Actor
from tournament.core.logging_in import needs_account
from tournament.core.permissions import may_create_championships
from tournament.models import User
from tournament.rehearsal.services import begin_rehearsal


@require_POST
@needs_account
def begin(request: HttpRequest) -> HttpResponse:
    """Make a rehearsal and go to it; for those who may create championships."""
    assert isinstance(request.user, User)
    if not may_create_championships(request.user):
        raise PermissionDenied
    championship = begin_rehearsal(actor=Actor.of_user(request.user), user=request.user)
    return redirect("championships:start", championship.slug)
