"""Hands, and permission to see them.

Hands are sealed until their round is open; then its referees may see them, and once the round has
been closed for the first time, everybody. Before that, only somebody who opened them early, which
is recorded. The secrets of its deals are public from that closing on too, the key only when the
championship has ended; then all hands are public.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Max, Q
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import number_from_secret
from scoring.game.deals import Deal
from scoring.game.seats import Seat, Side, dealer_of
from tournament.core.permissions import Access
from tournament.core.stages import rounds_with_deals
from tournament.deals.numbering import spare_deals
from tournament.deals.secrets import secret_of
from tournament.models import (
    Championship,
    HandAccess,
    HandInPlay,
    Round,
    RoundDeal,
    RoundStatus,
    Stage,
)
from tournament.stages.formats import deals_per_round


def hands_are_public(round: Round) -> bool:
    """Return whether everybody may see the round's hands: once it was closed, even if reopened
    since.

    When the championship has ended the key is public, and with it the hands that nobody played;
    those that came in envelopes stay sealed.
    """
    if round.first_closed_at is not None:
        return True
    championship = round.stage.championship
    return championship.ended_at is not None and championship.end_shows_hands


def may_see_hands(access: Access, round: Round) -> bool:
    """Return whether a visitor may see the round's hands in the browser; at most 1 query, and those
    of `Access.hides`.

    For hands that are not public yet this is not enough: the view also has to check that the line
    is private (`Access.private_line`), as the refusal says what to do.
    """
    sealed = round.status == RoundStatus.PLANNED and not hands_are_public(round)
    early = round.hand_accesses.filter(exchanged=False) if sealed and access.is_organiser else ()
    return _may_see(access, round, early)


def _may_see(access: Access, round: Round, early: Iterable[HandAccess]) -> bool:
    """Return whether the round's hands may be seen; `early`: its early looks. An opening counts for
    the account that asked for it, in this installation."""
    if hands_are_public(round):
        return True
    if not access.is_referee or access.actor is None:
        return False
    if round.status != RoundStatus.PLANNED:
        return not access.hides(round.number)
    return access.is_organiser and any(
        one.kind == HandAccess.Kind.OPENED
        and one.account == access.actor.account
        and not one.exchanged
        for one in early
    )


@dataclass(frozen=True, slots=True)
class DealtHand:
    """Deal of a championship: its number from 1, its dealer, and the four hands."""

    number: int
    dealer: Seat
    deal: Deal = field(repr=False)

    @property
    def makers(self) -> Side:
        """Side that makes trumps."""
        return self.dealer.side


@sensitive_variables()
def dealt_hands(championship: Championship, numbers: Iterable[int]) -> tuple[DealtHand, ...]:
    """Return deals of the championship by their numbers, in their order; 1 query.

    Those that are in no round, those whose secret is not here, and all while there are no hands,
    are left out. Asks nobody for permission: ask `may_see_hands` first.
    """
    found = RoundDeal.objects.filter(
        championship=championship, number__in=list(numbers), deal_set__isnull=False
    )
    dealt = map(_dealt, found.select_related("deal_set").order_by("number"))
    return tuple(one for one in dealt if one is not None)


@sensitive_variables()
def dealt_in(round: Round, deal: int) -> DealtHand | None:
    """Return the cards of one deal of a round, None while there are no hands; 1 query.

    It reads the numbers of the round's deals too, as `round.deals`. Asks nobody for permission.
    """
    stored = list(round.round_deals.select_related("deal_set").order_by("number"))
    round.deals = tuple(one.number for one in stored)
    return next((_dealt(one) for one in stored if one.number == deal and one.deal_set), None)


@sensitive_variables()
def _dealt(stored: RoundDeal) -> DealtHand | None:
    deal_set = stored.deal_set
    assert deal_set is not None
    assert stored.number_in_set is not None, "the database holds that it has both"
    secret = secret_of(deal_set, stored.number_in_set)
    if secret is None:
        return None
    number = number_from_secret(secret, deal_set.salt, stored.number_in_set)
    return DealtHand(stored.number, dealer_of(stored.number), Deal(number))


@dataclass(frozen=True, slots=True)
class EarlyAccess:
    """Somebody's early look at a round's hands."""

    kind: HandAccess.Kind
    actor: str
    at: datetime
    reason: str
    exchanged: bool
    """True if the hands were exchanged for others since."""


def looks_at(round: Round) -> tuple[EarlyAccess, ...]:
    """Return the early looks at the hands that the round has now, in order of time; 1 query."""
    found = round.hand_accesses.filter(exchanged=False).order_by("at", "pk")
    return tuple(map(_early_access, found))


def hands_of_stage_were_seen(stage: Stage) -> bool:
    """Return whether a hand of the stage was seen or printed before it was public; 1 query."""
    return HandAccess.objects.filter(round__stage=stage).exists()


def _early_access(one: HandAccess) -> EarlyAccess:
    return EarlyAccess(HandAccess.Kind(one.kind), one.actor, one.at, one.reason, one.exchanged)


@dataclass(frozen=True, slots=True)
class RoundHands:
    """Publicity of a round's hands; `may_see`: the reader may see them now."""

    round: int
    first_deal: int
    last_deal: int
    status: RoundStatus
    public: bool
    may_see: bool
    accesses: tuple[EarlyAccess, ...]

    @property
    def opened_early(self) -> bool:
        """Return whether somebody saw them on the screen before the round opened."""
        return any(
            one.kind is HandAccess.Kind.OPENED and not one.exchanged for one in self.accesses
        )

    @property
    def seen(self) -> bool:
        """Return whether somebody saw or printed its present hands before they were public."""
        return any(not one.exchanged for one in self.accesses)

    @property
    def exchangeable(self) -> bool:
        """Return whether its hands can be exchanged: somebody saw them, and nobody plays them."""
        return self.status is RoundStatus.PLANNED and not self.public and self.seen


def hands_by_round(access: Access) -> tuple[RoundHands, ...]:
    """Return the publicity of each round's hands, and early looks at them; 2 queries."""
    by_round: dict[int, list[HandAccess]] = {}
    accesses = HandAccess.objects.filter(round__championship=access.championship)
    for one in accesses.order_by("at", "pk"):
        by_round.setdefault(one.round_id, []).append(one)
    lines = []
    for round in rounds_with_deals(access.stages):
        if not round.deals:
            continue
        early = by_round.get(round.pk, [])
        lines.append(
            RoundHands(
                round=round.number,
                first_deal=round.deals[0],
                last_deal=round.deals[-1],
                status=RoundStatus(round.status),
                public=hands_are_public(round),
                may_see=_may_see(access, round, early),
                accesses=tuple(map(_early_access, early)),
            )
        )
    return tuple(lines)


def last_hand(championship: Championship) -> int:
    """Return the number of the last hand that is planned, 0 without any; 1 query."""
    return championship.round_deals.aggregate(last=Max("number"))["last"] or 0


@dataclass(frozen=True, slots=True)
class RoundCards:
    """Source of a round's cards, and the effect of seeing the first of them."""

    are_made: bool
    """True if every hand of it has cards."""
    loose_salts: tuple[str, ...]
    """Salts that are fixed then, "" for a deal set that has none."""


NO_CARDS = RoundCards(are_made=False, loose_salts=())
NEEDS_NO_CARDS = RoundCards(are_made=True, loose_salts=())
"""Cards of a round in which no hands are played that were dealt beforehand."""


def round_cards(championship: Championship) -> dict[int, RoundCards]:
    """Return where the cards of each round come from, by the round's number; 1 query."""
    stored = championship.round_deals.order_by("round__number", "deal_set__number").values_list(
        "round__number", "deal_set", "deal_set__salt", "deal_set__salt_fixed_at"
    )
    made: dict[int, bool] = {}
    loose: dict[int, list[str]] = {}
    for number, deal_set, salt, fixed_at in stored.distinct():
        made[number] = made.get(number, True) and deal_set is not None
        salts = loose.setdefault(number, [])
        if deal_set is not None and fixed_at is None:
            salts.append(salt)
    return {number: RoundCards(made[number], tuple(loose[number])) for number in made}


def loose_salts(championship: Championship, rounds: Collection[int]) -> tuple[str, ...]:
    """Return the salts, each once, that are fixed when these rounds' hands are seen; 1 query."""
    cards = round_cards(championship)
    salts = [salt for number in rounds for salt in cards.get(number, NO_CARDS).loose_salts]
    return tuple(dict.fromkeys(salts))


@dataclass(frozen=True, slots=True)
class DealSetState:
    """Deal set as its organisers see it."""

    number: int
    first_hand: int
    """Number of its first deal in the championship."""
    deals: int
    spare: int
    """Number of the set's deals that are neither planned nor given for hands that somebody saw."""
    commitment: str
    salt: str
    salt_fixed_at: datetime | None


@dataclass(frozen=True, slots=True)
class DealSets:
    """All deal sets, in order; `need_more` is set before there is one, and when they have run out:
    a planned hand has no cards, or no set has spare deals for a whole round."""

    sets: tuple[DealSetState, ...]
    need_more: bool


def deal_sets_now(championship: Championship) -> DealSets:
    """Return the deal sets of a championship and its exchanges; 3 queries."""
    sets = list(championship.deal_sets.order_by("number").defer("key"))
    hands = championship.round_deals.aggregate(
        last=Max("number"), without=Count("pk", filter=Q(deal_set=None))
    )
    most = max(map(deals_per_round, championship.stages.all()), default=0) or 1
    spare = spare_deals(sets, hands["last"] or 0)
    states = tuple(
        DealSetState(
            number=one.number,
            first_hand=one.deals_before + 1,
            deals=one.deals,
            spare=len(left),
            commitment=one.commitment,
            salt=one.salt,
            salt_fixed_at=one.salt_fixed_at,
        )
        for one, left in spare
    )
    run_out = hands["without"] > 0 or all(one.spare < most for one in states)
    return DealSets(states, need_more=run_out)


def tables_on_phones(deals: Iterable[int], round: Round) -> dict[int, list[tuple[int, str]]]:
    """Return by hand the tables of its round that began it on phones: number and name, in their
    order. 1 query."""
    rows = HandInPlay.objects.begun().filter(
        match__round=round, match__cancelled=False, deal__in=deals
    )
    found: dict[int, list[tuple[int, str]]] = {deal: [] for deal in deals}
    for one in rows.select_related("match__table").order_by("match__table__number"):
        found[one.deal].append((one.match.table.number, one.match.table.shown_name))
    return found
