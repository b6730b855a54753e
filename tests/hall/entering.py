"""Tables that enter results over connections that stay open, and how long that takes."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from tests.hall.phone import COME_BACK, Phone
from tests.hall.site import HOST


@dataclass(slots=True)
class Line:
    """A connection that stays open, as a browser's does."""

    port: int
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(self, head: str, body: bytes = b"") -> tuple[int, bytes]:
        if self.writer is None or self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        self.writer.write(head.encode() + b"\r\n" + body)
        await self.writer.drain()
        status = int((await self.reader.readline()).split()[1])
        length, closes = 0, False
        while (line := await self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            closes = closes or (name.lower() == b"connection" and b"close" in value.lower())
        content = await self.reader.readexactly(length)
        if closes:
            self.close()
        return status, content

    def close(self) -> None:
        """The next question opens another one."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


def head(method: str, path: str, **headers: str) -> str:
    """A request's first line and headers."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Accept-Language: ca"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines) + "\r\n"


async def enter(
    line: Line, phone: Phone, match: Mapping[str, Any], deal: int, *, based_on: int = 0
) -> tuple[float, int, bytes]:
    """Enter a hand of a match with any points: how many seconds it took, status and answer."""
    path = f"/c/{phone.slug}/table/{phone.table}/entries/"
    content = {
        "key": phone.key(),
        "match": match["id"],
        "hand": deal,
        "side": "NS",
        "based_on": based_on,
        "points": phone.chance.randint(7, 65),
        "trump": "O",
        "double": "",
        "asked": True,
        "late": False,
    }
    body = json.dumps(content).encode()
    request = head(
        "POST",
        path,
        Cookie=phone.client.cookie_header,
        X_CSRFToken=phone.client.csrf,
        Content_Type="application/json",
        Content_Length=str(len(body)),
    )
    asked = time.monotonic()
    status, answer = await line.ask(request, body)
    return time.monotonic() - asked, status, answer


EVERY_SECONDS = 2.0


@dataclass
class Entering:
    """Tables that enter a hand every two seconds, over and over, in the rounds after one."""

    port: int
    hall: Mapping[str, Any]
    after: int
    phones: dict[int, Phone] = field(default_factory=dict)
    versions: dict[tuple[int, int], int] = field(default_factory=dict)
    """The version that stands of each hand, by match and hand."""
    put_off: int = 0
    """Entries that the site did not take at once: the phone sends such a one again."""
    ending: bool = False

    def open_links(self, *, tables: int) -> None:
        """Let phones open the links of the first tables."""
        for number in range(1, tables + 1):
            phone = Phone([self.port], number, self.hall["slug"], random.Random(number), 0.0)
            phone.open(self.hall["links"][str(number)])
            self.phones[number] = phone

    async def until_ending(self, seconds: list[float], errors: list[str]) -> None:
        """Enter at all tables until `ending` is set; each entry adds to `seconds`."""
        self.ending, self.put_off = False, 0
        tables = [self._at(table, seconds, errors) for table in self.phones]
        await asyncio.gather(*tables)

    async def _at(self, table: int, seconds: list[float], errors: list[str]) -> None:
        phone, line = self.phones[table], Line(self.port)
        hands = cycle(
            (match, deal)
            for match in self.hall["matches"]
            if match["table"] == table and match["round"] > self.after
            for deal in match["deals"]
        )
        await asyncio.sleep(phone.chance.random() * EVERY_SECONDS)
        while not self.ending:
            match, deal = next(hands)
            based_on = self.versions.get((match["id"], deal), 0)
            try:
                took, status, answer = await enter(line, phone, match, deal, based_on=based_on)
            except (OSError, IndexError, asyncio.IncompleteReadError) as error:
                errors.append(f"entry: {error!r}")
                line = Line(self.port)
                continue
            seconds.append(took)
            if status == COME_BACK:
                self.put_off += 1
                await asyncio.sleep(EVERY_SECONDS)
                continue
            if status == 200:
                self.versions[match["id"], deal] = json.loads(answer)["version"]
            else:
                errors.append(f"entry: {status} {answer[:200]!r}")
            await asyncio.sleep(max(0.0, EVERY_SECONDS - took))
        if line.writer:
            line.writer.close()
