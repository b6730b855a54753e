"""Provisional or final: decided here for pages, papers, workbooks and JSON.

The results of a closed round are provisional while they can be corrected. All results together are
provisional until the championship ends, which may be later.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from tournament.models import Championship


def is_final(championship: Championship, *, complete: bool = True) -> bool:
    """Whether results are final: the championship has ended, and none is left out.

    Standings after a round that is not the last are not `complete`.
    """
    return championship.ended_at is not None and complete


def can_be_corrected(until: datetime | None) -> bool:
    """Whether a closed round is still provisional; `until` is its `corrections_until`."""
    return until is not None and timezone.now() < until


def provisional_rounds(path: str = "") -> Q:
    """The condition for rounds whose results can still be corrected.

    `path` leads from the model that is filtered to the round: "match__round__".
    """
    return Q(**{f"{path}corrections_until__gt": timezone.now()})
