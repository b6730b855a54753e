"""The tables: one for every two pairs or four players, their names, and which pairs stay at one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.core.link_numbers import end_links, first_link_number
from tournament.core.locks import lock_running_championship, refuse_stale, version_of_values
from tournament.core.names import clean_name
from tournament.core.stages import stages_of
from tournament.models import Action, Championship, Contestant, Table
from tournament.schedule.table_assignment import place_planned_rounds
from tournament.stages.formats import format_of

TABLE_NAME_LENGTH = 40


def fit_tables(championship: Championship, *, least: int = 0) -> None:
    """Add missing tables and remove unneeded ones: one for every two pairs, or as the format of
    players needs.

    There are `least` tables anyway, which are then for the caller to name. A table that somebody
    named, or at which a pair stays, or that the schedule uses, is kept, with all that stand before
    it: tables are numbered from 1 without gaps.
    """
    last = max(_needed(championship), least)
    present = set(championship.tables.values_list("number", flat=True))
    if last < max(present, default=0):
        last = _remove_after(championship, last)
    missing = [number for number in range(1, last + 1) if number not in present]
    if missing:
        first = first_link_number(championship)
        Table.objects.bulk_create(
            Table(championship=championship, number=number, link_number=first) for number in missing
        )


def _remove_after(championship: Championship, number: int) -> int:
    """Remove the tables after this one, but none before one that is kept; return the number of the
    last that stays or is needed."""
    kept = championship.tables.filter(
        ~Q(name="") | Q(fixed_contestants__isnull=False) | Q(matches__isnull=False)
    )
    last: int = max(number, kept.aggregate(last=Max("number"))["last"] or 0)
    too_many = championship.tables.filter(number__gt=last)
    end_links(championship, too_many)
    too_many.delete()
    return last


def _needed(championship: Championship) -> int:
    count = championship.contestants.count()
    if not championship.of_players:
        return count // 2
    return max(
        format_of(stage).most_tables(stage.entrants.count() or count)
        for stage in stages_of(championship)
    )


def tables_version(championship: Championship) -> str:
    """Return a text that changes with every change of a table's name or of who stays at one."""
    return version_of_values(_as_recorded(championship))


def _as_recorded(championship: Championship) -> dict[str, Any]:
    fixed = championship.contestants.filter(fixed_table__isnull=False)
    names = championship.tables.exclude(name="").values_list("number", "name")
    return {
        "names": {str(number): name for number, name in names},
        "fixed": {
            str(number): table
            for number, table in fixed.values_list("number", "fixed_table__number")
        },
    }


def _clean_names(championship: Championship, names: Mapping[int, str]) -> dict[int, str]:
    present = set(championship.tables.values_list("number", flat=True))
    clean: dict[int, str] = {}
    for number, typed in names.items():
        field = f"name_{number}"
        if number not in present:
            raise UserError(_("There is no table %(number)d.") % {"number": number}, field=field)
        clean[number] = clean_name(typed, max_length=TABLE_NAME_LENGTH, field=field)
    return clean


def _set_fixed(championship: Championship, fixed: Mapping[int, int | None]) -> None:
    """Store who stays where; both uniqueness and existence are checked here, with a sentence."""
    tables = {table.number: table for table in championship.tables.all()}
    contestants = {
        contestant.pk: contestant
        for contestant in championship.contestants.select_related("fixed_table")
    }
    wanted = {pk: _number_of(contestant.fixed_table) for pk, contestant in contestants.items()}
    for pk, number in fixed.items():
        if pk not in contestants:
            raise UserError(_("This pair has been removed meanwhile."))
        if number is not None and number not in tables:
            raise UserError(
                _("There is no table %(number)d.") % {"number": number}, field=f"fixed_{pk}"
            )
        wanted[pk] = number
    holders: dict[int, Contestant] = {}
    for pk, number in wanted.items():
        if number is None:
            continue
        if number in holders:
            raise UserError(
                _("Pairs %(one)d and %(other)d can't both stay at table %(table)s.")
                % {
                    "one": holders[number].number,
                    "other": contestants[pk].number,
                    "table": tables[number].shown_name,
                },
                field=f"fixed_{pk}",
            )
        holders[number] = contestants[pk]
    moving = [pk for pk, one in contestants.items() if wanted[pk] != _number_of(one.fixed_table)]
    if moving:  # all of them give their tables up before anybody gets another's
        championship.contestants.filter(pk__in=moving).update(fixed_table=None)
    for pk in moving:
        if (number := wanted[pk]) is not None:
            championship.contestants.filter(pk=pk).update(fixed_table=tables[number])


def _number_of(table: Table | None) -> int | None:
    return table.number if table else None


@transaction.atomic
def set_tables(
    *,
    actor: Actor,
    championship: Championship,
    names: Mapping[int, str],
    fixed: Mapping[int, int | None],
    based_on: str = "",
) -> None:
    """Name tables (by number; "" takes a name away) and say which pairs (by id) stay at which.

    Tables and pairs that are not given stay as they are. A pair with None may move. Rounds of the
    schedule that have not been opened are placed at the tables anew if somebody's fixed table
    changes. `based_on` is the `tables_version` that somebody saw: raises `Conflict` if it is
    outdated.
    """
    locked = lock_running_championship(championship)
    before = _as_recorded(locked)
    refuse_stale(based_on, version_of_values(before))
    for number, name in _clean_names(locked, names).items():
        locked.tables.filter(number=number).exclude(name=name).update(name=name)
    _set_fixed(locked, fixed)
    after = _as_recorded(locked)
    if after == before:
        return
    if after["fixed"] != before["fixed"]:
        place_planned_rounds(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.TABLES_CHANGED,
        before=before,
        after=after,
    )
