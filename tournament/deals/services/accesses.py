"""Looks at hands that are not public yet: allowing and recording them, and what undoes them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_championship, lock_running_championship
from tournament.core.reasons import given_reason
from tournament.core.ties import refuse_in_a_venue
from tournament.deals.exchanges import Exchange
from tournament.deals.numbering import spare_deals
from tournament.deals.queries import last_hand
from tournament.deals.services.deal_sets import fix_salt
from tournament.models import Action, Championship, DealSet, HandAccess, Round, RoundStatus
from tournament.models.places import RoundPlace


@transaction.atomic
def open_hands_early(
    *, actor: Actor, championship: Championship, round: int, reason: str
) -> HandAccess:
    """Let `actor`, and nobody else, see the hands of a round that is not open yet.

    The first call fixes the salt; a second one by the same person changes nothing. Raises `NotNow`
    when the round is open anyway or there are no hands, `UserError` without a reason.
    """
    championship = lock_running_championship(championship)
    refuse_in_a_venue(championship)
    found = _round(championship, round)
    if found.status != RoundStatus.PLANNED:
        raise NotNow(
            _("Round %(round)d is open: you can already see its hands.") % {"round": round}
        )
    seen = found.hand_accesses.filter(
        kind=HandAccess.Kind.OPENED, actor=actor.name, account=actor.account, exchanged=False
    ).first()
    if seen is not None:
        return seen
    why = given_reason(reason)
    deal_set = fix_salt(actor=actor, championship=championship, round=found)
    (look,) = _record_looks(
        actor, championship, {found: deal_set}, HandAccess.Kind.OPENED, reason=why
    )
    return look


@transaction.atomic
def record_hand_printing(
    *,
    actor: Actor,
    championship: Championship,
    rounds: Collection[int],
    reason: str,
    deals: Collection[int] = (),
) -> tuple[HandAccess, ...]:
    """Record that the hands of these rounds are printed before they are public; fixes the salt.

    `deals` are told where only some of the hands are printed.

    Call it before a sheet is made; every printing is recorded. Rounds whose hands are public
    already need no record; with none left, nothing happens. Raises `NotNow` when there are no
    hands, `UserError` for a round that doesn't exist or a missing reason.
    """
    championship = lock_running_championship(championship)
    found = [_round(championship, number) for number in sorted(set(rounds))]
    sealed = [one for one in found if one.first_closed_at is None]
    if not sealed:
        return ()
    why = given_reason(reason)
    sets = {one: fix_salt(actor=actor, championship=championship, round=one) for one in sealed}
    told = {
        "rounds": [one.number for one in sealed],
        **({"hands": sorted(deals)} if deals else {}),
    }
    return _record_looks(actor, championship, sets, HandAccess.Kind.PRINTED, reason=why, told=told)


_ACTIONS = {
    HandAccess.Kind.OPENED: Action.HANDS_OPENED_EARLY,
    HandAccess.Kind.PRINTED: Action.HANDS_PRINTED,
    HandAccess.Kind.SEEN: Action.HANDS_SEEN,
    HandAccess.Kind.DEALT: Action.HANDS_DEALT,
}


def _record_looks(
    actor: Actor,
    championship: Championship,
    rounds: Mapping[Round, DealSet],
    kind: HandAccess.Kind,
    *,
    reason: str = "",
    told: Mapping[str, Any] | None = None,
) -> tuple[HandAccess, ...]:
    """Store a look at the hands of each of these rounds, and record them as one act."""
    at = timezone.now()
    looks = tuple(
        HandAccess.objects.create(
            deal_set=deal_set,
            round=one,
            kind=kind,
            at=at,
            actor=actor.name,
            account=actor.account,
            reason=reason,
        )
        for one, deal_set in rounds.items()
    )
    record_event(
        championship=championship,
        actor=actor,
        action=_ACTIONS[kind],
        place=RoundPlace(looks[0].round.number) if len(looks) == 1 else None,
        after={**(told or {}), "username": actor.account},
        reason=reason,
        at=at,
    )
    return looks


@transaction.atomic
def record_hand_view(*, actor: Actor, round: Round) -> None:
    """Record, once, that `actor` sees the hands of an open round on the screen.

    Hands of rounds that are not open need no record: they are public, or were opened early.
    """
    looks = HandAccess.objects.filter(
        kind=HandAccess.Kind.SEEN, actor=actor.name, account=actor.account, exchanged=False
    )
    if looks.filter(round=round).exists():
        return
    championship = lock_championship(round.stage.championship)
    found = _round(championship, round.number)
    is_sealed = found.status == RoundStatus.OPEN and found.first_closed_at is None
    if not is_sealed or looks.filter(round=found).exists():
        return
    first = found.round_deals.select_related("deal_set").order_by("number").first()
    if first is None or first.deal_set is None:
        return
    _record_looks(actor, championship, {found: first.deal_set}, HandAccess.Kind.SEEN)


def record_dealing(*, actor: Actor, championship: Championship, round: Round) -> None:
    """Record that players see hands of an open round on their phones; once a round. Fixes the salt.

    Part of another act: call it inside that act's transaction, with the championship locked.
    """
    if round.hand_accesses.filter(kind=HandAccess.Kind.DEALT, exchanged=False).exists():
        return
    deal_set = fix_salt(actor=actor, championship=championship, round=round)
    _record_looks(actor, championship, {round: deal_set}, HandAccess.Kind.DEALT)


@transaction.atomic
def exchange_hands(
    *, actor: Actor, championship: Championship, round: int, reason: str
) -> tuple[int, ...]:
    """Give a planned round other hands, because somebody has seen its own; return their numbers.

    The new ones are spare deals of a deal set, so that everybody can check them as all others.
    Raises `NotNow` for a round that is open or was, where nobody has seen anything, and when there
    are not enough spare deals; `UserError` without a reason.
    """
    championship = lock_running_championship(championship)
    refuse_in_a_venue(championship)
    found = _round(championship, round)
    if found.status != RoundStatus.PLANNED or found.first_closed_at is not None:
        raise NotNow(
            _("Round %(round)d has been opened: its hands can't be exchanged.") % {"round": round}
        )
    looks = found.hand_accesses.filter(exchanged=False)
    if not looks.exists():
        raise NotNow(
            _("Nobody has seen the hands of round %(round)d: they stay.") % {"round": round}
        )
    why = given_reason(reason)
    deals = [one.number for one in found.round_deals.order_by("number")]
    deal_set, numbers = _spare(championship, len(deals))
    give_spares(
        actor=actor,
        championship=championship,
        exchange=Exchange(
            round, deal_set.number, dict(zip(deals, numbers, strict=True)), why, sequence=0
        ),
    )
    return tuple(deals)


def give_spares(*, actor: Actor, championship: Championship, exchange: Exchange) -> None:
    """Give the hands of a round these spare deals, whether it is planned already or not.

    Part of another act, which has locked the championship and checked that this is allowed. Earlier
    looks at the hands no longer count.
    """
    deal_set = championship.deal_sets.select_for_update().get(number=exchange.deal_set)
    for hand, place in exchange.places.items():
        championship.round_deals.filter(number=hand).update(deal_set=deal_set, number_in_set=place)
    deal_set.spares_used += len(exchange.places)
    deal_set.save(update_fields=["spares_used"])
    looks = HandAccess.objects.filter(
        round__championship=championship, round__number=exchange.round
    )
    looks.update(exchanged=True)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.HANDS_EXCHANGED,
        place=RoundPlace(exchange.round),
        after={
            "deal_set": exchange.deal_set,
            "spare_deals": {str(hand): place for hand, place in exchange.places.items()},
        },
        reason=exchange.reason,
    )


def _spare(championship: Championship, count: int) -> tuple[DealSet, Sequence[int]]:
    """Return the oldest deal set that has `count` spare deals, and the numbers of its last spare
    ones. Raises `NotNow` where none has."""
    sets = list(championship.deal_sets.select_for_update().order_by("number").defer("key"))
    for deal_set, spare in spare_deals(sets, last_hand(championship)):
        if len(spare) >= count:
            return deal_set, spare[-count:]
    raise NotNow(_("There are not enough spare hands left: make more hands first."))


def _round(championship: Championship, number: int) -> Round:
    found = championship.rounds.filter(number=number).first()
    if found is None:
        raise UserError(_("There is no round %(round)d.") % {"round": number}, field="round")
    return found
