"""Which hand was furthest above its field."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from scoring.duplicate.scores import Infraction, TableResult
from scoring.game.announcements import Announcement, Denomination, Double
from scoring.game.seats import Side, Sides
from tests.tournament.exports.samples import Sample, contestants, hand_sheet
from tournament.standings.rankings.dealt_hands.best_hand import LEAST_OTHERS, best_hand

OF = contestants(8)


def table(ns: int, points: int, double: Double = Double.NONE) -> TableResult[int]:
    return TableResult(Sides(ns, ns + 1), points, Announcement(Denomination.OROS, double))


def test_it_is_the_furthest_above_the_mean_of_the_others() -> None:
    plain = hand_sheet(1, [table(1, 36), table(3, 40), table(5, 30), table(7, 60)], OF)
    best = best_hand([plain])
    assert best is not None
    assert (best.contestant.number, best.side) == (7, Side.NS)
    assert best.hand_score == 24
    assert best.mean == Fraction(0 + 4 - 6, 3)
    assert best.above == 24 + Fraction(2, 3)


def test_it_is_the_same_as_by_plain_arithmetic() -> None:
    sheets = Sample(12, 5).sheets.values()
    best = best_hand(sheets)
    assert best is not None
    found = []
    for sheet in sheets:
        for side in Side:
            scores = [
                entry.sides[side].hand_score
                for entry in sheet.entries
                if entry.sides[side].hand_score is not None
            ]
            for at, score in enumerate(scores):
                others = scores[:at] + scores[at + 1 :]
                if len(others) >= LEAST_OTHERS:
                    found.append(
                        Fraction(score or 0) - Fraction(sum(filter(None, others)), len(others))
                    )
    assert best.above == max(found)


def test_a_pair_that_has_withdrawn_is_no_more_than_one_of_the_field() -> None:
    gone = {
        one.id: replace(one, withdrawn_from=3) if one.number == 7 else one for one in OF.values()
    }
    results = [table(1, 36), table(3, 40), table(5, 30), table(7, 60)]
    best = best_hand([hand_sheet(1, results, gone)])
    assert best is not None
    assert best.contestant.number == 6
    assert best.mean == Fraction(0 - 4 - 24, 3)


def test_of_equally_good_ones_it_is_the_first() -> None:
    results = [table(1, 36), table(3, 36), table(5, 60)]
    sheets = [hand_sheet(deal, results, OF) for deal in (5, 2, 9)]
    best = best_hand(sheets)
    assert best is not None
    assert best.sheet.deal == 2
    assert best_hand(reversed(sheets)) == best


def test_two_tables_are_no_field() -> None:
    assert best_hand([hand_sheet(1, [table(1, 20), table(3, 70)], OF)]) is None


def test_what_is_not_compared_is_no_hand_of_anybody() -> None:
    broken = replace(table(7, 72), infraction=Infraction.EW)
    results = [table(1, 36), table(3, 40), table(5, 30)]
    best = best_hand([hand_sheet(1, [*results, broken], OF)])
    assert best is not None
    assert best.contestant.number == 6  # of pair 5, East–West with 42 points
    cancelled = hand_sheet(1, [*results, table(7, 72)], OF, why_cancelled="a card was seen")
    assert best_hand([cancelled]) is None


def test_where_everybody_made_the_same_there_is_none() -> None:
    assert best_hand([hand_sheet(1, [table(one, 36) for one in (1, 3, 5)], OF)]) is None
    assert best_hand([]) is None
