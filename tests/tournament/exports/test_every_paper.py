"""Every paper that is registered, in every language, for small and larger championships.

What all papers promise is asked of each of them, so that a new one is tested from its first day:
its frame, its file, and that no text leaves the page or lies on another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from PIL import Image
from pypdf import PageObject
from pytest_django import DjangoDbBlocker

from tests.benchmarks.large import large_championship
from tests.pictures.papers import table_of_papers
from tests.tournament.exports.reading import faults, fonts_of, page_texts, reader, watching
from tests.tournament.exports.samples import LONG_NAME, MADE_AT, heading
from tests.tournament.exports.words import word_faults
from tests.tournament.factories import actor_of, make_user
from tests.tournament.visitors import undone
from tournament.championships.logo import set_logo
from tournament.core.permissions import Level
from tournament.exports.papers import PAPERS, Paper, PaperRequest, Scope, known_of
from tournament.exports.papers.assembly import BoundFile, PaperPart, bind_papers, parts_of
from tournament.exports.pdf.paper import Block, fill, write
from tournament.exports.pdf.text import draw_text, fit
from tournament.models import (
    Championship,
    Contestant,
    Membership,
    Player,
    Result,
    Role,
    Round,
    RoundStatus,
    Stage,
    Table,
)

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]

ROUNDS = 3
LANGUAGES = ("ca", "es", "en")
PAIRS = (3, 12)
FRAMED_IN = {3: "ca", 12: "es"}
"""The language in which the frame is read, by how many pairs there are: it is drawn by one function
for all papers. Tests of single papers read it in English."""
READ_IN = {3: ("ca",), 12: LANGUAGES}
"""The languages in which another program reads where words stand; in the others what is drawn is
watched, in half the time."""
ONLY_READ = {"place-cards", "course"}
"""Papers that are turned, or drawn up to the edge: whoever watches them is none the wiser."""
WITHOUT_A_FRAME = {"diplomas"}
"""Papers that people keep: nothing on them tells of pages, or when they were made."""
SITE = "http://192.168.1.20:8000"
NAME = "Campionat de Catalunya de botifarra duplicada – Memorial Puigdomènech-Col·lell i Castellví"


@dataclass(frozen=True)
class Asked:
    """What every paper is asked for, and the files that were made of it."""

    pairs: int
    request: PaperRequest
    _bound: dict[tuple[str, str], BoundFile] = field(default_factory=dict)

    def bound(self, paper: Paper, language: str) -> BoundFile:
        """The paper of all rounds, made once for all tests."""
        key = paper.name, language
        if key not in self._bound:
            with translation.override(language):
                self._bound[key] = bind_papers(self.request, [paper])
        return self._bound[key]


@pytest.fixture(scope="module", params=PAIRS)
def asked(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Asked]:
    """Make a championship once for all papers, which only read: one table and a pair that rests, or
    many tables."""
    with django_db_blocker.unblock(), undone():
        yield Asked(request.param, make_request(request.param))


def make_request(contestants: int) -> PaperRequest:
    """Two rounds closed and one still to be played; the longest names there can be, and a logo."""
    large_championship(contestants, ROUNDS)
    Championship.objects.update(name=NAME)
    Round.objects.filter(number=ROUNDS).update(
        status=RoundStatus.PLANNED, opened_at=None, closed_at=None, first_closed_at=None
    )
    Result.objects.filter(match__round__number=ROUNDS).delete()
    long_names()
    championship = Championship.objects.get()
    Membership.objects.create(
        championship=championship, user=make_user("organiser"), role=Role.ORGANISER
    )
    picture = BytesIO()
    # On paper as large as a larger one, which would be digested and packed again and again.
    Image.new("L", (50, 20), 90).save(picture, "PNG")
    picture.seek(0)
    set_logo(actor=actor_of(championship), championship=championship, file=picture)
    stage = Stage.objects.select_related("championship").get()
    rounds = tuple(range(1, ROUNDS + 1))
    return PaperRequest((stage,), rounds, MADE_AT, SITE, known_of((stage,)))


def long_names() -> None:
    """Every second pair has players of the longest names, every third a long name of its own."""
    for contestant in Contestant.objects.order_by("number"):
        if contestant.number % 2:
            Player.objects.filter(contestant=contestant).update(name=LONG_NAME)
        if contestant.number % 3 == 0:
            contestant.name, contestant.club = LONG_NAME, LONG_NAME
            contestant.save()
    Table.objects.filter(number=1).update(name="Taula de l’Escenari, vora la porta gran")


def possible(request: PaperRequest, paper: Paper) -> list[PaperPart]:
    """The rounds (or the championship) for which the paper can be made now."""
    found = [part for part in parts_of(request, [paper]) if not part.missing]
    assert found, f"{paper.name} can't be made"
    return found


OF_DEALS = {name: paper for name, paper in PAPERS.items() if name not in {"bracket", "calendar"}}
"""A bracket is asked the same in test_pdf_bracket.py, a calendar in test_calendar.py."""
every_paper = pytest.mark.parametrize("paper", OF_DEALS.values(), ids=OF_DEALS.keys())


@every_paper
def test_its_frame_says_whose_what_when_and_which_page(asked: Asked, paper: Paper) -> None:
    """The first round of a small championship is printed, the last one of a larger one."""
    request = asked.request
    part = possible(request, paper)[0 if asked.pairs == min(PAIRS) else -1]
    with translation.override(FRAMED_IN[asked.pairs]):
        whose = request.heading("")
        bound = bind_papers(replace(request, rounds=part.request.rounds), [paper])
        texts = page_texts(bound.content)
        for number, text in enumerate(texts, start=1):
            page = {"page": number, "pages": len(texts)}
            assert squeezed(NAME) in squeezed(text)
            assert squeezed(whose.details) in squeezed(text)
            if paper.name in WITHOUT_A_FRAME:
                continue
            assert squeezed(whose.made) in squeezed(text)
            assert translation.gettext("Page %(page)s of %(pages)s") % page in text
    for one in reader(bound.content).pages:
        assert "/Image" in kinds_of_pictures(one), "the logo"


def kinds_of_pictures(page: PageObject) -> set[str]:
    """What else than text and lines is placed on a page: images, forms."""
    placed = page["/Resources"].get("/XObject", {})  # type: ignore[attr-defined]
    return {one.get_object()["/Subtype"] for one in placed.values()}


@every_paper
def test_its_file_is_described_searchable_and_always_the_same(asked: Asked, paper: Paper) -> None:
    first = asked.bound(paper, "ca")
    if asked.pairs == max(PAIRS):  # where more could stand in another order
        with translation.override("ca"):
            assert bind_papers(asked.request, [paper]).content == first.content

    pdf = reader(first.content)
    assert pdf.metadata is not None
    assert (pdf.metadata.title or "").startswith(first.heading.title)
    assert pdf.metadata.author == NAME
    assert pdf.metadata.creation_date == MADE_AT
    assert str(pdf.root_object["/Lang"]) == "ca"
    fonts = fonts_of(first.content)
    assert fonts
    assert all(fonts.values()), "every typeface is embedded"


def test_reading_costs_the_same_for_few_and_for_many() -> None:
    counts: dict[str, list[int]] = {name: [] for name in OF_DEALS}
    for contestants in (4, 12):
        stage = large_championship(contestants, ROUNDS, slug=f"of-{contestants}")
        # Some papers are about a round that was played, others about one that will be.
        Round.objects.filter(stage=stage, number=ROUNDS).update(status=RoundStatus.PLANNED)
        for name, paper in OF_DEALS.items():
            # Read anew for each: what a stage has read it may keep.
            stage = Stage.objects.select_related("championship").get(pk=stage.pk)
            request = PaperRequest((stage,), (1, ROUNDS), MADE_AT, SITE, known_of((stage,)))
            part = possible(request, paper)[0]
            with CaptureQueriesContext(connection) as queries:
                list(paper.pages(part.request))
            counts[name].append(len(queries))
    assert {name: (few, many) for name, (few, many) in counts.items() if few != many} == {}


@pytest.mark.poppler
@every_paper
def test_no_word_leaves_the_page_or_lies_on_another(
    asked: Asked, paper: Paper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language in LANGUAGES:
        if language in READ_IN[asked.pairs] or paper.name in ONLY_READ:
            assert word_faults(asked.bound(paper, language).content, tmp_path) == [], language
            continue
        with translation.override(language), watching(monkeypatch) as canvases:
            bind_papers(asked.request, [paper])
        assert canvases[0].marks
        assert faults(canvases[0]) == [], language


@pytest.mark.poppler
def test_the_reader_of_words_sees_faults(tmp_path: Path) -> None:
    def drawn(text: str, right: float) -> Block:
        fitted = fit(text, 90, 9)
        return Block(0, lambda canvas, x, top: draw_text(canvas, fitted, x + right, top))

    page = fill([drawn("far", 520), drawn("one", 0), drawn("two", 5)], heading())
    assert word_faults(write(page), tmp_path) == [
        "page 1: far leaves the page",
        "page 1: one lies on two",
    ]


def test_the_documents_show_a_picture_of_each() -> None:
    root = Path(__file__).resolve().parents[3]
    pictures = {path.stem: path.stat().st_size for path in (root / "docs/papers").glob("*.png")}
    assert pictures.keys() == PAPERS.keys()
    assert max(pictures.values()) <= 60_000
    assert table_of_papers() in (root / "README.md").read_text(encoding="utf-8")


def test_what_is_private_is_for_organisers_where_it_tells_of_all_rounds() -> None:
    for name, paper in PAPERS.items():
        assert name == paper.name
        assert str(paper.purpose).endswith(".")
        if paper.private and paper.scope is Scope.CHAMPIONSHIP:
            assert paper.level is Level.ORGANISER


def squeezed(text: str) -> str:
    return "".join(text.split())
