"""The versions of one hand's result, oldest first, each with what it changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Match, Result
from tournament.results.entry import ResultInput, content_of


@dataclass(frozen=True, slots=True)
class Version:
    """One version: what it says, who wrote it when and why, and what differs from the one before.

    `changed` names what differs: "points", "trump", "double", "infraction", "outcome", "note".
    """

    number: int
    is_current: bool
    content: ResultInput
    entered_at: datetime
    entered_by: str
    reason: str
    changed: frozenset[str]


def _parts(content: ResultInput) -> dict[str, object]:
    return {
        "outcome": (content.outcome, content.not_played_reason),
        "points": content.ns_points,
        "trump": content.announcement.trump,
        "double": content.announcement.double,
        "infraction": content.infraction,
        "note": content.note,
    }


def versions_of(match: Match, deal: int) -> tuple[Version, ...]:
    """All versions of a hand's result at a table; 1 query."""
    versions: list[Version] = []
    for result in Result.objects.filter(match=match, deal=deal).order_by("version"):
        content = content_of(result)
        before = _parts(versions[-1].content) if versions else _parts(content)
        versions.append(
            Version(
                number=result.version,
                is_current=result.is_current,
                content=content,
                entered_at=result.entered_at,
                entered_by=result.entered_by,
                reason=result.change_reason,
                changed=frozenset(
                    part for part, value in _parts(content).items() if value != before[part]
                ),
            )
        )
    return tuple(versions)
