"""Topics that a page listens for, the news of them, and the address of the stream.

A topic is one table of a championship, or all of its tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from csp.constants import SELF
from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.http.response import HttpResponseBase

PARAMETER = "for"
"""Parameter of a stream's address that holds the signed topic."""
_SALT = "tournament.streams"
GOOD_FOR_SECONDS = 24 * 60 * 60
"""Time in which a page may begin to listen after it was made: a day of play."""


FRIENDLY = 0
"""Key in the place of a championship for friendly tables: no championship has it."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A table, by its number, of a championship, by its key; `table` None: all of its tables."""

    championship: int
    table: int | None = None


def friendly_topic(table: int) -> Topic:
    """Return the topic of a friendly table, by its key."""
    return Topic(FRIENDLY, table)


@dataclass(frozen=True, slots=True)
class News:
    """News of a topic. `act` is the key of an act at the table, or the newest version of a friendly
    table; 0 for other or unknown news."""

    topic: Topic
    act: int = 0

    @property
    def text(self) -> str:
        """Text that carriers send."""
        return f"{self.topic.championship} {self.topic.table or 0} {self.act}"

    @classmethod
    def parse(cls, text: str) -> News:
        """Return the inverse of `text`. Raises `ValueError` for anything else."""
        championship, table, act = map(int, text.split(" "))
        return cls(Topic(championship, table or None), act)


def signed(topic: Topic) -> str:
    """Return the signed topic, which a page sends to listen; it is checked without a database."""
    return signing.TimestampSigner(salt=_SALT).sign(f"{topic.championship}.{topic.table or 0}")


def topic_signed(text: str) -> Topic:
    """Return the topic of a text from `signed` of the last day. Raises `ValueError` for others."""
    signer = signing.TimestampSigner(salt=_SALT)
    try:
        said = signer.unsign(text, max_age=GOOD_FOR_SECONDS)
    except signing.BadSignature as error:
        raise ValueError("not signed by this site, or too long ago") from error
    championship, _, table = said.partition(".")
    return Topic(int(championship), int(table) or None)


def stream_address(request: HttpRequest, topic: Topic) -> str:
    """Return the address of the stream for a page that may hear of a topic; "" without streams."""
    base = _base(request)
    return f"{base}?{urlencode({PARAMETER: signed(topic)})}" if base else ""


def _base(request: HttpRequest) -> str:
    """Return a path of this site where a proxy passes it on, else a port of the host of the page;
    "" over HTTPS, where browsers let no page listen to a port without it."""
    if settings.STREAM_PATH:
        return str(settings.STREAM_PATH)
    if settings.STREAM_PORT is None or request.is_secure():
        return ""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{settings.STREAM_PORT}/"


def let_connect(response: HttpResponseBase, address: str) -> None:
    """Let the page in this answer connect to that address, besides those of the site."""
    parts = urlsplit(address)
    if parts.netloc:
        allowed = [SELF, f"{parts.scheme}://{parts.netloc}"]
        response._csp_update = {"connect-src": allowed}  # type: ignore[attr-defined]
