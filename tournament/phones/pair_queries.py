"""What a pair's own page shows: where it plays, what it made, and what was said against results.

Points and scores are those of closed rounds, which everybody may read; of a round that is not
closed it tells who meets whom where, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max, Q
from django.utils import timezone

from scoring.seats import Seat, Side, dealer_of
from tournament.claims.queries import ClaimView, claims_of_team
from tournament.core.live import public_version
from tournament.models import Claim, Match, Outcome, Result, Round, RoundStatus, Stage, Team
from tournament.results.entry import ResultInput, content_of
from tournament.standings.queries import (
    RoundOfTeam,
    TeamRef,
    TeamSheet,
    TeamSheetLine,
    team_refs,
    team_sheet,
)


@dataclass(frozen=True, slots=True)
class RoundOfDay:
    """A round as the pair goes through it; `opponent` is None where it rests.

    `ends_at` or, in a pause, `seconds_left` are those of an open round's countdown.
    """

    number: int
    status: RoundStatus
    table: str
    table_number: int
    side: Side | None
    opponent: TeamRef | None
    ends_at: datetime | None
    seconds_left: int | None


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand of a closed round; `waits`: the pair has asked for a correction of it."""

    line: TeamSheetLine
    waits: bool


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A closed round of the pair; `until` when corrections can be asked for, None if not now."""

    group: RoundOfTeam
    until: datetime | None
    hands: tuple[HandResult, ...]


@dataclass(frozen=True, slots=True)
class PairPage:
    """A pair's day.

    `now` is the round it looks for: the first open one in which it plays, else the next one it
    takes part in. `results` are the closed rounds, the newest first. `asked` are the corrections
    that the pair's opponents ask for and that wait for the referee, `claims` all else that was
    claimed about its matches, the newest first.
    """

    team: TeamRef
    rounds: tuple[RoundOfDay, ...]
    now: RoundOfDay | None
    sheet: TeamSheet
    results: tuple[RoundResult, ...]
    asked: tuple[ClaimView, ...]
    claims: tuple[ClaimView, ...]


def pair_version(stage: Stage, team_id: int) -> str:
    """A text that changes whenever anything on the pair's page does; 3 queries."""
    claims = Claim.objects.filter(
        Q(match__ns=team_id) | Q(match__ew=team_id), match__round__stage=stage
    )
    last = claims.aggregate(made=Max("number"), at=Max("answered_at"), done=Max("decided_at"))
    times = [last[one].isoformat() if last[one] else "" for one in ("at", "done")]
    return "-".join([public_version(stage.championship), str(last["made"] or 0), *times])


def pair_page(stage: Stage, number: int) -> PairPage:
    """The page of the pair with that number; 14 queries. Raises `Team.DoesNotExist`."""
    sheet = team_sheet(stage, number)
    claims = claims_of_team(stage, sheet.team.id)
    rounds = _rounds(stage, sheet.team)
    taking_part = [one for one in rounds if one.status is not RoundStatus.CLOSED]
    playing = [one for one in taking_part if one.status is RoundStatus.OPEN and one.opponent]
    soonest = next(
        (one for one in taking_part if one.status is RoundStatus.PLANNED or one.opponent), None
    )
    asked = tuple(one for one in claims if _is_asked(one, sheet.team))
    return PairPage(
        team=sheet.team,
        rounds=rounds,
        now=playing[0] if playing else soonest,
        sheet=sheet,
        results=_results(stage, sheet, claims),
        asked=asked,
        claims=tuple(one for one in reversed(claims) if one not in asked),
    )


def _is_asked(claim: ClaimView, team: TeamRef) -> bool:
    """Whether the pair is asked what it says to this."""
    return claim.is_open and claim.kind is Claim.Kind.CORRECTION and claim.opponents.id == team.id


def _results(
    stage: Stage, sheet: TeamSheet, claims: Sequence[ClaimView]
) -> tuple[RoundResult, ...]:
    rounds = stage.rounds.filter(
        status=RoundStatus.CLOSED, corrections_until__gt=timezone.now()
    ).values_list("number", "corrections_until")
    until = dict(rounds)
    waiting = {
        one.deal
        for one in claims
        if one.is_open and one.kind is Claim.Kind.CORRECTION and one.pair.id == sheet.team.id
    }
    return tuple(
        RoundResult(
            group=group,
            until=until.get(group.round),
            hands=tuple(HandResult(line, line.deal in waiting) for line in group.lines),
        )
        for group in reversed(sheet.groups)
    )


def _rounds(stage: Stage, team: TeamRef) -> tuple[RoundOfDay, ...]:
    """The rounds that the pair takes part in; 4 queries."""
    rounds = list(stage.rounds.order_by("number"))
    own = Match.objects.filter(Q(ns=team.id) | Q(ew=team.id), round__stage=stage, cancelled=False)
    matches = {match.round_id: match for match in own.select_related("table")}
    teams = team_refs(stage.championship)
    return tuple(
        _round(one, matches.get(one.pk), team, teams) for one in rounds if team.plays_in(one.number)
    )


def _round(
    round: Round, match: Match | None, team: TeamRef, teams: Mapping[int, TeamRef]
) -> RoundOfDay:
    side = None if match is None else _side(match, team.id)
    return RoundOfDay(
        number=round.number,
        status=RoundStatus(round.status),
        table=match.table.shown_name if match else "",
        table_number=match.table.number if match else 0,
        side=side,
        opponent=teams[match.ew_id if side is Side.NS else match.ns_id] if match else None,
        ends_at=round.ends_at,
        seconds_left=round.seconds_left,
    )


def _side(match: Match, team_id: int) -> Side:
    return Side.NS if match.ns_id == team_id else Side.EW


@dataclass(frozen=True, slots=True)
class PairHand:
    """A hand that a pair played, or plays: `current` is the version that stands, if there is one.

    `stands` is what it says; None for nothing, and while the round is not closed.
    """

    match: Match
    deal: int
    dealer: Seat
    side: Side
    team: Team
    opponents: Team
    current: Result | None
    stands: ResultInput | None

    @property
    def version(self) -> int:
        return self.current.version if self.current else 0

    @property
    def own_points(self) -> int | None:
        """The pair's own trick points, as they stand."""
        if self.stands is None:
            return None
        return self.stands.ns_points if self.side is Side.NS else self.stands.ew_points


def pair_hand(stage: Stage, number: int, deal: int) -> PairHand | None:
    """A deal at the table of the pair with that number; None where it plays no such hand.

    2 queries.
    """
    own = Q(ns__number=number) | Q(ew__number=number)
    match = (
        Match.objects.filter(own, round__stage=stage, round__number=stage.round_of_deal(deal))
        .select_related("round__stage__championship", "table", "ns", "ew")
        .order_by("cancelled")
        .first()
    )
    if match is None:
        return None
    current = Result.objects.filter(match=match, deal=deal, is_current=True).first()
    is_shown = (
        current is not None
        and current.outcome != Outcome.BLANK
        and match.round.status == RoundStatus.CLOSED
    )
    side = Side.NS if match.ns.number == number else Side.EW
    return PairHand(
        match=match,
        deal=deal,
        dealer=dealer_of(deal),
        side=side,
        team=match.ns if side is Side.NS else match.ew,
        opponents=match.ew if side is Side.NS else match.ns,
        current=current,
        # What referees note beside a result is theirs.
        stands=replace(content_of(current), note="") if current and is_shown else None,
    )
