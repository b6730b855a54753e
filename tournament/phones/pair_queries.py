"""What a pair's own page shows: where it plays, its results, and correction requests.

Points and scores are those of closed rounds, which everybody may read. Of other rounds it tells
only who meets whom where.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Any

from django.db.models import Max

from scoring.game.seats import Party, Side
from scoring.pairing.bracket import LEAST_FOR_THIRD
from tournament.calendar.days import Days
from tournament.calendar.queries import days_of
from tournament.core.finality import can_be_corrected
from tournament.core.page_cache import SharedReads
from tournament.correction_requests.queries import (
    CorrectionRequestView,
    correction_requests_of_contestant,
)
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    Contestant,
    CorrectionRequest,
    Match,
    Outcome,
    PlayedWith,
    Result,
    Round,
    RoundStatus,
    Stage,
)
from tournament.referee_calls.queries import CALLS, WaitingCall, call_of_table
from tournament.results.kinds.kinds import content_of, kind_of, numbers_of
from tournament.results.postponed import without_result
from tournament.stages.formats import format_of
from tournament.stages.parties import parties_of
from tournament.standings.contestants import company_of
from tournament.standings.queries import (
    ContestantRef,
    PairView,
    RoundOfContestant,
    ranking_of,
    refs_of_sides,
    shared_pairs,
)

_AT_TABLES = (*CALLS, Action.TABLE_TO_PACKS, Action.TABLE_TO_PHONES)
"""Acts about one table that its pairs' pages tell, and no other."""


@dataclass(frozen=True, slots=True)
class RoundOfDay:
    """A round of the pair; `opponent` is None where it rests, and while the round is not `paired`.

    `ends_at` or, in a pause, `seconds_left` are those of an open round's countdown.
    """

    number: int
    status: RoundStatus
    handed_in: bool
    """It is open until all venues of the event are done with it, but nobody plays it."""
    paired: bool
    table: str
    table_number: int
    side: Party | None
    """A seat where everybody plays alone."""
    partner: ContestantRef | None
    """Who plays with it, where contestants are players."""
    opponent: ContestantRef | None
    ends_at: datetime | None
    seconds_left: int | None
    on_phones: bool
    """Its hands are played on phones."""
    days: Days | None = None
    """On which days it is played, in a stage with a calendar."""
    at_home: bool | None = None
    """Whether the pair plays at home; None in a stage without a calendar."""
    postponed: Days | None = None
    """The day to which its match was put off."""
    is_awaited: bool = False
    """It was closed without the pair's match, which has been postponed and not played."""
    leg: int = 0
    """Which of two games against the same pair it is; 0 where there is only one."""
    second_chance: bool = False
    """The pair has lost in the first round of a knock-out, and plays on."""


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A closed round of the pair; `until` when corrections can be asked for, None if not now.

    `waiting`: the results of which the pair has asked for a correction. `template` shows it.
    `is_here` is false for an older round that can't be corrected any more: everybody's page of the
    pair in that `stage` shows it.
    """

    stage: int
    group: RoundOfContestant
    until: datetime | None
    waiting: frozenset[int]
    template: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class PairVersion:
    """A version of the pair's page, and what was found out for it."""

    text: str
    """It changes whenever anything on the page does."""
    with_requests: bool
    """Somebody has asked for a correction in a match of the pair."""
    with_calls: bool
    """Something was recorded of the table at which it plays now."""


@dataclass(frozen=True, slots=True)
class PairPage:
    """A pair's day.

    `figure` is what it is ranked by, in a word, and how much it has of it. `now` is the first open
    round in which it plays, or the next one it takes part in. `results` are the closed rounds, the
    newest first. `asked` are requests of the opponents that wait for the referee,
    `correction_requests` all others about its matches, the newest first.
    """

    contestant: ContestantRef
    rounds: tuple[RoundOfDay, ...]
    now: RoundOfDay | None
    awaited: tuple[RoundOfDay, ...]
    """Closed rounds whose match the pair has still to play."""
    sheet: PairView[Any]
    figure: tuple[str, str]
    results: tuple[RoundResult, ...]
    asked: tuple[CorrectionRequestView, ...]
    correction_requests: tuple[CorrectionRequestView, ...]
    call: WaitingCall | None
    """Its table waits for a referee."""


def pair_version(championship: Championship, contestant: Contestant, published: str) -> PairVersion:
    """The version of the pair's page; 2 queries.

    `published` is the version of what is published (`core.live.public_version`).
    """
    correction_requests = CorrectionRequest.objects.filter(
        match__seats__contestant=contestant, match__round__championship=championship
    )
    last = correction_requests.aggregate(
        made=Max("number"), at=Max("answered_at"), done=Max("decided_at")
    )
    times = [last[one].isoformat() if last[one] else "" for one in ("at", "done")]
    playing = Match.objects.filter(
        seats__contestant=contestant, round__status=RoundStatus.OPEN, cancelled=False
    )
    calls = AuditEvent.objects.filter(
        championship=championship, action__in=_AT_TABLES, table__in=playing.values("table__number")
    )
    called = calls.aggregate(last=Max("sequence"))["last"] or 0
    here = "here" if contestant.here else ""
    return PairVersion(
        text="-".join([published, str(last["made"] or 0), str(called), *times, here]),
        with_requests=last["made"] is not None,
        with_calls=bool(called),
    )


def pair_page(
    stages: Collection[Stage],
    stage: Stage,
    number: int,
    *,
    published: str,
    with_requests: bool = True,
    with_calls: bool = True,
) -> PairPage:
    """The page of the pair with that number, with its standing in `stage` or in the last stage that
    it plays in; 10 queries, and 6 for each of the `stages`, which are those that the reader may
    see, where nobody has asked for the scores of this version yet.

    `published` is the version of what is published (`core.live.public_version`). Nothing is read
    that a version of the page says isn't there: `with_requests`, `with_calls` are as in
    `PairVersion`. Raises `Contestant.DoesNotExist`.
    """
    shared = {one: shared_pairs(one, published) for one in stages}
    sheets = {
        one: found.by_number[number] for one, found in shared.items() if number in found.by_number
    }
    if stage not in sheets:
        # The last one that it plays in; everybody plays in the first.
        stage = max(sheets, key=lambda one: one.number, default=stage)
    sheet = shared[stage].of(number)
    correction_requests = (
        correction_requests_of_contestant(stage.championship, sheet.contestant.id)
        if with_requests
        else ()
    )
    plan = _plan(stages, published)
    rounds = _rounds(plan, sheet.contestant, {one.pk: shared[one].contestants for one in sheets})
    over = [one.status is RoundStatus.CLOSED or one.handed_in for one in rounds]
    taking_part = [one for one, is_over in zip(rounds, over, strict=True) if not is_over]
    playing = [one for one in taking_part if one.status is RoundStatus.OPEN and one.opponent]
    soonest = next(
        (one for one in taking_part if one.status is RoundStatus.PLANNED or one.opponent), None
    )
    awaited = tuple(one for one in rounds if one.is_awaited)
    asked = tuple(one for one in correction_requests if _is_asked(one, sheet.contestant))
    return PairPage(
        contestant=sheet.contestant,
        rounds=rounds,
        now=playing[0] if playing else soonest,
        awaited=awaited,
        sheet=sheet,
        figure=_figure(stage, sheet),
        results=tuple(
            one
            for one in _results(sheets, plan, correction_requests)
            if one.group.round not in {round.number for round in awaited}
        ),
        asked=asked,
        correction_requests=tuple(one for one in reversed(correction_requests) if one not in asked),
        call=call_of_table(stage.championship, playing[0].table_number)
        if playing and with_calls
        else None,
    )


def _figure(stage: Stage, sheet: PairView[Any]) -> tuple[str, str]:
    column = next(one for one in ranking_of(stage).columns if one.ranks)
    return column.word, column.text(sheet.standing) if sheet.standing else ""


def _is_asked(correction_request: CorrectionRequestView, contestant: ContestantRef) -> bool:
    """Whether the pair is asked what it says to this."""
    return (
        correction_request.is_open
        and correction_request.kind is CorrectionRequest.Kind.CORRECTION
        and correction_request.opponents.includes(contestant.id)
    )


def _results(
    sheets: Mapping[Stage, PairView[Any]],
    plan: _Plan,
    correction_requests: Sequence[CorrectionRequestView],
) -> tuple[RoundResult, ...]:
    """The closed rounds of all stages, by their numbers, the last one first."""
    contestant = next(iter(sheets.values())).contestant
    until = {
        one.number: one.corrections_until
        for one in plan.rounds
        if one.status == RoundStatus.CLOSED and can_be_corrected(one.corrections_until)
    }
    waiting = frozenset(
        (one.round, one.deal)
        for one in correction_requests
        if one.is_open
        and one.kind is CorrectionRequest.Kind.CORRECTION
        and one.pair.includes(contestant.id)
    )
    groups = [
        (stage, group, group.round not in sheet.rests)
        for stage, sheet in reversed(list(sheets.items()))
        for group in reversed(sheet.groups)
    ]
    newest = next((group.round for _stage, group, played in groups if played), None)
    return tuple(
        RoundResult(
            stage=stage.number,
            group=group,
            until=until.get(group.round),
            waiting=frozenset(deal for number, deal in waiting if number == group.round),
            template=ranking_of(stage).phone_template,
            is_here=group.round == newest or group.round in until,
        )
        for stage, group, _played in groups
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    """The rounds of some stages by number, and the matches by the ids of a pair and a round."""

    rounds: tuple[Round, ...]
    matches: Mapping[tuple[int, int], Match]
    awaited: frozenset[int]
    """The ids of the postponed matches that closed rounds wait for."""


_plans: SharedReads[_Plan] = SharedReads()


def _plan(stages: Collection[Stage], published: str) -> _Plan:
    """What is played where in a version of what is published; 3 queries for who asks first."""
    ids = [stage.pk for stage in stages]

    def read() -> _Plan:
        rounds = Round.objects.filter(stage__in=ids).select_related("stage").order_by("number")
        matches = Match.objects.filter(round__stage__in=ids, cancelled=False)
        matches = matches.select_related("table").prefetch_related("seats")
        by_place = {
            (one, match.round_id): match
            for match in matches
            for side in match.side_ids
            for one in side
        }
        put_off = any(match.postponed_to for match in by_place.values())
        awaited = without_result(rounds[0].championship) if put_off else ()
        return _Plan(tuple(rounds), by_place, frozenset(one.pk for one in awaited))

    return _plans.get((*ids, published), read)


def _rounds(
    plan: _Plan, contestant: ContestantRef, by_stage: Mapping[int, Mapping[int, ContestantRef]]
) -> tuple[RoundOfDay, ...]:
    """The rounds that the pair takes part in; one that is knocked out may play for third place.

    `by_stage` are those who play in its stages.
    """
    own = ((one, plan.matches.get((contestant.id, one.pk))) for one in plan.rounds)
    return tuple(
        _round(one, match, contestant, by_stage[one.stage_id], plan)
        for one, match in own
        if one.stage_id in by_stage
        and contestant.is_there_in(one.number)
        and (match is not None or _goes_on(plan, one, by_stage[one.stage_id], contestant.id))
    )


def _goes_on(
    plan: _Plan, round: Round, contestants: Mapping[int, ContestantRef], pair: int
) -> bool:
    """Whether a pair without a match in a round isn't out by then: who lost a semifinal waits for
    the match for third place until the round of the final is paired."""
    contestant, stage = contestants[pair], round.stage
    if not contestant.is_out_in(round.number):
        return True
    last = max(one.number for one in plan.rounds if one.stage_id == round.stage_id)
    return (
        stage.third_place
        and len(contestants) >= LEAST_FOR_THIRD
        and not round.paired
        and contestant.out_in == last - stage.legs
    )


def _leg(plan: _Plan, round: Round) -> int:
    if not format_of(round.stage).knocks_out or round.stage.legs == 1:
        return 0
    first = min(one.number for one in plan.rounds if one.stage_id == round.stage_id)
    return round.stage.bracket_rules().place_of(round.number - first + 1)[1]


def _plays_again(contestant: ContestantRef, round: Round) -> bool:
    return contestant.again_from is not None and round.number >= contestant.again_from


def _round(
    round: Round,
    match: Match | None,
    contestant: ContestantRef,
    contestants: Mapping[int, ContestantRef],
    plan: _Plan,
) -> RoundOfDay:
    side, partner, opponent = None, None, None
    if match is not None:
        with_it = company_of(contestant.id, refs_of_sides(match.side_ids, contestants))
        side, partner, opponent = with_it.held, with_it.partner, with_it.opponent
    return RoundOfDay(
        number=round.number,
        status=RoundStatus(round.status),
        handed_in=round.handed_in_at is not None,
        paired=round.paired,
        table=match.table.shown_name if match else "",
        table_number=match.table.number if match else 0,
        side=side,
        partner=partner,
        opponent=opponent,
        ends_at=round.ends_at,
        seconds_left=round.seconds_left,
        on_phones=round.stage.played_with == PlayedWith.PHONES
        and format_of(round.stage).deals
        and (match is None or match.packs_since is None),
        days=days_of(round),
        postponed=Days(match.postponed_to, match.postponed_to)
        if match and match.postponed_to
        else None,
        is_awaited=match is not None and match.pk in plan.awaited,
        leg=_leg(plan, round),
        second_chance=_plays_again(contestants[contestant.id], round),
        at_home=side is Side.NS if side and format_of(round.stage).has_days else None,
    )


@dataclass(frozen=True, slots=True)
class PairHand:
    """A hand of a pair: `current` is the current version of its result, if there is one.

    `stands` is its content, None without one and while the round is not closed.
    """

    match: Match
    deal: int
    party: Party
    """As whom it speaks at the table."""
    contestant: Contestant
    opponents: tuple[Contestant, ...]
    current: Result | None
    stands: Any
    """A `Content` of the kind of the stage's results."""

    @property
    def side(self) -> Side:
        """On which side of the table it sits."""
        return self.party if isinstance(self.party, Side) else self.party.side

    @property
    def numbered(self) -> bool:
        """Whether it is one of several of its match (`ResultKind.numbered`)."""
        return kind_of(self.match.round.stage).numbered

    @property
    def version(self) -> int:
        return self.current.version if self.current else 0


def pair_hand(
    championship: Championship, number: int, round_number: int, deal: int
) -> PairHand | None:
    """A result of the pair with that number in a round; None where it owes no such one; 4 queries.

    `deal` is the number of the deal, or of a result of another kind.
    """
    own = Match.objects.filter(seats__contestant__number=number, round__championship=championship)
    match = (
        own.filter(round__number=round_number)
        .select_related("round__stage__championship", "table")
        .order_by("cancelled")
        .first()
    )
    if match is None or deal not in numbers_of(match.round):
        return None
    current = Result.objects.current(match, deal)
    is_shown = (
        current is not None
        and current.outcome != Outcome.BLANK
        and match.round.status == RoundStatus.CLOSED
    )
    parties = parties_of(match)
    party, contestant = next(
        (party, one) for party, own in parties.items() for one in own if one.number == number
    )
    others = (own for other, own in parties.items() if other is not party)
    return PairHand(
        match=match,
        deal=deal,
        party=party,
        contestant=contestant,
        opponents=tuple(chain.from_iterable(others)),
        current=current,
        # What referees note beside a result is theirs.
        stands=replace(content_of(current), note="") if current and is_shown else None,
    )


def match_being_played(contestant: Contestant) -> Match | None:
    """The match that a pair plays in the first open round, None where it plays none; 2 queries."""
    matches = Match.objects.filter(
        seats__contestant=contestant,
        round__status=RoundStatus.OPEN,
        round__handed_in_at=None,
        cancelled=False,
    )
    matches = matches.select_related("round__stage__championship", "table")
    return matches.prefetch_related("seats").order_by("round__number").first()
