"""Replay of a championship's events: their rows, and the state that rows can't show."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.integrity import replay_hands, replay_play
from tournament.integrity.fold import ImportedFrom, fold
from tournament.integrity.recorded_act import Act
from tournament.integrity.recorded_state import Replay
from tournament.models import Action, AuditEvent

_FOLLOWED = {**replay_hands.FOLLOWED, **replay_play.FOLLOWED}


def replay(
    state: Replay, events: Sequence[AuditEvent], taken_in: ImportedFrom | None = None
) -> None:
    """Follow the events of one championship, in their order, from a new `state` on.

    `taken_in` tells of its import, for one that was not made here. Raises `LookupError`,
    `TypeError` or `ValueError` at an event that this program can't have written: the rows are those
    after the last event all the same, so that they can be compared.
    """
    for place, event in enumerate(events):
        is_ours = taken_in is None or event.sequence > taken_in.events
        follow = _FOLLOWED.get(Action(event.action))
        try:
            if follow is not None:
                follow(state, _act(event, is_ours=is_ours))
        except Exception:
            fold(state.rows, events[place:], taken_in)
            raise
        fold(state.rows, (event,), taken_in)


def _act(event: AuditEvent, *, is_ours: bool) -> Act:
    return Act(
        event.place,
        event.acted_by,
        event.after,
        event.actor_phone,
        is_ours=is_ours,
    )
