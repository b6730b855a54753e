"""Which versions of a record have been undone and can be done again.

Versions are never overwritten, so undo and redo make versions too. Which kind a version is follows
from where undoing it would lead (`PlayRecord.goes_back_to`):

- a change leads back to the version before it;
- an undo leaves one step fewer to undo than there were before it;
- a redo leaves one step more, and leads back to where the version that it restores led, never to
  the version before it.
"""

from __future__ import annotations

from collections.abc import Mapping


def still_undone(goes_back_to: Mapping[int, int | None]) -> tuple[int, ...]:
    """The versions that can be done again after the last one, the one to begin with at the end.

    `goes_back_to` of each version, in their order from 1; version 0 is the empty record. A change
    leaves nothing to be done again.
    """
    steps = {0: 0}
    undone: list[int] = []
    for version, back in goes_back_to.items():
        steps[version] = 0 if back is None else steps.get(back, 0) + 1
        if back == version - 1:
            undone = []
        elif steps[version] < steps.get(version - 1, 0):
            undone.append(version - 1)
        elif undone:
            undone.pop()
    return tuple(undone)
