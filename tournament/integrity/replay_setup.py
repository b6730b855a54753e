"""Replaying what prepares play: the championship, people, pairs, tables, schedule and hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.integrity.recorded_act import Act, Follow
from tournament.integrity.recorded_state import (
    BEGINNING,
    GROUPS,
    STAGE,
    Meeting,
    RecordedDealSet,
    RecordedEntrant,
    RecordedPair,
    RecordedPairing,
    RecordedStage,
    Replay,
    as_new,
    whoever_sat,
)
from tournament.models import Action, Stage, bracket_of
from tournament.models.places import ContestantPlace, RoundPlace, TablePlace
from tournament.schedule.plan import recorded_scores
from tournament.stages.formats import FORMATS


def _created(state: Replay, act: Act) -> None:
    """The event tells of the first stage's settings those that a new stage hasn't anyway."""
    _begin(state.stages[1], act, BEGINNING)


def _begin(stage: RecordedStage, act: Act, columns: tuple[str, ...]) -> None:
    """What an event tells of a new stage: what goes without saying stands in none."""
    kind = act.after.get("kind", stage.told["kind"])
    stage.told |= FORMATS[kind].defaults.unsaid()
    names = (*columns, *FORMATS[kind].defaults.fields())
    stage.told |= {name: act.after[name] for name in names if name in act.after}


def _stage_added(state: Replay, act: Act) -> None:
    stage = state.stages[act.after["stage"]] = RecordedStage()
    _begin(stage, act, STAGE)
    stage.entrants = {
        one["pair"]: RecordedEntrant(one["order"], one["carried"], one["carried_hands"])
        for one in act.after.get("entrants", ())
    }


def _groups(state: Replay, act: Act) -> None:
    """Note the groups of a stage, drawn or changed by hand: the event tells all of them."""
    number = act.after["stage"]
    _forget_groups(state, number)
    for name in GROUPS:
        state.stages[number].told[name] = act.after[name]
    for group, members in enumerate(act.after["groups"], start=1):
        for pair in members:
            state.pairs[pair].groups[number] = group


def _groups_removed(state: Replay, act: Act) -> None:
    _forget_groups(state, act.before["stage"])


def _forget_groups(state: Replay, number: int) -> None:
    state.stages[number].told.update(as_new(Stage(), GROUPS))
    for pair in state.pairs.values():
        pair.groups.pop(number, None)


def _stage_removed(state: Replay, act: Act) -> None:
    number = act.before["stage"]
    _forget_schedule(state, number)
    _forget_groups(state, number)
    del state.stages[number]


def _settings(state: Replay, act: Act) -> None:
    told = dict(act.after)
    state.stages[told.pop("stage")].told.update(told)


def _played_with(state: Replay, act: Act) -> None:
    told = {name: act.after[name] for name in ("played_with", "agree_after")}
    state.stages[act.after["stage"]].told.update(told)


def _ended(state: Replay, act: Act) -> None:
    state.ended_at = act.at


def _pair_added(state: Replay, act: Act) -> None:
    state.pairs[act.after["number"]] = RecordedPair()


def _pairs_imported(state: Replay, act: Act) -> None:
    for one in act.after["pairs"]:
        state.pairs[one["number"]] = RecordedPair()


def _pair_changed(state: Replay, act: Act) -> None:
    state.pairs[act.after["number"]] = state.pairs.pop(act.before["number"])


def _pair_removed(state: Replay, act: Act) -> None:
    del state.pairs[act.before["number"]]


def _numbers_drawn(state: Replay, act: Act) -> None:
    before, state.pairs = state.pairs, {}
    for number, earlier in act.after["earlier_numbers"].items():
        state.pairs[int(number)] = before.pop(earlier)


def _pair_joined_late(state: Replay, act: Act) -> None:
    number = act.after["number"]
    state.pairs[number] = RecordedPair(joined_round=act.after["from_round"])
    for one in act.after.get("in_groups", ()):
        state.pairs[number].groups[one["stage"]] = one["group"]
    for stage in state.stages.values():
        for pairing in stage.pairings.values():
            pairing.came_later.add(number)
    for match in act.after["matches"]:
        state.late.add(_seated(match, number))
        if "instead_of" in match:
            state.late.discard(_seated(match, match["instead_of"]))


def _seated(match: Mapping[str, Any], number: int) -> tuple[int, int, int]:
    """The match of a late pair, with that number in its seat."""
    sides = (number, match["opponent"])
    ns, ew = sides if match["side"] == "NS" else sides[::-1]
    return (match["round"], ns, ew)


def _pair_withdrawn(state: Replay, act: Act) -> None:
    number = act.where(ContestantPlace).contestant
    state.pairs[number].withdrawn_from = act.after["from_round"]
    state.cancelled |= {_cancelled(number, one) for one in act.after["cancelled"]}


def _withdrawal_taken_back(state: Replay, act: Act) -> None:
    number = act.where(ContestantPlace).contestant
    state.pairs[number].withdrawn_from = None
    state.cancelled -= {_cancelled(number, one) for one in act.after["reinstated"]}


def _cancelled(number: int, match: Mapping[str, Any]) -> Meeting:
    """A match that a withdrawal cancels: against a pair, or with all other players of a table."""
    others = match["players"] if "players" in match else (match["opponent"],)
    return whoever_sat((match["round"], number, *others))


def _rest_asked(state: Replay, act: Act) -> None:
    pair = state.pairs[act.where(ContestantPlace).contestant]
    pair.asked_rests.add(act.after["round"])


def _asked_rest_taken_back(state: Replay, act: Act) -> None:
    pair = state.pairs[act.where(ContestantPlace).contestant]
    pair.asked_rests.discard(act.before["round"])


def _schedule_made(state: Replay, act: Act) -> None:
    stage = state.stages[act.after["stage"]]
    _forget_schedule(state, act.after["stage"])
    stage.scheduled = act.after
    by_round = FORMATS[stage.told["kind"]].round_by_round
    rounds = stage.rounds[:1] if by_round else stage.rounds
    _paired(state, stage, rounds, act.after["matches"])


def _round_paired(state: Replay, act: Act) -> None:
    number = act.where(RoundPlace).round
    rounds = range(number, number + 1)
    _forget_matches(state, rounds)
    stage = state.stages[act.after["stage"]]
    _paired(state, stage, rounds, act.after["matches"], act.after.get("scores", {}))


def _rounds_replanned(state: Replay, act: Act) -> None:
    stage, first = state.stages[act.after["stage"]], act.where(RoundPlace).round
    rounds = range(first, first + act.after["rounds"])
    _forget_matches(state, rounds)
    for begins in [one for one in stage.pairings if one >= first]:
        del stage.pairings[begins]
    for pairing in stage.pairings.values():
        if first in pairing.standing:
            pairing.replanned_from = first
    _paired(state, stage, rounds, act.after["matches"], act.after.get("scores", {}))


def _pairs_exchanged(state: Replay, act: Act) -> None:
    number = act.where(RoundPlace).round
    pairing = state.stages[act.after["stage"]].pairings[number]
    one, other = act.after["exchanged"]
    pairing.exchanged.append((one, other))
    pairing.matches = act.after["matches"]


def _resting_paired(state: Replay, act: Act) -> None:
    ns, ew = act.after["pairs"]
    state.late.add((act.where(RoundPlace).round, ns, ew))


def _player_absent(state: Replay, act: Act) -> None:
    number = act.where(TablePlace).round
    before, after = ((number, *told["players"]) for told in (act.before, act.after))
    for known in (state.reseated, state.round(number).reseated):
        planned = known.pop(before, before)
        if planned != after:
            known[after] = planned


def _paired(
    state: Replay,
    stage: RecordedStage,
    rounds: range,
    matches: str,
    scores: Mapping[str, str] | None = None,
) -> None:
    first = rounds[0]
    present = frozenset(
        number
        for number, pair in state.pairs.items()
        if stage.plays(number)
        and pair.joined_round <= first
        and (pair.withdrawn_from is None or pair.withdrawn_from > rounds[-1])
        and first not in pair.asked_rests
    )
    stage.pairings[first] = RecordedPairing(
        rounds,
        matches,
        present,
        frozenset(state.late),
        frozenset(state.cancelled),
        reseated=dict(state.reseated),
        scores=recorded_scores(scores or {}),
        bracket=bracket_of(stage.settings),
        groups=state.groups(next(n for n, one in state.stages.items() if one is stage)),
    )


def _schedule_removed(state: Replay, act: Act) -> None:
    _forget_schedule(state, act.before["stage"])


def _forget_schedule(state: Replay, number: int) -> None:
    stage = state.stages[number]
    _forget_matches(state, stage.rounds)
    stage.scheduled = {}
    stage.pairings.clear()


def _forget_matches(state: Replay, rounds: range) -> None:
    for changed in (state.late, state.cancelled):
        changed -= {meeting for meeting in changed if meeting[0] in rounds}
    for meeting in [one for one in state.reseated if one[0] in rounds]:
        del state.reseated[meeting]


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
    Action.CHAMPIONSHIP_CREATED: _created,
    Action.STAGE_ADDED: _stage_added,
    Action.STAGE_REMOVED: _stage_removed,
    Action.GROUPS_DRAWN: _groups,
    Action.GROUPS_CHANGED: _groups,
    Action.GROUPS_REMOVED: _groups_removed,
    Action.SETTINGS_CHANGED: _settings,
    Action.PLAYED_WITH_CHANGED: _played_with,
    Action.CHAMPIONSHIP_ENDED: _ended,
    Action.CONTESTANT_ADDED: _pair_added,
    Action.CONTESTANTS_IMPORTED: _pairs_imported,
    Action.CONTESTANT_CHANGED: _pair_changed,
    Action.CONTESTANT_REMOVED: _pair_removed,
    Action.NUMBERS_DRAWN: _numbers_drawn,
    Action.CONTESTANT_JOINED_LATE: _pair_joined_late,
    Action.CONTESTANT_WITHDRAWN: _pair_withdrawn,
    Action.WITHDRAWAL_TAKEN_BACK: _withdrawal_taken_back,
    Action.REST_ASKED: _rest_asked,
    Action.ASKED_REST_TAKEN_BACK: _asked_rest_taken_back,
    Action.SCHEDULE_MADE: _schedule_made,
    Action.ROUND_PAIRED: _round_paired,
    Action.ROUND_ENTERED: _round_paired,
    Action.ROUNDS_REPLANNED: _rounds_replanned,
    Action.PAIRS_EXCHANGED: _pairs_exchanged,
    Action.RESTING_PAIRED: _resting_paired,
    Action.PLAYER_ABSENT: _player_absent,
    Action.PLAYER_CAME: _player_absent,
    Action.SCHEDULE_REMOVED: _schedule_removed,
    Action.DEALS_MADE: _deals_made,
    Action.KEY_PUBLISHED: _commitment,
    Action.SALT_CHANGED: _salt,
    Action.SALT_FIXED: _salt_fixed,
    Action.HANDS_EXCHANGED: _hands_exchanged,
}
"""What each act of preparing a championship changes."""
