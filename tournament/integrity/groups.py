"""Check of drawn groups, by drawing them again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import PairingError
from scoring.pairing.groups import GroupsBy, divide
from tournament.integrity.folded_rows import FoldedRows
from tournament.models import AuditEvent


def draw_faults(rows: FoldedRows, event: AuditEvent) -> Iterator[str]:
    """Yield a fault where the groups, drawn again from what was known then, differ from those in
    the event, or from those in the rows after it."""
    told: Any = event.after
    where = {"stage": told["stage"]}
    try:
        drawn = divide(
            told["drawn_from"],
            len(told["group_names"]),
            GroupsBy(told["groups_by"]),
            seed=told.get("seed", ""),
            apart=told.get("kept_apart", ()),
        )
    except (PairingError, ValueError):
        drawn = ()
    contestants = rows.contestants().values()
    group_of = {one: place for place, own in enumerate(drawn, start=1) for one in own}
    stored = {one.number: one.group for one in contestants if one.group}
    if [list(group) for group in drawn] != told["groups"] or group_of != stored:
        yield _("Stage %(stage)d: drawn again, the groups are others.") % where
    there = [one for one in contestants if one.is_there_in(rows.begins)]
    if told["drawn_from"] != [one.number for one in sorted(there, key=lambda one: one.order)]:
        yield _("Stage %(stage)d: the groups were not drawn from the pairs of that moment.") % where
