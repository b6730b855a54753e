"""A knock-out of eight pairs with two legs and a second chance, to its end over HTTP.

Who goes on is worked out once more by plain code from what was entered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.tournament.day import Day
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    stage_of,
)
from tests.tournament.games.at_table import enter_and_confirm
from tests.tournament.games.cup import numbers
from tests.tournament.games.test_swiss_at_101 import manage, page
from tests.tournament.standings.test_documents import fields_of
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.core.stages import stages_of
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.models import Match
from tournament.stages.knockout import KNOCKOUT
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAIRS, ROUNDS, CAP = 8, 3, 121
PLACES = (1, 8, 4, 5, 2, 7, 3, 6)
POINTLESS = 5
"""The pair that makes no point in the first round, so that it has no second chance."""


def points_of(leg: int, one: int, other: int) -> tuple[int, int]:
    """Return what both pairs make: the odd one wins at home, the sums are never equal."""
    if POINTLESS in (one, other) and {one, other} == {4, POINTLESS}:
        return (101, 0) if one == 4 else (0, 101)
    made = {each: 40 + (each * 7 + leg * 3) % 50 for each in (one, other)}
    first = max(one, other, key=lambda each: (each * 5 + leg) % 8)
    made[first] += 60
    return made[one], made[other]


def aggregate(one: int, other: int) -> tuple[int, int]:
    """The points that count of both legs; the second one is the other way round."""
    home, away = points_of(1, one, other), points_of(2, other, one)
    return (
        min(home[0], CAP) + min(away[1], CAP),
        min(home[1], CAP) + min(away[0], CAP),
    )


def winner_of(one: int, other: int) -> int:
    made = aggregate(one, other)
    assert made[0] != made[1]
    return one if made[0] > made[1] else other


def meetings() -> list[list[tuple[int, int]]]:
    """Who meets whom in each round of the bracket, with the second chance and the third place."""
    rounds, here = [], list(PLACES)
    again: list[int | None] = []
    losers: list[int] = []
    for number in range(1, ROUNDS + 1):
        ties = list(zip(here[::2], here[1::2], strict=True))
        here = [winner_of(*tie) for tie in ties]
        beaten = [next(one for one in tie if one not in here) for tie in ties]
        if number == 1:
            lost = [None if one == POINTLESS else one for one in beaten]
            again = [lost[0], lost[3], lost[1], lost[2]]
        else:
            two = list(zip(again[::2], again[1::2], strict=True))
            second = [(a, b) for a, b in two if a is not None and b is not None]
            again = [winner_of(a, b) if a and b else a or b for a, b in two]
            ties += [(losers[0], losers[1])] if number == ROUNDS else []
            ties += second
        losers = beaten
        rounds.append(ties)
    return rounds


def play(day: Day, number: int, client: Client) -> None:
    """Everything that people do in a round."""
    leg = 2 - number % 2
    if number > 1:
        manage(client, day.slug, f"rounds/{number}/draw/")
    manage(client, day.slug, f"rounds/{number}/open/", {"without_absent": "yes"})
    for match in Match.objects.filter(round__number=number).select_related("table"):
        enter_and_confirm(day, match, *points_of(leg, *numbers(match)))
    manage(client, day.slug, f"rounds/{number}/close/")


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        championship = make_championship("Copa", format=KNOCKOUT)
        add_contestants(championship, PAIRS)
        organiser, referee = organiser_of(championship), make_referee(championship)
        client = english_client(organiser)
        shown = client.get(f"/c/{championship.slug}/manage/settings/").content.decode()
        form = {
            name: re.search(rf'name="{name}" value="([^"]*)"', shown)[1]  # type: ignore[index]
            for name in ("target", "cap", "extra_hands", "based_on")
        }
        form |= dict(re.findall(r'name="([a-z_]+)" value="([^"]+)"[^>]* checked', shown))
        form |= {"legs": "2", "second_chance": "True"}
        manage(client, championship.slug, "settings/", form)
        assert stage_of(championship).game_settings().legs == 2
        manage(client, championship.slug, "schedule/make/", {"seeded": "on"})
        manage(client, championship.slug, "schedule/publish/")
        day = Day(championship, stage_of(championship), organiser, referee, make_user())
        for number in range(1, 2 * ROUNDS + 1):
            play(day, number, client)
        yield day


@pytest.fixture(autouse=True)
def _as_it_was(request: pytest.FixtureRequest) -> Iterator[None]:
    with undone():
        yield


def test_both_legs_have_the_ties_that_plain_code_says(day: Day) -> None:
    for number, wanted in enumerate(meetings(), start=1):
        legs = [
            sorted(numbers(one) for one in Match.objects.filter(round__number=2 * number - leg))
            for leg in (1, 0)
        ]
        assert sorted(legs[0]) == sorted(wanted), number
        assert sorted((ew, ns) for ns, ew in legs[1]) == legs[0], "sides are changed"


def test_the_standings(day: Day) -> None:
    rounds = meetings()
    final, third, last_again = rounds[-1]
    champion, best = winner_of(*final), winner_of(*third)
    view = standings_view(day.stage)
    found = [line.contestant.number for line in view.lines]
    assert found[:4] == [
        champion,
        *(one for one in final if one != champion),
        best,
        *(one for one in third if one != best),
    ]
    second = winner_of(*last_again)
    assert found[4:6] == [second, *(one for one in last_again if one != second)]
    assert found[-1] == POINTLESS
    assert [line.rank for line in view.lines] == list(range(1, 9))
    reached = [view.main.text(line) for line in view.lines]
    assert reached[4:] == [
        "Winner of the second chance",
        "Second chance: final",
        "Second chance: semifinal",
        "Quarter-final",
    ]


def test_the_bracket_in_json_shows_legs_and_sums(day: Day) -> None:
    document = json.loads(english_client().get(f"/c/{day.slug}/standings.json").content)
    bracket = document["bracket"]
    for number, ties in enumerate(meetings(), start=1):
        told = bracket["rounds"][number - 1]
        assert (told["round"], told["last_round"]) == (2 * number - 1, 2 * number)
        for tie, (one, other) in zip(told["ties"], ties, strict=False):
            assert [side["pair"] for side in tie["sides"]] == [one, other]
            assert tuple(side["points"] for side in tie["sides"]) == aggregate(one, other)
            assert [sum(side["legs"]) for side in tie["sides"]] == list(aggregate(one, other))
            winner = [side["pair"] for side in tie["sides"] if side["goes_on"]]
            assert winner == [winner_of(one, other)]
            assert tie["decided_by"] == "points"
    text = Path("docs/json.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `(bracket\.rounds[^`]*)` \|", text, re.M))
    rounds = {"bracket": {"rounds": bracket["rounds"]}}
    assert set(fields_of(rounds)) == listed | {"bracket.rounds"}
    again = bracket["second_chance"]["rounds"]
    assert [len(one["ties"]) for one in again] == [2, 1]
    assert [tie["bye"] for tie in again[0]["ties"]].count(True) == 1, "nobody is in 5's place"


def test_pages_wall_and_paper(day: Day) -> None:
    shown = page(day, "standings/")
    assert shown.count('class="drawing bracket"') == 2
    one, other = meetings()[0][0]
    made = aggregate(one, other)[0]
    assert f" = {made}" in shown
    assert "more points in both games together" in shown
    wall = page(day, "wall/")
    assert wall.count('class="drawing bracket"') == 2
    # There the letters are larger without the two games of each sum.
    assert f">{made}</text>" in wall
    assert f" = {made}</text>" not in wall
    stages = stages_of(day.championship)
    request = PaperRequest(stages, (), day.championship.created_at, "http://hall", known_of(stages))
    paper = text_of(bind_papers(request, [PAPERS["bracket"]]).content)
    assert f" = {made}" in paper
    assert "Second chance: final" in paper


@pytest.mark.parametrize(
    ("number", "leg"), [(1, "first of two games"), (2, "second game"), (5, "first of two games")]
)
def test_pairings_tell_which_leg_it_is(day: Day, number: int, leg: str) -> None:
    told = f"{leg} against the same pair"
    for address in (f"pairings/{number}/", f"pairings/{number}/?wall=1"):
        assert told in page(day, address)
    stages = stages_of(day.championship)
    rounds = (number,)
    request = PaperRequest(
        stages, rounds, day.championship.created_at, "http://hall", known_of(stages)
    )
    paper = text_of(bind_papers(request, [PAPERS["pairings"]]).content)
    assert told in " ".join(paper.split())


def test_verify_and_the_file_there_and_back(day: Day) -> None:
    assert faults(day.championship) == []
    twin_of(day.championship)
