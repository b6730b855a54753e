"""Results of the tables, scored: what stands on the sheet of each hand.

A hand sheet (a *traveller*) lists every table that played a deal. A table whose result is missing
or taken back, and one that did not play the hand, stand there without scores and play no part in
those of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import (
    POINTS_IN_A_HAND,
    DealScores,
    Field,
    Infraction,
    Origin,
    TableResult,
    TableScore,
    score_deal,
)
from scoring.seats import Seat, Side, dealer_of, makers_of
from scoring.settings import Settings, Withdrawn
from scoring.standings import Standings, TeamHand, rank_teams, team_hands
from tournament.models import Match, NotPlayedReason, Outcome, Result, RoundStatus, Stage
from tournament.standings.queries.teams import TeamRef, team_refs


@dataclass(frozen=True, slots=True)
class HandEntry:
    """One hand at one table: what was entered and what it scores.

    Points are trick points, 0 to 72, None where none were written down. Hand scores are None at a
    table with a rule-break, finals (exact, on the championship's scale) and origins where there is
    nothing to score. `version` is 0, and the outcome BLANK, where nothing has been entered yet.
    `not_played_reason` is a value of `NotPlayedReason`, or "".
    """

    match_id: int
    table_name: str
    table_number: int
    round: int
    deal: int
    ns: TeamRef
    ew: TeamRef
    outcome: Outcome
    ns_points: int | None
    ew_points: int | None
    announcement: Announcement
    infraction: Infraction
    not_played_reason: str
    note: str
    version: int
    ns_hand_score: int | None
    ew_hand_score: int | None
    ns_final: Fraction | None
    ew_final: Fraction | None
    ns_origin: Origin | None
    ew_origin: Origin | None

    @property
    def reason(self) -> NotPlayedReason | None:
        """Why the hand was not played; None if it was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None

    @property
    def public_note(self) -> str:
        """The note where it is the reason why a hand was not played.

        What a referee noted beside a rule-break is not for everybody.
        """
        return self.note if self.outcome is Outcome.NOT_PLAYED else ""


@dataclass(frozen=True, slots=True)
class HandSheet:
    """One deal at all tables, by table number. `makers` made trumps at every one of them."""

    deal: int
    round: int
    dealer: Seat
    makers: Side
    entries: tuple[HandEntry, ...]
    ns_field: Field
    ew_field: Field

    def field(self, side: Side) -> Field:
        return self.ns_field if side is Side.NS else self.ew_field


@dataclass(frozen=True, slots=True)
class StageScores:
    """Everything that was scored in some rounds of a stage.

    `teams` and `sheets` are by team id and by deal, in the order of their numbers. `standings` has
    no row for a pair without a scored hand that withdrew, or came after the last of the `rounds`.
    """

    stage: Stage
    teams: Mapping[int, TeamRef]
    sheets: Mapping[int, HandSheet]
    standings: Standings[int]
    rounds: tuple[int, ...]


def closed_rounds(stage: Stage) -> tuple[int, ...]:
    """The numbers of the rounds whose results are published; 1 query."""
    closed = stage.rounds.filter(status=RoundStatus.CLOSED).order_by("number")
    return tuple(closed.values_list("number", flat=True))


def stage_scores(stage: Stage, *, rounds: Collection[int] | None = None) -> StageScores:
    """Score the given rounds of a stage, whatever their state; None: those that are published.

    4 queries, 3 with `rounds` (the championship of `stage` should be loaded).
    """
    raise NotImplementedError


def hand_sheet(stage: Stage, deal: int, *, draft: Result | None = None) -> HandSheet:
    """One deal at all tables as it stands now, published or not; 4 queries.

    Every table of the round has an entry, also one without a result. `draft`, an unsaved result of
    this deal, stands in for its match's current one: so a page can show what an entry would do.
    """
    raise NotImplementedError
