"""A duplicate day of two groups that play the same hands, compared with everybody or by group.

The standings are worked out once more by plain arithmetic from what was entered, with the score
between the lowest and the highest of those compared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from django.utils import translation
from openpyxl import load_workbook
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Side
from tests.tournament.day import Day
from tests.tournament.exports.audited import differences
from tests.tournament.exports.opened import computed
from tests.tournament.exports.samples import heading
from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
)
from tests.tournament.finals.playing import manage, page, play_round
from tests.tournament.pdf_text import texts_of_pages
from tests.tournament.visitors import undone
from tournament.core.stages import stages_of
from tournament.exports.pdf.paper import write
from tournament.exports.pdf.schedule_grid import schedule_grid_pages
from tournament.exports.workbooks import made_workbook
from tournament.integrity.checks import championship_checks
from tournament.models import Championship, ComparedWith, GroupMember, Match, Stage
from tournament.public.queries import round_pairings
from tournament.schedule.queries import schedule_grid
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import standings_view
from tournament.standings.queries.what_if import what_if

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAIRS, ROUNDS = 9, 5


def made(round: int, table: int, hand: int) -> tuple[int, int]:
    """The points of N–S, and oros as trumps."""
    return (37 * round + 29 * table + 11 * hand) % 73, 0


@pytest.fixture(scope="module", params=[ComparedWith.EVERYBODY, ComparedWith.OWN_GROUP])
def day(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        championship = make_championship("Duplicat")
        add_contestants(championship, PAIRS)
        organiser = organiser_of(championship)
        client = english_client(organiser)
        slug = championship.slug
        drawn = {"count": 2, "by": "serpentine", "compared_with": request.param.value}
        manage(client, slug, "groups/draw/", drawn)
        manage(client, slug, "schedule/make/")
        manage(client, slug, "schedule/publish/")
        manage(client, slug, "deals/make/")
        (stage,) = stages_of(championship)
        day = Day(championship, stage, organiser, make_referee(championship), make_user())
        for number in range(1, ROUNDS + 1):
            play_round(day, client, number, made)
        yield day


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def group_of(championship: Championship) -> dict[int, int]:
    members = GroupMember.objects.filter(stage__championship=championship)
    return dict(members.values_list("contestant__number", "group"))


def placed(score: int, field: Collection[int]) -> Fraction:
    """Between 1 for the lowest and 2 for the highest; 1½ where all are level."""
    low, high = min(field), max(field)
    return Fraction(3, 2) if low == high else 1 + Fraction(score - low, high - low)


def totals(championship: Championship, *, apart: bool) -> dict[int, tuple[Fraction, int]]:
    """The sum of the final scores of each pair and the number of its hands, by plain code."""
    groups = group_of(championship)
    found: dict[int, tuple[Fraction, int]] = {}
    for number in range(1, ROUNDS + 1):
        matches = Match.objects.filter(round__championship=championship, round__number=number)
        seated = [(one.table.number, one.pairs) for one in matches.select_related("table")]
        for deal in matches[0].round.deals:
            for side in Side:
                scores = {}
                for table, pairs in seated:
                    ns, _trump = made(number, table, deal)
                    own = ns if side is Side.NS else 72 - ns
                    scores[pairs[side].number] = own - 36
                for pair, score in scores.items():
                    field = [
                        other
                        for one, other in scores.items()
                        if not apart or groups[one] == groups[pair]
                    ]
                    total, hands = found.get(pair, (Fraction(0), 0))
                    found[pair] = (total + placed(score, field), hands + 1)
    return found


def apart(stage: Stage) -> bool:
    return stage.compared_with == ComparedWith.OWN_GROUP


def test_the_standings_are_those_of_plain_arithmetic(day: Day) -> None:
    (stage,) = stages_of(day.championship)
    expected = totals(day.championship, apart=apart(stage))
    view = standings_view(stage)
    # Five pairs and four: those of the larger group have played more hands.
    assert [len(part.lines) for _name, part in view.parts] == [5, 4]
    assert view.ranked_by == "mean"
    for _name, part in view.parts:
        shown = [line.contestant.number for line in part.lines]
        assert shown == sorted(shown, key=lambda one: -expected[one][0] / expected[one][1])
        assert [(line.figures.total, line.figures.hands) for line in part.lines] == [
            expected[one] for one in shown
        ]
    # The larger group rests somebody in each round; the smaller one is through after three.
    assert sorted(len(line.rests) for line in view.lines) == [0, 0, 0, 0, 1, 1, 1, 1, 1]


def test_hands_and_their_explanations(day: Day) -> None:
    (stage,) = stages_of(day.championship)
    scores = dealt_scores(stage)
    sheet = scores.sheets[1]
    assert len(sheet.entries) == 4
    assert [len(part.entries) for part in sheet.parts] == ([2, 2] if apart(stage) else [4])
    for part in sheet.parts:
        assert sum(field.count for field in part.fields) == 2 * len(part.entries)
    shown = page(day.slug, "hands/1/")
    assert "nothing to compare" not in shown
    assert [f"<strong>Group {name}</strong>" in shown for name in "AB"] == 2 * [apart(stage)]
    assert len(re.findall(r'id="strip-[12]-(NS|EW)"', shown)) == (4 if apart(stage) else 2)
    explained = page(day.slug, f"hands/1/pairs/{sheet.entries[0].pairs.ns.number}/")
    assert explained
    # Scored as now, nothing moves.
    official = what_if(scores).official
    ranks = {line.contestant.id: line.rank for line in standings_view(stage).lines}
    assert {pair: place.rank for pair, place in official.places.items()} == ranks


def test_pages_and_files(day: Day) -> None:
    shown = page(day.slug, "standings/")
    assert "Group A" in shown
    assert "for auditors" in shown
    for path in ("hands/1/", "rounds/1/", "standings/what-if/", "results.json", "schedule/"):
        page(day.slug, path)
    for path in (
        "standings.pdf",
        "standings.xlsx",
        "results.xlsx",
        "hand-sheets.xlsx",
        "auditor.xlsx",
    ):
        answer = english_client().get(f"/c/{day.slug}/export/{path}")
        assert answer.status_code == 200, (path, answer.status_code)


def test_who_meets_whom_stands_by_group(day: Day) -> None:
    (stage,) = stages_of(day.championship)
    groups = group_of(day.championship)
    grid = schedule_grid(stage)
    assert [
        (name, {groups[one.contestant.number] for one in rows}) for name, rows in grid.parts
    ] == [
        ("A", {1}),
        ("B", {2}),
    ]
    # The smaller group is through after three rounds: nobody of it rests in the fifth.
    pairings = round_pairings((stage,), 5)
    assert pairings is not None
    assert [(name, len(part.tables), len(part.resting)) for name, part in pairings.parts] == [
        ("A", 2, 1)
    ]
    for path in ("schedule/", "pairings/1/?by=table", "wall/?screen=pairings-1"):
        told = page(day.slug, path)
        assert ("Group A" in told, "Group B" in told) == (True, True), path
    paired = english_client().get(f"/c/{day.slug}/export/rounds/1/pairings.pdf").content
    with translation.override("en"):
        planned = write(schedule_grid_pages(heading(), grid))
    for content in (paired, planned):
        told = " ".join(texts_of_pages(content))
        assert told.index("Group A") < told.index("Group B")


def test_files_for_programs_say_the_group(day: Day) -> None:
    (stage,) = stages_of(day.championship)
    groups = {number: "AB"[group - 1] for number, group in group_of(day.championship).items()}
    told = english_client().get(f"/c/{day.slug}/results.json").json()
    assert {one["number"]: one["group"] for one in told["pairs"]} == groups
    by_group = [[one["group"] for one in hand["groups"]] for hand in told["hands"]]
    assert by_group[0] == (["A", "B"] if apart(stage) else [])
    if apart(stage):
        assert all(one["ns_field"]["tables"] == 2 for one in told["hands"][0]["groups"])
    rows = english_client().get(f"/c/{day.slug}/export/results.csv").content.decode().splitlines()
    assert rows[0].split(";")[3:5] == ["Group", "No. NS"]
    assert {(int(row.split(";")[4]), row.split(";")[3]) for row in rows[1:]} <= set(groups.items())


@pytest.mark.libreoffice
def test_the_auditors_formulas_rank_each_group_by_itself(day: Day, tmp_path: Path) -> None:
    (stage,) = stages_of(day.championship)
    with translation.override("en"):
        _heading, content = made_workbook("auditor", stage, day.championship.created_at)
    book = computed({"groups": load_workbook(BytesIO(content))}, tmp_path)["groups"]
    assert differences(book, dealt_scores(stage)) == []


def test_record(day: Day) -> None:
    faults = [one for check in championship_checks(day.championship) for one in check.faults]
    assert faults == []
    other = next(one for one in ComparedWith if one != stages_of(day.championship)[0].compared_with)
    Stage.objects.filter(championship=day.championship).update(compared_with=other)
    again = Championship.objects.get(pk=day.championship.pk)
    told = "\n".join(one for check in championship_checks(again) for one in check.faults)
    assert "compared with" in told
