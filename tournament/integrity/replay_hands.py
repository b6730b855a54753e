"""Replay of acts on hands: their sets, commitments and salts, and exchanged hands."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.integrity.recorded_act import Act, Follow
from tournament.integrity.recorded_state import RecordedDealSet, Replay
from tournament.models import Action


def _deals_made(state: Replay, act: Act) -> None:
    number = act.after["deal_set"]
    state.deal_sets[number] = RecordedDealSet(number, act.after["hands_before"], act.after["deals"])
    _commitment(state, act)


def _commitment(state: Replay, act: Act) -> None:
    state.deal_sets[act.after["deal_set"]].commitments.add(act.after["commitment"])


def _salt(state: Replay, act: Act) -> None:
    state.deal_sets[act.after["deal_set"]].salt = act.after["salt"]


def _salt_fixed(state: Replay, act: Act) -> None:
    _commitment(state, act)
    _salt(state, act)


def _hands_exchanged(state: Replay, act: Act) -> None:
    deal_set, spare = act.after["deal_set"], act.after["spare_deals"]
    state.deal_sets[deal_set].spares_used += len(spare)
    for number, number_in_set in spare.items():
        state.spare_deals[int(number)] = (deal_set, number_in_set)


FOLLOWED: Mapping[Action, Follow] = {
    Action.DEALS_MADE: _deals_made,
    Action.KEY_PUBLISHED: _commitment,
    Action.SALT_CHANGED: _salt,
    Action.SALT_FIXED: _salt_fixed,
    Action.HANDS_EXCHANGED: _hands_exchanged,
}
"""Functions that apply the acts on hands."""
