"""Ties in the auditor's workbook: how each was split, and whether that still holds.

Head-to-head and drawn cards can't be computed from a few cells. So a pair's place within its tie is
a value, which counts only as long as the tie is unchanged: equal pairs, and everything that a
tie-break can depend on, which is their hands (`scoring.duplicate.tally.Tally`). Each pair has a
*check figure* made from all of that: the number, final score, hand score and rule-break of every
hand, their sums, the deduction, and the value that ranks. So future tie-breaks are covered too. In
a tie that has changed, the pairs share the rank, and a note says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from scoring.duplicate.scores import Origin
from scoring.rank_by import RankBy
from scoring.rounding import rounded
from tournament.exports.excel.auditor.layout import Column as HandColumn
from tournament.standings.contestants import ContestantRef
from tournament.standings.lines import StandingsLine
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.scores import DealtScores
from tournament.standings.rankings.ranking import StandingsView
from tournament.standings.remarks import place_reasons

COMPARED_PLACES = 9
"""Decimals of a total or a mean that ranks compare: equal values can differ as floats."""
TOLERANCE = "0.000001"
"""Largest difference of equal check figures, as formulas write it."""

_OF_DEDUCTION = 13
_OF_MEAN = 101
_OF_BREAKS = 1_009
_OF_BEST = 10_007
_OF_HAND_SCORES = 100_003
"""Factors in the check figure; those of rounds are column numbers, of hands their numbers."""


@dataclass(frozen=True, slots=True)
class CheckedHand:
    """A pair's hand that counts, as a tie-break sees it."""

    number: int
    final: Fraction
    hand_score: int
    broke: bool


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A pair's line; `standing` is None for a pair without a rank.

    `tied`: how many have its value, itself counted; `place`: its place among them, None where no
    other has it.
    """

    contestant: ContestantRef
    standing: StandingsLine[HandFigures] | None
    deduction: Fraction
    place: int | None
    tied: int
    hands: tuple[CheckedHand, ...] = ()

    @property
    def remark(self) -> str:
        if self.standing is None:
            return ""
        told = (*place_reasons(self.standing), self.standing.tie_text)
        return "; ".join(filter(None, told))


def ranked_lines(view: StandingsView[HandFigures], scores: DealtScores) -> Iterator[RankedLine]:
    """Yield all pairs in the order of the standings, those without a rank at the end."""
    by_mean = view.ranked_by == RankBy.MEAN
    hands = _checked_hands(scores)

    def compared(line: StandingsLine[HandFigures]) -> tuple[int | None, str, bool, Fraction]:
        group, has_hands = line.contestant.group, bool(line.figures.counted_hands)
        return group, line.completion, has_hands, value_of(line, by_mean=by_mean)

    for _value, group in groupby(view.lines, compared):
        tied = list(group)
        for line in tied:
            place = 1 + line.rank - tied[0].rank if len(tied) > 1 else None
            own = tuple(hands[line.contestant.id])
            yield RankedLine(line.contestant, line, line.figures.deduction, place, len(tied), own)
    for contestant in view.unranked:
        taken = sum((one.points for one in scores.deductions.get(contestant.id, ())), Fraction(0))
        yield RankedLine(contestant, None, taken, None, 1)


def _checked_hands(scores: DealtScores) -> Mapping[int, list[CheckedHand]]:
    """Return every pair's hands that count, by its id."""
    found: dict[int, list[CheckedHand]] = defaultdict(list)
    for sheet in scores.sheets.values():
        for entry in sheet.entries:
            for own in entry.sides:
                if own.final is not None:
                    broke = own.origin is Origin.INFRACTION
                    hand = CheckedHand(sheet.deal, own.final, own.hand_score or 0, broke)
                    found[own.contestant.id].append(hand)
    return found


def value_of(line: StandingsLine[HandFigures], *, by_mean: bool) -> Fraction:
    """Return the value that ranks a pair, as ranks compare it."""
    value = line.figures.mean if by_mean and line.figures.mean is not None else line.figures.total
    return Fraction(rounded(value, COMPARED_PLACES))


def check_formula(
    *,
    rounds: str,
    deduction: str,
    by_mean: str,
    breaks: str,
    best: str,
    hand_scores: str,
    of_hands: Mapping[HandColumn, str],
) -> str:
    """Return the check figure as a formula of the cells that take part in it.

    `of_hands` are formulas of what each hand gave, multiplied with the hand's number and added up.
    """
    parts = "".join(f"+{weight}*({of_hands[column]})" for column, weight in _HAND_PARTS.items())
    return (
        f"SUMPRODUCT({rounds},COLUMN({rounds}))+{_OF_DEDUCTION}*{deduction}+{_OF_MEAN}*{by_mean}"
        f"+{_OF_BREAKS}*{breaks}+{_OF_BEST}*{best}+{_OF_HAND_SCORES}*{hand_scores}{parts}"
    )


def check_figure(
    line: RankedLine, rounds: Sequence[int], first_column: int, *, by_mean: bool
) -> Fraction:
    """Return the check figure of a pair; scores of the rounds stand from `first_column` on."""
    figure = _OF_DEDUCTION * line.deduction + _OF_MEAN * by_mean
    now = line.standing
    if now is None:
        return figure
    for column, number in enumerate(rounds, start=first_column):
        figure += column * (now.figures.by_round[number] or 0)
    return (
        figure
        + _OF_BREAKS * now.figures.infractions
        + _OF_BEST * now.figures.best_results
        + _OF_HAND_SCORES * now.figures.hand_score_sum
        + sum((_of_hand(hand) for hand in line.hands), Fraction(0))
    )


_HAND_PARTS: Mapping[HandColumn, int] = {
    HandColumn.FINAL: 3,
    HandColumn.COMPARED: 29,
    HandColumn.BREAKS: 311,
}


def _of_hand(hand: CheckedHand) -> Fraction:
    return hand.number * (
        _HAND_PARTS[HandColumn.FINAL] * hand.final
        + _HAND_PARTS[HandColumn.COMPARED] * hand.hand_score
        + _HAND_PARTS[HandColumn.BREAKS] * hand.broke
    )
