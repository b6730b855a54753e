"""Correction requests: those that wait for a decision, and the decided ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import QuerySet

from scoring.game.seats import Party
from tournament.core.finality import can_be_corrected, last_end
from tournament.models import Championship, CorrectionRequest, Outcome, Result, RoundStatus
from tournament.models.places import ActedBy
from tournament.results.hidden import hidden
from tournament.results.kinds.kind import Content
from tournament.results.kinds.kinds import content_of, kind_of
from tournament.results.postponed import unagreed_results
from tournament.standings.contestants import ContestantRef, at_table, contestant_refs, refs_of_sides

ReadContestants = Callable[[], Mapping[int, ContestantRef]]
"""Function that reads all contestants by their id, after the rows that name them are read."""


@dataclass(frozen=True, slots=True)
class CorrectionRequestView:
    """A correction request and its hand, as everybody concerned sees it.

    `said` is the wanted result, None where the pair only disagrees; `disputed` is the version that
    it is about, `stands` the current result, None without one.
    """

    correction_request_id: int
    number: int
    kind: CorrectionRequest.Kind
    match_id: int
    round: int
    table_number: int
    table_name: str
    deal: int
    numbered: bool
    """True where the hand is one of several of its match (`ResultKind.numbered`)."""
    side: Party
    """Side or seat of the party that asks."""
    pair: ContestantRef
    opponents: ContestantRef
    based_on: int
    disputed: Content | None
    said: Content | None
    words: str
    at: datetime
    actor: ActedBy
    """Author; `audit.event_text.actor_text` names it."""
    version: int
    """Number of the version that stands now; 0 for none."""
    stands: Content | None
    is_final: bool
    """True where only an organiser can still change the result."""
    until: datetime | None
    """End of the time for corrections of the result."""
    answer: CorrectionRequest.Answer
    answered_at: datetime | None
    answered_by: ActedBy
    decision: CorrectionRequest.Decision
    decided_at: datetime | None
    decided_by: str
    decision_reason: str

    @property
    def without_results(self) -> CorrectionRequestView:
        """Return the request for an account from which the results of its table are hidden."""
        return replace(
            self,
            disputed=hidden(self.disputed),
            said=hidden(self.said),
            stands=hidden(self.stands),
            words="",
        )

    @property
    def is_open(self) -> bool:
        return self.decision is CorrectionRequest.Decision.NONE

    @property
    def asks_opponents(self) -> bool:
        """Return whether the opponents are asked for their opinion: about corrections only."""
        return self.kind is CorrectionRequest.Kind.CORRECTION

    @property
    def choice(self) -> str:
        """Value in a form, with the version that its reader has seen: "12:3"."""
        return f"{self.number}:{self.version}"

    @property
    def is_note(self) -> bool:
        """Return whether the request came too late: nothing waits for its decision."""
        return self.kind is CorrectionRequest.Kind.LATE

    @property
    def changed_meanwhile(self) -> bool:
        """Return whether another version stands than the one it is about."""
        return self.version != self.based_on


def open_correction_requests(
    championship: Championship, contestants: ReadContestants | None = None
) -> tuple[CorrectionRequestView, ...]:
    """Return the requests that wait for a decision, the longest waiting first; 5 queries, 3 of them
    where `contestants` reads those that the caller needs too, and 1 where nothing waits."""
    waiting = CorrectionRequest.objects.filter(match__round__championship=championship, decision="")
    return _views(championship, waiting, contestants)


def all_correction_requests(championship: Championship) -> tuple[CorrectionRequestView, ...]:
    """Return all requests of a championship, decided or not, in order; 5 queries."""
    return _views(
        championship, CorrectionRequest.objects.filter(match__round__championship=championship)
    )


def correction_requests_of_contestant(
    championship: Championship, contestant_id: int
) -> tuple[CorrectionRequestView, ...]:
    """Return the requests of a pair or its opponents about the pair's matches, in their order; 5
    queries, 1 for none."""
    own = CorrectionRequest.objects.filter(
        match__seats__contestant=contestant_id, match__round__championship=championship
    )
    return _views(championship, own)


def correction_request_view(
    championship: Championship, number: int
) -> CorrectionRequestView | None:
    """Return the correction request with that number, or None if there is none; 5 queries."""
    found = _views(
        championship,
        CorrectionRequest.objects.filter(match__round__championship=championship, number=number),
    )
    return found[0] if found else None


def _views(
    championship: Championship,
    correction_requests: QuerySet[CorrectionRequest],
    read_contestants: ReadContestants | None = None,
) -> tuple[CorrectionRequestView, ...]:
    correction_requests = correction_requests.select_related("match__round__stage", "match__table")
    found = list(correction_requests.prefetch_related("match__seats").order_by("at", "pk"))
    if not found:
        return ()
    results: dict[tuple[int, int], dict[int, Result]] = {}
    matches, deals = {one.match_id for one in found}, {one.deal for one in found}
    for result in Result.objects.filter(match__in=matches, deal__in=deals):
        versions = results.setdefault((result.match_id, result.deal), {})
        versions[result.version] = result
    put_off = [one.match_id for one in found if one.match.postponed_to is not None]
    alone = unagreed_results(championship).filter(match__in=put_off) if put_off else ()
    unagreed = frozenset(one.match_id for one in alone)
    contestants = read_contestants() if read_contestants else contestant_refs(championship)
    return tuple(
        _view(
            correction_request,
            results.get((correction_request.match_id, correction_request.deal), {}),
            contestants,
            unagreed,
        )
        for correction_request in found
    )


def _view(
    correction_request: CorrectionRequest,
    versions: Mapping[int, Result],
    contestants: Mapping[int, ContestantRef],
    unagreed: Collection[int],
) -> CorrectionRequestView:
    current = next((one for one in versions.values() if one.is_current), None)
    round = correction_request.match.round
    until = last_end(round.corrections_until, current.corrections_until if current else None)
    pairs = refs_of_sides(correction_request.match.side_ids, contestants)
    side = correction_request.party
    own, others = at_table(side, pairs)
    said = correction_request.said
    kind = kind_of(correction_request.match.round.stage)
    return CorrectionRequestView(
        correction_request_id=correction_request.pk,
        number=correction_request.number,
        kind=CorrectionRequest.Kind(correction_request.kind),
        match_id=correction_request.match_id,
        round=correction_request.match.round.number,
        table_number=correction_request.match.table.number,
        table_name=correction_request.match.table.shown_name,
        deal=correction_request.deal,
        numbered=kind.numbered,
        side=side,
        pair=own,
        opponents=others,
        based_on=correction_request.based_on,
        disputed=_content(versions.get(correction_request.based_on)),
        said=None if said is None else kind.read(said),
        words=correction_request.words,
        at=correction_request.at,
        actor=correction_request.acted_by,
        version=current.version if current else 0,
        stands=_content(current),
        is_final=round.status == RoundStatus.CLOSED
        and correction_request.match_id not in unagreed
        and not can_be_corrected(until),
        until=until,
        answer=CorrectionRequest.Answer(correction_request.answer),
        answered_at=correction_request.answered_at,
        answered_by=correction_request.answered,
        decision=CorrectionRequest.Decision(correction_request.decision),
        decided_at=correction_request.decided_at,
        decided_by=correction_request.decided_by,
        decision_reason=correction_request.decision_reason,
    )


def _content(result: Result | None) -> Content | None:
    """Return the content of a version; None for none, and for one that took the result back."""
    if result is None or result.outcome == Outcome.BLANK:
        return None
    return content_of(result)
