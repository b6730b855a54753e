"""Limits to requests that wait for the referees, so that no broken phone fills their desk."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.game.seats import Party
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.models import Action, AuditEvent, CorrectionRequest, Match

MOST_WAITING = 5
"""Most waiting requests of one pair about one hand."""
MOST_WAITING_OF_A_LINK = 12
"""Most waiting requests about the hands of a table, or by a pair: more than an honest round has,
and few enough for a referee to read."""
MOST_ANSWERS = 6
"""Most answers of the opponents to a request: each is recorded for good."""


def refuse_too_many_requests(
    actor: Actor, match: Match, deal: int, side: Party, kind: CorrectionRequest.Kind
) -> None:
    """Raise `NotNow` where the referees have enough before them of this hand, table or pair."""
    championship = match.round.stage.championship
    waiting = CorrectionRequest.objects.filter(match__round__championship=championship, decision="")
    of_hand = waiting.filter(match=match, deal=deal)
    if kind is CorrectionRequest.Kind.LATE and of_hand.filter(kind=kind).exists():
        raise NotNow(
            _(
                "The time for corrections of round %(round)d is over, and a note about this hand "
                "already waits for the referee. Tell the referee yourself."
            )
            % {"round": match.round.number}
        )
    if of_hand.filter(side=side).count() >= MOST_WAITING:
        raise NotNow(_("This pair has already said several things about this hand. Ask a referee."))
    if waiting.filter(match__table=match.table).count() >= MOST_WAITING_OF_A_LINK:
        raise NotNow(
            _(
                "%(count)d requests of table %(table)s already wait for the referee. Tell the "
                "referee before you send another one."
            )
            % {"count": MOST_WAITING_OF_A_LINK, "table": match.table.shown_name}
        )
    if (
        actor.contestant is not None
        and waiting.filter(actor_contestant=actor.contestant).count() >= MOST_WAITING_OF_A_LINK
    ):
        raise NotNow(
            _(
                "%(count)d requests of pair %(pair)d already wait for the referee. Tell the "
                "referee before you send another one."
            )
            % {"count": MOST_WAITING_OF_A_LINK, "pair": actor.contestant}
        )


def refuse_too_many_answers(correction_request: CorrectionRequest) -> None:
    """Raise `NotNow` once the opponents have said something to it often enough; 1 query."""
    answers = AuditEvent.objects.filter(
        championship=correction_request.match.round.stage.championship,
        action=Action.CORRECTION_REQUEST_ANSWERED,
        correction_request=correction_request.number,
    )
    if answers.count() >= MOST_ANSWERS:
        raise NotNow(_("You have changed your answer several times. Tell the referee."))
