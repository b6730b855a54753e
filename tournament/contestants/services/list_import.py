"""Import a list of pairs into the register: all of it or nothing, and only once."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.contestants.queries.register import is_imported, registered_pairs
from tournament.contestants.rows import ContestantRow, clean_row, pair_key
from tournament.contestants.services.register import (
    contestant_as_recorded,
    create_contestant,
    free_numbers,
    refuse_too_many,
    refuse_with_schedule,
)
from tournament.contestants.services.tables import fit_tables
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.locks import lock_running_championship
from tournament.models import Action, Championship


def _refuse_doubled(rows: Sequence[ContestantRow], registered: dict[int, list[str]]) -> None:
    """Raise `UserError` if a number or a pair would stand in the register twice.

    The preview shows this already; here it catches two people who import at once.
    """
    numbers = set(registered)
    pairs = set(map(pair_key, registered.values()))
    for row in rows:
        if row.number in numbers:
            raise UserError(_("Number %(number)d is given twice.") % {"number": row.number})
        key = pair_key(row.players)
        if key and key in pairs:
            raise UserError(
                _("%(first)s and %(second)s are already registered.")
                % {"first": row.players[0], "second": row.players[1]}
            )
        if row.number is not None:
            numbers.add(row.number)
        pairs.add(key)


@transaction.atomic
def import_contestants(
    *, actor: Actor, championship: Championship, rows: Sequence[ContestantRow], token: str = ""
) -> int:
    """Register many pairs, or single players, at once, all or none; return how many.

    `token` names the import: sent again with an old token it registers nothing and returns 0.
    """
    cleaned = [clean_row(row, of_players=championship.of_players) for row in rows]
    locked = lock_running_championship(championship)
    if is_imported(locked, token):
        return 0
    refuse_with_schedule(locked)
    if not cleaned:
        raise UserError(_("There is nobody to register."))
    registered = registered_pairs(locked)
    refuse_too_many(locked, len(registered) + len(cleaned))
    _refuse_doubled(cleaned, registered)
    taken = [*registered, *(row.number for row in cleaned if row.number is not None)]
    free = iter(free_numbers(taken, len(cleaned)))
    recorded = []
    for row in cleaned:
        contestant = create_contestant(locked, row, number=row.number or next(free))
        recorded.append(contestant_as_recorded(contestant, row.players))
    fit_tables(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CONTESTANTS_IMPORTED,
        after={"token": token, "pairs": recorded},
    )
    return len(recorded)
