"""The numbers of links: one that was given never comes back in its championship.

A link is made from a secret, a place and the number of the place's link. A pair that is struck off
and registered again, or that gets another number by lot, leaves its number to somebody else; were
links numbered from 1 again, the card that was printed before would open the new pair's page. So it
is kept how far the numbers of links went that ended in this way, and those that come after go on
from there.
"""

from __future__ import annotations

from django.db.models import F, Max, QuerySet

from tournament.models import Championship, LinkSecret, Table, Team

SKIPPED = 100
"""How many numbers a restored site leaves out: it knows nothing of the links that were renewed
since the copy was made, and nobody renewed one that often."""


def last_ended(championship: Championship) -> int:
    """The highest number of a link whose place is gone; 1 query."""
    kept = LinkSecret.objects.filter(championship=championship)
    return kept.values_list("last_ended", flat=True).first() or 0


def first_link_number(championship: Championship) -> int:
    """The number of the first link of a place that is new; 1 query."""
    return last_ended(championship) + 1


def end_links(championship: Championship, places: QuerySet[Table] | QuerySet[Team]) -> None:
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
