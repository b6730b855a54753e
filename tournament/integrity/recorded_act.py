"""One act of the record, as the functions that replay it take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tournament.integrity.recorded_state import Replay
from tournament.models.places import ActedBy, Place

_P = TypeVar("_P", bound=Place)


@dataclass(frozen=True, slots=True)
class Act:
    """The parts of an event that the replay uses."""

    place: Place | None
    actor: ActedBy
    after: Any
    phone: str
    """What the record knows the phone by that acted, "" for none."""
    is_ours: bool
    """Done in this installation, so that accounts named in it are ours."""

    def where(self, kind: type[_P]) -> _P:
        """The place, which is of that kind. Raises `ValueError` for one that is not."""
        if not isinstance(self.place, kind):
            raise ValueError(f"{self.place} is no {kind.__name__}")
        return self.place


Follow = Callable[[Replay, Act], None]
"""What an act changes in the state."""
