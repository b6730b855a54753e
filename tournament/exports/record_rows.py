"""Content of the official record as plain values, read as of one moment.

The record is for organisers: it holds the referees' words, and results of rounds that are still
open. The key stands in it only when everybody may know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from scoring.game.announcements import Denomination
from scoring.game.play_check import PlayFault
from scoring.game.seats import Seat, Sides
from scoring.game.variants import PlayVariant
from tournament.audit.queries.lines import RecordLine, own_acts
from tournament.championships.queries import Person, people_of
from tournament.core.locks import read_snapshot
from tournament.core.stages import stages_of
from tournament.correction_requests.queries import CorrectionRequestView, all_correction_requests
from tournament.deals.proof import Proof, proof_of
from tournament.deals.queries import dealt_hands, hands_are_public
from tournament.models import (
    AttachedPlay,
    AuditEvent,
    Championship,
    HandAccess,
    Match,
    Result,
    ResultConfirmation,
    RoundStatus,
    Sitting,
    Stage,
)
from tournament.models.places import ActedBy
from tournament.play_records.play import checked, play_of
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of
from tournament.rulings.queries import RulingsList, all_rulings
from tournament.standings.contestants import ContestantRef, contestant_refs, refs_of_sides, who_play
from tournament.standings.queries.scores import stage_scores
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.ranking import StageScores, StandingsView
from tournament.standings.rankings.rankings import ranking_of


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match at its table; a cancelled one was not played, as a pair withdrew."""

    table: str
    table_number: int
    pairs: Sides[ContestantRef]
    cancelled: bool
    seats: tuple[tuple[Seat, str], ...]
    """The players by seat, as far as somebody noted them."""


@dataclass(frozen=True, slots=True)
class RecordedConfirmation:
    by: ResultConfirmation.By
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """A version of a hand's result at a table, with its number and its confirmations."""

    match_id: int
    match: RecordedMatch
    deal: int
    version: int
    is_current: bool
    content: Content
    at: datetime
    actor: ActedBy
    reason: str
    confirmations: tuple[RecordedConfirmation, ...]


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round: its matches by table, and every version of every result, by hand and table."""

    number: int
    status: RoundStatus
    opened_at: datetime | None
    closed_at: datetime | None
    matches: tuple[RecordedMatch, ...]
    resting: tuple[ContestantRef, ...]
    versions: tuple[RecordedVersion, ...]
    of_deals: bool
    """Whether the round's hands were dealt beforehand, and are compared."""


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
"""Place of a record of play: round, table, hand, version of the result, its number there."""


@dataclass(frozen=True, slots=True)
class LogEnd:
    """The last event of the championship's log: with its hash, all before it are sealed."""

    events: int
    hash: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordedStage:
    """A stage: its settings, its rounds and its standings."""

    stage: Stage
    scores: StageScores[Any]
    standings: StandingsView[Any]


@dataclass(frozen=True, slots=True)
class OfficialRecord:
    """The whole of a championship. `proof` is None while there are no hands."""

    championship: Championship
    people: tuple[Person, ...]
    contestants: tuple[ContestantRef, ...]
    rounds: tuple[RecordedRound, ...]
    proof: Proof | None
    accesses: tuple[EarlyAccess, ...]
    stages: tuple[RecordedStage, ...]
    rulings: RulingsList
    plays: Mapping[PlayPlace, RecordedPlay]
    correction_requests: tuple[CorrectionRequestView, ...]
    own_acts: tuple[RecordLine, ...]
    """Acts of accounts that play as referees at their own tables, and their looks."""
    log: LogEnd | None


def official_record(championship: Championship) -> OfficialRecord:
    """Return the record as it stands at one moment: everything that the log's last hash covers, and
    nothing else.

    26 queries, 1 more once the key is public, and 1 more where an account that plays acted at its
    own table.
    """
    with read_snapshot():
        # Read again: the caller's one was read at another moment.
        return _read(Championship.objects.get(pk=championship.pk))


def _read(championship: Championship) -> OfficialRecord:
    log = _log_end(championship)
    stages = stages_of(championship)
    scores = [stage_scores(stage) for stage in stages]
    contestants = contestant_refs(championship)
    return OfficialRecord(
        championship=championship,
        people=people_of(championship),
        rounds=_rounds(championship, stages, contestants),
        proof=proof_of(championship),
        accesses=_accesses(championship),
        stages=tuple(RecordedStage(one.stage, one, view_of(one)) for one in scores),
        contestants=tuple(contestants.values()),
        rulings=all_rulings(championship),
        plays=_plays(championship),
        correction_requests=all_correction_requests(championship),
        own_acts=own_acts(championship),
        log=log,
    )


def _log_end(championship: Championship) -> LogEnd | None:
    last = AuditEvent.objects.filter(championship=championship).order_by("sequence").last()
    return LogEnd(last.sequence, last.hash, last.at) if last else None


def _accesses(championship: Championship) -> tuple[EarlyAccess, ...]:
    """Return the looks before a round was open; its referees and players may look while it is."""
    found = HandAccess.objects.filter(round__championship=championship).select_related("round")
    found = found.exclude(kind__in=(HandAccess.Kind.SEEN, HandAccess.Kind.DEALT))
    return tuple(
        EarlyAccess(one.round.number, HandAccess.Kind(one.kind), one.at, one.actor, one.reason)
        for one in found.order_by("at", "pk")
    )


def _plays(championship: Championship) -> dict[PlayPlace, RecordedPlay]:
    """Return every record of play that a ruling rests on; 1 query."""
    attached = AttachedPlay.objects.filter(result__match__round__championship=championship)
    found = list(
        attached.select_related(
            "result__match__table", "result__match__round__stage__championship"
        ).order_by("pk")
    )
    hands = dealt_hands(championship, sorted({one.result.deal for one in found}))
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


def _rounds(
    championship: Championship, stages: Sequence[Stage], contestants: Mapping[int, ContestantRef]
) -> tuple[RecordedRound, ...]:
    matches: dict[int, dict[int, RecordedMatch]] = {}
    seats = _seats(championship)
    found = Match.objects.filter(round__championship=championship)
    found = found.select_related("table").prefetch_related("seats")
    for match in found.order_by("round__number", "table__number", "pk"):
        matches.setdefault(match.round_id, {})[match.pk] = RecordedMatch(
            match.table.shown_name,
            match.table.number,
            refs_of_sides(match.side_ids, contestants),
            match.cancelled,
            seats.get(match.pk, ()),
        )
    versions = _versions(
        championship, {key: one for of in matches.values() for key, one in of.items()}
    )
    rounds = []
    plays = who_play(stages)
    for round in championship.rounds.select_related("stage").order_by("number"):
        own = matches.get(round.pk, {})
        sit = {
            contestant.id
            for one in own.values()
            if not one.cancelled
            for side in one.pairs
            for contestant in side.everybody
        }
        rounds.append(
            RecordedRound(
                round.number,
                RoundStatus(round.status),
                round.opened_at,
                round.closed_at,
                tuple(own.values()),
                tuple(
                    t
                    for t in contestants.values()
                    if t.id not in sit and t.plays_in(round.number) and plays(t.id, round.stage_id)
                ),
                tuple(versions.get(round.number, ())),
                ranking_of(round.stage).of_deals,
            )
        )
    return tuple(rounds)


def _seats(championship: Championship) -> dict[int, tuple[tuple[Seat, str], ...]]:
    """Return who sat where, by match, in the order of the seats."""
    noted: dict[int, dict[Seat, str]] = {}
    found = Sitting.objects.filter(match__round__championship=championship)
    for match, seat, name in found.values_list("match_id", "seat", "player__name"):
        noted.setdefault(match, {})[Seat(seat)] = name
    return {
        match: tuple((seat, names[seat]) for seat in Seat if seat in names)
        for match, names in noted.items()
    }


def _versions(
    championship: Championship, matches: Mapping[int, RecordedMatch]
) -> dict[int, list[RecordedVersion]]:
    """Return all versions by round, those of a hand together, table by table."""
    confirmations: dict[int, list[RecordedConfirmation]] = {}
    seen = ResultConfirmation.objects.filter(
        result__match__round__championship=championship
    ).order_by("at", "pk")
    for result_id, by, at, actor in seen.values_list("result_id", "by", "at", "actor"):
        confirmations.setdefault(result_id, []).append(
            RecordedConfirmation(ResultConfirmation.By(by), at, actor)
        )
    versions: dict[int, list[RecordedVersion]] = {}
    results = Result.objects.filter(match__round__championship=championship)
    results = results.annotate(round_number=F("match__round__number"))
    for result in results.order_by("deal", "match__table__number", "match", "version"):
        round_number: int = result.round_number  # type: ignore[attr-defined]  # annotated
        versions.setdefault(round_number, []).append(
            RecordedVersion(
                result.match_id,
                matches[result.match_id],
                result.deal,
                result.version,
                result.is_current,
                content_of(result),
                result.entered_at,
                result.entered,
                result.change_reason,
                tuple(confirmations.get(result.pk, ())),
            )
        )
    return versions
