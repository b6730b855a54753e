"""The hands of a championship: making them, adding the salt, and opening them early.

The key is drawn from the operating system once (a rehearsal may be given one) and never leaves its
column: no message, event or error contains it, nor any hand. The record tells that hands were made
(the commitment), their salt, and who looked at which round early and why.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from scoring.dealing.deal_set import KEY_BYTES, commitment, normalise_salt
from scoring.errors import SaltError
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_championship, lock_running_championship
from tournament.core.names import is_shown_whole
from tournament.core.reasons import given_reason
from tournament.models import (
    Action,
    AuditEvent,
    Championship,
    DealSet,
    HandAccess,
    Round,
    RoundStatus,
)
from tournament.models.places import RoundPlace

LONGEST_SALT = 200
FIRST_SPARE = 10_001
"""The number in its set of the first spare deal, beyond every deal that a schedule can have."""


@sensitive_variables("key", "rehearsal_key")
@transaction.atomic
def make_deals(
    *, actor: Actor, championship: Championship, rehearsal_key: bytes | None = None
) -> DealSet:
    """Draw the key of all hands of the championship and return its deal set.

    Done once: when there are hands already, they are returned as they are. Only a rehearsal, which
    says of itself what it is, can be given a key that somebody may know.
    """
    championship = lock_running_championship(championship)
    if (there := championship.deal_set()) is not None:
        return there
    assert rehearsal_key is None or championship.is_rehearsal, "a championship's key is drawn"
    key = secrets.token_bytes(KEY_BYTES) if rehearsal_key is None else rehearsal_key
    deal_set = DealSet.objects.create(
        championship=championship, key=key, commitment=commitment(key)
    )
    give_cards(championship, deal_set)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.DEALS_MADE,
        after={"commitment": deal_set.commitment},
        at=deal_set.created_at,
    )
    return deal_set


def give_cards(championship: Championship, deal_set: DealSet) -> None:
    """Let the deals that have no cards yet come from this set.

    Part of another act, which made hands or planned rounds.
    """
    championship.round_deals.filter(deal_set=None).update(
        deal_set=deal_set, number_in_set=F("number") - deal_set.deals_before
    )


@transaction.atomic
def set_salt(*, actor: Actor, championship: Championship, salt: str) -> DealSet:
    """Give the hands their salt, or another one, or none ("").

    Raises `NotNow` before the hands are made and after the salt was fixed, and `UserError` (field
    "salt") for a text that can't be one.
    """
    championship = lock_running_championship(championship)
    deal_set = _deal_set(championship)
    new = _checked_salt(salt)
    if new == deal_set.salt:
        return deal_set
    if deal_set.salt_fixed_at is not None:
        raise NotNow(
            _("The salt is fixed: a hand has been opened or printed with it."), field="salt"
        )
    before, deal_set.salt = deal_set.salt, new
    deal_set.save(update_fields=["salt"])
    record_event(
        championship=championship,
        actor=actor,
        action=Action.SALT_CHANGED,
        before={"salt": before},
        after={"salt": new},
    )
    return deal_set


def fix_salt(*, actor: Actor, championship: Championship) -> DealSet:
    """Fix the salt for good, as the first hand is about to be seen; harmless afterwards.

    Part of another act: call it inside that act's transaction, with the championship locked.
    Raises `NotNow` while there are no hands.
    """
    deal_set = _deal_set(championship)
    if deal_set.salt_fixed_at is None:
        deal_set.salt_fixed_at = timezone.now()
        deal_set.save(update_fields=["salt_fixed_at"])
        record_event(
            championship=championship,
            actor=actor,
            action=Action.SALT_FIXED,
            after={"salt": deal_set.salt, "commitment": deal_set.commitment},
            at=deal_set.salt_fixed_at,
        )
    return deal_set


@transaction.atomic
def open_hands_early(
    *, actor: Actor, championship: Championship, round: int, reason: str
) -> HandAccess:
    """Let `actor`, and nobody else, see the hands of a round that is not open yet.

    The first call fixes the salt. Done again by the same person it changes nothing. Raises
    `NotNow` when the round is open anyway or there are no hands, `UserError` without a reason.
    """
    championship = lock_running_championship(championship)
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
    deal_set = fix_salt(actor=actor, championship=championship)
    event = record_event(
        championship=championship,
        actor=actor,
        action=Action.HANDS_OPENED_EARLY,
        place=RoundPlace(round),
        after={"username": actor.account},
        reason=why,
    )
    return _store_access(event, deal_set, found, HandAccess.Kind.OPENED, actor)


@transaction.atomic
def record_hand_printing(
    *, actor: Actor, championship: Championship, rounds: Collection[int], reason: str
) -> tuple[HandAccess, ...]:
    """Record that the hands of these rounds are printed before they are public; fixes the salt.

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
    deal_set = fix_salt(actor=actor, championship=championship)
    event = record_event(
        championship=championship,
        actor=actor,
        action=Action.HANDS_PRINTED,
        place=RoundPlace(sealed[0].number) if len(sealed) == 1 else None,
        after={"rounds": [one.number for one in sealed], "username": actor.account},
        reason=why,
    )
    return tuple(
        _store_access(event, deal_set, one, HandAccess.Kind.PRINTED, actor) for one in sealed
    )


def _store_access(
    event: AuditEvent, deal_set: DealSet, round: Round, kind: HandAccess.Kind, actor: Actor
) -> HandAccess:
    """The row of an early look, which says what its event says."""
    return HandAccess.objects.create(
        deal_set=deal_set,
        round=round,
        kind=kind,
        at=event.at,
        actor=actor.name,
        account=actor.account,
        reason=event.reason,
    )


@transaction.atomic
def record_hand_view(*, actor: Actor, round: Round) -> None:
    """Record that `actor` sees the hands of an open round on the screen. Twice is once.

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
    deal_set = championship.deal_set()
    if deal_set is None:
        return
    event = record_event(
        championship=championship,
        actor=actor,
        action=Action.HANDS_SEEN,
        place=RoundPlace(found.number),
        after={"username": actor.account},
    )
    _store_access(event, deal_set, found, HandAccess.Kind.SEEN, actor)


@transaction.atomic
def exchange_hands(
    *, actor: Actor, championship: Championship, round: int, reason: str
) -> tuple[int, ...]:
    """Give a planned round other hands, because somebody has seen its own; their numbers.

    The new ones are spare deals of the same key and salt, so that everybody can check them as all
    others. Raises `NotNow` for a round that is open or was, and where nobody has seen anything;
    `UserError` without a reason.
    """
    championship = lock_running_championship(championship)
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
    deal_set = _deal_set(championship)
    last = deal_set.round_deals.aggregate(last=Max("number_in_set"))["last"] or 0
    first = max(last + 1, FIRST_SPARE)
    deals = list(found.round_deals.order_by("number"))
    for number_in_set, deal in enumerate(deals, start=first):
        deal.deal_set, deal.number_in_set = deal_set, number_in_set
        deal.save(update_fields=["deal_set", "number_in_set"])
    looks.update(exchanged=True)
    record_event(
        championship=championship,
        actor=actor,
        action=Action.HANDS_EXCHANGED,
        place=RoundPlace(round),
        after={"spare_deals": {str(deal.number): deal.number_in_set for deal in deals}},
        reason=why,
    )
    return tuple(deal.number for deal in deals)


def _deal_set(championship: Championship) -> DealSet:
    found = championship.deal_sets.select_for_update().order_by("number").last()
    if found is None:
        raise NotNow(_("There are no hands yet. Make them first."))
    return found


def _round(championship: Championship, number: int) -> Round:
    found = championship.rounds.filter(number=number).first()
    if found is None:
        raise UserError(_("There is no round %(round)d.") % {"round": number}, field="round")
    return found


def _checked_salt(text: str) -> str:
    try:
        salt = normalise_salt(text)
    except SaltError:
        raise UserError(_("This text can't be a salt."), field="salt") from None
    if not is_shown_whole(salt):  # nobody could type it again to recompute the hands
        raise UserError(_("A salt is one line of ordinary text."), field="salt")
    if len(salt) > LONGEST_SALT:
        raise UserError(
            _("A salt has at most %(most)d characters; this one has %(count)d.")
            % {"most": LONGEST_SALT, "count": len(salt)},
            field="salt",
        )
    return salt
