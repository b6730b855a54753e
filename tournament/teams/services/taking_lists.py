"""A list of pairs goes into the register, all of it or nothing, and once."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locking import lock_running_championship
from tournament.models import Action, Championship
from tournament.teams.queries import is_imported, registered_pairs
from tournament.teams.rows import TeamRow, clean_row, pair_key
from tournament.teams.services.registering import (
    create_team,
    free_numbers,
    refuse_too_many,
    refuse_with_schedule,
    team_as_recorded,
)
from tournament.teams.services.seating import fit_tables


def _refuse_doubled(rows: Sequence[TeamRow], registered: dict[int, list[str]]) -> None:
    """Raise UserError if a number or a pair would stand in the register twice.

    Whoever imports has seen this in the preview; here it catches two who import at once.
    """
    numbers = set(registered)
    pairs = set(map(pair_key, registered.values()))
    for row in rows:
        if row.number in numbers:
            raise UserError(_("Two pairs have number %(number)d.") % {"number": row.number})
        key = pair_key(row.players)
        if key and key in pairs:
            raise UserError(
                _("%(first)s and %(second)s are registered already.")
                % {"first": row.players[0], "second": row.players[1]}
            )
        if row.number is not None:
            numbers.add(row.number)
        pairs.add(key)


@transaction.atomic
def import_teams(
    *, actor: Actor, championship: Championship, rows: Sequence[TeamRow], token: str = ""
) -> int:
    """Register many pairs at once, all or none; how many were registered.

    `token` names the import: sent again with the same one it registers nothing and returns 0.
    """
    cleaned = [clean_row(row) for row in rows]
    locked = lock_running_championship(championship)
    if is_imported(locked, token):
        return 0
    refuse_with_schedule(locked)
    if not cleaned:
        raise UserError(_("There is no pair to register."))
    registered = registered_pairs(locked)
    refuse_too_many(len(registered) + len(cleaned))
    _refuse_doubled(cleaned, registered)
    taken = [*registered, *(row.number for row in cleaned if row.number is not None)]
    free = iter(free_numbers(taken, len(cleaned)))
    recorded = []
    for row in cleaned:
        team = create_team(locked, row, number=row.number or next(free))
        recorded.append(team_as_recorded(team, row.players))
    fit_tables(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.TEAMS_IMPORTED,
        target=f"{len(recorded)} pairs",
        after={"token": token, "pairs": recorded},
    )
    return len(recorded)
