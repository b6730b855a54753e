"""The sentence about a tie: every rule with its value, in the figures of the language."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from django.utils import translation

from scoring.duplicate.standings import Standings, StandingsRow, TieSplit
from scoring.duplicate.tie_breaks import TieBreak
from scoring.game.cards import Card
from scoring.rank_by import RankBy
from tournament.standings.contestants import ContestantRef
from tournament.standings.rankings.dealt_hands.ties import tie_texts
from tournament.standings.rankings.ranking import Row
from tournament.standings.rankings.tie_words import texts_of_ties


def row(contestant: int, rank: int, splits: Sequence[TieSplit] = ()) -> StandingsRow[int]:
    return StandingsRow(
        rank, contestant, 4, Fraction(6), Fraction(3, 2), 0, 0, 0, Fraction(0), tuple(splits)
    )


def texts(*rows: StandingsRow[int]) -> dict[int, str]:
    contestants = {
        one.contestant: ContestantRef(one.contestant, one.contestant + 10, "", (), (), "", 1, None)
        for one in rows
    }
    return tie_texts(Standings(rows, RankBy.TOTAL), contestants)


@pytest.mark.parametrize(
    ("split", "words"),
    [
        (TieSplit(TieBreak.HEAD_TO_HEAD, Fraction(53, 8)), "head-to-head (6.63)"),
        (TieSplit(TieBreak.HAND_SCORES, Fraction(-12)), "sum of hand scores (−12)"),
        (TieSplit(TieBreak.BEST_RESULTS, Fraction(3)), "number of best results (3)"),
        (TieSplit(TieBreak.FEWEST_INFRACTIONS, Fraction(0)), "fewest rule-breaks (0)"),
        # What is not whole is not cut: no rule of today has such values, one of tomorrow may.
        (TieSplit(TieBreak.HAND_SCORES, Fraction(-5, 2)), "sum of hand scores (−2.50)"),
        (TieSplit(TieBreak.BEST_RESULTS, Fraction(7, 2)), "number of best results (3.50)"),
        (TieSplit(TieBreak.DRAW, None, Card.parse("RE")), "drawing a card (12, swords)"),
    ],
)
def test_each_rule_with_its_value(split: TieSplit, words: str) -> None:
    assert (
        texts(row(1, 1, [split]), row(2, 2, [split]))[1] == f"Tied with pair 12; split by {words}."
    )


def test_many_others_are_counted() -> None:
    found = texts(*[row(contestant, 1) for contestant in range(1, 9)])
    assert found[1] == "Tied with 7 other pairs; no rule splits them."


def test_one_rule_after_the_other() -> None:
    splits = [
        TieSplit(TieBreak.HEAD_TO_HEAD, Fraction(6)),
        TieSplit(TieBreak.HAND_SCORES, Fraction(4)),
    ]
    found = texts(row(1, 1, splits), row(2, 2, splits), row(3, 3, splits[:1]))
    assert found[1] == (
        "Tied with pairs 12, 13; split by head-to-head (6.00), then sum of hand scores (+4)."
    )


def test_decimals_follow_the_language() -> None:
    split = TieSplit(TieBreak.HEAD_TO_HEAD, Fraction(53, 8))
    with translation.override("ca"):
        assert "(6,63)" in texts(row(1, 1, [split]), row(2, 2, [split]))[1]


def test_who_was_not_tied_has_no_sentence() -> None:
    assert texts(row(1, 1)) == {}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("ca", "Empat amb el jugador 2; cap regla no el desfà."),
        ("es", "Empate con el jugador 2; ninguna regla lo deshace."),
        ("en", "Tied with player 2; no rule splits them."),
    ],
)
def test_a_tie_of_players_has_no_gender(language: str, told: str) -> None:
    players = {
        number: ContestantRef(number, number, "Anna", ("Anna",), (), "", 1, None)
        for number in (1, 2)
    }
    rows = [Row(1, number, None) for number in players]
    with translation.override(language):
        found = texts_of_ties(rows, dict.fromkeys(players, 0), players, str)
    assert found[1] == told
