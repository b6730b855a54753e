"""Undoing one version of a result, for two minutes, by the person who entered it."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.game.seats import party_named
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow
from tournament.models import Match, Result
from tournament.results.kinds.kinds import content_of, kind_of, kind_of_match
from tournament.results.own_slips import goes_back, own_slip, slip_until, version_before
from tournament.results.played_hands import may_go_back
from tournament.results.services.entry import (
    refuse_to_leave_a_hole,
    refuse_unless_open,
    store_version,
)
from tournament.results.services.locked_hand import LockedHand, lock_hand


@transaction.atomic
def undo_result(*, actor: Actor, match: Match, deal: int, version: int) -> Result:
    """Store the content before a version as the newest one, and return it. Twice is once.

    Where there was none the hand has no result again. A pair's entry is the pair's again, with the
    confirmation that it lacked.

    Raises `Conflict` when something else was stored since, `NotNow` after two minutes, for somebody
    else's entry, after a confirmation or a dispute, and when this actor can't change the round's
    results any more; `UserError` where the older content is impossible now.
    """
    return undo_locked(lock_hand(match, deal), actor=actor, version=version)


def undo_locked(hand: LockedHand, *, actor: Actor, version: int) -> Result:
    """Do `undo_result` as part of an act that has locked the hand."""
    match, current = hand.match, hand.current
    refuse_unless_open(match, hand.deal, authority=actor.authority)
    if current is not None and _is_done(current, actor, version):
        return current
    if current is None or current.version != version:
        raise Conflict(_("Somebody else has changed this result meanwhile."))
    if slip_until(current, actor.acted_by) is None:
        raise NotNow(_("This can't be undone any more. Change the result, and say why."))
    before = version_before(current)
    if not may_go_back(match.pk, hand.deal, before):
        raise NotNow(_("A referee has decided about the play of this hand: decide it anew there."))
    if before is None:
        refuse_to_leave_a_hole(match.round)
    if before is None:
        entered_side = current.entered_side if actor.authority is Authority.PLACE else ""
    else:
        entered_side = before.entered_side
    side = party_named(entered_side) if entered_side else None
    if before is None:
        entry = kind_of(match.round.stage).blank
    else:
        # The other game of a knock-out meeting may have made it impossible since.
        entry = kind_of_match(match).checked(content_of(before))
    return store_version(hand, actor=actor, entry=entry, why=own_slip(), side=side)


def _is_done(current: Result, actor: Actor, version: int) -> bool:
    """Return whether an undoing was sent before."""
    return (
        current.version == version + 1 and current.entered == actor.acted_by and goes_back(current)
    )
