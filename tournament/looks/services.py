"""Noting which accounts play, and their looks at results that are hidden from them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locks import lock_championship
from tournament.core.reasons import given_reason
from tournament.models import Action, AuditEvent, Championship, PlayingAccount, RoundStatus, User
from tournament.models.places import ContestantPlace, RoundPlace, TablePlace


@transaction.atomic
def note_playing(*, actor: Actor, championship: Championship, user: User, contestant: int) -> bool:
    """Note that an account plays as the pair with that number; return whether that is new.

    Raises `UserError` where there is no such pair.
    """
    locked = lock_championship(championship)
    pair = locked.contestants.filter(number=contestant).first()
    if pair is None:
        raise UserError(
            _("There is no pair with the number %(number)d.") % {"number": contestant},
            field="contestant",
        )
    _noted, is_new = PlayingAccount.objects.get_or_create(
        championship=locked, user=user, contestant=pair
    )
    if is_new:
        record_event(
            championship=locked,
            actor=actor,
            action=Action.PLAYS_NOTED,
            place=ContestantPlace(contestant),
            after={"username": user.username},
        )
    return is_new


@transaction.atomic
def withdraw_playing(*, actor: Actor, noted: PlayingAccount, reason: str) -> None:
    """Note that an account doesn't play as that pair. Raises `UserError` without a reason."""
    why = given_reason(reason)
    locked = lock_championship(noted.championship)
    if not PlayingAccount.objects.filter(pk=noted.pk).exists():
        return
    PlayingAccount.objects.filter(pk=noted.pk).delete()
    record_event(
        championship=locked,
        actor=actor,
        action=Action.PLAYS_WITHDRAWN,
        place=ContestantPlace(noted.contestant.number),
        before={"username": noted.user.username},
        reason=why,
    )


@transaction.atomic
def look_all_the_same(
    *,
    actor: Actor,
    championship: Championship,
    places: Iterable[tuple[int, int | None]],
    reason: str,
) -> None:
    """Record that an account that plays looks at open rounds, or at tables of them; from then on
    they are shown to it. Earlier looks are not recorded again.

    Raises `UserError` without a reason.
    """
    why = given_reason(reason)
    locked = lock_championship(championship)
    rounds = locked.rounds.filter(status=RoundStatus.OPEN)
    open_rounds = set(rounds.values_list("number", flat=True))
    looks = AuditEvent.objects.filter(
        championship=locked,
        action=Action.RESULTS_SEEN,
        **{"disclosed__after/username__1": actor.account},
    )
    seen = set(looks.values_list("round", "table"))
    for round, table in sorted(set(places) - seen, key=lambda one: (one[0], one[1] or 0)):
        if round not in open_rounds:
            continue
        record_event(
            championship=locked,
            actor=actor,
            action=Action.RESULTS_SEEN,
            place=RoundPlace(round) if table is None else TablePlace(round, table),
            after={"username": actor.account},
            reason=why,
        )
