"""The numbers of links, none of which is ever used twice in a championship.

A link is made from a secret, a place and the place's link number. When a pair is removed, or gets
another number by lot, somebody else may get its number. If links then counted from 1 again, a card
printed earlier would open the new pair's page. So the highest link number that ended in this way is
kept, and later links count on from there.
"""

from __future__ import annotations

from django.db.models import F, Max, QuerySet

from tournament.models import Championship, Contestant, LinkSecret, Table

SKIPPED = 100
"""Numbers that a restored site leaves out, more than any link is renewed: it doesn't know of the
links renewed since the copy was made."""


def last_ended(championship: Championship) -> int:
    """Return the highest number of a link whose place is gone; 1 query."""
    kept = LinkSecret.objects.filter(championship=championship)
    return kept.values_list("last_ended", flat=True).first() or 0


def first_link_number(championship: Championship) -> int:
    """Return the number of the first link of a place that is new; 1 query."""
    return last_ended(championship) + 1


def end_links(championship: Championship, places: QuerySet[Table] | QuerySet[Contestant]) -> None:
    """Keep how far the links of these places went, which are about to be somebody else's or
    nobody's; 3 queries. The championship must be locked."""
    last = places.order_by().aggregate(last=Max("link_number"))["last"] or 0
    kept, _new = LinkSecret.objects.get_or_create(championship=championship)
    if last > kept.last_ended:
        kept.last_ended = last
        kept.save(update_fields=["last_ended"])


def skip_numbers() -> None:
    """Leave out numbers that may have been given since this copy of the site was made; 1 query."""
    LinkSecret.objects.update(last_ended=F("last_ended") + SKIPPED)
