"""Every format tells the same: pages' read model, JSON, CSV, the reader's and auditor's workbooks.

On a day on which everything happened that can happen to a hand, a pair and a total.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from openpyxl import load_workbook
from openpyxl.workbook import Workbook
from pytest_django import DjangoDbBlocker

from scoring.duplicate.scores import Award
from scoring.participation import Withdrawn
from scoring.rounding import rounded
from tests.tournament.day import Day
from tests.tournament.exports.audited import STANDINGS, differences
from tests.tournament.factories import put_settings
from tests.tournament.standings.days import mixed_day
from tests.tournament.visitors import undone
from tournament.core.labels import label
from tournament.exports.excel.auditor.standings import Column
from tournament.exports.rows import moment_text
from tournament.models import Contestant, Player, Result, Round, Ruling
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import view_of
from tournament.standings.rankings.dealt_hands.scores import DealtScores

pytestmark = pytest.mark.django_db


@dataclass
class Told:
    """What the formats tell; workbooks by their values, as a preview shows them."""

    day: Day
    scores: DealtScores
    standings_json: Any
    results_json: Any
    standings_csv: list[dict[str, str]]
    results_csv: list[dict[str, str]]
    reader: Workbook
    auditor: Workbook


def hard_day() -> Day:
    """Return a day on which one of six pairs withdrew; a seventh rested in round 1, an eighth comes
    in round 3.

    In the closed round: rule-breaks, hands not played, an awarded average, a cancelled hand, a
    deduction. Round 2 is open and has a result.
    """
    day = mixed_day()
    Result.objects.filter(match=day.match(1, 3), deal=1).update(award=Award.NS.value)
    ruled = {"championship": day.championship, "reason": "two packs <b>alike</b>"}
    Ruling.objects.create(number=1, kind=Ruling.Kind.HAND_CANCELLED, deal=3, **ruled)
    first, last = day.match(1, 1).pairs.ns, day.match(1, 3).pairs.ew
    ruled |= {"contestant": first, "stage": day.stage}
    Ruling.objects.create(number=2, kind=Ruling.Kind.DEDUCTION, hundredths=133, **ruled)
    Contestant.objects.filter(pk=last.pk).update(withdrawn_from=2)
    Contestant.objects.filter(pk=first.pk).update(name="=1+1", club="+34 <b>")
    for number, joined in ((7, 1), (8, 3)):
        late = Contestant.objects.create(
            championship=day.championship, number=number, joined_round=joined
        )
        for position in (1, 2):
            Player.objects.create(
                contestant=late, position=position, name=f"Late {number}{position}"
            )
    day.open(2)
    day.enter(2, 1, 5, 71)
    return day


def got(client: Client, address: str, day: Day) -> Any:
    response = client.get(reverse(address, args=[day.slug]), {"lang": "en"})
    assert response.status_code == 200
    return response.content


def rows_of(content: bytes) -> list[dict[str, str]]:
    text = StringIO(content.decode("utf-8-sig"), newline="")
    return list(csv.DictReader(text, delimiter=";"))


@pytest.fixture(scope="module", params=list(Withdrawn), ids=lambda one: one.value)
def told(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Told]:
    with django_db_blocker.unblock(), undone():
        day = hard_day()
        put_settings(day.stage, withdrawn=request.param)
        yield told_of(day)


def told_of(day: Day) -> Told:
    client = Client()
    client.cookies["django_language"] = "en"
    return Told(
        day,
        dealt_scores(day.stage),
        json.loads(got(client, "standings:standings_json", day)),
        json.loads(got(client, "standings:results_json", day)),
        rows_of(got(client, "exports:standings_csv", day)),
        rows_of(got(client, "exports:results_csv", day)),
        load_workbook(BytesIO(got(client, "exports:results_xlsx", day)), data_only=True),
        load_workbook(BytesIO(got(client, "exports:auditor_xlsx", day)), data_only=True),
    )


def csv_number(text: str) -> Fraction | None:
    return Fraction(text.replace(",", ".")) if text else None


def nine(value: Fraction | None) -> Fraction | None:
    return None if value is None else Fraction(rounded(value, 9))


def is_near(cell: Any, value: Fraction | None) -> bool:
    if value is None:
        return cell in (None, "", "–", "rest")
    return isinstance(cell, int | float) and abs(Fraction(cell) - value) < Fraction(1, 10**12)


def test_every_result_is_the_same_in_every_format(told: Told) -> None:
    in_json = {
        (hand["hand"], table["table"]): table
        for hand in told.results_json["hands"]
        for table in hand["tables"]
    }
    in_csv = {(row["Hand"], row["Table"]): row for row in told.results_csv}
    in_book: dict[Any, Any] = {
        (row[0], row[1]): row
        for row in told.reader["Round 1"].iter_rows(values_only=True)
        if isinstance(row[0], int)
    }
    entries = [one for hand in told.scores.sheets.values() for one in hand.entries]
    assert len(entries) == len(in_json) == len(in_csv) == len(in_book) == 12
    for one in entries:
        key = one.deal, one.table_number
        table, row, cells = in_json[key], in_csv[str(key[0]), str(key[1])], in_book[key]
        for side, points, hand_score, final, at in (
            ("NS", one.sides.ns.points, one.sides.ns.hand_score, one.sides.ns.final, 0),
            ("EW", one.sides.ew.points, one.sides.ew.hand_score, one.sides.ew.final, 1),
        ):
            small = side.lower()
            assert table[f"{small}_points"] == cells[6 + at] == points
            assert table[f"{small}_hand_score"] == cells[9 + at] == hand_score
            assert csv_number(row[f"Points {side}"]) == points
            assert csv_number(row[f"Hand score {side}"]) == hand_score
            exact = table[f"{small}_final"]
            assert (None if exact is None else Fraction(exact)) == final
            assert csv_number(row[f"Hand points {side}"]) == nine(final)
            assert is_near(cells[11 + at], final)
        assert row["Remarks"] == (cells[13] or "")
    values = {one.title: [list(row) for row in one.values] for one in told.auditor.worksheets}
    assert differences(values, told.scores) == []


def test_every_line_of_the_standings_is_the_same_in_every_format(told: Told) -> None:
    view = view_of(told.scores)
    in_json = {line["pair"]["number"]: line for line in told.standings_json["standings"]}
    in_csv = {row["No."]: row for row in told.standings_csv}
    in_book = {row[1]: row for row in told.reader["Standings"].iter_rows(values_only=True)}
    assert [line["pair"]["number"] for line in told.standings_json["standings"]] == [
        line.contestant.number for line in view.lines
    ]
    for line in view.lines:
        number = line.contestant.number
        asked, row, cells = in_json[number], in_csv[str(number)], in_book[number]
        assert asked["rank"] == cells[0] == line.rank == int(row["Rank"])
        assert asked["hands"] == cells[5] == line.figures.hands == int(row["Hands"])
        assert Fraction(asked["total"]) == line.figures.total
        assert csv_number(row["Total"]) == nine(line.figures.total)
        assert is_near(cells[6], line.figures.total)
        assert csv_number(row["R1"]) == nine(line.figures.by_round[1])
        assert is_near(cells[4], line.figures.by_round[1])
        assert (None if asked["mean"] is None else Fraction(asked["mean"])) == line.figures.mean
        assert csv_number(row["Mean"]) == nine(line.figures.mean)
        assert is_near(cells[7], line.figures.mean)
        assert row["Remarks"] == (cells[8] or "")


def texts_of(book: Workbook) -> str:
    return "\n".join(
        str(cell.value)
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    )


def test_what_was_ruled_and_who_left_or_came_late_is_told(told: Told) -> None:
    remarks = {row["No."]: row["Remarks"] for row in told.standings_csv}
    deducted = str(told.day.match(1, 1).pairs.ns.number)
    assert "1.33 deducted from the total: two packs <b>alike</b>" in remarks[deducted]
    left = str(told.day.match(1, 3).pairs.ew.number)
    ranked = told.day.stage.settings.withdrawn is Withdrawn.KEEP
    assert (left in remarks) is ranked
    if ranked:
        assert "withdrawn from round 2" in remarks[left]
    reader, auditor = texts_of(told.reader), texts_of(told.auditor)
    for text in (reader, auditor):
        assert "Without a hand that counts:" in text
        assert "8 Late 81 – Late 82" in text
        assert "two packs <b>alike</b>" in text
        assert "the light went out" in text
    assert "not played: the light went out" in reader
    assert "average awarded for NS" in reader
    rests = [row for row in told.reader["Rounds"].iter_rows(values_only=True) if row[1] == "rest"]
    assert [row[:4] for row in rests] == [(1, "rest", 7, "Late 71 – Late 72")]
    names = {cell.value for row in told.auditor["Settings"] for cell in row}
    assert label(told.day.stage.settings.withdrawn) in names


def test_what_referees_noted_and_open_rounds_are_in_none(told: Told) -> None:
    deal_set = told.day.championship.deal_set()
    assert deal_set is not None
    everything = "\n".join(
        [
            texts_of(told.reader),
            texts_of(told.auditor),
            json.dumps([told.standings_json, told.results_json]),
            str([told.standings_csv, told.results_csv]),
        ]
    )
    assert "seen by the referee" not in everything
    assert "they came late" not in everything
    assert bytes(deal_set.key or b"").hex() not in everything
    assert "Round 2" not in told.reader.sheetnames
    assert {row["Round"] for row in told.results_csv} == {"1"}
    titles = [cell.value for row in told.auditor.worksheets[STANDINGS].iter_rows() for cell in row]
    assert "R1" in titles
    assert "R2" not in titles


def test_provisional_then_until_when_then_final(client: Client) -> None:
    day = mixed_day("another")
    until = timezone.now() + timedelta(minutes=20)
    client.cookies["django_language"] = "en"
    Round.objects.filter(number=1).update(corrections_until=until)
    with translation.override("en"):
        told = moment_text(until)
    for name in ("results_xlsx", "auditor_xlsx", "hand_sheets_xlsx"):
        text = texts_of(load_workbook(BytesIO(got(client, f"exports:{name}", day))))
        assert "(provisional)" in text
        assert f"Corrections can be asked for until: {told}." in text
    day.championship.ended_at = timezone.now()
    day.championship.save()
    for name in ("results_xlsx", "auditor_xlsx", "hand_sheets_xlsx"):
        text = texts_of(load_workbook(BytesIO(got(client, f"exports:{name}", day))))
        assert "(final)" in text
        assert "can be corrected" not in text


def test_the_place_within_a_tie_stands_only_beside_ties(told: Told) -> None:
    sheet = told.auditor.worksheets[STANDINGS]
    for row in sheet.iter_rows(values_only=True):
        if isinstance(row[Column.NUMBER - 1], int):
            assert (row[Column.TIE - 1] is None) is (not row[Column.STATE - 1])
