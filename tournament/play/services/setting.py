"""Whether the hands of a stage are played with packs, or by the players on their phones."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_stage
from tournament.models import Action, HandAccess, PlayedWith, Round, RoundStatus, Stage
from tournament.stages.formats import format_of


@transaction.atomic
def choose_played_with(
    *,
    actor: Actor,
    stage: Stage,
    played_with: PlayedWith,
    knows_plain_http: bool = False,
    agree_after: int | None = None,
) -> Stage:
    """Let the hands of a stage be played with packs, or on phones; no harm if they already are.

    Over plain HTTP cards cross the hall's network unencrypted: who turns phones on says that they
    know it (`knows_plain_http`), and the record keeps that. Packs can be chosen at any time: what
    was played on phones stays, and results are entered as ever. `agree_after`: the seconds after
    which phones say by themselves that a result is right; None: their players do.

    Raises `UserError` where that isn't said, `NotNow` for a format that deals no hands, and
    `NotNow` for phones while a round is played with packs.
    """
    locked = lock_running_stage(stage)
    if (locked.played_with, locked.agree_after) == (played_with, agree_after):
        return locked
    turned_on = played_with is PlayedWith.PHONES and locked.played_with != played_with
    if turned_on and (refusal := why_played_with_stays(locked, played_with)):
        raise NotNow(refusal)
    if turned_on and not knows_plain_http:
        raise UserError(
            _("Say that you know how cards cross the network."), field="knows_plain_http"
        )
    before = {"played_with": str(locked.played_with), "agree_after": locked.agree_after}
    locked.played_with, locked.agree_after = played_with, agree_after
    locked.save(update_fields=["played_with", "agree_after"])
    record_event(
        championship=locked.championship,
        actor=actor,
        action=Action.PLAYED_WITH_CHANGED,
        before=before,
        after={
            "stage": locked.number,
            "played_with": played_with.value,
            "agree_after": agree_after,
            **({"knows_plain_http": True} if turned_on else {}),
        },
    )
    return locked


def why_played_with_stays(stage: Stage, played_with: PlayedWith) -> str:
    """Why this can't be chosen now, in words; "" if it can. 1 query at most.

    An open round that began with packs goes on with them: people have seen the cards.
    """
    if played_with is PlayedWith.PACKS:
        return ""
    if not format_of(stage).deals:
        return _("In this format no hands are dealt beforehand.")
    with_packs = Round.objects.filter(stage=stage, status=RoundStatus.OPEN)
    dealt = HandAccess.objects.filter(kind=HandAccess.Kind.DEALT)
    first = with_packs.exclude(hand_accesses__in=dealt).order_by("number").first()
    if first is None:
        return ""
    return _(
        "Round %(round)d is being played with packs: close it, or take its opening back, first."
    ) % {"round": first.number}
