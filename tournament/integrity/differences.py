"""Differences between what is stored and what the record says, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.audit.event_text import part_name, value_text

PARTS: Mapping[str, Promise] = {
    "result_kind": pgettext_lazy("in the record", "kind of result"),
    "joined_round": pgettext_lazy("in the record", "first round"),
    "asked_rests": pgettext_lazy("in the record", "asked to rest in rounds"),
    "withdrawn_from": pgettext_lazy("in the record", "withdrawn from round"),
    "fixed_table": pgettext_lazy("in the record", "stays at table"),
    "player": pgettext_lazy("in the record", "player"),
    "status": pgettext_lazy("in the record", "state"),
    "cancelled": pgettext_lazy("in the record", "cancelled"),
    "paired": pgettext_lazy("in the record", "opponents known"),
    "pairing_seed": pgettext_lazy("in the record", "seed of the draw"),
    "number_in_set": pgettext_lazy("in the record", "number in the deal set"),
    "is_current": pgettext_lazy("in the record", "current"),
    "of_players": pgettext_lazy("in the record", "of single players"),
    "variant": pgettext_lazy("in the record", "rules"),
    "ended": pgettext_lazy("in the record", "how it ended"),
    "width": pgettext_lazy("in the record", "width"),
    "height": pgettext_lazy("in the record", "height"),
    "entered_by": pgettext_lazy("in the record", "entered by"),
    "entered_at": pgettext_lazy("in the record", "entered at"),
    "at": pgettext_lazy("in the record", "at"),
    "answered_at": pgettext_lazy("in the record", "answered at"),
    "decided_at": pgettext_lazy("in the record", "decided at"),
    "withdrawn_at": pgettext_lazy("in the record", "withdrawn at"),
    "created_at": pgettext_lazy("in the record", "made at"),
    "ended_at": pgettext_lazy("in the record", "ended at"),
    "published_at": pgettext_lazy("in the record", "published at"),
    "hands_exchanged": pgettext_lazy("in the record", "hands exchanged since"),
    "spares_used": pgettext_lazy("in the record", "spare deals used"),
    "salt_fixed_at": pgettext_lazy("in the record", "salt fixed at"),
    "opened_at": pgettext_lazy("in the record", "opened at"),
    "handed_in_at": pgettext_lazy("in the record", "handed in at"),
    "closed_at": pgettext_lazy("in the record", "closed at"),
    "first_closed_at": pgettext_lazy("in the record", "first closed at"),
    "change_reason": pgettext_lazy("in the record", "reason"),
    "actor": pgettext_lazy("in the record", "by"),
    "reason": pgettext_lazy("in the record", "reason"),
    "answered_by": pgettext_lazy("in the record", "answered by"),
    "decided_by": pgettext_lazy("in the record", "decided by"),
    "decision_reason": pgettext_lazy("in the record", "reason of the decision"),
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
"""Words for names that can differ and are not parts of an event."""


def difference(name: str, stored: Any, recorded: Any) -> str:
    """Return a sentence part with the stored and the recorded value of the part called `name`.

    Values are JSON or exact, or times.
    """
    return _("%(part)s is “%(stored)s”, the record says “%(recorded)s”") % {
        "part": column_name(name),
        "stored": shown_text(stored, name),
        "recorded": shown_text(recorded, name),
    }


def column_name(name: str) -> str:
    """Return the name of a part or a column in words."""
    return str(PARTS.get(name) or part_name(name))


def shown_text(value: Any, name: str) -> str:
    """Return a value in words; times to the microsecond, so that different ones look different."""
    if isinstance(value, datetime):
        moment = timezone.localtime(value)
        return f"{date_format(moment, 'DATE_FORMAT')}, {moment:%H:%M:%S.%f %Z}"
    return value_text(value, name)
