"""A lligueta over HTTP: 16 pairs in four groups, games all play all, then the best two of each in a
knock-out, to its end.

The standings are worked out once more by plain arithmetic from what was entered.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from tests.tournament.day import Day
from tests.tournament.factories import (
    add_contestants,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
)
from tests.tournament.finals.playing import (
    game_points,
    game_results,
    manage,
    page,
    pairs_of_round,
    play_round,
)
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.core.stages import stages_of
from tournament.integrity.moments import moment_faults
from tournament.models import Action, AuditEvent, Championship, GroupMember, Stage
from tournament.stages.games import GAME_ALL_PLAY_ALL
from tournament.standings.queries.overall import overall_standings
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PAIRS, GROUPS, EACH, FIRST, LAST = 16, 4, 2, 3, 6


def groups_of(championship: Championship) -> list[list[int]]:
    members = GroupMember.objects.filter(stage__championship=championship, stage__number=1)
    found: list[list[int]] = [[] for _ in range(GROUPS)]
    for one in members.select_related("contestant").order_by("contestant__number"):
        found[one.group - 1].append(one.contestant.number)
    return found


def add_knockout(day: Day, each: int, others: int) -> None:
    client = english_client(day.organiser)
    address = (
        f"/c/{day.slug}/manage/stages/add/?format=knockout-101&name=Final&each={each}"
        f"&others={others}&carry=nothing&hands="
    )
    shown = client.get(address)
    assert shown.status_code == 200, shown.content.decode()[-1500:]
    who = shown.context["who"]
    sent = {"chosen": sorted(who.ticked), "based_on": who["based_on"].value(), "reason": ""}
    answer = client.post(address, sent)
    assert answer.status_code == 302, answer.content.decode()[-1500:]


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Day]:
    with django_db_blocker.unblock(), undone():
        championship = make_championship("Lligueta", format=GAME_ALL_PLAY_ALL)
        add_contestants(championship, PAIRS)
        organiser = organiser_of(championship)
        client = english_client(organiser)
        drawn = {"count": GROUPS, "by": "lot", "seed": "08142"}
        manage(client, championship.slug, "groups/draw/", drawn)
        manage(client, championship.slug, "schedule/make/")
        manage(client, championship.slug, "schedule/publish/")
        (stage,) = stages_of(championship)
        day = Day(championship, stage, organiser, make_referee(championship), make_user())
        # Everybody sees the groups before anything is played.
        assert "Group D" in page(day.slug, "standings/")
        for number in range(1, FIRST + 1):
            play_round(day, client, number, game_points)
        add_knockout(day, EACH, 0)
        manage(client, day.slug, "schedule/make/", {"seeded": "on"})
        manage(client, day.slug, "schedule/publish/?stage=2")
        for number in range(FIRST + 1, LAST + 1):
            if number > FIRST + 1:
                manage(client, day.slug, f"rounds/{number}/draw/")
            play_round(day, client, number, game_points)
        yield day


@pytest.fixture(autouse=True)
def _as_it_was(day: Day) -> Iterator[None]:
    with undone():
        yield


def test_the_page_after_closing_names_the_groups(day: Day) -> None:
    client = english_client(day.organiser)
    shown = page(day.slug, f"manage/rounds/{FIRST}/closed/", client)
    heads = [shown.index(f"Group {name}<") for name in "ABCD"]
    assert heads == sorted(heads)
    assert "Group" not in page(day.slug, f"manage/rounds/{LAST}/closed/", client)


def test_each_group_plays_by_itself(day: Day) -> None:
    groups = groups_of(day.championship)
    assert list(map(len, groups)) == [4, 4, 4, 4]
    met = [
        frozenset(two)
        for number in range(1, FIRST + 1)
        for _table, *two in pairs_of_round(day.championship, number)
    ]
    everybody = {
        frozenset((one, other))
        for group in groups
        for one in group
        for other in group
        if one < other
    }
    assert len(met) == len(everybody) == 24
    assert set(met) == everybody


def test_the_standings_are_those_of_plain_arithmetic(day: Day) -> None:
    found = game_results(day.championship, range(1, FIRST + 1))
    orders = [
        sorted(group, key=lambda one: found[one], reverse=True)
        for group in groups_of(day.championship)
    ]
    view = standings_view(stages_of(day.championship)[0])
    assert [name for name, _part in view.parts] == ["A", "B", "C", "D"]
    for order, (_name, part) in zip(orders, view.parts, strict=True):
        assert [line.contestant.number for line in part.lines] == order
        assert [line.rank for line in part.lines] == [1, 2, 3, 4]
    # The winners first, the best of them by score, difference and points; then the second ones.
    going = [
        one
        for place in range(EACH)
        for one in sorted((order[place] for order in orders), key=lambda one: found[one])[::-1]
    ]
    final = stages_of(day.championship)[1]
    seeds = [one.contestant.number for one in final.entrants.order_by("seed")]
    assert seeds[:4] == going[:4], "the winners stay where their results put them"
    assert set(seeds[4:]) == set(going[4:])
    half = {one: place in (1, 4, 5, 8) for place, one in enumerate(seeds, start=1)}
    for order in orders:
        assert half[order[0]] != half[order[1]], "two of a group can meet only in the final"
    assert (final.best, final.best_of_each) == (8, 2)
    overall = overall_standings(stages_of(day.championship)).lines
    assert {one.contestant.number for one in overall[:8]} == set(going)
    assert [one.rank for one in overall[8:]] == [9] * 4 + [13] * 4
    assert {one.contestant.number for one in overall[8:12]} == {order[2] for order in orders}


def test_what_people_see(day: Day) -> None:
    shown = page(day.slug, "standings/?stage=1")
    for name in "ABCD":
        assert f"Group {name}" in shown
    # Their own pages, the round's, the course's.
    assert "of 4" in page(day.slug, "pairs/1/?stage=1")
    assert "Group A" in page(day.slug, "rounds/2/")
    assert "Group D" in page(day.slug, "standings/course/?stage=1")
    chosen = "For the best 2 of each group of the stage before it."
    assert chosen in page(day.slug, "standings/?stage=2")
    told = json.loads(page(day.slug, "standings.json?stage=1"))
    assert told["stage"]["groups"] == ["A", "B", "C", "D"]
    assert [one["group"] for one in told["standings"]] == [name for name in "ABCD" for _ in "1234"]
    csv = english_client().get(f"/c/{day.slug}/export/standings.csv?stage=1").content.decode()
    assert csv.splitlines()[0].lstrip("\ufeff").startswith("Group")


def test_record_and_file(day: Day) -> None:
    assert faults(day.championship) == []
    assert groups_of(twin_of(day.championship)) == groups_of(day.championship)


def test_verify_notices_who_was_moved(day: Day) -> None:
    one, other = GroupMember.objects.filter(group=1).first(), GroupMember.objects.filter(group=2)[0]
    assert one is not None
    GroupMember.objects.filter(pk=one.pk).update(group=2)
    GroupMember.objects.filter(pk=other.pk).update(group=1)
    told = "\n".join(faults(day.championship))
    assert f"(stage 1, pair {one.contestant.number}): group is “2”, the record says “1”" in told


def test_verify_draws_again(day: Day) -> None:
    events = list(AuditEvent.objects.filter(championship=day.championship))
    assert list(moment_faults(events, None)) == []
    drawn = next(one for one in events if one.action == Action.GROUPS_DRAWN)
    told = dict(drawn.after or {})
    (first, second, *groups) = told["groups"]
    drawn.after = {**told, "groups": [second, first, *groups]}
    assert list(moment_faults(events, None)) == ["Stage 1: drawn again, the groups are others."]
    drawn.after = {**told, "drawn_from": told["drawn_from"][::-1]}
    assert list(moment_faults(events, None)) == [
        "Stage 1: the groups were not drawn from the pairs of that moment."
    ]


def test_a_stage_without_groups_asks_for_nothing_more(day: Day) -> None:
    stage = stages_of(day.championship)[0]
    with CaptureQueriesContext(connection) as with_groups:
        standings_view(stage)
    Stage.objects.filter(pk=stage.pk).update(group_names=[])
    plain = stages_of(day.championship)[0]
    with CaptureQueriesContext(connection) as without:
        standings_view(plain)
    assert len(with_groups) == len(without) + 2
    assert not any("groupmember" in one["sql"] for one in without.captured_queries)


def test_to_its_end(day: Day) -> None:
    manage(english_client(day.organiser), day.slug, "end/", {"sure": "on"})
    assert "Final" in page(day.slug, "standings/championship/")
    assert AuditEvent.objects.filter(action=Action.GROUPS_DRAWN).count() == 1
