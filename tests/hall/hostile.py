"""Thousands of made-up requests over real HTTP, CSRF on: none may be answered by a 500.

Each is drawn from a seed: who asks (a stranger, a pair's phone, a table's, a referee, an
organiser), one of the site's own routes with arguments that fit or don't, a method, parameters,
headers, and a body: a form with the fields that its page has, JSON, parts that are cut off, or
bytes. Fields hold what was on the page, or something that nobody foresaw. Now and then the token is
missing.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from tests.hall.phone import COME_BACK, Answer, Client, Laptop, Lost
from tests.hall.site import new_site

AT_ONCE = 4
"""Visitors who ask at the same time."""
LEFT_ALONE = ("logout",)
"""Parts of routes that are not asked for: whoever did would be a stranger from then on."""
ODD_TEXTS = (
    *("", " ", "0", "-1", "1", "2", "3", "40", "72", "73", "1e9", "NaN", "²", "１", "٣", "0x1"),
    *("99999999999999999999", "2147483648", "9223372036854775808", "1.5", "1,5", "on", "null"),
    *("N", "NS", "EW", "O", "botifarra", "played", "not-played", "contro", "=1+1", "<b>x</b>"),
    *("Àngel·la", "a" * 61, "a" * 5000, "'", '"', "\\", "%", "%s", "{0}", "{{ 7 }}", "../../etc"),
    *("\x00", "\n", "\r\nX: y", "\u202e", "\u200b", "😀", "ca", "xx", "2026-02-30", "9999-12-31"),
    *("0001-01-01", "2026-11-21T25:00", "00:00", "true", "[]", "{}", "://", "//evil.example/"),
)
QUERIES = (
    *("version", "page", "venue", "of", "after", "lang", "q", "sort", "stage", "round", "next"),
    *("wall", "view", "group", "pair", "state", "kind", "actor", "deal", "table", "seat", "order"),
)
ODD_HEADERS: Mapping[str, Sequence[str]] = {
    "Accept-Language": ("ca", "xx-YY;q=9", "*", "a" * 3000, "es,;q=;,"),
    "HX-Request": ("true", "maybe"),
    "If-None-Match": ("*", '"x"', "W/", "," * 200),
    "If-Modified-Since": ("yesterday", "Thu, 31 Feb 9999 99:99:99 GMT"),
    "Range": ("bytes=0-0", "bytes=9-1", "lines=1"),
    "Accept-Encoding": ("gzip", "br;q=x", "identity;q=0"),
    "Accept": ("application/json", "text/html;q=abc", "\xff"),
    "X-Forwarded-For": ("1.2.3.4", "::1", "x, y", "a" * 500),
    "X-Forwarded-Proto": ("https", "gopher"),
    "Origin": ("null", "https://evil.example", "http://["),
    "Referer": ("http://[::1", "\xff", "javascript:1"),
    "Host": ("evil.example", "127.0.0.1:1:2", "[::1", ""),
    "X-HTTP-Method-Override": ("DELETE",),
    "Cookie": ("sessionid=x", "=;=", "a" * 5000, "messages=[[", "language=xx", 'x="\\777"'),
    "Last-Event-ID": ("-1", "x"),
    "Content-Encoding": ("gzip", "x"),
}
METHODS = (
    *("GET",) * 9,
    *("POST",) * 9,
    "HEAD",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "ODD",
)
CONTENT_TYPES = (
    *("application/json", "application/json; charset=utf-16", "text/plain; charset=rot13"),
    *("application/x-www-form-urlencoded; charset=x", "multipart/form-data", "", "x/y; =", "\xff"),
    "multipart/form-data; boundary=" + "b" * 300,
)
_NAMES = re.compile(rb"""<(?:input|select|textarea|button)\b[^>]*?\bname=["']([^"']{1,80})["']""")
_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')
TOKEN = "csrfmiddlewaretoken"


@dataclass(slots=True)
class Met:
    """What came back: how often which status, from which routes, and faults as sentences."""

    statuses: Counter[int] = field(default_factory=Counter)
    routes: set[str] = field(default_factory=set)
    """Routes that answered something else than 404."""
    faults: list[str] = field(default_factory=list)
    refused: set[tuple[str, str]] = field(default_factory=set)
    """Routes with a method that they don't take: seldom asked for again."""


@dataclass(slots=True)
class Visitor:
    """Somebody who asks, with what the pages they saw had for fields."""

    name: str
    client: Client
    fields: dict[str, list[str]] = field(default_factory=dict)
    """By route."""
    tokens: list[str] = field(default_factory=list)


def run_hostile(
    folder: Path,
    *,
    requests: int,
    seed: int,
    server: str | None = None,
    say: Callable[[str], object] = lambda _line: None,
) -> Met:
    """Send so many to a site with an event of two venues, of which rounds are played."""
    met = Met()
    with new_site(folder, server=server) as site:
        hall = site.run(
            "tests.hall.venues_ready", venues=2, pairs=6, rounds=4, released=1, waiting=1
        )
        routes = [
            one
            for one in site.run("tests.hall.routes")
            if not any(word in one for word in LEFT_ALONE)
        ]
        site.start()
        many = [requests // AT_ONCE + (n < requests % AT_ONCE) for n in range(AT_ONCE)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            asked = [
                pool.submit(_ask, [site.port], hall, routes, count, f"{seed}-{n}", met, say)
                for n, count in enumerate(many)
            ]
            for one in asked:
                one.result()
        met.faults += [
            f"the server's log: {site.log[at : at + 3000]}"
            for at in [site.log.find("Internal Server Error")]
            if at >= 0
        ]
        verified = site.manage("verify")
        if verified.returncode:
            met.faults.append(f"verify: {verified.stdout[-2000:]}{verified.stderr[-2000:]}")
    return met


WEIGHTS = (1, 1, 1, 2, 4)
"""How often a stranger, a table, a pair, a referee and an organiser ask."""
AGAIN_AFTER = 1000
"""Requests after which everybody logs in and opens their links again: some lose their places."""


def _ask(
    ports: Sequence[int],
    hall: Mapping[str, Any],
    routes: Sequence[str],
    requests: int,
    seed: str,
    met: Met,
    say: Callable[[str], object],
) -> None:
    chance = random.Random(seed)
    visitors: list[Visitor] = []
    for number in range(requests):
        if number % AGAIN_AFTER == 0:
            visitors = _visitors(ports, hall)
            say(f"{sum(met.statuses.values())} answers, {len(met.faults)} faults")
        visitor = chance.choices(visitors, weights=WEIGHTS)[0]
        route = chance.choice(routes)
        method = _method(chance, route, met)
        if method == "POST" and route not in visitor.fields and (route, "GET") not in met.refused:
            method = "GET"  # a form's fields are seen first
        request = _made_up(chance, visitor, method, route, hall)
        try:
            answer = _sent(visitor.client, *request)
        except Lost as lost:
            # The server may close on what is no HTTP, and must still be there for the next one.
            met.statuses[0] += 1
            if chance.random() < 0.1 and visitor.client.ask("GET", "/").status >= 500:
                met.faults.append(f"{request!r}: {lost!r}, and nothing afterwards")
            continue
        _note(met, visitor, route, request, answer)


def _note(met: Met, visitor: Visitor, route: str, request: Request, answer: Answer) -> None:
    met.statuses[answer.status] += 1
    if answer.status == 405:
        met.refused.add((route, request[0]))
    if answer.status != 404:
        met.routes.add(route)
    if answer.status >= 500 and answer.status != COME_BACK:
        met.faults.append(f"{answer.status} for {visitor.name}: {request!r}"[:1500])
    if found := _TOKEN.search(answer.body):
        visitor.tokens = [found[1].decode()]
    if request[0] == "GET" and answer.status != 404:
        names = {name.decode(errors="replace") for name in _NAMES.findall(answer.body)}
        visitor.fields[route] = sorted(names - {TOKEN})


def _method(chance: random.Random, route: str, met: Met) -> str:
    method = chance.choice(METHODS)
    if (route, method) in met.refused and chance.random() < 0.95:
        return "POST" if method == "GET" else "GET"
    return method


Request = tuple[str, str, bytes | None, dict[str, str]]
"""Method, address, body and headers."""


def _sent(
    client: Client, method: str, path: str, body: bytes | None, headers: dict[str, str]
) -> Answer:
    try:
        return client.ask(method, path, body=body, **headers)
    except (ValueError, UnicodeError) as error:  # nothing that can be sent at all
        raise Lost from error


def _made_up(
    chance: random.Random, visitor: Visitor, method: str, route: str, hall: Mapping[str, Any]
) -> Request:
    path = "/" + re.sub(r"<(\w+):(\w+)>", lambda one: _argument(chance, one, hall), route)
    if chance.random() < 0.3:
        pairs = [(chance.choice(QUERIES), chance.choice(ODD_TEXTS)) for _ in range(2)]
        path += "?" + urlencode(pairs, errors="replace")
    if chance.random() < 0.02:
        path += chance.choice(("%ff", "%00", "?%ff=%fe", "//", "?" + "a=1&" * 1200, "%2e%2e/"))
    headers = {}
    if chance.random() < 0.15:
        name = chance.choice(list(ODD_HEADERS))
        headers[name] = chance.choice(ODD_HEADERS[name])
    if method in ("GET", "HEAD"):
        return method, path, None, headers
    body, content_type = _body(chance, visitor, route)
    headers["Content-Type"] = content_type
    if chance.random() < 0.9 and visitor.tokens:
        headers["X-CSRFToken"] = visitor.tokens[-1]
    return method, path, body, headers


def _argument(chance: random.Random, found: re.Match[str], hall: Mapping[str, Any]) -> str:
    kind, name = found.groups()
    fits = chance.random() < 0.85
    if name == "event" and fits:
        return str(hall["event"])
    if name == "slug" and fits:
        return str(chance.choice(hall["venues"])["slug"])
    if kind == "int":
        odd = ("0", "99", "2147483648", "9223372036854775808", "9" * 40, "٣", "-1")
        return str(chance.randint(1, 6)) if fits else quote(chance.choice(odd))
    if name in ("seat",) and fits:
        return chance.choice("NESW")
    return quote(chance.choice(ODD_TEXTS)[:200], safe="") or "x"


def _body(chance: random.Random, visitor: Visitor, route: str) -> tuple[bytes, str]:
    """A body, and what it is said to be."""
    kind = chance.random()
    if kind < 0.55:
        names = _fields(chance, visitor, route)
        values = [(name, _value(chance, name)) for name in names if chance.random() < 0.85]
        values += [(TOKEN, token) for token in visitor.tokens]
        return urlencode(values, errors="replace").encode(), "application/x-www-form-urlencoded"
    if kind < 0.8:
        return json.dumps(_json(chance, 0)).encode(), "application/json"
    if kind < 0.92:
        return _parts(chance, visitor, route), "multipart/form-data; boundary=xyz"
    body = chance.choice((b"", b"\xff\xfe\x00", b"{", b"[" * 3000, b"a" * 200_000, b"a=%ff&b=%zz"))
    return body, chance.choice(CONTENT_TYPES)


def _fields(chance: random.Random, visitor: Visitor, route: str) -> Sequence[str]:
    """Return the names of the fields of the route's own page; without one some of any page, as
    forms lead to elsewhere."""
    if own := visitor.fields.get(route):
        return own
    known = [name for names in visitor.fields.values() for name in names] or QUERIES
    return [chance.choice(known) for _ in range(4)]


def _value(chance: random.Random, name: str) -> str:
    if chance.random() < 0.5:
        return chance.choice(ODD_TEXTS)
    if "date" in name:
        return "2026-11-21"
    if any(word in name for word in ("reason", "name", "player", "club", "note")):
        return chance.choice(("Àngela", "a reason that will do", "=1+1"))
    return chance.choice(("1", "2", "3", "on", "36", ""))


_KEYS = (
    *("key", "match", "hand", "deal", "side", "based_on", "points", "trump", "double", "asked"),
    *(
        "late",
        "version",
        "act",
        "number",
        "card",
        "seat",
        "entries",
        "by",
        "reason",
        "kind",
        "call",
    ),
)


def _json(chance: random.Random, depth: int) -> Any:
    """Something like an entry, or not at all."""
    kind = chance.random()
    if depth > 3 or kind < 0.2:
        odd: tuple[Any, ...] = (None, True, 0, -1, 36, 1e308, 2**70, *ODD_TEXTS)
        return chance.choice(odd)
    if kind < 0.3:
        return [_json(chance, depth + 1) for _ in range(chance.randint(0, 4))]
    return {name: _json(chance, depth + 1) for name in _KEYS if chance.random() < 0.6}


def _parts(chance: random.Random, visitor: Visitor, route: str) -> bytes:
    """Parts of a form, a file among them; some are cut off."""
    parts = [(TOKEN, token) for token in visitor.tokens]
    parts += [(name, _value(chance, name)) for name in (*_fields(chance, visitor, route), "file")]
    lines = []
    for name, value in parts:
        is_file = chance.random() < 0.3
        file = f'; filename="{chance.choice(("a.xlsx", "../a", "", "a.zip", "a.json"))}"'
        lines.append(f'--xyz\r\nContent-Disposition: form-data; name="{name}"{file * is_file}\r\n')
        lines.append(f"Content-Type: {chance.choice(CONTENT_TYPES)}\r\n" if is_file else "")
        lines.append(f"\r\n{value}\r\n")
    body = "".join(lines).encode(errors="replace") + b"--xyz--\r\n"
    return body[: chance.randint(0, len(body))] if chance.random() < 0.2 else body


def _visitors(ports: Sequence[int], hall: Mapping[str, Any]) -> list[Visitor]:
    """A stranger, a table, a pair, a referee and an organiser, each with their cookies."""
    venue = hall["venues"][0]
    found = [Visitor("a stranger", Client(ports))]
    for name, links in (("a table", "links"), ("a pair", "pair_links")):
        client = Client(ports)
        client.insist("GET", venue[links]["1"])
        found.append(Visitor(name, client))
    for name, account in (("a referee", "referee"), ("an organiser", "name")):
        laptop = Laptop(ports, venue["slug"])
        laptop.log_in(hall[account], hall["password"])
        found.append(Visitor(name, laptop.client))
    for visitor in found:
        page = visitor.client.insist("GET", "/accounts/login/")
        visitor.tokens = [one.decode() for one in _TOKEN.findall(page.body)]
        if not visitor.tokens and any(k.startswith("csrf-") for k in visitor.client.cookies):
            visitor.tokens = [visitor.client.csrf]
    return found
