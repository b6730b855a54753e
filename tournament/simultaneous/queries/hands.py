"""Rounds of an event whose hands somebody has seen, so that they can be exchanged."""

from __future__ import annotations

from django.db.models import Max, Q

from tournament.models import (
    Action,
    AuditEvent,
    Envelope,
    HandAccess,
    Round,
    RoundStatus,
    Simultaneous,
)


def rounds_seen(event: Simultaneous) -> dict[int, tuple[str, ...]]:
    """Return the rounds whose hands somebody saw or printed before they were public, and that have
    not been exchanged since, with the names of the venues; 3 queries.

    A venue that has no schedule yet has handed its hands out with the passphrase of an envelope.
    """
    seen: dict[int, set[str]] = {}
    looks = HandAccess.objects.filter(
        round__championship__venue__simultaneous=event, exchanged=False
    )
    for number, venue in looks.values_list("round__number", "round__championship__venue__name"):
        seen.setdefault(number, set()).add(venue)
    told = Envelope.objects.filter(venue__simultaneous=event, told_at__isnull=False)
    exchanged = AuditEvent.objects.filter(
        championship__venue__simultaneous=event, action=Action.HANDS_EXCHANGED
    )
    newest = {
        (championship, number): last
        for championship, number, last in exchanged.order_by()
        .values_list("championship_id", "round")
        .annotate(last=Max("sequence"))
    }
    for one in told.select_related("venue").defer("content", "passphrase"):
        for number in one.rounds:
            if newest.get((one.venue.championship_id, number), 0) <= one.events:
                seen.setdefault(number, set()).add(one.venue.name)
    return {number: tuple(sorted(venues)) for number, venues in sorted(seen.items())}


def exchangeable_rounds(event: Simultaneous) -> dict[int, tuple[str, ...]]:
    """Return the `rounds_seen` that no venue has opened, with the names of venues; 4 queries."""
    begun = Round.objects.filter(championship__venue__simultaneous=event).filter(
        ~Q(status=RoundStatus.PLANNED) | Q(first_closed_at__isnull=False)
    )
    opened = set(begun.values_list("number", flat=True))
    return {one: venues for one, venues in rounds_seen(event).items() if one not in opened}
