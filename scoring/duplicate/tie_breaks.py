"""Rules that split equal totals or means, each declared once.

A rule is a member of `TieBreak` and its entry in `TIE_BREAKS`: what each contestant of a tied group
has by it, in which unit, and whether more or less of it is better. Nothing else asks which rule it
is.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from fractions import Fraction
from itertools import combinations
from typing import Generic, Protocol, TypeVar

from scoring.duplicate.tally import Tally, exact_sum
from scoring.game.cards import Card
from scoring.lots import DRAWING, draw_cards, height_of
from scoring.settings import N_, NC_, Choice, InOrder

T = TypeVar("T", bound=Hashable)


class TieBreak(StrEnum):
    """A rule that splits contestants whose total (or mean) is the same."""

    HEAD_TO_HEAD = "head-to-head"
    HAND_SCORES = "hand-scores"
    BEST_RESULTS = "best-results"
    FEWEST_INFRACTIONS = "fewest-infractions"
    DRAW = "draw"


DEFAULT_TIE_BREAKS = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.HAND_SCORES,
    TieBreak.BEST_RESULTS,
    TieBreak.FEWEST_INFRACTIONS,
)


TIE_BREAK_SETTING = InOrder(
    title=N_("Tie-breaks"),
    record=NC_("in the record", "tie-breaks"),
    choices={
        TieBreak.HEAD_TO_HEAD: Choice(
            N_("head-to-head"),
            N_(
                "The hand points in the hands the tied pairs played against each other; only if "
                "all of them have met."
            ),
        ),
        TieBreak.HAND_SCORES: Choice(
            N_("sum of hand scores"),
            N_("The sum of the hand scores, which count points and announcements."),
        ),
        TieBreak.BEST_RESULTS: Choice(
            N_("number of best results"),
            N_("How many hands got the best possible score; a difference from the mean has none."),
        ),
        TieBreak.FEWEST_INFRACTIONS: Choice(
            N_("fewest rule-breaks"), N_("The pair that broke fewer rules.")
        ),
        TieBreak.DRAW: DRAWING,
    },
)


class Unit(Enum):
    """Unit of a rule's values, which decides how they are written."""

    FINAL_SCORE = auto()
    """Final scores: an exact fraction, shown with decimals."""
    HAND_SCORE = auto()
    """Hand scores, shown with their sign."""
    NUMBER = auto()
    """A plain number."""
    CARD = auto()
    """A drawn card."""


@dataclass(frozen=True, slots=True)
class Circumstances(Generic[T]):
    """Facts that a rule may use beside the tied contestants' hands.

    `by_mean`: contestants are ranked by their mean. `draw_seed` is a public text that draws of
    cards depend on, and `drawn_as` what each contestant is called in them.
    """

    by_mean: bool
    draw_seed: str
    drawn_as: Callable[[T], str]


class Values(Protocol):
    """Values of a tied group's contestants by a rule; nothing where it can't be applied."""

    def __call__(
        self, tied: Sequence[Tally[T]], circumstances: Circumstances[T], /
    ) -> Mapping[T, Fraction | Card]: ...


class OwnValue(Protocol):
    """Value of a contestant by a rule that looks at nobody else."""

    def __call__(self, tally: Tally[T], /) -> Fraction: ...


@dataclass(frozen=True, slots=True)
class Rule:
    """A tie-break: how it is worked out, what its values are, and which of them are better."""

    values: Values
    unit: Unit
    fewest: bool = False
    """Less is better."""

    def merit(self, value: Fraction | Card) -> Fraction:
        """Return the value to compare: more is better."""
        if isinstance(value, Card):
            return Fraction(height_of(value))
        return -value if self.fewest else value


def own(value: OwnValue) -> Values:
    """Return the values of a rule that looks at each contestant by itself."""

    def values(
        tied: Sequence[Tally[T]], _circumstances: Circumstances[T], /
    ) -> Mapping[T, Fraction]:
        return {tally.contestant: value(tally) for tally in tied}

    return values


def _head_to_head(
    tied: Sequence[Tally[T]], circumstances: Circumstances[T], /
) -> Mapping[T, Fraction]:
    """Return the final scores against the tied contestants; nothing unless all of them have met.

    Two contestants have met when they have at least one scored hand against each other.
    """
    against = {tally.contestant: tally.finals_by_opponent() for tally in tied}
    if not all(other in against[one] for one, other in combinations(against, 2)):
        return {}
    values = {}
    for contestant, by_opponent in against.items():
        finals = [final for other in against for final in by_opponent.get(other, ())]
        total = exact_sum(finals)
        values[contestant] = Fraction(total, len(finals)) if circumstances.by_mean else total
    return values


def _drawn(tied: Sequence[Tally[T]], circumstances: Circumstances[T], /) -> Mapping[T, Card]:
    """Return a card each, which the seed decides."""
    names = {tally.contestant: circumstances.drawn_as(tally.contestant) for tally in tied}
    cards = draw_cards(list(names.values()), circumstances.draw_seed)
    return {contestant: cards[name] for contestant, name in names.items()}


TIE_BREAKS: Mapping[TieBreak, Rule] = {
    TieBreak.HEAD_TO_HEAD: Rule(_head_to_head, Unit.FINAL_SCORE),
    TieBreak.HAND_SCORES: Rule(own(lambda tally: Fraction(tally.hand_score_sum)), Unit.HAND_SCORE),
    TieBreak.BEST_RESULTS: Rule(own(lambda tally: Fraction(tally.best_results)), Unit.NUMBER),
    TieBreak.FEWEST_INFRACTIONS: Rule(
        own(lambda tally: Fraction(tally.infractions)), Unit.NUMBER, fewest=True
    ),
    TieBreak.DRAW: Rule(_drawn, Unit.CARD),
}
"""Every rule by its name. A name without a rule is refused when a tie asks for it."""
