"""Withdraw a pair: what it played stays on record, its remaining matches are cancelled.

It can come back while nobody has taken its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.audit.services import record_event
from tournament.contestants.queries.withdrawal import (
    WithdrawalEffects,
    withdrawal_effects,
    withdrawal_return,
)
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_contestant
from tournament.core.reasons import given_reason
from tournament.models import Action, Contestant, Match
from tournament.models.places import ContestantPlace
from tournament.schedule.queries import has_schedule


def _why_not(contestant: Contestant, effects: WithdrawalEffects) -> str:
    if not 1 <= effects.from_round <= effects.last_round:
        return _("There is no round %(round)d.") % {"round": effects.from_round}
    if effects.first_possible is None:
        return _(
            "There is no round left to withdraw from: all are closed or have results of this pair."
        )
    return ngettext(
        "Pair %(pair)d can withdraw from round %(first)d on, not from an earlier one: round "
        "%(rounds)s is closed or has results of it.",
        "Pair %(pair)d can withdraw from round %(first)d on, not from an earlier one: rounds "
        "%(rounds)s are closed or have results of it.",
        len(effects.blocked_by),
    ) % {
        "pair": contestant.number,
        "first": effects.first_possible,
        "rounds": ", ".join(map(str, effects.blocked_by)),
    }


@transaction.atomic
def withdraw_contestant(
    *, actor: Actor, contestant: Contestant, from_round: int, reason: str
) -> Contestant:
    """Take a pair out of the play from `from_round` on; its opponents then rest.

    It can only leave from a round in which (and after which) it has no match that is over or has a
    result: entered results are never lost. A closed round in which it rested is no hindrance, as it
    may have gone home instead. Withdrawing it twice from one round changes nothing more.
    """
    locked, current = lock_contestant(contestant)
    assert not locked.of_players, "players have `withdraw_player`"
    if current.withdrawn_from == from_round:
        return current
    reason = given_reason(reason)
    if current.withdrawn_from is not None:
        raise NotNow(
            _("Pair %(pair)d has already withdrawn, from round %(round)d on.")
            % {"pair": current.number, "round": current.withdrawn_from}
        )
    if not has_schedule(locked):
        raise NotNow(_("There is no schedule yet: remove the pair from the register instead."))
    effects = withdrawal_effects(current, from_round)
    if not effects.possible:
        raise UserError(_why_not(current, effects), field="from_round")
    take_out(
        actor,
        current,
        from_round,
        matches=[match.match_id for match in effects.matches],
        cancelled=[
            {"round": match.round, "table": match.table_number, "opponent": match.opponent}
            for match in effects.matches
        ],
        reason=reason,
    )
    return current


@transaction.atomic
def take_back_withdrawal(*, actor: Actor, contestant: Contestant, reason: str) -> Contestant:
    """Let a withdrawn pair play again all that it would have played. Doing it twice changes nothing
    more.

    Raises `NotNow` once something depends on it (`withdrawal_return`): a round was closed without
    the pair, an opponent plays somebody else, or a round was drawn and opened without it;
    `UserError` without a reason.
    """
    _locked, current = lock_contestant(contestant)
    if current.withdrawn_from is None:
        return current
    reason = given_reason(reason)
    back = withdrawal_return(current)
    if back.hold:
        raise NotNow(back.hold)
    let_back(
        actor,
        current,
        matches=[match.match_id for match in back.matches],
        reinstated=[{"round": match.round, "opponent": match.opponent} for match in back.matches],
        reason=reason,
    )
    return current


def take_out(
    actor: Actor,
    contestant: Contestant,
    from_round: int,
    *,
    matches: Iterable[int],
    cancelled: Sequence[Mapping[str, Any]],
    reason: str,
) -> None:
    """Let a locked contestant leave: its matches, by id, are cancelled, and the record tells it."""
    Match.objects.filter(pk__in=matches).cancel()
    contestant.withdrawn_from = from_round
    contestant.save(update_fields=["withdrawn_from"])
    record_event(
        championship=contestant.championship,
        actor=actor,
        action=Action.CONTESTANT_WITHDRAWN,
        place=ContestantPlace(contestant.number),
        after={"from_round": from_round, "cancelled": list(cancelled)},
        reason=reason,
    )


def let_back(
    actor: Actor,
    contestant: Contestant,
    *,
    matches: Iterable[int],
    reinstated: Sequence[Mapping[str, Any]],
    reason: str,
) -> None:
    """Let a locked contestant that had left play on: its matches, by id, are played again, and the
    record tells it."""
    for match in matches:
        _reinstate(match)
    from_round, contestant.withdrawn_from = contestant.withdrawn_from, None
    contestant.save(update_fields=["withdrawn_from"])
    record_event(
        championship=contestant.championship,
        actor=actor,
        action=Action.WITHDRAWAL_TAKEN_BACK,
        place=ContestantPlace(contestant.number),
        before={"from_round": from_round},
        after={"reinstated": list(reinstated)},
        reason=reason,
    )


def _reinstate(match_id: int) -> None:
    """Play a match again, at another table if its own has been taken since."""
    match = Match.objects.get(pk=match_id)
    others = Match.objects.filter(round=match.round_id, cancelled=False)
    taken = set(others.values_list("table", flat=True))
    if match.table_id in taken:
        tables = match.round.championship.tables.exclude(pk__in=taken).order_by("number")
        free = tables.first()
        assert free is not None, "there is a table for every two pairs"
        match.table = free
        match.save(update_fields=["table"])
    Match.objects.filter(pk=match.pk).reinstate()
