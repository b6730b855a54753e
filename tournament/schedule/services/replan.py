"""Planning the remaining rounds of players anew, when one comes late or leaves."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow
from tournament.models import Action, Match, Round, Stage
from tournament.models.places import RoundPlace
from tournament.schedule.plan import read_planning, read_scores
from tournament.schedule.queries import why_not_paired
from tournament.schedule.remaining import RemainingRounds
from tournament.schedule.services.plans import digest_of_plans, plans_of, store_plans
from tournament.schedule.services.rounds import recorded_scores
from tournament.stages.formats import format_of
from tournament.standings.stage_rows import StoredRows


def replan_rounds(*, actor: Actor, remaining: RemainingRounds) -> None:
    """Plan the remaining rounds anew among the players who are there in all of them.

    It is recorded, as a part of the act that makes it necessary, inside its transaction. Unplanned
    rounds stay unplanned. Raises `NotNow` with too few players for a table, and where results
    decide and the round before is open again.
    """
    if not remaining.is_planned:
        return
    stage, first = remaining.stage, remaining.first
    rounds = list(stage.rounds.order_by("number"))
    numbers = range(rounds[0].number, rounds[-1].number + 1)
    anew = [one for one in rounds if one.number >= first and one.paired]
    _refuse_open_results(stage, rounds, anew[0])
    scores = read_scores(StoredRows(stage), first=first, rounds=numbers)
    planning = read_planning(
        StoredRows(stage), first=first, rounds=numbers, scores=scores, last=anew[-1].number
    )
    plans = plans_of(stage, planning)
    Match.objects.filter(round__in=anew).delete()
    store_plans(stage, anew, plans)
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.ROUNDS_REPLANNED,
        place=RoundPlace(first),
        after={
            "stage": stage.number,
            "rounds": len(plans),
            "matches": digest_of_plans(plans),
            **recorded_scores(stage, scores),
        },
    )


def _refuse_open_results(stage: Stage, rounds: Sequence[Round], first: Round) -> None:
    if format_of(stage).round_by_round:
        before = next((one for one in rounds if one.number == first.number - 1), None)
        if refusal := why_not_paired(first, before=before):
            raise NotNow(refusal)
