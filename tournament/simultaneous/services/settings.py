"""Changes by the centre, for all venues at once, of how hands are scored and compared."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event, record_installation_event
from tournament.championships.services.settings import seed_for, settings_as_stored, share_settings
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.locks import refuse_ended, settings_are_frozen, version_of_values
from tournament.core.reasons import clean_note
from tournament.core.stages import stages_of
from tournament.models import (
    Action,
    AnySettings,
    Championship,
    InstallationAction,
    Simultaneous,
    Stage,
    VenuesField,
)
from tournament.simultaneous.services.locks import lock_event, lock_venues, refuse_elsewhere


@transaction.atomic
def change_settings_for_all(
    *,
    actor: Actor,
    event: Simultaneous,
    settings: AnySettings,
    field: VenuesField,
    draw_seed: str = "",
    reason: str = "",
    based_on: str = "",
) -> Simultaneous:
    """Set how hands are scored in all venues, and with whom pairs are compared over all.

    The record of each venue tells of it. `reason` is needed once a venue has opened a round. A seed
    that isn't changed stays each venue's own. Raises `UserError` with the name of the venue in
    which something is in the way: then nothing changes in any; `Conflict` where the settings are
    others than the `event_settings_version` that the centre had before them.
    """
    event = lock_event(event)
    refuse_elsewhere(event)
    lock_venues(event)
    if based_on and based_on != event_settings_version(event):
        raise Conflict(_("Somebody else has changed the settings meanwhile. Check them again."))
    reason = clean_note(reason, field="reason")
    found = {name: _stage(venue) for name, venue in _venues(event)}
    if not found:
        raise NotNow(_("The event has no venues yet: add them first."))
    if field != event.field:
        _compare_with(actor, event, found, field, reason)
    kept = next(iter(found.values())).draw_seed == draw_seed
    seed = seed_for(settings, draw_seed)
    for name, stage in found.items():
        try:
            share_settings(
                actor=actor,
                stage=stage,
                settings=settings,
                draw_seed=(stage.draw_seed if kept else "") or seed,
                reason=reason,
            )
        except UserError as error:
            raise _of_venue(name, error) from error
    return event


def event_settings_version(event: Simultaneous) -> str:
    """Return a short text that is another one after each change by `change_settings_for_all`."""
    stored = {name: settings_as_stored(_stage(venue)) for name, venue in _venues(event)}
    return version_of_values({"field": event.field, "venues": stored})


def event_stage(event: Simultaneous) -> Stage | None:
    """Return the stage of the venue that the others are like; None without venues."""
    first = next(iter(_venues(event)), None)
    return None if first is None else _stage(first[1])


def has_begun(event: Simultaneous) -> bool:
    """Return whether a change of the settings needs a reason."""
    return any(settings_are_frozen(_stage(venue)) for _name, venue in _venues(event))


def _compare_with(
    actor: Actor,
    event: Simultaneous,
    venues: dict[str, Stage],
    field: VenuesField,
    reason: str,
) -> None:
    if not reason and any(map(settings_are_frozen, venues.values())):
        raise UserError(
            _("A round has already been opened: say why the settings change."), field="reason"
        )
    before, event.field = event.field, field
    event.save(update_fields=["field"])
    record_installation_event(
        actor=actor,
        action=InstallationAction.SIMULTANEOUS_CHANGED,
        target=event.slug,
        before={"field": before},
        after={"field": field.value},
        reason=reason,
    )
    for name, stage in venues.items():
        try:
            refuse_ended(stage.championship)
        except UserError as error:
            raise _of_venue(name, error) from error
        record_event(
            championship=stage.championship,
            actor=actor,
            action=Action.COMPARED_OVER_ALL,
            target=event.slug,
            before={"field": before},
            after={"field": field.value},
            reason=reason,
        )


def _venues(event: Simultaneous) -> list[tuple[str, Championship]]:
    """Return names and championships, that which the others are made like first."""
    tied = event.venues.order_by("pk").select_related("championship")
    return [(one.name, one.championship) for one in tied]


def _stage(championship: Championship) -> Stage:
    return stages_of(championship)[0]


def _of_venue(name: str, error: UserError) -> UserError:
    """Return the error with the name of the venue; its kind and field stay."""
    texts = (
        _("“%(venue)s”: %(refusal)s") % {"venue": name, "refusal": one} for one in error.messages
    )
    return type(error)(*texts, field=error.field)
