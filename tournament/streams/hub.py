"""The streams that are open in this process, each waiting for its topic."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from tournament.streams.topics import News, Topic


class Stream:
    """One page that listens. All that is told while it is busy is one piece of news."""

    def __init__(self) -> None:
        self.woken = asyncio.Event()
        self._scope = ""
        """What the news are about: "table", "all", or "" where there are none."""
        self._act = 0
        """The newest act, where the news are acts at the table and nothing else."""

    def wake(self, scope: str, act: int = 0) -> None:
        acts_alone = act and (self._act or not self._scope)
        self._act = max(self._act, act) if acts_alone else 0
        # What is about the table alone is asked for at once, so it goes before what is not.
        self._scope = "table" if "table" in (scope, self._scope) else scope
        self.woken.set()

    def taken(self) -> str:
        """What is said of the news; from now on there are none."""
        said = f"{self._scope} {self._act}" if self._act else self._scope
        self._scope, self._act = "", 0
        self.woken.clear()
        return said


class Hub:
    """All streams of this process, by championship and table. Used in one thread, that of the event
    loop."""

    def __init__(self) -> None:
        self.ending = False
        self._streams: dict[int, dict[int | None, set[Stream]]] = {}

    @contextmanager
    def listening(self, topic: Topic) -> Iterator[Stream]:
        """A stream that is woken for its table and for all tables."""
        stream = Stream()
        tables = self._streams.setdefault(topic.championship, {})
        tables.setdefault(topic.table, set()).add(stream)
        try:
            yield stream
        finally:
            tables[topic.table].discard(stream)
            if not tables[topic.table]:
                del tables[topic.table]
            if not tables:
                self._streams.pop(topic.championship, None)

    def hear(self, news: News | None) -> None:
        """There is something new; None: perhaps of any topic."""
        if news is None:
            for championship in self._streams:
                self.hear(News(Topic(championship)))
            return
        topic = news.topic
        tables = self._streams.get(topic.championship, {})
        if topic.table is not None:
            for stream in tables.get(topic.table, ()):
                stream.wake("table", news.act)
            return
        for streams in tables.values():
            for stream in streams:
                stream.wake("all")

    def end(self) -> None:
        """Let all streams come to their ends."""
        self.ending = True
        self.hear(None)
