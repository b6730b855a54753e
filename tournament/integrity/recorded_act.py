"""One act of the record, as the functions that replay it take it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from tournament.integrity.recorded_state import Replay
from tournament.models.places import ActedBy, Place, RulingPlace

_P = TypeVar("_P", bound=Place)


@dataclass(frozen=True, slots=True)
class Act:
    """The parts of an event that the replay uses."""

    place: Place | None
    actor: ActedBy
    at: datetime
    before: Any
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

    @property
    def ruling(self) -> int:
        """The number of the ruling that the act is about. Raises `ValueError` where it is none."""
        if not isinstance(self.place, RulingPlace):
            raise ValueError(f"{self.place} is no ruling")
        return self.place.ruling


Follow = Callable[[Replay, Act], None]
"""What an act changes in the state."""
