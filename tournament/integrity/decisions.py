"""Comparing confirmations, correction requests, calls and rulings with the record."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.audit.event_text import actor_text, numbered_text, place_text, value_text
from tournament.integrity.differences import difference
from tournament.integrity.recorded_state import (
    Confirmed,
    RecordedCall,
    RecordedCorrectionRequest,
    RecordedRuling,
    Replay,
)
from tournament.models import (
    Championship,
    CorrectionRequest,
    RefereeCall,
    ResultConfirmation,
    Ruling,
)
from tournament.models.places import HandPlace, TablePlace
from tournament.results.services.locked_hand import hand_place


def confirmation_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """Confirmations that only the tables, or only the record, know of; 1 query."""
    stored: dict[HandPlace, dict[Confirmed, datetime]] = defaultdict(dict)
    confirmations = ResultConfirmation.objects.filter(
        result__match__round__championship=championship
    )
    for confirmation in confirmations.select_related(
        "result__match__round", "result__match__table"
    ):
        result = confirmation.result
        place = hand_place(result.match, result.deal)
        confirmed = (result.version, confirmation.by, confirmation.acted_by)
        stored[place][confirmed] = confirmation.at
    for place in sorted(stored.keys() | state.confirmations.keys()):
        now, said = stored.get(place, {}), state.confirmations.get(place, {})
        for one in sorted(now.keys() & said.keys(), key=_by_version):
            if now[one] != said[one]:
                yield f"{place_text(place)}: {difference('confirmed_at', now[one], said[one])}."
        for one in sorted(now.keys() ^ said.keys(), key=_by_version):
            version, by, actor = one
            fault = (
                _(
                    "%(where)s: version %(number)d is confirmed (%(by)s), but the record "
                    "doesn't say so."
                )
                if one in now
                else _(
                    "%(where)s: version %(number)d is not confirmed (%(by)s), but the record "
                    "says so."
                )
            )
            yield fault % {
                "where": place_text(place),
                "number": version,
                "by": f"{value_text(by, 'by')}, {actor_text(actor)}",
            }


def _by_version(one: Confirmed) -> tuple[int, str, str]:
    return one[0], one[1], one[2].name


def correction_request_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """What correction requests say, or what became of them, that the record doesn't, or otherwise;
    1 query."""
    correction_requests = CorrectionRequest.objects.filter(
        match__round__championship=championship
    ).select_related("match__round", "match__table")
    yield from _faults(
        "correction_request",
        [
            (correction_request.number, _correction_request_now(correction_request))
            for correction_request in correction_requests
        ],
        {
            number: _correction_request_said(correction_request)
            for number, correction_request in state.correction_requests.items()
        },
    )


def _correction_request_now(correction_request: CorrectionRequest) -> Mapping[str, Any]:
    return {
        "place": place_text(hand_place(correction_request.match, correction_request.deal)),
        "correction_request": correction_request.kind,
        "side": correction_request.side,
        "based_on": correction_request.based_on,
        "said": correction_request.said,
        "words": correction_request.words,
        "made_by": correction_request.acted_by,
        "made_at": correction_request.at,
        "answer": correction_request.answer,
        "answered_by": correction_request.answered,
        **_decision(correction_request),
    }


def _correction_request_said(correction_request: RecordedCorrectionRequest) -> Mapping[str, Any]:
    return {
        "place": place_text(correction_request.place),
        **correction_request.content,
        "made_by": correction_request.actor,
        "made_at": correction_request.at,
        "answer": correction_request.answer,
        "answered_by": correction_request.answered_by,
        **_decision(correction_request),
    }


def _decision(request: CorrectionRequest | RecordedCorrectionRequest) -> dict[str, Any]:
    return {
        "answered_at": request.answered_at,
        "decision": request.decision,
        "decided_by": request.decided_by,
        "decided_at": request.decided_at,
        "decision_reason": request.decision_reason,
    }


def call_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """What calls of the referee say, or what became of them, that the record doesn't, or otherwise;
    1 query."""
    calls = RefereeCall.objects.filter(championship=championship)
    yield from _faults(
        "call",
        [(call.number, _call_now(call)) for call in calls],
        {number: _call_said(call) for number, call in state.calls.items()},
    )


def _call_now(call: RefereeCall) -> Mapping[str, Any]:
    return {
        "place": place_text(TablePlace(call.round, call.table)),
        "side": call.side,
        "called_at": call.at.isoformat(),
        "made_by": call.called_by,
        "coming_at": call.coming_at and call.coming_at.isoformat(),
        "coming_by": call.coming_by,
        "call_outcome": call.outcome,
        "ended_at": call.ended_at and call.ended_at.isoformat(),
        "ended_by": call.ended,
    }


def _call_said(call: RecordedCall) -> Mapping[str, Any]:
    return {
        "place": place_text(call.place),
        "side": call.side,
        "called_at": call.at.isoformat(),
        "made_by": call.actor,
        "coming_at": call.coming_at and call.coming_at.isoformat(),
        "coming_by": call.coming_by,
        "call_outcome": call.outcome,
        "ended_at": call.ended_at and call.ended_at.isoformat(),
        "ended_by": call.ended_by,
    }


def ruling_faults(state: Replay, championship: Championship) -> Iterator[str]:
    """What rulings say that the record doesn't, or otherwise; 1 query."""
    now = Ruling.objects.filter(championship=championship).select_related("contestant", "stage")
    yield from _faults(
        "ruling",
        [(ruling.number, _ruling_now(ruling)) for ruling in now],
        {number: _ruling_said(ruling) for number, ruling in state.rulings.items()},
    )


def _ruling_now(ruling: Ruling) -> Mapping[str, Any]:
    return {
        "ruling": ruling.kind,
        "hand": ruling.deal,
        "pair": ruling.contestant.number if ruling.contestant else None,
        "stage": ruling.stage.number if ruling.stage else None,
        "hundredths": ruling.hundredths,
        **_about_ruling(ruling),
    }


def _ruling_said(ruling: RecordedRuling) -> Mapping[str, Any]:
    return {
        **ruling.content,
        **_about_ruling(ruling),
    }


def _about_ruling(ruling: Ruling | RecordedRuling) -> dict[str, Any]:
    return {
        "made_by": ruling.actor,
        "made_at": ruling.at,
        "reason": ruling.reason,
        "withdrawn_by": ruling.withdrawn_by,
        "withdrawn_at": ruling.withdrawn_at,
        "withdrawal_reason": ruling.withdrawal_reason,
    }


def _faults(
    kind: str,
    stored: Sequence[tuple[int, Mapping[str, Any]]],
    recorded: Mapping[int, Mapping[str, Any]],
) -> Iterator[str]:
    """What differs between the stored and the recorded ones of a kind, by their numbers."""
    by_number = dict(stored)
    times = Counter(number for number, _content in stored)
    for number in sorted(by_number.keys() | recorded.keys()):
        where = {"where": numbered_text(kind, number)}
        if times[number] > 1:
            yield _("%(where)s is stored more than once.") % where
        if number not in recorded:
            yield _("%(where)s is stored but not in the record.") % where
        elif number not in by_number:
            yield _("%(where)s is in the record but not stored.") % where
        else:
            said = recorded[number]
            differences = [
                difference(name, now, said[name])
                for name, now in by_number[number].items()
                if now != said[name]
            ]
            if differences:
                yield f"{where['where']}: {'; '.join(differences)}."
