"""Standings and hand sheets on paper: every figure is there, and is the read model's."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import translation

from scoring.announcements import Announcement, Denomination, Double
from scoring.championship import Infraction, TableResult
from scoring.settings import RankBy, Settings
from tests.tournament.exports.reading import page_texts, text_of
from tests.tournament.exports.samples import (
    HARD_NAMES,
    LONG_NAME,
    Sample,
    hand_sheet,
    heading,
    teams,
)
from tests.tournament.exports.six_tables import FINALS, HAND_SCORES, six_tables_sheet
from tournament.core.numbers import mean_text, score_text, signed_text
from tournament.exports.pdf.hand_sheets import hand_sheets_pdf
from tournament.exports.pdf.standings import standings_pdf
from tournament.models import NotPlayedReason, Outcome
from tournament.standings.queries import HandSheet


def squeezed(text: str) -> str:
    """Without spaces: where lines are broken is not the matter."""
    return "".join(text.split())


def standings_row(text: str, start: str, count: int) -> list[str]:
    """The `count` words that follow `start`."""
    return text.split(start, 1)[1].split()[:count]


@pytest.mark.parametrize("language", ["ca", "es", "en"])
def test_every_pair_has_its_row_with_every_score(language: str) -> None:
    sample = Sample(8, 3)
    view = sample.standings()
    with translation.override(language):
        text = text_of(standings_pdf(heading(), view))
        expected = [
            [
                *(score_text(line.by_round[number]) for number in view.rounds),
                str(line.hands),
                score_text(line.total),
                mean_text(line.mean),
            ]
            for line in view.lines
        ]

    for line, scores in zip(view.lines, expected):
        last_word = " ".join([line.team.name, line.team.club]).strip()
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
    lines[4] = replace(lines[4], deduction=Fraction(3, 2))
    lines[5] = replace(lines[5], team=replace(lines[5].team, withdrawn_from=3))
    with translation.override("en"):
        text = text_of(standings_pdf(heading(), replace(view, lines=tuple(lines))))

    assert "Head-to-head: 6.50" in text
    assert " 4= " in text
    assert "1.50 deducted from the total" in text
    assert "withdrawn from round 3" in text


def test_a_pair_with_its_own_name_is_shown_with_its_players() -> None:
    view = Sample(4, 1).standings()
    first = replace(view.lines[0], team=replace(view.lines[0].team, name="Els Invencibles"))
    text = text_of(standings_pdf(heading(), replace(view, lines=(first, *view.lines[1:]))))

    assert "Els Invencibles" in text
    for player in first.team.players:
        assert player in text


def test_rounds_that_do_not_fit_follow_on_pages_of_their_own() -> None:
    view = Sample(12, 11).standings()
    many = tuple(range(1, 40))
    lines = tuple(
        replace(line, by_round={number: Fraction(number, 8) for number in many})
        for line in view.lines
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


def sheet_text(sheet: HandSheet, language: str = "en") -> str:
    with translation.override(language):
        return text_of(hand_sheets_pdf(heading(), [sheet]))


def test_the_six_table_example_is_right_to_the_hundredth() -> None:
    text = sheet_text(six_tables_sheet())

    announced = ["", "", "contro", "botifarra", "", "contro"]
    points = [(37, 35), (35, 37), (28, 44), (40, 32), (42, 30), (30, 42)]
    for both, word, scores, finals in zip(points, announced, HAND_SCORES, FINALS):
        row = [*map(str, both), word, *map(signed_text, scores), *finals]
        assert " ".join(filter(None, row)) in text
    assert "NS: hand scores from −16 to +6, 6 compared" in text
    assert "EW: hand scores from −8 to +8, 6 compared" in text


def test_the_six_table_example_has_commas_in_catalan() -> None:
    assert "+6 −6 2,00 1,13" in sheet_text(six_tables_sheet(), "ca")


def test_a_hand_sheet_tells_of_rule_breaks_and_hands_not_played() -> None:
    of = teams(8)
    results = [
        TableResult(1, 2, 40),
        TableResult(3, 4, 30, Announcement(Denomination.OROS, Double.RECONTRO)),
        TableResult(5, 6, None, infraction=Infraction.NS),
    ]
    sheet = hand_sheet(1, results, of)
    not_played = replace(
        sheet.entries[0],
        table_name="Finestra",
        outcome=Outcome.NOT_PLAYED,
        not_played_reason=NotPlayedReason.OTHER.value,
        note="el pal de bastos era incomplet",
        ns_points=None,
        ew_points=None,
        ns_hand_score=None,
        ew_hand_score=None,
        ns_final=None,
        ew_final=None,
        ns_origin=None,
        ew_origin=None,
    )
    sheet = replace(sheet, entries=(*sheet.entries, not_played))
    text = sheet_text(sheet)

    assert "coins, recontro" in text
    assert "rule-break by NS; the other side gets the average" in text
    assert "– – – – 0.00" in text
    assert "Finestra" in text
    assert "not played: el pal de bastos era incomplet" in text


def test_a_note_beside_a_rule_break_is_not_for_everybody() -> None:
    sheet = hand_sheet(1, [TableResult(1, 2, None, infraction=Infraction.NS)], teams(2))
    noted = replace(sheet.entries[0], note="In Pere's words: I didn't look")

    assert "Pere's" not in sheet_text(replace(sheet, entries=(noted,)))


def test_a_flat_hand_says_so() -> None:
    sheet = hand_sheet(1, [TableResult(1, 2, 40), TableResult(3, 4, 40)], teams(4))

    assert "NS: flat, all +4 · EW: flat, all −4" in sheet_text(sheet)


def test_a_sheet_without_tables_says_so() -> None:
    sheet = replace(hand_sheet(1, [TableResult(1, 2, 40)], teams(2)), entries=())

    assert "No table played this hand." in sheet_text(sheet)


def test_a_hand_stays_on_one_page_if_it_can() -> None:
    sample = Sample(12, 1)
    with translation.override("en"):
        pages = page_texts(hand_sheets_pdf(heading(), sample.sheets_of([1])))

    for deal in range(1, 5):
        (page,) = [page for page in pages if f"Hand {deal} " in page]
        assert page.count("compared · ") >= 1
