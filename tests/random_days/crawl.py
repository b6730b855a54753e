"""Everything that can be asked for of a championship, as it stands now: pages, papers, files, JSON.

None may be answered by a 500, and no link on a page may lead where there is nothing, or where the
visitor may not go. Whatever is written by asking (who looked at sealed hands, printing) is undone.
"""

from __future__ import annotations

import re
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from tests.random_days.hall import Hall, NotThere, form_with, is_page
from tests.tournament.visitors import undone
from tournament.links.tokens import PlaceKind

_LINK = re.compile(r"""\b(?:href|hx-get)=["']([^"'#][^"']*)""")
ROOTS: Mapping[str, Sequence[str]] = {
    "stranger": ("", "standings.json", "championship.json", "results.json", "proof.json", "wall/"),
    "referee": ("manage/", "manage/record.jsonl", "manage/record.csv", "manage/desk/", ""),
    "organiser": ("manage/", "manage/schedule/", "manage/stages/", "manage/end/", ""),
}
"""Where each visitor begins; pairs and tables at the page of their link. None of these addresses
has to be there: a championship is not public at first."""
LANGUAGES = ("ca", "es", "en")


@dataclass(frozen=True, slots=True)
class Link:
    """An address, and the page on which it stood; "" for one where a visitor begins."""

    to: str
    on: str = ""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, in a sentence; and where it was seen, to look there again."""

    said: str
    visitor: str = ""
    link: Link = Link("")

    def __str__(self) -> str:
        return self.said

    @property
    def is_broken(self) -> bool:
        """Whether a page broke, and not the way to it."""
        return " | " in self.said

    @property
    def sort(self) -> str:
        """Return what the fault has in common with the same fault in another day: without numbers
        and names, and of what a page breaks on, without the page."""
        said = self.said
        if self.is_broken and ": File" in said:
            said = said[said.index(": File") :]
        return re.sub(r"[0-9]+", "#", re.sub(r"['“].*?[”']", "_", said))


@dataclass(slots=True)
class Crawl:
    """What was asked for of one championship. `seen` counts, by visitor and shape of address."""

    hall: Hall
    lots: Random
    faults: list[Fault] = field(default_factory=list)
    seen: Counter[tuple[str, Any]] = field(default_factory=Counter)
    asked: int = 0

    def sample(self, pages: int) -> None:
        """Ask for so many pages, shared among the visitors, and a paper: what was seldom asked for
        comes first."""
        visitors = list(self._visitors())
        self.lots.shuffle(visitors)
        with undone():
            while pages > 0 and visitors:
                visitor, client, root = visitors.pop()
                path = self.hall.path(self.lots.choice(root))
                found = self._ask(visitor, client, Link(path))
                pages -= 1
                for _step in range(max(1, pages // (1 + len(visitors)))):
                    if not found:
                        break
                    fewest = min(self.seen[visitor, shape(one.to)] for one in found)
                    rare = [one for one in found if self.seen[visitor, shape(one.to)] == fewest]
                    found = self._ask(visitor, client, self.lots.choice(rare)) or found
                    pages -= 1
            self._a_paper()

    def everything(self, most: int) -> None:
        """Follow all links from where each visitor begins; of addresses of one shape, so many. And
        print every paper."""
        with undone():
            for visitor, client, root in self._visitors():
                known = {self.hall.path(one) for one in root}
                waiting = deque(Link(one) for one in sorted(known))
                shapes: Counter[Any] = Counter()
                while waiting:
                    found = self._ask(visitor, client, waiting.popleft())
                    self.lots.shuffle(found)
                    for one in found:
                        if one.to not in known and shapes[shape(one.to)] < most:
                            known.add(one.to)
                            shapes[shape(one.to)] += 1
                            waiting.append(one)
            for paper in self._papers():
                self._print(paper)

    def again(self, fault: Fault) -> None:
        """Look where a fault was seen; on a page, whether the link still stands there."""
        with undone():
            if fault.visitor == "paper":
                self._print(fault.link.to)
                return
            for visitor, client, _root in self._visitors(fault.visitor):
                if visitor != fault.visitor.split(" ")[0]:
                    continue
                on = fault.link.on.removeprefix("-> ")
                if not on or fault.link in self._ask(fault.visitor, client, Link(on)):
                    self._ask(fault.visitor, client, fault.link)
                elif fault.is_broken:
                    self._ask(fault.visitor, client, Link(fault.link.to))

    def _visitors(self, wanted: str = "") -> Iterator[tuple[str, Client, Sequence[str]]]:
        """Each visitor with a name, a browser, and where to begin; `wanted` may name a pair or a
        table ("pair 3")."""
        hall = self.hall
        for visitor, root in ROOTS.items():
            yield visitor, getattr(hall, visitor), root
        for kind, there in (
            (PlaceKind.PAIR, [one.number for one in hall.contestants()]),
            (PlaceKind.TABLE, [one.number for one in hall.tables()]),
        ):
            name = kind.name.lower()
            asked, _blank, number = wanted.partition(" ")
            if there:
                chosen = int(number) if asked == name and number else self.lots.choice(there)
                try:
                    phone = hall.phone(kind, chosen)
                except NotThere:
                    continue
                yield f"{name} {chosen}" if not wanted else name, phone, (f"{name}/{chosen}/",)

    def _ask(self, visitor: str, client: Client, link: Link) -> list[Link]:
        """Ask for an address; the links on its page."""
        self.asked += 1
        self.seen[visitor, shape(link.to)] += 1
        try:
            answer: Any = client.get(
                link.to, headers={"Accept-Language": LANGUAGES[self.asked % len(LANGUAGES)]}
            )
            if hasattr(answer, "streaming_content"):
                b"".join(answer.streaming_content)
        except Exception:
            self._fault(visitor, link, f"500 for {link.to}{_on(link)}: {last_lines()}")
            return []
        status = answer.status_code
        if status >= 500 or (link.on and status >= 400):
            self._fault(visitor, link, f"{status} for {link.to}{_on(link)}")
        if status == 302:
            target = urljoin(link.to, answer.headers["Location"])
            inside = target.startswith(self.hall.path("")) and not link.on.startswith("->")
            return [Link(target, f"-> {link.to}")] if inside else []
        if status != 200 or not is_page(answer):
            return []
        return self._links(link.to, answer.content.decode())

    def _links(self, page: str, html: str) -> list[Link]:
        inside = self.hall.path("")
        found = (urljoin(page, unescape(one)) for one in _LINK.findall(html))
        clean = (urlsplit(one)._replace(fragment="").geturl() for one in found)
        return [Link(one, page) for one in dict.fromkeys(clean) if one.startswith(inside)]

    def _papers(self) -> list[str]:
        """The papers that an organiser is offered now."""
        page: Any = self.hall.organiser.get(self.hall.path("manage/papers/"))
        if page.status_code != 200:
            return []
        form = form_with(page, ["papers"])
        return form.choices["papers"] if form else []

    def _a_paper(self) -> None:
        if papers := self._papers():
            fewest = min(self.seen["paper", one] for one in papers)
            rare = [one for one in papers if self.seen["paper", one] == fewest]
            self._print(self.lots.choice(rare))

    def _print(self, paper: str) -> None:
        """Print a paper of all rounds; the page may say why it can't be made."""
        self.asked += 1
        self.seen["paper", paper] += 1
        sent = {
            "papers": [paper],
            "rounds": [str(one.number) for one in self.hall.rounds()],
            "language": LANGUAGES[self.asked % len(LANGUAGES)],
            "reason": "for the tables",
        }
        link = Link(paper)
        try:
            answer: Any = self.hall.organiser.post(self.hall.path("manage/papers/"), sent)
        except Exception:
            self._fault("paper", link, f"500 for the paper {paper}: {last_lines()}")
            return
        if answer.status_code not in (200, 302, 422):
            self._fault("paper", link, f"{answer.status_code} for the paper {paper}")

    def _fault(self, visitor: str, link: Link, said: str) -> None:
        fault = Fault(f"{visitor}: {said}", visitor, link)
        if fault not in self.faults:
            self.faults.append(fault)


def _on(link: Link) -> str:
    return f", linked on {link.on}" if link.on else ""


def last_lines() -> str:
    """What went wrong and where, on a line."""
    lines = traceback.format_exc().strip().splitlines()
    places = [one.strip() for one in lines if "/tournament/" in one or "/scoring/" in one]
    short = [re.sub(r'File ".*?/(tournament|scoring)/', r'File "\1/', one) for one in places[-2:]]
    return " | ".join([*short, lines[-1]])


def shape(address: str) -> Any:
    """What addresses have in common that lead to the same view and ask for the same."""
    split = urlsplit(address)
    try:
        name = resolve(split.path).view_name
    except Resolver404:
        name = split.path
    return name, tuple(sorted({key for key, _value in parse_qsl(split.query)}))
