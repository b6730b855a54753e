"""Steer the wall, and tell the hall something.

The screens of a projector change nothing in the championship, and a referee may turn them a hundred
times a day: that is not recorded. A message to the hall is an announcement that players act on, so
it is recorded, with its end.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import UserError
from tournament.core.locks import lock_championship
from tournament.models import Action, Championship, Wall

LONGEST_MINUTES = 240
"""Longest time that a message may stand."""
_KEY = re.compile(r"[a-z]{1,16}-[0-9]{1,5}", re.ASCII)
"""Format of a screen's key."""


@transaction.atomic
def choose_shown(
    *, actor: Actor, championship: Championship, shows: Collection[Wall.Shows]
) -> Wall:
    """Choose the screens that take turns on the wall. Raises `UserError` if nothing is chosen."""
    if not shows:
        raise UserError(_("Choose at least one thing for the wall to show."), field="shows")
    wall = _locked(actor, championship)
    wall.shows = [one.value for one in Wall.Shows if one in shows]
    wall.held, wall.paused = "", False
    return _stepped(wall)


@transaction.atomic
def hold_screen(*, actor: Actor, championship: Championship, screen: str) -> Wall:
    """Let the wall show one screen, by its key, until it is told to go on.

    If that screen is no longer there, the others take turns. Raises `UserError` for a malformed
    key.
    """
    if not _KEY.fullmatch(screen):
        raise UserError(_("This page can no longer be used. Reload it."))
    wall = _locked(actor, championship)
    wall.held, wall.paused = screen, False
    return _stepped(wall)


@transaction.atomic
def pause_wall(*, actor: Actor, championship: Championship) -> Wall:
    wall = _locked(actor, championship)
    wall.held, wall.paused = "", True
    return _stepped(wall)


@transaction.atomic
def let_wall_go_on(*, actor: Actor, championship: Championship) -> Wall:
    """Let the screens take turns again, also where somebody paused the wall by its own keys."""
    wall = _locked(actor, championship)
    wall.held, wall.paused = "", False
    return _stepped(wall)


@transaction.atomic
def tell_hall(*, actor: Actor, championship: Championship, message: str, minutes: int) -> Wall:
    """Show a message above every screen for `minutes`, instead of the one before.

    Raises `UserError` for an empty or too long message, and for no minutes or too many.
    """
    message = " ".join(message.split())
    if not message:
        raise UserError(_("Write what the hall shall read."), field="message")
    if len(message) > Wall.LONGEST_MESSAGE:
        raise UserError(
            _("A message has at most %(most)d letters: it is read from afar.")
            % {"most": Wall.LONGEST_MESSAGE},
            field="message",
        )
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise UserError(
            _("A message stands for 1 to %(most)d minutes.") % {"most": LONGEST_MINUTES},
            field="minutes",
        )
    wall = _locked(actor, championship)
    until = timezone.now() + timedelta(minutes=minutes)
    wall.message, wall.message_until = message, until
    wall.save()
    _record(actor, wall.championship, message, until)
    return wall


@transaction.atomic
def take_message_down(*, actor: Actor, championship: Championship) -> Wall:
    """End the message before its time. Without a message nothing happens."""
    wall = _locked(actor, championship)
    if wall.message_until is not None and wall.message_until > timezone.now():
        wall.message, wall.message_until = "", None
        wall.save()
        _record(actor, wall.championship, "", None)
    return wall


def _locked(actor: Actor, championship: Championship) -> Wall:
    """Return the wall, locked; it can be steered after the end too, when prizes are given."""
    assert actor.authority >= Authority.REFEREE, "referees and organisers steer the wall"
    locked = lock_championship(championship)
    wall, _new = Wall.objects.get_or_create(championship=locked)
    wall.championship = locked
    return wall


def _stepped(wall: Wall) -> Wall:
    wall.steps += 1
    wall.save()
    return wall


def _record(actor: Actor, championship: Championship, message: str, until: datetime | None) -> None:
    record_event(
        championship=championship,
        actor=actor,
        action=Action.HALL_TOLD,
        after={"message": message, **({"ends_at": until} if until else {})},
    )
