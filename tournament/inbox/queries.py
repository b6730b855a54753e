"""What waits for a referee in all rounds of a championship: calls, requests, results to look at.

A disputed hand waits once, as the request; an unlikely one once, as unlikely. What nobody can act
on any more is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from tournament.core.finality import can_be_corrected
from tournament.core.stages import begun_rounds
from tournament.correction_requests.queries import CorrectionRequestView, open_correction_requests
from tournament.models import (
    Championship,
    ConfirmationRule,
    CorrectionRequest,
    RefereeCall,
    Result,
    ResultConfirmation,
    Round,
    RoundStatus,
    Stage,
)
from tournament.models.places import ActedBy
from tournament.referee_calls.queries import WaitingCall, waiting_calls
from tournament.results.confirmations import Owed, confirmation_owed, is_after_publication
from tournament.results.doubts import doubts_in
from tournament.results.kinds.kind import Content, Doubt
from tournament.results.kinds.kinds import RESULT_KINDS, content_of, kind_of
from tournament.results.postponed import is_put_off
from tournament.results.queries import cancelled_hands, is_cancelled, standing_results


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


def waiting_things(championship: Championship, stages: Sequence[Stage]) -> WaitingThings:
    """What waits for a referee, `stages` being all of its stages; 10 queries at most."""
    begun = begun_rounds(stages)
    unlikely, unconfirmed = _results(begun, cancelled_hands(championship))
    return WaitingThings(
        calls=waiting_calls(championship),
        requests=open_correction_requests(championship),
        unlikely=tuple(_waiting(result, doubts) for result, doubts in unlikely),
        unconfirmed=tuple(tuple(_waiting(one, ()) for one in table) for table in unconfirmed),
        final_rounds=frozenset(one.number for one in begun if not _can_be_looked_at(one)),
    )


def waiting_count(
    championship: Championship, begun: Iterable[Round], cancelled: Collection[int]
) -> int:
    """How many things wait for a referee, as `waiting_things` lists them; 2 queries.

    `begun`: its rounds that are open or closed; `cancelled`: the deals cancelled for all tables.
    """
    requests = CorrectionRequest.objects.filter(match__round__championship=championship)
    calls = RefereeCall.objects.filter(championship=championship, outcome="")
    asked = requests.filter(decision="").order_by().values("pk")
    said = asked.union(calls.order_by().values("pk"), all=True).count()
    unlikely, unconfirmed = _results(begun, cancelled)
    return said + len(unlikely) + len(unconfirmed)


def _can_be_looked_at(round: Round) -> bool:
    """Whether referees can still change results of a round that has begun."""
    return round.status == RoundStatus.OPEN or can_be_corrected(round.corrections_until)


def _results(
    begun: Iterable[Round], cancelled: Collection[int]
) -> tuple[Sequence[tuple[Result, tuple[Doubt, ...]]], Collection[Sequence[Result]]]:
    """Unlikely results, and unconfirmed ones by round and table; 1 query at most. None once the
    championship has ended: what stands then is final."""
    running = (one for one in begun if one.stage.championship.ended_at is None)
    found = _to_look_at([one for one in running if _can_be_looked_at(one)], cancelled)
    doubts = _doubts(found)
    unlikely: list[tuple[Result, tuple[Doubt, ...]]] = []
    unconfirmed: dict[int, list[Result]] = defaultdict(list)
    for result in found:
        place = (result.match_id, result.deal)
        if result.disputed:  # type: ignore[attr-defined]  # annotated
            continue
        if place in doubts:
            unlikely.append((result, doubts[place]))
        elif _owes_referee(result):
            unconfirmed[result.match_id].append(result)
    return unlikely, unconfirmed.values()


def _to_look_at(rounds: Sequence[Round], cancelled: Collection[int]) -> list[Result]:
    """The results of these rounds but for cancelled hands, the oldest first: with whether a referee
    has seen them and whether they are disputed; 1 query, none without rounds."""
    if not rounds:
        return []
    seen = ResultConfirmation.objects.filter(
        result=OuterRef("pk"), by=ResultConfirmation.By.REFEREE
    )
    requests = CorrectionRequest.objects.filter(
        match=OuterRef("match"), deal=OuterRef("deal"), decision=""
    )
    by_id = {round.pk: round for round in rounds}
    results = (
        standing_results(rounds[0].stage.championship)
        .filter(match__round__in=by_id)
        .annotate(seen=Exists(seen), disputed=Exists(requests))
        .select_related("match__table")
        .order_by("entered_at", "pk")
    )
    found: list[Result] = []
    for result in results:
        result.match.round = by_id[result.match.round_id]
        if not is_cancelled(result.match.round, result.deal, cancelled):
            found.append(result)
    return found


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


def _owes_referee(result: Result) -> bool:
    """Whether a result of an open round lacks a confirmation that only a referee can give."""
    round = result.match.round
    if round.status != RoundStatus.OPEN or _seen(result):
        return False
    owed = confirmation_owed(
        ConfirmationRule(round.stage.championship.confirmation),
        result.entered_side,
        (),
        after_publication=is_after_publication(result, round, postponed=is_put_off(result.match)),
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
