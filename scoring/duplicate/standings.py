"""Rankings from final scores: totals and means, deductions, ties and what splits them.

Contestants are ranked by their total or by their mean per hand, compared exactly. A tie goes
through the championship's tie-breaks in their order: a rule is applied to the whole tied group, the
subgroups that it makes go on with the *next* rule, and who is still tied at the end shares the rank
(two seconds are followed by a fourth). Every row says which rules split its ties, with what value.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from scoring.carry import NOTHING_CARRIED, Carried
from scoring.duplicate.scores import DealScores, Origin
from scoring.duplicate.settings import DEFAULT_SETTINGS, Settings
from scoring.duplicate.tally import ContestantHand, Tally
from scoring.duplicate.tie_breaks import TIE_BREAKS, Circumstances, TieBreak
from scoring.errors import ResultError, ResultFault
from scoring.game.cards import Card
from scoring.participation import Completion, Participation, Shortfall
from scoring.rank_by import RankBy

T = TypeVar("T", bound=Hashable)


def contestant_hands(scores: DealScores[T]) -> Iterator[ContestantHand[T]]:
    """Yield both contestants' hands of every table of a deal that has final scores."""
    for table in scores.tables:
        ns, ew = table.sides.ns, table.sides.ew  # which is faster than to iterate over them
        for mine, theirs in ((ns, ew), (ew, ns)):
            if mine.final is not None:
                broke = mine.origin is Origin.INFRACTION
                yield ContestantHand(
                    mine.contestant, theirs.contestant, mine.hand_score, mine.final, broke
                )


@dataclass(frozen=True, slots=True)
class TieSplit:
    """A rule that split a tie this contestant was in, and what the contestant had by that rule.

    `value` is in the rule's unit, such as the final scores against the tied contestants for
    head-to-head; where cards are drawn it is None, and `card` is the contestant's.
    """

    rule: TieBreak
    value: Fraction | None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class StandingsRow(Generic[T]):
    """One contestant in the standings.

    `hands` have a final score. `total` is what is left after the `deduction`, with what was
    `carried` into the stage, and `mean` is that per hand, the carried ones included; None without
    hands. `best_results` counts final scores that are the best possible, `infractions` the
    contestant's own rule-breaks. `shortfall` is there for too few hands while means rank, which may
    not decide yet; what counts is `completion`.
    """

    rank: int
    contestant: T
    hands: int
    total: Fraction
    mean: Fraction | None
    hand_score_sum: int
    best_results: int
    infractions: int
    deduction: Fraction
    splits: tuple[TieSplit, ...]
    carried: Carried = NOTHING_CARRIED
    completion: Completion = Completion.ENOUGH
    shortfall: Shortfall | None = None

    @property
    def counted_hands(self) -> Fraction:
        """Return the number of hands, those carried over included."""
        return self.hands + self.carried.hands


@dataclass(frozen=True, slots=True)
class Standings(Generic[T]):
    """The ranking, best first; `ranked_by` is TOTAL or MEAN, as was really used.

    Contestants that share a rank stand in the order in which they were given.
    """

    rows: tuple[StandingsRow[T], ...]
    ranked_by: RankBy


def rank_contestants(
    contestants: Sequence[T],
    hands: Iterable[ContestantHand[T]],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    deductions: Mapping[T, Fraction] = MappingProxyType({}),
    carried: Mapping[T, Carried] = MappingProxyType({}),
    participation: Participation[T] | None = None,
    draw_seed: str = "",
    drawn_as: Callable[[T], str] = str,
) -> Standings[T]:
    """Rank `contestants` by their `hands`; hands of anybody else are passed over.

    A deduction is taken from a contestant's total, and what it `carried` into the stage added,
    before a mean is formed, in which carried hands count like others. Contestants without a hand
    come last, whatever the ranking, and share their rank unless deductions differ: there is nothing
    to break their tie by. While means rank, contestants with too few hands for the settings'
    `least_share` follow the others; withdrawn ones follow both. `participation` tells who withdrew,
    and which missing hands are excused; None: nobody and none. `draw_seed` is a public text that
    the draws of cards depend on, and `drawn_as` each contestant's name in them: something public
    too, different for each.

    Raises `ResultError` when a contestant is listed twice.
    """
    tallies = _tallies(contestants, deductions, carried)
    _count(tallies, hands, settings.best)
    everybody = list(tallies.values())
    ranked_by = _what_ranks(settings.rank_by, everybody)
    circumstances = Circumstances(ranked_by is RankBy.MEAN, draw_seed, drawn_as)
    ladder = _ladder(everybody, settings, circumstances, participation or Participation())
    return Standings(tuple(_rows(ladder)), ranked_by)


def rank_in_groups(
    groups: Sequence[Sequence[T]],
    hands: Iterable[ContestantHand[T]],
    settings: Settings = DEFAULT_SETTINGS,
    **given: Any,
) -> Standings[T]:
    """Rank each group by itself, one after the other. Other parameters are as in
    `rank_contestants`.

    Means rank all groups if the settings say so and numbers of hands differ in any.
    """
    if len(groups) == 1:
        return rank_contestants(groups[0], hands, settings, **given)
    hands = tuple(hands)
    everybody = [one for group in groups for one in group]
    ranked_by = rank_contestants(everybody, hands, settings, **given).ranked_by
    settings = replace(settings, rank_by=ranked_by)
    found = [rank_contestants(group, hands, settings, **given) for group in groups]
    return Standings(tuple(row for one in found for row in one.rows), ranked_by)


def ranks_round_by_round(
    contestants: Sequence[T],
    rounds: Iterable[tuple[Sequence[Sequence[T]], Iterable[ContestantHand[T]], Participation[T]]],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    deductions: Mapping[T, Fraction] = MappingProxyType({}),
    carried: Mapping[T, Carried] = MappingProxyType({}),
    draw_seed: str = "",
    drawn_as: Callable[[T], str] = str,
) -> Iterator[dict[T, int]]:
    """Yield, after each round, the ranks that `rank_in_groups` gives for all hands so far.

    Of each round come the groups that are ranked after it, its hands, and who had withdrawn by
    then. `contestants` are all that are in any of the groups. Each hand is counted once, instead of
    again for every round.
    """
    tallies = _tallies(contestants, deductions, carried)
    for groups, hands, participation in rounds:
        _count(tallies, hands, settings.best)
        parts = [[tallies[one] for one in group] for group in groups]
        ranked_by = _what_ranks(settings.rank_by, [one for part in parts for one in part])
        circumstances = Circumstances(ranked_by is RankBy.MEAN, draw_seed, drawn_as)
        yield {
            tally.contestant: rank
            for part in parts
            for rank, step in _places(_ladder(part, settings, circumstances, participation))
            for tally in step.tallies
        }


def _tallies(
    contestants: Sequence[T], deductions: Mapping[T, Fraction], carried: Mapping[T, Carried]
) -> dict[T, Tally[T]]:
    """Return one tally a contestant, in the order of `contestants`."""
    tallies = {
        contestant: Tally(
            contestant,
            Fraction(deductions.get(contestant, 0)),
            carried.get(contestant, NOTHING_CARRIED),
        )
        for contestant in contestants
    }
    if len(tallies) != len(contestants):
        contestant = next(
            contestant for contestant in contestants if contestants.count(contestant) > 1
        )
        raise ResultError(
            f"{contestant} is listed twice",
            fault=ResultFault.CONTESTANT_TWICE,
            contestant=contestant,
        )
    return tallies


def _count(
    tallies: Mapping[T, Tally[T]], hands: Iterable[ContestantHand[T]], best: Fraction | None
) -> None:
    """Add the hands to the tallies of their contestants."""
    own: dict[T, list[ContestantHand[T]]] = {}
    for hand in hands:
        own.setdefault(hand.contestant, []).append(hand)
    for contestant, found in own.items():
        if contestant in tallies:
            tallies[contestant].add(found, best)


def _what_ranks(chosen: RankBy, tallies: Sequence[Tally[T]]) -> RankBy:
    """Return the rank's base; AUTO: the mean while numbers of hands differ, else the total."""
    if chosen is not RankBy.AUTO:
        return chosen
    return RankBy.TOTAL if len({tally.counted_hands for tally in tallies}) <= 1 else RankBy.MEAN


def _grouped(
    tallies: Sequence[Tally[T]], value: Callable[[Tally[T]], Fraction]
) -> list[list[Tally[T]]]:
    """Return the tallies in groups of equal value, the greatest value first."""
    ratios = [value(tally).as_integer_ratio() for tally in tallies]
    common = lcm(*[denominator for _, denominator in ratios])
    # Integers over one denominator: comparing fractions costs many times as much.
    groups: dict[int, list[Tally[T]]] = {}
    for tally, (numerator, denominator) in zip(tallies, ratios):
        groups.setdefault(numerator * (common // denominator), []).append(tally)
    return [groups[key] for key in sorted(groups, reverse=True)]


@dataclass(frozen=True, slots=True)
class _Step(Generic[T]):
    """Contestants that share a rank, and the rules that split them from the others."""

    tallies: list[Tally[T]]
    splits: dict[T, tuple[TieSplit, ...]]
    completion: Completion = Completion.ENOUGH
    shortfalls: Mapping[T, Shortfall] = field(default_factory=dict)


def _ladder(
    tallies: Sequence[Tally[T]],
    settings: Settings,
    circumstances: Circumstances[T],
    participation: Participation[T],
) -> list[_Step[T]]:
    """Return all contestants as steps, best first, class after class."""
    shortfalls: dict[T, Shortfall] = {}
    if circumstances.by_mean:
        hands = {one.contestant: len(one.hands) for one in tallies}
        shortfalls = participation.shortfalls(hands, settings.least_share)
    classes: dict[Completion, list[Tally[T]]] = {}
    for one in tallies:
        classes.setdefault(participation.completion(one.contestant, shortfalls), []).append(one)
    return [
        replace(step, completion=completion, shortfalls=shortfalls)
        for completion in Completion
        if completion in classes
        for step in _ladder_of(classes[completion], settings, circumstances)
    ]


def _ladder_of(
    tallies: Sequence[Tally[T]], settings: Settings, circumstances: Circumstances[T]
) -> list[_Step[T]]:
    """Return the contestants of one class of `Completion` as steps, best first."""
    by_mean = circumstances.by_mean
    with_hands = [tally for tally in tallies if tally.counted_hands]
    without = [tally for tally in tallies if not tally.counted_hands]
    ladder: list[_Step[T]] = []
    for tied in _grouped(with_hands, lambda tally: tally.mean if by_mean else tally.total):
        ladder += _split(tied, settings.tie_breaks, circumstances)
    return ladder + [_Step(tied, {}) for tied in _grouped(without, lambda tally: tally.total)]


def _split(
    tied: list[Tally[T]], tie_breaks: Sequence[TieBreak], circumstances: Circumstances[T]
) -> list[_Step[T]]:
    """Return the tied group as steps, best first, after all the rules."""
    if len(tied) == 1 or not tie_breaks:
        return [_Step(tied, {})]
    name, *later = tie_breaks
    rule = TIE_BREAKS[name]
    values = rule.values(tied, circumstances)
    groups = (
        _grouped(tied, lambda tally: rule.merit(values[tally.contestant])) if values else [tied]
    )
    steps = [step for group in groups for step in _split(group, later, circumstances)]
    if len(groups) == 1:
        return steps
    splits = {contestant: _tie_split(name, value) for contestant, value in values.items()}
    return [
        _Step(
            step.tallies,
            {
                tally.contestant: (splits[tally.contestant], *step.splits.get(tally.contestant, ()))
                for tally in step.tallies
            },
        )
        for step in steps
    ]


def _tie_split(name: TieBreak, value: Fraction | Card) -> TieSplit:
    return TieSplit(name, None, value) if isinstance(value, Card) else TieSplit(name, value)


def _places(ladder: Iterable[_Step[T]]) -> Iterator[tuple[int, _Step[T]]]:
    """Yield each step with its rank."""
    rank = 1
    for step in ladder:
        yield rank, step
        rank += len(step.tallies)


def _rows(ladder: Iterable[_Step[T]]) -> Iterator[StandingsRow[T]]:
    for rank, step in _places(ladder):
        for tally in step.tallies:
            yield StandingsRow(
                rank=rank,
                contestant=tally.contestant,
                hands=len(tally.hands),
                total=tally.total,
                mean=tally.mean if tally.counted_hands else None,
                hand_score_sum=tally.hand_score_sum,
                best_results=tally.best_results,
                infractions=tally.infractions,
                deduction=tally.deduction,
                splits=step.splits.get(tally.contestant, ()),
                carried=tally.carried,
                completion=step.completion,
                shortfall=step.shortfalls.get(tally.contestant),
            )
