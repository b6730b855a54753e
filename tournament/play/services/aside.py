"""Setting the play of a hand on phones aside, and letting it count again.

Either is one act of a referee: it enters the hand's result, ends the hand for the phones, and
decides all correction requests about it.
"""

from __future__ import annotations

import secrets
from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.audit.services import record_event
from tournament.core.actor import Actor, Authority
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.reasons import given_reason
from tournament.correction_requests.services import decide_all_locked
from tournament.models import Action, HandInPlay, Match, Result
from tournament.results.kinds.dealt_hand import BLANK, ResultInput, content_of
from tournament.results.played_hands import is_on_phones, is_what_was_played, made_by, play_of
from tournament.results.services.entry import enter_locked, refuse_unless_open
from tournament.results.services.locked_hand import LockedHand, lock_hand


@sensitive_variables()
@transaction.atomic
def set_play_aside(
    *, actor: Actor, match: Match, deal: int, entry: ResultInput, based_on: int, reason: str
) -> Result:
    """Let the hand's result be a referee's, whatever was played on phones, and return the result.

    A hand that was played with packs is told so, too. Nobody acts in it any more, and every
    correction request about it is decided. `based_on` is the version of its result that the referee
    saw, 0 for none. A repeated call changes nothing.

    Raises `Conflict` where another result stands by now, `NotNow` for a hand that isn't played on
    phones or was set aside before, `UserError` without a reason, for an impossible result, or for
    the played one.
    """
    assert actor.authority >= Authority.REFEREE, "pairs play, referees decide"
    hand = lock_hand(match, deal)
    refuse_unless_open(hand.match, deal, authority=actor.authority)
    why = given_reason(reason)
    play = play_of(hand.match, deal)
    if play is not None and play.set_aside_at is not None:
        if hand.stands is not None and content_of(hand.stands) == entry:
            return hand.stands
        raise NotNow(
            _("The play of hand %(deal)d is set aside. Change its result.") % {"deal": deal}
        )
    made = made_by(play)
    if made is None and not is_on_phones(hand.match):
        raise NotNow(
            _("Hand %(deal)d was not played on phones: enter its result.") % {"deal": deal}
        )
    if based_on != hand.version:
        raise Conflict(_("Somebody else has changed this result meanwhile."))
    if made is not None and is_what_was_played(entry, made):
        raise UserError(_("This is what was played: it counts already."), field="ns_points")
    play = play or HandInPlay(
        match=hand.match,
        deal=deal,
        variant=hand.match.round.stage.settings.play_variant,
        nonce=secrets.token_hex(16),
    )
    play.set_aside_at, play.set_aside_by, play.set_aside_reason = timezone.now(), actor.name, why
    play.save()
    record_event(
        championship=hand.championship,
        actor=actor,
        action=Action.PLAY_SET_ASIDE,
        place=hand.place,
        after={"acts": play.acts.count()},
        reason=why,
        at=play.set_aside_at,
    )
    return _settled(hand, actor, entry, why)


@sensitive_variables()
@transaction.atomic
def let_play_count(
    *, actor: Actor, match: Match, deal: int, based_on: int, reason: str
) -> Result | None:
    """Let the play on phones be the result of a hand again, and return that.

    Every correction request about the hand is decided. A hand that was not played to its end goes
    on where it was, without a result (None), while its round is played. Harmless for a hand that
    was not set aside and whose result agrees with the play.

    Raises `Conflict` where another result stands by now, `NotNow` for a hand that wasn't played to
    its end and can't be any more, `UserError` without a reason.
    """
    assert actor.authority >= Authority.REFEREE, "pairs play, referees decide"
    hand = lock_hand(match, deal)
    refuse_unless_open(hand.match, deal, authority=actor.authority)
    why = given_reason(reason)
    play = play_of(hand.match, deal)
    if play is None or play.set_aside_at is None:
        return hand.stands
    if based_on != hand.version:
        raise Conflict(_("Somebody else has changed this result meanwhile."))
    made = made_by(play)
    if made is None and (play.ended or not is_on_phones(hand.match)):
        raise NotNow(
            _("Hand %(deal)d was not played to its end on phones, so its play can't count.")
            % {"deal": deal}
        )
    play.set_aside_at, play.set_aside_by, play.set_aside_reason = None, "", ""
    play.save()
    record_event(
        championship=hand.championship,
        actor=actor,
        action=Action.PLAY_COUNTS,
        place=hand.place,
        after={"acts": play.acts.count()},
        reason=why,
    )
    if made is None and hand.stands is None:
        return None
    result = _settled(hand, actor, made or BLANK, why)
    return result if made is not None else None


def _settled(hand: LockedHand, actor: Actor, entry: ResultInput, why: str) -> Result:
    """Enter the result of the hand, and decide all correction requests about it."""
    result = enter_locked(hand, actor=actor, entry=entry, based_on=hand.version, reason=why)
    decide_all_locked(replace(hand, current=result), actor=actor, reason=why)
    return result
