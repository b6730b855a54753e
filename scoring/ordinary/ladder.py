"""Ranks from tallies: contestants with the same merit go through the tie-breaks in their order.

A rule is applied to the whole tied group, the subgroups that it makes go on with the next rule, and
contestants still tied at the end share the rank.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from scoring.game.cards import Card
from scoring.lots import draw_cards, height_of
from scoring.participation import Completion, Participation, Shortfall


class Tally(Protocol):
    """A contestant's results so far."""

    @property
    def contestant(self) -> Any: ...


S = TypeVar("S", bound=Tally)
R = TypeVar("R", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Split(Generic[R]):
    """A rule that split a tie, and what the contestant had by it: a number or a drawn card."""

    rule: R
    value: Fraction | None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Row(Generic[S, R]):
    """A contestant's place, what it rests on, and the rules that split its ties.

    `shortfall` is there for too few hands, which may not decide yet; what counts is `completion`.
    """

    rank: int
    tally: S
    splits: tuple[Split[R], ...]
    completion: Completion = Completion.ENOUGH
    shortfall: Shortfall | None = None


@dataclass(frozen=True, slots=True)
class Lots:
    """Source of drawn cards: a seed, and the contestants by the names they draw under."""

    seed: str
    names: Callable[[Any], str]


Values = Callable[[Sequence[Any], Lots], Mapping[Any, Fraction | Card]]
"""Values of a tied group's contestants by a rule; nothing where it can't be applied."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Working of a rule, and whether less of it is better."""

    values: Values
    fewest: bool = False

    def merit(self, value: Fraction | Card) -> Fraction:
        """Return the value to compare: more is better."""
        if isinstance(value, Card):
            return Fraction(height_of(value))
        return -value if self.fewest else value


def own(value: Callable[[Any], int | Fraction]) -> Values:
    """Return the values of a rule that looks at each contestant by itself."""

    def values(tied: Sequence[Any], _lots: Lots) -> Mapping[Any, Fraction]:
        return {one.contestant: Fraction(value(one)) for one in tied}

    return values


def drawn(tied: Sequence[Any], lots: Lots) -> Mapping[Any, Card]:
    """Return a card each, which the seed decides."""
    names = {one.contestant: lots.names(one.contestant) for one in tied}
    cards = draw_cards(list(names.values()), lots.seed)
    return {one: cards[name] for one, name in names.items()}


Merit = tuple[Fraction, ...]
"""Values to compare, more is better: where the first ones are equal, the next ones."""


def ranked(
    tallies: Sequence[S],
    merit: Callable[[S], Merit],
    tie_breaks: Sequence[R],
    rules: Mapping[R, Rule],
    lots: Lots,
    participation: Participation[Any],
    shortfalls: Mapping[Any, Shortfall],
) -> tuple[Row[S, R], ...]:
    """Return the tallies, the greatest merit first; those who share a rank in the order in which
    they were given. Whoever has a shortfall, or withdrew, follows the others."""
    completions = {
        one.contestant: participation.completion(one.contestant, shortfalls) for one in tallies
    }
    ladder: list[_Step[S, R]] = []
    for completion in Completion:
        own = [one for one in tallies if completions[one.contestant] is completion]
        for tied in _grouped(own, {one.contestant: merit(one) for one in own}):
            ladder += _split(tied, tie_breaks, rules, lots)
    return tuple(
        replace(
            row,
            completion=completions[row.tally.contestant],
            shortfall=shortfalls.get(row.tally.contestant),
        )
        for row in _rows(ladder)
    )


@dataclass(frozen=True, slots=True)
class _Step(Generic[S, R]):
    """Contestants that share a rank, and the rules that split them from the others."""

    tallies: list[S]
    splits: dict[Hashable, tuple[Split[R], ...]]


def _grouped(tallies: Sequence[S], merits: Mapping[Hashable, Merit]) -> list[list[S]]:
    """Return the tallies in groups of equal merit, the greatest first."""
    groups: dict[Merit, list[S]] = {}
    for one in tallies:
        groups.setdefault(merits[one.contestant], []).append(one)
    return [groups[merit] for merit in sorted(groups, reverse=True)]


def _split(
    tied: list[S], tie_breaks: Sequence[R], rules: Mapping[R, Rule], lots: Lots
) -> list[_Step[S, R]]:
    """Return the tied group as steps of those who share a rank, best first, after all the rules."""
    if len(tied) == 1 or not tie_breaks:
        return [_Step(tied, {})]
    name, *later = tie_breaks
    rule = rules[name]
    values = rule.values(tied, lots)
    merits = {one: (rule.merit(value),) for one, value in values.items()}
    groups = _grouped(tied, merits) if values else [tied]
    steps = [step for group in groups for step in _split(group, later, rules, lots)]
    if len(groups) == 1:
        return steps
    splits = {one: _split_by(name, value) for one, value in values.items()}
    return [
        _Step(
            step.tallies,
            {
                one.contestant: (splits[one.contestant], *step.splits.get(one.contestant, ()))
                for one in step.tallies
            },
        )
        for step in steps
    ]


def _split_by(name: R, value: Fraction | Card) -> Split[R]:
    return Split(name, None, value) if isinstance(value, Card) else Split(name, value)


def _rows(ladder: Iterable[_Step[S, R]]) -> Iterator[Row[S, R]]:
    rank = 1
    for step in ladder:
        for one in step.tallies:
            yield Row(rank, one, step.splits.get(one.contestant, ()))
        rank += len(step.tallies)
