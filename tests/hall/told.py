"""What a site has stored, for whoever wants to compare. Runs inside the site (`Site.run`)."""

from __future__ import annotations

from typing import Any

from tournament.models import Claim, Delivery, Result, SecondLook, Stage
from tournament.standings.queries import standings_view


def main() -> dict[str, Any]:
    """Every version of every result, how many looks, claims and deliveries, and the totals."""
    stage = Stage.objects.select_related("championship").get()
    versions: dict[str, list[list[Any]]] = {}
    for result in Result.objects.order_by("match_id", "deal", "version"):
        said = [result.ns_points, result.trump, result.double, result.entered_side]
        versions.setdefault(f"{result.match_id}/{result.deal}", []).append(said)
    return {
        "versions": versions,
        "current": Result.objects.filter(is_current=True).count(),
        "looks": SecondLook.objects.count(),
        "claims": Claim.objects.count(),
        "deliveries": Delivery.objects.count(),
        "totals": {line.team.number: str(line.total) for line in standings_view(stage).lines},
    }
