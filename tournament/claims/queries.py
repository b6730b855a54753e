"""What pairs say against results: what waits for a decision, and what became of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from scoring.seats import Side
from tournament.models import Claim, Match, Outcome, Result, Stage
from tournament.results.entry import ResultInput, content_of, entry_of
from tournament.standings.queries import TeamRef, team_refs


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim, and the hand that it is about, as everybody concerned reads it.

    `said` is what is claimed, None where a pair only says that something is wrong; `disputed` is
    the version it was said about, `stands` what stands now, None for nothing.
    """

    claim_id: int
    number: int
    kind: Claim.Kind
    match_id: int
    round: int
    table_number: int
    table_name: str
    deal: int
    side: Side
    """On which side the pair sat that says so."""
    pair: TeamRef
    opponents: TeamRef
    based_on: int
    disputed: ResultInput | None
    said: ResultInput | None
    words: str
    at: datetime
    actor: str
    """As the record names it: shown by `audit.wording.actor_text`."""
    version: int
    """The number of the version that stands now; 0 for none."""
    stands: ResultInput | None
    answer: Claim.Answer
    answered_at: datetime | None
    answered_by: str
    decision: Claim.Decision
    decided_at: datetime | None
    decided_by: str
    decision_reason: str

    @property
    def is_open(self) -> bool:
        return self.decision is Claim.Decision.NONE

    @property
    def asks_opponents(self) -> bool:
        """Whether the opponents are asked what they say to it: about corrections only."""
        return self.kind is Claim.Kind.CORRECTION

    @property
    def changed_meanwhile(self) -> bool:
        """Whether another version stands than the one it was said about."""
        return self.version != self.based_on


def open_claims(stage: Stage) -> tuple[ClaimView, ...]:
    """What waits for a referee's decision, the longest waiting first; 4 queries."""
    return _views(stage, Claim.objects.filter(match__round__stage=stage, decision=""))


def all_claims(stage: Stage) -> tuple[ClaimView, ...]:
    """Everything that was ever claimed, decided or not, in its order; 4 queries."""
    return _views(stage, Claim.objects.filter(match__round__stage=stage))


def claims_of(match: Match) -> tuple[ClaimView, ...]:
    """All claims about a match, decided or not, in their order; 4 queries."""
    return _views(match.round.stage, Claim.objects.filter(match=match))


def claims_of_team(stage: Stage, team_id: int) -> tuple[ClaimView, ...]:
    """What a pair or its opponents claimed about the pair's matches, in their order; 4 queries."""
    own = Q(match__ns=team_id) | Q(match__ew=team_id)
    return _views(stage, Claim.objects.filter(own, match__round__stage=stage))


def claim_view(stage: Stage, number: int) -> ClaimView | None:
    """The claim with that number, or None if there is none; 4 queries."""
    found = _views(stage, Claim.objects.filter(match__round__stage=stage, number=number))
    return found[0] if found else None


def _views(stage: Stage, claims: QuerySet[Claim]) -> tuple[ClaimView, ...]:
    found = list(claims.select_related("match__round", "match__table").order_by("at", "pk"))
    results: dict[tuple[int, int], dict[int, Result]] = {}
    matches, deals = {one.match_id for one in found}, {one.deal for one in found}
    for result in Result.objects.filter(match__in=matches, deal__in=deals):
        versions = results.setdefault((result.match_id, result.deal), {})
        versions[result.version] = result
    teams = team_refs(stage.championship)
    return tuple(
        _view(claim, results.get((claim.match_id, claim.deal), {}), teams) for claim in found
    )


def _view(claim: Claim, versions: Mapping[int, Result], teams: Mapping[int, TeamRef]) -> ClaimView:
    current = next((one for one in versions.values() if one.is_current), None)
    pairs = {Side.NS: teams[claim.match.ns_id], Side.EW: teams[claim.match.ew_id]}
    side = Side(claim.side)
    return ClaimView(
        claim_id=claim.pk,
        number=claim.number,
        kind=Claim.Kind(claim.kind),
        match_id=claim.match_id,
        round=claim.match.round.number,
        table_number=claim.match.table.number,
        table_name=claim.match.table.shown_name,
        deal=claim.deal,
        side=side,
        pair=pairs[side],
        opponents=pairs[side.opponents],
        based_on=claim.based_on,
        disputed=_content(versions.get(claim.based_on)),
        said=entry_of(claim.said) if claim.said is not None else None,
        words=claim.words,
        at=claim.at,
        actor=claim.actor,
        version=current.version if current else 0,
        stands=_content(current),
        answer=Claim.Answer(claim.answer),
        answered_at=claim.answered_at,
        answered_by=claim.answered_by,
        decision=Claim.Decision(claim.decision),
        decided_at=claim.decided_at,
        decided_by=claim.decided_by,
        decision_reason=claim.decision_reason,
    )


def _content(result: Result | None) -> ResultInput | None:
    """What a version says; None for none, and for one that took the result back."""
    if result is None or result.outcome == Outcome.BLANK:
        return None
    return content_of(result)
