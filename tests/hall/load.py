"""A minute of a full hall: phones that ask live pages every five seconds, tables that enter.

Phones keep their connections open and ask as the pages do: with the version they have, taking the
new one from what they get. In the middle a round is closed, so that everything changes for all of
them at once. Prints figures; asserts nothing about time, but counts every answer that is an error.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.hall.entering import Line, enter, head
from tests.hall.phone import Laptop, Phone
from tests.hall.site import new_site

POLL_SECONDS, ENTRY_SECONDS = 5.0, 2.0
HANDS = 4
PAGES = ("standings/", "wall/", "pairings/1/", "pairings/?wall=1")


@dataclass(slots=True)
class Timings:
    """How long answers took, in milliseconds, and what went wrong."""

    polls: list[float] = field(default_factory=list)
    changed: list[float] = field(default_factory=list)
    """How long the polls took that brought a new body."""
    entries: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def run_load(folder: Path, *, phones: int, tables: int, seconds: int) -> Timings:
    """Fill a hall for so many seconds, and measure."""
    rounds = -(-int(seconds / ENTRY_SECONDS) // HANDS) + 1
    with new_site(folder) as site:
        hall = site.run("tests.hall.ready", tables=tables, rounds=rounds, open_rounds=rounds)
        site.start()
        timings = Timings()
        laptop = Laptop([site.port], hall["slug"])
        laptop.log_in(hall["name"], hall["password"])
        asyncio.run(_minute(site.port, hall, phones, seconds, timings, laptop))
        if "Traceback" in site.log:
            timings.errors.append(site.log[-2000:])
    return timings


async def _minute(
    port: int,
    hall: Mapping[str, Any],
    phones: int,
    seconds: int,
    timings: Timings,
    laptop: Laptop,
) -> None:
    end = time.monotonic() + seconds
    chance = random.Random(2026)
    tasks = [
        poll(port, f"/c/{hall['slug']}/{PAGES[n % len(PAGES)]}", chance.random(), end, timings)
        for n in range(phones)
    ]
    by_table: dict[int, list[Mapping[str, Any]]] = {}
    for match in sorted(hall["matches"], key=lambda one: int(one["round"])):
        by_table.setdefault(match["table"], []).append(match)
    for table, link in hall["links"].items():
        phone = Phone([port], int(table), hall["slug"], random.Random(chance.random()), 0.0)
        await asyncio.to_thread(phone.open, link)
        tasks.append(_enter(phone, by_table[int(table)], chance.random(), end, timings))
    tasks.append(_close_in_the_middle(laptop, seconds / 2))
    await asyncio.gather(*tasks)


async def _close_in_the_middle(laptop: Laptop, wait: float) -> None:
    await asyncio.sleep(wait)
    await asyncio.to_thread(laptop.close_round, 1)


async def poll(port: int, path: str, offset: float, end: float, timings: Timings) -> None:
    """Ask a live page every five seconds for what is new."""
    line, version = Line(port), "-"
    await asyncio.sleep(offset * POLL_SECONDS)
    while time.monotonic() < end:
        asked = time.monotonic()
        query = f"{path}{'&' if '?' in path else '?'}version={version}"
        try:
            status, body = await line.ask(head("GET", query, HX_Request="true"))
        except (OSError, IndexError, ValueError, asyncio.IncompleteReadError) as error:
            timings.errors.append(f"{path}: {error!r}")
            line = Line(port)
            continue
        took = (time.monotonic() - asked) * 1000
        timings.polls.append(took)
        if status == 200:
            timings.changed.append(took)
            found = re.search(rb"version=([^\"&]+)", body)
            version = found[1].decode() if found else version
        elif status != 204:
            timings.errors.append(f"{path}: {status}")
        await asyncio.sleep(max(0.0, POLL_SECONDS - took / 1000))


async def _enter(
    phone: Phone,
    matches: Sequence[Mapping[str, Any]],
    offset: float,
    end: float,
    timings: Timings,
) -> None:
    line = Line(phone.ports[0])
    await asyncio.sleep(offset * ENTRY_SECONDS)
    for match in matches:
        for deal in match["deals"]:
            if time.monotonic() >= end:
                return
            took, status, answer = await enter(line, phone, match, deal)
            timings.entries.append(took * 1000)
            if status != 200 or json.loads(answer)["state"] != "stored":
                timings.errors.append(f"entry: {status} {answer[:200]!r}")
            await asyncio.sleep(max(0.0, ENTRY_SECONDS - took))


def report(timings: Timings, say: Callable[[str], object]) -> None:
    """Say the figures, a line each."""
    say(f"{'':<28} {'count':>7} {'median ms':>10} {'p95 ms':>8} {'max ms':>8}")
    for name, values in (
        ("polls", timings.polls),
        ("… that brought something new", timings.changed),
        ("entries", timings.entries),
    ):
        if len(values) > 1:
            p95 = statistics.quantiles(values, n=20, method="inclusive")[-1]
            say(
                f"{name:<28} {len(values):>7} {statistics.median(values):>10.1f} {p95:>8.1f}"
                f" {max(values):>8.1f}"
            )
    say(f"errors: {len(timings.errors)}")
    for error in timings.errors[:10]:
        say(f"    {error}")
