"""Replaying a championship's events, one after the other, into the state that they lead to.

Nothing but the events is read, so the result can be compared with the other tables. Who meets
whom is not in the record, only a digest of it, and whom late pairs and withdrawals touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from tournament.integrity.recorded_state import (
    SETTINGS,
    RecordedCall,
    RecordedCorrectionRequest,
    RecordedPair,
    RecordedPairing,
    RecordedRuling,
    RecordedStage,
    RecordedVersion,
    Replay,
)
from tournament.models import Action, AuditEvent, RefereeCall, RoundStatus
from tournament.models.places import (
    ActedBy,
    ContestantPlace,
    CorrectionRequestPlace,
    HandPlace,
    Place,
    RoundPlace,
    RulingPlace,
    TablePlace,
)
from tournament.stages.formats import FORMATS

_P = TypeVar("_P", bound=Place)


def replay(events: Iterable[AuditEvent]) -> Replay:
    """The state that the events of one championship, in their order, lead to.

    Raises `LookupError`, `TypeError` or `ValueError` at an event that this program can't have
    written.
    """
    state = Replay()
    for event in events:
        follow = _FOLLOWED.get(Action(event.action))
        if follow is not None:
            act = _Act(
                event.place, event.acted_by, event.reason, event.before, event.after, event.at
            )
            follow(state, act)
    return state


@dataclass(frozen=True, slots=True)
class _Act:
    """The parts of an event that the replay uses."""

    place: Place | None
    actor: ActedBy
    reason: str
    before: Any
    after: Any
    time: datetime

    def at(self, kind: type[_P]) -> _P:
        """The place, which is of that kind. Raises `ValueError` for one that is not."""
        if not isinstance(self.place, kind):
            raise ValueError(f"{self.place} is no {kind.__name__}")
        return self.place

    @property
    def ruling(self) -> int:
        """The number of the ruling that the act is about. Raises `ValueError` where it is none."""
        if not isinstance(self.place, RulingPlace):
            raise ValueError(f"{self.place} is no ruling")
        return self.place.ruling


_DETAILS = ("name", "place", "date", "logo")


def _details(state: Replay, act: _Act) -> None:
    told = {name: act.after[name] for name in _DETAILS if name in act.after}
    state.details = {"logo": None, **state.details, **told}


def _created(state: Replay, act: _Act) -> None:
    """The event tells of the first stage's settings those that a new stage hasn't anyway."""
    _details(state, act)
    state.rehearsal = "rehearsal" in act.after
    state.stages[1].settings.update(
        {name: act.after[name] for name in SETTINGS if name in act.after}
    )


def _stage_added(state: Replay, act: _Act) -> None:
    stage = state.stages[act.after["stage"]] = RecordedStage()
    stage.settings.update({name: act.after[name] for name in SETTINGS if name in act.after})


def _settings(state: Replay, act: _Act) -> None:
    told = dict(act.after)
    state.stages[told.pop("stage")].settings.update(told)


def _day(state: Replay, act: _Act) -> None:
    state.day.update(act.after)


def _ended(state: Replay, _act: _Act) -> None:
    state.ended = True


def _pair_added(state: Replay, act: _Act) -> None:
    state.pairs[act.after["number"]] = RecordedPair(act.after)


def _pairs_imported(state: Replay, act: _Act) -> None:
    for details in act.after["pairs"]:
        state.pairs[details["number"]] = RecordedPair(details)


def _pair_changed(state: Replay, act: _Act) -> None:
    pair = state.pairs.pop(act.before["number"])
    pair.details = act.after
    state.pairs[act.after["number"]] = pair


def _pair_removed(state: Replay, act: _Act) -> None:
    del state.pairs[act.before["number"]]


def _numbers_drawn(state: Replay, act: _Act) -> None:
    """The event tells who has which number by the names of the two players only."""
    by_names: dict[str, list[Mapping[str, Any] | None]] = {}
    for number, pair in state.pairs.items():
        names = act.before[str(number)]
        by_names.setdefault(names, []).append(pair.details)
    state.pairs = {}
    for number, names in act.after["numbers"].items():
        same = by_names[names]
        details = same[0] if len(same) == 1 else None
        state.pairs[int(number)] = RecordedPair(
            None if details is None else {**details, "number": int(number)}
        )


def _pair_joined_late(state: Replay, act: _Act) -> None:
    own = ("from_round", "matches")
    number = act.after["number"]
    details = {name: value for name, value in act.after.items() if name not in own}
    state.pairs[number] = RecordedPair(details, joined_round=act.after["from_round"])
    for stage in state.stages.values():
        for pairing in stage.pairings.values():
            pairing.came_later.add(number)
    for match in act.after["matches"]:
        sides = (number, match["opponent"])
        ns, ew = sides if match["side"] == "NS" else sides[::-1]
        state.late.add((match["round"], ns, ew))


def _pair_withdrawn(state: Replay, act: _Act) -> None:
    number = act.at(ContestantPlace).contestant
    state.pairs[number].withdrawn_from = act.after["from_round"]
    for match in act.after["cancelled"]:
        low, high = sorted((number, match["opponent"]))
        state.cancelled.add((match["round"], low, high))


def _schedule_made(state: Replay, act: _Act) -> None:
    _forget_schedule(state, act.after["stage"])
    stage = state.stages[act.after["stage"]]
    stage.scheduled = act.after
    by_round = FORMATS[stage.settings["kind"]].round_by_round
    _paired(state, stage, stage.rounds[:1] if by_round else stage.rounds, act.after["matches"])


def _round_paired(state: Replay, act: _Act) -> None:
    number = act.at(RoundPlace).round
    rounds = range(number, number + 1)
    _forget_matches(state, rounds)
    _paired(state, state.stages[act.after["stage"]], rounds, act.after["matches"])


def _paired(state: Replay, stage: RecordedStage, rounds: range, matches: str) -> None:
    first = rounds[0]
    present = frozenset(
        number
        for number, pair in state.pairs.items()
        if pair.joined_round <= first
        and (pair.withdrawn_from is None or pair.withdrawn_from > first)
    )
    stage.pairings[first] = RecordedPairing(
        rounds, matches, present, frozenset(state.late), frozenset(state.cancelled)
    )


def _schedule_removed(state: Replay, act: _Act) -> None:
    _forget_schedule(state, act.before["stage"])


def _forget_schedule(state: Replay, number: int) -> None:
    stage = state.stages[number]
    _forget_matches(state, stage.rounds)
    stage.scheduled, stage.published = {}, False
    stage.pairings.clear()


def _forget_matches(state: Replay, rounds: range) -> None:
    for changed in (state.late, state.cancelled):
        changed -= {meeting for meeting in changed if meeting[0] in rounds}


def _schedule_published(state: Replay, act: _Act) -> None:
    state.stages[act.after["stage"]].published = True


def _commitment(state: Replay, act: _Act) -> None:
    state.commitments.add(act.after["commitment"])


def _salt(state: Replay, act: _Act) -> None:
    state.salt = act.after["salt"]


def _salt_fixed(state: Replay, act: _Act) -> None:
    _commitment(state, act)
    _salt(state, act)
    state.salt_fixed = True


def _round_opened(state: Replay, act: _Act) -> None:
    state.rounds[act.at(RoundPlace).round] = RoundStatus.OPEN


def _round_closed(state: Replay, act: _Act) -> None:
    number = act.at(RoundPlace).round
    state.rounds[number] = RoundStatus.CLOSED
    state.corrections[number] = act.after["corrections_until"]


def _round_reopened(state: Replay, act: _Act) -> None:
    _round_opened(state, act)
    state.corrections[act.at(RoundPlace).round] = None


def _result(state: Replay, act: _Act) -> None:
    version = RecordedVersion(act.after, act.actor, act.reason)
    state.results.setdefault(act.at(HandPlace), []).append(version)


def _confirmed(state: Replay, act: _Act) -> None:
    confirmed = (act.after["version"], act.after["by"], act.actor)
    state.confirmations.setdefault(act.at(HandPlace), set()).add(confirmed)


def _play_attached(state: Replay, act: _Act) -> None:
    attached_to = (act.at(HandPlace), act.after["version"], act.after["play"])
    state.plays[attached_to] = act.after["digest"]


def _correction_request_made(state: Replay, act: _Act) -> None:
    place = act.at(CorrectionRequestPlace)
    state.correction_requests[place.correction_request] = RecordedCorrectionRequest(
        place.hand, dict(act.after), act.actor
    )


def _correction_request_answered(state: Replay, act: _Act) -> None:
    correction_request = state.correction_requests[
        act.at(CorrectionRequestPlace).correction_request
    ]
    correction_request.answer, correction_request.answered_by = act.after["answer"], act.actor


def _correction_request_decided(state: Replay, act: _Act) -> None:
    correction_request = state.correction_requests[
        act.at(CorrectionRequestPlace).correction_request
    ]
    correction_request.decision, correction_request.decided_by = (
        act.after["decision"],
        act.actor.name,
    )
    correction_request.decision_reason = act.reason


def _referee_called(state: Replay, act: _Act) -> None:
    state.calls[act.after["call"]] = RecordedCall(
        act.at(TablePlace), act.after["side"], act.time, act.actor
    )


def _referee_coming(state: Replay, act: _Act) -> None:
    call = state.calls[act.after["call"]]
    call.coming_at, call.coming_by = act.time, act.actor.name


def _call_withdrawn(state: Replay, act: _Act) -> None:
    _call_ended(state, act, RefereeCall.Outcome.WITHDRAWN)


def _call_done(state: Replay, act: _Act) -> None:
    _call_ended(state, act, RefereeCall.Outcome.DONE)


def _call_ended(state: Replay, act: _Act, outcome: RefereeCall.Outcome) -> None:
    call = state.calls[act.after["call"]]
    call.outcome, call.ended_at, call.ended_by = outcome.value, act.time, act.actor


def _ruling_made(state: Replay, act: _Act) -> None:
    state.rulings[act.ruling] = RecordedRuling(dict(act.after), act.actor.name, act.reason)


def _ruling_withdrawn(state: Replay, act: _Act) -> None:
    ruling = state.rulings[act.ruling]
    ruling.withdrawn_by, ruling.withdrawal_reason = act.actor.name, act.reason


_FOLLOWED: Mapping[Action, Callable[[Replay, _Act], None]] = {
    Action.CHAMPIONSHIP_CREATED: _created,
    Action.CHAMPIONSHIP_CHANGED: _details,
    Action.STAGE_ADDED: _stage_added,
    Action.SETTINGS_CHANGED: _settings,
    Action.CHAMPIONSHIP_ENDED: _ended,
    Action.CONTESTANT_ADDED: _pair_added,
    Action.CONTESTANTS_IMPORTED: _pairs_imported,
    Action.CONTESTANT_CHANGED: _pair_changed,
    Action.CONTESTANT_REMOVED: _pair_removed,
    Action.NUMBERS_DRAWN: _numbers_drawn,
    Action.CONTESTANT_JOINED_LATE: _pair_joined_late,
    Action.CONTESTANT_WITHDRAWN: _pair_withdrawn,
    Action.SCHEDULE_MADE: _schedule_made,
    Action.ROUND_PAIRED: _round_paired,
    Action.SCHEDULE_REMOVED: _schedule_removed,
    Action.SCHEDULE_PUBLISHED: _schedule_published,
    Action.DEALS_MADE: _commitment,
    Action.KEY_PUBLISHED: _commitment,
    Action.SALT_CHANGED: _salt,
    Action.SALT_FIXED: _salt_fixed,
    Action.ROUND_OPENED: _round_opened,
    Action.ROUND_CLOSED: _round_closed,
    Action.ROUND_REOPENED: _round_reopened,
    Action.RESULT_ENTERED: _result,
    Action.RESULT_CHANGED: _result,
    Action.RESULT_CONFIRMED: _confirmed,
    Action.PLAY_ATTACHED: _play_attached,
    Action.CORRECTION_REQUEST_MADE: _correction_request_made,
    Action.CORRECTION_REQUEST_ANSWERED: _correction_request_answered,
    Action.CORRECTION_REQUEST_DECIDED: _correction_request_decided,
    Action.REFEREE_CALLED: _referee_called,
    Action.REFEREE_COMING: _referee_coming,
    Action.REFEREE_CALL_WITHDRAWN: _call_withdrawn,
    Action.REFEREE_CALL_DONE: _call_done,
    Action.RULING_MADE: _ruling_made,
    Action.RULING_WITHDRAWN: _ruling_withdrawn,
    Action.DAY_CHANGED: _day,
}
"""What each act changes. Who organises, how tables are called, who sat where, how a countdown ran
and which links were renewed is not followed."""
