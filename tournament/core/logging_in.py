"""The way to the login page and back, and what becomes of a form that was sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def sent_to_login(request: HttpRequest) -> HttpResponse:
    """Redirect to the login page, and after that back.

    A form that was sent meanwhile goes back to the page it stands on: what it was sent to may show
    nothing, and that page fills it in again (keep_typed.js). A part of a page that asks for itself
    is not replaced by a login form; live.js says what has happened.
    """
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=401)
    if request.method != "POST":
        return redirect_to_login(request.get_full_path())
    messages.warning(request, _("You are not logged in any more. Nothing was stored."))
    return redirect_to_login(_page_of_form(request))


def _page_of_form(request: HttpRequest) -> str:
    came_from = request.headers.get("referer", "")
    if not url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()}):
        return request.get_full_path()
    page = urlsplit(came_from)
    return f"{page.path}?{page.query}" if page.query else page.path


def needs_account(view: View) -> View:
    """Let only those into a view who are logged in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return sent_to_login(request)
        return view(request, *args, **kwargs)

    return cast("View", guarded)
