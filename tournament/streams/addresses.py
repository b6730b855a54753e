"""Where a page finds its stream, and how its browser is allowed to open it."""

from __future__ import annotations

from urllib.parse import urlencode, urlsplit

from csp.constants import SELF
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournament.streams.asgi import PARAMETER
from tournament.streams.topics import Topic, signed


def stream_address(request: HttpRequest, topic: Topic) -> str:
    """The address of the stream for a page that may hear of a topic; "" where there is none."""
    base = _base(request)
    return f"{base}?{urlencode({PARAMETER: signed(topic)})}" if base else ""


def _base(request: HttpRequest) -> str:
    """A path of this site where a proxy passes it on, else a port of the host of the page; "" over
    HTTPS, where browsers let no page listen to a port without it."""
    if settings.STREAM_PATH:
        return str(settings.STREAM_PATH)
    if settings.STREAM_PORT is None or request.is_secure():
        return ""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{settings.STREAM_PORT}/"


def let_connect(response: HttpResponseBase, address: str) -> None:
    """Let the page in this answer open that address, besides those of the site."""
    parts = urlsplit(address)
    if parts.netloc:
        allowed = [SELF, f"{parts.scheme}://{parts.netloc}"]
        response._csp_update = {"connect-src": allowed}  # type: ignore[attr-defined]
