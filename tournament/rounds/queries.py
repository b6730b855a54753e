"""How far each round is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from tournament.models import RoundStatus, Stage
from tournament.results.queries import matches_of, standing_results


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list: how many of its hands have a result or a reason for having none."""

    number: int
    status: RoundStatus
    first_deal: int
    last_deal: int
    hands: int
    entered: int
    opened_at: datetime | None
    closed_at: datetime | None
    was_closed: bool
    """It has been closed before; an open round that was is reopened."""

    @property
    def missing(self) -> int:
        return self.hands - self.entered


def round_lines(stage: Stage) -> tuple[RoundLine, ...]:
    """All rounds of the stage; 3 queries."""
    matches = Counter(matches_of(stage).values_list("round_id", flat=True))
    entered = Counter(standing_results(stage).values_list("match__round_id", flat=True))
    lines = []
    for round in stage.rounds.order_by("number"):
        deals = stage.deals_of_round(round.number)
        lines.append(
            RoundLine(
                number=round.number,
                status=RoundStatus(round.status),
                first_deal=deals[0],
                last_deal=deals[-1],
                hands=matches[round.pk] * len(deals),
                entered=entered[round.pk],
                opened_at=round.opened_at,
                closed_at=round.closed_at,
                was_closed=round.first_closed_at is not None,
            )
        )
    return tuple(lines)
