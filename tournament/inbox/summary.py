"""The list of what waits as pages show it, and the version by which it is refreshed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import ClassVar

from tournament.core.live import version_of
from tournament.core.permissions import Access
from tournament.inbox.queries import waiting_things
from tournament.inbox.rows import Kind, Row, waiting_rows
from tournament.models import Championship


@dataclass(frozen=True, slots=True)
class Waiting:
    """The rows that wait for a referee, in their order."""

    SHOWN: ClassVar[int] = 5
    """Rows of the short list."""

    rows: tuple[Row, ...]
    version: str

    @property
    def more(self) -> int:
        """Return the number of rows that the short list leaves out."""
        return max(0, len(self.rows) - self.SHOWN)

    @property
    def kinds(self) -> tuple[tuple[Kind, tuple[Row, ...]], ...]:
        """Return the rows by kind, without empty kinds."""
        found = {kind: tuple(row for row in self.rows if row.kind is kind) for kind in Kind}
        return tuple((kind, rows) for kind, rows in found.items() if rows)

    @property
    def keys(self) -> str:
        """Return a word for each row: a new word is worth a sound."""
        return " ".join(row.key for row in self.rows)


def waiting_version(championship: Championship) -> str:
    """Return a text that changes with every act, and every minute for waiting times; 1 query."""
    return f"{version_of(championship)}-{int(time.time() // 60)}"


def waiting(access: Access) -> Waiting:
    """Return what waits for a referee, as this one may see it; 11 queries at most."""
    championship = access.championship
    version = waiting_version(championship)  # first: what changes meanwhile shows next time
    rows = waiting_rows(waiting_things(championship, access.stages), championship.slug)
    return Waiting(
        tuple(
            row.without_results if access.hides(row.round, row.table_number) else row
            for row in rows
        ),
        version,
    )
