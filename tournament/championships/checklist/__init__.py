"""The checklist on the start page: what has been done, and what comes next.

One step is next: the first one that has to be done and isn't. Steps that may be skipped (naming
tables, a salt, printing) are never next, but are shown as optional while they can still be done,
and as skipped when their time is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tournament.championships.checklist import hall, preparation
from tournament.championships.checklist.step import State, Step
from tournament.championships.queries import Progress

_STEPS: tuple[Callable[[Progress], Step], ...] = (
    preparation.pairs,
    preparation.tables,
    preparation.groups,
    preparation.schedule,
    preparation.published,
    preparation.hands,
    preparation.salt,
    preparation.referees,
    preparation.day,
    preparation.packs,
    hall.slips,
    hall.links,
    hall.check_in,
    hall.rounds,
    hall.following,
    hall.end,
)
_OF_DEALS = (preparation.hands, preparation.salt, preparation.packs)
"""Steps that only hands dealt beforehand need."""


def checklist(now: Progress) -> list[Step]:
    """Return the steps of the day, in order; at most one of them is next."""
    left_out = [
        *([] if now.deals else _OF_DEALS),
        *([] if now.group_size else [preparation.groups]),
        *([] if now.to_follow else [hall.following]),
    ]
    steps = [step(now) for step in _STEPS if step not in left_out]
    return list(_with_states(steps, ended=now.ended_at is not None))


def _with_states(steps: list[Step], *, ended: bool) -> Iterator[Step]:
    next_is_found = False
    for step in steps:
        if step.done or (ended and not step.can_be_skipped):
            state = State.DONE
        elif step.can_be_skipped and (ended or not step.still_possible):
            state = State.SKIPPED
        elif step.can_be_skipped:
            state = State.OPTIONAL if step.possible_now else State.LATER
        elif next_is_found:
            state = State.LATER
        else:
            state, next_is_found = State.NEXT, True
        yield replace(step, state=state)
