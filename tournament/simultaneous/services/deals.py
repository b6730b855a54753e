"""One deal set for all venues: made by the centre, and its salt fixed by it.

Each venue has a row of its own with the same key, so that its pages, papers, record and file are
those of any championship.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.deals.services import share_deals, share_salt
from tournament.models import DealSet, Simultaneous
from tournament.simultaneous.services.locks import lock_event, lock_venues, refuse_elsewhere


@transaction.atomic
def make_deals_for_all(*, actor: Actor, event: Simultaneous, rehearsal_key: bytes = b"") -> None:
    """Draw the key of the hands that all venues play. Harmless when they have them.

    Only an event that bots play can be given a key that somebody may know.
    """
    event = lock_event(event)
    refuse_elsewhere(event)
    venues = lock_venues(event)
    if not venues:
        raise NotNow(_("The event has no venues yet: add them first."))
    if DealSet.objects.filter(championship__in=venues).exists():
        return
    assert not rehearsal_key or event.is_rehearsal, "the key of an event is drawn"
    # None to spare: nobody can exchange hands in one venue alone.
    share_deals(
        actor=actor,
        championships=venues,
        deals=event.rounds * event.hands_per_match,
        key=rehearsal_key,
    )


@transaction.atomic
def fix_salt_for_all(*, actor: Actor, event: Simultaneous, salt: str) -> None:
    """Fix the salt of the hands in all venues, for good; it may be "".

    Before that nobody can print or open a hand. Raises `NotNow` where there are no hands, or the
    salt was fixed, and `UserError` (field: salt) as `deals.services.set_salt` does.
    """
    event = lock_event(event)
    refuse_elsewhere(event)
    venues = lock_venues(event)
    sets = DealSet.objects.filter(championship__in=venues)
    if not sets.exists():
        raise NotNow(_("There are no hands yet. Make them first."))
    if sets.filter(salt_fixed_at__isnull=False).exists():
        raise NotNow(_("The salt is fixed already."), field="salt")
    share_salt(actor=actor, championships=venues, salt=salt)
