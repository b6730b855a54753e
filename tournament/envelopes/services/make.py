"""Making an envelope of a venue's hands, and telling its passphrase: the centre's part."""

from __future__ import annotations

import secrets
from collections import defaultdict
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_championship
from tournament.deals.exchanges import places_now
from tournament.deals.secrets import hashes_of, secrets_for
from tournament.deals.services.accesses import record_hand_printing
from tournament.envelopes.contents import ENVELOPE, written
from tournament.envelopes.passphrases import new_passphrase
from tournament.envelopes.queries import exchanged_since, other_hands_text
from tournament.envelopes.sealed_file import digest_of, seal
from tournament.models import (
    Action,
    Championship,
    DealSet,
    Envelope,
    RoundStatus,
    Simultaneous,
    Venue,
)
from tournament.simultaneous.services.locks import lock_event, refuse_elsewhere
from tournament.transfer.columns import written as plain
from tournament.transfer.document import document_of


@sensitive_variables()
@transaction.atomic
def make_envelope(*, actor: Actor, venue: Venue, first: int, last: int) -> Envelope:
    """Make an envelope of these rounds for a venue without a network.

    It holds the venue as it is registered now, and only these rounds' secrets of deals. Nobody
    knows the passphrase until it is told. A second call returns the first envelope while nothing
    changes in the venue. Raises `NotNow` before the salt of the hands is fixed and for a round that
    is played here, `UserError` (field: first, last) for rounds that don't exist.
    """
    event = lock_event(venue.simultaneous)
    refuse_elsewhere(event)
    venue = Venue.objects.select_related("championship").get(pk=venue.pk)
    championship = lock_running_championship(venue.championship)
    _refuse_rounds(event, championship, first, last)
    found = _made_before(venue, championship, first, last)
    if found is not None:
        return found
    if venue.results_key is None:
        venue.results_key = secrets.token_bytes(KEY_BYTES)
        venue.save(update_fields=["results_key"])
    events = championship.events.count()
    passphrase, now = new_passphrase(), timezone.now()
    header = {
        **{"format": ENVELOPE, "event": event.name, "venue": venue.name},
        **{"date": event.date.isoformat(), "rounds": [first, last], "made_at": plain(now)},
    }
    content = seal(
        header,
        written(
            _about(event, venue, first, last),
            _document(event, championship, range(first, last + 1)),
        ),
        passphrase=passphrase,
    )
    made = Envelope.objects.create(
        venue=venue,
        first_round=first,
        last_round=last,
        content=content,
        digest=digest_of(content),
        passphrase=passphrase,
        events=events,
        made_at=now,
        made_by=actor.name,
    )
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ENVELOPE_MADE,
        target=made.digest[:8],
        after={"rounds": list(made.rounds), "digest": made.digest},
    )
    return made


@transaction.atomic
def tell_passphrase(*, actor: Actor, envelope: Envelope) -> Envelope:
    """Note that the passphrase is told, which reveals the hands of its rounds.

    Call it before the passphrase is shown to anybody; a second call changes nothing. Raises
    `NotNow` if hands were exchanged since.
    """
    lock_event(envelope.venue.simultaneous)
    championship = lock_running_championship(envelope.venue.championship)
    found = Envelope.objects.select_for_update().get(pk=envelope.pk)
    if found.told_at is not None:
        return found
    if exchanged := exchanged_since(found):
        raise NotNow(other_hands_text(exchanged))
    found.told_at, found.told_to = timezone.now(), actor.name
    found.save(update_fields=["told_at", "told_to"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ENVELOPE_TOLD,
        target=found.digest[:8],
        after={"rounds": list(found.rounds), "digest": found.digest},
    )
    planned = championship.rounds.filter(number__in=found.rounds).values_list("number", flat=True)
    if planned:
        record_hand_printing(
            actor=actor,
            championship=championship,
            rounds=list(planned),
            reason=_("the passphrase of the venue's envelope was told"),
        )
    return found


def _refuse_rounds(event: Simultaneous, championship: Championship, first: int, last: int) -> None:
    for name, number in (("first", first), ("last", last)):
        if not 1 <= number <= event.rounds:
            raise UserError(_("There is no round %(round)d.") % {"round": number}, field=name)
    if last < first:
        raise UserError(_("The last round must not come before the first."), field="last")
    sets = championship.deal_sets.all()
    if not sets or any(one.salt_fixed_at is None for one in sets):
        raise NotNow(_("Make the hands and fix their salt first."))
    begun = championship.rounds.filter(number__range=(first, last)).exclude(
        status=RoundStatus.PLANNED
    )
    if (round := begun.order_by("number").first()) is not None:
        raise NotNow(
            _("Round %(round)d is played on line in this venue.") % {"round": round.number}
        )


def _made_before(
    venue: Venue, championship: Championship, first: int, last: int
) -> Envelope | None:
    """Return the newest envelope if it has these rounds and the venue has not changed since, or
    None."""
    found = venue.envelopes.order_by("-pk").first()
    if found is None or (found.first_round, found.last_round) != (first, last):
        return None
    own = {Action.ENVELOPE_MADE, Action.ENVELOPE_TOLD, Action.HANDS_PRINTED}
    later = championship.events.filter(sequence__gt=found.events).exclude(action__in=own)
    return None if later.exists() else found


def _about(event: Simultaneous, venue: Venue, first: int, last: int) -> dict[str, Any]:
    assert venue.results_key is not None, "it was drawn"
    return {
        "event": {
            **{"name": event.name, "slug": event.slug, "date": event.date.isoformat()},
            **{"rounds": event.rounds, "kind": event.kind, "field": event.field},
            "hands_per_match": event.hands_per_match,
        },
        "venue": {"name": venue.name, "results_key": bytes(venue.results_key).hex()},
        "rounds": [first, last],
        "release_hours": [
            {"round": one.round, "at": plain(one.at)} for one in event.release_hours.all()
        ],
    }


@sensitive_variables()
def _document(event: Simultaneous, championship: Championship, rounds: range) -> dict[str, Any]:
    """Return the venue's championship without its keys, and only these rounds' secrets of deals."""
    document = document_of(championship)
    sets = list(championship.deal_sets.order_by("number"))
    wanted = _wanted(event, championship, rounds)
    document["apart"][DealSet.__name__] = [
        [
            *(one.number, None, b"".join(hashes_of(one)).hex()),
            secrets_for(one, wanted[one.number]).hex(),
        ]
        for one in sets
    ]
    return document


def _wanted(event: Simultaneous, championship: Championship, rounds: range) -> dict[int, set[int]]:
    """Return the numbers of the deals that these rounds play, by set: as they are in the venue, or,
    where it has no schedule yet, as they will be."""
    hands = range(event.hands_of(rounds[0])[0], event.hands_of(rounds[-1])[-1] + 1)
    places = places_now(championship, hands)
    found: dict[int, set[int]] = defaultdict(set)
    for hand in hands:
        if hand not in places:
            raise NotNow(_("Hand %(hand)d has no cards yet: make more hands.") % {"hand": hand})
        deal_set, place = places[hand]
        found[deal_set.number].add(place)
    return found
