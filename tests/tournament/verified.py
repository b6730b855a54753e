"""What `verify` finds wrong with a championship."""

from __future__ import annotations

from tournament.integrity.checks import championship_checks
from tournament.models import Championship


def faults(championship: Championship) -> list[str]:
    stored = Championship.objects.get(pk=championship.pk)
    return [fault for check in championship_checks(stored) for fault in check.faults]
