"""Add, change and remove pairs.

That is possible only while there is no schedule; afterwards there are late pairs and withdrawals.
Names may be corrected at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.contestants.queries.register import namesakes
from tournament.contestants.rows import (
    MAX_CONTESTANTS,
    ContestantRow,
    asked_figures,
    clean_row,
    doubled_names,
    field_of_player,
    moved_positions,
    registered_already,
)
from tournament.contestants.services.tables import fit_tables
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.link_numbers import end_links, first_link_number
from tournament.core.locks import (
    lock_championship,
    lock_running_championship,
    refuse_stale,
    version_of_values,
)
from tournament.models import Action, Championship, Contestant, Player
from tournament.models.places import ContestantPlace
from tournament.schedule.queries import has_schedule

_OUT_OF_THE_WAY = 1000


class DoubtfulNames(UserError):
    """A name occurs twice, is registered already or has a figure in it.

    It may be right, but must be confirmed.
    """


def contestant_as_recorded(contestant: Contestant, players: Sequence[str]) -> dict[str, Any]:
    """Return a pair as the record tells of it."""
    return {
        "number": contestant.number,
        "name": contestant.name,
        "players": list(players[:2]),
        "substitutes": list(players[2:]),
        "club": contestant.club,
    }


def contestant_version(contestant: Contestant) -> str:
    """Return a short text that changes with every change of the pair (prefetch `players`)."""
    return version_of_values(
        contestant_as_recorded(contestant, [one.name for one in contestant.players.all()])
    )


def refuse_with_schedule(championship: Championship) -> None:
    """Raise `NotNow` if a schedule has been made: its pairs are then settled."""
    if has_schedule(championship):
        raise NotNow(
            _(
                "The schedule has already been made. Until a round is opened you can remove "
                "it, change the pairs and make it again; after that there are late pairs and "
                "withdrawals."
            )
        )


def refuse_doubtful_names(championship: Championship, row: ContestantRow) -> None:
    """Raise `DoubtfulNames`: a sentence for each person's name that is registered or doubled, and
    for each name with a figure in it."""
    registered, alone = namesakes(championship, row.players), championship.of_players
    if found := [
        *doubled_names(row.players),
        *(registered_already(name, all, of_players=alone) for name, all in registered.items()),
        *asked_figures(row).values(),
    ]:
        raise DoubtfulNames(*found, field="names_known")


def free_numbers(taken: Iterable[int], count: int) -> list[int]:
    """Return the lowest numbers that no pair has."""
    used = set(taken)
    return [number for number in range(1, len(used) + count + 1) if number not in used][:count]


def create_contestant(
    championship: Championship, row: ContestantRow, *, number: int, **values: Any
) -> Contestant:
    """Store a pair of a cleaned row; no checks, no record."""
    contestant = Contestant.objects.create(
        championship=championship,
        number=number,
        link_number=first_link_number(championship),
        name=row.name,
        club=row.club,
        **values,
    )
    Player.objects.bulk_create(
        Player(contestant=contestant, position=position, name=name)
        for position, name in enumerate(row.players, start=1)
    )
    return contestant


def refuse_too_many(championship: Championship, count: int) -> None:
    """Raise `UserError` if a championship would have more contestants than it can."""
    if count > MAX_CONTESTANTS:
        text = _("A championship has at most %(max)d pairs.")
        if championship.of_players:
            text = _("A championship has at most %(max)d players.")
        raise UserError(text % {"max": MAX_CONTESTANTS})


def number_is_taken(championship: Championship, number: int) -> UserError:
    """Return the error that another contestant has it."""
    text = _("Another pair has number %(number)d.")
    if championship.of_players:
        text = _("Another player has number %(number)d.")
    return UserError(text % {"number": number}, field="number")


@transaction.atomic
def add_contestant(
    *,
    actor: Actor,
    championship: Championship,
    players: Sequence[str],
    name: str = "",
    club: str = "",
    number: int | None = None,
    names_known: bool = True,
) -> Contestant:
    """Register a pair: two players, then substitutes; or one player, where everybody plays alone.

    Without `number` it gets the lowest free one. With `names_known=False` a name that is registered
    already raises `DoubtfulNames`, which also catches a form sent twice. Raises `NotNow` once there
    is a schedule.
    """
    row = clean_row(
        ContestantRow(players=tuple(players), club=club, name=name, number=number),
        of_players=championship.of_players,
    )
    locked = lock_running_championship(championship)
    refuse_with_schedule(locked)
    taken = list(locked.contestants.values_list("number", flat=True))
    refuse_too_many(locked, len(taken) + 1)
    if row.number is not None and row.number in taken:
        raise number_is_taken(locked, row.number)
    if not names_known:
        refuse_doubtful_names(locked, row)
    contestant = create_contestant(locked, row, number=row.number or free_numbers(taken, 1)[0])
    fit_tables(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CONTESTANT_ADDED,
        place=ContestantPlace(contestant.number),
        after=contestant_as_recorded(contestant, row.players),
    )
    return contestant


def _rename_players(contestant: Contestant, names: Sequence[str]) -> None:
    """Make the pair's people these, in this order."""
    people = {one.position: one for one in contestant.players.order_by("position")}
    moved = moved_positions([one.name for one in people.values()], names)
    kept = {position: people[earlier] for earlier, position in moved.items()}
    gone = [one for position, one in people.items() if position not in moved]
    for one in gone:
        if one.sittings.exists():
            raise UserError(
                _("%(name)s sat in a match of this pair and can't be removed from it.")
                % {"name": one.name},
                field=field_of_player(one.position - 1),
            )
    Player.objects.filter(pk__in=[one.pk for one in gone]).delete()
    # Positions are unique in a pair: first out of the way, then to their places.
    contestant.players.update(position=F("position") + _OUT_OF_THE_WAY)
    for position, name in enumerate(names, start=1):
        if position in kept:
            kept[position].position, kept[position].name = position, name
            kept[position].save(update_fields=["position", "name"])
        else:
            Player.objects.create(contestant=contestant, position=position, name=name)


@transaction.atomic
def change_contestant(
    *,
    actor: Actor,
    contestant: Contestant,
    players: Sequence[str],
    name: str = "",
    club: str = "",
    number: int | None = None,
    names_known: bool = True,
    based_on: str = "",
) -> Contestant:
    """Correct a pair's people, name, club or (before the schedule is made) number.

    With `names_known=False` a figure in a name that is new raises `DoubtfulNames`.

    Names can be corrected even after the end; the record tells what they were. `based_on` is the
    `contestant_version` that the organiser saw: raises `Conflict` if it is outdated, unless the
    pair stands as wished already.
    """
    row = clean_row(
        ContestantRow(players=tuple(players), club=club, name=name, number=number),
        of_players=contestant.championship.of_players,
    )
    locked = lock_championship(contestant.championship)
    current = locked.contestants.filter(pk=contestant.pk).prefetch_related("players").first()
    if current is None:
        raise UserError(_("This pair has been removed meanwhile."))
    before = contestant_as_recorded(current, [player.name for player in current.players.all()])
    version = contestant_version(current)
    if row.number is not None and row.number != current.number:
        refuse_with_schedule(locked)
        if locked.contestants.filter(number=row.number).exists():
            raise number_is_taken(locked, row.number)
        current.number = row.number
    current.name, current.club = row.name, row.club
    after = contestant_as_recorded(current, row.players)
    if after == before:
        return current
    refuse_stale(based_on, version)
    stood = {before["name"], before["club"], *before["players"], *before["substitutes"]}
    asked = [text for name, text in asked_figures(row).items() if name not in stood]
    if asked and not names_known:
        raise DoubtfulNames(*asked, field="names_known")
    _rename_players(current, row.players)
    current.save(update_fields=["name", "club", "number"])
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CONTESTANT_CHANGED,
        place=ContestantPlace(before["number"]),
        before=before,
        after=after,
    )
    return Contestant.objects.get(pk=current.pk)


@transaction.atomic
def remove_contestant(*, actor: Actor, contestant: Contestant) -> None:
    """Take a pair off the register, before the schedule is made. Doing it twice is harmless."""
    locked = lock_running_championship(contestant.championship)
    current = locked.contestants.filter(pk=contestant.pk).prefetch_related("players").first()
    if current is None:
        return
    refuse_with_schedule(locked)
    before = contestant_as_recorded(current, [player.name for player in current.players.all()])
    end_links(locked, locked.contestants.filter(pk=current.pk))
    current.delete()
    fit_tables(locked)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CONTESTANT_REMOVED,
        place=ContestantPlace(before["number"]),
        before=before,
    )
