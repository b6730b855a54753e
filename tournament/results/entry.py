"""What somebody says about a hand, as a plain value: the content of one version of a result."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.announcements import NOTHING_ANNOUNCED, Announcement, Denomination, Double
from scoring.championship import POINTS_IN_A_HAND, Infraction
from tournament.models import Match, NotPlayedReason, Outcome, Result


@dataclass(frozen=True, slots=True)
class ResultInput:
    """What somebody says about a hand: played (points, a rule-break or both), not played, or blank.

    `ns_points` are N–S's trick points, 0–72; None only beside a rule-break or when not played.
    """

    outcome: Outcome
    ns_points: int | None = None
    announcement: Announcement = NOTHING_ANNOUNCED
    infraction: Infraction = Infraction.NONE
    not_played_reason: str = ""
    note: str = ""

    @property
    def ew_points(self) -> int | None:
        return None if self.ns_points is None else POINTS_IN_A_HAND - self.ns_points

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
        not_played_reason=entry.not_played_reason,
        note=entry.note,
    )
