"""Acts that concern a hand, read from the record: results, confirmations, requests, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import Q

from scoring.duplicate.settings import Settings
from scoring.game.seats import Side
from tournament.models import Action, AuditEvent, CorrectionRequest, ResultConfirmation, Stage
from tournament.models.places import CorrectionRequestPlace
from tournament.results.kinds.dealt_hand import entry_of
from tournament.score_explanations.acts import (
    Act,
    Answered,
    CancellationWithdrawn,
    Confirmed,
    Decided,
    Entered,
    HandCancelled,
    PairReturned,
    PairWithdrew,
    PlayAttached,
    PlayJudged,
    Requested,
    RoundClosed,
    RoundReopened,
    RulesChanged,
    What,
)

_ENTRIES = (Action.RESULT_ENTERED, Action.RESULT_CHANGED)
_ON_THE_HAND = (
    *_ENTRIES,
    *(Action.RESULT_CONFIRMED, Action.PLAY_ATTACHED),
    *(Action.PLAY_SET_ASIDE, Action.PLAY_COUNTS),
    *(
        Action.CORRECTION_REQUEST_MADE,
        Action.CORRECTION_REQUEST_ANSWERED,
        Action.CORRECTION_REQUEST_DECIDED,
    ),
    *(Action.RULING_MADE, Action.RULING_WITHDRAWN),
)
"""Actions recorded with a hand, at one table or at all of them."""
_ON_THE_ROUND = (Action.ROUND_CLOSED, Action.ROUND_REOPENED)
_ON_A_PAIR: Mapping[str, type[PairWithdrew | PairReturned]] = {
    Action.CONTESTANT_WITHDRAWN: PairWithdrew,
    Action.WITHDRAWAL_TAKEN_BACK: PairReturned,
}


def acts_on(stage: Stage, round_number: int, deal: int) -> tuple[Sequence[Act], Settings]:
    """Return the acts that concern a hand at all its tables, in order, and the scoring rules before
    the first of them; 1 query."""
    events = list(_events(stage, round_number, deal))
    first = _settings_before(stage, events)
    return list(_acts(events, first)), first


def _events(stage: Stage, round_number: int, deal: int) -> Iterable[AuditEvent]:
    """Return the recorded events of a hand, its round and its rules, in the order of the record."""
    championship = stage.championship
    on_hand = Q(round=round_number, deal=deal, action__in=_ON_THE_HAND)
    on_round = Q(round=round_number, action__in=_ON_THE_ROUND)
    settings = Q(action=Action.SETTINGS_CHANGED, after__stage=stage.number)
    on_all = Q(action__in=_ON_A_PAIR) | settings
    events = AuditEvent.objects.filter(championship=championship)
    return events.filter(on_hand | on_round | on_all).order_by("sequence")


def _settings_before(stage: Stage, events: Iterable[AuditEvent]) -> Settings:
    """Return the scoring rules before the first of the events; each change records the values
    before it."""
    stored: dict[str, Any] = {}
    for event in events:
        if event.action == Action.SETTINGS_CHANGED:
            stored = {**_parts(event.before), **stored}
    return stage.scoring_settings().with_plain(stored)


def _acts(events: Iterable[AuditEvent], settings: Settings) -> Iterator[Act]:
    for event in events:
        if event.action == Action.SETTINGS_CHANGED:
            before, settings = settings, settings.with_plain(_parts(event.after))
            if _scores_alike(before, settings):
                continue
            what: What = RulesChanged(settings)
        else:
            what = _what(event)
        yield Act(
            sequence=event.sequence,
            at=event.at,
            actor=event.acted_by,
            public_actor=event.public_actor,
            reason=event.reason,
            what=what,
        )


def _scores_alike(one: Settings, other: Settings) -> bool:
    """Return whether both settings score a hand alike; ranking and tie-breaks are ignored."""
    names = ("method", "average_of", "flat_score", "scale", "withdrawn")
    return all(getattr(one, name) == getattr(other, name) for name in names)


_WITHOUT_DETAILS: Mapping[str, What] = {
    Action.RULING_MADE: HandCancelled(),
    Action.RULING_WITHDRAWN: CancellationWithdrawn(),
    Action.ROUND_CLOSED: RoundClosed(),
    Action.ROUND_REOPENED: RoundReopened(),
}


def _what(event: AuditEvent) -> What:
    if event.action in _WITHOUT_DETAILS:
        return _WITHOUT_DETAILS[event.action]
    if event.action in _ON_A_PAIR:
        assert event.contestant is not None
        return _ON_A_PAIR[event.action](event.contestant)
    assert event.table is not None
    if isinstance(event.place, CorrectionRequestPlace):
        return _about_a_request(event, event.table, event.place.correction_request)
    if event.action in (Action.PLAY_SET_ASIDE, Action.PLAY_COUNTS):
        return PlayJudged(event.table, counts=event.action == Action.PLAY_COUNTS)
    after = _parts(event.after)
    if event.action in _ENTRIES:
        return Entered(event.table, after["version"], entry_of(after))
    if event.action == Action.RESULT_CONFIRMED:
        by = ResultConfirmation.By(after["by"])
        return Confirmed(event.table, after["version"], by)
    assert event.action == Action.PLAY_ATTACHED, event.action
    return PlayAttached(event.table, after["version"], after["play"])


def _about_a_request(event: AuditEvent, table: int, number: int) -> Requested | Answered | Decided:
    after = _parts(event.after)
    if event.action == Action.CORRECTION_REQUEST_DECIDED:
        return Decided(table, number, CorrectionRequest.Decision(after["decision"]))
    side = Side(after["side"])
    if event.action == Action.CORRECTION_REQUEST_ANSWERED:
        return Answered(table, number, CorrectionRequest.Answer(after["answer"]), side)
    return Requested(
        table=table,
        number=number,
        why=CorrectionRequest.Kind(after["correction_request"]),
        side=side,
        asked_for=entry_of(after["said"]) if after["said"] else None,
        words=after["words"],
    )


def _parts(recorded: Any) -> dict[str, Any]:
    """Return the recorded values before or after an act, by name."""
    assert isinstance(recorded, dict), recorded
    return recorded
