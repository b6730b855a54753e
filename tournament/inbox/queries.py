"""Calls, requests and results that wait for a referee in all rounds of a championship.

A disputed hand waits once, as the request; an unlikely one once, as unlikely. Things that nobody
can act on any more are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, Value

from scoring.game.seats import party_named
from tournament.core.finality import can_be_corrected, provisional
from tournament.core.stages import begun_rounds
from tournament.correction_requests.queries import CorrectionRequestView, open_correction_requests
from tournament.models import (
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    Outcome,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundStatus,
    Stage,
)
from tournament.models.contestants import shown_table
from tournament.models.places import ActedBy
from tournament.referee_calls.queries import WaitingCall, waiting_calls
from tournament.results.confirmations import Owed, confirmation_owed, is_after_publication
from tournament.results.doubts import doubts_in
from tournament.results.kinds.kind import Content, Doubt
from tournament.results.kinds.kinds import RESULT_KINDS, kind_of
from tournament.results.postponed import unagreed_results, was_put_off
from tournament.results.queries import cancelled_hands, is_cancelled
from tournament.stages.formats import format_of


@dataclass(frozen=True, slots=True)
class WaitingResult:
    """A result that a referee should look at; `doubts` say why it is unlikely, if it is."""

    round: int
    table_number: int
    table_name: str
    deal: int
    numbered: bool
    """Whether the hand is one of several of its match (`ResultKind.numbered`)."""
    version: int
    content: Content
    entered_by: ActedBy
    """Put into words by `audit.event_text.actor_text`."""
    entered_at: datetime
    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class WaitingThings:
    """Everything that waits; of each kind the longest waiting first."""

    calls: tuple[WaitingCall, ...] = ()
    requests: tuple[CorrectionRequestView, ...] = ()
    unlikely: tuple[WaitingResult, ...] = ()
    unconfirmed: tuple[tuple[WaitingResult, ...], ...] = ()
    """Results that lack a referee's confirmation, grouped by table and round."""


def waiting_things(championship: Championship, stages: Sequence[Stage]) -> WaitingThings:
    """Return everything that waits for a referee in `stages`, all of the championship's; 10 queries
    at most."""
    begun = begun_rounds(stages)
    results = changeable_results(begun, cancelled_hands(championship))
    requests = open_correction_requests(championship)
    waiting = _waiting_results(results, {(one.match_id, one.deal) for one in requests})
    return WaitingThings(
        calls=waiting_calls(championship),
        requests=requests,
        unlikely=tuple(_waiting(result, doubts) for result, doubts in waiting.unlikely),
        unconfirmed=tuple(
            tuple(_waiting(one, ()) for one in table) for table in waiting.unconfirmed
        ),
    )


def waiting_count(championship: Championship, results: Sequence[StandingResult]) -> int:
    """Return how many things `waiting_things` lists; 1 query.

    `results` are the championship's `changeable_results`.
    """
    requests = CorrectionRequest.objects.filter(
        match__round__championship=championship, decision=""
    )
    calls = RefereeCall.objects.filter(championship=championship, outcome="")
    # A call is in the way of no hand: it counts as about a match that doesn't exist.
    no_hand = calls.order_by().values_list(Value(0), Value(0))
    said = list(requests.order_by().values_list("match_id", "deal").union(no_hand, all=True))
    waiting = _waiting_results(results, set(said))
    return len(said) + len(waiting.unlikely) + len(waiting.unconfirmed)


def _can_be_looked_at(round: Round) -> bool:
    """Return whether referees can still change results of a round that has begun."""
    return round.status == RoundStatus.OPEN or can_be_corrected(round.corrections_until)


@dataclass(frozen=True, slots=True)
class StandingResult:
    """A current result in a round in which referees can still change it."""

    round: Round
    columns: Mapping[str, Any]
    """`_COLUMNS` and those of its kind, as read."""

    @property
    def place(self) -> tuple[int, int]:
        """Return the match, and the deal or other number."""
        return self.columns["match_id"], self.columns["deal"]

    @property
    def content(self) -> Content:
        content: Content = RESULT_KINDS[self.columns["kind"]].read(self.columns)
        return content

    @property
    def is_unseen(self) -> bool:
        """Return whether no referee has entered or confirmed it."""
        return self.columns["entered_side"] != "" and not self.columns["seen"]


_COLUMNS = (
    *("match_id", "match__round_id", "match__postponed_to", "deal", "kind", "version"),
    *("match__table__number", "match__table__name"),
    *("entered_side", "entered_by", "entered_contestant", "entered_table", "entered_at"),
)


def changeable_results(
    begun: Iterable[Round], cancelled: Collection[int]
) -> Sequence[StandingResult]:
    """Return the current results of rounds in which referees can still change them, the oldest
    first; 1 query at most.

    Deals that are `cancelled` for all tables are left out. There are none once the championship has
    ended: its results are final.
    """
    by_id = {one.pk: one for one in begun if one.stage.championship.ended_at is None}
    changeable = [pk for pk, one in by_id.items() if _can_be_looked_at(one)]
    leagues = [pk for pk, one in by_id.items() if format_of(one.stage).has_days]
    if not (changeable or leagues):
        return ()
    alone = unagreed_results(next(iter(by_id.values())).stage.championship)
    kinds = {kind_of(round.stage).columns for round in by_id.values()}
    seen = ResultConfirmation.objects.filter(
        result=OuterRef("pk"), by=ResultConfirmation.By.REFEREE
    )
    stored = (
        Result.objects.filter(match__round__in=[*changeable, *leagues], match__cancelled=False)
        .filter(is_current=True)
        .filter(Q(match__round__in=changeable) | Q(pk__in=alone.values("pk")) | provisional())
        .exclude(outcome=Outcome.BLANK)
        .annotate(seen=Exists(seen), alone=Exists(alone.filter(pk=OuterRef("pk"))))
        .order_by("entered_at", "pk")
        .values(*_COLUMNS, "seen", "alone", *{name for columns in kinds for name in columns})
    )
    results = (StandingResult(by_id[row["match__round_id"]], row) for row in stored)
    return tuple(
        one for one in results if not is_cancelled(one.round, one.columns["deal"], cancelled)
    )


@dataclass(frozen=True, slots=True)
class _WaitingResults:
    """Unlikely results with the reasons, and unconfirmed ones by table."""

    unlikely: Sequence[tuple[StandingResult, tuple[Doubt, ...]]]
    unconfirmed: Collection[Sequence[StandingResult]]


def _waiting_results(
    results: Sequence[StandingResult], disputed: Collection[tuple[int, int]]
) -> _WaitingResults:
    """Return which of these results a referee should look at, without those that are `disputed`."""
    doubts = _doubts(results)
    unlikely: list[tuple[StandingResult, tuple[Doubt, ...]]] = []
    unconfirmed: dict[int, list[StandingResult]] = defaultdict(list)
    for result in results:
        if not result.is_unseen or result.place in disputed:
            continue
        if result.place in doubts:
            unlikely.append((result, doubts[result.place]))
        elif _owes_referee(result):
            unconfirmed[result.columns["match_id"]].append(result)
    return _WaitingResults(unlikely, unconfirmed.values())


def _doubts(results: Iterable[StandingResult]) -> Mapping[tuple[int, int], tuple[Doubt, ...]]:
    """Return why results are unlikely, by match and deal."""
    by_round: dict[int, list[StandingResult]] = defaultdict(list)
    for result in results:
        by_round[result.round.pk].append(result)
    found: dict[tuple[int, int], tuple[Doubt, ...]] = {}
    for of_round in by_round.values():
        unseen = {one.place for one in of_round if one.is_unseen}
        if unseen:
            contents = {one.place: one.content for one in of_round}
            found |= doubts_in(kind_of(of_round[0].round.stage), contents, among=unseen)
    return found


def _owes_referee(result: StandingResult) -> bool:
    """Return whether an unseen result lacks a confirmation that only a referee can give.

    Of a postponed match anybody but whoever entered the result can give it.
    """
    round = result.round
    if round.status != RoundStatus.OPEN:
        return bool(result.columns["alone"])
    postponed = was_put_off(result.columns["match__postponed_to"], round.stage)
    owed = confirmation_owed(
        ConfirmationRule(round.stage.championship.confirmation),
        result.columns["entered_side"],
        (),
        after_publication=is_after_publication(
            result.columns["entered_at"], round, postponed=postponed
        ),
    )
    return owed is Owed.REFEREES


def _waiting(result: StandingResult, doubts: tuple[Doubt, ...]) -> WaitingResult:
    columns = result.columns
    number, name = columns["match__table__number"], columns["match__table__name"]
    by_table = columns["entered_table"] is not None
    return WaitingResult(
        round=result.round.number,
        table_number=number,
        table_name=shown_table(number, name),
        deal=columns["deal"],
        numbered=RESULT_KINDS[columns["kind"]].numbered,
        version=columns["version"],
        content=result.content,
        entered_by=ActedBy(
            columns["entered_by"],
            columns["entered_contestant"],
            columns["entered_table"],
            party_named(columns["entered_side"]) if by_table else None,
        ),
        entered_at=columns["entered_at"],
        doubts=doubts,
    )
