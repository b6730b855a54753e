"""Rulings on single hands, as a record tells them.

A ruling on more than one table's hand is an act of its own. One on a hand at one table (a
rule-break, an awarded average, a hand cancelled there) is a version of that hand's result, and
recorded as that. A search for rulings has to find both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from scoring.duplicate.scores import Award, Infraction
from tournament.models import Action, NotPlayedReason

RULING_ACTS = (Action.RULING_MADE, Action.RULING_WITHDRAWN)
VERSIONS = (Action.RESULT_ENTERED, Action.RESULT_CHANGED)
_VALUES = {
    "infraction": {one.value for one in Infraction if one},
    "award": {one.value for one in Award if one},
    "not_played_reason": {NotPlayedReason.FOULED.value},
}
"""Parts of a version, with the values that make it a ruling, in their order in its words."""


def ruling_act(action: str, before: Any, after: Any) -> Action | None:
    """Return what an act did to the ruling on a hand: `RULING_MADE`, `RULING_WITHDRAWN`, or None.

    Another ruling in place of one, or the same in other words, is made; another result of a hand on
    which the ruling stays gives None.
    """
    if action not in VERSIONS:
        return None
    was, became = _ruling_in(before), _ruling_in(after)
    if became and became != was:
        return Action.RULING_MADE
    return Action.RULING_WITHDRAWN if was and not became else None


def _ruling_in(version: Any) -> tuple[str, ...]:
    """Return the ruling of a recorded version, with its words; empty for an ordinary version."""
    said: Mapping[str, Any] = version if isinstance(version, dict) else {}
    parts = [said.get(name, "") for name in _VALUES]
    if not any(part in known for part, known in zip(parts, _VALUES.values())):
        return ()
    return (*parts, said.get("note", ""))


def touches_a_ruling() -> Q:
    """Return the condition for acts that may have changed a ruling on a hand: few, of thousands."""
    found = Q()
    for time in ("before", "after"):
        for name, values in _VALUES.items():
            found |= Q(**{f"{time}__{name}__in": sorted(values)})
    return Q(action__in=VERSIONS) & found
