"""Noting which pairs have come and which have paid, and taking either back."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import UserError
from tournament.core.locks import lock_contestant
from tournament.models import Action, Contestant
from tournament.models.places import ContestantPlace


def note_presence(*, actor: Actor, contestant: Contestant, here: bool) -> Contestant:
    """Note that a pair is in the hall, or that it isn't after all. Noted twice is noted once.

    A pair that acts by its own link can only say of itself that it is here: somebody elsewhere
    would say that it isn't. Raises `UserError` otherwise, and for a pair that was removed; `NotNow`
    after the end.
    """
    if actor.authority is Authority.PLACE and (
        not here or actor.contestant != contestant.number or actor.table is not None
    ):
        raise UserError(_("A pair can only say of itself that it is here."))
    return _note(actor, contestant, Action.PRESENCE_NOTED, "here", here)


def note_payment(*, actor: Actor, contestant: Contestant, paid: bool) -> Contestant:
    """Note that a pair has paid, or that it hasn't after all. Noted twice is noted once.

    Raises `UserError` for a pair that was removed, and for one that acts by a link; `NotNow` after
    the end.
    """
    if actor.authority is Authority.PLACE:
        raise UserError(_("Only organisers and referees note who has paid."))
    return _note(actor, contestant, Action.PAYMENT_NOTED, "paid", paid)


@transaction.atomic
def _note(
    actor: Actor, contestant: Contestant, action: Action, column: str, value: bool
) -> Contestant:
    locked, current = lock_contestant(contestant)
    if getattr(current, column) == value:
        return current
    setattr(current, column, value)
    current.save(update_fields=[column])
    record_event(
        championship=locked,
        actor=actor,
        action=action,
        place=ContestantPlace(current.number),
        after={column: value},
    )
    return current
