"""The cookie by which a logged-in browser says so, before its session is looked up.

It opens no door: whoever makes one up is shown the same pages, only later. A phone that opened a
table's link has a session, but no such cookie.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def mark_logged_in(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: set the cookie where somebody is logged in, and remove it where nobody is.

    The cookie lasts as long as the session. The middleware goes below the ones that know the
    session and its user.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        name = settings.LOGGED_IN_COOKIE_NAME
        has_mark = bool(request.COOKIES.get(name))
        if not (request.session.accessed or has_mark):
            return response
        if request.user.is_authenticated:
            if not has_mark or request.session.modified:
                response.set_cookie(
                    name,
                    "1",
                    max_age=request.session.get_expiry_age(),
                    secure=settings.SESSION_COOKIE_SECURE,
                    httponly=True,
                    samesite="Lax",
                )
        elif has_mark:
            response.delete_cookie(name, samesite="Lax")
        return response

    return answer
