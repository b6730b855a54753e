"""A simultaneous event in full: tables of all venues enter, phones everywhere ask for standings.

So many entries a second come from the tables of all venues in turn, over connections that stay
open, while phones ask the live pages of the event and of their venues every five seconds. In the
middle the centre releases a round in all venues but one. Prints figures; every answer that is an
error counts.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.hall.entering import Line, enter
from tests.hall.load import Timings, poll
from tests.hall.phone import COME_BACK, Laptop, Phone
from tests.hall.site import new_hosts

ROUNDS = 12
RELEASED, WAITING = 1, 1
Hand = tuple[Mapping[str, Any], int]
"""A match and a deal."""


def run_venues_load(
    folder: Path,
    *,
    venues: int,
    pairs: int,
    phones: int,
    seconds: float,
    a_second: float = 8.0,
    server: str | None = None,
    hosts: int = 1,
    say: Callable[[str], object] = lambda _line: None,
) -> Timings:
    """Play it for so many seconds, with so many pairs in each of the venues, and measure."""
    timings = Timings()
    with new_hosts(folder, hosts, server=server) as sites:
        begun = time.monotonic()
        hall = sites[0].run(
            "tests.hall.venues_ready",
            venues=venues,
            pairs=pairs,
            rounds=min(ROUNDS, pairs - 1),
            released=RELEASED,
            waiting=WAITING,
        )
        say(f"made in {time.monotonic() - begun:.0f} s")
        for one in sites:
            one.start()
        ports = [one.port for one in sites]
        needed = int(seconds * a_second)
        tables = list(_tables(ports, hall["venues"], at_most=needed))
        for phone, link, _hands in tables:
            phone.open(link)
        say(f"{len(tables)} tables have opened their links")
        laptop = Laptop(ports, hall["event"])
        laptop.log_in(hall["name"], hall["password"])
        computed = [one.computed for one in sites]
        asyncio.run(_play(ports, hall, tables, phones, seconds, a_second, timings, laptop))
        for site, before in zip(sites, computed):
            say(f"a server computed {site.computed - before:.1f} s in {seconds:.0f} s")
        timings.errors += [one.log[-2000:] for one in sites if "Traceback" in one.log]
    return timings


Table = tuple[Phone, str, Iterator[Hand]]
"""A table's phone, its link, and the hands that it is to enter."""


def _tables(
    ports: Sequence[int], venues: Sequence[Mapping[str, Any]], *, at_most: int
) -> Iterator[Table]:
    """One of each venue, then another one of each."""
    links = [
        (venue, int(table), link) for venue in venues for table, link in venue["links"].items()
    ]
    for number, (venue, table, link) in enumerate(sorted(links, key=lambda one: one[1])[:at_most]):
        port = ports[number % len(ports)]
        hands = [
            (match, deal)
            for match in venue["matches"]
            if match["table"] == table and match["round"] > RELEASED + WAITING
            for deal in match["deals"]
        ]
        yield Phone([port], table, venue["slug"], random.Random(number), 0.0), link, iter(hands)


async def _play(
    ports: Sequence[int],
    hall: Mapping[str, Any],
    tables: Sequence[Table],
    phones: int,
    seconds: float,
    a_second: float,
    timings: Timings,
    laptop: Laptop,
) -> None:
    end = time.monotonic() + seconds
    chance = random.Random(2026)
    event = f"/simultaneous/{hall['event']}/"
    pages = [event, f"{event}standings/"]
    pages += [f"/c/{venue['slug']}/standings/" for venue in hall["venues"]]
    tasks = [
        poll(port, page, chance.random(), end, timings)
        for _phone, port, page in zip(range(phones), cycle(ports), cycle(pages))
    ]
    tasks.append(_enter(tables, a_second, end, timings))
    tasks.append(_release_in_the_middle(laptop, f"{event}manage/", seconds / 2, timings))
    await asyncio.gather(*tasks)


async def _enter(tables: Sequence[Table], a_second: float, end: float, timings: Timings) -> None:
    """A hand at one table after the other, each at its moment, whether the last one is there or
    not."""
    lines = {id(phone): Line(phone.ports[0]) for phone, _link, _hands in tables}
    busy = {id(phone): asyncio.Lock() for phone, _link, _hands in tables}

    async def one(phone: Phone, match: Mapping[str, Any], deal: int) -> None:
        async with busy[id(phone)]:
            took, status, answer = await enter(lines[id(phone)], phone, match, deal)
            timings.entries.append(took * 1000)
            if status != COME_BACK and (status != 200 or json.loads(answer)["state"] != "stored"):
                timings.errors.append(f"entry: {status} {answer[:200]!r}")

    under_way = []
    for phone, _link, hands in cycle(tables):
        if time.monotonic() >= end or (hand := next(hands, None)) is None:
            break
        under_way.append(asyncio.create_task(one(phone, *hand)))
        await asyncio.sleep(1 / a_second)
    await asyncio.gather(*under_way)


async def _release_in_the_middle(
    laptop: Laptop, centre: str, wait: float, timings: Timings
) -> None:
    await asyncio.sleep(wait)
    path = f"{centre}rounds/{RELEASED + WAITING}/release/"
    answer = await asyncio.to_thread(laptop.post, path, reason="one venue is late")
    if answer.status != 302:
        timings.errors.append(f"release: {answer.status}")
