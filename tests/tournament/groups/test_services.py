"""Groups: what can be drawn, changed by hand and taken back, and what becomes of them."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.pairing.groups import GroupsBy
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    organiser_of,
)
from tests.tournament.finals.playing import manage
from tests.tournament.verified import faults
from tournament.championships.services.stages import add_stage
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.withdrawal import withdraw_contestant
from tournament.core.errors import Conflict, NotNow, UserError
from tournament.groups.queries import groups_of
from tournament.groups.services import change_groups, draw_groups, remove_groups
from tournament.models import Action, Championship, ComparedWith, GroupMember, Match, Stage
from tournament.schedule.queries import without_group
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, remove_schedule
from tournament.stages.drawn import DRAWN
from tournament.stages.format import Format
from tournament.stages.games import GAME_ALL_PLAY_ALL, GAME_SWISS
from tournament.stages.knockout import KNOCKOUT
from tournament.standings.contestants import stage_contestants

pytestmark = pytest.mark.django_db


def made(pairs: int, format: Format = GAME_ALL_PLAY_ALL) -> tuple[Championship, Stage]:
    championship = make_championship("Groups", format=format)
    add_contestants(championship, pairs)
    (stage,) = championship.stages.all()
    return championship, stage


def members(stage: Stage) -> list[set[int]]:
    found: list[set[int]] = [set() for _name in Stage.objects.get(pk=stage.pk).group_names]
    for one in GroupMember.objects.filter(stage=stage).select_related("contestant"):
        found[one.group - 1].add(one.contestant.number)
    return found


def together(stage: Stage, number: int) -> list[set[int]]:
    """The pairs that meet in a round."""
    matches = Match.objects.filter(round__stage=stage, round__number=number, cancelled=False)
    return [{pair.number for pair in one.pairs} for one in matches]


def test_drawn_moved_and_taken_back() -> None:
    championship, stage = made(9)
    actor = actor_of(championship)
    draw_groups(actor=actor, stage=stage, count=3, by=GroupsBy.SERPENTINE)
    assert members(stage) == [{1, 6, 7}, {2, 5, 8}, {3, 4, 9}]
    stage = Stage.objects.get(pk=stage.pk)
    found = groups_of(stage)
    group_of = {one.number: one.group or 0 for one in found.contestants}
    # 9 and 7 change places, and C has another name.
    group_of |= {9: 1, 7: 3}
    given: dict[str, Any] = {
        "group_of": group_of,
        "names": ["A", "B", "Terrassa"],
        "compared_with": ComparedWith.OWN_GROUP,
    }
    change_groups(actor=actor, stage=stage, based_on=found.version, **given)
    with pytest.raises(Conflict):
        change_groups(actor=actor, stage=stage, based_on=found.version, **given)
    assert members(stage) == [{1, 6, 9}, {2, 5, 8}, {3, 4, 7}]
    stage = Stage.objects.get(pk=stage.pk)
    assert stage.group_names == ["A", "B", "Terrassa"]
    assert stage.compared_with == ComparedWith.EVERYBODY, "no hands are compared in games"
    assert groups_of(stage).by_hand
    assert faults(championship) == []
    for wrong, field in (
        ({"names": ["A", "A", "B"]}, "name_2"),
        ({"names": ["A", " ", "B"]}, "name_2"),
        ({"group_of": {**group_of, 4: 7}}, "pair_4"),
        ({"group_of": dict.fromkeys(group_of, 1)}, None),
    ):
        with pytest.raises(UserError) as error:
            change_groups(actor=actor, stage=stage, **{**given, **wrong})
        assert error.value.field == field
    make_schedule(actor=actor, stage=stage)
    for change in (
        lambda: remove_groups(actor=actor, stage=stage),
        lambda: draw_groups(actor=actor, stage=stage, count=2),
        lambda: change_groups(actor=actor, stage=stage, **given),
    ):
        with pytest.raises(NotNow, match="remove it first"):
            change()
    remove_schedule(actor=actor, stage=stage)
    remove_groups(actor=actor, stage=stage)
    remove_groups(actor=actor, stage=stage)
    assert members(stage) == []
    acts = championship.events.filter(action__startswith="groups").values_list("action", flat=True)
    assert list(acts) == [Action.GROUPS_DRAWN, Action.GROUPS_CHANGED, Action.GROUPS_REMOVED]
    make_schedule(actor=actor, stage=Stage.objects.get(pk=stage.pk))
    assert faults(championship) == []


def test_clubs_are_kept_apart_and_the_seed_decides() -> None:
    championship, stage = made(12)
    contestants = championship.contestants
    contestants.filter(number__lte=4).update(club="Alzina")
    contestants.filter(number=4).update(club="alzina")
    contestants.filter(number__range=(5, 8)).update(club="")
    contestants.filter(number__gt=8).update(club="Roure")
    actor = actor_of(championship)
    given: dict[str, Any] = {
        "actor": actor,
        "stage": stage,
        "count": 4,
        "seed": "08142",
        "clubs_apart": True,
    }
    draw_groups(**given)
    first = members(stage)
    for club in ({1, 2, 3, 4}, {9, 10, 11, 12}):
        assert [len(group & club) for group in first] == [1, 1, 1, 1]
    draw_groups(**given)
    assert members(stage) == first
    assert groups_of(Stage.objects.get(pk=stage.pk)).seed == "08142"
    with pytest.raises(UserError) as error:
        draw_groups(actor=actor, stage=stage, count=5)
    assert error.value.field == "count", "a group of all play all has three pairs at least"


@pytest.mark.parametrize("format", [GAME_SWISS, KNOCKOUT])
def test_formats_without_groups_say_so(format: Format) -> None:
    championship, stage = made(8, format)
    with pytest.raises(NotNow, match="can't be divided into groups"):
        draw_groups(actor=actor_of(championship), stage=stage, count=2)
    client = english_client(organiser_of(championship))
    address = f"/c/{championship.slug}/manage"
    assert "can&#x27;t be divided" in client.get(f"{address}/groups/").content.decode()
    assert "Divide them into groups" not in client.get(f"{address}/schedule/").content.decode()


def test_a_pair_that_came_after_the_draw_has_to_be_put_into_a_group() -> None:
    championship, stage = made(8)
    actor = actor_of(championship)
    draw_groups(actor=actor, stage=stage, count=2)
    add_contestants(championship, 1)
    stage = Stage.objects.get(pk=stage.pk)
    with pytest.raises(NotNow, match="in no group: 9"):
        make_schedule(actor=actor, stage=stage)
    client = english_client(organiser_of(championship))
    shown = client.get(f"/c/{championship.slug}/manage/groups/")
    change = shown.context["change"]
    sent = {field.html_name: field.value() for field in change}
    manage(client, championship.slug, "groups/change/", {**sent, "pair_9": "2"})
    assert {len(one) for one in members(stage)} == {4, 5}
    answer = client.post(f"/c/{championship.slug}/manage/groups/change/", {**sent, "pair_9": "7"})
    assert answer.status_code == 422
    make_schedule(actor=actor, stage=Stage.objects.get(pk=stage.pk))


def test_who_had_left_before_needs_no_group() -> None:
    championship, stage = made(8)
    draw_groups(actor=actor_of(championship), stage=stage, count=2)
    add_contestants(championship, 1)
    stage = Stage.objects.get(pk=stage.pk)
    assert without_group(stage) == [9]
    championship.contestants.filter(number=9).update(withdrawn_from=1)
    assert without_group(stage) == []


def test_late_and_leaving() -> None:
    """Seven pairs in groups of three and four: the late one takes the rests of the smaller."""
    championship, stage = made(7)
    actor = actor_of(championship)
    draw_groups(actor=actor, stage=stage, count=2, by=GroupsBy.SERPENTINE)
    assert [len(one) for one in members(stage)] == [3, 4]
    stage = make_schedule(actor=actor, stage=Stage.objects.get(pk=stage.pk))
    late = join_late(actor=actor, championship=championship, players=["Nora Pi", "Pol Om"])
    assert late.number in members(stage)[0]
    smaller = members(stage)[0]
    for number in (1, 2, 3):
        for two in together(stage, number):
            assert two <= smaller or not two & smaller
    assert {frozenset(two) for n in (1, 2, 3) for two in together(stage, n) if 8 in two} == {
        frozenset({8, one}) for one in smaller - {8}
    }
    assert faults(championship) == []
    withdraw_contestant(actor=actor, contestant=late, from_round=2, reason="gone")
    assert faults(championship) == []
    # Nobody of the other group rests when this one has lost somebody.
    resting = [one for one in stage_contestants(stage).values() if one.plays_in(3)]
    assert len(resting) == 7


def test_opponents_by_lot_in_each_group() -> None:
    championship, stage = made(13, DRAWN)
    actor = actor_of(championship)
    draw_groups(actor=actor, stage=stage, count=2, compared_with=ComparedWith.OWN_GROUP)
    stage = make_schedule(actor=actor, stage=Stage.objects.get(pk=stage.pk), seed="7")
    groups = members(stage)
    first = together(stage, 1)
    assert len(first) == 6
    assert all(any(two <= group for group in groups) for two in first)
    rounds = list(stage.rounds.order_by("number"))
    rounds[0].status = "open"
    rounds[0].save(update_fields=["status"])
    pair_round(actor=actor, round=rounds[1])
    second = together(stage, 2)
    assert all(any(two <= group for group in groups) for two in second)
    assert not [two for two in second if two in first]
    lots = [fault for fault in faults(championship) if "lots" in fault or "drawn" in fault]
    assert lots == []


def test_a_later_stage_can_have_groups_too() -> None:
    championship, _stage = made(8)
    add_stage(actor=actor_of(championship), championship=championship, kind="round-robin-101")
    second = championship.stages.get(number=2)
    draw_groups(actor=actor_of(championship), stage=second, count=2)
    assert [len(one) for one in members(second)] == [4, 4]
    assert championship.stages.get(number=1).group_names == []
    assert faults(championship) == []
