"""What a pair's own page shows: where it plays, its results, and correction requests.

Points and scores are those of closed rounds, which everybody may read. Of other rounds it tells
only who meets whom where.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from scoring.game.seats import Seat, Side, dealer_of
from tournament.core.page_cache import SharedReads
from tournament.correction_requests.queries import (
    CorrectionRequestView,
    correction_requests_of_contestant,
)
from tournament.models import (
    Championship,
    Contestant,
    CorrectionRequest,
    Match,
    Outcome,
    Result,
    Round,
    RoundStatus,
    Stage,
)
from tournament.results.kinds.dealt_hand import ResultInput, content_of
from tournament.standings.queries import (
    ContestantRef,
    PairSheet,
    PairSheetLine,
    RoundOfContestant,
    shared_pair_sheets,
)


@dataclass(frozen=True, slots=True)
class RoundOfDay:
    """A round of the pair; `opponent` is None where it rests, and while the round is not `paired`.

    `ends_at` or, in a pause, `seconds_left` are those of an open round's countdown.
    """

    number: int
    status: RoundStatus
    paired: bool
    table: str
    table_number: int
    side: Side | None
    opponent: ContestantRef | None
    ends_at: datetime | None
    seconds_left: int | None


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand of a closed round; `waits`: the pair has asked for a correction of it."""

    line: PairSheetLine
    waits: bool


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A closed round of the pair; `until` when corrections can be asked for, None if not now.

    `hands` is empty for an older round that can't be corrected any more: everybody's page of the
    pair in that `stage` shows those.
    """

    stage: int
    group: RoundOfContestant
    until: datetime | None
    hands: tuple[HandResult, ...]


@dataclass(frozen=True, slots=True)
class PairPage:
    """A pair's day.

    `now` is the first open round in which it plays, or the next one it takes part in. `results`
    are the closed rounds, the newest first. `asked` are requests of the opponents that wait for the
    referee, `correction_requests` all others about its matches, the newest first.
    """

    contestant: ContestantRef
    rounds: tuple[RoundOfDay, ...]
    now: RoundOfDay | None
    sheet: PairSheet
    results: tuple[RoundResult, ...]
    asked: tuple[CorrectionRequestView, ...]
    correction_requests: tuple[CorrectionRequestView, ...]


def pair_version(championship: Championship, contestant_id: int, published: str) -> str:
    """A text that changes whenever anything on the pair's page does; 1 query.

    `published` is the version of what is published (`core.live.public_version`).
    """
    correction_requests = CorrectionRequest.objects.filter(
        match__seats__contestant=contestant_id, match__round__championship=championship
    )
    last = correction_requests.aggregate(
        made=Max("number"), at=Max("answered_at"), done=Max("decided_at")
    )
    times = [last[one].isoformat() if last[one] else "" for one in ("at", "done")]
    return "-".join([published, str(last["made"] or 0), *times])


def pair_page(stages: Collection[Stage], stage: Stage, number: int, *, published: str) -> PairPage:
    """The page of the pair with that number, its standing that in `stage`; 9 queries, and 6 for
    each of the `stages`, which are those that the reader may see, where nobody has asked for the
    scores of this version yet.

    `published` is the version of what is published (`core.live.public_version`). Raises
    `Contestant.DoesNotExist`.
    """
    all_sheets = [shared_pair_sheets(one, published) for one in stages]
    sheets = [(one.number, found.of(number)) for one, found in zip(stages, all_sheets, strict=True)]
    sheet = dict(sheets)[stage.number]
    correction_requests = correction_requests_of_contestant(stage.championship, sheet.contestant.id)
    plan = _plan(stages, published)
    rounds = _rounds(plan, sheet.contestant, all_sheets[0].contestants)
    taking_part = [one for one in rounds if one.status is not RoundStatus.CLOSED]
    playing = [one for one in taking_part if one.status is RoundStatus.OPEN and one.opponent]
    soonest = next(
        (one for one in taking_part if one.status is RoundStatus.PLANNED or one.opponent), None
    )
    asked = tuple(one for one in correction_requests if _is_asked(one, sheet.contestant))
    return PairPage(
        contestant=sheet.contestant,
        rounds=rounds,
        now=playing[0] if playing else soonest,
        sheet=sheet,
        results=_results(sheets, plan, correction_requests),
        asked=asked,
        correction_requests=tuple(one for one in reversed(correction_requests) if one not in asked),
    )


def _is_asked(correction_request: CorrectionRequestView, contestant: ContestantRef) -> bool:
    """Whether the pair is asked what it says to this."""
    return (
        correction_request.is_open
        and correction_request.kind is CorrectionRequest.Kind.CORRECTION
        and correction_request.opponents.id == contestant.id
    )


def _results(
    sheets: Sequence[tuple[int, PairSheet]],
    plan: _Plan,
    correction_requests: Sequence[CorrectionRequestView],
) -> tuple[RoundResult, ...]:
    """The closed rounds of all stages, by their numbers, the last one first."""
    contestant = sheets[0][1].contestant
    now = timezone.now()
    until = {
        one.number: one.corrections_until
        for one in plan.rounds
        if one.status == RoundStatus.CLOSED
        and one.corrections_until is not None
        and one.corrections_until > now
    }
    waiting = {
        one.deal
        for one in correction_requests
        if one.is_open
        and one.kind is CorrectionRequest.Kind.CORRECTION
        and one.pair.id == contestant.id
    }
    groups = [(stage, one) for stage, sheet in reversed(sheets) for one in reversed(sheet.groups)]
    newest = next((group.round for _stage, group in groups if group.lines), None)
    return tuple(
        RoundResult(
            stage=stage,
            group=group,
            until=until.get(group.round),
            hands=tuple(
                HandResult(line, line.entry.deal in waiting)
                for line in group.lines
                if group.round == newest or group.round in until
            ),
        )
        for stage, group in groups
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    """The rounds of some stages by number, and the matches by the ids of a pair and a round."""

    rounds: tuple[Round, ...]
    matches: Mapping[tuple[int, int], Match]


_plans: SharedReads[_Plan] = SharedReads()


def _plan(stages: Collection[Stage], published: str) -> _Plan:
    """What is played where in a version of what is published; 3 queries for who asks first."""
    ids = [stage.pk for stage in stages]

    def read() -> _Plan:
        rounds = Round.objects.filter(stage__in=ids).order_by("number")
        matches = Match.objects.filter(round__stage__in=ids, cancelled=False)
        matches = matches.select_related("table").prefetch_related("seats")
        by_place = {(pair, match.round_id): match for match in matches for pair in match.pair_ids}
        return _Plan(tuple(rounds), by_place)

    return _plans.get((*ids, published), read)


def _rounds(
    plan: _Plan, contestant: ContestantRef, contestants: Mapping[int, ContestantRef]
) -> tuple[RoundOfDay, ...]:
    """The rounds that the pair takes part in."""
    return tuple(
        _round(one, plan.matches.get((contestant.id, one.pk)), contestant, contestants)
        for one in plan.rounds
        if contestant.plays_in(one.number)
    )


def _round(
    round: Round,
    match: Match | None,
    contestant: ContestantRef,
    contestants: Mapping[int, ContestantRef],
) -> RoundOfDay:
    side = match.pair_ids.side_of(contestant.id) if match else None
    return RoundOfDay(
        number=round.number,
        status=RoundStatus(round.status),
        paired=round.paired,
        table=match.table.shown_name if match else "",
        table_number=match.table.number if match else 0,
        side=side,
        opponent=contestants[match.pair_ids[side.opponents]] if match and side else None,
        ends_at=round.ends_at,
        seconds_left=round.seconds_left,
    )


@dataclass(frozen=True, slots=True)
class PairHand:
    """A hand of a pair: `current` is the current version of its result, if there is one.

    `stands` is its content, None without one and while the round is not closed.
    """

    match: Match
    deal: int
    dealer: Seat
    side: Side
    contestant: Contestant
    opponents: Contestant
    current: Result | None
    stands: ResultInput | None

    @property
    def version(self) -> int:
        return self.current.version if self.current else 0

    @property
    def own_points(self) -> int | None:
        """The pair's own trick points, as they stand."""
        return None if self.stands is None else self.stands.points[self.side]


def pair_hand(championship: Championship, number: int, deal: int) -> PairHand | None:
    """A deal at the table of the pair with that number; None where it plays no such hand.

    3 queries.
    """
    own = Match.objects.filter(seats__contestant__number=number, round__championship=championship)
    match = (
        own.filter(round__round_deals__number=deal)
        .select_related("round__stage__championship", "table")
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
    side = match.pairs.map(lambda pair: pair.number).side_of(number)
    return PairHand(
        match=match,
        deal=deal,
        dealer=dealer_of(deal),
        side=side,
        contestant=match.pairs[side],
        opponents=match.pairs[side.opponents],
        current=current,
        # What referees note beside a result is theirs.
        stands=replace(content_of(current), note="") if current and is_shown else None,
    )
