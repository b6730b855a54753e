"""An event as it is shown: everything it says, in the language in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.audit.event_text import (
    IN_PAIRS,
    PlaceWords,
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


def place_words(championship: Championship) -> PlaceWords:
    """How places are told: the rounds in which a match is a game, or a table of abarrotada, have
    results of no hand; 1 query."""
    results = Result.objects.filter(match__round__championship=championship)
    games = results.exclude(kind=Result.Kind.DEALT_HAND)
    rounds = frozenset(games.values_list("match__round__number", flat=True).distinct())
    return PlaceWords(rounds, championship.of_players)


def line_of(event: ChainedEvent, words: PlaceWords = IN_PAIRS) -> RecordLine:
    """What an event says, its place in these words."""
    return RecordLine(
        sequence=event.sequence,
        at=event.at,
        actor=actor_text(event.acted_by),
        action=done_text(event),
        target=target_text(event, words),
        reason=event.reason,
        details=tuple(details_of(event.before, event.after, words)),
        hash=event.hash,
    )


def target_text(event: ChainedEvent, words: PlaceWords = IN_PAIRS) -> str:
    """Return what an act was done to: a place in words, a name, or how many pairs; "" for all of
    it."""
    place = event.place if isinstance(event, AuditEvent) else None
    if place:
        return place_text(place, words)
    return event.target or several_text(event.action, event.after)


def several_text(action: str, after: Any) -> str:
    """How many pairs an act was done to, where it was several at once."""
    if action != Action.CONTESTANTS_IMPORTED:
        return ""
    return several_text_of([len(one["players"]) for one in after["pairs"]])


def done_text(event: ChainedEvent) -> str:
    """What was done, and whether an account that plays did it at its own table."""
    done = act_text(event.action, event.before, event.after)
    if not (isinstance(event, AuditEvent) and event.own_table):
        return done
    return _("%(done)s, at the own table") % {"done": done}


def own_acts(championship: Championship, round: int | None = None) -> tuple[RecordLine, ...]:
    """What accounts that play did as referees at their own tables, and their looks at open rounds,
    in order; of that round alone, or of all. 1 query, 2 where there is something."""
    events = AuditEvent.objects.filter(championship=championship)
    events = events.filter(Q(own_table=True) | Q(action=Action.RESULTS_SEEN))
    if round is not None:
        events = events.filter(round=round)
    found = list(events.order_by("sequence"))
    words = place_words(championship) if found else IN_PAIRS
    return tuple(line_of(one, words) for one in found)


def act_text(action: str, before: Any, after: Any) -> str:
    """What was done; of a result that carries a ruling also what it was to that."""
    done = action_text(action)
    ruling = ruling_act(action, before, after)
    return f"{done}, {action_text(ruling)}" if ruling else done


def details_of(before: Any, after: Any, words: PlaceWords = IN_PAIRS) -> Iterator[Detail]:
    """What an act changed."""
    for name, was, became in _changes(before, after):
        old, new = (value_text(value, name, words) for value in (was, became))
        if old != new:
            yield Detail(part_name(name), old, new)


def _changes(before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    """What an act changed, part by part where both are collections of parts: name, before, after;
    the name is "" where they are none."""
    old = before if isinstance(before, dict) else {} if before is None else {"": before}
    new = after if isinstance(after, dict) else {} if after is None else {"": after}
    for name in dict.fromkeys([*old, *new]):
        yield name, old.get(name), new.get(name)
