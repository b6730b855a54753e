"""Requests in a content type that Django would fail over are refused before it reads them.

Django takes any codec that Python knows for a charset, also those that turn no bytes into text
(rot13, base64), and fails when it reads a field. It looks at some parameters when the request is
made, before any middleware: hence the refusal is wrapped around the whole application, and is a
middleware too, for what calls Django in another way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST = 255
"""Letters; browsers send some 70."""
_UTF_8 = re.compile(r'charset\s*=\s*("?)utf-?8\1', re.IGNORECASE)
_ANSWER = b"Unsupported media type: text is read in UTF-8."


def is_readable(content_type: str) -> bool:
    """Return whether a body of that type can be read: text in UTF-8, nothing encoded.

    A "*" marks a parameter in an encoding of its own (RFC 2231), which no browser sends here.
    """
    if len(content_type) > LONGEST or "*" in content_type:
        return False
    if not (content_type.isascii() and content_type.isprintable()):
        return False
    return all(
        _UTF_8.fullmatch(part.strip())
        for part in content_type.split(";")
        if "charset" in part.lower()
    )


def refuse_unreadable(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware that answers 415 for what can't be read."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if not is_readable(request.META.get("CONTENT_TYPE", "")):
            return HttpResponse(_ANSWER, status=415, content_type="text/plain")
        return get_response(request)

    return answer


def readable_only(application: WSGIApplication) -> WSGIApplication:
    """Return the application behind the same refusal."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not is_readable(environ.get("CONTENT_TYPE", "")):
            headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(_ANSWER)))]
            start_response("415 Unsupported Media Type", headers)
            return [_ANSWER]
        return application(environ, start_response)

    return answer


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """Show the page of an address that there isn't, whatever was sent to it.

    Django's own looks for a form's token first, and fails over what can't be read.
    """
    return render(request, "404.html", status=404)
