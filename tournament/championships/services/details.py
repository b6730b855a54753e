"""A championship's name, place, date and address: creating it, and changing them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.championships.services.stages import stage_as_recorded, store_stage
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, UserError
from tournament.core.locks import lock_running_championship, refuse_stale, version_of_values
from tournament.core.names import clean_name
from tournament.links.tokens import secret_of
from tournament.models import Action, AuditEvent, Championship, Membership, Role, User
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.format import Format
from tournament.stages.intent import intent_as_stored
from tournament.stages.presets import Beginning

NAME_LENGTH = 120


SLUG_LENGTH = 60


_ATTEMPTS = 5


def _clean_details(name: str, place: str) -> tuple[str, str]:
    clean = clean_name(name, max_length=NAME_LENGTH, field="name")
    if not clean:
        raise UserError(_("Give the championship a name."), field="name")
    return clean, clean_name(place, max_length=NAME_LENGTH, field="place")


def _free_slug(name: str) -> str:
    """Return the name as a part of an address, with a number if that is taken."""
    base = slugify(name)[:SLUG_LENGTH].strip("-") or "championship"
    taken = set(Championship.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _create_with_free_slug(**details: Any) -> Championship:
    """Store the championship; two of one name that are made at once get two addresses."""
    for _attempt in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return Championship.objects.create(
                    slug=_free_slug(Championship(**details).shown_name), **details
                )
        except IntegrityError:
            continue
    raise Conflict(_("Somebody else has just created a championship with this name: try again."))


def _details(championship: Championship) -> dict[str, str]:
    return {
        "name": championship.name,
        "place": championship.place,
        "date": championship.date.isoformat(),
    }


def details_version(championship: Championship) -> str:
    """Return a short text that changes with every change of name, place or date."""
    return version_of_values(_details(championship))


@transaction.atomic
def create_championship(
    *,
    actor: Actor,
    user: User,
    name: str,
    place: str,
    date: datetime.date,
    format: Format = ALL_PLAY_ALL,
    begins: Beginning | None = None,
    rehearsal: Mapping[str, Any] | None = None,
    like: str = "",
) -> Championship:
    """Create a championship with a first stage, and make `user` its organiser.

    It `begins` as a preset says, by default as its `format` begins.

    A double click creates it once: equal details by one actor, while nothing else has happened in
    it, are one championship. `rehearsal` (JSON values, stored in the record) makes it for good one
    that bots play, and is what they play from. `like` is the address of the championship that it is
    made after, for the record.
    """
    name, place = _clean_details(name, place)
    begins = begins or Beginning.of(format)
    intended = intent_as_stored(begins.intent)
    # Locking the maker's own account lets a second click wait for the first.
    User.objects.select_for_update().get(pk=user.pk)
    told: dict[str, Any] = {
        "name": name,
        "place": place,
        "date": date,
        "is_rehearsal": rehearsal is not None,
    }
    twins = Championship.objects.filter(
        memberships__user=user,
        stages__kind=begins.format.kind,
        stages__intended=intended,
        **told,
    )
    if (twin := _just_created(twins, actor)) is not None:
        return twin
    championship = _create_with_free_slug(
        **told,
        of_players=begins.format.of_players,
        round_minutes=begins.round_minutes,
    )
    stage = store_stage(
        championship,
        begins.format,
        hands_per_match=begins.hands_per_match,
        settings=begins.settings,
        intended=intended,
    )
    secret_of(championship)  # made now, so that later reads of the links write nothing
    Membership.objects.create(championship=championship, user=user, role=Role.ORGANISER)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.CHAMPIONSHIP_CREATED,
        after={
            **_details(championship),
            "organiser": Actor.of_user(user).name,
            "username": user.username,
            **stage_as_recorded(stage),
            **({"round_minutes": begins.round_minutes} if begins.round_minutes else {}),
            **({} if rehearsal is None else {"rehearsal": dict(rehearsal)}),
            **({"like": like} if like else {}),
        },
        at=championship.created_at,
    )
    return championship


def _just_created(twins: Iterable[Championship], actor: Actor) -> Championship | None:
    """Return the championship that this actor created and nobody has touched since, or None."""
    for twin in twins:
        events = list(AuditEvent.objects.filter(championship=twin)[:2])
        if len(events) == 1 and events[0].actor == actor.name:
            return twin
    return None


@transaction.atomic
def change_details(
    *,
    actor: Actor,
    championship: Championship,
    name: str,
    place: str,
    date: datetime.date,
    based_on: str = "",
) -> Championship:
    """Change name, place or date. The address stays: it may be printed somewhere.

    `based_on` is the `details_version` that the organiser saw: raises `Conflict` if it is outdated,
    unless they stand as wished already.
    """
    name, place = _clean_details(name, place)
    locked = lock_running_championship(championship)
    before, version = _details(locked), details_version(locked)
    locked.name, locked.place, locked.date = name, place, date
    after = _details(locked)
    if after != before:
        refuse_stale(based_on, version)
        locked.save(update_fields=["name", "place", "date"])
        record_event(
            championship=locked,
            actor=actor,
            action=Action.CHAMPIONSHIP_CHANGED,
            before=before,
            after=after,
        )
    return locked
