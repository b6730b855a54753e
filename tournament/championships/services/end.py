"""Ending a championship: its standings are final, and the key of its hands is public."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_championship, play_has_begun
from tournament.core.reasons import clean_note
from tournament.core.ties import sealed_rounds
from tournament.correction_requests.queries import open_correction_requests
from tournament.models import Action, Championship, RoundStatus
from tournament.results.postponed import why_not_complete


@transaction.atomic
def end_championship(*, actor: Actor, championship: Championship, reason: str = "") -> Championship:
    """Make the standings final and the key of the hands public.

    Play must have begun, and every round must be closed; for planned rounds that were never opened
    a `reason` is needed. An open round is always in the way, and so is a correction request that
    nobody has decided (NotNow). Ended twice it is ended once.
    """
    reason = clean_note(reason, field="reason")
    locked = lock_championship(championship)
    if locked.ended_at is not None:
        return locked
    if not play_has_begun(locked):
        raise NotNow(_("Nothing has been played yet: publish the schedule and play first."))
    rounds = list(locked.rounds.values_list("number", "status"))
    _refuse_open_rounds([number for number, status in rounds if status == RoundStatus.OPEN])
    _refuse_sealed_rounds(locked)
    _refuse_open_correction_requests(locked)
    if refusal := why_not_complete(locked):
        raise NotNow(refusal)
    unplayed = [number for number, status in rounds if status == RoundStatus.PLANNED]
    if unplayed and not reason:
        raise UserError(
            ngettext(
                "Round %(rounds)s was never opened: say why the championship ends without it.",
                "Rounds %(rounds)s were never opened: say why the championship ends without them.",
                len(unplayed),
            )
            % {"rounds": ", ".join(map(str, unplayed))},
            field="reason",
        )
    locked.ended_at = timezone.now()
    locked.save(update_fields=["ended_at"])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CHAMPIONSHIP_ENDED,
        after={"rounds_not_played": unplayed},
        reason=reason,
        at=locked.ended_at,
    )
    for deal_set in locked.deal_sets.filter(key__isnull=False):
        record_event(
            championship=locked,
            actor=actor,
            action=Action.KEY_PUBLISHED,
            after={"deal_set": deal_set.number, "commitment": deal_set.commitment},
        )
    return locked


def _refuse_open_rounds(numbers: Sequence[int]) -> None:
    if numbers:
        raise NotNow(
            ngettext(
                "Round %(rounds)s is open: close it first.",
                "Rounds %(rounds)s are open: close them first.",
                len(numbers),
            )
            % {"rounds": ", ".join(map(str, numbers))}
        )


def _refuse_sealed_rounds(championship: Championship) -> None:
    tie = championship.tie
    if tie is not None and sealed_rounds(tie):
        raise NotNow(
            _(
                "Rounds of “%(event)s” are still sealed, and the end makes the key of its hands "
                "public."
            )
            % {"event": tie.simultaneous.name}
        )


def _refuse_open_correction_requests(championship: Championship) -> None:
    """Who has asked for something gets an answer before the links end; what came too late asks for
    nothing."""
    waiting = [
        str(correction_request.number)
        for correction_request in open_correction_requests(championship)
        if not correction_request.is_note
    ]
    if waiting:
        raise NotNow(
            ngettext(
                "Correction request %(correction_requests)s is still undecided: decide it at "
                "the desk first.",
                "Correction requests %(correction_requests)s are still undecided: decide them "
                "at the desk first.",
                len(waiting),
            )
            % {"correction_requests": ", ".join(waiting)}
        )
