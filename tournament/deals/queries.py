"""Who may see which hands, the hands themselves, and the public proof that they are the right ones.

Hands are sealed until their round is open; then its referees may see them, and once the round has
been closed for the first time, everybody. Before that, only somebody who opened them early, which
is recorded. The key stays secret until the championship has ended, and all hands are public then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.views.decorators.debug import sensitive_variables

from scoring.dealing import make_deal
from scoring.deals import Deal
from scoring.seats import Seat, Side, dealer_of
from tournament.core.permissions import Access
from tournament.models import HandAccess, Round, RoundStatus, Stage


def hands_are_public(round: Round) -> bool:
    """Whether everybody may see the round's hands: once it was closed, even if reopened since.

    When the championship has ended the key is public, and with it the hands that nobody played.
    """
    if round.first_closed_at is not None:
        return True
    stage = round.stage
    return stage.deal_set_id is not None and stage.championship.ended_at is not None


def may_see_hands(access: Access, round: Round) -> bool:
    """Whether a visitor may see the round's hands in the browser; at most 1 query.

    For hands that are not public yet this is not enough: they may also only be sent over a private
    line (`Access.private_line`), which is the view's business, as the refusal says what to do.
    """
    sealed = round.status == RoundStatus.PLANNED and not hands_are_public(round)
    early = round.hand_accesses.all() if sealed and access.is_organiser else ()
    return _may_see(access, round, early)


def _may_see(access: Access, round: Round, early: Iterable[HandAccess]) -> bool:
    """`early` are the early looks at this round: an opening counts for the one who asked for it."""
    if hands_are_public(round):
        return True
    if not access.is_referee or access.actor is None:
        return False
    if round.status != RoundStatus.PLANNED:
        return True
    return access.is_organiser and any(
        look.kind == HandAccess.Kind.OPENED and look.actor == access.actor.name for look in early
    )


@dataclass(frozen=True, slots=True)
class DealtHand:
    """One deal of a championship: its number from 1, who deals it, and the four hands."""

    number: int
    dealer: Seat
    deal: Deal = field(repr=False)

    @property
    def makers(self) -> Side:
        """The side that makes trumps."""
        return self.dealer.side


@sensitive_variables()
def dealt_hands(stage: Stage, numbers: Iterable[int]) -> tuple[DealtHand, ...]:
    """Deals of the stage by their numbers; at most 1 query.

    Asks nobody for permission: ask `may_see_hands` first. There must be hands.
    """
    deal_set = stage.deal_set
    assert deal_set is not None, "somebody may see hands, so there are some"
    key = bytes(deal_set.key)
    return tuple(
        DealtHand(number, dealer_of(number), make_deal(key, deal_set.salt, number))
        for number in numbers
    )


def hands_of_round(stage: Stage, round: int) -> tuple[Deal, ...]:
    """The hands of a round in the order in which they are played, like `dealt_hands`."""
    return tuple(hand.deal for hand in dealt_hands(stage, stage.deals_of_round(round)))


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody's early look at a round's hands."""

    kind: HandAccess.Kind
    actor: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class RoundHands:
    """Where the hands of a round stand; `may_see` says whether the reader may see them now."""

    round: int
    first_deal: int
    last_deal: int
    status: RoundStatus
    public: bool
    may_see: bool
    looks: tuple[Look, ...]

    @property
    def opened_early(self) -> bool:
        """Whether somebody saw them on the screen before the round opened."""
        return any(look.kind is HandAccess.Kind.OPENED for look in self.looks)


def hands_by_round(access: Access) -> tuple[RoundHands, ...]:
    """Where the hands of each round stand, and who looked at them early; 2 queries."""
    looks: dict[int, list[HandAccess]] = {}
    for look in HandAccess.objects.filter(round__stage=access.stage).order_by("at", "pk"):
        looks.setdefault(look.round_id, []).append(look)
    lines = []
    for round in access.stage.rounds.order_by("number"):
        deals = access.stage.deals_of_round(round.number)
        early = looks.get(round.pk, [])
        lines.append(
            RoundHands(
                round=round.number,
                first_deal=deals[0],
                last_deal=deals[-1],
                status=RoundStatus(round.status),
                public=hands_are_public(round),
                may_see=_may_see(access, round, early),
                looks=tuple(
                    Look(HandAccess.Kind(one.kind), one.actor, one.at, one.reason) for one in early
                ),
            )
        )
    return tuple(lines)
