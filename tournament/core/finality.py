"""Provisional or final: decided here for pages, papers, workbooks and JSON.

The results of a closed round are provisional while they can be corrected. A postponed match that is
played after its round has closed has a time for corrections of its own: it begins when the result
is entered. All results together are provisional until the championship ends, which may be later.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max, Q
from django.utils import timezone

from tournament.models import Championship, Result


def is_final(championship: Championship, *, complete: bool = True) -> bool:
    """Return whether results are final: the championship has ended, and none is left out.

    Standings after a round that is not the last are not `complete`.
    """
    return championship.ended_at is not None and complete


def can_be_corrected(until: datetime | None) -> bool:
    """Return whether a result is still provisional; `until` is its `corrections_until`."""
    return until is not None and timezone.now() < until


def last_end(*ends: datetime | None) -> datetime | None:
    """Return the last of these ends of times for corrections; None where there is none."""
    return max(filter(None, ends), default=None)


def provisional(path: str = "") -> Q:
    """Return the condition for rounds, or results of postponed matches, that are provisional.

    `path` leads from the model that is filtered to the round or the result: "match__round__".
    """
    return Q(**{f"{path}corrections_until__gt": timezone.now()})


def provisional_rounds() -> Q:
    """Return the condition for rounds of which any result can still be corrected."""
    late = Result.objects.filter(provisional(), is_current=True)
    return provisional() | Q(pk__in=late.values("match__round"))


def late_ends(championship: Championship) -> dict[int, datetime]:
    """Return the end of corrections of postponed matches by the number of their round; 1 query."""
    late = Result.objects.filter(
        match__round__championship=championship, is_current=True, corrections_until__isnull=False
    )
    ends = late.order_by().values("match__round").annotate(last=Max("corrections_until"))
    return dict(ends.values_list("match__round__number", "last"))
