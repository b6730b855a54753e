"""The content of one version of a result, as a plain value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.duplicate.scores import POINTS_IN_A_HAND, Award, Infraction
from scoring.game.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.game.seats import Sides
from tournament.models import Match, NotPlayedReason, Outcome, Result


@dataclass(frozen=True, slots=True)
class ResultInput:
    """The result of a hand: played (points, a rule-break or both), not played, or blank.

    `ns_points` are N–S's trick points, 0–72; None only beside a rule-break, where both sides were
    awarded the average, or when not played.
    """

    outcome: Outcome
    ns_points: int | None = None
    announcement: Announcement = NOTHING_ANNOUNCED
    infraction: Infraction = Infraction.NONE
    award: Award = Award.NONE
    not_played_reason: str = ""
    note: str = ""

    @property
    def points(self) -> Sides[int | None]:
        """Both sides' trick points."""
        ns = self.ns_points
        return Sides(ns, None if ns is None else POINTS_IN_A_HAND - ns)

    @property
    def reason(self) -> NotPlayedReason | None:
        """Why the hand was not played; None if it was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None


BLANK = ResultInput(outcome=Outcome.BLANK)
"""What takes a result back."""


def content_of(result: Result) -> ResultInput:
    """What a stored version says, as it was entered."""
    return ResultInput(
        outcome=Outcome(result.outcome),
        ns_points=result.ns_points,
        announcement=Announcement(
            Denomination(result.trump) if result.trump else None, Double(result.double)
        ),
        infraction=Infraction(result.infraction),
        award=Award(result.award),
        not_played_reason=result.not_played_reason,
        note=result.note,
    )


def unsaved_result(match: Match, deal: int, entry: ResultInput) -> Result:
    """A version that says this, not yet stored and without number or author."""
    trump = entry.announcement.trump
    return Result(
        match=match,
        deal=deal,
        outcome=entry.outcome,
        ns_points=entry.ns_points,
        trump=trump.value if trump else "",
        double=entry.announcement.double.value,
        infraction=entry.infraction.value,
        award=entry.award.value,
        not_played_reason=entry.not_played_reason,
        note=entry.note,
    )


def said_of(entry: ResultInput) -> dict[str, Any]:
    """The entry as JSON values, by the names of a result's columns: for the record and correction
    requests."""
    trump = entry.announcement.trump
    return {
        "outcome": entry.outcome.value,
        "ns_points": entry.ns_points,
        "trump": trump.value if trump else "",
        "double": entry.announcement.double.value,
        "infraction": entry.infraction.value,
        "award": entry.award.value,
        "not_played_reason": entry.not_played_reason,
        "note": entry.note,
    }


def entry_of(said: Mapping[str, Any]) -> ResultInput:
    """What `said_of` made JSON of."""
    return ResultInput(
        outcome=Outcome(said["outcome"]),
        ns_points=said["ns_points"],
        announcement=Announcement(
            Denomination(said["trump"]) if said["trump"] else None, Double(said["double"])
        ),
        infraction=Infraction(said["infraction"]),
        award=Award(said["award"]),
        not_played_reason=said["not_played_reason"],
        note=said["note"],
    )


def differing(one: ResultInput | None, other: ResultInput | None) -> frozenset[str]:
    """The names of what differs: "outcome", "points", "trump", "double", "infraction", "award",
    "note"; nothing where one of the two is not there."""
    if one is None or other is None:
        return frozenset()
    ours, theirs = _parts(one), _parts(other)
    return frozenset(name for name in ours if ours[name] != theirs[name])


def _parts(content: ResultInput) -> dict[str, object]:
    return {
        "outcome": (content.outcome, content.not_played_reason),
        "points": content.ns_points,
        "trump": content.announcement.trump,
        "double": content.announcement.double,
        "infraction": content.infraction,
        "award": content.award,
        "note": content.note,
    }
