"""The rounds of an event: opened in its venues, handed in by each, made public in all at once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_event, record_installation_event
from tournament.core.actor import WORKER, Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.reasons import given_reason
from tournament.models import (
    Action,
    Championship,
    Envelope,
    InstallationAction,
    Release,
    ReleaseHour,
    Round,
    RoundStatus,
    Simultaneous,
    Venue,
)
from tournament.models.places import RoundPlace
from tournament.rounds.services.hand_in import hand_in_round, take_back_hand_in
from tournament.rounds.services.lifecycle import close_round, open_round, release_round
from tournament.schedule.services.rounds import pair_round
from tournament.simultaneous.queries.state import venues_waited_for
from tournament.simultaneous.services.locks import lock_event, lock_venues


@dataclass(frozen=True, slots=True)
class Opened:
    """Venues in which a round was opened, and the others with the reason why not."""

    venues: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]


def open_for_all(*, actor: Actor, event: Simultaneous, number: int) -> Opened:
    """Open a round in all venues in which it is planned; opponents are drawn where none are yet.

    A venue that is not ready keeps no other one waiting, and one that has an envelope of the round
    plays it elsewhere.
    """
    _check_number(event, number)
    opened, refused = [], []
    in_envelopes = Envelope.objects.filter(
        venue__simultaneous=event, first_round__lte=number, last_round__gte=number
    ).values("venue")
    planned = Round.objects.filter(
        championship__venue__simultaneous=event, number=number, status=RoundStatus.PLANNED
    ).select_related("stage__championship__venue")
    away = event.venues.filter(pk__in=in_envelopes)
    refused += [(one.name, _("It plays this round from an envelope.")) for one in away]
    planned = planned.exclude(championship__venue__in=in_envelopes)
    for round in planned.order_by("championship__venue__name"):
        name = round.stage.championship.venue.name
        try:
            with transaction.atomic():
                if not round.paired:
                    pair_round(actor=actor, round=round)
                open_round(actor=actor, round=round)
        except UserError as error:
            refused.append((name, str(error)))
        else:
            opened.append(name)
    without = event.venues.exclude(championship__rounds__number=number).exclude(pk__in=in_envelopes)
    refused += [(one.name, _("It has no schedule yet.")) for one in without]
    return Opened(tuple(opened), tuple(refused))


@transaction.atomic
def hand_in(*, actor: Actor, round: Round) -> Round:
    """Hand a venue's round in; when all venues have, it is released. A late one is closed at once.

    Raises `NotNow` as `close_round`.
    """
    venue = Venue.objects.filter(championship=round.stage.championship_id).first()
    if venue is None:
        return close_round(actor=actor, round=round)
    event = lock_event(venue.simultaneous)
    if event.releases.filter(round=round.number).exists():
        return close_round(actor=actor, round=round)
    handed_in = hand_in_round(actor=actor, round=round)
    if not event.centre_is_elsewhere and not venues_waited_for(event, round.number):
        _release(actor, event, round.number, lock_venues(event), reason="")
        return Round.objects.get(pk=round.pk)
    return handed_in


@transaction.atomic
def take_back(*, actor: Actor, round: Round, reason: str) -> Round:
    """Take a hand-in back, to change something before the round is released."""
    venue = Venue.objects.filter(championship=round.stage.championship_id).first()
    if venue is not None:
        lock_event(venue.simultaneous)  # so that no release comes in between
    return take_back_hand_in(actor=actor, round=round, reason=reason)


@transaction.atomic
def release(*, actor: Actor, event: Simultaneous, number: int, reason: str) -> Release:
    """Make a round public in the venues that have handed it in; the others are told, and closed as
    soon as they hand it in. Harmless when it was released.

    Raises `UserError` without a reason while a venue is waited for, and for a round there isn't.
    """
    event = lock_event(event)
    _check_number(event, number)
    found = event.releases.filter(round=number).first()
    if found is not None:
        return found
    asked = event.centre_is_elsewhere or venues_waited_for(event, number)
    why = given_reason(reason) if asked else ""
    return _release(actor, event, number, lock_venues(event), reason=why)


@transaction.atomic
def set_release_hour(
    *, actor: Actor, event: Simultaneous, number: int, at: datetime | None
) -> None:
    """Let a round be released at some time, whoever has handed it in by then; None: no longer.

    Raises `UserError` (field: at) for a time that is over, `NotNow` for a round that is public.
    """
    event = lock_event(event)
    _check_number(event, number)
    if event.releases.filter(round=number).exists():
        raise NotNow(_("Round %(round)d is public.") % {"round": number})
    if at is not None and at <= timezone.now():
        raise UserError(_("This time is over: choose a later one."), field="at")
    before = event.release_hours.filter(round=number).values_list("at", flat=True).first()
    if before == at:
        return
    if at is None:
        event.release_hours.filter(round=number).delete()
    else:
        event.release_hours.update_or_create(round=number, defaults={"at": at})
    record_installation_event(
        actor=actor,
        action=InstallationAction.SIMULTANEOUS_CHANGED,
        target=event.slug,
        before={"round": number, "release_at": before},
        after={"round": number, "release_at": at},
    )


def release_what_is_due() -> None:
    """Release the rounds whose hour has come, where at least one venue has handed them in.

    A worker calls it every few seconds. 1 query while nothing is due.
    """
    for hour in ReleaseHour.objects.filter(at__lte=timezone.now()).select_related("simultaneous"):
        _release_if_due(hour)


@transaction.atomic
def _release_if_due(hour: ReleaseHour) -> None:
    event = lock_event(hour.simultaneous)
    waiting = Round.objects.filter(
        championship__venue__simultaneous=event, number=hour.round, handed_in_at__isnull=False
    )
    if event.releases.filter(round=hour.round).exists() or not waiting.exists():
        return
    late = event.centre_is_elsewhere or venues_waited_for(event, hour.round)
    reason = _("the hour that was set") if late else ""
    _release(Actor(WORKER), event, hour.round, lock_venues(event), reason=reason)


def release_what_waits_for_nobody(*, actor: Actor, event: Simultaneous) -> None:
    """Release the rounds that no venue is waited for any more. The caller has locked the event."""
    handed_in = Round.objects.filter(
        championship__venue__simultaneous=event, handed_in_at__isnull=False
    )
    for number in sorted(set(handed_in.values_list("number", flat=True))):
        if not venues_waited_for(event, number):
            _release(actor, event, number, lock_venues(event), reason="")


def _release(
    actor: Actor, event: Simultaneous, number: int, venues: list[Championship], *, reason: str
) -> Release:
    event.release_hours.filter(round=number).delete()
    made = Release.objects.create(
        simultaneous=event, round=number, at=timezone.now(), by=actor.name, reason=reason
    )
    rounds = Round.objects.filter(championship__in=venues, number=number)
    found = {one.championship_id: one for one in rounds.select_related("stage__championship")}
    for championship in venues:
        round = found.get(championship.pk)
        if round is not None and round.handed_in_at is not None:
            release_round(actor=actor, round=round, reason=reason)
        else:
            open_ones = rounds.filter(championship=championship, status=RoundStatus.OPEN)
            open_ones.update(released_at=made.at)
            record_event(
                championship=championship,
                actor=actor,
                action=Action.RELEASED_WITHOUT,
                place=RoundPlace(number),
                reason=reason,
                at=made.at,
            )
    return made


def _check_number(event: Simultaneous, number: int) -> None:
    if not 1 <= number <= event.rounds:
        raise NotNow(_("There is no round %(round)d.") % {"round": number})
