"""Replay of play: hands on phones, phones that speak for somebody, and phones at seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.game.seats import Seat
from tournament.integrity.recorded_act import Act, Follow
from tournament.integrity.recorded_state import RecordedHand, RecordedSeat, RecordedSpeaker, Replay
from tournament.models import Action, Match, PlayedWith, Round, RoundStatus, Stage
from tournament.models.places import CorrectionRequestPlace, HandPlace, RoundPlace, TablePlace


def _forget_phones(state: Replay, act: Act) -> None:
    """Forget the phones of a round: opening it, or taking that back, may change its matches."""
    number = act.where(RoundPlace).round
    state.seats = {place: own for place, own in state.seats.items() if place.round != number}
    for phone in [phone for phone in state.phones if phone[0].round == number]:
        del state.phones[phone]
    for speaker in [speaker for speaker in state.speakers if speaker[0].round == number]:
        del state.speakers[speaker]


def _result(state: Replay, act: Act) -> None:
    place = act.where(HandPlace)
    if _is_on_phones(state, place):
        state.unplayed.add((place, act.after["version"]))
    _spoken(state, act, place)


def _is_on_phones(state: Replay, place: HandPlace) -> bool:
    """Return whether a hand is to be played on phones, and has not ended there."""
    rows = state.rows
    round = rows.row(Round, place.round) if rows.has(Round, place.round) else {}
    stage = round.get("stage__number")
    return (
        rows.has(Stage, stage)
        and rows.row(Stage, stage)["played_with"] == PlayedWith.PHONES
        and round["status"] == RoundStatus.OPEN
        and round["first_closed_at"] is None
        and round["released_at"] is None
        and place not in state.over
        and place not in state.set_aside
        and not any(
            (one["round__number"], one["table__number"]) == (place.round, place.table)
            for one in rows.rows(Match)
            if one["packs_since"] is not None and not one["cancelled"]
        )
    )


def _said(state: Replay, act: Act) -> None:
    _spoken(state, act, act.where(HandPlace))


def _spoken(state: Replay, act: Act, place: HandPlace) -> None:
    """Store for whom a phone speaks about a hand the first time; later acts don't change it."""
    if act.is_ours and act.phone and act.actor.contestant is not None:
        told = RecordedSpeaker(act.actor.contestant, by_link=act.actor.table is None)
        state.speakers.setdefault((place, act.phone), told)


def _play_attached(state: Replay, act: Act) -> None:
    attached_to = (act.where(HandPlace), act.after["version"], act.after["play"])
    state.plays[attached_to] = act.after["digest"]


def _hand_played(state: Replay, act: Act) -> None:
    told = RecordedHand(act.after["acts"], act.after["digest"])
    state.hands_played[act.where(HandPlace)] = told
    state.over.add(act.where(HandPlace))


def _card_taken_back(state: Replay, act: Act) -> None:
    state.over.discard(act.where(HandPlace))


def _play_set_aside(state: Replay, act: Act) -> None:
    state.set_aside.add(act.where(HandPlace))


def _play_counts(state: Replay, act: Act) -> None:
    state.set_aside.discard(act.where(HandPlace))


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
    """Add a phone at a seat; once four seats are held, all phones and later ones have seen
    cards."""
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
    """Return the last phone at a seat, in a list; none if it sat down before the round was
    opened."""
    phones = state.seats.get(act.where(TablePlace), []) if act.is_ours else []
    return [one for one in phones if one.seat == seat][-1:]


def _correction_request_made(state: Replay, act: Act) -> None:
    _spoken(state, act, act.where(CorrectionRequestPlace).hand)


FOLLOWED: Mapping[Action, Follow] = {
    Action.ROUND_OPENED: _forget_phones,
    Action.OPENING_TAKEN_BACK: _forget_phones,
    Action.RESULT_ENTERED: _result,
    Action.RESULT_CHANGED: _result,
    Action.RESULT_CONFIRMED: _said,
    Action.PLAY_ATTACHED: _play_attached,
    Action.HAND_PLAYED: _hand_played,
    Action.CARD_TAKEN_BACK: _card_taken_back,
    Action.PLAY_SET_ASIDE: _play_set_aside,
    Action.PLAY_COUNTS: _play_counts,
    Action.PHONE_AT_TABLE: _phone_at_table,
    Action.PHONE_ALLOWED: _phone_allowed,
    Action.RESULT_QUESTIONED: _said,
    Action.SEAT_TAKEN: _seat_taken,
    Action.SEAT_FREED: _seat_freed,
    Action.SEAT_ALLOWED: _seat_allowed,
    Action.SEATS_EXCHANGED: _seats_exchanged,
    Action.CORRECTION_REQUEST_MADE: _correction_request_made,
}
"""Functions that apply the acts at a table; of a questioned result, only who spoke is kept."""
