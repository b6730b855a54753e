"""Replaying a championship's events, one after the other, into the state that they lead to.

Nothing but the events is read, so the result can be compared with the other tables. Who meets
whom is not in the record, only a digest of it, and whom late pairs and withdrawals touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from scoring.game.seats import Seat, Side
from tournament.contestants.rows import moved_positions
from tournament.integrity.recorded_state import (
    SETTINGS,
    RecordedAccess,
    RecordedCorrectionRequest,
    RecordedPair,
    RecordedPairing,
    RecordedPlay,
    RecordedRuling,
    RecordedStage,
    RecordedVersion,
    Replay,
)
from tournament.models import Action, AuditEvent, HandAccess, Role, RoundStatus
from tournament.models.places import (
    ActedBy,
    ContestantPlace,
    CorrectionRequestPlace,
    HallTablePlace,
    HandPlace,
    Place,
    RoundPlace,
    RulingPlace,
    TablePlace,
)
from tournament.stages.formats import FORMATS

_P = TypeVar("_P", bound=Place)


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What an import made of accounts: those of the first `events` were another installation's."""

    events: int
    organiser: str
    """The user name of who got a role here; "" for nobody."""


def replay(events: Iterable[AuditEvent], taken_in: TakenIn | None = None) -> Replay:
    """The state that the events of one championship, in their order, lead to.

    `taken_in` tells of its import, for one that was not made here. Raises `LookupError`,
    `TypeError` or `ValueError` at an event that this program can't have written.
    """
    state = Replay()
    for event in events:
        is_ours = taken_in is None or event.sequence > taken_in.events
        follow = _FOLLOWED.get(Action(event.action))
        if follow is not None:
            follow(state, _act(event, is_ours=is_ours))
        if taken_in is not None and event.sequence == taken_in.events:
            organiser = taken_in.organiser
            state.roles = {organiser: Role.ORGANISER} if organiser else {}
    return state


def _act(event: AuditEvent, *, is_ours: bool) -> _Act:
    return _Act(
        event.place,
        event.acted_by,
        event.at,
        event.reason,
        event.before,
        event.after,
        is_ours=is_ours,
    )


@dataclass(frozen=True, slots=True)
class _Act:
    """The parts of an event that the replay uses."""

    place: Place | None
    actor: ActedBy
    at: datetime
    reason: str
    before: Any
    after: Any
    is_ours: bool
    """Done in this installation, so that accounts named in it are ours."""

    def where(self, kind: type[_P]) -> _P:
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
    state.created_at = act.at
    state.roles[act.after["username"]] = Role.ORGANISER
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


def _ended(state: Replay, act: _Act) -> None:
    state.ended_at = act.at


def _role_given(state: Replay, act: _Act) -> None:
    state.roles[act.after["username"]] = Role(act.after["role"])


def _role_taken(state: Replay, act: _Act) -> None:
    del state.roles[act.before["username"]]


def _tables_changed(state: Replay, act: _Act) -> None:
    state.table_names = {int(number): name for number, name in act.after["names"].items()}
    for number, pair in state.pairs.items():
        pair.fixed_table = act.after["fixed"].get(str(number))


def _pair_added(state: Replay, act: _Act) -> None:
    state.pairs[act.after["number"]] = RecordedPair(act.after)


def _pairs_imported(state: Replay, act: _Act) -> None:
    for details in act.after["pairs"]:
        state.pairs[details["number"]] = RecordedPair(details)


def _pair_changed(state: Replay, act: _Act) -> None:
    number = act.before["number"]
    pair = state.pairs.pop(number)
    pair.details = act.after
    state.pairs[act.after["number"]] = pair
    moved = moved_positions(
        *(one["players"] + one["substitutes"] for one in (act.before, act.after))
    )
    for meeting, sat in state.sittings.items():
        if number in meeting[1:]:
            state.sittings[meeting] = {
                (pair, moved[position], seat) if pair == number else (pair, position, seat)
                for pair, position, seat in sat
            }


def _pair_removed(state: Replay, act: _Act) -> None:
    del state.pairs[act.before["number"]]


def _numbers_drawn(state: Replay, act: _Act) -> None:
    before, state.pairs = state.pairs, {}
    for number, earlier in act.after["earlier_numbers"].items():
        pair = state.pairs[int(number)] = before.pop(earlier)
        pair.details = {**pair.details, "number": int(number)}


def _pair_joined_late(state: Replay, act: _Act) -> None:
    own = ("from_round", "matches")
    number = act.after["number"]
    details = {name: value for name, value in act.after.items() if name not in own}
    state.pairs[number] = RecordedPair(details, joined_round=act.after["from_round"])
    for stage in state.stages.values():
        for pairing in stage.pairings.values():
            pairing.came_later.add(number)
    for match in act.after["matches"]:
        state.late.add(_seated(match, number))
        if "instead_of" in match:
            gone = _seated(match, match["instead_of"])
            # A late pair's match was no part of what was paired.
            if gone in state.late:
                state.late.discard(gone)
            else:
                state.displaced.add(gone)


def _seated(match: Mapping[str, Any], number: int) -> tuple[int, int, int]:
    """The match of a late pair, with that number in its seat."""
    sides = (number, match["opponent"])
    ns, ew = sides if match["side"] == "NS" else sides[::-1]
    return (match["round"], ns, ew)


def _pair_withdrawn(state: Replay, act: _Act) -> None:
    number = act.where(ContestantPlace).contestant
    state.pairs[number].withdrawn_from = act.after["from_round"]
    for match in act.after["cancelled"]:
        low, high = sorted((number, match["opponent"]))
        state.cancelled.add((match["round"], low, high))


def _withdrawal_taken_back(state: Replay, act: _Act) -> None:
    number = act.where(ContestantPlace).contestant
    state.pairs[number].withdrawn_from = None
    for match in act.after["reinstated"]:
        low, high = sorted((number, match["opponent"]))
        state.cancelled.discard((match["round"], low, high))


def _schedule_made(state: Replay, act: _Act) -> None:
    _forget_schedule(state, act.after["stage"])
    stage = state.stages[act.after["stage"]]
    stage.scheduled = act.after
    by_round = FORMATS[stage.settings["kind"]].round_by_round
    rounds = stage.rounds[:1] if by_round else stage.rounds
    _paired(state, stage, rounds, act.after["matches"])


def _round_paired(state: Replay, act: _Act) -> None:
    number = act.where(RoundPlace).round
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
    for number in rounds:
        state.round(number).paired = True


def _schedule_removed(state: Replay, act: _Act) -> None:
    _forget_schedule(state, act.before["stage"])


def _forget_schedule(state: Replay, number: int) -> None:
    stage = state.stages[number]
    _forget_matches(state, stage.rounds)
    for one in stage.rounds:
        state.round(one).paired = False
    stage.scheduled, stage.published_at = {}, None
    stage.pairings.clear()


def _forget_matches(state: Replay, rounds: range) -> None:
    for changed in (state.late, state.displaced, state.cancelled):
        changed -= {meeting for meeting in changed if meeting[0] in rounds}
    for meeting in [one for one in state.sittings if one[0] in rounds]:
        del state.sittings[meeting]


def _schedule_published(state: Replay, act: _Act) -> None:
    state.stages[act.after["stage"]].published_at = act.at


def _deals_made(state: Replay, act: _Act) -> None:
    _commitment(state, act)
    state.deals_made_at = act.at


def _commitment(state: Replay, act: _Act) -> None:
    state.commitments.add(act.after["commitment"])


def _salt(state: Replay, act: _Act) -> None:
    state.salt = act.after["salt"]


def _salt_fixed(state: Replay, act: _Act) -> None:
    _commitment(state, act)
    _salt(state, act)
    state.salt_fixed_at = act.at


def _hands_opened_early(state: Replay, act: _Act) -> None:
    _seen_early(state, act, HandAccess.Kind.OPENED, [act.where(RoundPlace).round])


def _hands_printed(state: Replay, act: _Act) -> None:
    _seen_early(state, act, HandAccess.Kind.PRINTED, act.after["rounds"])


def _seen_early(state: Replay, act: _Act, kind: HandAccess.Kind, rounds: Iterable[int]) -> None:
    account = act.after["username"] if act.is_ours else ""
    for number in rounds:
        state.accesses[
            RecordedAccess(number, kind, act.at, act.actor.name, account, act.reason)
        ] += 1


def _hands_seen(state: Replay, act: _Act) -> None:
    _seen_early(state, act, HandAccess.Kind.SEEN, [act.where(RoundPlace).round])


def _hands_exchanged(state: Replay, act: _Act) -> None:
    round = act.where(RoundPlace).round
    for one in [one for one in state.accesses if one.round == round and not one.exchanged]:
        state.accesses[replace(one, exchanged=True)] += state.accesses.pop(one)
    for number, number_in_set in act.after["spare_deals"].items():
        state.spare_deals[int(number)] = number_in_set


def _round_opened(state: Replay, act: _Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.status, one.opened_at = RoundStatus.OPEN, act.at
    one.seating, one.ends_at = act.after["seating"], act.after.get("ends_at")


def _opening_taken_back(state: Replay, act: _Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.status, one.opened_at = RoundStatus.PLANNED, None
    one.ends_at = one.seconds_left = None


def _round_closed(state: Replay, act: _Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.status, one.closed_at = RoundStatus.CLOSED, act.at
    one.first_closed_at = one.first_closed_at or act.at
    one.ends_at = one.seconds_left = None
    one.corrections_until = act.after["corrections_until"]


def _round_reopened(state: Replay, act: _Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.status, one.closed_at, one.corrections_until = RoundStatus.OPEN, None, None


def _clock_changed(state: Replay, act: _Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.ends_at, one.seconds_left = act.after["ends_at"], act.after["seconds_left"]


def _link_renewed(state: Replay, act: _Act) -> None:
    if not act.is_ours:
        return
    number = act.after["link_number"]
    if isinstance(act.place, ContestantPlace):
        state.pairs[act.place.contestant].link_number = number
    else:
        state.table_links[act.where(HallTablePlace).table] = number


def _sitting_noted(state: Replay, act: _Act) -> None:
    number = act.where(TablePlace).round
    ns, ew = act.after["pairs"]
    pairs = {Side.NS: ns, Side.EW: ew}
    state.sittings[number, ns, ew] = {
        (pairs[Seat(seat).side], position, seat)
        for seat, position in act.after["positions"].items()
    }


def _result(state: Replay, act: _Act) -> None:
    version = RecordedVersion(act.after, act.actor, act.reason, act.at)
    state.results.setdefault(act.where(HandPlace), []).append(version)


def _confirmed(state: Replay, act: _Act) -> None:
    confirmed = (act.after["version"], act.after["by"], act.actor)
    state.confirmations.setdefault(act.where(HandPlace), {})[confirmed] = act.at


def _play_attached(state: Replay, act: _Act) -> None:
    attached_to = (act.where(HandPlace), act.after["version"], act.after["play"])
    state.plays[attached_to] = RecordedPlay(act.after["digest"], act.actor.name, act.at)


def _correction_request_made(state: Replay, act: _Act) -> None:
    place = act.where(CorrectionRequestPlace)
    state.correction_requests[place.correction_request] = RecordedCorrectionRequest(
        place.hand, dict(act.after), act.actor, act.at
    )


def _correction_request_answered(state: Replay, act: _Act) -> None:
    correction_request = state.correction_requests[
        act.where(CorrectionRequestPlace).correction_request
    ]
    correction_request.answer, correction_request.answered_by = act.after["answer"], act.actor
    correction_request.answered_at = act.at


def _correction_request_decided(state: Replay, act: _Act) -> None:
    correction_request = state.correction_requests[
        act.where(CorrectionRequestPlace).correction_request
    ]
    correction_request.decision, correction_request.decided_by = (
        act.after["decision"],
        act.actor.name,
    )
    correction_request.decision_reason, correction_request.decided_at = act.reason, act.at


def _ruling_made(state: Replay, act: _Act) -> None:
    state.rulings[act.ruling] = RecordedRuling(dict(act.after), act.actor.name, act.reason, act.at)


def _ruling_withdrawn(state: Replay, act: _Act) -> None:
    ruling = state.rulings[act.ruling]
    ruling.withdrawn_by, ruling.withdrawal_reason = act.actor.name, act.reason
    ruling.withdrawn_at = act.at


_FOLLOWED: Mapping[Action, Callable[[Replay, _Act], None]] = {
    Action.CHAMPIONSHIP_CREATED: _created,
    Action.CHAMPIONSHIP_CHANGED: _details,
    Action.STAGE_ADDED: _stage_added,
    Action.SETTINGS_CHANGED: _settings,
    Action.CHAMPIONSHIP_ENDED: _ended,
    Action.MEMBER_ADDED: _role_given,
    Action.MEMBER_CHANGED: _role_given,
    Action.MEMBER_REMOVED: _role_taken,
    Action.TABLES_CHANGED: _tables_changed,
    Action.CONTESTANT_ADDED: _pair_added,
    Action.CONTESTANTS_IMPORTED: _pairs_imported,
    Action.CONTESTANT_CHANGED: _pair_changed,
    Action.CONTESTANT_REMOVED: _pair_removed,
    Action.NUMBERS_DRAWN: _numbers_drawn,
    Action.CONTESTANT_JOINED_LATE: _pair_joined_late,
    Action.CONTESTANT_WITHDRAWN: _pair_withdrawn,
    Action.WITHDRAWAL_TAKEN_BACK: _withdrawal_taken_back,
    Action.SCHEDULE_MADE: _schedule_made,
    Action.ROUND_PAIRED: _round_paired,
    Action.SCHEDULE_REMOVED: _schedule_removed,
    Action.SCHEDULE_PUBLISHED: _schedule_published,
    Action.DEALS_MADE: _deals_made,
    Action.KEY_PUBLISHED: _commitment,
    Action.SALT_CHANGED: _salt,
    Action.SALT_FIXED: _salt_fixed,
    Action.HANDS_OPENED_EARLY: _hands_opened_early,
    Action.HANDS_PRINTED: _hands_printed,
    Action.HANDS_SEEN: _hands_seen,
    Action.HANDS_EXCHANGED: _hands_exchanged,
    Action.ROUND_OPENED: _round_opened,
    Action.OPENING_TAKEN_BACK: _opening_taken_back,
    Action.ROUND_CLOSED: _round_closed,
    Action.ROUND_REOPENED: _round_reopened,
    Action.RESULT_ENTERED: _result,
    Action.RESULT_CHANGED: _result,
    Action.RESULT_CONFIRMED: _confirmed,
    Action.PLAY_ATTACHED: _play_attached,
    Action.CORRECTION_REQUEST_MADE: _correction_request_made,
    Action.CORRECTION_REQUEST_ANSWERED: _correction_request_answered,
    Action.CORRECTION_REQUEST_DECIDED: _correction_request_decided,
    Action.RULING_MADE: _ruling_made,
    Action.RULING_WITHDRAWN: _ruling_withdrawn,
    Action.DAY_CHANGED: _day,
    Action.CLOCK_CHANGED: _clock_changed,
    Action.SITTING_NOTED: _sitting_noted,
    Action.LINK_RENEWED: _link_renewed,
}
"""What each act changes. Not followed is what a table was asked."""
