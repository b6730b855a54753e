"""Everybody opens a page in the same second: so many phones, each with a new connection.

Each page is opened cold, once more a moment later, then in the second after a change. Tables enter
results meanwhile. Then two hundred pairs open their own pages. Figures only, but every answer that
is an error counts.
"""

from __future__ import annotations

import asyncio
import gzip
import random
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from tests.hall.entering import Entering
from tests.hall.phone import Client, Laptop
from tests.hall.site import HOST, new_hosts

WITHIN_SECONDS = 1.0
"""The second in which all of them come."""
PATIENCE = 120.0
MOST_TABLES = 20
"""Tables that enter meanwhile, a hand every two seconds each."""
PAGES = {
    "standings": "standings/",
    "hand": "hands/1/",
    "pairings": "pairings/1/",
    "first page": "",
}
SETTLED = 2.5
"""Seconds after which every process of a server has noticed a change."""


@dataclass(slots=True)
class Timings:
    """The answers to one crowd: how long each took, in seconds, and its bytes over the air."""

    page: str
    when: str
    seconds: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    entries: list[float] = field(default_factory=list)
    put_off: int = 0
    """Entries that were told to come back."""
    lasted: float = 0.0


def run_crowd(
    folder: Path,
    *,
    phones: Sequence[int],
    pairs: int,
    rounds: int,
    closed: int,
    own_pages: int,
    pages: Sequence[str] = tuple(PAGES),
    server: str | None = None,
    gunicorn: bool = False,
    hosts: int = 1,
    say: Callable[[str], object] = lambda _line: None,
) -> list[Timings]:
    """Let crowds of so many phones come to a championship with so many closed rounds.

    With several `hosts`, on a PostgreSQL server, every other phone asks another one.
    """
    crowds = len(pages) * len(phones) + bool(own_pages)
    entered = closed + crowds
    assert entered < rounds, f"{crowds} rounds are closed on the way, and one is played"
    found: list[Timings] = []
    with new_hosts(folder, hosts, server=server) as sites:
        site, ports = sites[0], [one.port for one in sites]
        hall = site.run(
            "tests.hall.ready",
            tables=pairs // 2,
            rounds=rounds,
            open_rounds=rounds,
            entered_rounds=entered,
            closed_rounds=closed,
        )
        for one in sites:
            one.gunicorn = gunicorn
            one.start()
        laptop = Laptop(ports, hall["slug"])
        laptop.log_in(hall["name"], hall["password"])
        to_close = iter(range(closed + 1, rounds))
        entering = Entering(site.port, hall, after=entered)
        entering.open_links(tables=min(MOST_TABLES, pairs // 2))
        for page in pages:
            for many in phones:
                time.sleep(SETTLED)
                for when in ("first", "again", "changed"):
                    if when == "changed":
                        laptop.close_round(next(to_close))
                        time.sleep(0.1)
                    paths = [(f"/c/{hall['slug']}/{PAGES[page]}", "")] * many
                    found.append(asyncio.run(_crowd(ports, page, when, paths, entering)))
                    say(line_of(found[-1]))
        if own_pages:
            own = _open_pair_links(ports, hall["pair_links"], own_pages)
            time.sleep(SETTLED)
            for when in ("first", "again", "changed"):
                if when == "changed":
                    laptop.close_round(next(to_close))
                found.append(asyncio.run(_crowd(ports, "own pages", when, own, entering)))
                say(line_of(found[-1]))
        found[-1].errors += [one.log[-2000:] for one in sites if "Traceback" in one.log]
    return found


def _open_pair_links(
    ports: Sequence[int], links: Mapping[str, str], many: int
) -> list[tuple[str, str]]:
    """Let so many phones open their pairs' links: the address of each, and its cookies."""
    own = []
    chosen = list(links.values())
    for number in range(many):
        client = Client(ports)
        answer = client.insist("GET", chosen[number % len(chosen)])
        assert answer.status == 302, answer
        own.append((answer.location, client.cookie_header))
    return own


async def _crowd(
    ports: Sequence[int],
    page: str,
    when: str,
    paths: Sequence[tuple[str, str]],
    entering: Entering,
) -> Timings:
    timings = Timings(page, when)
    chance = random.Random(2026)
    begun = time.monotonic()
    phones = [
        _open(port, path, cookies, chance.random() * WITHIN_SECONDS, timings)
        for port, (path, cookies) in zip(cycle(ports), paths)
    ]
    entries = asyncio.create_task(entering.until_ending(timings.entries, timings.errors))
    await asyncio.gather(*phones)
    timings.lasted = time.monotonic() - begun
    await asyncio.sleep(max(0.0, WITHIN_SECONDS - timings.lasted))
    entering.ending = True
    await entries
    timings.put_off = entering.put_off
    return timings


async def _open(port: int, path: str, cookies: str, wait: float, timings: Timings) -> None:
    await asyncio.sleep(wait)
    asked = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(HOST, port)
            head = (
                f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Language: ca\r\n"
                "Accept-Encoding: gzip, deflate\r\nConnection: close\r\n"
            )
            head += f"Cookie: {cookies}\r\n" if cookies else ""
            writer.write(head.encode() + b"\r\n")
            answer = await reader.read(-1)
            writer.close()
    except (OSError, TimeoutError) as error:
        timings.errors.append(f"{path}: {error!r}")
        return
    timings.seconds.append(time.monotonic() - asked)
    timings.sizes.append(len(answer))
    if fault := _fault(answer):
        timings.errors.append(f"{path}: {fault}")


def _fault(answer: bytes) -> str:
    """What is wrong with an answer; "" if it is a whole page."""
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        return head[:80].decode(errors="replace")
    if b"\r\ncontent-encoding: gzip" in head.lower():
        body = gzip.decompress(body)
    return "" if body.rstrip().endswith(b"</html>") else "not a whole page"


def quantile95(values: Sequence[float]) -> float:
    if len(values) < 2:
        return max(values, default=0.0)
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


HEADING = (
    f"{'page':<12} {'phones':>6} {'when':<8} {'median s':>9} {'p95 s':>7} {'max s':>7}"
    f" {'pages/s':>8} {'KB':>6} {'entries p95 ms':>15} {'errors':>7}"
)


def line_of(found: Timings) -> str:
    """A crowd's figures as a line of the table."""
    seconds = found.seconds or [0.0]
    entries = f"{quantile95(found.entries) * 1000:.0f} ({len(found.entries)})"
    entries += f" -{found.put_off}" if found.put_off else ""
    return (
        f"{found.page:<12} {len(found.seconds):>6} {found.when:<8}"
        f" {statistics.median(seconds):>9.3f} {quantile95(seconds):>7.3f} {max(seconds):>7.3f}"
        f" {len(seconds) / (found.lasted or 1):>8.0f}"
        f" {statistics.median(found.sizes or [0]) / 1024:>6.1f} {entries:>15}"
        f" {len(found.errors):>7}"
    )
