"""Differences between what is stored and what the record says, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from tournament.audit.event_text import actor_text, part_name, value_text
from tournament.models.places import ActedBy

PARTS: Mapping[str, Promise] = {
    "result_kind": pgettext_lazy("in the record", "kind of result"),
    "joined_round": pgettext_lazy("in the record", "first round"),
    "withdrawn_from": pgettext_lazy("in the record", "withdrawn from round"),
    "entered_by": pgettext_lazy("in the record", "entered by"),
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
    "ended_at": pgettext_lazy("in the record", "ended at"),
    "ended_by": pgettext_lazy("in the record", "ended by"),
    "withdrawn_by": pgettext_lazy("in the record", "withdrawn by"),
    "withdrawal_reason": pgettext_lazy("in the record", "reason of the withdrawal"),
    "rank": pgettext_lazy("in the record", "rank"),
    "hands": pgettext_lazy("in the record", "hands"),
    "total": pgettext_lazy("in the record", "total"),
    "mean": pgettext_lazy("in the record", "mean"),
    "hand_score_sum": pgettext_lazy("in the record", "sum of hand scores"),
    "best_results": pgettext_lazy("in the record", "best results"),
    "infractions": pgettext_lazy("in the record", "rule-breaks"),
    "deduction": pgettext_lazy("in the record", "deduction"),
    "splits": pgettext_lazy("in the record", "tie-breaks"),
}
"""What can differ beside the parts of an event."""


def difference(name: str, stored: Any, recorded: Any) -> str:
    """What the part called `name` is, and what the record says.

    Values are JSON or exact, or say who acted.
    """
    if isinstance(stored, ActedBy) and isinstance(recorded, ActedBy):
        same_name = stored.name == recorded.name
        stored, recorded = (
            actor_text(one) if same_name else one.name for one in (stored, recorded)
        )
    return _("%(part)s is “%(stored)s”, the record says “%(recorded)s”") % {
        "part": PARTS[name] if name in PARTS else part_name(name),
        "stored": value_text(stored, name),
        "recorded": value_text(recorded, name),
    }
