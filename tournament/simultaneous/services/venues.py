"""The venues of an event: making a championship for each, or tying one that is there."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.championships.services.another import CopiedParts, create_another
from tournament.championships.services.details import create_championship
from tournament.core.actor import Actor
from tournament.core.counts import hands_text, rounds_text
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_championship, lock_running_championship, play_has_begun
from tournament.core.names import clean_name
from tournament.core.reasons import given_reason
from tournament.core.stages import stages_of
from tournament.deals.exchanges import exchanges_of
from tournament.deals.services.accesses import give_spares
from tournament.deals.services.deal_sets import share_deals, share_salt
from tournament.models import (
    VENUE_NAME_LENGTH,
    Action,
    Championship,
    DealSet,
    LeftOut,
    Simultaneous,
    User,
    Venue,
)
from tournament.simultaneous.services.locks import lock_event, refuse_elsewhere
from tournament.simultaneous.services.rounds import release_what_waits_for_nobody
from tournament.stages.formats import FORMATS, format_of
from tournament.stages.presets import Beginning

NOTHING_COPIED = CopiedParts(tables=False, people=False, pairs=False)


@transaction.atomic
def add_venue(*, actor: Actor, user: User, event: Simultaneous, name: str) -> Venue:
    """Make a championship for a venue, scored like the others, with `user` for its organiser.

    Sent twice it is made once. Raises `UserError` (field: name) for a name that can't be, or that
    is another venue's, `NotNow` for an event that bots play.
    """
    event = lock_event(event)
    refuse_elsewhere(event)
    if event.is_rehearsal:
        raise NotNow(_("Bots play this event: no venue can be added."))
    name = _free_name(event, name)
    full, like = f"{event.name} · {name}", _first(event)
    if like is None:
        championship = create_championship(
            actor=actor,
            user=user,
            name=full,
            place=name,
            date=event.date,
            begins=Beginning.of(FORMATS[event.kind], hands_per_match=event.hands_per_match),
        )
    else:
        championship = create_another(
            actor=actor,
            user=user,
            source=like,
            name=full,
            place=name,
            date=event.date,
            taken=NOTHING_COPIED,
        )
    return _tie(actor, event, championship, name)


@transaction.atomic
def tie_championship(
    *, actor: Actor, event: Simultaneous, championship: Championship, name: str = ""
) -> Venue:
    """Make a championship that has not begun a venue of the event.

    Raises `NotNow` where it can't be one: it has hands of its own, is played or scored in another
    way than the other venues, or plays another number of rounds.
    """
    event = lock_event(event)
    refuse_elsewhere(event)
    championship = lock_running_championship(championship)
    name = _free_name(event, name or championship.place or championship.name)
    if (refusal := why_not_tied(event, championship)) is not None:
        raise NotNow(refusal)
    return _tie(actor, event, championship, name)


def why_not_tied(event: Simultaneous, championship: Championship) -> str | None:
    """Return why a championship can't be a venue of the event, in words; None if it can."""
    stages = stages_of(championship)
    stage = stages[0]
    like = _first(event)
    rounds = stage.rounds.count()
    if championship.tie is not None:
        return _("This championship is a venue of a simultaneous event already.")
    if championship.is_rehearsal != event.is_rehearsal:
        return _("A rehearsal can't be tied to championships that people play.")
    if championship.has_hands or play_has_begun(championship):
        return _("This championship has hands of its own: it can't play those of the event.")
    if len(stages) > 1:
        return _("A venue has one stage; this championship has several.")
    format = format_of(stage)
    if not format.deals or format.by_score:
        return _("The venues of an event play hands dealt beforehand, not paired by results.")
    if stage.hands_per_match != event.hands_per_match:
        return _("The venues play %(hands)s a match.") % {
            "hands": hands_text(event.hands_per_match)
        }
    if rounds and rounds != event.rounds:
        return _("The venues play %(rounds)s.") % {"rounds": rounds_text(event.rounds)}
    if like is not None and stage.settings != stages_of(like)[0].settings:
        return _("This championship is scored in another way than the other venues.")
    return None


@transaction.atomic
def untie(*, actor: Actor, venue: Venue) -> Championship:
    """Let a venue be a championship by itself again, with hands of its own to be made.

    Raises `NotNow` once it has the hands of the event: its end would make their key public.
    """
    event = lock_event(venue.simultaneous)
    refuse_elsewhere(event)
    championship = lock_running_championship(venue.championship)
    if championship.has_hands:
        raise NotNow(_("This venue has the hands of the event: it stays a venue."))
    venue.delete()
    record_event(
        championship=championship,
        actor=actor,
        action=Action.VENUE_UNTIED,
        target=event.slug,
        before={"simultaneous": event.name},
    )
    return championship


@transaction.atomic
def leave_out(*, actor: Actor, venue: Venue, why: LeftOut, reason: str) -> Venue:
    """Leave a venue out of the event's standings; nobody waits for it any more. It plays on by
    itself. Its own record tells of it, with the reason.
    """
    event, venue = _locked(venue)
    given = given_reason(reason)
    if (venue.left_out, venue.left_out_reason) == (why, given):
        return venue
    _set_left_out(actor, venue, why, given, Action.VENUE_LEFT_OUT)
    release_what_waits_for_nobody(actor=actor, event=event)
    return venue


@transaction.atomic
def count_again(*, actor: Actor, venue: Venue, reason: str) -> Venue:
    """Let a venue that was left out count again. Harmless for one that counts."""
    _event, venue = _locked(venue)
    if venue.left_out:
        _set_left_out(actor, venue, "", given_reason(reason), Action.VENUE_COUNTED_AGAIN)
    return venue


def _locked(venue: Venue) -> tuple[Simultaneous, Venue]:
    event = lock_event(venue.simultaneous)
    refuse_elsewhere(event)
    current = event.venues.select_related("championship").filter(pk=venue.pk).first()
    if current is None:
        raise NotNow(_("This is no longer a venue of the event."))
    return event, current


def _set_left_out(actor: Actor, venue: Venue, why: str, reason: str, action: Action) -> None:
    before = {"left_out": venue.left_out or None}
    venue.left_out, venue.left_out_reason = why, reason if why else ""
    venue.save(update_fields=["left_out", "left_out_reason"])
    record_event(
        championship=lock_championship(venue.championship),
        actor=actor,
        action=action,
        before=before,
        after={"left_out": why or None},
        reason=reason,
    )


def _tie(actor: Actor, event: Simultaneous, championship: Championship, name: str) -> Venue:
    tied = championship.tie
    if tied is not None and tied.simultaneous_id == event.pk:
        return tied
    venue = Venue.objects.create(simultaneous=event, championship=championship, name=name)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.VENUE_TIED,
        target=event.slug,
        after={
            "simultaneous": event.name,
            "venue": name,
            "rounds": event.rounds,
            "hands_per_match": event.hands_per_match,
        },
    )
    _give_deals(actor, event, championship)
    return venue


def _give_deals(actor: Actor, event: Simultaneous, championship: Championship) -> None:
    """Give a venue that comes later the deals that the other venues have already."""
    sets = DealSet.objects.filter(championship__venue__simultaneous=event)
    shared = sets.select_related("championship").first()
    if shared is None:
        return
    share_deals(
        actor=actor, championships=[championship], deals=shared.deals, key=bytes(shared.key or b"")
    )
    if shared.salt_fixed_at is not None:
        share_salt(actor=actor, championships=[championship], salt=shared.salt)
    for exchange in exchanges_of(shared.championship):
        give_spares(actor=actor, championship=championship, exchange=exchange)


def _first(event: Simultaneous) -> Championship | None:
    """Return the venue that the others are made like."""
    return Championship.objects.filter(venue__simultaneous=event).order_by("venue__pk").first()


def _free_name(event: Simultaneous, name: str) -> str:
    clean = clean_name(name, max_length=VENUE_NAME_LENGTH, field="name")
    if not clean:
        raise UserError(_("Give the venue a name."), field="name")
    if event.venues.filter(name=clean).exists():
        raise UserError(
            _("There is a venue called “%(name)s” already.") % {"name": clean}, field="name"
        )
    return clean
