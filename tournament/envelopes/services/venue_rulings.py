"""Rulings of a venue: cancelled hands, and points taken off."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.core.errors import NotNow
from tournament.envelopes.services.intake import Intake
from tournament.models import Round, Ruling
from tournament.rulings.services import cancel_hand, deduct, withdraw_ruling


def cancellations_that_differ(intake: Intake, round: Round) -> Iterator[Ruling]:
    """Yield the newest ruling of each hand in the round that is cancelled there and not here, or
    here and no longer there."""
    deals = set(round.round_deals.values_list("number", flat=True))
    here = set(
        intake.championship.rulings.filter(
            kind=Ruling.Kind.HAND_CANCELLED, withdrawn_at=None
        ).values_list("deal", flat=True)
    )
    kind = Ruling.Kind.HAND_CANCELLED
    told = [one for one in intake.document.all(Ruling) if one.kind == kind]
    newest = {one.deal: one for one in told if one.deal in deals}
    for deal, one in newest.items():
        if (deal in here) == (one.withdrawn_at is not None):
            yield one


def cancel(intake: Intake, told: Ruling) -> None:
    """Cancel a hand that the venue has cancelled, or withdraw this ruling as the venue did."""
    deal = told.deal
    assert deal is not None, "it cancels a hand"
    if told.withdrawn_at is None:
        cancel_hand(
            actor=intake.actor,
            championship=intake.championship,
            deal=deal,
            reason=told.reason,
        )
    else:
        standing = intake.championship.rulings.get(
            kind=Ruling.Kind.HAND_CANCELLED, deal=deal, withdrawn_at=None
        )
        withdraw_ruling(actor=intake.actor, ruling=standing, reason=told.withdrawal_reason)
    words = {"hand": deal, "reason": told.reason}
    intake.taken.rulings.append(_("Hand %(hand)d: %(reason)s") % words)


def take_deductions(intake: Intake) -> None:
    """Take in the venue's deductions in their order, each once.

    It stops at the first one for a pair that only comes in a later file.
    """
    here = list(
        intake.championship.rulings.filter(kind=Ruling.Kind.DEDUCTION)
        .order_by("number")
        .select_related("contestant")
    )
    kind = Ruling.Kind.DEDUCTION
    told = [one for one in intake.document.all(Ruling) if one.kind == kind]
    known = set(intake.championship.contestants.values_list("number", flat=True))
    for place, one in enumerate(told):
        assert one.contestant is not None
        if one.contestant.number not in known:
            break
        stored = here[place] if place < len(here) else _deduct(intake, one)
        assert stored.contestant is not None
        if (stored.contestant.number, stored.hundredths) != (one.contestant.number, one.hundredths):
            raise NotNow(_("The deductions here are not those of the venue."))
        if one.withdrawn_at is not None and stored.withdrawn_at is None:
            withdraw_ruling(actor=intake.actor, ruling=stored, reason=one.withdrawal_reason)
            intake.taken.rulings.append(one.withdrawal_reason)


def _deduct(intake: Intake, told: Ruling) -> Ruling:
    assert told.contestant is not None
    assert told.hundredths is not None
    contestant = intake.championship.contestants.get(number=told.contestant.number)
    words = {"pair": contestant.number, "reason": told.reason}
    intake.taken.rulings.append(_("Pair %(pair)d: %(reason)s") % words)
    made = deduct(
        actor=intake.actor,
        stage=intake.stage_now(),
        contestant=contestant,
        hundredths=told.hundredths,
        reason=told.reason,
    )
    return Ruling.objects.select_related("contestant", "championship").get(pk=made.pk)
