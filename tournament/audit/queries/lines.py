"""An event as it is shown: everything it says, in the language in force."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.audit.event_text import (
    action_text,
    actor_text,
    part_name,
    place_text,
    several_text_of,
    value_text,
)
from tournament.audit.rulings import ruling_act
from tournament.models import Action, AuditEvent, ChainedEvent, Championship, Result


@dataclass(frozen=True, slots=True)
class Detail:
    """One part of what an act changed, before and after, in words; "" for what was not."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An event of a log, in words."""

    sequence: int
    at: datetime
    actor: str
    action: str
    target: str
    reason: str
    details: tuple[Detail, ...]
    hash: str


def game_rounds(championship: Championship) -> frozenset[int]:
    """The rounds in which a match is a game: its results are of no hand; 1 query."""
    games = Result.objects.filter(kind=Result.Kind.GAME, match__round__championship=championship)
    return frozenset(games.values_list("match__round__number", flat=True).distinct())


def line_of(event: ChainedEvent, games: Collection[int] = ()) -> RecordLine:
    """What an event says; `games` as in `place_text`."""
    return RecordLine(
        sequence=event.sequence,
        at=event.at,
        actor=actor_text(event.acted_by),
        action=act_text(event.action, event.before, event.after),
        target=target_text(event, games),
        reason=event.reason,
        details=tuple(details_of(event.before, event.after)),
        hash=event.hash,
    )


def target_text(event: ChainedEvent, games: Collection[int] = ()) -> str:
    """What it was done to: a place in words, a name, or how many pairs; "" for all of it."""
    place = event.place if isinstance(event, AuditEvent) else None
    if place:
        return place_text(place, games=games)
    return event.target or several_text(event.action, event.after)


def several_text(action: str, after: Any) -> str:
    """How many pairs an act was done to, where it was several at once."""
    if action != Action.CONTESTANTS_IMPORTED:
        return ""
    return several_text_of([len(one["players"]) for one in after["pairs"]])


def act_text(action: str, before: Any, after: Any) -> str:
    """What was done; of a result that carries a ruling also what it was to that."""
    done = action_text(action)
    ruling = ruling_act(action, before, after)
    return f"{done}, {action_text(ruling)}" if ruling else done


def details_of(before: Any, after: Any) -> Iterator[Detail]:
    """What an act changed."""
    for name, was, became in _changes(before, after):
        old, new = value_text(was, name), value_text(became, name)
        if old != new:
            yield Detail(part_name(name), old, new)


def _changes(before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    """What an act changed, part by part where both are collections of parts: name, before, after;
    the name is "" where they are none."""
    old = before if isinstance(before, dict) else {} if before is None else {"": before}
    new = after if isinstance(after, dict) else {} if after is None else {"": after}
    for name in dict.fromkeys([*old, *new]):
        yield name, old.get(name), new.get(name)
