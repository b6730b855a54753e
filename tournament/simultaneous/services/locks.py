"""Locks of an event and its venues, always taken in this order."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournament.core.errors import NotNow
from tournament.models import Championship, Simultaneous


def lock_event(event: Simultaneous) -> Simultaneous:
    """Return the event as it stands now, locked until the transaction ends."""
    found = Simultaneous.objects.select_for_update().filter(pk=event.pk).first()
    if found is None:
        raise NotNow(_("The simultaneous event has been deleted meanwhile."))
    return found


def refuse_elsewhere(event: Simultaneous) -> None:
    """Raise `NotNow` where only a venue of the event is here: its centre decides, elsewhere."""
    if event.centre_is_elsewhere:
        raise NotNow(
            _("Only the centre of “%(event)s” can do this, in its own installation.")
            % {"event": event.name}
        )


def lock_venues(event: Simultaneous) -> list[Championship]:
    """Return the championships of a locked event, locked, by their ids."""
    tied = Championship.objects.filter(venue__simultaneous=event).order_by("pk")
    return list(tied.select_for_update())
