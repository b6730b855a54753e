"""Check for rows that belong to two championships: rows compared by number must be one's own."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import models
from django.db.models import F, Q
from django.utils.translation import ngettext

from tournament.models import (
    Championship,
    Contestant,
    GroupMember,
    HandAccess,
    Match,
    MatchSeat,
    PlayingAccount,
    Round,
    RoundDeal,
    Ruling,
    Sitting,
)

_OWNERS: tuple[tuple[type[models.Model], str, str], ...] = (
    (Contestant, "championship", "fixed_table__championship"),
    (GroupMember, "stage__championship", "contestant__championship"),
    (PlayingAccount, "championship", "contestant__championship"),
    (Round, "championship", "stage__championship"),
    (RoundDeal, "championship", "round__championship"),
    (RoundDeal, "championship", "deal_set__championship"),
    (HandAccess, "round__championship", "deal_set__championship"),
    (Match, "round__championship", "table__championship"),
    (MatchSeat, "match__round__championship", "contestant__championship"),
    (Sitting, "match__round__championship", "player__contestant__championship"),
    (Ruling, "championship", "contestant__championship"),
    (Ruling, "championship", "stage__championship"),
)
"""Models with two ways from a row to its championship, which have to lead to the same one."""


def ownership_faults(championship: Championship) -> Iterator[str]:
    """Yield the kinds of this championship's rows that also belong to another; 12 queries, and 1
    for each such kind."""
    for model, one, other in _OWNERS:
        rows = model._default_manager.filter(Q(**{one: championship}) | Q(**{other: championship}))
        owners = rows.order_by().values_list(one, other).distinct()
        if any(theirs not in (None, mine) for mine, theirs in owners):
            strays = rows.exclude(**{f"{other}__isnull": True}).exclude(**{one: F(other)}).count()
            yield ngettext(
                "%(count)d row of %(table)s belongs to two championships.",
                "%(count)d rows of %(table)s belong to two championships.",
                strays,
            ) % {"count": strays, "table": model._meta.db_table}
