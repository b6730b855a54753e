"""What split a tie, in the auditor's workbook: a value, and formulas that say whether it holds.

Head-to-head and drawn cards can't be had from a few cells. So a pair's place among those it was
tied with is given as the program found it, and it counts only as long as the tie is the same one:
the same pairs, with everything unchanged that a tie-break looks at. Each pair has a *check figure*
in which all of that has a part: the scores of its rounds (a match, and so a head-to-head, lies
within one round), the sum of its hand scores, its best results, its rule-breaks, and what ranks.
A tie that is not the same any more shares the rank, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.rounding import half_up
from scoring.settings import RankBy
from tournament.standings.queries import Deduction, StandingsLine, StandingsView, TeamRef

COMPARED_PLACES = 9
"""Decimals of a total or a mean that ranks compare: two that are equal can differ as floats."""
TOLERANCE = "0.000001"
"""How much check figures differ that are the same, as formulas write it."""

_OF_DEDUCTION = 13
_OF_MEAN = 101
_OF_BREAKS = 1_009
_OF_BEST = 10_007
_OF_HAND_SCORES = 100_003
"""The parts in the check figure; a round's score has the number of its column."""


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A pair's line; `standing` is None for one that is not ranked.

    `tied`: how many have its value, itself counted; `place`: which of them it is, None where no
    other has it.
    """

    team: TeamRef
    standing: StandingsLine | None
    deduction: Fraction
    place: int | None
    tied: int

    @property
    def remark(self) -> str:
        return self.standing.tie_text if self.standing else ""


def ranked_lines(
    view: StandingsView, deductions: Mapping[int, Sequence[Deduction]]
) -> Iterator[RankedLine]:
    """All pairs in the order of the standings, those without a rank at the end.

    `deductions` are by team id, also of pairs that are not ranked.
    """
    by_mean = view.ranked_by is RankBy.MEAN

    def compared(line: StandingsLine) -> tuple[bool, Fraction]:
        return bool(line.hands), value_of(line, by_mean=by_mean)

    for _value, group in groupby(view.lines, compared):
        tied = list(group)
        for line in tied:
            place = 1 + line.rank - tied[0].rank if len(tied) > 1 else None
            yield RankedLine(line.team, line, line.deduction, place, len(tied))
    for team in view.unranked:
        taken = sum((one.points for one in deductions.get(team.id, ())), Fraction(0))
        yield RankedLine(team, None, taken, None, 1)


def value_of(line: StandingsLine, *, by_mean: bool) -> Fraction:
    """What ranks a pair, as ranks compare it."""
    value = line.mean if by_mean and line.mean is not None else line.total
    return Fraction(half_up(value, COMPARED_PLACES))


def check_formula(
    *, rounds: str, deduction: str, by_mean: str, breaks: str, best: str, hand_scores: str
) -> str:
    """The check figure from the cells that take part in it."""
    return (
        f"SUMPRODUCT({rounds},COLUMN({rounds}))+{_OF_DEDUCTION}*{deduction}+{_OF_MEAN}*{by_mean}"
        f"+{_OF_BREAKS}*{breaks}+{_OF_BEST}*{best}+{_OF_HAND_SCORES}*{hand_scores}"
    )


def check_figure(
    line: RankedLine, rounds: Sequence[int], first_column: int, *, by_mean: bool
) -> Fraction:
    """The check figure of a pair; scores of the rounds stand from `first_column` on."""
    figure = _OF_DEDUCTION * line.deduction + _OF_MEAN * by_mean
    now = line.standing
    if now is None:
        return figure
    for column, number in enumerate(rounds, start=first_column):
        figure += column * (now.by_round[number] or 0)
    return (
        figure
        + _OF_BREAKS * now.infractions
        + _OF_BEST * now.best_results
        + _OF_HAND_SCORES * now.hand_score_sum
    )
