"""Renew links: earlier ones end at once, on paper and in every phone's session."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from django.db import transaction

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.link_numbers import last_ended
from tournament.core.locks import lock_running_championship
from tournament.links.tokens import Place, PlaceKind
from tournament.models import Action, Championship, Contestant, Table
from tournament.models.places import ContestantPlace, HallTablePlace
from tournament.models.places import Place as RecordedPlace

_PLACES: Mapping[PlaceKind, Callable[[int], RecordedPlace]] = {
    PlaceKind.TABLE: HallTablePlace,
    PlaceKind.PAIR: ContestantPlace,
}
"""Places as the record names them."""


@transaction.atomic
def renew_links(*, actor: Actor, championship: Championship, places: Collection[Place]) -> int:
    """End these links and let new ones take their place; return how many were renewed.

    A link that is not valid any more is left alone, so a double click or two organisers renew it
    once. Raises `NotNow` after the end, when there are no links.
    """
    locked = lock_running_championship(championship)
    rows: dict[tuple[PlaceKind, int], Table | Contestant] = {
        **{(PlaceKind.TABLE, table.number): table for table in locked.tables.all()},
        **{
            (PlaceKind.PAIR, contestant.number): contestant
            for contestant in locked.contestants.all()
        },
    }
    ended = last_ended(locked)
    renewed = 0
    for place in sorted(places, key=lambda one: (one.kind != PlaceKind.TABLE, one.number)):
        row = rows.get((place.kind, place.number))
        if row is None or row.link_number != place.link_number:
            continue
        row.link_number = max(row.link_number, ended) + 1
        row.save(update_fields=["link_number"])
        record_event(
            championship=locked,
            actor=actor,
            action=Action.LINK_RENEWED,
            place=_PLACES[place.kind](place.number),
            before={"link_number": place.link_number},
            after={"link_number": row.link_number},
        )
        renewed += 1
    return renewed
