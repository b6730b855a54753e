"""Check codes on the packs of a championship: see `scoring.dealing.pack_codes`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.pack_codes import check_codes as codes_from
from scoring.game.seats import Seat
from tournament.core.errors import NotNow
from tournament.deals.secrets import hashes_of
from tournament.models import Championship, DealSet, RoundDeal


def has_check_codes(championship: Championship, deals: Iterable[int]) -> bool:
    """Return whether these deals have codes: once their salts are fixed; 1 query."""
    wanted = set(deals)
    fixed = championship.round_deals.filter(
        number__in=wanted, deal_set__salt_fixed_at__isnull=False
    )
    return bool(wanted) and fixed.count() == len(wanted)


@sensitive_variables()
def check_codes(championship: Championship, deals: Iterable[int]) -> Mapping[tuple[int, Seat], str]:
    """Return the codes of these deals, by deal and seat: different in all of their deal set.

    1 query. Raises `NotNow` while the salt is not fixed: what was printed would be wrong later.
    """
    stored = RoundDeal.objects.filter(
        championship=championship, number__in=list(deals), deal_set__isnull=False
    )
    by_set: dict[DealSet, dict[int, int]] = {}
    for one in stored.select_related("deal_set").order_by("number"):
        assert one.deal_set is not None
        assert one.number_in_set is not None, "the database holds that it has both"
        by_set.setdefault(one.deal_set, {})[one.number] = one.number_in_set
    if any(one.salt_fixed_at is None for one in by_set):
        raise NotNow(
            _("The codes of the packs are known once the salt is fixed: print the hands first.")
        )
    codes: dict[tuple[int, Seat], str] = {}
    for deal_set, places in by_set.items():
        every = codes_from(hashes_of(deal_set)[: max(places.values())], deal_set.salt)
        codes |= {(deal, seat): every[at, seat] for deal, at in places.items() for seat in Seat}
    return codes
