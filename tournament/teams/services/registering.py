"""The register: pairs are added, changed and removed.

Pairs come and go only while there is no schedule; afterwards there are late pairs and withdrawals.
Names may be corrected at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.core.link_numbers import end_links, first_link_number
from tournament.core.locking import lock_championship, lock_running_championship
from tournament.core.versions import version_of_values
from tournament.models import Action, Championship, Player, Team
from tournament.schedule.queries import has_schedule
from tournament.teams.queries import namesakes
from tournament.teams.rows import (
    MAX_TEAMS,
    TeamRow,
    clean_row,
    doubled_names,
    field_of_player,
    registered_already,
)
from tournament.teams.services.seating import fit_tables

_OUT_OF_THE_WAY = 1000


class Namesakes(UserError):
    """Names of the pair stand twice, or are registered already; not wrong, but to be confirmed."""


def team_as_recorded(team: Team, players: Sequence[str]) -> dict[str, Any]:
    """A pair as the record tells of it."""
    return {
        "number": team.number,
        "name": team.name,
        "players": list(players[:2]),
        "substitutes": list(players[2:]),
        "club": team.club,
    }


def team_version(team: Team) -> str:
    """A short text that is another one after every change of the pair (prefetch `players`)."""
    return version_of_values(team_as_recorded(team, [one.name for one in team.players.all()]))


def refuse_with_schedule(championship: Championship) -> None:
    """Raise NotNow if a schedule has been made: its pairs are then settled."""
    if has_schedule(championship):
        raise NotNow(
            _(
                "The schedule is made already. While no round has been opened you can remove it, "
                "change the pairs and make it again; after that there are late pairs and "
                "withdrawals."
            )
        )


def refuse_unknown_namesakes(championship: Championship, row: TeamRow) -> None:
    """Raise Namesakes, a sentence for each person's name that is registered or doubled."""
    registered = namesakes(championship, row.players)
    if found := [
        *doubled_names(row.players),
        *(registered_already(name, pairs) for name, pairs in registered.items()),
    ]:
        raise Namesakes(*found)


def free_numbers(taken: Iterable[int], count: int) -> list[int]:
    """The lowest numbers that no pair has."""
    used = set(taken)
    return [number for number in range(1, len(used) + count + 1) if number not in used][:count]


def create_team(championship: Championship, row: TeamRow, *, number: int, **values: Any) -> Team:
    """Store a pair of a cleaned row; no checks, no record."""
    team = Team.objects.create(
        championship=championship,
        number=number,
        link_number=first_link_number(championship),
        name=row.name,
        club=row.club,
        **values,
    )
    Player.objects.bulk_create(
        Player(team=team, position=position, name=name)
        for position, name in enumerate(row.players, start=1)
    )
    return team


def refuse_too_many(count: int) -> None:
    """Raise UserError if a championship would have more pairs than it can."""
    if count > MAX_TEAMS:
        raise UserError(_("A championship has %(max)d pairs at most.") % {"max": MAX_TEAMS})


@transaction.atomic
def add_team(
    *,
    actor: Actor,
    championship: Championship,
    players: Sequence[str],
    name: str = "",
    club: str = "",
    number: int | None = None,
    namesakes_known: bool = True,
) -> Team:
    """Register a pair: two players, then substitutes; without `number` it gets the lowest free.

    With `namesakes_known=False` a name that is registered already raises Namesakes, which also
    catches a form sent twice. NotNow once there is a schedule.
    """
    row = clean_row(TeamRow(players=tuple(players), club=club, name=name, number=number))
    locked = lock_running_championship(championship)
    refuse_with_schedule(locked)
    taken = list(locked.teams.values_list("number", flat=True))
    refuse_too_many(len(taken) + 1)
    if row.number in taken:
        raise UserError(
            _("Another pair has number %(number)d.") % {"number": row.number}, field="number"
        )
    if not namesakes_known:
        refuse_unknown_namesakes(locked, row)
    team = create_team(locked, row, number=row.number or free_numbers(taken, 1)[0])
    fit_tables(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.TEAM_ADDED,
        target=f"pair {team.number}",
        after=team_as_recorded(team, row.players),
    )
    return team


def _who_is_who(team: Team, names: Sequence[str]) -> tuple[dict[int, Player], list[Player]]:
    """Whose row each position's name takes (none for somebody new), and whose row is left over.

    Somebody keeps their row, and with it the matches they sat in, wherever their name moves to;
    after that, a name that is new takes the row in its place, as a corrected misspelling does.
    """
    left = list(team.players.order_by("position"))
    kept: dict[int, Player] = {}
    for position, name in enumerate(names, start=1):
        if same := next((one for one in left if one.name == name), None):
            left.remove(same)
            kept[position] = same
    for position, name in enumerate(names, start=1):
        in_place = next((one for one in left if one.position == position), None)
        if position not in kept and in_place is not None:
            left.remove(in_place)
            in_place.name = name
            kept[position] = in_place
    return kept, left


def _rename_players(team: Team, names: Sequence[str]) -> None:
    """Make the pair's people these, in this order."""
    kept, gone = _who_is_who(team, names)
    for one in gone:
        if one.sittings.exists():
            raise UserError(
                _("%(name)s sat in a match of this pair and can't be taken out of it.")
                % {"name": one.name},
                field=field_of_player(one.position - 1),
            )
    Player.objects.filter(pk__in=[one.pk for one in gone]).delete()
    # Positions are unique in a pair: first out of the way, then to their places.
    team.players.update(position=F("position") + _OUT_OF_THE_WAY)
    for position, name in enumerate(names, start=1):
        if position in kept:
            kept[position].position = position
            kept[position].save(update_fields=["position", "name"])
        else:
            Player.objects.create(team=team, position=position, name=name)


@transaction.atomic
def change_team(
    *,
    actor: Actor,
    team: Team,
    players: Sequence[str],
    name: str = "",
    club: str = "",
    number: int | None = None,
    based_on: str = "",
) -> Team:
    """Correct a pair's people, name, club or (before the schedule is made) number.

    Names can be corrected even after the end; the record tells what they were. `based_on` is the
    `team_version` that the organiser had before them: Conflict if it is another one by now, unless
    the pair stands as wished already.
    """
    row = clean_row(TeamRow(players=tuple(players), club=club, name=name, number=number))
    locked = lock_championship(team.championship)
    current = locked.teams.filter(pk=team.pk).prefetch_related("players").first()
    if current is None:
        raise UserError(_("This pair has been removed meanwhile."))
    before = team_as_recorded(current, [player.name for player in current.players.all()])
    version = team_version(current)
    if row.number is not None and row.number != current.number:
        refuse_with_schedule(locked)
        if locked.teams.filter(number=row.number).exists():
            raise UserError(
                _("Another pair has number %(number)d.") % {"number": row.number}, field="number"
            )
        current.number = row.number
    current.name, current.club = row.name, row.club
    after = team_as_recorded(current, row.players)
    if after == before:
        return current
    if based_on and based_on != version:
        raise Conflict(
            _("Somebody else has changed this meanwhile. Here is what stands now: look again.")
        )
    _rename_players(current, row.players)
    current.save(update_fields=["name", "club", "number"])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.TEAM_CHANGED,
        target=f"pair {before['number']}",
        before=before,
        after=after,
    )
    return Team.objects.get(pk=current.pk)


@transaction.atomic
def remove_team(*, actor: Actor, team: Team) -> None:
    """Take a pair off the register, before the schedule is made. Removed twice, removed once."""
    locked = lock_running_championship(team.championship)
    current = locked.teams.filter(pk=team.pk).prefetch_related("players").first()
    if current is None:
        return
    refuse_with_schedule(locked)
    before = team_as_recorded(current, [player.name for player in current.players.all()])
    end_links(locked, locked.teams.filter(pk=current.pk))
    current.delete()
    fit_tables(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.TEAM_REMOVED,
        target=f"pair {before['number']}",
        before=before,
    )
