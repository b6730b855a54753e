"""Pair sheets, the standings for the wall and the full table say what was scored, all of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import translation

from tests.benchmarks.large import large_championship
from tests.tournament.exports.reading import bookmarks_of, faults, page_texts, text_of, watching
from tests.tournament.exports.samples import MADE_AT, Sample, heading
from tests.tournament.standings.reading import sheet_of_pair
from tournament.core.numbers import mean_text, score_text, signed_text
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.pdf.pair_sheets import pair_sheet_pages, pair_sheets_pages
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.standings import round_score_pages, standings_wall_pages
from tournament.models import Contestant, NotPlayedReason, Outcome, Result, Stage
from tournament.results.kinds.dealt_hand import announced, points_text
from tournament.standings.columns import rank_text
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import sheets_of_all
from tournament.standings.rankings.dealt_hands.figures import HandFigures
from tournament.standings.rankings.dealt_hands.pair_sheet import PairSheet
from tournament.standings.rankings.ranking import StandingsView

pytestmark = pytest.mark.long


def wall(view: StandingsView[HandFigures]) -> bytes:
    return write(standings_wall_pages(heading(), view))


def full_table(view: StandingsView[HandFigures]) -> bytes:
    return write(round_score_pages(heading(), view))


SIZES = [("ca", 3, 3, False), ("es", 13, 13, True), ("en", 40, 39, False), ("ca", 200, 7, True)]


@pytest.mark.parametrize(("language", "contestants", "rounds", "hard_names"), SIZES)
@pytest.mark.parametrize("paper", [wall, full_table])
def test_nothing_overlaps_and_nothing_leaves_the_page(
    monkeypatch: pytest.MonkeyPatch,
    paper: Callable[[StandingsView[HandFigures]], bytes],
    language: str,
    contestants: int,
    rounds: int,
    hard_names: bool,
) -> None:
    view = Sample(contestants, rounds, hard_names=hard_names).standings()
    with translation.override(language), watching(monkeypatch) as canvases:
        paper(view)

    (canvas,) = canvases
    assert canvas.marks
    assert faults(canvas) == []


@pytest.mark.parametrize("count", [3, 12, 200])
def test_the_wall_has_every_pair_once_in_letters_of_6_mm_at_least(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    view = Sample(count, 3).standings()
    with translation.override("ca"), watching(monkeypatch) as canvases:
        wall(view)

    marks = canvases[0].marks
    with translation.override("ca"):
        totals = [score_text(line.figures.total) for line in view.lines]
    drawn = [mark for mark in marks if mark.what in set(totals)]
    assert [mark.what for mark in drawn] == totals
    assert all(mark.top - mark.bottom > 0.93 * 21.9 for mark in drawn)


def test_the_full_table_repeats_ranks_and_names_beside_every_stretch_of_rounds() -> None:
    view = Sample(40, 39).standings()
    with translation.override("ca"):
        pages = page_texts(full_table(view))
        for line in view.lines:
            theirs = [page for page in pages if line.contestant.name in page]
            assert len(theirs) >= 2
            for page in theirs:
                assert score_text(line.figures.total) in page
            for score in line.figures.by_round.values():
                assert any(score_text(score) in page for page in theirs)
        for number in view.rounds:
            assert any(f"R{number} " in page for page in pages)


@pytest.mark.django_db
class TestPairSheets:
    @pytest.fixture
    def stage(self) -> Stage:
        """Five pairs, so that one rests each round; a hand not played and one ruled on."""
        stage = large_championship(5, 5)
        Result.objects.update(infraction="")
        not_played, ruled = Result.objects.filter(deal=2)
        Result.objects.filter(pk=not_played.pk).update(
            outcome=Outcome.NOT_PLAYED,
            ns_points=None,
            infraction="",
            not_played_reason=NotPlayedReason.TIME,
        )
        Result.objects.filter(pk=ruled.pk).update(infraction="EW", note="for referees alone")
        return Stage.objects.select_related("championship").get(pk=stage.pk)

    def sheets(self, stage: Stage) -> tuple[PairSheet, ...]:
        return sheets_of_all(dealt_scores(stage))

    def test_all_at_once_are_the_sheets_one_by_one(self, stage: Stage) -> None:
        for sheet in self.sheets(stage):
            assert sheet.lines == sheet_of_pair(stage, sheet.contestant.number).lines
            assert sheet.rests == sheet_of_pair(stage, sheet.contestant.number).rests
            assert sheet.standing == sheet_of_pair(stage, sheet.contestant.number).standing

    def test_every_figure_is_the_read_model_s(self, stage: Stage) -> None:
        with translation.override("ca"):
            for sheet in self.sheets(stage):
                text = text_of(write(pair_sheet_pages(heading(), sheet)))
                assert sheet.standing is not None
                assert rank_text(sheet.standing) in text
                assert score_text(sheet.standing.figures.total) in text
                assert mean_text(sheet.standing.figures.mean) in text
                for line in sheet.lines:
                    assert (
                        f"{line.opponents.contestant.number} {line.opponents.contestant.name}"
                        in text
                    )
                    row = [str(line.entry.deal), announced(line.entry.announcement)]
                    row += [points_text(line.own.points, line.opponents.points)]
                    row += [signed_text(line.own.hand_score)]
                    assert " ".join(filter(None, row)) in text
                    assert score_text(line.own.final) in text
                for group in sheet.groups:
                    assert score_text(group.total) in text

    def test_it_says_why_a_hand_has_an_odd_score_but_not_the_referees_words(
        self, stage: Stage
    ) -> None:
        with translation.override("en"):
            texts = [text_of(write(pair_sheet_pages(heading(), s))) for s in self.sheets(stage)]
        assert sum("not played: time ran out" in text for text in texts) == 2
        assert sum("rule-break by EW" in text for text in texts) == 2
        assert sum("rests" in text for text in texts) == 5
        assert not any("for referees alone" in text for text in texts)

    def test_the_file_has_a_bookmark_a_pair_and_tells_how_far_it_is(self, stage: Stage) -> None:
        told: list[tuple[int, int]] = []
        known = known_of((stage,))
        request = PaperRequest(
            (stage,), (), MADE_AT, "", known, progress=lambda done, of: told.append((done, of))
        )
        with translation.override("en"):
            content = bind_papers(request, [PAPERS["pair-sheets"]]).content
        marks = bookmarks_of(content)
        assert len(marks) == Contestant.objects.count()
        assert marks[0].startswith("Pair 1: ")
        assert told == sorted(told)
        assert told[-1][0] == told[-1][1]

    def test_two_share_a_page_while_they_are_short(self) -> None:
        stage = large_championship(7, 4)
        sheets = self.sheets(stage)
        told: list[tuple[int, int]] = []
        with translation.override("ca"):
            pages = page_texts(
                write(
                    pair_sheets_pages(heading(), sheets, lambda done, of: told.append((done, of)))
                )
            )
            assert len(pages) == 4
            for sheet, page in zip(sheets, (pages[index // 2] for index in range(7))):
                assert f"Parella {sheet.contestant.number}: {sheet.contestant.name}" in page
                for line in sheet.lines:
                    row = [str(line.entry.deal), announced(line.entry.announcement)]
                    row += [points_text(line.own.points, line.opponents.points)]
                    assert " ".join(filter(None, row)) in page
                    assert score_text(line.own.final) in page
        assert told == [(7, 7)]

    def test_two_columns_keep_a_day_of_eleven_rounds_on_a_page(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stage = large_championship(12, 11)
        sheets = self.sheets(stage)
        for language in ("ca", "es", "en"):
            with translation.override(language), watching(monkeypatch) as canvases:
                write(pair_sheets_pages(heading(), sheets))
            assert len(canvases[0].sizes) == 12
            assert faults(canvases[0]) == []

    def test_a_match_is_not_divided_between_pages(self) -> None:
        large_championship(24, 23)
        stage = Stage.objects.select_related("championship").get()
        sheet = self.sheets(stage)[0]
        with translation.override("en"):
            pages = page_texts(write(pair_sheet_pages(heading(), sheet)))
        assert len(pages) > 1
        for group in sheet.groups:
            (page,) = [page for page in pages if f"Round {group.round} ·" in page]
            after = page.split(f"Round {group.round} ·")[1]
            for line in group.lines:
                assert f" {line.entry.deal} " in after


def test_before_any_result_they_say_so() -> None:
    view = Sample(3, 1).standings()
    empty = replace(view, lines=())
    with translation.override("en"):
        assert "There are no standings yet." in text_of(wall(empty))
        assert "There are no standings yet." in text_of(full_table(empty))
