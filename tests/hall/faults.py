"""Tables enter rounds while everything goes wrong; then it is asked what is left of it.

At each attempt a request may get lost, or its answer, or arrive twice at once, or once more much
later; and a thread kills the server (SIGKILL, as a power cut does) at random moments and starts it
again. Every phone keeps what it was told. Afterwards the versions of every result must be exactly
those, all rows as the record says (`manage.py verify`), and the standings those that plain
arithmetic makes of what the phones were told.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

from tests.e2e.plain_scores import Slip, final_scores
from tests.hall.phone import Client, Laptop, Phone
from tests.hall.site import PATIENCE, Site, new_hosts

TROUBLE = 0.08
"""How likely each kind of trouble is at an attempt."""
CORRECTED, CONFIRMED = 0.15, 0.3
"""How many hands the table corrects after entering them, and the other pair confirms."""
_TRUMPS = ("O", "C", "E", "B", "botifarra")

Hand = tuple[int, int]
"""A match and a deal."""
Said = tuple[int, str, str, str]
"""Points of N–S, trumps, contro, and the pair that entered it."""


@dataclass(slots=True)
class Told:
    """What the phones were told is stored."""

    versions: dict[Hand, list[Said]] = field(default_factory=dict)
    confirmed: int = 0
    entries: int = 0
    attempts: int = 0
    late_copies: int = 0


@dataclass(frozen=True, slots=True)
class Figures:
    """What happened; faults are sentences, none if all is well."""

    entries: int
    confirmations: int
    attempts: int
    late_copies: int
    kills: int
    seconds: float
    faults: tuple[str, ...]


def run_faults(
    folder: Path,
    *,
    tables: int,
    rounds: int,
    kills_every: tuple[float, float],
    seed: int,
    most_kills: int | None = None,
    server: str | None = None,
    hosts: int = 1,
) -> Figures:
    """Play `rounds` rounds at `tables` tables in a site below `folder`, and look what is left.

    `kills_every` are the least and the most seconds between two deaths of a server, of which there
    are `most_kills` (None: as many as come); `server` is a PostgreSQL server (None: SQLite), on
    which the site can have several `hosts`: they die in turn.
    """
    started = time.monotonic()
    with new_hosts(folder, hosts, server=server) as sites:
        site, ports = sites[0], [one.port for one in sites]
        hall = site.run("tests.hall.ready", tables=tables, rounds=rounds, open_rounds=0)
        for one in sites:
            one.start()
        chance = random.Random(seed)
        phones = {
            int(table): {
                side: Phone(
                    ports, int(table), hall["slug"], random.Random(chance.random()), TROUBLE
                )
                for side in ("NS", "EW")
            }
            for table in hall["links"]
        }
        told = Told()
        laptop = Laptop(ports, hall["slug"])
        laptop.log_in(hall["name"], hall["password"])
        with dying(sites, kills_every, random.Random(chance.random()), most_kills) as deaths:
            _play(laptop, hall, phones, told)
        made = [*_made_files(sites, hall)] if hosts > 1 else []
        for one in sites:
            one.stop()
        faults = [*made, *_faults(site, hall["matches"], told)]
        faults += [fault for one in sites for fault in errors_of(one)]
    return Figures(
        entries=told.entries,
        confirmations=told.confirmed,
        attempts=sum(phone.attempts for both in phones.values() for phone in both.values()),
        late_copies=told.late_copies,
        kills=len(deaths),
        seconds=time.monotonic() - started,
        faults=tuple(faults),
    )


@contextmanager
def dying(
    sites: Sequence[Site],
    every: tuple[float, float],
    chance: random.Random,
    most: int | None = None,
) -> Iterator[list[float]]:
    """Now and then a server dies and is started again, in turn; yields the moments of deaths.

    With `most` it happens no more than so often: on a slow machine a game lasts longer, is killed
    more often, and lasts still longer.
    """
    over = threading.Event()
    deaths: list[float] = []

    def kill_and_start() -> None:
        for site in islice(cycle(sites), most):
            if over.wait(chance.uniform(*every)):
                return
            site.kill()
            deaths.append(time.monotonic())
            site.start()

    thread = threading.Thread(target=kill_and_start)
    thread.start()
    try:
        yield deaths
    finally:
        over.set()
        thread.join()


BothPhones = Mapping[str, Phone]
"""The phones of a table: no phone answers for both pairs."""


def _play(
    laptop: Laptop, hall: Mapping[str, Any], phones: Mapping[int, BothPhones], told: Told
) -> None:
    by_round: dict[int, list[Mapping[str, Any]]] = {}
    for match in hall["matches"]:
        by_round.setdefault(match["round"], []).append(match)
    lock = threading.Lock()
    with ThreadPoolExecutor(len(phones)) as tables:
        every = [(table, phone) for table, both in phones.items() for phone in both.values()]
        list(tables.map(lambda one: one[1].open(hall["links"][str(one[0])]), every))
        for number, matches in sorted(by_round.items()):
            laptop.open_round(number)
            plays = [
                tables.submit(_play_match, phones[match["table"]], match, told, lock)
                for match in matches
            ]
            for play in plays:
                play.result()
            laptop.close_round(number)


def _play_match(
    phones: BothPhones, match: Mapping[str, Any], told: Told, lock: threading.Lock
) -> None:
    """All hands of a match: entered, some corrected, some confirmed; and old requests again."""
    for deal in match["deals"]:
        versions, is_confirmed = _play_hand(phones, match, deal)
        with lock:
            told.versions[match["id"], deal] = versions
            told.entries += len(versions)
            told.confirmed += is_confirmed
    for first, again in chain.from_iterable(one.send_stragglers() for one in phones.values()):
        # What was only asked about was stored afterwards, under the same key.
        assert first == again or first["state"] == "check", (first, again)
        with lock:
            told.late_copies += 1


def _play_hand(phones: BothPhones, match: Mapping[str, Any], deal: int) -> tuple[list[Said], bool]:
    chance = phones["NS"].chance
    side = chance.choice(("NS", "EW"))
    phone = phones[side]
    versions: list[Said] = []
    for number in range(1 + (chance.random() < CORRECTED)):
        said = _something_else_than(versions, side, chance)
        answer = _enter(phone, match, deal, said, based_on=number)
        assert answer["state"] == "stored", answer
        assert answer["version"] == number + 1, answer
        versions.append(said)
    if chance.random() >= CONFIRMED:
        return versions, False
    other = "EW" if side == "NS" else "NS"
    content = {"match": match["id"], "hand": deal, "side": other, "version": len(versions)}
    answer = phones[other].deliver("confirmations", content)
    assert answer["state"] == "confirmed", answer
    return versions, True


def _something_else_than(versions: Sequence[Said], side: str, chance: random.Random) -> Said:
    while True:
        double = chance.choice(("", "", "", "contro"))
        said = (chance.randint(7, 65), chance.choice(_TRUMPS), double, side)
        if said not in versions:
            return said


def _enter(phone: Phone, match: Mapping[str, Any], deal: int, said: Said, *, based_on: int) -> Any:
    points, trump, double, side = said
    content = {
        "match": match["id"],
        "hand": deal,
        "side": side,
        "based_on": based_on,
        "points": points,
        "trump": trump,
        "double": double,
        "late": phone.chance.random() < 0.5,
    }
    key = phone.key()
    answer = phone.deliver("entries", {**content, "asked": False}, key=key)
    if answer["state"] == "check":
        answer = phone.deliver("entries", {**content, "asked": True}, key=key)
    return answer


def _made_files(sites: Sequence[Site], hall: Mapping[str, Any]) -> Iterator[str]:
    """A workbook that the worker of any host makes can be fetched from every host."""
    path = f"/c/{hall['slug']}/{sites[0].run('tests.hall.asked', slug=hall['slug'])['file']}"
    deadline = time.monotonic() + PATIENCE
    for site in sites:
        client = Client([site.port])
        while (file := client.insist("GET", path)).status != 200 and time.monotonic() < deadline:
            time.sleep(0.2)
        if not file.body.startswith(b"PK"):
            yield f"{path} at {site.port}: {file.status}, no workbook"


def _faults(site: Site, matches: Sequence[Mapping[str, Any]], told: Told) -> Iterator[str]:
    """Every difference between what the phones were told and what is there."""
    stored = site.run("tests.hall.told")
    if stored["verify"]:
        yield f"verify: {stored['verify']}"
    expected = {
        f"{match}/{deal}": [list(said) for said in versions]
        for (match, deal), versions in told.versions.items()
    }
    for hand in sorted(expected.keys() | stored["versions"].keys()):
        if expected.get(hand) != stored["versions"].get(hand):
            yield f"{hand}: told {expected.get(hand)}, stored {stored['versions'].get(hand)}"
    for name, count in (
        ("confirmations", told.confirmed),
        ("correction_requests", 0),
        ("current", len(expected)),
    ):
        if stored[name] != count:
            yield f"{name}: told {count}, stored {stored[name]}"
    totals = {int(pair): Fraction(total) for pair, total in stored["totals"].items()}
    if totals != (plain := _plain_totals(matches, told)):
        yield f"totals: told {plain}, stored {totals}"


def _plain_totals(matches: Sequence[Mapping[str, Any]], told: Told) -> dict[int, Fraction]:
    by_id = {match["id"]: match for match in matches}
    slips = [
        Slip(deal, by_id[match]["ns"], by_id[match]["ew"], *versions[-1][:3])
        for (match, deal), versions in told.versions.items()
    ]
    totals: dict[int, Fraction] = {}
    for (_deal, pair), final in final_scores(slips).items():
        totals[pair] = totals.get(pair, Fraction(0)) + final
    return totals


def errors_of(site: Site) -> Iterator[str]:
    """A server that ran into something nobody foresaw printed a traceback."""
    if "Traceback" in site.log:
        yield f"the server's log: {site.log[-3000:]}"
