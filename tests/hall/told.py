"""What a site has stored, for whoever wants to compare. Runs inside the site (`Site.run`)."""

from __future__ import annotations

from typing import Any

from tests.hall.verified import what_verify_finds
from tournament.models import CorrectionRequest, Delivery, Result, ResultConfirmation, Stage
from tournament.standings.queries.table import standings_view


def main() -> dict[str, Any]:
    """Every version of every result, how many looks, correction requests and deliveries, the
    totals, and what `verify` finds."""
    stage = Stage.objects.select_related("championship").get()
    versions: dict[str, list[list[Any]]] = {}
    for result in Result.objects.order_by("match_id", "deal", "version"):
        said = [result.ns_points, result.trump, result.double, result.entered_side]
        versions.setdefault(f"{result.match_id}/{result.deal}", []).append(said)
    return {
        "versions": versions,
        "current": Result.objects.filter(is_current=True).count(),
        "confirmations": ResultConfirmation.objects.count(),
        "correction_requests": CorrectionRequest.objects.count(),
        "deliveries": Delivery.objects.count(),
        "totals": {
            line.contestant.number: str(line.figures.total) for line in standings_view(stage).lines
        },
        "verify": what_verify_finds(),
    }
