"""A knock-out of 11 pairs to its end over HTTP: tables enter, pairs confirm, one doesn't come.

Who goes on is worked out once more by plain code from what was entered.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from scoring.game.announcements import SantVicencRule
from scoring.ordinary.hands import HandRules, Multipliers, Revoke
from tests.tournament.day import Day
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    sent_settings,
    stage_of,
)
from tests.tournament.games.at_table import enter_and_confirm
from tests.tournament.games.cup import numbers
from tests.tournament.games.test_swiss_at_101 import manage, page
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.core.stages import stages_of
from tournament.exports.papers import PAPERS, PaperRequest, Scope, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.models import Match, Result, Round
from tournament.public.queries import round_pairings
from tournament.schedule.queries import Away, schedule_grid
from tournament.stages.knockout import KNOCKOUT
from tournament.standings.queries.scores import bracket_view
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]


PAIRS, ROUNDS = 11, 4


PLACES = (1, None, 8, 9, 4, None, 5, None, 2, None, 7, 10, 3, None, 6, 11)
"""The bracket of 16 with 11 in it, by hand."""


ABSENT = (2, 3)
"""Pair 3 doesn't come to round 2: a referee gives its opponents the game."""


def strength(pair: int) -> int:
    """The stronger wins: not the one with the lower number."""
    return pair * 7 % PAIRS


def winner_of(number: int, one: int, other: int) -> int:
    if number == ABSENT[0] and ABSENT[1] in (one, other):
        return other if one == ABSENT[1] else one
    return max(one, other, key=strength)


def points_of(number: int, one: int, other: int) -> tuple[int, int]:
    """Return what both pairs have: some reach 101, some are ahead when the hands are over."""
    won, lost = 60 + 5 * max(one, other) + number, 30 + min(one, other)
    return (won, lost) if winner_of(number, one, other) == one else (lost, won)


def meetings() -> list[list[tuple[int, int]]]:
    """Who meets whom in each round, by plain code; the match for third place last."""
    here: list[int | None] = list(PLACES)
    rounds = []
    losers: list[int] = []
    for number in range(1, ROUNDS + 1):
        ties, following = [], []
        for one, other in zip(here[::2], here[1::2], strict=True):
            if one is None or other is None:
                following.append(one or other)
                continue
            ties.append((one, other))
            following.append(winner_of(number, one, other))
        if number == ROUNDS:
            ties.append((losers[0], losers[1]))
        losers = [one for tie in ties for one in tie if one not in following]
        rounds.append(ties)
        here = following
    return rounds


def play(day: Day, number: int, client: Client) -> None:
    """Everything that people do in a round."""
    if number > 1:
        manage(client, day.slug, f"rounds/{number}/draw/")
    manage(client, day.slug, f"rounds/{number}/open/", {"without_absent": "yes"})
    for match in Match.objects.filter(round__number=number).select_related("table"):
        table, (one, other) = match.table.number, numbers(match)
        if number == ABSENT[0] and ABSENT[1] in (one, other):
            side = "EW" if one == ABSENT[1] else "NS"
            given = {"ns": "", "ew": "", "given_to": side, "based_on": 0, "note": "nobody came"}
            manage(client, day.slug, f"rounds/{number}/tables/{table}/hands/1/", given)
            continue
        enter_and_confirm(day, match, *points_of(number, one, other))
    manage(client, day.slug, f"rounds/{number}/close/")


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        championship = make_championship("Eliminatòries", format=KNOCKOUT)
        add_contestants(championship, PAIRS)
        organiser, referee = organiser_of(championship), make_referee(championship)
        client = english_client(organiser)
        manage(client, championship.slug, "schedule/make/", {"seed": "08142", "seeded": "on"})
        manage(client, championship.slug, "schedule/publish/")
        day = Day(championship, stage_of(championship), organiser, referee, make_user())
        for number in range(1, ROUNDS + 1):
            play(day, number, client)
        yield day


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def test_who_goes_on_is_what_plain_code_says(day: Day) -> None:
    for number, wanted in enumerate(meetings(), start=1):
        found = [numbers(match) for match in Match.objects.filter(round__number=number)]
        assert sorted(map(sorted, found)) == sorted(map(sorted, wanted)), number
        assert Round.objects.get(number=number).status == "closed"


def test_the_standings_go_by_the_round_reached(day: Day) -> None:
    rounds = meetings()
    final, third = rounds[-1]
    champion, best_loser = winner_of(4, *final), winner_of(4, *third)
    wanted = [
        champion,
        *(one for one in final if one != champion),
        best_loser,
        *(one for one in third if one != best_loser),
    ]
    view = standings_view(day.stage)
    assert [line.contestant.number for line in view.lines][:4] == wanted
    assert [line.rank for line in view.lines][:4] == [1, 2, 3, 4]
    lost_in = {
        one: number
        for number in (1, 2)
        for tie in rounds[number - 1]
        for one in tie
        if one != winner_of(number, *tie)
    }
    assert [lost_in[line.contestant.number] for line in view.lines[4:]] == [2] * 4 + [1] * 3
    for group in (view.lines[4:8], view.lines[8:]):
        differences = [line.figures.difference for line in group]
        assert differences == sorted(differences, reverse=True)
    reached = view.main
    assert [reached.text(line) for line in view.lines][:5] == [
        "Winner",
        "Final",
        "Third place",
        "Semifinal",
        "Quarter-final",
    ]


def test_who_is_out_does_not_rest(day: Day) -> None:
    view = standings_view(day.stage)
    rests = {line.contestant.number: line.rests for line in view.lines if line.rests}
    assert rests == dict.fromkeys((1, 2, 3, 4, 5), (1,))
    resting = {}
    for number in range(1, ROUNDS + 1):
        found = round_pairings(stages_of(day.championship), number)
        assert found is not None
        resting[number] = [one.number for one in found.resting]
    assert resting == {1: [1, 2, 3, 4, 5], 2: [], 3: [], 4: []}
    grid = schedule_grid(day.stage)
    loser = next(one for one in meetings()[0][0] if one != winner_of(1, *meetings()[0][0]))
    (row,) = (row for row in grid.rows if row.contestant.number == loser)
    assert list(row.cells[1:]) == [Away.OUT] * 3
    assert "rests" not in page(day, f"pairs/{loser}/")


def test_the_bracket_on_the_page_and_on_the_wall(day: Day) -> None:
    final, _third = meetings()[-1]
    shown = " ".join(page(day, "standings/").split())
    assert "Bracket" in shown
    head, table = shown.split("The same as a table", 1)
    svg = head.split('<svg class="drawing bracket"')[1].split("</svg>")[0]
    for name in ("Round of 16", "Quarter-final", "Semifinal", "Final", "Third place"):
        assert name in svg
        assert name in table
    assert svg.count("<g ") == 3 + 4 + 2 + 1 + 1, "a box for each match, none for a bye"
    ties = table.split("</table>")[0].split("<tbody>")[1:]
    assert len(ties) == 11 + 5, "a match each, and the names of the rounds"
    (at,) = (at for at, one in enumerate(ties) if ">Final<" in one)
    told = ties[at + 1]
    for one in final:
        assert f"{one} " in told
    points = points_of(4, *final)
    assert sorted(re.findall(r'class="num">(\d+)<', told)) == sorted(map(str, points))
    assert told.count("won") == 1
    wall = page(day, "wall/")
    assert wall.count('class="drawing bracket"') == 1


def test_the_bracket_after_an_earlier_round(day: Day) -> None:
    view = bracket_view(day.stage, after_round=2)
    assert view is not None
    assert [one.is_over for one in view.rounds] == [True, True, False, False]
    semifinals = [
        {one.contestant.number for one in tie.sides if one.contestant}
        for tie in view.rounds[2].ties
    ]
    assert semifinals == [set(tie) for tie in meetings()[2]]
    assert all(one.contestant is None for tie in view.rounds[3].ties for one in tie.sides)
    assert view.third is not None
    assert all(one.contestant is None for one in view.third.sides)


def test_its_files(day: Day) -> None:
    client = english_client()
    content = client.get(f"/c/{day.slug}/export/standings.csv?lang=en").content
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert [one["Reached"] for one in rows][:3] == ["Winner", "Final", "Third place"]
    assert client.get(f"/c/{day.slug}/export/standings.xlsx?lang=en").status_code == 200
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    assert (document["ranking"], document["ranked_by"]) == ("knockout", "through")
    assert document["settings"]["third_place"] is True
    assert document["settings"]["extra_hands"] == 2
    assert "rest" not in document["settings"]
    assert [one["through"] for one in document["standings"]][:4] == ["4", "3", "5/2", "2"]


@pytest.mark.parametrize("name", [name for name, one in PAPERS.items() if name != "hand-sheets"])
def test_its_papers(day: Day, name: str) -> None:
    stages = stages_of(day.championship)
    paper = PAPERS[name]
    rounds = (4,) if paper.scope is Scope.ROUND else ()
    request = PaperRequest(
        stages, rounds, day.championship.created_at, "http://hall", known_of(stages)
    )
    if paper.missing(request):
        return
    content = bind_papers(request, [paper]).content
    assert content.startswith(b"%PDF")
    if name == "bracket":
        assert "Semifinal" in text_of(content)


def test_the_record_gives_the_same_and_notices_what_was_changed(day: Day) -> None:
    assert faults(day.championship) == []
    final = Result.objects.get(match__round__number=4, match__table__number=1, is_current=True)
    Result.objects.filter(pk=final.pk).update(game_ns=final.game_ew, game_ew=final.game_ns)
    assert any(fault.startswith("result (") for fault in faults(day.championship))


def test_verify_pairs_every_round_again(day: Day) -> None:
    """Two matches of the quarter-finals with their lower pairs exchanged are no bracket."""
    one, other = Match.objects.filter(round__number=2).order_by("pk")[:2]
    seats = [match.seats.get(held="EW") for match in (one, other)]
    held = [seat.contestant_id for seat in seats]
    seats[0].match.seats.filter(pk=seats[0].pk).update(round=None)
    seats[1].match.seats.filter(pk=seats[1].pk).update(round=None)
    for seat, contestant in zip(seats, reversed(held), strict=True):
        type(seat).objects.filter(pk=seat.pk).update(contestant=contestant)
    assert any(one.startswith("seat of a match (") for one in faults(day.championship))


def test_the_file_there_and_back(day: Day) -> None:
    twin_of(day.championship)


def test_the_settings_and_the_rules(day: Day) -> None:
    client = english_client(day.organiser)
    shown = page(day, "manage/settings/", client)
    assert "A match for third place" in shown
    assert "A round without a game" not in shown
    form = sent_settings(
        day.stage,
        **{"target": "", "cap": "", "extra_hands": "3", "third_place": "False"},
        **{"multipliers": "2-3-5", "sant_vicenc": "not-allowed", "revoke": "stake"},
        **{"misdeal": "same-dealer", "tie_break_wins": "1", "reason": "agreed"},
    )
    answer = client.post(f"/c/{day.slug}/manage/settings/", form)
    assert answer.status_code == 302, answer.content.decode()[-800:]
    stage = stage_of(day.championship)
    settings = stage.knockout_settings()
    assert (settings.target, settings.extra_hands, settings.third_place) == (None, 3, False)
    assert (str(settings.multipliers), settings.sant_vicenc) == ("2-3-5", "not-allowed")
    assert stage.game_settings().rules(8).hand == HandRules(
        Multipliers(2, 3, 5), SantVicencRule.NOT_ALLOWED, Revoke.STAKE
    )
    answer = client.post(f"/c/{day.slug}/manage/settings/", {**form, "extra_hands": "0"})
    assert answer.status_code == 422
    assert "3 extra hands" in " ".join(page(day, "rules/").split())
    assert faults(day.championship) == []
