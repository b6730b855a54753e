"""What there is to know about rounds: what is still missing in one."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Match, Outcome, Result, Round


@dataclass(frozen=True, slots=True)
class MissingHands:
    """A table of a round that still owes results: which deals have none."""

    match_id: int
    table_number: int
    table_name: str
    deals: tuple[int, ...]


def missing_hands(round: Round) -> tuple[MissingHands, ...]:
    """The tables with hands that have neither a result nor a reason, in their order; 2 queries."""
    entered = set(
        Result.objects.filter(match__round=round, is_current=True)
        .exclude(outcome=Outcome.BLANK)
        .values_list("match_id", "deal")
    )
    matches = (
        Match.objects.filter(round=round, cancelled=False)
        .select_related("table")
        .order_by("table__number")
    )
    owed = (
        MissingHands(
            match_id=match.pk,
            table_number=match.table.number,
            table_name=match.table.shown_name,
            deals=tuple(deal for deal in round.deals if (match.pk, deal) not in entered),
        )
        for match in matches
    )
    return tuple(one for one in owed if one.deals)
