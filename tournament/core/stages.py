"""Stages of a championship, and the one that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from django.db.models import F, Q

from scoring.whole_numbers import whole_number
from tournament.models import Championship, Round, RoundStatus, Stage


def stages_of(championship: Championship) -> tuple[Stage, ...]:
    """Return the stages by number, each with this very championship; 1 query."""
    stages = tuple(championship.stages.order_by("number"))
    for stage in stages:
        stage.championship = championship
    return stages


def stages_at(slug: str) -> tuple[Stage, ...]:
    """Return the stages of the championship at an address by number, each with its tie to an event;
    1 query.

    None where there is no such championship: each has a stage from its first moment on. The event
    itself is read where its name is shown: hardly any championship has one.
    """
    tied = Stage.objects.select_related("championship__venue")
    found = tied.filter(championship__slug=slug).order_by()
    stages = tuple(sorted(found, key=attrgetter("number")))
    for stage in stages:
        stage.championship = stages[0].championship
    return stages


def rounds_with_deals(stages: Sequence[Stage], which: Q | None = None) -> tuple[Round, ...]:
    """Return all rounds of these stages by number, each with its stage and its deals; 1 query.

    Without deals where the tables play their own cards. `which`: a condition on the rounds' own
    columns.
    """
    by_id = {stage.pk: stage for stage in stages}
    rounds: dict[int, Round] = {}
    deals: dict[int, list[int]] = {}
    # A row for each deal of a round, and one for a round without any.
    stored = Round.objects.filter(which or Q(), stage__in=by_id)
    for row in stored.annotate(a_deal=F("round_deals__number")).order_by():
        round = rounds.setdefault(row.pk, row)
        deals.setdefault(round.pk, []).extend([] if row.a_deal is None else [row.a_deal])
    for round in rounds.values():
        round.stage = by_id[round.stage_id]
        round.deals = tuple(sorted(deals[round.pk]))
    return tuple(sorted(rounds.values(), key=attrgetter("number")))


def begun_rounds(stages: Sequence[Stage]) -> tuple[Round, ...]:
    """Return the open and closed rounds of these stages, as `rounds_with_deals`; 1 query."""
    return rounds_with_deals(stages, ~Q(status=RoundStatus.PLANNED))


def stage_of_round(stages: Sequence[Stage], text: str) -> Stage | None:
    """Return the stage of the round whose number somebody wrote; None where there is none.

    1 query, none where there is only one stage.
    """
    number = whole_number(text)
    if len(stages) < 2 or number is None:
        return None
    found = Round.objects.filter(stage__in=stages, number=number)
    pk = found.values_list("stage_id", flat=True).first()
    return next((one for one in stages if one.pk == pk), None)


def stage_of_match(stages: Sequence[Stage], match_id: int) -> Stage | None:
    """Return the one of these stages that a match belongs to; None where it is none of theirs.

    1 query; none where there is only one stage, of which it is taken to be.
    """
    if len(stages) < 2:
        return stages[0]
    pk = Round.objects.filter(matches=match_id).values_list("stage_id", flat=True).first()
    return next((one for one in stages if one.pk == pk), None)


def stage_being_played(stages: Sequence[Stage]) -> Stage:
    """Return the stage of the last round that was opened, the first stage before play.

    1 query, none where there is only one stage.
    """
    if len(stages) > 1:
        begun = Round.objects.filter(stage__in=stages).exclude(status=RoundStatus.PLANNED)
        last = begun.order_by("-number").values_list("stage_id", flat=True).first()
        return next((one for one in stages if one.pk == last), stages[0])
    return stages[0]
