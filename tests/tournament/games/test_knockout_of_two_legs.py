"""A knock-out of eight pairs with two legs and a second chance, to its end over HTTP.

Who goes on is worked out once more by plain code from what was entered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from scoring.game.seats import Side
from scoring.ordinary.hands import Multipliers
from scoring.ordinary.sheets import read_sheet
from tests.tournament.day import Day
from tests.tournament.exports.reading import text_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    stage_of,
)
from tests.tournament.games.at_table import enter_and_confirm
from tests.tournament.games.cup import Cup, numbers
from tests.tournament.games.test_swiss_at_101 import manage, page
from tests.tournament.standings.test_documents import fields_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.services import end_championship
from tournament.championships.services.settings import change_settings
from tournament.championships.stage_queries import why_not_added
from tournament.core.errors import NotNow, UserError
from tournament.core.live import public_version
from tournament.core.stages import stages_of
from tournament.exports.papers import PAPERS, PaperRequest, known_of
from tournament.exports.papers.assembly import bind_papers
from tournament.models import Match, Result
from tournament.phones.pair_queries import pair_page
from tournament.results.services import undo_result
from tournament.rounds.services import close_round, reopen_round
from tournament.schedule.pairings import why_outdated
from tournament.stages.knockout import KNOCKOUT
from tournament.standings.queries import bracket_view, stage_contestants, standings_view
from tournament.transfer.services import export_championship, import_championship

pytestmark = pytest.mark.django_db

PAIRS, ROUNDS, CAP = 8, 3, 121
PLACES = (1, 8, 4, 5, 2, 7, 3, 6)
POINTLESS = 5
"""It makes no point in the first round, so it has no second chance."""


def points_of(leg: int, one: int, other: int) -> tuple[int, int]:
    """What both make: the odd one wins at home, the sums are never the same."""
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
        assert stage_of(championship).legs == 2
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


def test_verify_and_the_file_there_and_back(day: Day) -> None:
    assert faults(day.championship) == []
    before = standings_view(day.stage)
    actor = actor_of(day.championship)
    content = export_championship(actor=actor, championship=day.championship).content
    copy = import_championship(actor=actor, file=BytesIO(content), slug="twin")
    assert faults(copy) == []
    after = standings_view(stage_of(copy))
    assert [(one.rank, one.contestant.number) for one in after.lines] == [
        (one.rank, one.contestant.number) for one in before.lines
    ]


def test_who_is_out_and_who_plays_again_is_told() -> None:
    cup = Cup(8, second_chance=True)
    cup.begin(1)
    for match in cup.matches(1):
        ns, _ew = numbers(match)
        cup.enter(match, 101, 0 if ns == 4 else 50)
    close_round(actor=cup.actor, round=cup.round(1))
    here = {one.number: one for one in stage_contestants(cup.stage).values()}
    assert [one for one in here if here[one].is_out_in(2)] == [5]
    cup.begin(2)
    met = cup.met(2)
    assert (1, 4) in met
    assert len(met) == 3, "one of the three that play again has a bye"
    page = pair_page([cup.stage], cup.stage, 6, published=public_version(cup.championship))
    assert page.now is not None
    assert page.now.second_chance


def test_the_second_leg_needs_somebody_ahead_and_counts_extra_hands() -> None:
    cup = Cup(2, legs=2)
    cup.begin(1)
    (first,) = cup.matches(1)
    cup.enter(first, 101, 80)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.begin(2)
    (second,) = cup.matches(2)
    assert numbers(second) == numbers(first)[::-1]
    with pytest.raises(UserError, match="Neither pair is ahead after both games"):
        cup.enter(second, 101, 80)
    cup.enter(second, 105, 103)
    with pytest.raises(UserError, match="the second one has been entered"):
        cup.enter(first, 100, 98)
    close_round(actor=cup.actor, round=cup.round(2))
    assert cup.ranks() == {1: (1, "Winner"), 2: (2, "Final")}
    assert faults(cup.championship) == []


def test_whoever_enters_the_second_leg_sees_what_the_first_one_gave() -> None:
    cup = Cup(2, legs=2)
    cup.begin(1)
    client = english_client(organiser_of(cup.championship))

    def entry(round: int) -> str:
        address = f"/c/{cup.championship.slug}/manage/rounds/{round}/tables/1/hands/1/"
        return str(client.get(address).content.decode())

    assert "First of two games." in entry(1)
    cup.enter(cup.matches(1)[0], 101, 80)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.begin(2)
    # They have changed sides.
    assert "Second of two games. In the other one NS made 80 and EW 101 points." in entry(2)


def test_a_draw_stands_in_the_first_leg() -> None:
    cup = Cup(2, legs=2)
    cup.begin(1)
    cup.enter(cup.matches(1)[0], 90, 90)
    assert Result.objects.current(cup.matches(1)[0], 1) is not None


def test_a_first_leg_corrected_after_the_second_was_paired() -> None:
    cup = Cup(4, legs=2)
    cup.play(1)
    cup.begin(2)
    first = next(one for one in cup.matches(1) if 1 in numbers(one))
    assert numbers(first) == (1, 4)
    cup.enter(first, 30, 101)
    assert not why_outdated(cup.round(2)), "the same two meet, whatever the first leg gave"
    for match in cup.matches(2):
        cup.enter(match, 80, 70)
    close_round(actor=cup.actor, round=cup.round(2))
    assert cup.ranks()[4][1] == "Final"
    cup.begin(3)
    assert {4} < {one for two in cup.met(3) for one in two}
    assert faults(cup.championship) == []


@pytest.mark.parametrize("before", [1, 2, 3])
def test_who_withdraws_before_between_and_after_the_legs(before: int) -> None:
    cup = Cup(4, legs=2)
    for number in range(1, before):
        cup.play(number)
    cup.withdraw(4, before)
    for number in range(before, 3):
        cup.play(number)
    if before == 3:
        assert cup.ranks()[1][1] == "Final"
    cup.begin(3)
    assert (1, 2) in cup.met(3) or (1, 3) in cup.met(3)
    view = bracket_view(cup.stage)
    assert view is not None
    told = {tie.decided_by for tie in view.rounds[0].ties}
    assert ("opponent-gone" in told) == (before < 3)
    assert faults(cup.championship) == []


def test_a_leg_given_by_a_referee_decides() -> None:
    cup = Cup(4, legs=2)
    cup.begin(1)
    for match in cup.matches(1):
        ns, _ew = numbers(match)
        more = {"given_to": Side.EW, "note": "nobody came"} if ns == 1 else {}
        cup.enter(match, 101, 50, **more)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.play(2)
    assert cup.met(2) == [(3, 2)], "the other tie is decided"
    cup.begin(3)
    assert (2, 4) in [tuple(sorted(one)) for one in cup.met(3)]


def test_legs_and_second_chance_belong_to_the_schedule() -> None:
    cup = Cup(4)
    settings = cup.stage.knockout_settings()
    for changed in ({"legs": 2}, {"second_chance": True}):
        with pytest.raises(NotNow, match="remove that first"):
            change_settings(
                actor=cup.actor,
                stage=cup.stage,
                settings=replace(settings, **changed),
            )


def test_a_stored_score_sheet_is_added_up_again() -> None:
    """`verify` finds one that gives other points, and no setting may make it do so."""
    cup = Cup(2)
    cup.begin(1)
    (match,) = cup.matches(1)
    sheet = read_sheet("N 72 contro; W 50")
    cup.enter(match, 86, 0, sheet=sheet)
    settings = cup.stage.knockout_settings()
    other = replace(settings, multipliers=Multipliers.of_text("2-3-5"))
    change_settings(actor=cup.actor, stage=cup.stage, settings=other, reason="contro is 2 as well")
    dearer = replace(settings, multipliers=Multipliers(3, 4, 8))
    with pytest.raises(NotNow, match="of round 1 at table 1"):
        change_settings(actor=cup.actor, stage=cup.stage, settings=dearer, reason="dearer")
    assert faults(cup.championship) == []
    Result.objects.filter(match=match).update(sheet="N 72; W 50")
    told = faults(cup.championship)
    assert any("the score sheet adds up to 50–0, the result says 86–0" in one for one in told)


def decided_in_the_first_leg(*, by_leaving: bool) -> Cup:
    """A final of two pairs, of which one has won after the first game."""
    cup = Cup(2, legs=2)
    cup.begin(1)
    (match,) = cup.matches(1)
    cup.enter(match, 101, 50, **({} if by_leaving else {"given_to": Side.NS, "note": "alone"}))
    close_round(actor=cup.actor, round=cup.round(1))
    if by_leaving:
        cup.withdraw(2, 2)
    return cup


@pytest.mark.parametrize("by_leaving", [False, True])
def test_a_final_decided_in_its_first_leg_ends_the_stage(by_leaving: bool) -> None:
    cup = decided_in_the_first_leg(by_leaving=by_leaving)
    assert why_not_added(cup.stage) != ""
    cup.begin(2)
    assert cup.met(2) == []
    close_round(actor=cup.actor, round=cup.round(2))
    assert [cup.ranks()[one][0] for one in (1, 2)] == [1, 2]
    assert why_not_added(cup.stage) == ""
    assert faults(cup.championship) == []
    told = page_of_round(cup, 2)
    assert "No match is played in this round." in told
    view = bracket_view(cup.stage)
    assert view is not None
    (tie,) = view.rounds[-1].ties
    assert tie.decided_by == ("opponent-gone" if by_leaving else "referee")
    end_championship(actor=cup.actor, championship=cup.championship)


def page_of_round(cup: Cup, number: int) -> str:
    client = english_client(organiser_of(cup.championship))
    answer = client.get(f"/c/{cup.championship.slug}/manage/rounds/{number}/")
    assert answer.status_code == 200
    return str(answer.content.decode())


def game_ns(match: Match) -> int | None:
    return Result.objects.get(match=match, is_current=True).game_ns


def test_a_corrected_first_leg_is_not_undone_to_what_can_no_longer_stand() -> None:
    """With the points that stood before, neither pair would be ahead after both games."""
    cup = Cup(2, legs=2)
    cup.begin(1)
    (first,) = cup.matches(1)
    cup.enter(first, 100, 50)
    close_round(actor=cup.actor, round=cup.round(1))
    cup.begin(2)
    reopen_round(actor=cup.actor, round=cup.round(1), reason="misread")
    cup.enter(first, 90, 50)
    (second,) = cup.matches(2)
    cup.enter(second, 100, 50)  # the sides have changed: 140 to 150
    with pytest.raises(UserError, match="neither pair is ahead"):
        undo_result(actor=cup.actor, match=first, deal=1, version=2)
    assert game_ns(first) == 90
    cup.enter(second, 80, 50)
    undo_result(actor=cup.actor, match=first, deal=1, version=2)
    assert game_ns(first) == 100


def test_a_given_first_leg_stays_given_once_there_is_no_second_one() -> None:
    cup = Cup(4, legs=2)
    cup.begin(1)
    given, other = cup.matches(1)
    cup.enter(given, 100, 50)
    cup.enter(other, 100, 50)
    cup.enter(given, 100, 50, given_to=Side.NS, note="alone")
    close_round(actor=cup.actor, round=cup.round(1))
    cup.begin(2)
    assert len(cup.met(2)) == 1
    reopen_round(actor=cup.actor, round=cup.round(1), reason="misread")
    with pytest.raises(UserError, match="was opened without a second game"):
        undo_result(actor=cup.actor, match=given, deal=1, version=2)
    with pytest.raises(UserError, match="was opened without a second game"):
        cup.enter(given, 90, 50)
    cup.enter(given, 100, 50, given_to=Side.EW, note="the other one")
