"""Everything that the official record tells, read once, as of one moment, as plain values.

The record is for organisers: it holds the referees' words, and results of rounds that are still
open. The key stands in it only when everybody may know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring.announcements import Denomination
from scoring.checking import PlayFault
from scoring.seats import Seat
from scoring.settings import PlayVariant
from tournament.championships.queries import Person, people_of
from tournament.claims.queries import ClaimView, all_claims
from tournament.core.one_moment import one_moment
from tournament.deals.proof import Proof, proof_of
from tournament.deals.queries import dealt_hands, hands_are_public
from tournament.models import (
    AttachedPlay,
    AuditEvent,
    Championship,
    HandAccess,
    Match,
    Result,
    RoundStatus,
    SecondLook,
    Sitting,
    Stage,
)
from tournament.play_records.play import checked, play_of
from tournament.results.entry import ResultInput, content_of
from tournament.rulings.queries import RulingsList, all_rulings
from tournament.standings.queries import (
    StageScores,
    StandingsView,
    TeamRef,
    stage_scores,
    view_of,
)


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """Who met at which table; a cancelled match was not played, as a pair withdrew."""

    table: str
    ns: TeamRef
    ew: TeamRef
    cancelled: bool
    seats: tuple[tuple[Seat, str], ...]
    """Who sat where, as far as somebody noted it."""


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody's second look at a version; `actor` as the record names it."""

    by: SecondLook.By
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """A version of a hand's result at a table, with its number and the looks that it had."""

    match_id: int
    match: RecordedMatch
    deal: int
    version: int
    is_current: bool
    content: ResultInput
    at: datetime
    actor: str
    reason: str
    looks: tuple[Look, ...]


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: its matches by table, and every version of every result, by hand and table."""

    number: int
    status: RoundStatus
    opened_at: datetime | None
    closed_at: datetime | None
    matches: tuple[RecordedMatch, ...]
    resting: tuple[TeamRef, ...]
    versions: tuple[RecordedVersion, ...]


@dataclass(frozen=True, slots=True)
class EarlyAccess:
    """Somebody looked at a round's hands, or printed them, before it was closed."""

    round: int
    kind: HandAccess.Kind
    at: datetime
    actor: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A record of play that a ruling rests on, as it was then, and what was against the rules.

    `names_cards`: everybody may know the hand, so the record may name its cards.
    """

    trump: Denomination | None
    cards: int
    faults: tuple[PlayFault, ...]
    names_cards: bool
    at: datetime
    actor: str


PlayPlace = tuple[int, int, int, int, int]
"""Where a record of play belongs: round, table, hand, version of the result, its number there."""


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The last event of the championship's log: with its hash, all before it are sealed."""

    events: int
    hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OfficialRecord:
    """The whole of a championship. `proof` is None while there are no hands."""

    championship: Championship
    hands_per_match: int
    people: tuple[Person, ...]
    teams: tuple[TeamRef, ...]
    rounds: tuple[RecordedRound, ...]
    proof: Proof | None
    accesses: tuple[EarlyAccess, ...]
    scores: StageScores
    standings: StandingsView
    rulings: RulingsList
    plays: Mapping[PlayPlace, RecordedPlay]
    claims: tuple[ClaimView, ...]
    log: LogEnd | None


def official_record(stage: Stage) -> OfficialRecord:
    """The record as it stands at one moment; 23 queries, and 1 more once the key is public.

    So whatever the log's last hash covers is in it, and nothing else.
    """
    with one_moment():
        # Again, as the one that was handed in was read at another moment.
        return _read(Stage.objects.select_related("championship", "deal_set").get(pk=stage.pk))


def _read(stage: Stage) -> OfficialRecord:
    championship = stage.championship
    log = _log_end(championship)
    scores = stage_scores(stage)
    return OfficialRecord(
        championship=championship,
        hands_per_match=stage.hands_per_match,
        people=people_of(championship),
        rounds=_rounds(stage, scores.teams),
        proof=proof_of(championship, stage),
        accesses=_accesses(stage),
        scores=scores,
        teams=tuple(scores.teams.values()),
        standings=view_of(scores),
        rulings=all_rulings(championship),
        plays=_plays(stage),
        claims=all_claims(stage),
        log=log,
    )


def _log_end(championship: Championship) -> LogEnd | None:
    last = AuditEvent.objects.filter(championship=championship).order_by("sequence").last()
    return LogEnd(last.sequence, last.hash, last.at) if last else None


def _accesses(stage: Stage) -> tuple[EarlyAccess, ...]:
    found = HandAccess.objects.filter(round__stage=stage).select_related("round")
    return tuple(
        EarlyAccess(one.round.number, HandAccess.Kind(one.kind), one.at, one.actor, one.reason)
        for one in found.order_by("at", "pk")
    )


def _plays(stage: Stage) -> dict[PlayPlace, RecordedPlay]:
    """Every record of play that a ruling rests on; 1 query."""
    if stage.deal_set is None:
        return {}
    attached = AttachedPlay.objects.filter(result__match__round__stage=stage)
    found = list(
        attached.select_related(
            "result__match__table", "result__match__round__stage__championship"
        ).order_by("pk")
    )
    hands = dealt_hands(stage, sorted({one.result.deal for one in found}))
    dealt = {hand.number: hand for hand in hands}
    plays: dict[PlayPlace, RecordedPlay] = {}
    for one in found:
        result, play = one.result, play_of(one)
        check = checked(dealt[result.deal], play, PlayVariant(one.variant))
        match = result.match
        place = (match.round.number, match.table.number, result.deal, result.version, one.number)
        plays[place] = RecordedPlay(
            trump=play.trump,
            cards=len(play.plays),
            faults=check.faults if check else (),
            names_cards=hands_are_public(match.round),
            at=one.at,
            actor=one.by,
        )
    return plays


def _rounds(stage: Stage, teams: Mapping[int, TeamRef]) -> tuple[RecordedRound, ...]:
    matches: dict[int, dict[int, RecordedMatch]] = {}
    seats = _seats(stage)
    found = Match.objects.filter(round__stage=stage).select_related("table")
    for match in found.order_by("round__number", "table__number", "pk"):
        matches.setdefault(match.round_id, {})[match.pk] = RecordedMatch(
            match.table.shown_name,
            teams[match.ns_id],
            teams[match.ew_id],
            match.cancelled,
            seats.get(match.pk, ()),
        )
    versions = _versions(stage, {key: one for of in matches.values() for key, one in of.items()})
    rounds = []
    for round in stage.rounds.order_by("number"):
        own = matches.get(round.pk, {})
        sit = {team.id for one in own.values() if not one.cancelled for team in (one.ns, one.ew)}
        rounds.append(
            RecordedRound(
                round.number,
                RoundStatus(round.status),
                round.opened_at,
                round.closed_at,
                tuple(own.values()),
                tuple(t for t in teams.values() if t.id not in sit and t.plays_in(round.number)),
                tuple(versions.get(round.number, ())),
            )
        )
    return tuple(rounds)


def _seats(stage: Stage) -> dict[int, tuple[tuple[Seat, str], ...]]:
    """Who sat where, by match, in the order of the seats."""
    noted: dict[int, dict[Seat, str]] = {}
    found = Sitting.objects.filter(match__round__stage=stage)
    for match, seat, name in found.values_list("match_id", "seat", "player__name"):
        noted.setdefault(match, {})[Seat(seat)] = name
    return {
        match: tuple((seat, names[seat]) for seat in Seat if seat in names)
        for match, names in noted.items()
    }


def _versions(
    stage: Stage, matches: Mapping[int, RecordedMatch]
) -> dict[int, list[RecordedVersion]]:
    """All versions by round, those of a hand together, table by table."""
    looks: dict[int, list[Look]] = {}
    seen = SecondLook.objects.filter(result__match__round__stage=stage).order_by("at", "pk")
    for looked_at, by, at, actor in seen.values_list("result_id", "by", "at", "actor"):
        looks.setdefault(looked_at, []).append(Look(SecondLook.By(by), at, actor))
    versions: dict[int, list[RecordedVersion]] = {}
    results = Result.objects.filter(match__round__stage=stage)
    for result in results.order_by("deal", "match__table__number", "match", "version"):
        versions.setdefault(stage.round_of_deal(result.deal), []).append(
            RecordedVersion(
                result.match_id,
                matches[result.match_id],
                result.deal,
                result.version,
                result.is_current,
                content_of(result),
                result.entered_at,
                result.entered_by,
                result.change_reason,
                tuple(looks.get(result.pk, ())),
            )
        )
    return versions
