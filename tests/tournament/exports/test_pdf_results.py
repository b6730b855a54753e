"""Standings on paper: every figure is there, and is the read model's."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import translation

from scoring.duplicate.settings import Settings
from scoring.rank_by import RankBy
from tests.tournament.exports.files import standings_pdf
from tests.tournament.exports.reading import page_texts, text_of
from tests.tournament.exports.samples import HARD_NAMES, LONG_NAME, Sample, heading
from tournament.core.numbers import mean_text, score_text
from tournament.standings.rulings import Deduction


def squeezed(text: str) -> str:
    """Without spaces: where lines are broken is not the matter."""
    return "".join(text.split())


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_every_pair_has_its_row_with_every_score(language: str) -> None:
    sample = Sample(8, 3)
    view = sample.standings()
    with translation.override(language):
        text = text_of(standings_pdf(heading(), view))
        expected = [
            [
                *(score_text(line.figures.by_round[number]) for number in view.rounds),
                str(line.figures.hands),
                score_text(line.figures.total),
                mean_text(line.figures.mean),
            ]
            for line in view.lines
        ]

    for line, scores in zip(view.lines, expected):
        last_word = " ".join([line.contestant.name, line.contestant.club]).strip()
        # Names may be broken, so a row is found by its scores, right after which the next begins.
        assert " ".join(scores) in text, last_word
    assert ("," in expected[0][-1]) is (language != "en")


def test_names_are_printed_as_they_are() -> None:
    text = squeezed(text_of(standings_pdf(heading(), Sample(12, 4, hard_names=True).standings())))

    for name in HARD_NAMES:
        assert squeezed(name) in text
    assert len(LONG_NAME) == 60


def test_the_standings_say_what_split_a_tie_who_shares_a_rank_and_what_was_deducted() -> None:
    view = Sample(8, 3).standings()
    lines = list(view.lines)
    lines[1] = replace(lines[1], tie_text="Head-to-head: 6.50")
    lines[3] = replace(lines[3], shared=True)
    late = (Deduction(1, Fraction(1), "late"), Deduction(4, Fraction(1, 2), "noise <b>"))
    figures = replace(lines[4].figures, deduction=Fraction(3, 2))
    lines[4] = replace(lines[4], figures=figures, deductions=late)
    lines[5] = replace(lines[5], contestant=replace(lines[5].contestant, withdrawn_from=3))
    with translation.override("en"):
        text = text_of(standings_pdf(heading(), replace(view, lines=tuple(lines))))

    assert "Head-to-head: 6.50" in text
    assert " 4= " in text
    assert "1.00 deducted from the total: late" in text
    assert "0.50 deducted from the total: noise <b>" in text
    assert "withdrawn from round 3" in text


def test_a_pair_with_its_own_name_is_shown_with_its_players() -> None:
    view = Sample(4, 1).standings()
    first = replace(
        view.lines[0], contestant=replace(view.lines[0].contestant, name="Els Invencibles")
    )
    text = text_of(standings_pdf(heading(), replace(view, lines=(first, *view.lines[1:]))))

    assert "Els Invencibles" in text
    for player in first.contestant.players:
        assert player in text


def test_rounds_that_do_not_fit_follow_on_pages_of_their_own() -> None:
    view = Sample(12, 11).standings()
    many = tuple(range(1, 40))
    by_round = {number: Fraction(number, 8) for number in many}
    lines = tuple(
        replace(line, figures=replace(line.figures, by_round=by_round)) for line in view.lines
    )
    with translation.override("en"):
        pages = page_texts(standings_pdf(heading(), replace(view, rounds=many, lines=lines)))

    assert "R1 " not in pages[0]
    after = " ".join(pages[1:])
    for number in many:
        assert after.count(f"R{number} ") == 1
        assert after.count(f" {score_text(Fraction(number, 8))} ") >= 1
    assert "Scores of the rounds" in after


def test_the_column_that_ranks_is_named() -> None:
    view = Sample(6, 2).standings(Settings(rank_by=RankBy.MEAN))
    with translation.override("en"):
        text = text_of(standings_pdf(heading(), view))

    assert "Ranked by the mean score per hand." in text


def test_standings_before_the_first_result_say_so() -> None:
    view = replace(Sample(4, 1).standings(), lines=(), rounds=())
    with translation.override("en"):
        assert "There are no standings yet." in text_of(standings_pdf(heading(), view))


def test_three_pairs_and_two_hundred_fit() -> None:
    assert len(page_texts(standings_pdf(heading(), Sample(3, 3).standings()))) == 1
    assert len(page_texts(standings_pdf(heading(), Sample(200, 7).standings()))) <= 14
