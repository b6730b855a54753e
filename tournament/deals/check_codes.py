"""The codes that the packs of a championship bear: see `scoring.pack_codes`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.pack_codes import check_codes as codes_from
from scoring.seats import Seat
from tournament.core.errors import NotNow
from tournament.models import DealSet


def has_check_codes(deal_set: DealSet | None) -> bool:
    """Whether there are codes: while the salt can change, so can they."""
    return deal_set is not None and deal_set.salt_fixed_at is not None


@sensitive_variables("key")
def check_codes(deal_set: DealSet, deals: Iterable[int]) -> Mapping[tuple[int, Seat], str]:
    """The codes of these deals, from 1, by deal and seat: different in the whole championship.

    No query. Raises `NotNow` while the salt is not fixed: what was printed would be wrong later.
    """
    wanted = sorted(set(deals))
    if not has_check_codes(deal_set):
        raise NotNow(
            _("The codes of the packs are there when the salt is fixed: print the hands first.")
        )
    if not wanted:
        return {}
    key = bytes(deal_set.key)
    every = codes_from(key, deal_set.salt, wanted[-1])
    return {(deal, seat): every[deal, seat] for deal in wanted for seat in Seat}
