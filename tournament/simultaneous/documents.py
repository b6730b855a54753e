"""The standings of an event as JSON values; docs/json.md describes every field."""

from __future__ import annotations

from typing import Any

from tournament.simultaneous.columns import columns_on
from tournament.simultaneous.queries.event_standings import EventFigures, EventStandings, GroupLine
from tournament.standings.columns import Output
from tournament.standings.documents import (
    column_value,
    completion_document,
    contestant_document,
    split_document,
)
from tournament.standings.lines import StandingsLine

Json = dict[str, Any]


def event_document(found: EventStandings) -> Json:
    """Return the standings of pairs, venues and clubs."""
    event = found.event
    return {
        "event": {
            "name": event.name,
            "rehearsal": event.is_rehearsal,
            "date": event.date.isoformat(),
        },
        "made_at": found.made_at.isoformat(timespec="seconds"),
        "state": "final" if found.final else "provisional",
        "field": event.field,
        "rounds": list(found.rounds),
        "planned_rounds": event.rounds,
        "ranked_by": "mean" if found.by_mean else "total",
        "standings": [_line(line) for line in found.lines],
        "venues": [_group(one) for one in found.venues],
        "clubs": [_group(one) for one in found.clubs],
        "left_out": [
            {"venue": one.venue.name, "why": one.why.value, "reason": one.reason}
            for one in found.left_out
        ],
        "late": [{"venue": one.venue.name, "rounds": list(one.rounds)} for one in found.late],
    }


def _line(line: StandingsLine[EventFigures]) -> Json:
    figures: Json = {}
    for column in columns_on(Output.JSON):
        figures |= column_value(column.key, column, line)
    return {
        **figures,
        "shared": line.shared,
        **completion_document(line),
        "pair": contestant_document(line.contestant),
        "tie_breaks": [split_document(split) for split in line.splits],
    }


def _group(one: GroupLine) -> Json:
    return {
        "rank": one.rank,
        "name": one.name,
        "pairs": one.pairs,
        "value": str(one.value),
        "best_rank": one.best_rank,
    }
