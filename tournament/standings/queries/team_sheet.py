"""One pair's championship: all its hands, seen from its side of the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.announcements import Announcement
from scoring.championship import Award, Field, Infraction, Origin
from scoring.seats import Seat, Side
from tournament.models import NotPlayedReason, Outcome, Stage, Team
from tournament.standings.queries.hands import HandEntry, HandSheet
from tournament.standings.queries.scores import StageScores, stage_scores
from tournament.standings.queries.table import StandingsLine, StandingsView, view_of
from tournament.standings.queries.teams import TeamRef


@dataclass(frozen=True, slots=True)
class TeamSheetLine:
    """A hand of a pair; the other side's values are `opponent_…`. See `HandEntry` for the rest.

    `cancelled`: it was for all tables, so that nobody has a score for it.
    """

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
    award: Award
    cancelled: bool
    not_played_reason: str
    public_note: str
    hand_score: int | None
    opponent_hand_score: int | None
    field: Field
    final: Fraction | None
    opponent_final: Fraction | None
    origin: Origin | None

    @property
    def reason(self) -> NotPlayedReason | None:
        """Why the hand was not played; None if it was."""
        return NotPlayedReason(self.not_played_reason) if self.not_played_reason else None


@dataclass(frozen=True, slots=True)
class RoundOfTeam:
    """A pair's round: its hands, none where it rested, and what they add up to."""

    round: int
    lines: tuple[TeamSheetLine, ...]
    total: Fraction | None


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
    def groups(self) -> tuple[RoundOfTeam, ...]:
        """The hands round by round, of the rounds in which it took part."""
        return tuple(
            RoundOfTeam(
                round=number,
                lines=tuple(line for line in self.lines if line.round == number),
                total=self.by_round[number],
            )
            for number in self.rounds
            if self.team.plays_in(number)
        )

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
    """The sheet of the pair with that number, for the given rounds or those published.

    5 queries. Raises `Team.DoesNotExist`.
    """
    scores = stage_scores(stage, rounds=rounds)
    team = next((ref for ref in scores.teams.values() if ref.number == number), None)
    if team is None:
        raise Team.DoesNotExist(f"there is no pair number {number}")
    return sheet_of(scores, team)


def sheet_of(scores: StageScores, team: TeamRef) -> TeamSheet:
    """One pair's part of the scores."""
    lines = tuple(
        _line(sheet, entry, side)
        for sheet in scores.sheets.values()
        for entry in sheet.entries
        for side, sitting in ((Side.NS, entry.ns), (Side.EW, entry.ew))
        if sitting.id == team.id
    )
    return _sheet(team, lines, view_of(scores))


def sheets_of_all(scores: StageScores) -> tuple[TeamSheet, ...]:
    """The sheets of all pairs, by their numbers: in one go, as there may be hundreds."""
    lines: dict[int, list[TeamSheetLine]] = {team: [] for team in scores.teams}
    for sheet in scores.sheets.values():
        for entry in sheet.entries:
            lines[entry.ns.id].append(_line(sheet, entry, Side.NS))
            lines[entry.ew.id].append(_line(sheet, entry, Side.EW))
    view = view_of(scores)
    return tuple(_sheet(team, tuple(lines[team.id]), view) for team in scores.teams.values())


def _sheet(team: TeamRef, lines: tuple[TeamSheetLine, ...], view: StandingsView) -> TeamSheet:
    standing = next((line for line in view.lines if line.team.id == team.id), None)
    sat = {line.round for line in lines}
    return TeamSheet(
        team=team,
        lines=lines,
        rounds=view.rounds,
        by_round=standing.by_round if standing else dict.fromkeys(view.rounds),
        rests=tuple(
            number for number in view.rounds if number not in sat and team.plays_in(number)
        ),
        standing=standing,
        ranked=len(view.lines),
        final=view.final,
    )


def _line(sheet: HandSheet, entry: HandEntry, side: Side) -> TeamSheetLine:
    ns = side is Side.NS
    return TeamSheetLine(
        round=entry.round,
        deal=entry.deal,
        dealer=sheet.dealer,
        makers=sheet.makers,
        table_name=entry.table_name,
        side=side,
        opponent=entry.ew if ns else entry.ns,
        outcome=entry.outcome,
        points=entry.ns_points if ns else entry.ew_points,
        opponent_points=entry.ew_points if ns else entry.ns_points,
        announcement=entry.announcement,
        infraction=entry.infraction,
        award=entry.award,
        cancelled=sheet.cancelled,
        not_played_reason=entry.not_played_reason,
        public_note=entry.public_note,
        hand_score=entry.ns_hand_score if ns else entry.ew_hand_score,
        opponent_hand_score=entry.ew_hand_score if ns else entry.ns_hand_score,
        field=sheet.field(side),
        final=entry.ns_final if ns else entry.ew_final,
        opponent_final=entry.ew_final if ns else entry.ns_final,
        origin=entry.ns_origin if ns else entry.ew_origin,
    )
