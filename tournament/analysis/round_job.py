"""The worker's part: analyse a round, storing one denomination after the other.

First the values of all its hands, which pages and papers show, then a line of best play for each,
then what was played on phones. A
worker that dies loses only the denomination it was working on. Other jobs go first: between two
denominations the round goes back into the queue if any is waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from scoring.game.announcements import Denomination
from scoring.game.cards import Card
from scoring.game.legality import legal_cards
from scoring.game.seats import Side
from scoring.game.tricks import Position
from scoring.game.variants import PlayVariant
from scoring.solver import Interval, new_solver
from tournament.analysis.best_play import Step, best_of
from tournament.analysis.played import Course, course_of, courses_of
from tournament.analysis.queries import kept_analyses
from tournament.analysis.services import store_line, store_played, store_value
from tournament.deals.queries import DealtHand, dealt_hands, hands_are_public
from tournament.jobs.queries import others_wait
from tournament.jobs.worker import LetOthersGoFirst, Progress
from tournament.models import HandInPlay, Job, Round, Stage

LINE_LIMIT = 10_000_000
"""Positions looked at for the value of a card of a line, at most; some seconds."""


class Analyser:
    """Analyses hands by one variant of the rules. Raises `AnalysisOff` where there is no solver."""

    def __init__(self, variant: PlayVariant, *, limit: int | None = None) -> None:
        """Give a value up for an interval after `limit` positions."""
        self.variant = variant
        self._whole = new_solver(variant, limit=limit)
        self._cards = new_solver(variant, limit=LINE_LIMIT if limit is None else limit)

    def value(self, hand: DealtHand, trump: Denomination) -> Interval:
        """Return the makers' points with best play of all four."""
        return self._whole.value(Position.start(hand.deal, hand.dealer, trump), hand.makers)

    def line(self, hand: DealtHand, trump: Denomination) -> tuple[Step, ...]:
        """Return best play to the end, or as far as the best card is certain."""
        position = Position.start(hand.deal, hand.dealer, trump)
        steps: list[Step] = []
        while not position.is_over:
            values = self._card_values(position, hand.makers)
            best = best_of(values, for_makers=position.to_play.side is hand.makers)
            if not best.certain:
                break
            steps.append(Step(best.card, values))
            position = position.play(best.card)
        return tuple(steps)

    def worth(
        self, hand: DealtHand, trump: Denomination, cards: Sequence[Card]
    ) -> tuple[Step, ...]:
        """Return these cards, played one after the other, with what every legal card was worth each
        time.

        Worked out from the last one backwards: what is found late in the hand helps earlier on.
        """
        position = Position.start(hand.deal, hand.dealer, trump)
        positions = [position]
        for card in cards:
            positions.append(positions[-1].play(card))
        steps: list[Step] = []
        for card, position in zip(reversed(cards), reversed(positions[:-1])):
            legal = legal_cards(position, self.variant)
            if len(legal) == 1 and steps:
                values = {card: _best_value(steps[-1], positions[len(cards) - len(steps)], hand)}
            else:
                values = self._card_values(position, hand.makers)
            steps.append(Step(card, values))
        return tuple(reversed(steps))

    def _card_values(self, position: Position, makers: Side) -> dict[Card, Interval]:
        so_far = position.points(makers)
        values = self._cards.card_values(position, makers)
        return {card: value + so_far for card, value in values.items()}


def _best_value(step: Step, position: Position, hand: DealtHand) -> Interval:
    """Return the value of the position before a step."""
    for_makers = position.to_play.side is hand.makers
    return step.values[best_of(step.values, for_makers=for_makers).card]


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
    """Yield the parts still to be worked out: first values, then best play, then play on phones."""
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
    """Store the worth of a table's play, by its own rules; empty if it played no card."""
    line: tuple[Step, ...] = ()
    if course is not None:
        own = analyser if course.variant is analyser.variant else Analyser(course.variant)
        line = own.worth(dealt, course.trump, course.cards)
    store_played(hand=hand, line=line)
