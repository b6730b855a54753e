"""Workbooks and CSV through HTTP: what is published, for everybody, and no more."""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import load_workbook

from scoring.rounding import rounded
from tests.tournament.day import Day, make_day
from tests.tournament.made_once import made_once, own_copy
from tournament.exports.excel.auditor.results import TABLE_NAME
from tournament.exports.jobs import make_workbook
from tournament.exports.urls import FILES
from tournament.exports.workbooks import AT_ONCE
from tournament.jobs.made_files import made_files
from tournament.jobs.services import request_job
from tournament.jobs.worker import Worker
from tournament.management.worker_thread import HANDLERS
from tournament.models import Job, Player
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import sheets_of_all, view_of

pytestmark = pytest.mark.django_db

NAMES = ("auditor_xlsx", "results_xlsx", "hand_sheets_xlsx", "standings_csv", "results_csv")


def play(day: Day, *rounds: int) -> Day:
    for number in rounds:
        day.open(number)
        day.enter_whole_round(number)
        close_round(actor=day.acting, round=day.round(number))
    return day


def a_day() -> Day:
    """Four pairs, one round closed, the second open with a result."""
    made = play(make_day(contestants=4), 1)
    made.open(2)
    made.enter(2, 1, 5, 71)
    return made


day_once = made_once(a_day)
day = own_copy("day_once")


def got(client: Client, day: Day, name: str) -> bytes:
    response = client.get(reverse(f"exports:{name}", args=[day.slug]), {"lang": "en"})
    assert response.status_code == 200
    assert response["Content-Disposition"].startswith("attachment; ")
    assert "no-store" in response["Cache-Control"]
    return response.content


def csv_of(content: bytes) -> list[list[str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def number(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))


def test_the_auditors_workbook_has_what_was_entered_in_closed_rounds(
    client: Client, day: Day
) -> None:
    book = load_workbook(BytesIO(got(client, day, "auditor_xlsx")))

    assert book.sheetnames == ["Standings", "Hand sheets", "Results", "Settings"]
    assert book.calculation.fullCalcOnLoad
    sheet = book["Results"]
    table = sheet.tables[TABLE_NAME]
    rows = [[cell.value for cell in row] for row in sheet[table.ref]]
    assert table.autoFilter is not None
    entered = [[*row[1:5], row[6], row[9]] for row in rows[1:]]
    assert entered == [
        [
            1,
            one.deal,
            one.table_number,
            one.pairs.ns.number,
            one.pairs.ew.number,
            one.sides.ns.points,
        ]
        for hand in dealt_scores(day.stage).sheets.values()
        for one in hand.entries
    ]


def test_the_readers_workbook_has_a_sheet_for_each_view(client: Client, day: Day) -> None:
    book = load_workbook(BytesIO(got(client, day, "results_xlsx")))

    assert book.sheetnames == ["Standings", "Rounds", "Round 1", "Pairs"]
    for sheet in book.worksheets:
        assert sheet.print_title_rows
        assert sheet.print_area
        assert sheet.freeze_panes
    scores = dealt_scores(day.stage)
    pairs = [row for row in book["Pairs"].values if isinstance(row[3], int)]
    lines = [(one, line) for one in sheets_of_all(scores) for line in one.lines]
    assert len(pairs) == len(lines)
    for row, (one, line) in zip(pairs, lines):
        assert row[0] == one.contestant.number
        assert row[3] == line.entry.deal
        assert (row[8], row[10]) == (line.own.points, line.own.hand_score)
        assert line.own.final is not None
        assert row[11] == pytest.approx(float(line.own.final), abs=1e-12)
    by_number = {line.contestant.number: line.figures.by_round[1] for line in view_of(scores).lines}
    rounds = [row for row in book["Rounds"].values if isinstance(row[0], int)]
    shown = {row[at]: row[at + 2] for row in rounds for at in (2, 5)}
    assert shown == {pair: pytest.approx(float(score or 0)) for pair, score in by_number.items()}


def test_the_standings_as_csv_are_those_of_the_page(client: Client, day: Day) -> None:
    titles, *rows = csv_of(got(client, day, "standings_csv"))

    assert titles == ["Rank", "No.", "Pair", "Club", "R1", "Hands", "Total", "Mean", "Remarks"]
    lines = view_of(dealt_scores(day.stage)).lines
    assert [row[:3] for row in rows] == [
        [str(line.rank), str(line.contestant.number), line.contestant.name] for line in lines
    ]
    for row, line in zip(rows, lines):
        assert line.figures.mean is not None
        assert number(row[6]) == Fraction(rounded(line.figures.total, 9))
        assert number(row[7]) == Fraction(rounded(line.figures.mean, 9))
    assert (
        client.get(reverse("exports:standings_csv", args=[day.slug]), {"after": "2"}).status_code
        == 404
    )


def test_the_results_as_csv_are_those_of_the_hand_sheets(client: Client, day: Day) -> None:
    titles, *rows = csv_of(got(client, day, "results_csv"))

    entries = [one for hand in dealt_scores(day.stage).sheets.values() for one in hand.entries]
    assert len(rows) == len(entries) == 8
    for row, entry in zip(rows, entries):
        cells = dict(zip(titles, row, strict=True))
        assert cells["Hand"] == str(entry.deal)
        assert cells["Points NS"] == str(entry.sides.ns.points)
        assert cells["Hand score EW"] == str(entry.sides.ew.hand_score)
        assert entry.sides.ns.final is not None
        assert number(cells["Hand points NS"]) == Fraction(rounded(entry.sides.ns.final, 9))


def test_what_the_document_lists_is_there_with_those_columns(client: Client, day: Day) -> None:
    text = Path("docs/json.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `/c/NAME/export/([a-z-]+\.[a-z]+)` \|", text, re.MULTILINE)
    offered = {
        str(one.pattern).rpartition("/")[2]
        for one in FILES
        if str(one.pattern).endswith((".xlsx", ".csv"))
    }
    assert set(listed) == offered - {"check-in.csv"}  # for referees, told on the page
    for file in listed:
        assert client.get(f"/c/{day.slug}/export/{file}").status_code == 200
    for name in ("standings", "results"):
        (columns,) = re.findall(rf"^\| {name}\.csv \| (.+) \|$", text, re.MULTILINE)
        titles = csv_of(got(client, day, f"{name}_csv"))[0]
        assert titles == columns.replace(" (a column for each round)", "").split(", ")
    assert f"more than {AT_ONCE} results" in text


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_never_a_formula(client: Client, day: Day, name: str) -> None:
    day.contestants[0].name = "=1+1"
    day.contestants[0].save()
    Player.objects.filter(contestant=day.contestants[0]).update(name="=2+2")
    content = got(client, day, name)

    if name.endswith("csv"):
        texts = [text for row in csv_of(content) for text in row]
        assert "'=1+1" in texts
        assert "=1+1" not in texts
    else:
        cells = [cell for sheet in load_workbook(BytesIO(content)) for row in sheet for cell in row]
        typed = [cell for cell in cells if cell.value == "=1+1"]
        assert typed
        assert {cell.data_type for cell in typed} == {"s"}
        assert all(cell.quotePrefix for cell in typed)


@pytest.mark.parametrize("name", NAMES)
def test_before_the_first_round_is_closed_there_is_a_file_too(client: Client, name: str) -> None:
    assert got(client, make_day(contestants=4, slug="new"), name)


def test_the_number_of_queries_does_not_grow(client: Client, day: Day) -> None:
    large = play(make_day(contestants=8, slug="large"), 1, 2, 3)
    found: dict[str, list[int]] = {name: [] for name in NAMES}
    for name, counts in found.items():
        for one in (day, large):
            with CaptureQueriesContext(connection) as queries:
                got(client, one, name)
            counts.append(len(queries))
    assert {name: counts for name, counts in found.items() if len(set(counts)) > 1} == {}
    assert max(map(max, found.values())) <= 10


def asked() -> QuerySet[Job]:
    """The workbooks that were asked for of the worker."""
    return Job.objects.filter(kind=Job.Kind.WORKBOOK)


class TestLarge:
    """A workbook that is too large to wait for."""

    LARGE = ("auditor_xlsx", "results_xlsx", "hand_sheets_xlsx")

    @pytest.fixture(autouse=True)
    def _all_are_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tournament.exports.workbook_views.AT_ONCE", 7)

    def ask(self, client: Client, day: Day, name: str, language: str = "en") -> HttpResponse:
        address = reverse(f"exports:{name}", args=[day.slug])
        response: Any = client.get(address, {"lang": language})
        if response.streaming:
            b"".join(response.streaming_content)  # which closes the file
        return cast("HttpResponse", response)

    @pytest.mark.parametrize("name", LARGE)
    def test_the_worker_makes_it_and_anybody_takes_it(
        self, client: Client, day: Day, name: str
    ) -> None:
        answer = self.ask(client, day, name)
        job = asked().get()
        page = reverse("jobs:made", args=[day.slug, job.pk])
        assert (answer.status_code, answer["Location"]) == (302, page)
        assert "It is the next to be made." in client.get(page).content.decode()

        assert Worker(HANDLERS).work_once()
        file = reverse("jobs:made_file", args=[day.slug, job.pk])
        assert f'href="{file}"' in client.get(page).content.decode()
        taken = client.get(file)
        book = load_workbook(BytesIO(b"".join(taken.streaming_content)))  # type: ignore[attr-defined]
        assert "attachment" in taken["Content-Disposition"]
        assert "Round 1" in book.sheetnames or "Hand sheets" in book.sheetnames

    def test_what_was_made_is_there_for_everybody_while_nothing_changes(
        self, client: Client, day: Day
    ) -> None:
        self.ask(client, day, "results_xlsx")
        assert self.ask(Client(), day, "results_xlsx").status_code == 302
        assert asked().count() == 1
        Worker(HANDLERS).work_once()
        assert self.ask(Client(), day, "results_xlsx").status_code == 200
        assert self.ask(client, day, "results_xlsx", "ca").status_code == 302
        assert asked().count() == 2

    def test_after_a_change_it_is_made_again(self, client: Client, day: Day) -> None:
        self.ask(client, day, "results_xlsx")
        Worker(HANDLERS).work_once()
        reopen_round(actor=day.acting, round=day.round(1), reason="a slip came late")
        close_round(actor=day.acting, round=day.round(1))
        assert self.ask(client, day, "results_xlsx").status_code == 302

    def test_once_the_file_is_gone_it_is_made_again(self, client: Client, day: Day) -> None:
        self.ask(client, day, "results_xlsx")
        Worker(HANDLERS).work_once()
        first = asked().get()
        made_files().delete(first.file)
        page = reverse("jobs:made_file", args=[day.slug, first.pk])
        assert client.get(page).status_code == 404
        answer = self.ask(client, day, "results_xlsx")
        second = asked().exclude(pk=first.pk).get()
        assert answer["Location"] == reverse("jobs:made", args=[day.slug, second.pk])

    def test_it_says_how_far_it_is(self, client: Client, day: Day) -> None:
        self.ask(client, day, "auditor_xlsx")
        said: list[tuple[int, int]] = []
        made = make_workbook(asked().get(), lambda done, of: said.append((done, of)))
        assert made.name.endswith(".xlsx")
        assert said == [(step, 16) for step in range(1, 9)]

    def test_papers_are_no_workbooks(self, client: Client, day: Day) -> None:
        papers = request_job(
            actor=day.acting,
            owner=day.championship,
            kind=Job.Kind.PAPERS,
            arguments={},
            language="en",
        )
        page = reverse("jobs:made", args=[day.slug, papers.pk])
        assert client.get(page).status_code == 404

    def test_small_ones_come_at_once(
        self, client: Client, day: Day, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tournament.exports.workbook_views.AT_ONCE", 8)
        for name in self.LARGE:
            assert self.ask(client, day, name).status_code == 200
        assert not asked().exists()
