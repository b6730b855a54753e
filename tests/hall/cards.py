"""Tables that play on phones: how long a card takes to the other three, and whether any is lost.

Four phones a table, each with its stream; every few seconds whoever's turn it is plays. Servers can
be killed meanwhile: phones send what was not answered again. Afterwards every act that was
acknowledged must be stored once, and no other one. Figures only, but every answer that
is an error counts, and every difference between what was told and what is stored.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

from tests.hall.faults import dying, errors_of
from tests.hall.seat_phone import SeatPhone, take_seat
from tests.hall.site import Site, new_hosts

SEATS = ("N", "W", "S", "E")
CARD_SECONDS = 3.0
SEEN_SECONDS = 0.2
WINDOW_STEP = 0.25
_OPENERS = 6
"""Phones that open their links at once, before anything is measured."""


@dataclass(slots=True)
class Played:
    """What the phones sent and were told; times in seconds."""

    told: list[tuple[int, int, str, int, dict[str, str]]] = field(default_factory=list)
    """Table, hand, seat, the number among the seat's acts, and the act."""
    arrived: list[float] = field(default_factory=list)
    """From the thumb to each of the other three phones."""
    answered: list[float] = field(default_factory=list)
    """From the thumb to the own phone."""
    asked: list[float] = field(default_factory=list)
    results: int = 0
    kills: int = 0
    seconds: float = 0.0
    computed: float = 0.0
    """Seconds that the servers computed meanwhile; not told where they were killed."""
    acts: list[tuple[float, float]] = field(default_factory=list)
    """When each was sent, counted from the first moment of play, and when the last of the other
    three phones had it after that."""
    stalled: tuple[float, float] | None = None
    """From when to when the servers stood still, in seconds from the first moment of play."""
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stall:
    """The servers stand still once: a disk that hangs, or a laptop that does something else."""

    sites: Sequence[Site]
    after: float
    """Seconds of play until then."""
    lasts: float
    """For so many seconds; 0: not at all."""

    async def happen(self, begun: float, played: Played) -> None:
        if not self.lasts:
            return
        await asyncio.sleep(self.after)
        for site in self.sites:
            site.stand_still()
        from_then = time.monotonic() - begun
        try:
            await asyncio.sleep(self.lasts)
        finally:
            for site in self.sites:
                site.go_on()
        played.stalled = from_then, time.monotonic() - begun


def run_cards(
    folder: Path,
    *,
    tables: int,
    seconds: float,
    every: float = CARD_SECONDS,
    kills: int = 0,
    kills_every: tuple[float, float] = (3.0, 6.0),
    stall: float = 0.0,
    server: str | None = None,
    hosts: int = 1,
    seed: int = 2026,
) -> Played:
    """Play for so many seconds, and until servers have died so often; at most the whole round.

    With a `stall` the servers stand still once for so many seconds, after a quarter of the time.
    """
    played = Played()
    with new_hosts(folder, hosts, server=server) as sites:
        site, ports = sites[0], [one.port for one in sites]
        hall = site.run("tests.hall.ready", tables=tables, rounds=1, open_rounds=1, on_phones=True)
        for one in sites:
            one.start()
        phones = _seated(ports, hall)
        chance = random.Random(seed)
        deaths: AbstractContextManager[list[float]] = nullcontext([])
        if kills:
            deaths = dying(sites, kills_every, chance, kills)
        playing = _play(
            phones,
            every,
            lambda lasted, killed: lasted > seconds and killed >= kills,
            deaths,
            lambda: 0.0 if kills else sum(one.computed for one in sites),
            Stall(sites, after=seconds / 4, lasts=stall),
            chance,
            played,
        )
        asyncio.run(playing)
        for one in sites:
            one.stop()
        every_phone = [phone for four in phones.values() for phone in four]
        played.asked = [took for phone in every_phone for took in phone.asked]
        played.faults += [fault for phone in every_phone for fault in phone.faults]
        if not kills and not all(phone.wakes for phone in every_phone):
            played.faults.append("a phone never heard anything")
        told = site.run("tests.hall.acts_told")
        played.faults += _differences(told["acts"], played)
        if told["verify"]:
            played.faults.append(f"verify: {told['verify']}")
        played.faults += [fault for one in sites for fault in errors_of(one)]
    return played


def _seated(ports: Sequence[int], hall: Mapping[str, Any]) -> dict[int, list[SeatPhone]]:
    """The phones of each table, on any of the hosts."""
    port = cycle(ports)
    asked = [
        (next(port), match, seat, match["ns" if seat in "NS" else "ew"])
        for match in hall["matches"]
        for seat in SEATS
    ]

    def sit(port: int, match: Mapping[str, Any], seat: str, pair: int) -> SeatPhone:
        link = hall["pair_links"][str(pair)]
        return take_seat(port, hall["slug"], link, pair=pair, round=match["round"], seat=seat)

    found: dict[int, list[SeatPhone]] = {}
    with ThreadPoolExecutor(_OPENERS) as pool:
        for (_port, match, _seat, _pair), phone in zip(
            asked, pool.map(lambda one: sit(*one), asked)
        ):
            found.setdefault(match["table"], []).append(phone)
    return found


async def _play(
    phones: Mapping[int, Sequence[SeatPhone]],
    every: float,
    is_enough: Callable[[float, int], bool],
    deaths: AbstractContextManager[list[float]],
    computed: Callable[[], float],
    stall: Stall,
    chance: random.Random,
    played: Played,
) -> None:
    every_phone = [phone for four in phones.values() for phone in four]
    for phone in every_phone:
        await phone.open()
    background = [
        asyncio.create_task(one)
        for phone in every_phone
        for one in (phone.listen(), phone.keep_asking())
    ]
    for phone in every_phone:
        await phone.until_it_hears()
        phone.asked.clear()
    begun, computed_before = time.monotonic(), computed()

    with deaths as killed:  # from now on: everybody hears

        def is_over() -> bool:
            return is_enough(time.monotonic() - begun, len(killed))

        tables = [
            _table(number, four, every, random.Random(chance.random()), begun, is_over, played)
            for number, four in phones.items()
        ]
        await asyncio.gather(stall.happen(begun, played), *tables)
    played.kills = len(killed)
    played.seconds = time.monotonic() - begun
    played.computed = computed() - computed_before
    for task in background:
        task.cancel()
    for task in background:
        with suppress(asyncio.CancelledError):
            await task
    for phone in every_phone:
        phone.close()
    await asyncio.sleep(0.1)  # until the connections have noticed


async def _table(
    number: int,
    four: Sequence[SeatPhone],
    every: float,
    chance: random.Random,
    start: float,
    is_over: Callable[[], bool],
    played: Played,
) -> None:
    """One table: an act every so many seconds, until it is over or the round has been played.

    They are the mean: people don't play to a beat, and tables that waited for the same server don't
    go on in step for ever.
    """
    await asyncio.sleep(chance.random() * every)
    while not is_over():
        furthest = max(four, key=lambda phone: phone.progress)
        if furthest.told["step"] == "done":
            return
        begun = time.monotonic()
        before = furthest.progress
        actor = _whose_turn(four, furthest)
        if actor.progress == before:
            arriving = [asyncio.create_task(one.until(before)) for one in four if one is not actor]
            await _act(number, actor, played)
            played.answered.append(time.monotonic() - begun)
            if actor.progress > before:
                arrivals = await asyncio.gather(*arriving)
                played.arrived += [at - begun for at in arrivals]
                played.acts.append((begun - start, max(arrivals) - begun))
            else:
                played.faults.append(f"table {number}: nothing came of an act")
                return
        else:
            await actor.until(actor.progress)
        pause = chance.uniform(0.5, 1.5) * every
        await asyncio.sleep(max(0.0, pause - (time.monotonic() - begun)))


def _whose_turn(four: Sequence[SeatPhone], furthest: SeatPhone) -> SeatPhone:
    told = furthest.told
    if told["step"] == "result":
        return next(
            phone for phone in four if ("NS" if phone.seat in "NS" else "EW") not in told["agreed"]
        )
    return next(phone for phone in four if phone.seat in told["view"]["turn"])


async def _act(table: int, actor: SeatPhone, played: Played) -> None:
    told = actor.told
    if told["step"] == "result":
        await actor.send("agreements", {"hand": told["hand"], **told["result"]})
        played.results += 1
        return
    act = _chosen(told["view"])
    number = told["number"]
    await actor.send("acts", {"hand": told["hand"], "number": number, "act": act})
    played.told.append((table, told["hand"], actor.seat, number, act))


def _chosen(view: Mapping[str, Any]) -> dict[str, str]:
    if "trump" in view["may"]:
        return {"act": "trump", "trump": "O"}
    if "pass" in view["may"]:
        return {"act": "pass"}
    return {"act": "card", "card": view["legal"][0]}


def _differences(stored: Sequence[Sequence[Any]], played: Played) -> Iterator[str]:
    """What was told to be stored and isn't, or not once, or what nobody was told."""
    told = sorted(
        [*one[:4], one[4].get("card") or one[4].get("trump") or ""] for one in played.told
    )
    rows = sorted(list(one) for one in stored)
    if told == rows:
        return
    for one in told:
        if rows.count(one) != 1:
            yield f"{one}: told once, stored {rows.count(one)} times"
    for one in rows:
        if one not in told:
            yield f"{one}: stored, and nobody was told"


def caught_up_after(played: Played, every: float) -> float | None:
    """How many seconds after the stall acts were as quick again as they should be; None: not any
    more.

    As quick: half of all that were sent within `every` seconds, in which each table sends one, were
    at all three phones before anybody waits for them.
    """
    assert played.stalled is not None
    _stopped, went_on = played.stalled
    latest = max(at for at, _took in played.acts)
    begin = went_on
    while begin <= latest:
        if _median(played, begin, begin + every) <= SEEN_SECONDS:
            return begin - went_on
        begin += WINDOW_STEP
    return None


def _median(played: Played, begin: float, end: float) -> float:
    """Return the median of how long acts took that were sent between these moments, in seconds;
    infinite where there are none."""
    return median([took for at, took in played.acts if begin <= at < end] or [math.inf])


def line_of_stall(played: Played, every: float) -> str:
    """Return in a sentence how play went on after the servers had stood still."""
    assert played.stalled is not None
    stopped, went_on = played.stalled
    after = caught_up_after(played, every)
    told = f"again after {after:.1f} s" if after is not None else "not any more"
    last = max((at + took - went_on for at, took in played.acts if at < went_on), default=0.0)
    end = max(at for at, _took in played.acts)
    before = _median(played, stopped - 2 * every, stopped - every)
    return (
        f"the servers stood still for {went_on - stopped:.1f} s: what was sent before or meanwhile"
        f" had arrived {last:.1f} s after it, and half of the acts were at all three phones within"
        f" {SEEN_SECONDS * 1000:.0f} ms {told}; median {before * 1000:.0f} ms before it,"
        f" {_median(played, end - 2 * every, end) * 1000:.0f} ms at the end"
    )


def line_of(played: Played) -> str:
    """The figures in a line."""

    def milliseconds(values: Sequence[float]) -> str:
        ordered = sorted(values) or [0.0]
        places = (len(ordered) * share // 100 for share in (50, 95, 99))
        return " / ".join(f"{ordered[place] * 1000:.0f}" for place in (*places, -1))

    each = played.computed / max(1, len(played.told) + played.results) * 1000
    computed = (
        f", for each of which the servers computed {each:.1f} ms with the questions after it"
        if played.computed
        else ""
    )
    return (
        f"{len(played.told)} acts and {played.results} agreements in {played.seconds:.0f}"
        f" s{computed}; median / p95 / p99 / max ms:"
        f" to the other three {milliseconds(played.arrived)},"
        f" to the own phone {milliseconds(played.answered)},"
        f" a question {milliseconds(played.asked)} ({len(played.asked)} of them);"
        f" killed {played.kills} times; {len(played.faults)} faults"
    )
