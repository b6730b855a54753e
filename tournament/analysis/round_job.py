"""The worker's part: analyse a round, storing one denomination after the other.

First the values of all its hands, which pages and papers show, then a line of best play for each. A
worker that dies loses only the denomination it was working on. Other jobs go first: between two
denominations the round goes back into the queue if any is waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from scoring.game.announcements import Denomination
from scoring.game.variants import PlayVariant
from tournament.analysis.queries import kept_analyses
from tournament.analysis.services import store_line, store_value
from tournament.analysis.solver import Analyser
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public
from tournament.jobs.queries import others_wait
from tournament.jobs.worker import LetOthersGoFirst, Progress
from tournament.models import Job, Round, Stage

Part = Callable[[Analyser], None]
"""Works one thing out, and stores it."""


def make_analysis(job: Job, progress: Progress) -> None:
    """Analyse the round that a job is about, as far as it hasn't been.

    Does nothing for a round whose hands not everybody may see. Raises `LetOthersGoFirst`.
    """
    rounds = Round.objects.select_related("stage__championship").filter(
        championship=job.championship_id, number=job.arguments["round"]
    )
    round = rounds.first()
    if round is None or not hands_are_public(round):
        return
    of = 2 * len(round.deals) * len(Denomination)
    missing = list(_missing(round))
    analyser = Analyser(PlayVariant(round.stage.play_variant)) if missing else None
    for index, part in enumerate(missing):
        progress(of - len(missing) + index, of)
        if index and others_wait(job):
            raise LetOthersGoFirst
        assert analyser is not None
        part(analyser)
    progress(of, of)


def _missing(round: Round) -> Iterator[Part]:
    """What is still to be worked out: first values, then best play."""
    stage = round.stage
    hands = dealt_hands(stage.championship, round.deals)
    kept = kept_analyses(stage, round.deals)
    for hand, trump in product(hands, Denomination):
        if (hand.number, trump) not in kept:
            yield partial(_value, stage, hand, trump)
    for hand, trump in product(hands, Denomination):
        if not kept.get((hand.number, trump)):
            yield partial(_line, stage, hand, trump)


def _value(stage: Stage, hand: DealtHand, trump: Denomination, analyser: Analyser) -> None:
    value = analyser.value(hand, trump)
    store_value(stage=stage, deal=hand.number, trump=trump, value=value)


def _line(stage: Stage, hand: DealtHand, trump: Denomination, analyser: Analyser) -> None:
    line = analyser.line(hand, trump)
    store_line(stage=stage, deal=hand.number, trump=trump, line=line)
