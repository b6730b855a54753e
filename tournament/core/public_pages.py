"""Pages that are the same bytes for everybody who is not logged in, answered before anything else.

A view says by `kept` that its page may be kept, which version it has, and which queries it knows:

    @require_safe
    @kept(standings_version, after=NUMBER, sort=COLUMN)
    @needs(Level.PUBLIC)
    def standings(request: HttpRequest, access: Access) -> HttpResponse: ...

The middleware answers it without reading a session or, most of the time, a row. What is kept was
rendered for a stranger: a request made here, with an address and a language and nothing else of the
one that came, so that nothing personal can be in it. Nothing secret is in it either, so that it may
be compressed. Visitors who are logged in (`accounts.logged_in_cookie`) or have a message to read
get a page of their own, as from any other view.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language_from_request

from tournament.core.live import PARAMETER, is_refresh
from tournament.core.page_cache import KeptAnswer, pages, versions
from tournament.models import Championship

NUMBER = r"[0-9]{1,5}"
COLUMN = r"-?[a-z0-9_]{1,30}"
YES = "1"

V = TypeVar("V", bound=Callable[..., HttpResponseBase])
Version = Callable[..., str | None]

_OF_THE_SERVER = ("SERVER_NAME", "SERVER_PORT", "SERVER_PROTOCOL", "SCRIPT_NAME", "PATH_INFO")
_OF_THE_ADDRESS = ("HTTP_HOST", "HTTP_X_FORWARDED_PROTO")
_LONGEST_PATH = 300
_MARK = "botifarra.for_everybody"
_VARY = ("Accept-Encoding", "Accept-Language", "Cookie", "HX-Request")


@dataclass(frozen=True)
class Kept:
    """Rule for keeping a view's page.

    `version` is called with the values of these `arguments` of the address; it returns a text that
    changes with the page, None where there is none for strangers. `query` has a pattern for each
    parameter that the page knows.
    """

    version: Version
    arguments: tuple[str, ...]
    query: Mapping[str, re.Pattern[str]]

    def known_query(self, given: Mapping[str, list[str]]) -> str | None:
        """Return the query in one spelling, without a refresh's version; None: don't keep the
        page."""
        found = []
        for name, values in given.items():
            if name == PARAMETER:
                continue
            pattern = self.query.get(name)
            if pattern is None or len(values) != 1 or not pattern.fullmatch(values[0]):
                return None
            found.append((name, values[0]))
        return urlencode(found)


def kept(version: Version, *, arguments: tuple[str, ...] = (), **query: str) -> Callable[[V], V]:
    """Keep the page of a view; see `Kept`. Goes above what asks who the visitor is."""
    patterns = {name: re.compile(pattern, re.ASCII) for name, pattern in query.items()}

    def decorate(view: V) -> V:
        view.kept = Kept(version, arguments, patterns)  # type: ignore[attr-defined]
        return view

    return decorate


def kept_by(version: Callable[..., str], *arguments: str, **query: str) -> Callable[[V], V]:
    """Keep the page of a view of a championship (`slug`), once everybody may see it.

    `version` is called with the championship and the other `arguments` of the address. 1 query more
    than that.
    """

    def of_public(slug: str, **others: object) -> str | None:
        public = Championship.objects.filter(slug=slug, stages__published_at__isnull=False)
        championship = public.first()
        return None if championship is None else version(championship, **others)

    return kept(of_public, arguments=("slug", *arguments), **query)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A request for a page that may be kept."""

    view: Kept
    arguments: tuple[tuple[str, Any], ...]
    path: str
    query: str
    refresh: bool

    def version(self) -> str | None:
        key = (self.view.version, self.arguments)
        return versions.current(key, lambda: self.view.version(**dict(self.arguments)))


@lru_cache(maxsize=2048)
def _kept_view(path: str) -> tuple[Kept, tuple[tuple[str, Any], ...]] | None:
    """Return the rule for a path, and the arguments of the address that its version depends on."""
    try:
        match = resolve(path)
    except Resolver404:
        return None
    view: Kept | None = getattr(match.func, "kept", None)
    if view is None:
        return None
    return view, tuple((name, match.kwargs[name]) for name in view.arguments)


def _asked(request: HttpRequest) -> _Asked | None:
    if request.method not in ("GET", "HEAD") or len(request.path_info) > _LONGEST_PATH:
        return None
    found = _kept_view(request.path_info)
    if found is None:
        return None
    refresh = is_refresh(request)
    if PARAMETER in request.GET and not refresh:
        return None
    view, arguments = found
    query = view.known_query(dict(request.GET.lists()))
    return None if query is None else _Asked(view, arguments, request.path, query, refresh)


def _has_own_page(request: HttpRequest) -> bool:
    """Return whether the visitor gets an own page: an account is open, or a message waits."""
    marks = (settings.LOGGED_IN_COOKIE_NAME, CookieStorage.cookie_name)
    return any(request.COOKIES.get(mark) for mark in marks)


def answer_public_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware that answers what is kept, before a session is read. Goes above all that
    reads one.

    A refresh of an unchanged page is answered with 204 for everybody.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        asked = _asked(request)
        if asked is None:
            return get_response(request)
        request.get_host()  # refuses hosts that are not ours, as it would further in
        version = asked.version()
        if version is None:
            return get_response(request)
        if asked.refresh and request.GET[PARAMETER] == version:
            return HttpResponse(status=204)
        if _has_own_page(request):
            return get_response(request)
        return _shared(request, asked, version, get_response)

    return answer


def _shared(
    request: HttpRequest,
    asked: _Asked,
    version: str,
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> HttpResponseBase:
    language = get_language_from_request(request)
    made: list[HttpResponseBase] = []

    def make() -> KeptAnswer | None:
        made.append(get_response(_stranger(request, asked, language)))
        return _to_keep(made[0])

    key = (asked.path, asked.query, asked.refresh, language)
    answer = pages.get(key, version, make)
    return _answered(request, answer) if answer else made[0]


def _stranger(request: HttpRequest, asked: _Asked, language: str) -> WSGIRequest:
    """Return the request as if it came from somebody of whom nothing is known but a language."""
    environ = {
        name: value
        for name, value in request.META.items()
        if name in _OF_THE_SERVER or name in _OF_THE_ADDRESS or name.startswith("wsgi.")
    }
    for name in ("SCRIPT_NAME", "PATH_INFO"):  # which Django has decoded, and decodes again
        environ[name] = environ.get(name, "").encode().decode("latin-1")
    query = asked.query
    if asked.refresh:
        environ["HTTP_HX_REQUEST"] = "true"
        query = "&".join(filter(None, [query, urlencode({PARAMETER: "-"})]))
    return WSGIRequest(
        environ
        | {
            "REQUEST_METHOD": "GET",
            "QUERY_STRING": query,
            "HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}={language}",
            "wsgi.input": BytesIO(),
            _MARK: True,
        }
    )


def is_for_everybody(request: HttpRequest | None) -> bool:
    """Return whether what is rendered for a request is kept, so that it is read at another time."""
    return request is not None and _MARK in request.META


def _to_keep(response: HttpResponseBase) -> KeptAnswer | None:
    """Return what to keep of a page or a redirect; None for a refusal or a fault."""
    if not isinstance(response, HttpResponse) or response.status_code not in (200, 302):
        return None
    if response.cookies:
        return None
    patch_vary_headers(response, _VARY)
    response.headers.setdefault("Cache-Control", "no-cache")
    headers = {name: value for name, value in response.items() if name != "Content-Length"}
    return KeptAnswer(response.status_code, tuple(headers.items()), response.content)


def _answered(request: HttpRequest, answer: KeptAnswer) -> HttpResponse:
    # A redirect has no body that could be compressed.
    zipped = answer.status == 200 and accepts_gzip(request.headers.get("Accept-Encoding", ""))
    etag = answer.etag(zipped=zipped)
    response: HttpResponse
    if answer.status == 200 and _has_already(request, etag):
        response = HttpResponseNotModified()
    elif request.method == "HEAD" and zipped:
        response = HttpResponse(status=answer.status)
        response["Content-Length"] = str(answer.size)
    elif request.method == "HEAD":
        response = HttpResponse(status=answer.status)
        response["Content-Length"] = str(answer.length)
    elif answer.status == 302:
        response = HttpResponseRedirect(dict(answer.headers)["Location"])
    else:
        body = answer.body(zipped=zipped)
        response = HttpResponse(body, status=answer.status)
        response["Content-Length"] = str(len(body))
    for name, value in answer.headers:
        response[name] = value
    if zipped and response.status_code != 304:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    return response


def _has_already(request: HttpRequest, etag: str) -> bool:
    given = parse_etags(request.headers.get("If-None-Match", ""))
    return given == ["*"] or etag in (one.removeprefix("W/") for one in given)


def accepts_gzip(header: str) -> bool:
    """Return whether this `Accept-Encoding` takes gzip: "gzip, br", "*;q=0.5"."""
    wishes: dict[str, bool] = {}
    for one in header.lower().split(","):
        name, *parameters = (part.strip() for part in one.split(";"))
        wishes[name] = not any(re.fullmatch(r"q\s*=\s*0(\.0*)?", part) for part in parameters)
    return wishes.get("gzip", wishes.get("x-gzip", wishes.get("*", False)))
