"""Check of each choice and each draw in a record against what was known at that moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournament.integrity.entrants import choice_faults
from tournament.integrity.fold import Fold, ImportedFrom, fold
from tournament.integrity.folded_rows import FoldedRows
from tournament.integrity.groups import draw_faults
from tournament.integrity.pairings import (
    DRAWS,
    lot_faults,
    meetings_in,
    reseated_faults,
    seats_somebody,
)
from tournament.models import Action, AuditEvent


def moment_faults(events: Sequence[AuditEvent], taken_in: ImportedFrom | None) -> Iterator[str]:
    """Yield the choices, draws and changes that differ from the rows of their moment.

    `taken_in` is the championship's import. Raises as `Fold.follow`, and as `FoldedRows`.
    """
    now = Fold()
    for place, event in enumerate(events):
        told, seats = event.after or {}, seats_somebody(event)
        earlier = meetings_in(now) if seats else set()
        fold(now, (event,), taken_in)
        if seats:
            yield from reseated_faults(event, earlier, meetings_in(now))
        if event.action in DRAWS:
            yield from lot_faults(FoldedRows(now, events[:place], told["stage"]), event, earlier)
        elif event.action == Action.GROUPS_DRAWN:
            yield from draw_faults(FoldedRows(now, events[:place], told["stage"]), event)
        elif event.action == Action.STAGE_ADDED and "entrants" in told:
            source, stage = (FoldedRows(now, events[:place], told["stage"] - n) for n in (1, 0))
            yield from choice_faults(source, stage, event)
