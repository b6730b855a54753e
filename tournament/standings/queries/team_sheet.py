"""One pair's championship: all its hands, seen from its side of the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.announcements import Announcement
from scoring.championship import Field, Infraction, Origin
from scoring.seats import Seat, Side
from tournament.models import Outcome, Stage
from tournament.standings.queries.table import StandingsLine
from tournament.standings.queries.teams import TeamRef


@dataclass(frozen=True, slots=True)
class TeamSheetLine:
    """A hand of a pair; the other side's values are `opponent_…`. See `HandEntry` for the rest."""

    round: int
    deal: int
    dealer: Seat
    makers: Side
    table_name: str
    side: Side
    opponent: TeamRef
    outcome: Outcome
    points: int | None
    opponent_points: int | None
    announcement: Announcement
    infraction: Infraction
    not_played_reason: str
    public_note: str
    hand_score: int | None
    opponent_hand_score: int | None
    field: Field
    final: Fraction | None
    opponent_final: Fraction | None
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """All hands of a pair by number. `standing` is None for a pair that is not ranked.

    `by_round` and `rests` are as in `StandingsLine`; `ranked` pairs stand in the standings.
    """

    team: TeamRef
    lines: tuple[TeamSheetLine, ...]
    rounds: tuple[int, ...]
    by_round: Mapping[int, Fraction | None]
    rests: tuple[int, ...]
    standing: StandingsLine | None
    ranked: int
    final: bool

    @property
    def rank(self) -> int | None:
        return self.standing.rank if self.standing else None

    @property
    def total(self) -> Fraction:
        return self.standing.total if self.standing else Fraction(0)

    @property
    def mean(self) -> Fraction | None:
        return self.standing.mean if self.standing else None


def team_sheet(stage: Stage, number: int, *, rounds: Collection[int] | None = None) -> TeamSheet:
    """The sheet of the pair with that number, for the given rounds or those published; 4 queries.

    Raises `Team.DoesNotExist`.
    """
    raise NotImplementedError
