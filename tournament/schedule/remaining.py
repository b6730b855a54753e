"""Rounds of players that have not begun: they are planned anew when a player comes late or leaves.

Players sit with others at a table, so nobody's place can simply be taken or left empty: played
rounds stay, and the rest is planned among the players who are there then. In individuals a set that
has begun is played to its end by the players at its tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Max, Min

from tournament.models import Championship, RoundStatus, Stage
from tournament.stages.formats import format_of


def first_round_not_begun(championship: Championship) -> int:
    """Return the number after the last round that is or was open: at first 1; 1 query."""
    begun = championship.rounds.exclude(status=RoundStatus.PLANNED).order_by("-number").first()
    return begun.number + 1 if begun else 1


@dataclass(frozen=True, slots=True)
class RemainingRounds:
    """Rounds of a stage from the first whole set on of which no round has begun."""

    stage: Stage
    first: int
    last: int
    is_planned: bool
    """True where the seats of the first of them at least are known."""


def remaining_rounds(
    championship: Championship, stages: Iterable[Stage]
) -> tuple[RemainingRounds, ...]:
    """Return the remaining rounds of these stages; stages without any are left out. 1 query, and 2
    for each stage."""
    not_begun = first_round_not_begun(championship)
    found = []
    for stage in stages:
        ends = stage.rounds.aggregate(first=Min("number"), last=Max("number"))
        if ends["first"] is None:
            continue
        games = format_of(stage).games_in_a_set
        begun = max(0, not_begun - ends["first"])
        first = ends["first"] + -(-begun // games) * games
        if first <= ends["last"]:
            planned = stage.rounds.filter(number=first, paired=True).exists()
            found.append(RemainingRounds(stage, first, ends["last"], planned))
    return tuple(found)
