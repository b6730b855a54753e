"""What became of a hand: its versions and correction requests; and what referees do to it
meanwhile."""

from __future__ import annotations

from typing import Any

from tests.tournament.day import Day
from tournament.models import CorrectionRequest, Match, Outcome, Result
from tournament.results.kinds.dealt_hand import BLANK, ResultInput
from tournament.results.services.entry import enter_result


def standing(match: Match, deal: int = 1) -> Result:
    return Result.objects.get(match=match, deal=deal, is_current=True)


def points(match: Match, deal: int = 1) -> list[int | None]:
    """All versions of a hand, oldest first."""
    versions = Result.objects.filter(match=match, deal=deal).order_by("version")
    return list(versions.values_list("ns_points", flat=True))


def correction_requests(match: Match) -> list[tuple[str, str, int, Any]]:
    return [
        (one.kind, one.side, one.based_on, one.said and one.said["ns_points"])
        for one in CorrectionRequest.objects.filter(match=match).order_by("number")
    ]


def referee_says(day: Day, match: Match, ns_points: int, **more: Any) -> None:
    current = Result.objects.filter(match=match, deal=1, is_current=True).first()
    enter_result(
        actor=day.acting,
        match=match,
        deal=1,
        entry=ResultInput(outcome=Outcome.PLAYED, ns_points=ns_points, **more),
        based_on=current.version if current else 0,
        reason="The slip says so",
    )


def take_back(day: Day, match: Match) -> None:
    enter_result(
        actor=day.acting, match=match, deal=1, entry=BLANK, based_on=1, reason="Wrong table"
    )
