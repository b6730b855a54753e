"""From final scores to a ranking: totals and means, deductions, ties and what splits them.

Teams are ranked by their total or by their mean per hand, compared exactly. A tie goes through the
championship's tie-breaks in their order: a rule is applied to the whole tied group, the subgroups
that it makes go on with the *next* rule, and who is still tied at the end shares the rank (two
seconds are followed by a fourth). Every row says which rules split its ties, with what value.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm
from types import MappingProxyType
from typing import Generic, TypeVar

from scoring.cards import Card
from scoring.championship import DealScores, Origin
from scoring.drawing import draw_cards, height_of
from scoring.errors import ResultError, ResultFault
from scoring.settings import DEFAULT_SETTINGS, RankBy, Settings, TieBreak

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class TeamHand(Generic[T]):
    """One hand of one team that has a final score.

    `hand_score` is None at a table with a rule-break; `infraction` says whether it was the team's
    own.
    """

    team: T
    opponent: T
    hand_score: int | None
    final: Fraction
    infraction: bool


def team_hands(scores: DealScores[T]) -> Iterator[TeamHand[T]]:
    """Both teams' hands of every table of a deal, without those that have no final score."""
    for table in scores.tables:
        for mine, theirs in ((table.ns, table.ew), (table.ew, table.ns)):
            if mine.final is not None:
                broke = mine.origin is Origin.INFRACTION
                yield TeamHand(mine.team, theirs.team, mine.hand_score, mine.final, broke)


@dataclass(frozen=True, slots=True)
class TieSplit:
    """A rule that split a tie this team was in, and what the team had by that rule.

    `value` is: for head-to-head the final scores against the tied teams (their sum, or their mean
    where teams are ranked by mean); for hand scores their sum; for best results and rule-breaks
    their number; for a draw None, and `card` is what was drawn.
    """

    rule: TieBreak
    value: Fraction | None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class StandingsRow(Generic[T]):
    """One team in the standings.

    `hands` have a final score. `total` is what is left after the `deduction`, and `mean` is that
    per hand, None without hands. `best_results` counts final scores that are the best possible,
    `infractions` the team's own rule-breaks.
    """

    rank: int
    team: T
    hands: int
    total: Fraction
    mean: Fraction | None
    hand_score_sum: int
    best_results: int
    infractions: int
    deduction: Fraction
    splits: tuple[TieSplit, ...]


@dataclass(frozen=True, slots=True)
class Standings(Generic[T]):
    """The ranking, best first; `ranked_by` is TOTAL or MEAN, as was really used.

    Teams that share a rank stand in the order in which they were given.
    """

    rows: tuple[StandingsRow[T], ...]
    ranked_by: RankBy


def rank_teams(
    teams: Sequence[T],
    hands: Iterable[TeamHand[T]],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    deductions: Mapping[T, Fraction] = MappingProxyType({}),
    draw_seed: str = "",
    drawn_as: Callable[[T], str] = str,
) -> Standings[T]:
    """Rank `teams` by their `hands`; hands of anybody else are passed over.

    A deduction is taken from a team's total, before a mean is formed. Teams without a hand come
    last, whatever the ranking, and share their rank unless deductions differ: there is nothing to
    break their tie by. `draw_seed` is a public text that the draws of cards depend on, and
    `drawn_as` what each team is called in them: something public too, different for each.

    Raises `ResultError` when a team is listed twice.
    """
    tallies = _tally(teams, hands, settings.best, deductions)
    ranked_by = _what_ranks(settings.rank_by, tallies)
    by_mean = ranked_by is RankBy.MEAN
    rules = _Rules(by_mean, draw_seed, drawn_as)

    with_hands = [tally for tally in tallies if tally.hands]
    without = [tally for tally in tallies if not tally.hands]
    ladder: list[_Step[T]] = []
    for tied in _grouped(with_hands, lambda tally: tally.mean if by_mean else tally.total):
        ladder += _split(tied, settings.tie_breaks, rules)
    ladder += [_Step(tied, {}) for tied in _grouped(without, lambda tally: tally.total)]
    return Standings(tuple(_rows(ladder)), ranked_by)


@dataclass(slots=True)
class _Tally(Generic[T]):
    """What a team's hands add up to."""

    team: T
    deduction: Fraction
    opponents: dict[T, list[Fraction]] = field(default_factory=dict)
    hands: int = 0
    total: Fraction = Fraction(0)
    hand_score_sum: int = 0
    best_results: int = 0
    infractions: int = 0

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, self.hands)


def _tally(
    teams: Sequence[T],
    hands: Iterable[TeamHand[T]],
    best: Fraction,
    deductions: Mapping[T, Fraction],
) -> list[_Tally[T]]:
    """One tally a team, in the order of `teams`."""
    tallies = {team: _Tally(team, Fraction(deductions.get(team, 0))) for team in teams}
    if len(tallies) != len(teams):
        team = next(team for team in teams if teams.count(team) > 1)
        raise ResultError(f"{team} is listed twice", fault=ResultFault.TEAM_TWICE, team=team)
    for hand in hands:
        tally = tallies.get(hand.team)
        if tally is None:
            continue
        tally.opponents.setdefault(hand.opponent, []).append(hand.final)
        tally.hand_score_sum += hand.hand_score or 0
        tally.best_results += hand.final == best
        tally.infractions += hand.infraction
    for tally in tallies.values():
        finals = [final for against in tally.opponents.values() for final in against]
        tally.hands = len(finals)
        tally.total = _exact_sum(finals) - tally.deduction
    return list(tallies.values())


def _exact_sum(values: Sequence[Fraction]) -> Fraction:
    """The sum over one common denominator: many times as fast as adding one by one."""
    denominator = lcm(*[value.denominator for value in values])
    return Fraction(
        sum(value.numerator * (denominator // value.denominator) for value in values), denominator
    )


def _what_ranks(chosen: RankBy, tallies: Sequence[_Tally[T]]) -> RankBy:
    """AUTO: the mean as long as teams have different numbers of hands, else the total."""
    if chosen is not RankBy.AUTO:
        return chosen
    return RankBy.TOTAL if len({tally.hands for tally in tallies}) <= 1 else RankBy.MEAN


def _grouped(
    tallies: Sequence[_Tally[T]], value: Callable[[_Tally[T]], Fraction]
) -> list[list[_Tally[T]]]:
    """The tallies in groups of equal value, the greatest value first."""
    groups: dict[Fraction, list[_Tally[T]]] = {}
    for tally in tallies:
        groups.setdefault(value(tally), []).append(tally)
    return [groups[key] for key in sorted(groups, reverse=True)]


@dataclass(frozen=True, slots=True)
class _Step(Generic[T]):
    """Teams that share a rank, and the rules that split them from the others."""

    tallies: list[_Tally[T]]
    splits: dict[T, tuple[TieSplit, ...]]


def _split(
    tied: list[_Tally[T]], tie_breaks: Sequence[TieBreak], rules: "_Rules[T]"
) -> list[_Step[T]]:
    """The tied group as steps, best first, after all the rules."""
    if len(tied) == 1 or not tie_breaks:
        return [_Step(tied, {})]
    rule, *later = tie_breaks
    splits = rules.apply(rule, tied)
    groups = _grouped(tied, lambda tally: _merit(splits[tally.team])) if splits else [tied]
    steps = [step for group in groups for step in _split(group, later, rules)]
    if len(groups) == 1:
        return steps
    return [
        _Step(
            step.tallies,
            {
                tally.team: (splits[tally.team], *step.splits.get(tally.team, ()))
                for tally in step.tallies
            },
        )
        for step in steps
    ]


def _merit(split: TieSplit) -> Fraction:
    """What is compared, the more the better."""
    if split.card is not None:
        return Fraction(height_of(split.card))
    assert split.value is not None
    return -split.value if split.rule is TieBreak.FEWEST_INFRACTIONS else split.value


@dataclass(frozen=True, slots=True)
class _Rules(Generic[T]):
    """The tie-breaks, each as what every team of a tied group has by it."""

    by_mean: bool
    draw_seed: str
    drawn_as: Callable[[T], str]

    def apply(self, rule: TieBreak, tied: Sequence[_Tally[T]]) -> dict[T, TieSplit]:
        """What each team has by the rule; nothing where the rule can't be applied."""
        if rule is TieBreak.DRAW:
            names = {tally.team: self.drawn_as(tally.team) for tally in tied}
            cards = draw_cards(list(names.values()), self.draw_seed)
            return {team: TieSplit(rule, None, cards[name]) for team, name in names.items()}
        if rule is TieBreak.HEAD_TO_HEAD:
            values = self._head_to_head(tied)
        elif rule is TieBreak.HAND_SCORES:
            values = {tally.team: Fraction(tally.hand_score_sum) for tally in tied}
        elif rule is TieBreak.BEST_RESULTS:
            values = {tally.team: Fraction(tally.best_results) for tally in tied}
        else:
            values = {tally.team: Fraction(tally.infractions) for tally in tied}
        return {team: TieSplit(rule, value) for team, value in values.items()}

    def _head_to_head(self, tied: Sequence[_Tally[T]]) -> dict[T, Fraction]:
        """Final scores against the tied teams; nothing unless all of them have met.

        Two teams have met when they have at least one scored hand against each other.
        """
        if not all(b.team in a.opponents for a, b in combinations(tied, 2)):
            return {}
        values = {}
        for tally in tied:
            finals = [final for other in tied for final in tally.opponents.get(other.team, ())]
            total = _exact_sum(finals)
            values[tally.team] = Fraction(total, len(finals)) if self.by_mean else total
        return values


def _rows(ladder: Iterable[_Step[T]]) -> Iterator[StandingsRow[T]]:
    rank = 1
    for step in ladder:
        for tally in step.tallies:
            yield StandingsRow(
                rank=rank,
                team=tally.team,
                hands=tally.hands,
                total=tally.total,
                mean=tally.mean if tally.hands else None,
                hand_score_sum=tally.hand_score_sum,
                best_results=tally.best_results,
                infractions=tally.infractions,
                deduction=tally.deduction,
                splits=step.splits.get(tally.team, ()),
            )
        rank += len(step.tallies)
