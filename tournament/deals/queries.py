"""Who may see which hands, the hands themselves, and the public proof that they are the right ones.

Hands are sealed until their round is open; then its referees may see them, and once the round has
been closed for the first time, everybody. Before that, only somebody who opened them early, which
is recorded. The key stays secret until the championship has ended.
"""

from __future__ import annotations

from django.views.decorators.debug import sensitive_variables

from scoring.dealing import make_deal
from scoring.deals import Deal
from tournament.core.permissions import Access
from tournament.models import HandAccess, Round, RoundStatus, Stage


def hands_are_public(round: Round) -> bool:
    """Whether everybody may see the round's hands: once it was closed, even if reopened since."""
    return round.first_closed_at is not None


def may_see_hands(access: Access, round: Round) -> bool:
    """Whether a visitor may see the round's hands in the browser; at most 1 query.

    For hands that are not public yet this is not enough: they may also only be sent over a private
    line (`Access.private_line`), which is the view's business, as the refusal says what to do.
    """
    if hands_are_public(round):
        return True
    if not access.is_referee or access.actor is None:
        return False
    if round.status != RoundStatus.PLANNED:
        return True
    return (
        access.is_organiser
        and round.hand_accesses.filter(
            kind=HandAccess.Kind.OPENED, actor=access.actor.name
        ).exists()
    )


@sensitive_variables()
def hands_of_round(stage: Stage, round: int) -> tuple[Deal, ...]:
    """The hands of a round, in the order in which they are played; at most 1 query.

    Asks nobody for permission: ask `may_see_hands` first. There must be hands.
    """
    deal_set = stage.deal_set
    assert deal_set is not None, "somebody may see hands, so there are some"
    key = bytes(deal_set.key)
    return tuple(make_deal(key, deal_set.salt, number) for number in stage.deals_of_round(round))
