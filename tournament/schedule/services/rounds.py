"""Deciding the pairings of one round: by its format, by hand, or by an exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.pairing.entrants import exchange
from tournament.audit.services import record_event
from tournament.core.actor import Actor
from tournament.core.errors import NotNow, UserError
from tournament.core.locks import lock_running_stage, refuse_stale
from tournament.models import Action, Match, Round, Stage
from tournament.models.places import RoundPlace
from tournament.models.schedule import in_order
from tournament.schedule.by_hand import (
    SeatedMatch,
    refuse_impossible,
    seated_matches,
    seating_version,
    taking_part,
)
from tournament.schedule.pairings import (
    came_or_left_since,
    paired_from,
    read_round,
    why_not_exchanged,
)
from tournament.schedule.plan import (
    digest_of_matches,
    read_planning,
    read_scores,
    scores_as_recorded,
)
from tournament.schedule.queries import why_not_paired
from tournament.schedule.services.plans import digest_of_plans, plans_of, store_plans
from tournament.stages.format import Scores
from tournament.stages.formats import format_of
from tournament.standings.stage_rows import StoredRows


@transaction.atomic
def pair_round(*, actor: Actor, round: Round) -> Round:
    """Pair a round, in a format that goes round by round.

    While the round has not been opened it can be paired again, for the pairs that take part by
    then: that changes nothing unless one has come or left, a score has changed, or two pairs have
    been exchanged. That one has come or left is recorded even where no pairing changes.

    Raises `NotNow` before the round in front of it has been opened, or where scores decide, closed;
    and with fewer than two pairs.
    """
    stage = lock_running_stage(round.stage)
    rounds = list(stage.rounds.order_by("number"))
    round = next(one for one in rounds if one.pk == round.pk)
    before = next((one for one in rounds if one.number == round.number - 1), None)
    if format_of(stage).by_hand:
        raise NotNow(_("In this format you enter who meets whom."))
    if refusal := why_not_paired(round, before=before):
        raise NotNow(refusal)
    numbers = range(rounds[0].number, rounds[-1].number + 1)
    scores = read_scores(StoredRows(stage), first=round.number, rounds=numbers)
    plans = plans_of(
        stage, read_planning(StoredRows(stage), first=round.number, rounds=numbers, scores=scores)
    )
    matches = digest_of_plans(plans)
    if (
        matches == _stored_digest(round)
        and scores == paired_from(round)
        and not (round.paired and came_or_left_since(round))
    ):
        return round
    Match.objects.filter(round=round).delete()
    store_plans(stage, rounds, plans)
    round.paired = True
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.ROUND_PAIRED,
        place=RoundPlace(round.number),
        after={"stage": stage.number, "matches": matches, **recorded_scores(stage, scores)},
    )
    return round


def _stored_digest(round: Round) -> str:
    stored = Match.objects.filter(round=round).seated("round__number", by="contestant__number")
    return digest_of_matches((number, *in_order(held)) for number, held in stored)


def recorded_scores(stage: Stage, scores: Scores) -> dict[str, Any]:
    """Return the exact scores that paired a round, as text, so that anybody can repeat it."""
    if not format_of(stage).by_score:
        return {}
    return {"scores": scores_as_recorded(scores)}


@transaction.atomic
def enter_pairings(
    *, actor: Actor, round: Round, matches: Sequence[SeatedMatch], based_on: str = ""
) -> Round:
    """Enter the matches of a round at their tables; pairs without a match rest.

    `matches` are in the order of their tables. Until the round is opened they can be entered anew;
    equal ones change nothing, unless somebody has come or left meanwhile: then the record tells
    that they are meant. `based_on` is the `seating_version` that the user saw.

    Raises `NotNow` in a format that pairs by itself and once the round has been opened;
    `UserError`, with the place as its field, for somebody twice, or who doesn't take part;
    `Conflict` for another version.
    """
    stage = lock_running_stage(round.stage)
    round = stage.rounds.select_related("stage__championship").get(pk=round.pk)
    if not format_of(stage).by_hand:
        raise NotNow(_("In this format nobody chooses who meets whom."))
    if refusal := why_not_paired(round, before=None):
        raise NotNow(refusal)
    refuse_impossible(round, matches)
    stands = round.paired and tuple(matches) == seated_matches(round)
    if not stands:
        refuse_stale(based_on, seating_version(round))
    if stands and not came_or_left_since(round):
        return round
    Match.objects.filter(round=round).delete()
    ids = dict(stage.championship.contestants.values_list("number", "pk"))
    tables = {table.number: table for table in stage.championship.tables.all()}
    Match.objects.create_seated(
        (
            Match(round=round, table=tables[one.table]),
            one.pairing.map(ids.__getitem__).items(),
        )
        for one in matches
    )
    round.paired = True
    round.save(update_fields=["paired"])
    playing = {number for one in matches for number in one.pairing}
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.ROUND_ENTERED,
        place=RoundPlace(round.number),
        after={
            "stage": stage.number,
            "matches": _stored_digest(round),
            "resting": [one.number for one in taking_part(round) if one.number not in playing],
        },
    )
    return round


@transaction.atomic
def exchange_pairs(
    *, actor: Actor, round: Round, one: int, other: int, based_on: str = ""
) -> Round:
    """Let two pairs change places in a round that was paired by scores: opponents and sides.

    `one` and `other` are their numbers; one of them may rest. A second call changes them back, so
    `based_on` is the `seating_version` that the user saw.

    Raises `Conflict` for another version; `NotNow` once the round has been opened, and where a pair
    has come or left since it was paired: then it has to be paired anew first.
    """
    stage = lock_running_stage(round.stage)
    round = stage.rounds.get(pk=round.pk)
    if refusal := why_not_exchanged(round):
        raise NotNow(refusal)
    refuse_stale(based_on, seating_version(round))
    plan = read_round(round)
    there = {plan.rest, *(pair for match in plan.pairings for pair in match)}
    for field, number in (("one", one), ("other", other)):
        if number not in there or one == other:
            raise UserError(_("Choose two different pairs of this round."), field=field)
    Match.objects.filter(round=round).delete()
    store_plans(stage, [round], [exchange(plan, one, other)])
    record_event(
        championship=stage.championship,
        actor=actor,
        action=Action.PAIRS_EXCHANGED,
        place=RoundPlace(round.number),
        after={
            "stage": stage.number,
            "exchanged": [one, other],
            "matches": _stored_digest(round),
        },
    )
    return round
