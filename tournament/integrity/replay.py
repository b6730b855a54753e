"""Replay of a championship's events: their rows, and the state that rows can't show."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.integrity import replay_hands, replay_play
from tournament.integrity.fold import ImportedFrom, fold
from tournament.integrity.recorded_act import Act
from tournament.integrity.recorded_state import Replay
from tournament.models import Action, AuditEvent

_FOLLOWED = {**replay_hands.FOLLOWED, **replay_play.FOLLOWED}


def replay(events: Iterable[AuditEvent], taken_in: ImportedFrom | None = None) -> Replay:
    """Return the state after the events of one championship, given in order.

    `taken_in` is the import of a championship that was not made here. Raises `LookupError`,
    `TypeError` or `ValueError` at an event that this program can't have written.
    """
    state = Replay()
    for event in events:
        is_ours = taken_in is None or event.sequence > taken_in.events
        follow = _FOLLOWED.get(Action(event.action))
        if follow is not None:
            follow(state, _act(event, is_ours=is_ours))
        fold(state.rows, (event,), taken_in)
    return state


def _act(event: AuditEvent, *, is_ours: bool) -> Act:
    return Act(
        event.place,
        event.acted_by,
        event.after,
        event.actor_phone,
        is_ours=is_ours,
    )
