"""Content of a pair's own page: where it plays, its results, and correction requests.

Points and scores are those of closed rounds, which everybody may read. Of other rounds it tells
only the pairings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from tournament.core.finality import can_be_corrected, last_end
from tournament.core.live import public_version
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
    ResultConfirmation,
    RoundStatus,
    Stage,
)
from tournament.phones.pair_rounds import Plan, RoundOfDay, read_plan, rounds_of_pair
from tournament.referee_calls.queries import CALLS, WaitingCall, call_of_table
from tournament.stages.formats import format_of
from tournament.standings.contestants import ContestantRef
from tournament.standings.queries.shared import shared_pairs
from tournament.standings.rankings.ranking import PairView, RoundOfContestant
from tournament.standings.rankings.rankings import ranking_of

_AT_TABLES = (*CALLS, Action.TABLE_TO_PACKS, Action.TABLE_TO_PHONES)
"""Acts about one table that only the pages of its pairs tell."""


@dataclass(frozen=True, slots=True)
class PairVersion:
    """Version of the pair's page, and facts that were found with it."""

    text: str
    """Text that changes whenever anything on the page does."""
    with_requests: bool
    """True where somebody has asked for a correction in a match of the pair."""
    with_calls: bool
    """True where something was recorded of the table at which it plays now."""


def published_to_pairs(championship: Championship, stages: Collection[Stage]) -> str:
    """Return the version of everything that is published (`core.live.public_version`), and of
    agreements without a public act: the results of postponed matches; 3 queries at most."""
    published = public_version(championship)
    if not any(format_of(one).has_days for one in stages):
        return published
    agreed = ResultConfirmation.objects.filter(
        result__match__round__championship=championship,
        result__match__postponed_to__isnull=False,
    )
    return f"{published}-{agreed.count()}"


def pair_version(championship: Championship, contestant: Contestant, published: str) -> PairVersion:
    """Return the version of the pair's page; 2 queries.

    `published` is the return value of `published_to_pairs`.
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


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A closed round of the pair; `until` when corrections can be asked for, None if not now.

    `waiting`: results of which the pair has asked for a correction. `template` shows it. `is_here`
    is false for an older round that can't be corrected any more: everybody's page of the pair in
    that `stage` shows it.
    """

    stage: int
    group: RoundOfContestant
    until: datetime | None
    waiting: frozenset[int]
    template: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class PairPage:
    """A pair's day.

    `figure` is the name and the value of what it is ranked by. `now` is the first open round in
    which it plays, or the next one it takes part in. `results` are the closed rounds, the newest
    first. `asked` are requests of the opponents that wait for the referee, `correction_requests`
    all others about its matches, the newest first.
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
    """Call of the pair's table that waits for a referee."""


def pair_page(
    stages: Collection[Stage],
    stage: Stage,
    number: int,
    *,
    published: str,
    with_requests: bool = True,
    with_calls: bool = True,
) -> PairPage:
    """Return the page of the pair with that number, with its standing in `stage` or in the last
    stage that it plays in; 10 queries, and 6 for each of the `stages`, which are those that the
    reader may see, where nobody has asked for the scores of this version yet.

    `published` is the return value of `published_to_pairs`. `with_requests` and `with_calls` are as
    in `PairVersion`: absent things are not read. Raises `Contestant.DoesNotExist`.
    """
    shared = {one: shared_pairs(one, published) for one in stages}
    sheets = {
        one: found.by_number[number] for one, found in shared.items() if number in found.by_number
    }
    if stage not in sheets:
        # The pair's last stage; everybody plays in the first one.
        stage = max(sheets, key=lambda one: one.number, default=stage)
    sheet = shared[stage].of(number)
    correction_requests = (
        correction_requests_of_contestant(stage.championship, sheet.contestant.id)
        if with_requests
        else ()
    )
    plan = read_plan(stages, published)
    playing_there = {one.pk: shared[one].contestants for one in sheets}
    rounds = rounds_of_pair(plan, sheet.contestant, playing_there)
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
    """Return whether the request waits for the pair's answer."""
    return (
        correction_request.is_open
        and correction_request.kind is CorrectionRequest.Kind.CORRECTION
        and correction_request.opponents.includes(contestant.id)
    )


def _results(
    sheets: Mapping[Stage, PairView[Any]],
    plan: Plan,
    correction_requests: Sequence[CorrectionRequestView],
) -> tuple[RoundResult, ...]:
    """Return the closed rounds of all stages, by their numbers, the last one first."""
    contestant = next(iter(sheets.values())).contestant
    ends = {
        one.number: last_end(one.corrections_until, plan.end_of(contestant.id, one))
        for one in plan.rounds
        if one.status == RoundStatus.CLOSED
    }
    until = {number: end for number, end in ends.items() if can_be_corrected(end)}
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
