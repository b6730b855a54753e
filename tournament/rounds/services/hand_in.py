"""Handing in a round, where the venues of a simultaneous event close it together."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.core.locks import lock_running_championship
from tournament.core.reasons import given_reason
from tournament.models import Action, Round, RoundStatus
from tournament.models.places import RoundPlace
from tournament.rounds.services.lifecycle import current_round, refuse_to_close


@transaction.atomic
def hand_in_round(*, actor: Actor, round: Round) -> Round:
    """Hand an open round in: this venue is done with it. Harmless when it was handed in.

    It stays open, sealed and as it is until all venues are done. Raises `NotNow` as `close_round`.
    """
    championship = lock_running_championship(round.stage.championship)
    round = current_round(round)
    if round.handed_in_at is not None or round.status == RoundStatus.CLOSED:
        return round
    refuse_to_close(round)
    round.handed_in_at = timezone.now()
    round.ends_at = round.seconds_left = None
    round.save(update_fields=["handed_in_at", "ends_at", "seconds_left"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.ROUND_HANDED_IN,
        place=RoundPlace(round.number),
        at=round.handed_in_at,
    )
    return round


@transaction.atomic
def take_back_hand_in(*, actor: Actor, round: Round, reason: str) -> Round:
    """Take back the handing in of a round, to change something. Harmless when it is not handed in.

    Raises `NotNow` once it is closed, `UserError` without a reason.
    """
    championship = lock_running_championship(round.stage.championship)
    round = current_round(round)
    if round.status == RoundStatus.CLOSED:
        raise NotNow(
            _("Round %(round)d has been released: reopen it to correct something.")
            % {"round": round.number}
        )
    if round.handed_in_at is None:
        return round
    why = given_reason(reason)
    round.handed_in_at = None
    round.save(update_fields=["handed_in_at"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.HAND_IN_TAKEN_BACK,
        place=RoundPlace(round.number),
        reason=why,
    )
    return round
