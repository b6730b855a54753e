"""A championship as its record tells it: the events, one after the other, made into a state.

Nothing but the events is read, so what comes out can be held against what the tables say. Who meets
whom is not in the record, only how balanced the schedule was, and whom late pairs and withdrawals
touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.models import Action, AuditEvent, Championship, RoundStatus

_HAND = re.compile(r"round (\d+) table (\d+) hand (\d+)")
_NUMBER = re.compile(r"(?:round|pair) (\d+)")

Place = tuple[int, int, int]
"""A round, a table and a deal, by their numbers."""
Meeting = tuple[int, int, int]
"""A round, and the numbers of the two pairs that meet in it."""
SETTINGS = (
    "average_of",
    "flat_score",
    "scale",
    "rank_by",
    "withdrawn",
    "play_variant",
    "tie_breaks",
    "draw_seed",
)
"""The columns of a championship that are rules of scoring and ranking."""


@dataclass(frozen=True, slots=True)
class RecordedVersion:
    """One version of a result, as the event says that entered it."""

    content: Mapping[str, Any]
    entered_by: str
    reason: str


@dataclass(slots=True)
class RecordedPair:
    """A pair; `details` is None where the record can't tell two pairs of the same names apart."""

    details: Mapping[str, Any] | None
    joined_round: int = 1
    withdrawn_from: int | None = None


@dataclass(slots=True)
class Replay:
    """What the record says up to its last event.

    `scheduled` is what was said of the schedule when it was made, empty without one. `late` are the
    matches of late pairs as (round, N–S, E–W), `cancelled` those of withdrawn ones as (round, lower
    number, higher number).
    """

    details: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    pairs: dict[int, RecordedPair] = field(default_factory=dict)
    scheduled: Mapping[str, Any] = field(default_factory=dict)
    published: bool = False
    late_pairs: set[int] = field(default_factory=set)
    late: set[Meeting] = field(default_factory=set)
    cancelled: set[Meeting] = field(default_factory=set)
    commitments: set[str] = field(default_factory=set)
    salt: str = ""
    salt_fixed: bool = False
    rounds: dict[int, RoundStatus] = field(default_factory=dict)
    results: dict[Place, list[RecordedVersion]] = field(default_factory=dict)
    ended: bool = False

    @property
    def closed(self) -> tuple[int, ...]:
        """The numbers of the closed rounds."""
        return tuple(
            sorted(one for one, status in self.rounds.items() if status is RoundStatus.CLOSED)
        )


def replay(events: Iterable[AuditEvent]) -> Replay:
    """The state that the events of one championship, in their order, lead to.

    Raises `LookupError`, `TypeError` or `ValueError` at an event that this program can't have
    written.
    """
    new = Championship()
    state = Replay(settings={name: getattr(new, name) for name in SETTINGS})
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


def _details(state: Replay, act: _Act) -> None:
    state.details = {name: act.after[name] for name in ("name", "place", "date")}


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
    state.rounds[_number(act)] = RoundStatus.CLOSED


def _result(state: Replay, act: _Act) -> None:
    found = _HAND.fullmatch(act.target)
    if found is None:
        raise ValueError(act.target)
    place = (int(found[1]), int(found[2]), int(found[3]))
    version = RecordedVersion(dict(act.after), act.actor, act.reason)
    state.results.setdefault(place, []).append(version)


_FOLLOWED: Mapping[Action, Callable[[Replay, _Act], None]] = {
    Action.CHAMPIONSHIP_CREATED: _details,
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
    Action.ROUND_REOPENED: _round_opened,
    Action.RESULT_ENTERED: _result,
    Action.RESULT_CHANGED: _result,
}
"""What each act changes; who organises, how tables are called and who sat where is not followed."""
