"""One deal set for all venues: made by the centre, its salt fixed and its hands exchanged by it.

Each venue has a row of its own with the same key, so that its pages, papers, record and file are
those of any championship.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.reasons import given_reason
from tournament.deals.exchanges import Exchange
from tournament.deals.numbering import spare_deals
from tournament.deals.services.accesses import give_spares
from tournament.deals.services.deal_sets import share_deals, share_salt, with_spares
from tournament.models import DealSet, Round, RoundStatus, Simultaneous
from tournament.simultaneous.queries.hands import rounds_seen
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
    share_deals(
        actor=actor,
        championships=venues,
        deals=with_spares(event.rounds * event.hands_per_match),
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


@transaction.atomic
def exchange_for_all(
    *, actor: Actor, event: Simultaneous, number: int, reason: str
) -> tuple[int, ...]:
    """Give a round other hands in all venues, because somebody has seen its own; their numbers.

    The new ones are spare deals of the event's deal set. Raises `NotNow`, with the name of the
    venue, where the round has been opened, where nobody has seen anything, and when there are no
    spare deals left; `UserError` (field: round) for a round there isn't, and without a reason.
    """
    event = lock_event(event)
    refuse_elsewhere(event)
    venues = lock_venues(event)
    if not 1 <= number <= event.rounds:
        raise UserError(_("There is no round %(round)d.") % {"round": number}, field="round")
    _refuse_opened(event, number)
    why = given_reason(reason)
    if number not in rounds_seen(event):
        raise NotNow(
            _("Nobody has seen the hands of round %(round)d: they stay.") % {"round": number}
        )
    hands = event.hands_of(number)
    exchange = Exchange(number, 1, _spares(event, hands), why, sequence=0)
    for championship in venues:
        give_spares(actor=actor, championship=championship, exchange=exchange)
    return tuple(hands)


def _refuse_opened(event: Simultaneous, number: int) -> None:
    begun = Round.objects.filter(
        ~Q(status=RoundStatus.PLANNED) | Q(first_closed_at__isnull=False),
        championship__venue__simultaneous=event,
        number=number,
    )
    first = begun.order_by("championship__venue__name").select_related("championship__venue")
    if (round := first.first()) is not None:
        raise NotNow(
            _("“%(venue)s” has opened round %(round)d: its hands can't be exchanged.")
            % {"venue": round.championship.venue.name, "round": number}
        )


def _spares(event: Simultaneous, hands: range) -> dict[int, int]:
    """Return spare deals for these hands, the last first; all venues have the same set."""
    shared = DealSet.objects.filter(championship__venue__simultaneous=event).defer("key").first()
    if shared is None:
        raise NotNow(_("There are no hands yet. Make them first."))
    planned = event.rounds * event.hands_per_match
    ((_set, spare),) = spare_deals([shared], planned)
    if len(spare) < len(hands):
        raise NotNow(_("The event has not enough spare hands left for a round."))
    return dict(zip(hands, spare[-len(hands) :], strict=True))
