"""The paper of a bracket, for few and for many pairs with the longest names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.tournament.exports.reading import page_texts, reader, text_of
from tests.tournament.exports.samples import LONG_NAME, MADE_AT
from tests.tournament.exports.words import word_faults
from tests.tournament.factories import make_scheduled
from tests.tournament.games.cup import Cup
from tournament.core.errors import UserError
from tournament.core.stages import stages_of
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.models import Championship, Contestant, Player

pytestmark = pytest.mark.django_db

PAPER = PAPERS["bracket"]


def request_for(championship: Championship) -> PaperRequest:
    stages = stages_of(championship)
    return PaperRequest(stages, (), MADE_AT, "http://hall", known_of(stages))


def played(pairs: int, rounds: int) -> PaperRequest:
    cup = Cup(pairs)
    for contestant in Contestant.objects.filter(championship=cup.championship):
        if contestant.number % 2:
            Player.objects.filter(contestant=contestant).update(name=LONG_NAME)
        if contestant.number % 3 == 0:
            contestant.name = LONG_NAME
            contestant.save()
    for number in range(1, rounds + 1):
        cup.play(number)
    return request_for(cup.championship)


@pytest.mark.poppler
@pytest.mark.parametrize(
    ("pairs", "rounds", "pages"),
    [(2, 1, 1), (6, 3, 1), (11, 2, 1), (16, 4, 1), (32, 1, 1), (64, 2, 3)],
)
def test_its_words_have_room(pairs: int, rounds: int, pages: int, tmp_path: Path) -> None:
    request = played(pairs, rounds)
    for language in ("ca", "es", "en"):
        with translation.override(language):
            content = bind_papers(request, [PAPER]).content
        assert word_faults(content, tmp_path) == [], language
        assert len(reader(content).pages) == pages
    first = reader(content).pages[0].mediabox
    assert first.width > first.height


def test_two_games_a_tie_leave_room_for_letters_that_can_be_read() -> None:
    cup = Cup(16, legs=2)
    for contestant in cup.contestants:
        for player in contestant.players.all():
            player.name = f"{player.name.split()[0]} Puigdomènech"
            player.save()
    for number in (1, 2):
        cup.play(number)
    (page,) = reader(bind_papers(request_for(cup.championship), [PAPER]).content).pages
    sizes: list[float] = []

    def size(text: str, _cm: list[float], tm: list[float], _font: object, points: float) -> None:
        if "Puig" in text:
            sizes.append(points * tm[3])

    page.extract_text(visitor_text=size)
    assert len(sizes) >= 16
    assert min(map(abs, sizes)) >= 8.5


def test_it_tells_who_met_whom_and_who_went_on() -> None:
    cup = Cup(6)
    cup.play(1)
    text = text_of(bind_papers(request_for(cup.championship), [PAPER]).content)
    for contestant in cup.contestants:
        assert f"{contestant.number} " in text
    assert "Semifinal" in text
    assert len(re.findall(r"\b100\b", text)) == 2, "two matches in the first round"


def test_the_last_page_of_many_has_the_final_and_who_was_third() -> None:
    request = played(64, 0)
    with translation.override("en"):
        texts = page_texts(bind_papers(request, [PAPER]).content)
    assert ["Third place" in " ".join(text.split()) for text in texts] == [False, False, True]


def test_reading_costs_the_same_for_few_and_for_many() -> None:
    counts = []
    for pairs in (4, 16):
        request = played(pairs, 1)
        with CaptureQueriesContext(connection) as queries:
            list(PAPER.pages(request))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_same_request_gives_the_same_bytes() -> None:
    request = played(8, 1)
    assert bind_papers(request, [PAPER]).content == bind_papers(request, [PAPER]).content


def test_without_a_knock_out_there_is_none() -> None:
    championship = make_scheduled(4)
    with pytest.raises(UserError):
        bind_papers(request_for(championship), [PAPER])
