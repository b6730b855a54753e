"""Parties of a table, which enter, confirm and call: its sides, or each player alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from scoring.game.seats import Party, Sides
from tournament.models import Contestant, Match
from tournament.models.schedule import by_seat
from tournament.stages.formats import format_of

T = TypeVar("T")


def by_party(sides: Sides[tuple[T, ...]], *, alone: bool) -> Mapping[Party, tuple[T, ...]]:
    """Return the contestants of both sides by their party, in the order of the table."""
    if alone:
        return {seat: (player,) for seat, player in by_seat(sides)}
    return dict(sides.items())


def parties_of(match: Match) -> Mapping[Party, tuple[Contestant, ...]]:
    """Return the parties of a match, each with its pair, its two partners or its player; reads the
    match's stage, and queries as `Match.sides`."""
    return by_party(match.sides, alone=format_of(match.round.stage).alone)


def party_of(match: Match, contestant: Contestant) -> Party:
    """Return the party of a pair or player who sits there; as `parties_of`."""
    return next(party for party, own in parties_of(match).items() if contestant in own)
