"""Drawing the groups of stages once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.errors import PairingError
from scoring.pairing.groups import GroupsBy, divide
from tournament.integrity.recorded_state import Replay
from tournament.integrity.replay import ImportedFrom, replay
from tournament.models import Action, AuditEvent


def draw_faults(events: Sequence[AuditEvent], taken_in: ImportedFrom | None) -> Iterator[str]:
    """Draws that, made again from what was known then, give other groups than the record has."""
    for place, event in enumerate(events):
        if event.action == Action.GROUPS_DRAWN:
            yield from _draw(replay(events[:place], taken_in), event)


def _draw(state: Replay, event: AuditEvent) -> Iterator[str]:
    told = event.after or {}
    where = {"stage": told["stage"]}
    try:
        drawn = divide(
            told["drawn_from"],
            len(told["group_names"]),
            GroupsBy(told["groups_by"]),
            seed=told.get("seed", ""),
            apart=told.get("kept_apart", ()),
        )
    except (PairingError, ValueError):
        drawn = ()
    if [list(group) for group in drawn] != told["groups"]:
        yield _("Stage %(stage)d: drawn again, the groups are others.") % where
    if told["drawn_from"] != _in_order(state, told["stage"]):
        yield _("Stage %(stage)d: the groups were not drawn from the pairs of that moment.") % where


def _in_order(state: Replay, number: int) -> list[int]:
    """The pairs of a stage by then, the strongest first as far as anybody knew."""
    stage = state.stages[number]
    before = (one.rounds for n, one in state.stages.items() if n < number)
    first = 1 + max((rounds[-1] for rounds in before if rounds), default=0)
    there = [
        one
        for one, pair in state.pairs.items()
        if stage.plays(one)
        and pair.joined_round <= first
        and (pair.withdrawn_from is None or first < pair.withdrawn_from)
    ]
    return sorted(there, key=lambda one: stage.entrants[one].seed if stage.entrants else one)
