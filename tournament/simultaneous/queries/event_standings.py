"""Standings of an event: its venues, everybody's line, hands and groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from scoring.duplicate.scores import DealScores, Origin
from scoring.game.seats import Side, Sides
from tournament.models import LeftOut, Simultaneous
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import StandingsLine

HUNDRED = 100


@dataclass(frozen=True, slots=True)
class VenueRef:
    """A venue as lists name it; `id` is the venue's, `championship` the id of its championship."""

    id: int
    championship: int
    name: str
    slug: str


@dataclass(frozen=True, slots=True)
class EventFigures:
    """A pair's figures beside its rank over all; scores are exact."""

    venue: VenueRef
    venue_rank: int
    venue_shared: bool
    hands: int
    total: Fraction
    mean: Fraction | None
    percentile: Fraction | None
    """Mean percentile of its hands; None without a hand that was played out."""


@dataclass(frozen=True, slots=True)
class HandOfPair:
    """A hand of a pair: what it made, and how that compares.

    `percentile` is over all venues, whatever the field; None where the hand was not played out.
    """

    deal: int
    side: Side
    opponent: int
    """The id of the pair it met."""
    points: int | None
    hand_score: int | None
    final: Fraction | None
    origin: Origin
    percentile: Fraction | None


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A hand at all tables that played it, scored within each field."""

    number: int
    fields: tuple[DealScores[int], ...]
    percentiles: Sides[Mapping[int, Fraction]]
    """Over all venues, by the hand score."""

    def hands_of(self, pair: int) -> Iterator[HandOfPair]:
        """Yield the hand as a pair played it, if it did. Made on demand, as there are thousands."""
        for table in (table for scores in self.fields for table in scores.tables):
            held = table.result.contestants
            if pair not in (held.ns, held.ew):
                continue
            side = held.side_of(pair)
            own = table.sides[side]
            score = own.hand_score if own.final is not None else None
            yield HandOfPair(
                self.number,
                side,
                held[side.opponents],
                table.result.points(side),
                own.hand_score,
                own.final,
                own.origin,
                None if score is None else self.percentiles[side][score],
            )


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A venue, or a club, by what ranks pairs: the mean of that over its pairs."""

    rank: int
    name: str
    pairs: int
    value: Fraction
    best_rank: int
    venue: int | None = None


@dataclass(frozen=True, slots=True)
class LateVenue:
    """A venue whose pairs are not ranked, as released rounds of it are not closed."""

    venue: VenueRef
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeftOutVenue:
    """A venue whose results don't count; `why` is a value of `LeftOut`."""

    venue: VenueRef
    why: LeftOut
    reason: str


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The standings of an event, best first."""

    event: Simultaneous
    lines: tuple[StandingsLine[EventFigures], ...]
    rounds: tuple[int, ...]
    """The numbers of the rounds that were released."""
    late: tuple[LateVenue, ...]
    left_out: tuple[LeftOutVenue, ...]
    by_mean: bool
    venues: tuple[GroupLine, ...]
    clubs: tuple[GroupLine, ...]
    deals: tuple[ScoredDeal, ...]
    contestants: Mapping[int, ContestantRef]
    final: bool
    """All rounds were released, and all venues have ended."""
    made_at: datetime

    def hands_of(self, pair: int) -> tuple[HandOfPair, ...]:
        """Return the hands of the pair of that id, in their order."""
        return tuple(hand for deal in self.deals for hand in deal.hands_of(pair))

    def of_venue(self, venue: int) -> tuple[StandingsLine[EventFigures], ...]:
        """Return the pairs of one venue, in the order of their ranks over all."""
        return tuple(line for line in self.lines if line.figures.venue.id == venue)

    def line(self, venue: int, number: int) -> StandingsLine[EventFigures] | None:
        """Return the pair with that number in a venue; None where it is not ranked."""
        own = self.of_venue(venue)
        return next((line for line in own if line.contestant.number == number), None)
