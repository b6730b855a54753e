"""Late players, withdrawals and returns: the remaining rounds are planned anew."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.contestants.queries.late_entry import why_nobody_joins
from tournament.contestants.queries.players import late_player, player_leaves, player_returns
from tournament.contestants.rows import ContestantRow, clean_row
from tournament.contestants.services.register import (
    contestant_as_recorded,
    create_contestant,
    refuse_doubtful_names,
    refuse_too_many,
)
from tournament.contestants.services.tables import fit_tables
from tournament.contestants.services.withdrawal import let_back, take_out
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow
from tournament.core.locks import lock_contestant, lock_running_championship
from tournament.core.reasons import given_reason
from tournament.models import Action, Championship, Contestant
from tournament.models.places import ContestantPlace
from tournament.schedule.queries import has_schedule
from tournament.schedule.remaining import RemainingRounds
from tournament.schedule.services.replan import replan_rounds


def _refuse_another_round(told: int | None, from_round: int) -> None:
    if told is not None and told != from_round:
        raise Conflict(_("Another round has been opened meanwhile: check again what changes."))


def _replan(actor: Actor, remaining: Iterable[RemainingRounds]) -> None:
    for one in remaining:
        replan_rounds(actor=actor, remaining=one)


@transaction.atomic
def join_late_player(
    *,
    actor: Actor,
    championship: Championship,
    player: str,
    club: str = "",
    names_known: bool = True,
    from_round: int | None = None,
) -> Contestant:
    """Register a player after the schedule was made, who gets the next number.

    The player plays from the next round on that has not begun, in individuals from the next set on.
    `names_known` as in `add_contestant`. `from_round` is where somebody was told that the player
    would begin. Raises `NotNow` if there is no schedule, or no such round, `Conflict` if another
    round has been opened since.
    """
    row = clean_row(ContestantRow(players=(player,), club=club), of_players=True)
    locked = lock_running_championship(championship)
    assert locked.of_players, "pairs have `join_late`"
    if not has_schedule(locked):
        raise NotNow(_("There is no schedule yet: register the player as an ordinary one."))
    refuse_too_many(locked, locked.contestants.count() + 1)
    if refusal := why_nobody_joins(locked):
        raise NotNow(refusal)
    late = late_player(locked)
    if late is None:
        raise NotNow(_("The last rounds have begun: nobody can come late any more."))
    _refuse_another_round(from_round, late.from_round)
    if not names_known:
        refuse_doubtful_names(locked, row)
    contestant = create_contestant(locked, row, number=late.number, joined_round=late.from_round)
    fit_tables(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CONTESTANT_JOINED_LATE,
        place=ContestantPlace(contestant.number),
        after={
            **contestant_as_recorded(contestant, row.players),
            "from_round": contestant.joined_round,
            "matches": [],
        },
    )
    _replan(actor, late.remaining)
    return contestant


@transaction.atomic
def withdraw_player(
    *, actor: Actor, contestant: Contestant, reason: str, from_round: int | None = None
) -> Contestant:
    """Take a player out of the play from the next round on that has not begun.

    What was played stays. In a set of individuals that has begun the player's table doesn't go on:
    the others rest. All other rounds are planned anew. Doing it twice changes nothing more. Raises
    `NotNow` where no round is left, or too few players for a table, `Conflict` if another round
    than `from_round` would be the first.
    """
    locked, current = lock_contestant(contestant)
    assert locked.of_players, "pairs have `withdraw_contestant`"
    if current.withdrawn_from is not None:
        return current
    reason = given_reason(reason)
    if not has_schedule(locked):
        raise NotNow(_("There is no schedule yet: remove the player from the register instead."))
    leaves = player_leaves(current)
    if leaves.refusal:
        raise NotNow(leaves.refusal)
    _refuse_another_round(from_round, leaves.from_round)
    take_out(
        actor,
        current,
        leaves.from_round,
        matches=[one.match_id for one in leaves.lost],
        cancelled=[one.as_recorded for one in leaves.lost],
        reason=reason,
    )
    _replan(actor, leaves.remaining)
    return current


@transaction.atomic
def take_back_players_withdrawal(
    *, actor: Actor, contestant: Contestant, reason: str
) -> Contestant:
    """Let a player who has withdrawn play on; the remaining rounds are planned anew.

    Doing it twice changes nothing more. Raises `NotNow` once a round has begun without the player.
    """
    _locked, current = lock_contestant(contestant)
    if current.withdrawn_from is None:
        return current
    reason = given_reason(reason)
    back = player_returns(current)
    if back.hold:
        raise NotNow(back.hold)
    let_back(
        actor,
        current,
        matches=[one.match_id for one in back.tables],
        reinstated=[one.as_recorded for one in back.tables],
        reason=reason,
    )
    _replan(actor, back.remaining)
    return current
