"""Replaying play: rounds, who sat where, results, correction requests and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime

from scoring.game.seats import Seat, Side
from tournament.integrity.recorded_act import Act, Follow
from tournament.integrity.recorded_state import (
    RecordedCall,
    RecordedCorrectionRequest,
    RecordedHand,
    RecordedPlay,
    RecordedRuling,
    RecordedSeat,
    RecordedSetAside,
    RecordedSpeaker,
    RecordedTable,
    RecordedVersion,
    Replay,
)
from tournament.models import Action, RefereeCall, RoundStatus
from tournament.models.places import (
    ContestantPlace,
    CorrectionRequestPlace,
    HallTablePlace,
    HandPlace,
    RoundPlace,
    TablePlace,
)


def _round_opened(state: Replay, act: Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.status, one.opened_at = RoundStatus.OPEN, act.at
    one.seating, one.ends_at = act.after["seating"], act.after.get("ends_at")
    released_at = act.after.get("released_at")
    one.released_at = datetime.fromisoformat(released_at) if released_at else None
    one.reseated.clear()
    _forget_phones(state, act)


def _opening_taken_back(state: Replay, act: Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.status, one.opened_at, one.released_at = RoundStatus.PLANNED, None, None
    one.seating, one.ends_at, one.seconds_left = "", None, None
    _forget_phones(state, act)


def _forget_phones(state: Replay, act: Act) -> None:
    """Forget what phones did in a round: its matches may be other ones by now, and that is gone."""
    number = act.where(RoundPlace).round
    state.seats = {place: own for place, own in state.seats.items() if place.round != number}
    for phone in [phone for phone in state.phones if phone[0].round == number]:
        del state.phones[phone]
    for speaker in [speaker for speaker in state.speakers if speaker[0].round == number]:
        del state.speakers[speaker]


def _round_handed_in(state: Replay, act: Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.handed_in_at, one.ends_at, one.seconds_left = act.at, None, None


def _hand_in_taken_back(state: Replay, act: Act) -> None:
    state.round(act.where(RoundPlace).round).handed_in_at = None


def _released_without(state: Replay, act: Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    if one.status is RoundStatus.OPEN:
        one.released_at = act.at


def _round_closed(state: Replay, act: Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.handed_in_at = None
    one.status, one.closed_at = RoundStatus.CLOSED, act.at
    one.first_closed_at = one.first_closed_at or act.at
    one.ends_at = one.seconds_left = None
    one.corrections_until = act.after["corrections_until"]


def _round_reopened(state: Replay, act: Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.status, one.closed_at, one.corrections_until = RoundStatus.OPEN, None, None


def _clock_changed(state: Replay, act: Act) -> None:
    one = state.round(act.where(RoundPlace).round)
    one.ends_at, one.seconds_left = act.after["ends_at"], act.after["seconds_left"]


def _link_renewed(state: Replay, act: Act) -> None:
    if not act.is_ours:
        return
    number = act.after["link_number"]
    if isinstance(act.place, ContestantPlace):
        state.pairs[act.place.contestant].link_number = number
    else:
        state.table_links[act.where(HallTablePlace).table] = number


def _sitting_noted(state: Replay, act: Act) -> None:
    number = act.where(TablePlace).round
    ns, ew = act.after["pairs"]
    pairs = {Side.NS: ns, Side.EW: ew}
    state.sittings[number, ns, ew] = {
        (pairs[Seat(seat).side], position, seat)
        for seat, position in act.after["positions"].items()
    }


def _result(state: Replay, act: Act) -> None:
    version = RecordedVersion(act.after, act.actor, act.reason, act.at)
    place = act.where(HandPlace)
    state.results.setdefault(place, []).append(version)
    if state.is_on_phones(place):
        state.unplayed.add((place, act.after["version"]))
    _spoken(state, act, place)


def _confirmed(state: Replay, act: Act) -> None:
    confirmed = (act.after["version"], act.after["by"], act.actor)
    state.confirmations.setdefault(act.where(HandPlace), {})[confirmed] = act.at
    _spoken(state, act, act.where(HandPlace))


def _questioned(state: Replay, act: Act) -> None:
    _spoken(state, act, act.where(HandPlace))


def _spoken(state: Replay, act: Act, place: HandPlace) -> None:
    """How a phone speaks of a hand for the first time is what it is known by there."""
    if act.is_ours and act.phone and act.actor.contestant is not None:
        told = RecordedSpeaker(act.actor.contestant, by_link=act.actor.table is None)
        state.speakers.setdefault((place, act.phone), told)


def _play_attached(state: Replay, act: Act) -> None:
    attached_to = (act.where(HandPlace), act.after["version"], act.after["play"])
    state.plays[attached_to] = RecordedPlay(act.after["digest"], act.actor.name, act.at)


def _hand_played(state: Replay, act: Act) -> None:
    told = RecordedHand(act.after["acts"], act.after["digest"])
    state.hands_played[act.where(HandPlace)] = told
    state.over.add(act.where(HandPlace))


def _card_taken_back(state: Replay, act: Act) -> None:
    state.over.discard(act.where(HandPlace))


def _play_set_aside(state: Replay, act: Act) -> None:
    told = RecordedSetAside(act.at, act.actor.name, act.reason)
    state.set_aside[act.where(HandPlace)] = told


def _play_counts(state: Replay, act: Act) -> None:
    state.set_aside.pop(act.where(HandPlace), None)


def _table(state: Replay, act: Act) -> RecordedTable:
    ns, ew = act.after["pairs"]
    meeting = act.where(TablePlace).round, ns, ew
    return state.tables.setdefault(meeting, RecordedTable())


def _table_to_packs(state: Replay, act: Act) -> None:
    table = _table(state, act)
    table.packs_since, table.paused_since, table.waits_from = act.at, None, None
    state.packs.add(act.where(TablePlace))


def _table_to_phones(state: Replay, act: Act) -> None:
    table = _table(state, act)
    table.packs_since, table.waits_from = None, act.at
    state.packs.discard(act.where(TablePlace))


def _phone_at_table(state: Replay, act: Act) -> None:
    if act.is_ours:
        state.phones[act.where(TablePlace), act.phone] += 1


def _phone_allowed(state: Replay, act: Act) -> None:
    table = act.where(TablePlace)
    for (place, _phone), one in state.speakers.items():
        is_there = (place.round, place.table) == (table.round, table.table)
        if is_there and not one.by_link and one.contestant in act.after["pairs"]:
            one.another_allowed = True


def _seat_taken(state: Replay, act: Act) -> None:
    if act.is_ours:
        phones = state.seats.setdefault(act.where(TablePlace), [])
        _sit_down(phones, act.after["seat"], act.phone)


def _sit_down(phones: list[RecordedSeat], seat: str, phone: str) -> None:
    """With the fourth phone at once all have seen cards, and whoever comes later has, too."""
    phones.append(RecordedSeat(seat, phone, saw_cards=any(one.saw_cards for one in phones)))
    held = [one for one in phones if not one.freed]
    if {one.seat for one in held} == set(Seat):
        for one in held:
            one.saw_cards = True


def _seat_freed(state: Replay, act: Act) -> None:
    for one in _last_at(state, act, act.after["seat"]):
        by_referee = act.actor.contestant is None
        one.freed, one.another_allowed = True, by_referee
        one.freed_by = act.actor.name if by_referee else ""


def _seat_allowed(state: Replay, act: Act) -> None:
    for one in _last_at(state, act, act.after["seat"]):
        one.another_allowed = True


def _seats_exchanged(state: Replay, act: Act) -> None:
    seats = [seat for seat in Seat if seat.side == act.after["side"]]
    left = [one for seat in seats for one in _last_at(state, act, seat)]
    for one in left:
        one.freed, one.freed_by = True, act.actor.name
    for one, other in zip(left, reversed(left)):
        _seat_taken(state, replace(act, phone=other.phone, after={"seat": one.seat}))


def _last_at(state: Replay, act: Act, seat: str) -> list[RecordedSeat]:
    """The phone that had a seat last; none for one that sat down before the round was opened."""
    phones = state.seats.get(act.where(TablePlace), []) if act.is_ours else []
    return [one for one in phones if one.seat == seat][-1:]


def _match_postponed(state: Replay, act: Act) -> None:
    _table(state, act).postponed_to = date.fromisoformat(act.after["postponed_to"])


def _match_moved_back(state: Replay, act: Act) -> None:
    _table(state, act).postponed_to = None


def _table_paused(state: Replay, act: Act) -> None:
    _table(state, act).paused_since = act.at


def _table_went_on(state: Replay, act: Act) -> None:
    table = _table(state, act)
    table.paused_since = None
    table.waits_from = datetime.fromisoformat(act.after["waits_from"])


def _correction_request_made(state: Replay, act: Act) -> None:
    place = act.where(CorrectionRequestPlace)
    state.correction_requests[place.correction_request] = RecordedCorrectionRequest(
        place.hand, dict(act.after), act.actor, act.at
    )
    _spoken(state, act, place.hand)


def _correction_request_answered(state: Replay, act: Act) -> None:
    correction_request = state.correction_requests[
        act.where(CorrectionRequestPlace).correction_request
    ]
    correction_request.answer, correction_request.answered_by = act.after["answer"], act.actor
    correction_request.answered_at = act.at


def _correction_request_decided(state: Replay, act: Act) -> None:
    correction_request = state.correction_requests[
        act.where(CorrectionRequestPlace).correction_request
    ]
    correction_request.decision, correction_request.decided_by = (
        act.after["decision"],
        act.actor.name,
    )
    correction_request.decision_reason, correction_request.decided_at = act.reason, act.at


def _referee_called(state: Replay, act: Act) -> None:
    state.calls[act.after["call"]] = RecordedCall(
        act.where(TablePlace), act.after["side"], act.at, act.actor
    )


def _referee_coming(state: Replay, act: Act) -> None:
    call = state.calls[act.after["call"]]
    call.coming_at, call.coming_by = act.at, act.actor.name


def _call_withdrawn(state: Replay, act: Act) -> None:
    _call_ended(state, act, RefereeCall.Outcome.WITHDRAWN)


def _call_done(state: Replay, act: Act) -> None:
    _call_ended(state, act, RefereeCall.Outcome.DONE)


def _call_ended(state: Replay, act: Act, outcome: RefereeCall.Outcome) -> None:
    call = state.calls[act.after["call"]]
    call.outcome, call.ended_at, call.ended_by = outcome.value, act.at, act.actor


def _ruling_made(state: Replay, act: Act) -> None:
    state.rulings[act.ruling] = RecordedRuling(dict(act.after), act.actor.name, act.reason, act.at)


def _ruling_withdrawn(state: Replay, act: Act) -> None:
    ruling = state.rulings[act.ruling]
    ruling.withdrawn_by, ruling.withdrawal_reason = act.actor.name, act.reason
    ruling.withdrawn_at = act.at


FOLLOWED: Mapping[Action, Follow] = {
    Action.ROUND_OPENED: _round_opened,
    Action.OPENING_TAKEN_BACK: _opening_taken_back,
    Action.ROUND_HANDED_IN: _round_handed_in,
    Action.HAND_IN_TAKEN_BACK: _hand_in_taken_back,
    Action.ROUND_CLOSED: _round_closed,
    Action.ROUND_REOPENED: _round_reopened,
    Action.RESULT_ENTERED: _result,
    Action.RESULT_CHANGED: _result,
    Action.RESULT_CONFIRMED: _confirmed,
    Action.PLAY_ATTACHED: _play_attached,
    Action.HAND_PLAYED: _hand_played,
    Action.CARD_TAKEN_BACK: _card_taken_back,
    Action.PLAY_SET_ASIDE: _play_set_aside,
    Action.PLAY_COUNTS: _play_counts,
    Action.TABLE_TO_PACKS: _table_to_packs,
    Action.TABLE_TO_PHONES: _table_to_phones,
    Action.RELEASED_WITHOUT: _released_without,
    Action.PHONE_AT_TABLE: _phone_at_table,
    Action.PHONE_ALLOWED: _phone_allowed,
    Action.RESULT_QUESTIONED: _questioned,
    Action.SEAT_TAKEN: _seat_taken,
    Action.SEAT_FREED: _seat_freed,
    Action.SEAT_ALLOWED: _seat_allowed,
    Action.SEATS_EXCHANGED: _seats_exchanged,
    Action.MATCH_POSTPONED: _match_postponed,
    Action.MATCH_MOVED_BACK: _match_moved_back,
    Action.TABLE_PAUSED: _table_paused,
    Action.TABLE_WENT_ON: _table_went_on,
    Action.CORRECTION_REQUEST_MADE: _correction_request_made,
    Action.CORRECTION_REQUEST_ANSWERED: _correction_request_answered,
    Action.CORRECTION_REQUEST_DECIDED: _correction_request_decided,
    Action.REFEREE_CALLED: _referee_called,
    Action.REFEREE_COMING: _referee_coming,
    Action.REFEREE_CALL_WITHDRAWN: _call_withdrawn,
    Action.REFEREE_CALL_DONE: _call_done,
    Action.RULING_MADE: _ruling_made,
    Action.RULING_WITHDRAWN: _ruling_withdrawn,
    Action.CLOCK_CHANGED: _clock_changed,
    Action.SITTING_NOTED: _sitting_noted,
    Action.LINK_RENEWED: _link_renewed,
}
"""What each act at a table changes. Of asked tables, only who had spoken is followed."""
