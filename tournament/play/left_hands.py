"""Hands of a match on phones that have been played to their end, and hands that are left."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from tournament.deals.queries import dealt_hands
from tournament.models import (
    Action,
    AuditEvent,
    HandAccess,
    HandInPlay,
    Match,
    Outcome,
    PlayAct,
    Result,
    RoundStatus,
)
from tournament.play.match_now import HandNow, MatchNow, table_of
from tournament.referee_calls.queries import CALLS
from tournament.results.kinds.kinds import numbers_of
from tournament.results.queries import cancelled_hands

_BESIDE_PLAY = (*CALLS, Action.SEAT_FREED, Action.SEAT_ALLOWED)


def played_out(match: Match) -> frozenset[int]:
    """Return the hands that were played to their end on phones, and count so; 1 query."""
    rows = HandInPlay.objects.filter(match=match, set_aside_at=None).exclude(ended="")
    return frozenset(rows.order_by().values_list("deal", flat=True))


def _in_order(hand: HandInPlay) -> list[PlayAct]:
    return sorted(hand.acts.all(), key=lambda act: act.number)


def hands_without_result(match: Match) -> tuple[int, ...]:
    """Return the hands of a table that have no result and are not cancelled; 3 queries."""
    current = Result.objects.filter(match=match, is_current=True).exclude(outcome=Outcome.BLANK)
    done = {*current.values_list("deal", flat=True)}
    done |= cancelled_hands(match.round.stage.championship)
    return tuple(number for number in numbers_of(match.round) if number not in done)


def hands_left(match: Match) -> tuple[int, ...]:
    """Return the hands that a table still has to play: without a result, and not played to their
    end. 4 queries."""
    played = played_out(match)
    return tuple(number for number in hands_without_result(match) if number not in played)


def is_between_hands(now: MatchNow) -> bool:
    """Return whether no hand is in play: the one on the table is over and no later one was begun,
    or nobody has seen cards yet. 2 queries."""
    match, hand = now.match, now.hand
    if hand is None or not now.begun:
        return hand is not None
    after = numbers_of(match.round)[now.place :]
    begun = HandInPlay.objects.filter(match=match, deal__in=after).exists()
    told = Result.objects.filter(match=match, deal__in=after).exists()
    return hand.is_over and not begun and not told


@sensitive_variables()
def hands_left_behind(now: MatchNow) -> Iterator[HandNow]:
    """Yield the hands before the one on the table that were not played to their end here:
    cancelled, or entered without being played. Their seats may have seen cards. 4 queries."""
    match = now.match
    left = set(numbers_of(match.round)[: now.place]) - played_out(match)
    rows = HandInPlay.objects.filter(match=match, deal__in=left).prefetch_related("acts")
    stored = {one.deal: one for one in rows}
    for dealt in dealt_hands(match.round.stage.championship, sorted(left)):
        row = stored.get(dealt.number)
        acts = tuple(_in_order(row)) if row else ()
        table = table_of(match, dealt, row, acts)
        if table.public.ending is None:
            yield HandNow(dealt, table, row, acts, None, None, frozenset(), None)


def why_packs_stay(match: Match) -> str:
    """Return why a table that was changed to packs can't go back to phones, in words; "" if it can.

    Once its hands were printed or a result was entered or discussed, people may have seen the
    cards.
    """
    if match.packs_since is None:
        return ""
    if match.round.status != RoundStatus.OPEN or match.round.public_since is not None:
        return _("Round %(round)d is not being played.") % {"round": match.round.number}
    looks = HandAccess.objects.filter(
        round=match.round, kind=HandAccess.Kind.PRINTED, at__gte=match.packs_since
    )
    if looks.exists():
        return _("Hands of this round have been printed since: the table stays with packs.")
    acts = AuditEvent.objects.filter(
        championship=match.round.stage.championship,
        round=match.round.number,
        table=match.table.number,
        at__gt=match.packs_since,
    )
    if acts.exclude(action__in=_BESIDE_PLAY).exists():
        return _("Results have been entered at this table since: it stays with packs.")
    return ""
