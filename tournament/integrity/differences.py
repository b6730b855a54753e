"""Differences between what is stored and what the record says, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.audit.event_text import actor_text, part_name, value_text
from tournament.models.places import ActedBy

PARTS: Mapping[str, Promise] = {
    "result_kind": pgettext_lazy("in the record", "kind of result"),
    "joined_round": pgettext_lazy("in the record", "first round"),
    "asked_rests": pgettext_lazy("in the record", "asked to rest in rounds"),
    "withdrawn_from": pgettext_lazy("in the record", "withdrawn from round"),
    "fixed_table": pgettext_lazy("in the record", "stays at table"),
    "paired": pgettext_lazy("in the record", "opponents known"),
    "entered_by": pgettext_lazy("in the record", "entered by"),
    "entered_at": pgettext_lazy("in the record", "entered at"),
    "confirmed_at": pgettext_lazy("in the record", "confirmed at"),
    "made_at": pgettext_lazy("in the record", "at"),
    "answered_at": pgettext_lazy("in the record", "answered at"),
    "decided_at": pgettext_lazy("in the record", "decided at"),
    "withdrawn_at": pgettext_lazy("in the record", "withdrawn at"),
    "created_at": pgettext_lazy("in the record", "made at"),
    "ended_at": pgettext_lazy("in the record", "ended at"),
    "published_at": pgettext_lazy("in the record", "published at"),
    "spares_used": pgettext_lazy("in the record", "spare deals used"),
    "salt_fixed_at": pgettext_lazy("in the record", "salt fixed at"),
    "opened_at": pgettext_lazy("in the record", "opened at"),
    "handed_in_at": pgettext_lazy("in the record", "handed in at"),
    "closed_at": pgettext_lazy("in the record", "closed at"),
    "first_closed_at": pgettext_lazy("in the record", "first closed at"),
    "released_at": pgettext_lazy("in the record", "public in the other venues since"),
    "change_reason": pgettext_lazy("in the record", "reason"),
    "made_by": pgettext_lazy("in the record", "by"),
    "reason": pgettext_lazy("in the record", "reason"),
    "answered_by": pgettext_lazy("in the record", "answered by"),
    "decided_by": pgettext_lazy("in the record", "decided by"),
    "decision_reason": pgettext_lazy("in the record", "reason of the decision"),
    "called_at": pgettext_lazy("in the record", "called at"),
    "coming_at": pgettext_lazy("in the record", "a referee on the way at"),
    "coming_by": pgettext_lazy("in the record", "the referee on the way"),
    "call_outcome": pgettext_lazy("in the record", "outcome of the call"),
    "ended_by": pgettext_lazy("in the record", "ended by"),
    "withdrawn_by": pgettext_lazy("in the record", "withdrawn by"),
    "withdrawal_reason": pgettext_lazy("in the record", "reason of the withdrawal"),
    "set_aside_at": pgettext_lazy("in the record", "play set aside at"),
    "set_aside_by": pgettext_lazy("in the record", "play set aside by"),
    "set_aside_reason": pgettext_lazy("in the record", "why the play was set aside"),
}
"""What can differ beside the parts of an event."""


def difference(name: str, stored: Any, recorded: Any) -> str:
    """What the part called `name` is, and what the record says.

    Values are JSON or exact, times, or say who acted.
    """
    if isinstance(stored, ActedBy) and isinstance(recorded, ActedBy):
        same_name = stored.name == recorded.name
        stored, recorded = (
            actor_text(one) if same_name else one.name for one in (stored, recorded)
        )
    return _("%(part)s is “%(stored)s”, the record says “%(recorded)s”") % {
        "part": str(PARTS.get(name) or part_name(name)),
        "stored": _text(stored, name),
        "recorded": _text(recorded, name),
    }


def _text(value: Any, name: str) -> str:
    """Times to the microsecond: two that differ shall not look the same."""
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(sep=" ", timespec="microseconds")
    return value_text(value, name)
