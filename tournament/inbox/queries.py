"""What waits for a referee in all rounds of a championship: calls, requests, results to look at.

A disputed hand waits once, as the request; an unlikely one once, as unlikely. What nobody can act
on any more is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.core.finality import provisional_rounds
from tournament.correction_requests.queries import CorrectionRequestView, open_correction_requests
from tournament.models import (
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    RefereeCall,
    Result,
    ResultConfirmation,
    RoundDeal,
    RoundStatus,
    Ruling,
)
from tournament.models.places import ActedBy
from tournament.referee_calls.queries import WaitingCall, waiting_calls
from tournament.results.confirmations import Owed, confirmation_owed, is_after_publication
from tournament.results.doubts import doubts_in
from tournament.results.kinds.kind import Content, Doubt
from tournament.results.kinds.kinds import RESULT_KINDS, content_of, kind_of
from tournament.results.queries import standing_results


@dataclass(frozen=True, slots=True)
class WaitingResult:
    """A result that a referee should look at; `doubts` say why it is unlikely, if it is."""

    round: int
    table_number: int
    table_name: str
    deal: int
    numbered: bool
    """It is one of several of its match (`ResultKind.numbered`)."""
    version: int
    content: Content
    entered_by: ActedBy
    """Put into words by `audit.event_text.actor_text`."""
    entered_at: datetime
    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class WaitingThings:
    """Everything that waits; each the longest waiting first."""

    calls: tuple[WaitingCall, ...] = ()
    requests: tuple[CorrectionRequestView, ...] = ()
    unlikely: tuple[WaitingResult, ...] = ()
    unconfirmed: tuple[tuple[WaitingResult, ...], ...] = ()
    """Results that lack a referee's confirmation: those of a table in a round together."""
    final_rounds: frozenset[int] = frozenset()
    """The numbers of rounds whose results only organisers can still change."""


def waiting_things(championship: Championship) -> WaitingThings:
    """What waits for a referee; 9 queries at most."""
    unlikely, unconfirmed = _results(championship)
    return WaitingThings(
        calls=waiting_calls(championship),
        requests=open_correction_requests(championship),
        unlikely=unlikely,
        unconfirmed=unconfirmed,
        final_rounds=_final_rounds(championship),
    )


def _final_rounds(championship: Championship) -> frozenset[int]:
    closed = championship.rounds.filter(~provisional_rounds(), status=RoundStatus.CLOSED)
    return frozenset(closed.values_list("number", flat=True))


def waiting_count(championship: Championship) -> int:
    """How many things wait for a referee, as `waiting_things` lists them; 2 queries."""
    requests = CorrectionRequest.objects.filter(match__round__championship=championship)
    calls = RefereeCall.objects.filter(championship=championship, outcome="")
    asked = requests.filter(decision="").order_by().values("pk")
    said = asked.union(calls.order_by().values("pk"), all=True).count()
    unlikely, unconfirmed = _results(championship)
    return said + len(unlikely) + len(unconfirmed)


def _results(
    championship: Championship,
) -> tuple[tuple[WaitingResult, ...], tuple[tuple[WaitingResult, ...], ...]]:
    """Unlikely results, and unconfirmed ones by round and table; 1 query. None once the
    championship has ended: what stands then is final."""
    if championship.ended_at is not None:
        return (), ()
    found = list(_to_look_at(championship))
    doubts = _doubts(found)
    unlikely, unconfirmed = [], defaultdict(list)
    for result in found:
        place = (result.match_id, result.deal)
        if result.disputed:  # type: ignore[attr-defined]  # annotated
            continue
        if place in doubts:
            unlikely.append(_waiting(result, doubts[place]))
        elif _owes_referee(championship, result):
            unconfirmed[result.match_id].append(_waiting(result, ()))
    return tuple(unlikely), tuple(map(tuple, unconfirmed.values()))


def _to_look_at(championship: Championship) -> QuerySet[Result]:
    """The results in rounds of which results can still be looked at by referees, the oldest first:
    with whether a referee has seen them and whether they are disputed."""
    seen = ResultConfirmation.objects.filter(
        result=OuterRef("pk"), by=ResultConfirmation.By.REFEREE
    )
    requests = CorrectionRequest.objects.filter(
        match=OuterRef("match"), deal=OuterRef("deal"), decision=""
    )
    rulings = Ruling.objects.filter(
        championship=championship, kind=Ruling.Kind.HAND_CANCELLED, withdrawn_at__isnull=True
    )
    cancelled = RoundDeal.objects.filter(
        round=OuterRef("match__round"), number=OuterRef("deal"), number__in=rulings.values("deal")
    )
    results = standing_results(championship).filter(
        Q(match__round__status=RoundStatus.OPEN) | provisional_rounds("match__round__")
    )
    return (
        results.filter(~Exists(cancelled))
        .annotate(seen=Exists(seen), disputed=Exists(requests))
        .select_related("match__round__stage", "match__table")
        .order_by("entered_at", "pk")
    )


def _doubts(results: Iterable[Result]) -> Mapping[tuple[int, int], tuple[Doubt, ...]]:
    """Why results are unlikely, by match and deal."""
    by_round: dict[int, dict[tuple[int, int], Result]] = defaultdict(dict)
    for result in results:
        by_round[result.match.round_id][result.match_id, result.deal] = result
    found: dict[tuple[int, int], tuple[Doubt, ...]] = {}
    for of_round in by_round.values():
        kind = kind_of(next(iter(of_round.values())).match.round.stage)
        found |= doubts_in(kind, of_round, seen=_seen)
    return found


def _seen(result: Result) -> bool:
    seen: bool = result.seen  # type: ignore[attr-defined]  # annotated
    return seen


def _owes_referee(championship: Championship, result: Result) -> bool:
    """Whether a result of an open round lacks a confirmation that only a referee can give."""
    round = result.match.round
    if round.status != RoundStatus.OPEN or _seen(result):
        return False
    owed = confirmation_owed(
        ConfirmationRule(championship.confirmation),
        result.entered_side,
        (),
        after_publication=is_after_publication(result, round),
    )
    return owed is Owed.REFEREES


def _waiting(result: Result, doubts: tuple[Doubt, ...]) -> WaitingResult:
    return WaitingResult(
        round=result.match.round.number,
        table_number=result.match.table.number,
        table_name=result.match.table.shown_name,
        deal=result.deal,
        numbered=RESULT_KINDS[result.kind].numbered,
        version=result.version,
        content=content_of(result),
        entered_by=result.entered,
        entered_at=result.entered_at,
        doubts=doubts,
    )
