"""Events as they are shown: all that they say, in the language in force."""

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
    """Part of what an act changed, before and after, in words; "" for a part that was not there."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """Event of a log, in words."""

    sequence: int
    at: datetime
    actor: str
    action: str
    target: str
    reason: str
    details: tuple[Detail, ...]
    hash: str


def place_words(championship: Championship) -> PlaceWords:
    """Return the words that tell the championship's places; 1 query.

    Rounds whose match is a game, or a table of abarrotada, have no results of hands.
    """
    results = Result.objects.filter(match__round__championship=championship)
    games = results.exclude(kind=Result.Kind.DEALT_HAND)
    rounds = frozenset(games.values_list("match__round__number", flat=True).distinct())
    return PlaceWords(rounds, championship.of_players)


def line_of(event: ChainedEvent, words: PlaceWords = IN_PAIRS) -> RecordLine:
    """Return an event in words; `words` tell its place."""
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
    """Return an act's target: a place in words, a name, or a number of pairs; "" for everything."""
    place = event.place if isinstance(event, AuditEvent) else None
    if place:
        return place_text(place, words)
    return event.target or several_text(event.action, event.after)


def several_text(action: str, after: Any) -> str:
    """Return the number of pairs that one act imported, in words; "" for other acts."""
    if action != Action.CONTESTANTS_IMPORTED:
        return ""
    return several_text_of([len(one["players"]) for one in after["pairs"]])


def done_text(event: ChainedEvent) -> str:
    """Return what was done, with a note if an account that plays did it at its own table."""
    done = act_text(event.action, event.before, event.after)
    if not (isinstance(event, AuditEvent) and event.own_table):
        return done
    return _("%(done)s, at the own table") % {"done": done}


def own_acts(championship: Championship, round: int | None = None) -> tuple[RecordLine, ...]:
    """Return the acts of accounts that play, as referees at their own tables, and their looks at
    open rounds, in order; of one round, or of all. 1 query, 2 where there are any."""
    events = AuditEvent.objects.filter(championship=championship)
    events = events.filter(Q(own_table=True) | Q(action=Action.RESULTS_SEEN))
    if round is not None:
        events = events.filter(round=round)
    found = list(events.order_by("sequence"))
    words = place_words(championship) if found else IN_PAIRS
    return tuple(line_of(one, words) for one in found)


def act_text(action: str, before: Any, after: Any) -> str:
    """Return what was done, and what this did to a ruling on the hand."""
    done = action_text(action)
    ruling = ruling_act(action, before, after)
    return f"{done}, {action_text(ruling)}" if ruling else done


def details_of(before: Any, after: Any, words: PlaceWords = IN_PAIRS) -> Iterator[Detail]:
    """Yield the parts that an act changed, in words."""
    for name, was, became in _changes(before, after):
        old, new = (value_text(value, name, words) for value in (was, became))
        if old != new:
            yield Detail(part_name(name), old, new)


def _changes(before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield name, before and after of each part of what an act tells; one part named "" where a
    value has no parts."""
    old = before if isinstance(before, dict) else {} if before is None else {"": before}
    new = after if isinstance(after, dict) else {} if after is None else {"": after}
    for name in dict.fromkeys([*old, *new]):
        yield name, old.get(name), new.get(name)
