"""The worker's part: analyse a round, storing one denomination after the other.

First the values of all its hands, which pages and papers show, then a line of best play for each,
then what was played on phones. A
worker that dies loses only the denomination it was working on. Other jobs go first: between two
denominations the round goes back into the queue if any is waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product

from scoring.game.announcements import Denomination
from tournament.analysis.best_play import Step
from tournament.analysis.played import Course, course_of, courses_of
from tournament.analysis.queries import kept_analyses
from tournament.analysis.services import store_line, store_played, store_value
from tournament.analysis.solver import Analyser
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public
from tournament.jobs.queries import others_wait
from tournament.jobs.worker import LetOthersGoFirst, Progress
from tournament.models import HandInPlay, Job, Round, Stage

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
    played = list(courses_of(round))
    of = 2 * len(round.deals) * len(Denomination) + len(played)
    missing = list(_missing(round, played))
    analyser = Analyser(round.stage.settings.play_variant) if missing else None
    for index, part in enumerate(missing):
        progress(of - len(missing) + index, of)
        if index and others_wait(job):
            raise LetOthersGoFirst
        assert analyser is not None
        part(analyser)
    progress(of, of)


def _missing(round: Round, played: Iterable[HandInPlay]) -> Iterator[Part]:
    """What is still to be worked out: first values, then best play, then what was played."""
    stage = round.stage
    hands = dealt_hands(stage.championship, round.deals)
    kept = kept_analyses(stage, round.deals)
    for hand, trump in product(hands, Denomination):
        if (hand.number, trump) not in kept:
            yield partial(_value, stage, hand, trump)
    for hand, trump in product(hands, Denomination):
        if not kept.get((hand.number, trump)):
            yield partial(_line, stage, hand, trump)
    by_number = {hand.number: hand for hand in hands}
    for one in played:
        course = course_of(one)
        if one.deal in by_number and not hasattr(one, "analysis"):
            yield partial(_played, one, by_number[one.deal], course)


def _value(stage: Stage, hand: DealtHand, trump: Denomination, analyser: Analyser) -> None:
    value = analyser.value(hand, trump)
    store_value(stage=stage, deal=hand.number, trump=trump, value=value)


def _line(stage: Stage, hand: DealtHand, trump: Denomination, analyser: Analyser) -> None:
    line = analyser.line(hand, trump)
    store_line(stage=stage, deal=hand.number, trump=trump, line=line)


def _played(hand: HandInPlay, dealt: DealtHand, course: Course | None, analyser: Analyser) -> None:
    """What a table played, by the rules by which it began; nothing where it played no card."""
    line: tuple[Step, ...] = ()
    if course is not None:
        own = analyser if course.variant is analyser.variant else Analyser(course.variant)
        line = own.worth(dealt, course.trump, course.cards)
    store_played(hand=hand, line=line)
