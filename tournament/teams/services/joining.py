"""A late pair takes the place of the rest in the rounds that have not been opened."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.seats import Side
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import Conflict, NotNow
from tournament.core.locking import lock_running_championship, stage_of
from tournament.models import Action, Championship, Match, Stage, Team
from tournament.schedule.placing import place_planned_rounds
from tournament.schedule.queries import has_schedule
from tournament.teams.queries import LatePlace, late_plan
from tournament.teams.rows import TeamRow, clean_row
from tournament.teams.services.registering import (
    create_team,
    refuse_too_many,
    refuse_unknown_namesakes,
    team_as_recorded,
)
from tournament.teams.services.seating import fit_tables


def _seat(stage: Stage, team: Team, places: Sequence[LatePlace]) -> None:
    """Make the late pair's matches, each at the first table that is free in its round."""
    rounds = {one.number: one for one in stage.rounds.all()}
    tables = list(stage.championship.tables.order_by("number"))
    busy = {
        (number, table)
        for number, table in Match.objects.filter(round__stage=stage, cancelled=False).values_list(
            "round__number", "table__number"
        )
    }
    for place in places:
        table = next(one for one in tables if (place.round, one.number) not in busy)
        late_is_ns = place.side is Side.NS
        Match.objects.create(
            round=rounds[place.round],
            table=table,
            ns_id=team.pk if late_is_ns else place.opponent_id,
            ew_id=place.opponent_id if late_is_ns else team.pk,
        )
    if Team.objects.filter(
        pk__in=[place.opponent_id for place in places], fixed_table__isnull=False
    ).exists():
        place_planned_rounds(stage)


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
) -> Team:
    """Register a pair after the schedule was made: it plays those who would have rested.

    It gets the next number. NotNow if there is no schedule (it is then an ordinary pair) or nobody
    rests in the rounds that are left. `namesakes_known` as in `add_team`. `from_round` is where
    somebody was told that it would begin: Conflict if another round has been opened since.
    """
    row = clean_row(TeamRow(players=tuple(players), club=club, name=name))
    locked = lock_running_championship(championship)
    if not has_schedule(locked):
        raise NotNow(_("There is no schedule yet: register the pair as an ordinary one."))
    refuse_too_many(locked.teams.count() + 1)
    plan = late_plan(locked)
    if not plan.places:
        raise NotNow(
            _(
                "There is no place for a late pair: nobody rests in the rounds that have not been "
                "opened."
            )
        )
    if from_round is not None and from_round != plan.from_round:
        raise Conflict(
            _("Another round has been opened meanwhile: look again at whom the pair would play.")
        )
    if not namesakes_known:
        refuse_unknown_namesakes(locked, row)
    team = create_team(locked, row, number=plan.number, joined_round=plan.from_round)
    fit_tables(locked)
    _seat(stage_of(locked), team, plan.places)
    record_event(
        championship=locked,
        actor=actor,
        action=Action.TEAM_JOINED_LATE,
        target=f"pair {team.number}",
        after={
            **team_as_recorded(team, row.players),
            "from_round": plan.from_round,
            "matches": [
                {"round": place.round, "opponent": place.opponent, "side": place.side.value}
                for place in plan.places
            ],
        },
    )
    return team
