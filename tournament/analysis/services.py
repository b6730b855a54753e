"""Storing analyses, and asking a worker to analyse rounds.

None of this is in the record: it can be worked out again at any time.
"""

from __future__ import annotations

from django.conf import settings
from django.db import transaction

from scoring.game.announcements import Denomination
from scoring.solver import Interval, is_available
from tournament.analysis.best_play import Step, write_line
from tournament.analysis.queries import progress_of_rounds
from tournament.core.actor import Actor
from tournament.jobs.services import request_job
from tournament.models import HandAnalysis, HandInPlay, Job, PlayedAnalysis, Round, Stage


def queue_analysis(*, actor: Actor, round: Round) -> Job | None:
    """Ask for the analysis of a round; None where nothing can be analysed here.

    Called when the round is closed, in the same transaction: what is queued is there for a worker
    when the closing is, and not before.
    """
    if not is_available() or not round.round_deals.filter(deal_set__isnull=False).exists():
        return None
    return request_job(
        actor=actor,
        owner=round.stage.championship,
        kind=Job.Kind.ANALYSIS,
        arguments={"round": round.number},
        language=settings.LANGUAGE_CODE,
    )


@transaction.atomic
def queue_missing(*, actor: Actor, stage: Stage) -> int:
    """Ask for whatever is missing of rounds whose hands everybody may see; how many rounds."""
    numbers = [one.round for one in progress_of_rounds(stage) if not one.is_complete]
    rounds = stage.rounds.filter(number__in=numbers).select_related("stage__championship")
    return sum(queue_analysis(actor=actor, round=round) is not None for round in rounds)


def queue_missing_everywhere(*, actor: Actor) -> int:
    """Call `queue_missing` for every championship: rounds taken in, restored or given up before."""
    if not is_available():
        return 0
    stages = Stage.objects.filter(championship__deal_sets__isnull=False).distinct()
    stages = stages.select_related("championship")
    return sum(queue_missing(actor=actor, stage=stage) for stage in stages)


def store_value(*, stage: Stage, deal: int, trump: Denomination, value: Interval) -> None:
    """Store what a denomination is worth. Twice the same is harmless; a narrower value stays."""
    known, new = HandAnalysis.objects.get_or_create(
        **_where(stage, deal, trump), defaults={"low": value.low, "high": value.high}
    )
    if not new:
        known.low, known.high = max(known.low, value.low), min(known.high, value.high)
        known.save(update_fields=["low", "high"])


def store_line(*, stage: Stage, deal: int, trump: Denomination, line: tuple[Step, ...]) -> None:
    """Store best play of a denomination whose value is known."""
    HandAnalysis.objects.filter(**_where(stage, deal, trump)).update(line=write_line(line))


def store_played(*, hand: HandInPlay, line: tuple[Step, ...]) -> None:
    """Store what the cards that a table played were worth."""
    PlayedAnalysis.objects.update_or_create(hand=hand, defaults={"line": write_line(line)})


def _where(stage: Stage, deal: int, trump: Denomination) -> dict[str, object]:
    return {
        "stage": stage,
        "deal": deal,
        "variant": stage.settings.play_variant,
        "trump": trump.value,
    }
