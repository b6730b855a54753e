"""Abarrotada to its end over HTTP: seven players at a table of four and one of three.

The standings are worked out once more by plain arithmetic from what was entered.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Seat
from scoring.ordinary.sheets import read_sheet, sheet_text
from tests.tournament.day import Day
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import english_client
from tests.tournament.games.desk import names, page, post, seated
from tests.tournament.games.solo_day import (
    NAMES,
    ON_SHEET,
    ROUNDS,
    SEATS,
    hands_at,
    play_all,
    points_at,
    reopened,
)
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.core.stages import stages_of
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.exports.papers.base import Scope
from tournament.models import Match, MatchSeat, Result
from tournament.results.kinds.score_sheet import read_typed, shown
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        yield play_all()


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def expected(rounds: int = ROUNDS) -> list[tuple[int, int, int, int, int]]:
    """Number, points, hands, tables won and best round: best first, by plain code."""
    made: dict[int, list[tuple[int, int, bool]]] = {n: [] for n in range(1, len(NAMES) + 1)}
    for (round, table), seats in seated().items():
        if round > rounds:
            continue
        points = points_at(round, table, len(seats))
        for seat, player in seats.items():
            own = points[SEATS.index(seat)]
            made[player].append((own, hands_at(round, table), own == max(points)))
    lines = [
        (
            player,
            sum(one[0] for one in own),
            sum(one[1] for one in own),
            sum(one[2] for one in own),
            max(one[0] for one in own),
        )
        for player, own in made.items()
    ]
    differ = len({line[2] for line in lines}) > 1

    def merit(line: tuple[int, int, int, int, int]) -> tuple[Fraction, int, int]:
        return (-Fraction(line[1], line[2] if differ else 1), -line[3], -line[4])

    return sorted(lines, key=merit)


def test_nobody_rests_and_the_leaders_sit_together(day: Day) -> None:
    for round in range(1, ROUNDS + 1):
        sizes = [len(seated()[round, table]) for table in (1, 2)]
        assert sizes == [4, 3]
        assert set("NWS") == set(seated()[round, 2])
    ranked = [line[0] for line in expected(rounds=1)]
    assert set(seated()[2, 1].values()) == set(ranked[:4])


def test_the_standings_are_those_of_plain_arithmetic(day: Day) -> None:
    view = standings_view(day.stage)
    assert view.ranked_by == "mean", "in the first round a table played fewer hands"
    found = [
        (line.contestant.number, one.points, one.hands, one.wins, one.best)
        for line in view.lines
        for one in [line.figures]
    ]
    assert found == expected()
    first = standings_view(day.stage, after_round=1)
    assert {line.contestant.number: line.figures.points for line in first.lines} == {
        player: points for player, points, *_ in expected(rounds=1)
    }


def test_the_score_sheet_gives_the_points(day: Day) -> None:
    stands = Result.objects.get(match__round__number=1, match__table__number=1)
    assert (stands.game_n, stands.game_w, stands.game_s, stands.game_e) == ON_SHEET
    assert stands.hands_played == 3
    assert stands.sheet == ("N 26-14-8-24; W 10-30-20-12 trumps-S botifarra contro; S - revoke-N")
    assert "−46 / 66 / 26 / 24" in page(day, "manage/rounds/1/", english_client(day.referee))
    with override("ca"):
        typed = shown(read_sheet(stands.sheet, Seat))
        assert typed.splitlines()[1] == "O 10-30-20-12 trumfo-S botifarra contro"
        assert sheet_text(read_typed(typed, Seat)) == stands.sheet


def test_no_page_that_people_come_to_speaks_of_pairs_or_sides(day: Day) -> None:
    client = english_client(day.organiser)
    pages = (
        *("", "pairs/", "pairs/3/", "schedule/", "rules/", "rounds/2/", "standings/course/"),
        *("pairings/2/", "pairings/2/?by=name", "wall/", "check-in/", "manage/", "manage/pairs/"),
        *("manage/schedule/", "manage/check-in/", "manage/rounds/", "manage/rounds/2/"),
        *("manage/rounds/2/tables/2/hands/1/", "manage/desk/2/", "manage/desk/2/tables/2/"),
        *("manage/tables/", "manage/settings/", "manage/day/", "manage/papers/", "manage/end/"),
        *("manage/file/", "manage/rounds/2/closed/", "manage/pairs/draw/", "standings/"),
    )
    for path in pages:
        answer = client.get(f"/c/{day.slug}/{path}")
        assert answer.status_code == 200, path
        text = re.sub(
            r"<(script|style).*?</\1>|<[^>]+>", " ", answer.content.decode(), flags=re.DOTALL
        )
        said = re.search(r".{0,40}\b([Pp]airs?|NS|EW|North–South)\b.{0,40}", text)
        assert not said, (path, said and said[0])


WRONG = [
    ({"n": "5", "w": "5", "s": "", "based_on": 1}, "Enter the points of every player"),
    ({"n": "5", "w": "5", "s": "1", "e": "4", "based_on": 1}, "Nobody sits there"),
    ({"n": "5", "w": "5", "s": "1", "hands": "13", "based_on": 1}, "plays 1 to 12 hands"),
    ({"n": "x", "w": "5", "s": "1", "based_on": 1}, "Points are a whole number"),
    ({"sheet": "N 30-30-13", "based_on": 1}, "add up to 72"),
    ({"sheet": "E 30-30-12", "based_on": 1}, "is not who dealt"),
    ({"sheet": "N 30-30-12 revoke-E", "based_on": 1}, "Hand 1"),
    ({"n": "5", "w": "5", "s": "1", "sheet": "N 30-30-12", "based_on": 1}, "add up to 6 / 6 / 0"),
]


@pytest.mark.parametrize(("said", "why"), WRONG)
def test_what_cannot_be_is_refused_with_the_reason(
    day: Day, said: dict[str, Any], why: str
) -> None:
    client = english_client(day.referee)
    answer = post(client, day.slug, "rounds/2/tables/2/hands/1/", {**said, "reason": "look"})
    assert answer.status_code == 422
    assert why in answer.content.decode().replace("&#x27;", "'")
    assert Result.objects.get(match__round__number=2, match__table__number=2).version == 1


def test_the_wall_and_the_paper_show_who_sits_in_which_seat(day: Day) -> None:
    shown = page(day, "pairings/2/?wall=")
    heads = re.findall(r'<th scope="col"[^>]*>([^<]+)</th>', shown)
    assert heads == ["Table", "North", "West", "South", "East"]
    found = [names(day)[seated()[2, 2][seat]] for seat in "NWS"]
    row = next(one for one in shown.split("<tr>") if found[0] in one)
    places = [row.index(name) for name in found]
    assert places == sorted(places)
    assert row.count("<td") == 4, "of three nobody sits East"
    client = english_client(day.organiser)
    paper = client.get(f"/c/{day.slug}/export/rounds/2/pairings.pdf?lang=en").content
    for seat, number in seated()[2, 1].items():
        assert f"{number} {names(day)[number]}" in text_of(paper), seat


def test_a_player_has_a_page_with_all_opponents(day: Day) -> None:
    four = seated()[2, 1]
    shown = page(day, f"pairs/{four['N']}/")
    row = shown.split('id="round-2"')[1].split("</tr>")[0]
    linked = {int(one) for one in re.findall(r"/pairs/(\d+)/", row)}
    assert linked == {four[seat] for seat in "WSE"}


def test_its_files(day: Day) -> None:
    client = english_client()
    content = client.get(f"/c/{day.slug}/export/standings.csv?lang=en").content
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert [one["Player"] for one in rows] == [names(day)[line[0]] for line in expected()]
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    assert document["ranking"] == "abarrotada"
    assert document["ranked_by"] == "mean"
    assert document["standings"][0]["points"] == expected()[0][1]


OF_PLAYERS = [
    name
    for name, paper in PAPERS.items()
    if paper.for_players and name not in ("table-slips", "table-cards", "place-cards", "guide")
]


@pytest.mark.parametrize("name", OF_PLAYERS)
def test_its_papers_speak_of_players(day: Day, name: str) -> None:
    stages, paper = stages_of(day.championship), PAPERS[name]
    rounds = (2,) if paper.scope is Scope.ROUND else ()
    request = PaperRequest(
        stages, rounds, day.championship.created_at, "http://hall", known_of(stages)
    )
    text = text_of(bind_papers(request, [paper]).content)
    assert "parell" not in text.lower(), text
    assert name == "diplomas" or "Anna Puig" in text


def test_a_score_sheet_has_everybody_in_their_seats(day: Day) -> None:
    reopened(day, ROUNDS, 2)
    stages = stages_of(day.championship)
    request = PaperRequest(
        stages, (ROUNDS,), day.championship.created_at, "http://hall", known_of(stages)
    )
    with override("en"):
        text = text_of(bind_papers(request, [PAPERS["table-slips"]]).content)
    for seat, word in (("N", "North"), ("W", "West"), ("S", "South")):
        number = seated()[ROUNDS, 2][seat]
        assert f"{word} · {number} {names(day)[number]}" in text


def test_the_record_gives_the_same_and_notices_what_was_changed(day: Day) -> None:
    assert faults(day.championship) == []
    Result.objects.filter(match__round__number=1, match__table__number=2).update(game_w=99)
    assert any("points" in fault for fault in faults(day.championship))
    with undone():
        one, other = (
            Match.objects.get(round__number=2, table__number=1)
            .seats.filter(held__in=("N", "W"))
            .order_by("held")
        )
        mine, theirs = one.contestant_id, other.contestant_id
        one.delete()
        MatchSeat.objects.filter(pk=other.pk).update(contestant=mine)
        MatchSeat.objects.create(
            match=other.match, held="N", contestant_id=theirs, round=other.match.round
        )
        assert any("seat of a match (" in fault for fault in faults(day.championship))


def test_the_file_there_and_back(day: Day) -> None:
    twin_of(day.championship)
