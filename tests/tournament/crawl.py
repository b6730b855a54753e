"""Every page, paper, workbook and file of a championship that a link leads to, asked for once.

Nothing that can be reached by links may be answered by a 404 or break.
"""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from tests.checks.sweeps import how_many_of
from tests.tournament.undrawn import day_line_unread
from tests.tournament.visitors import undone
from tournament.core.stages import stages_of
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers, parts_of
from tournament.exports.papers.base import Scope
from tournament.exports.workbooks import WORKBOOKS, has_workbook, made_workbook, published_results
from tournament.models import Championship

_IS_FILE = re.compile(r"\.(pdf|xlsx)(\?|$)")
_LINK = re.compile(r'<(?!form)[^>]*?\b(?:href|src|data-url)="([^"]+)"')
_MOST = 12
"""How many addresses are visited that differ in their numbers alone; a run that tries a share of
each sweep visits as many less."""
_PLACES = {"stage", "after", "from", "round", "by", "wall", "pair", "of"}
"""What an address asks for after its question mark that is another page. Other things are an order
of the same one, or a course of play, of which there is no end."""


def dead_ends(championship: Championship, client: Client, *, files: bool = True) -> list[str]:
    """What a visitor who follows all links finds that is no answer: "404 /c/…, from /c/…".

    Without `files` papers and workbooks are not made, which takes most of the time.
    """
    root = f"/c/{championship.slug}/"
    waiting, found = {root: "", f"{root}manage/": ""}, []
    seen, alike, most = set(waiting), Counter[str](), how_many_of(_MOST)
    client.raise_request_exception = False
    while waiting:
        url, of = waiting.popitem()
        if not url.startswith(root):
            if url.startswith("/static/") and not finders.find(url.removeprefix("/static/")):
                found.append(f"404 {url}, from {of}")
            continue
        shape = re.sub(r"[0-9]+", "0", url)
        alike[shape] += 1
        if alike[shape] > most or (not files and _IS_FILE.search(url)):
            continue
        status, links = _visited(client, url)
        if status >= 500 or (status == 404 and of):
            found.append(f"{status} {url}, from {of}")
        new = {_target(url, link) for link in links} - seen
        seen |= new
        waiting |= {target: url for target in sorted(new) if target.startswith("/")}
    return sorted(found)


def _target(url: str, link: str) -> str:
    """Where a link on a page leads."""
    target = urldefrag(urljoin(url, link)).url
    if _PLACES.issuperset(parse_qs(urlsplit(target).query)):
        return target
    return target.partition("?")[0]


def _visited(client: Client, url: str) -> tuple[int, list[str]]:
    """What a visit is answered by: the status, and the links that stand there.

    The line about the day in the bar is left to its own address.
    """
    with undone(), day_line_unread():
        response = client.get(url, headers={"Accept-Language": "en"})
        content = b"".join(response) if response.streaming else response.content
    if response.status_code in (301, 302):
        return response.status_code, [response["Location"]]
    if response.status_code != 200:
        return response.status_code, []
    return response.status_code, list(_links(response["Content-Type"], content))


def _links(kind: str, content: bytes) -> Iterator[str]:
    if kind.startswith("text/html"):
        yield from map(html.unescape, _LINK.findall(content.decode()))
    elif kind.startswith("application/json"):
        yield from _addresses(json.loads(content))


def _addresses(value: Any) -> Iterator[str]:
    match value:
        case dict():
            yield from (one for inner in value.values() for one in _addresses(inner))
        case list():
            yield from (one for inner in value for one in _addresses(inner))
        case str() if value.startswith("/c/"):
            yield value


def unmade_files(championship: Championship) -> list[str]:
    """What breaks among all papers and workbooks that can be asked for now."""
    stages = stages_of(championship)
    rounds = tuple(championship.rounds.order_by("number").values_list("number", flat=True))
    asked = PaperRequest(stages, rounds, timezone.now(), "http://hall", known_of(stages))
    makers: list[tuple[str, Callable[[], object]]] = [
        (name, partial(bind_papers, asked, [paper]))
        for name, paper in PAPERS.items()
        if paper.scope is not Scope.HAND
        and (paper.for_players or not championship.of_players)
        and any(not part.missing for part in parts_of(asked, [paper]))
    ]
    makers += [
        (f"{name} of stage {stage.number}", partial(made_workbook, name, stage, asked.made_at))
        for name in WORKBOOKS
        for stage in stages
        if has_workbook(name, stage) and published_results(stage)
    ]
    found = []
    for name, make in makers:
        try:
            with override("en"):
                make()
        except Exception as error:  # whatever it is, it is told with the others
            found.append(f"{name}: {error!r}")
    return found
