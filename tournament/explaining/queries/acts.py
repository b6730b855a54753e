"""What the record tells of a hand, act by act: entered, confirmed, claimed, decided, ruled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from django.db.models import Q

from scoring.seats import Side
from scoring.settings import Settings
from tournament.explaining.course import Act, Kind, Saying
from tournament.models import Action, AuditEvent, Championship, Claim, Ruling, SecondLook
from tournament.results.entry import entry_of

_AT_TABLE = re.compile(r"round \d+ table (?P<table>\d+) hand \d+( claim (?P<claim>\d+))?")
_ENTRIES = (Action.RESULT_ENTERED, Action.RESULT_CHANGED)
_CLAIMS = (Action.CLAIM_MADE, Action.CLAIM_ANSWERED, Action.CLAIM_DECIDED)


def acts_on(
    championship: Championship, round_number: int, deal: int
) -> tuple[Sequence[Act], Settings]:
    """What happened to a hand at all its tables, in its order; 2 queries.

    With the rules of scoring before the first act.
    """
    events = list(_events(championship, round_number, deal))
    first = _settings_before(championship, events)
    return list(_acts(events, first)), first


def _events(championship: Championship, round_number: int, deal: int) -> Iterable[AuditEvent]:
    """What the record tells of a hand, its round and its rules, in the order in which it was."""
    at_tables = Q(target__startswith=f"round {round_number} table ")
    entered = at_tables & Q(
        action__in=(*_ENTRIES, Action.RESULT_CONFIRMED, Action.PLAY_ATTACHED),
        target__endswith=f" hand {deal}",
    )
    claimed = at_tables & Q(action__in=_CLAIMS, target__contains=f" hand {deal} claim ")
    course = Q(
        action__in=(Action.ROUND_CLOSED, Action.ROUND_REOPENED), target=f"round {round_number}"
    )
    rulings = championship.rulings.filter(kind=Ruling.Kind.HAND_CANCELLED, deal=deal)
    ruled = Q(
        action__in=(Action.RULING_MADE, Action.RULING_WITHDRAWN),
        target__in=[f"ruling {number}" for number in rulings.values_list("number", flat=True)],
    )
    others = Q(action__in=(Action.TEAM_WITHDRAWN, Action.SETTINGS_CHANGED))
    events = AuditEvent.objects.filter(championship=championship)
    return events.filter(entered | claimed | course | ruled | others).order_by("sequence")


def _settings_before(championship: Championship, events: Iterable[AuditEvent]) -> Settings:
    """The rules of scoring before the first of the events: each change says what was before."""
    stored: dict[str, Any] = {}
    for event in events:
        if event.action == Action.SETTINGS_CHANGED:
            stored = {**_parts(event.before), **stored}
    return _changed(championship.scoring_settings(), stored)


def _changed(settings: Settings, stored: Mapping[str, Any]) -> Settings:
    """The settings with some columns as they were recorded."""
    names = [one.name for one in fields(settings)]
    as_stored: dict[str, Any] = {name: getattr(settings, name) for name in names}
    as_stored |= {name: value for name, value in stored.items() if name in names}
    return Championship(**as_stored).scoring_settings()


def _acts(events: Iterable[AuditEvent], settings: Settings) -> Iterator[Act]:
    for event in events:
        told: dict[str, Any] = {
            "sequence": event.sequence,
            "at": event.at,
            "actor": event.actor,
            "reason": event.reason,
        }
        if event.action == Action.SETTINGS_CHANGED:
            before, settings = settings, _changed(settings, _parts(event.after))
            if _scores_alike(before, settings):
                continue
            yield Act(**told, kind=Kind.SETTINGS, settings=settings)
        else:
            yield Act(**told, **_what(event))


def _scores_alike(one: Settings, other: Settings) -> bool:
    """Whether a hand is scored the same by both: ranking and tie-breaks are another matter."""
    names = ("average_of", "flat_score", "scale", "withdrawn")
    return all(getattr(one, name) == getattr(other, name) for name in names)


_KINDS = {
    Action.RULING_MADE: Kind.CANCELLED,
    Action.RULING_WITHDRAWN: Kind.RESTORED,
    Action.ROUND_CLOSED: Kind.CLOSED,
    Action.ROUND_REOPENED: Kind.REOPENED,
}


def _what(event: AuditEvent) -> dict[str, Any]:
    """The kind of an act, and what belongs to it."""
    action = Action(event.action)
    if action in _KINDS:
        return {"kind": _KINDS[action]}
    if action is Action.TEAM_WITHDRAWN:
        return {"kind": Kind.WITHDRAWN, "pair": int(event.target.removeprefix("pair "))}
    found = _AT_TABLE.fullmatch(event.target)
    assert found is not None, event.target
    said = _parts(event.after)
    table = {"table": int(found["table"])}
    if action in _ENTRIES:
        said = {"award": "", **said}  # older records know no awards
        return {
            **table,
            "kind": Kind.ENTERED,
            "entry": entry_of(said),
            "version": said["version"],
        }
    if action is Action.RESULT_CONFIRMED:
        by = SecondLook.By(said["by"])
        return {**table, "kind": Kind.LOOKED, "version": said["version"], "by": by}
    if action is Action.PLAY_ATTACHED:
        return {**table, "kind": Kind.ATTACHED, "version": said["version"], "play": said["play"]}
    return {**table, **_claim(action, int(found["claim"]), said)}


def _claim(action: Action, number: int, said: Mapping[str, Any]) -> dict[str, Any]:
    if action is Action.CLAIM_DECIDED:
        decision = Claim.Decision(said["decision"])
        return {"kind": Kind.DECIDED, "saying": Saying(number, decision)}
    side = Side(said["side"])
    if action is Action.CLAIM_ANSWERED:
        answer = Claim.Answer(said["answer"])
        return {"kind": Kind.ANSWERED, "saying": Saying(number, answer, side)}
    content = {"award": "", **said["said"]} if said["said"] else None
    saying = Saying(
        number,
        Claim.Kind(said["claim"]),
        side,
        entry_of(content) if content else None,
        said["words"],
    )
    return {"kind": Kind.CLAIMED, "saying": saying}


def _parts(recorded: Any) -> dict[str, Any]:
    """What stood before or after an act, by the names of its parts."""
    assert isinstance(recorded, dict), recorded
    return recorded
