"""Results of the tables of some rounds, for rankings in which each table has one result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tournament.models import NotPlayedReason, Result
from tournament.standings.stage_rows import StageRows


class PlayedTable(NamedTuple):
    """Match with its contestants by side or seat, and its result by column, None without one."""

    round: int
    number: int
    name: str
    held: Mapping[str, int]
    said: Mapping[str, Any] | None

    @property
    def reason(self) -> NotPlayedReason | None:
        """Return why the match was not played; None if it was, or has no result yet."""
        reason = self.said["not_played_reason"] if self.said else ""
        return NotPlayedReason(reason) if reason else None


def played_tables(
    rows: StageRows,
    rounds: Sequence[int],
    kind: Result.Kind,
    columns: Sequence[str],
    draft: Result | None,
) -> Iterator[PlayedTable]:
    """Yield the matches of some rounds by round and table, with these columns of their results; 2
    queries. `draft` is as in `Ranking.score`."""
    tables = rows.tables(rounds)
    contents = {
        match: dict(zip(columns, values, strict=True))
        for match, *values in rows.results(rounds, kind, columns)
    }
    if draft is not None and draft.match.round.number in rounds:
        contents[draft.match_id] = {name: getattr(draft, name) for name in columns}
    for one in tables:
        yield PlayedTable(one.round, one.number, one.name, one.held, contents.get(one.match))
