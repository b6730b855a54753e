"""Devices of the hall as HTTP clients: a table's phone on a bad network, the referee's laptop."""

from __future__ import annotations

import contextlib
import json
import random
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from tests.hall.site import HOST, PATIENCE

COME_BACK = 503
"""The status of a busy site: nothing was stored, and the same is sent again."""
SILENCE = 20.0
"""Seconds after which a device takes a request for lost."""


class Lost(Exception):
    """No answer came: nobody can say whether the request arrived."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: bytes
    location: str

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(slots=True)
class Client:
    """A browser without a screen: cookies, and one connection a request.

    Of a site with several hosts each request goes to any one, as from a simple balancer.
    """

    ports: Sequence[int]
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def ask(self, method: str, path: str, *, body: bytes | None = None, **headers: str) -> Answer:
        """Send a request and wait for the answer. Raises `Lost`."""
        connection = self._sent(method, path, body, headers)
        try:
            response = connection.getresponse()
            content = response.read()
        except (OSError, HTTPException) as error:
            raise Lost from error
        finally:
            connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            self.cookies.load(cookie)
        return Answer(response.status, content, response.headers.get("Location", ""))

    def shout(self, method: str, path: str, *, body: bytes, **headers: str) -> None:
        """Send a request and don't wait: its answer is lost. Raises `Lost`, too, if it can't go."""
        self._sent(method, path, body, headers).close()

    def _sent(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> HTTPConnection:
        connection = self._connection()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(
                method, path, body, {"Cookie": self.cookie_header, "Accept-Language": "en", **named}
            )
        except (OSError, HTTPException) as error:
            connection.close()
            raise Lost from error
        return connection

    def _connection(self) -> HTTPConnection:
        return HTTPConnection(HOST, random.choice(self.ports), timeout=SILENCE)

    def insist(
        self, method: str, path: str, *, body: bytes | None = None, **headers: str
    ) -> Answer:
        """As `ask`, over and over until there is an answer: for what may be done twice."""
        deadline = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(Lost):
                answer = self.ask(method, path, body=body, **headers)
                if answer.status != COME_BACK:
                    return answer
            assert time.monotonic() < deadline, f"no answer from {path}"
            time.sleep(0.1)

    @property
    def cookie_header(self) -> str:
        """All cookies, as they are sent."""
        return "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())

    @property
    def csrf(self) -> str:
        """The value of the cookie that forms and scripts have to repeat."""
        return next(one.value for name, one in self.cookies.items() if name.startswith("csrf-"))


@dataclass(slots=True)
class Phone:
    """A table's phone: opened by its link, it sends everything until it has an answer.

    `trouble` is how likely each kind of trouble is at each attempt, from 0 to 1.
    """

    ports: Sequence[int]
    table: int
    slug: str
    chance: random.Random
    trouble: float
    client: Client = field(init=False)
    stragglers: list[tuple[str, bytes, Any]] = field(default_factory=list)
    """Requests that come once more, later, with the answers they had."""
    attempts: int = 0

    def __post_init__(self) -> None:
        self.client = Client(self.ports)

    def open(self, link: str) -> None:
        """Scan the code."""
        answer = self.client.insist("GET", link)
        assert answer.status == 302, answer
        page = self.client.insist("GET", f"{answer.location}state.json")
        assert page.status == 200, page

    def key(self) -> str:
        return f"{self.chance.getrandbits(128):032x}"

    def deliver(self, what: str, content: Mapping[str, Any], *, key: str = "") -> Any:
        """Send to the table's address `what` until an answer comes, and return it."""
        path = f"/c/{self.slug}/table/{self.table}/{what}/"
        body = json.dumps({"key": key or self.key(), **content}).encode()
        deadline = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < deadline, f"never answered: {body!r}"
            answer = self._attempt(path, body)
            if answer is None or answer.status == COME_BACK:
                time.sleep(self.chance.uniform(0.01, 0.1))
                continue
            assert answer.status == 200, (answer.status, answer.body[:300], body)
            told = answer.json()
            if self.chance.random() < self.trouble:
                self.stragglers.append((path, body, told))
            return told

    def _attempt(self, path: str, body: bytes) -> Answer | None:
        """One attempt; None where the phone sees no answer."""
        self.attempts += 1
        fate = self.chance.random()
        try:
            if fate < self.trouble:  # the request never leaves
                return None
            if fate < 2 * self.trouble:  # the answer never comes
                self.client.shout("POST", path, body=body, **self._headers())
                return None
            if fate < 3 * self.trouble:  # it arrives twice at the same moment
                twin = threading.Thread(target=self._once_more, args=(path, body))
                twin.start()
                try:
                    return self.client.ask("POST", path, body=body, **self._headers())
                finally:
                    twin.join()
            return self.client.ask("POST", path, body=body, **self._headers())
        except Lost:
            return None

    def _once_more(self, path: str, body: bytes) -> None:
        copy = Client(self.ports, SimpleCookie(self.client.cookies.output(header="", sep=";")))
        with contextlib.suppress(Lost):
            copy.ask("POST", path, body=body, **self._headers())

    def _headers(self) -> dict[str, str]:
        return {"Content_Type": "application/json", "X_CSRFToken": self.client.csrf}

    def send_stragglers(self) -> Iterator[tuple[Any, Any]]:
        """Let old requests arrive once more, in any order: what they got first, and now."""
        self.chance.shuffle(self.stragglers)
        while self.stragglers:
            path, body, told = self.stragglers.pop()
            answer = self.client.insist("POST", path, body=body, **self._headers())
            yield told, answer.json()


@dataclass(slots=True)
class Laptop:
    """The organiser's laptop, on the wire: it opens and closes rounds."""

    ports: Sequence[int]
    slug: str
    client: Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = Client(self.ports)

    def log_in(self, name: str, password: str) -> None:
        """Before servers die: an attempt that a death cuts off counts as failed."""
        self.client.insist("GET", "/accounts/login/")
        answer = self.post("/accounts/login/", username=name, password=password)
        assert answer.status == 302, answer.body

    def post(self, path: str, **values: str) -> Answer:
        """Send the form of a page."""
        page = self.client.insist("GET", path)
        found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page.body)
        token = found[1].decode() if found else self.client.csrf
        body = urlencode({"csrfmiddlewaretoken": token, **values}).encode()
        return self.client.insist(
            "POST", path, body=body, Content_Type="application/x-www-form-urlencoded"
        )

    def open_round(self, number: int) -> None:
        """Open it; what was done before the answer got lost is done."""
        answer = self.post(f"/c/{self.slug}/manage/rounds/{number}/open/")
        assert answer.status == 302, answer.body

    def close_round(self, number: int) -> None:
        answer = self.post(f"/c/{self.slug}/manage/rounds/{number}/close/")
        assert answer.status == 302, re.sub(rb"<[^>]+>|\s+", b" ", answer.body)[:2000]
