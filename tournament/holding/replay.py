"""A championship as its record tells it: the events, one after the other, made into a state.

Nothing but the events is read, so what comes out can be held against what the tables say. Who meets
whom is not in the record, only a digest of it, and whom late pairs and withdrawals touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.holding.recorded import (
    DAY,
    SETTINGS,
    Place,
    RecordedClaim,
    RecordedPair,
    RecordedRuling,
    RecordedVersion,
    Replay,
)
from tournament.models import Action, AuditEvent, Championship, RoundStatus

_HAND = re.compile(r"round (\d+) table (\d+) hand (\d+)")
_CLAIM = re.compile(rf"({_HAND.pattern}) claim (\d+)")
_NUMBER = re.compile(r"(?:round|pair|ruling) (\d+)")

NOT_IN_OLD_VERSIONS: Mapping[str, Any] = {"award": "", "entered_side": ""}
"""What a version said by leaving it out, before it could say anything else."""


def replay(events: Iterable[AuditEvent]) -> Replay:
    """The state that the events of one championship, in their order, lead to.

    Raises `LookupError`, `TypeError` or `ValueError` at an event that this program can't have
    written.
    """
    new = Championship()
    state = Replay(settings={name: getattr(new, name) for name in (*SETTINGS, *DAY)})
    for event in events:
        follow = _FOLLOWED.get(Action(event.action))
        if follow is not None:
            follow(state, _Act(event.target, event.actor, event.reason, event.before, event.after))
    return state


@dataclass(frozen=True, slots=True)
class _Act:
    """What is followed of an event."""

    target: str
    actor: str
    reason: str
    before: Any
    after: Any


def _number(act: _Act) -> int:
    found = _NUMBER.fullmatch(act.target)
    if found is None:
        raise ValueError(act.target)
    return int(found[1])


_DETAILS = ("name", "place", "date", "logo")


def _details(state: Replay, act: _Act) -> None:
    told = {name: act.after[name] for name in _DETAILS if name in act.after}
    state.details = {"logo": None, **state.details, **told}


def _created(state: Replay, act: _Act) -> None:
    _details(state, act)
    state.rehearsal = "rehearsal" in act.after


def _settings(state: Replay, act: _Act) -> None:
    state.settings.update(act.after)


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
    state.late_pairs.add(number)
    for match in act.after["matches"]:
        sides = (number, match["opponent"])
        ns, ew = sides if match["side"] == "NS" else sides[::-1]
        state.late.add((match["round"], ns, ew))


def _pair_withdrawn(state: Replay, act: _Act) -> None:
    number = _number(act)
    state.pairs[number].withdrawn_from = act.after["from_round"]
    for match in act.after["cancelled"]:
        low, high = sorted((number, match["opponent"]))
        state.cancelled.add((match["round"], low, high))


def _schedule_made(state: Replay, act: _Act) -> None:
    _schedule_removed(state, act)
    state.scheduled = act.after


def _schedule_removed(state: Replay, _act: _Act) -> None:
    state.scheduled, state.published = {}, False
    for changed in (state.late, state.cancelled, state.late_pairs):
        changed.clear()


def _schedule_published(state: Replay, _act: _Act) -> None:
    state.published = True


def _commitment(state: Replay, act: _Act) -> None:
    state.commitments.add(act.after["commitment"])


def _salt(state: Replay, act: _Act) -> None:
    state.salt = act.after["salt"]


def _salt_fixed(state: Replay, act: _Act) -> None:
    _commitment(state, act)
    _salt(state, act)
    state.salt_fixed = True


def _round_opened(state: Replay, act: _Act) -> None:
    state.rounds[_number(act)] = RoundStatus.OPEN


def _round_closed(state: Replay, act: _Act) -> None:
    number = _number(act)
    state.rounds[number] = RoundStatus.CLOSED
    state.corrections.pop(number, None)
    if act.after is not None:
        state.corrections[number] = act.after["corrections_until"]


def _round_reopened(state: Replay, act: _Act) -> None:
    _round_opened(state, act)
    state.corrections[_number(act)] = None


def _place(target: str) -> Place:
    found = _HAND.fullmatch(target)
    if found is None:
        raise ValueError(target)
    return int(found[1]), int(found[2]), int(found[3])


def _result(state: Replay, act: _Act) -> None:
    content = {**NOT_IN_OLD_VERSIONS, **act.after}
    version = RecordedVersion(content, act.actor, act.reason)
    state.results.setdefault(_place(act.target), []).append(version)


def _confirmed(state: Replay, act: _Act) -> None:
    look = (act.after["version"], act.after["by"], act.actor)
    state.looks.setdefault(_place(act.target), set()).add(look)


def _play_attached(state: Replay, act: _Act) -> None:
    attached_to = (_place(act.target), act.after["version"], act.after["play"])
    state.plays[attached_to] = act.after["digest"]


def _claim_number(act: _Act) -> tuple[Place, int]:
    found = _CLAIM.fullmatch(act.target)
    if found is None:
        raise ValueError(act.target)
    return _place(found[1]), int(found[5])


def _claim_made(state: Replay, act: _Act) -> None:
    place, number = _claim_number(act)
    state.claims[number] = RecordedClaim(place, dict(act.after), act.actor)


def _claim_answered(state: Replay, act: _Act) -> None:
    claim = state.claims[_claim_number(act)[1]]
    claim.answer, claim.answered_by = act.after["answer"], act.actor


def _claim_decided(state: Replay, act: _Act) -> None:
    claim = state.claims[_claim_number(act)[1]]
    claim.decision, claim.decided_by = act.after["decision"], act.actor
    claim.decision_reason = act.reason


def _ruling_made(state: Replay, act: _Act) -> None:
    state.rulings[_number(act)] = RecordedRuling(dict(act.after), act.actor, act.reason)


def _ruling_withdrawn(state: Replay, act: _Act) -> None:
    ruling = state.rulings[_number(act)]
    ruling.withdrawn_by, ruling.withdrawal_reason = act.actor, act.reason


_FOLLOWED: Mapping[Action, Callable[[Replay, _Act], None]] = {
    Action.CHAMPIONSHIP_CREATED: _created,
    Action.CHAMPIONSHIP_CHANGED: _details,
    Action.SETTINGS_CHANGED: _settings,
    Action.CHAMPIONSHIP_ENDED: _ended,
    Action.TEAM_ADDED: _pair_added,
    Action.TEAMS_IMPORTED: _pairs_imported,
    Action.TEAM_CHANGED: _pair_changed,
    Action.TEAM_REMOVED: _pair_removed,
    Action.NUMBERS_DRAWN: _numbers_drawn,
    Action.TEAM_JOINED_LATE: _pair_joined_late,
    Action.TEAM_WITHDRAWN: _pair_withdrawn,
    Action.SCHEDULE_MADE: _schedule_made,
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
    Action.CLAIM_MADE: _claim_made,
    Action.CLAIM_ANSWERED: _claim_answered,
    Action.CLAIM_DECIDED: _claim_decided,
    Action.RULING_MADE: _ruling_made,
    Action.RULING_WITHDRAWN: _ruling_withdrawn,
    Action.DAY_CHANGED: _settings,
}
"""What each act changes. Who organises, how tables are called, who sat where, how a countdown ran
and which links were renewed is not followed."""
