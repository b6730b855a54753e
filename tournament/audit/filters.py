"""Filters for the events of a log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.core.names import plain

PLACES = "*"
"""Stands for every table and pair where somebody is asked for: no account can be called so."""


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which events are wanted; an empty part lets all of them pass.

    `actor` is a recorded name or `PLACES`, `action` a value of the log's actions. `text` may occur
    anywhere in what is shown of an event, whatever its case or accents. `round`, `table` and `pair`
    are numbers: events of that round, at that table, of that pair or of a match of it. `since` and
    `until` are moments, both included.
    """

    action: str = ""
    actor: str = ""
    text: str = ""
    round: int | None = None
    table: int | None = None
    pair: int | None = None
    since: datetime | None = None
    until: datetime | None = None

    @property
    def words(self) -> str:
        """The text without case and accents."""
        return plain(self.text.strip())


EVERYTHING = EventFilter()
