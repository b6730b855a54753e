"""Making a simultaneous event, its name and date, and who looks after it: the centre."""

from __future__ import annotations

import datetime
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.audit.services import record_installation_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.names import clean_name
from tournament.models import (
    MOST_HANDS_PER_MATCH,
    MOST_ROUNDS_TOGETHER,
    InstallationAction,
    Simultaneous,
    User,
)
from tournament.simultaneous.services.locks import lock_event, refuse_elsewhere
from tournament.stages.format import Format

NAME_LENGTH = 60
"""Most letters of an event's name: the names of its venues are made from it."""


@transaction.atomic
def make_event(
    *,
    actor: Actor,
    user: User,
    name: str,
    date: datetime.date,
    format: Format,
    rounds: int,
    hands_per_match: int | None = None,
    rehearsal: bool = False,
) -> Simultaneous:
    """Make an event without venues, with `user` for its centre. The installation's log tells of it.

    Sent twice (a double click) it is made once. Raises `UserError` (fields: name, rounds,
    hands_per_match) for what can't be.
    """
    assert format.deals, "all venues play the same deals"
    hands = format.hands_per_match if hands_per_match is None else hands_per_match
    name = _checked_name(name)
    _check_range(rounds, MOST_ROUNDS_TOGETHER, "rounds")
    _check_range(hands, MOST_HANDS_PER_MATCH, "hands_per_match")
    User.objects.select_for_update().get(pk=user.pk)  # lets a second click wait for the first
    content: dict[str, Any] = {
        **{"name": name, "date": date, "rounds": rounds, "kind": format.kind},
        **{"hands_per_match": hands, "is_rehearsal": rehearsal},
    }
    twin = Simultaneous.objects.filter(**content, organisers=user, venues=None).first()
    if twin is not None:
        return twin
    event = Simultaneous.objects.create(slug=_free_slug(name), **content)
    event.organisers.add(user)
    record_installation_event(
        actor=actor,
        action=InstallationAction.SIMULTANEOUS_MADE,
        target=event.slug,
        after={
            **{"name": name, "date": date.isoformat(), "rounds": rounds},
            **{"kind": format.kind, "hands_per_match": hands},
            **{"organiser": Actor.of_user(user).name, "username": user.username},
        },
    )
    return event


@transaction.atomic
def change_event(
    *, actor: Actor, event: Simultaneous, name: str, date: datetime.date
) -> Simultaneous:
    """Change its name and date. The address stays, and so do the names of its venues."""
    name = _checked_name(name)
    locked = lock_event(event)
    refuse_elsewhere(locked)
    before = {"name": locked.name, "date": locked.date.isoformat()}
    after = {"name": name, "date": date.isoformat()}
    if after != before:
        locked.name, locked.date = name, date
        locked.save(update_fields=["name", "date"])
        _record(actor, locked, before, after)
    return locked


@transaction.atomic
def add_organiser(*, actor: Actor, event: Simultaneous, username: str) -> User:
    """Let somebody who has an account look after the event too. Harmless when they do."""
    locked = lock_event(event)
    user = User.objects.filter(username=username.strip(), is_active=True).first()
    if user is None:
        raise UserError(
            _("There is no active account called “%(name)s”.") % {"name": username.strip()},
            field="username",
        )
    if not locked.organisers.filter(pk=user.pk).exists():
        locked.organisers.add(user)
        _record(actor, locked, None, _person(user))
    return user


@transaction.atomic
def remove_organiser(*, actor: Actor, event: Simultaneous, user: User) -> None:
    """Take somebody from the centre; the last one stays."""
    locked = lock_event(event)
    if not locked.organisers.filter(pk=user.pk).exists():
        return
    if locked.organisers.count() == 1:
        raise NotNow(_("Somebody has to look after the event: add somebody else first."))
    locked.organisers.remove(user)
    _record(actor, locked, _person(user), None)


@transaction.atomic
def delete_event(*, actor: Actor, event: Simultaneous) -> None:
    """Delete an event that ties nothing (any more)."""
    locked = lock_event(event)
    if locked.venues.exists():
        raise NotNow(_("It still has venues: take them out of the event first."))
    record_installation_event(
        actor=actor,
        action=InstallationAction.SIMULTANEOUS_DELETED,
        target=locked.slug,
        before={"name": locked.name},
    )
    locked.delete()


def _record(actor: Actor, event: Simultaneous, before: Any, after: Any) -> None:
    record_installation_event(
        actor=actor,
        action=InstallationAction.SIMULTANEOUS_CHANGED,
        target=event.slug,
        before=before,
        after=after,
    )


def _person(user: User) -> dict[str, str]:
    return {"organiser": Actor.of_user(user).name, "username": user.username}


def _checked_name(name: str) -> str:
    clean = clean_name(name, max_length=NAME_LENGTH, field="name")
    if not clean:
        raise UserError(_("Give the event a name."), field="name")
    return clean


def _check_range(number: int, most: int, field: str) -> None:
    if not 1 <= number <= most:
        raise UserError(
            _("Expected a whole number from 1 to %(most)d.") % {"most": most}, field=field
        )


def _free_slug(name: str) -> str:
    """Return the name as a part of an address, with a number if that is taken."""
    base = slugify(name)[:NAME_LENGTH].strip("-") or "simultaneous"
    taken = set(Simultaneous.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, number = base, 1
    while slug in taken or slug == "new":
        number += 1
        slug = f"{base}-{number}"
    return slug
