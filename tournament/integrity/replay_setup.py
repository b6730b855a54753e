"""Replaying what prepares play: the championship, people, pairs, tables, schedule and hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournament.contestants.rows import moved_positions
from tournament.integrity.recorded_act import Act, Follow
from tournament.integrity.recorded_state import (
    BEGINNING,
    DAY,
    GROUPS,
    STAGE,
    Meeting,
    RecordedAccess,
    RecordedDealSet,
    RecordedEntrant,
    RecordedPair,
    RecordedPairing,
    RecordedStage,
    Replay,
    as_new,
    whoever_sat,
)
from tournament.models import Action, HandAccess, Role, Stage, bracket_of
from tournament.models.places import ContestantPlace, RoundPlace, TablePlace
from tournament.schedule.plan import recorded_scores
from tournament.stages.formats import FORMATS

_DETAILS = ("name", "place", "date", "logo")


def _details(state: Replay, act: Act) -> None:
    told = {name: act.after[name] for name in _DETAILS if name in act.after}
    state.details = {"logo": None, **state.details, **told}


def _created(state: Replay, act: Act) -> None:
    """The event tells of the first stage's settings those that a new stage hasn't anyway."""
    _details(state, act)
    state.created_at = act.at
    state.roles[act.after["username"]] = Role.ORGANISER
    state.rehearsal = "rehearsal" in act.after
    _begin(state.stages[1], act, BEGINNING)
    state.of_players = FORMATS[state.stages[1].told["kind"]].of_players
    state.day.update({name: act.after[name] for name in DAY if name in act.after})


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


def _day(state: Replay, act: Act) -> None:
    state.day.update(act.after)


def _ended(state: Replay, act: Act) -> None:
    state.ended_at = act.at


def _archive_changed(state: Replay, act: Act) -> None:
    state.is_archived = act.after["archived"]


def _role_given(state: Replay, act: Act) -> None:
    state.roles[act.after["username"]] = Role(act.after["role"])


def _role_taken(state: Replay, act: Act) -> None:
    del state.roles[act.before["username"]]


def _plays_noted(state: Replay, act: Act) -> None:
    if act.is_ours:
        state.pairs[act.where(ContestantPlace).contestant].accounts.add(act.after["username"])


def _plays_withdrawn(state: Replay, act: Act) -> None:
    state.pairs[act.where(ContestantPlace).contestant].accounts.discard(act.before["username"])


def _tables_changed(state: Replay, act: Act) -> None:
    state.table_names = {int(number): name for number, name in act.after["names"].items()}
    for number, pair in state.pairs.items():
        pair.fixed_table = act.after["fixed"].get(str(number))


def _pair_added(state: Replay, act: Act) -> None:
    state.pairs[act.after["number"]] = RecordedPair(act.after)


def _pairs_imported(state: Replay, act: Act) -> None:
    for details in act.after["pairs"]:
        state.pairs[details["number"]] = RecordedPair(details)


def _pair_changed(state: Replay, act: Act) -> None:
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


def _pair_removed(state: Replay, act: Act) -> None:
    del state.pairs[act.before["number"]]


def _presence_noted(state: Replay, act: Act) -> None:
    state.pairs[act.where(ContestantPlace).contestant].here = act.after["here"]


def _payment_noted(state: Replay, act: Act) -> None:
    state.pairs[act.where(ContestantPlace).contestant].paid = act.after["paid"]


def _numbers_drawn(state: Replay, act: Act) -> None:
    before, state.pairs = state.pairs, {}
    for number, earlier in act.after["earlier_numbers"].items():
        pair = state.pairs[int(number)] = before.pop(earlier)
        pair.details = {**pair.details, "number": int(number)}


def _pair_joined_late(state: Replay, act: Act) -> None:
    own = ("from_round", "matches", "in_groups")
    number = act.after["number"]
    details = {name: value for name, value in act.after.items() if name not in own}
    state.pairs[number] = RecordedPair(details, joined_round=act.after["from_round"])
    for one in act.after.get("in_groups", ()):
        state.pairs[number].groups[one["stage"]] = one["group"]
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
    days = {one: (state.round(one).first_day, state.round(one).last_day) for one in stage.rounds}
    _forget_schedule(state, act.after["stage"])
    stage.scheduled = act.after
    for number in stage.rounds:
        one = state.round(number)
        one.first_day, one.last_day = days.get(number, (None, None))
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
    _forget_tables(state, range(number, number + 1))
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
    for number in rounds:
        state.round(number).paired = True


def _days_set(state: Replay, act: Act) -> None:
    if "reserve_days" in act.after:
        state.stages[act.after["stage"]].told["reserve_days"] = act.after["reserve_days"]
    for number, days in act.after.get("days", {}).items():
        one = state.round(int(number))
        one.first_day, one.last_day = days["first_day"], days["last_day"]


def _schedule_removed(state: Replay, act: Act) -> None:
    _forget_schedule(state, act.before["stage"])


def _forget_schedule(state: Replay, number: int) -> None:
    stage = state.stages[number]
    _forget_matches(state, stage.rounds)
    for one in stage.rounds:
        known = state.round(one)
        known.paired, known.first_day, known.last_day = False, None, None
    stage.scheduled, stage.published_at = {}, None
    stage.pairings.clear()


def _forget_matches(state: Replay, rounds: range) -> None:
    for changed in (state.late, state.displaced, state.cancelled):
        changed -= {meeting for meeting in changed if meeting[0] in rounds}
    for meeting in [one for one in state.reseated if one[0] in rounds]:
        del state.reseated[meeting]
    for meeting in [one for one in state.sittings if one[0] in rounds]:
        del state.sittings[meeting]
    _forget_tables(state, rounds)


def _forget_tables(state: Replay, rounds: range) -> None:
    """Forget what was done at the tables of these rounds: they have new matches."""
    for meeting in [one for one in state.tables if one[0] in rounds]:
        del state.tables[meeting]


def _schedule_published(state: Replay, act: Act) -> None:
    state.stages[act.after["stage"]].published_at = act.at


def _deals_made(state: Replay, act: Act) -> None:
    number = act.after["deal_set"]
    state.deal_sets[number] = RecordedDealSet(
        number, act.after["hands_before"], act.after["deals"], act.at
    )
    _commitment(state, act)


def _commitment(state: Replay, act: Act) -> None:
    state.deal_sets[act.after["deal_set"]].commitments.add(act.after["commitment"])


def _salt(state: Replay, act: Act) -> None:
    state.deal_sets[act.after["deal_set"]].salt = act.after["salt"]


def _salt_fixed(state: Replay, act: Act) -> None:
    _commitment(state, act)
    _salt(state, act)
    state.deal_sets[act.after["deal_set"]].salt_fixed_at = act.at


def _hands_opened_early(state: Replay, act: Act) -> None:
    _seen_early(state, act, HandAccess.Kind.OPENED, [act.where(RoundPlace).round])


def _hands_printed(state: Replay, act: Act) -> None:
    _seen_early(state, act, HandAccess.Kind.PRINTED, act.after["rounds"])


def _hands_seen(state: Replay, act: Act) -> None:
    _seen_early(state, act, HandAccess.Kind.SEEN, [act.where(RoundPlace).round])


def _hands_dealt(state: Replay, act: Act) -> None:
    _seen_early(state, act, HandAccess.Kind.DEALT, [act.where(RoundPlace).round])


def _hands_exchanged(state: Replay, act: Act) -> None:
    round = act.where(RoundPlace).round
    for one in [one for one in state.accesses if one.round == round and not one.exchanged]:
        state.accesses[replace(one, exchanged=True)] += state.accesses.pop(one)
    deal_set, spare = act.after["deal_set"], act.after["spare_deals"]
    state.deal_sets[deal_set].spares_used += len(spare)
    for number, number_in_set in spare.items():
        state.spare_deals[int(number)] = (deal_set, number_in_set)


def _seen_early(state: Replay, act: Act, kind: HandAccess.Kind, rounds: Iterable[int]) -> None:
    account = act.after["username"] if act.is_ours else ""
    for number in rounds:
        state.accesses[
            RecordedAccess(number, kind, act.at, act.actor.name, account, act.reason)
        ] += 1


FOLLOWED: Mapping[Action, Follow] = {
    Action.CHAMPIONSHIP_CREATED: _created,
    Action.CHAMPIONSHIP_CHANGED: _details,
    Action.STAGE_ADDED: _stage_added,
    Action.STAGE_REMOVED: _stage_removed,
    Action.GROUPS_DRAWN: _groups,
    Action.GROUPS_CHANGED: _groups,
    Action.GROUPS_REMOVED: _groups_removed,
    Action.SETTINGS_CHANGED: _settings,
    Action.PLAYED_WITH_CHANGED: _played_with,
    Action.CHAMPIONSHIP_ENDED: _ended,
    Action.ARCHIVE_CHANGED: _archive_changed,
    Action.MEMBER_ADDED: _role_given,
    Action.MEMBER_CHANGED: _role_given,
    Action.MEMBER_REMOVED: _role_taken,
    Action.PLAYS_NOTED: _plays_noted,
    Action.PLAYS_WITHDRAWN: _plays_withdrawn,
    Action.TABLES_CHANGED: _tables_changed,
    Action.CONTESTANT_ADDED: _pair_added,
    Action.CONTESTANTS_IMPORTED: _pairs_imported,
    Action.CONTESTANT_CHANGED: _pair_changed,
    Action.CONTESTANT_REMOVED: _pair_removed,
    Action.PRESENCE_NOTED: _presence_noted,
    Action.PAYMENT_NOTED: _payment_noted,
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
    Action.DAYS_SET: _days_set,
    Action.SCHEDULE_REMOVED: _schedule_removed,
    Action.SCHEDULE_PUBLISHED: _schedule_published,
    Action.DEALS_MADE: _deals_made,
    Action.KEY_PUBLISHED: _commitment,
    Action.SALT_CHANGED: _salt,
    Action.SALT_FIXED: _salt_fixed,
    Action.HANDS_OPENED_EARLY: _hands_opened_early,
    Action.HANDS_PRINTED: _hands_printed,
    Action.HANDS_SEEN: _hands_seen,
    Action.HANDS_DEALT: _hands_dealt,
    Action.HANDS_EXCHANGED: _hands_exchanged,
    Action.DAY_CHANGED: _day,
}
"""What each act of preparing a championship changes."""
