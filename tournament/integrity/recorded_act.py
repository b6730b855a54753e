"""Act of the record, as the functions that replay it take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tournament.integrity.recorded_state import Replay
from tournament.models.places import ActedBy, Place

_P = TypeVar("_P", bound=Place)


@dataclass(frozen=True, slots=True)
class Act:
    """Parts of an event that the replay uses."""

    place: Place | None
    actor: ActedBy
    after: Any
    phone: str
    """Mark of the phone that acted, "" for none."""
    is_ours: bool
    """True for acts of this installation, so that accounts named in them are ours."""

    def where(self, kind: type[_P]) -> _P:
        """Return the place of the act. Raises `ValueError` if it is not of that kind."""
        if not isinstance(self.place, kind):
            raise ValueError(f"{self.place} is no {kind.__name__}")
        return self.place


Follow = Callable[[Replay, Act], None]
"""Function that applies an act to the state."""
