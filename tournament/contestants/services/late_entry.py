"""A late pair plays the opponents that would have rested in paired rounds not opened yet, and is
paired like all others in later ones."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.audit.services import record_event
from tournament.contestants.queries import LatePlace, late_plan
from tournament.contestants.rows import ContestantRow, clean_row
from tournament.contestants.services.register import (
    contestant_as_recorded,
    create_contestant,
    refuse_too_many,
    refuse_unknown_namesakes,
)
from tournament.contestants.services.tables import fit_tables
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow
from tournament.core.locks import lock_running_championship
from tournament.models import Action, Championship, Contestant, Match
from tournament.models.places import ContestantPlace
from tournament.schedule.queries import has_schedule
from tournament.schedule.table_assignment import place_planned_rounds


def _seat(championship: Championship, contestant: Contestant, places: Sequence[LatePlace]) -> None:
    """Make the late pair's matches, each at the first table that is free in its round."""
    rounds = {one.number: one for one in championship.rounds.all()}
    tables = list(championship.tables.order_by("number"))
    busy = {
        (number, table)
        for number, table in Match.objects.filter(
            round__championship=championship, cancelled=False
        ).values_list("round__number", "table__number")
    }
    seated = []
    for place in places:
        table = next(one for one in tables if (place.round, one.number) not in busy)
        match = Match(round=rounds[place.round], table=table)
        seated.append(
            (match, [(place.side, contestant.pk), (place.side.opponents, place.opponent_id)])
        )
    Match.objects.create_seated(seated)
    if Contestant.objects.filter(
        pk__in=[place.opponent_id for place in places], fixed_table__isnull=False
    ).exists():
        place_planned_rounds(championship)


@transaction.atomic
def join_late(
    *,
    actor: Actor,
    championship: Championship,
    players: Sequence[str],
    name: str = "",
    club: str = "",
    namesakes_known: bool = True,
    from_round: int | None = None,
) -> Contestant:
    """Register a pair after the schedule was made: it plays those who would have rested, and
    whomever it is paired with in rounds that are still to be paired.

    It gets the next number. NotNow if there is no schedule (it is then an ordinary pair) or no
    round in which it could play. `namesakes_known` as in `add_contestant`. `from_round` is
    where somebody was told that it would begin: Conflict if another round has been opened since.
    """
    row = clean_row(ContestantRow(players=tuple(players), club=club, name=name))
    locked = lock_running_championship(championship)
    if not has_schedule(locked):
        raise NotNow(_("There is no schedule yet: register the pair as an ordinary one."))
    refuse_too_many(locked.contestants.count() + 1)
    plan = late_plan(locked)
    if not plan.is_possible:
        raise NotNow(
            _(
                "There is no place for a late pair: nobody rests in the rounds that have not been "
                "opened."
            )
        )
    if from_round is not None and from_round != plan.from_round:
        raise Conflict(
            _("Another round has been opened meanwhile: check again whom the pair would play.")
        )
    if not namesakes_known:
        refuse_unknown_namesakes(locked, row)
    contestant = create_contestant(locked, row, number=plan.number, joined_round=plan.from_round)
    fit_tables(locked)
    _seat(locked, contestant, plan.places)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.CONTESTANT_JOINED_LATE,
        place=ContestantPlace(contestant.number),
        after={
            **contestant_as_recorded(contestant, row.players),
            "from_round": plan.from_round,
            "matches": [
                {"round": place.round, "opponent": place.opponent, "side": place.side.value}
                for place in plan.places
            ],
        },
    )
    return contestant
