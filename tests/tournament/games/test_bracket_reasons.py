"""Why a pair went on stands in the bracket, on page and paper, where the points don't say it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from scoring.game.seats import Side
from tests.tournament.exports.reading import text_of
from tests.tournament.exports.test_pdf_bracket import PAPER, request_for
from tests.tournament.exports.words import word_faults
from tests.tournament.factories import english_client
from tests.tournament.games.cup import Cup
from tournament.exports.papers.assembly import bind_papers
from tournament.rounds.services.lifecycle import close_round, reopen_round

pytestmark = pytest.mark.django_db


def shown(cup: Cup) -> tuple[str, str]:
    """What stands in the picture on the page, and on the paper."""
    page = english_client().get(f"/c/{cup.championship.slug}/standings/").content.decode()
    drawing = page[page.index('<svg class="drawing bracket') :].split("</svg>")[0]
    visible = re.sub(r"<title>.*?</title>", "", drawing, flags=re.DOTALL)
    with override("en"):
        paper = text_of(bind_papers(request_for(cup.championship), [PAPER]).content)
    return visible, " ".join(paper.split())


@pytest.mark.parametrize("points", [(66, 40), (0, 0)])
def test_a_game_that_was_given(points: tuple[int, int]) -> None:
    cup = Cup(4)
    cup.begin(1)
    first, other = cup.matches(1)
    cup.enter(first, *points, given_to=Side.EW, note="came late")
    cup.enter(other, 100, 50)
    close_round(actor=cup.actor, round=cup.round(1))
    for text in shown(cup):
        assert text.count("given by a referee") == 1


def test_opponents_that_have_withdrawn() -> None:
    cup = Cup(4)
    cup.play(1)
    cup.withdraw(1, 2)
    cup.begin(2)
    for match in cup.matches(2):
        cup.enter(match, 100, 50)
    close_round(actor=cup.actor, round=cup.round(2))
    for text in shown(cup):
        assert "opponents withdrawn" in text


def test_a_pair_that_had_played_on_before_a_correction() -> None:
    cup = Cup(4)
    cup.play(1)
    cup.play(2)
    reopen_round(actor=cup.actor, round=cup.round(1), reason="a wrong slip")
    cup.enter(cup.matches(1)[0], 66, 40)
    cup.enter(cup.matches(1)[0], 40, 66)
    close_round(actor=cup.actor, round=cup.round(1))
    for text in shown(cup):
        assert "had already played on" in text


def test_one_of_two_games_is_no_sum() -> None:
    cup = Cup(4, legs=2)
    cup.begin(1)
    for match in cup.matches(1):
        cup.enter(match, 30, 20)
    close_round(actor=cup.actor, round=cup.round(1))
    page, paper = shown(cup)
    for text in (page, paper):
        assert "30" in text
        assert "=" not in re.sub(r'[\w:-]+="[^"]*"', "", text)


@pytest.mark.poppler
@pytest.mark.parametrize("pairs", [4, 8, 16, 32])
def test_notes_lie_on_nothing_and_are_not_cut(pairs: int, tmp_path: Path) -> None:
    cup = Cup(pairs)
    cup.begin(1)
    for match in cup.matches(1):
        cup.enter(match, 100, 50, given_to=Side.EW, note="came late")
    close_round(actor=cup.actor, round=cup.round(1))
    for language in ("ca", "es", "en"):
        with override(language):
            content = bind_papers(request_for(cup.championship), [PAPER]).content
        assert word_faults(content, tmp_path) == [], language
    assert text_of(content).count("given by a referee") == pairs // 2
