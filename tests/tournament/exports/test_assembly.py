"""Several papers in one file: its table of contents, its page numbers, its progress."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from tests.benchmarks.large import large_championship
from tests.tournament.exports.reading import page_texts, reader
from tests.tournament.exports.samples import MADE_AT
from tournament.core.errors import NotNow
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import TooLong, bind_papers
from tournament.models import Round, RoundStatus, Stage

pytestmark = pytest.mark.django_db


def request_for(contestants: int, rounds: int, *asked: int, **more: Any) -> PaperRequest:
    """A request for papers of a championship whose rounds are all closed."""
    large_championship(contestants, rounds)
    stage = Stage.objects.select_related("championship").get()
    return PaperRequest((stage,), asked, MADE_AT, "http://hall", known_of((stage,)), **more)


def contents(content: bytes) -> list[tuple[int, str]]:
    """The table of contents: how deep each entry stands, and its title."""

    def walk(entries: list[Any], level: int) -> list[tuple[int, str]]:
        found = []
        for entry in entries:
            if isinstance(entry, list):
                found += walk(entry, level + 1)
            else:
                found.append((level, str(entry["/Title"])))
        return found

    return walk(reader(content).outline, 0)


def test_papers_and_rounds_are_levels_of_the_contents_and_their_blocks_below() -> None:
    request = request_for(4, 2, 1, 2)
    with translation.override("en"):
        bound = bind_papers(request, [PAPERS["pairings"], PAPERS["hand-sheets"]])

    assert contents(bound.content) == [
        (0, "Pairings"),
        (1, "Round 1"),
        (1, "Round 2"),
        (0, "Hand sheets"),
        (1, "Round 1"),
        *((2, f"Hand {number}") for number in (1, 2, 3, 4)),
        (1, "Round 2"),
        *((2, f"Hand {number}") for number in (5, 6, 7, 8)),
    ]
    assert bound.heading.full_title == "Papers – Rounds 1, 2"


def test_a_paper_alone_has_its_rounds_outermost_and_names_the_file() -> None:
    request = request_for(4, 2, 2)
    with translation.override("en"):
        bound = bind_papers(request, [PAPERS["hand-sheets"]])

    assert contents(bound.content)[:2] == [(0, "Round 2"), (1, "Hand 5")]
    assert bound.heading.full_title == "Hand sheets – Round 2"


def test_each_papers_pages_are_numbered_by_themselves() -> None:
    request = request_for(4, 2, 1, 2)
    with translation.override("en"):
        bound = bind_papers(request, [PAPERS["pairings"], PAPERS["commitment"]])

    assert ["Page 1 of 1" in text for text in page_texts(bound.content)] == [True] * 3


def test_what_is_not_there_yet_is_left_out_and_said_where_it_is_all() -> None:
    request = request_for(4, 2, 1, 2)
    Round.objects.filter(number=2).update(status=RoundStatus.OPEN)
    request = PaperRequest(request.stages, (1, 2), MADE_AT, request.site, known_of(request.stages))
    with translation.override("en"):
        bound = bind_papers(request, [PAPERS["hand-sheets"]])
        assert [title for level, title in contents(bound.content) if level == 0] == ["Round 1"]
        only = PaperRequest(request.stages, (2,), MADE_AT, request.site, request.known)
        with pytest.raises(NotNow, match="when the round is closed"):
            bind_papers(only, [PAPERS["hand-sheets"]])


def test_progress_grows_from_nothing_to_everything() -> None:
    told: list[tuple[int, int]] = []
    request = request_for(6, 2, 1, 2, progress=lambda done, of: told.append((done, of)))
    bind_papers(request, list(PAPERS.values()))

    done = [one for one, _of in told]
    assert {of for _one, of in told} == {100}
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, 100)


def test_the_same_request_gives_the_same_bytes() -> None:
    """Two papers in one file are asked for twice; each by itself is asked the same in
    test_every_paper.py."""
    request = request_for(4, 2, 1, 2)
    papers = [PAPERS["pairings"], PAPERS["hand-sheets"]]

    assert bind_papers(request, papers).content == bind_papers(request, papers).content


def test_a_file_of_more_pages_than_are_wanted_is_given_up() -> None:
    request = request_for(4, 2, 1, 2)
    papers = [PAPERS["pairings"], PAPERS["hand-sheets"]]
    content = bind_papers(request, papers).content
    pages = len(reader(content).pages)

    assert bind_papers(request, papers, most=pages).content == content
    with pytest.raises(TooLong):
        bind_papers(request, papers, most=pages - 1)
