"""Leagues in groups, and a league of dealt hands, which stay sealed until their round is closed."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from django.urls import reverse

from scoring.pairing.groups import GroupsBy
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    organiser_of,
    stage_of,
)
from tests.tournament.recorded_day import enter_round, round_of
from tests.tournament.verified import faults
from tournament.calendar.queries import calendar
from tournament.calendar.services import postpone_match
from tournament.core.errors import NotNow
from tournament.deals.services.deal_sets import make_deals
from tournament.groups.services import draw_groups
from tournament.models import PAIR_NUMBERS, Championship, Match, Result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.league import DUPLICATE_LEAGUE, LEAGUE
from tournament.standings.contestants import stage_contestants
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def in_two_groups(pairs: int, rounds: int | None = None) -> Championship:
    championship = make_championship("Lliga", format=LEAGUE)
    add_contestants(championship, pairs)
    actor, stage = actor_of(championship), stage_of(championship)
    draw_groups(actor=actor, stage=stage, count=2, by=GroupsBy.SERPENTINE)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=rounds)
    return championship


@pytest.mark.parametrize(("rounds", "times"), [(None, 2), (5, 1)])
def test_in_groups_everybody_meets_their_own_group_as_often(rounds: int | None, times: int) -> None:
    """Groups of five and of four: ten rounds, or five, of which the smaller plays six or three."""
    championship = in_two_groups(9, rounds)
    group_of = {one.number: one.group for one in stage_contestants(stage_of(championship)).values()}
    met = Counter(
        Match.objects.filter(round__championship=championship)
        .with_pair_columns()
        .values_list(*PAIR_NUMBERS)
    )
    for one in group_of:
        for other in group_of:
            if one < other and group_of[one] == group_of[other]:
                assert met[one, other] + met[other, one] == times
                assert times == 1 or met[one, other] == 1, "once at home and once away"
    assert all(group_of[ns] == group_of[ew] for ns, ew in met)
    assert not faults(championship)


def test_the_calendar_shows_each_group_by_itself() -> None:
    championship = in_two_groups(9)
    publish_schedule(actor=actor_of(championship), stage=stage_of(championship))
    first, *_others, last = calendar(stage_of(championship))
    assert [(name, len(matches)) for name, matches in first.parts] == [("A", 2), ("B", 2)]
    assert [name for name, _matches in last.parts] == ["A"], "the smaller one is through by then"
    page = english_client().get(f"/c/{championship.slug}/calendar/").content.decode()
    assert page.count("<h3") == 10 + 6


@pytest.fixture
def of_hands() -> Championship:
    """Four pairs, each once against each; the first of three rounds is open."""
    championship = make_championship("Lliga", format=DUPLICATE_LEAGUE)
    add_contestants(championship, 4)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=3)
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    open_round(actor=actor, round=round_of(championship, 1))
    return championship


def test_all_matches_of_a_round_play_the_same_hands(of_hands: Championship) -> None:
    enter_round(of_hands, 1)
    played = Result.objects.filter(match__round__number=1).values_list("match", "deal")
    assert Counter(deal for _match, deal in played) == {1: 2, 2: 2, 3: 2, 4: 2}
    close_round(actor=actor_of(of_hands), round=round_of(of_hands, 1))
    view = standings_view(stage_of(of_hands))
    column = view.ranking.round_column(1)
    made = {line.contestant.id: column.text(line) for line in view.lines}
    first = calendar(stage_of(of_hands))[0]
    assert [one.result for one in first.matches] == [
        f"{made[one.home.id]} – {made[one.away.id]}" for one in first.matches
    ]
    assert not faults(of_hands)


def test_a_postponed_match_keeps_its_round_open_and_its_hands_sealed(
    of_hands: Championship,
) -> None:
    actor, match = actor_of(of_hands), round_of(of_hands, 1).matches.get(table__number=1)
    postpone_match(actor=actor, match=match, day=date(2026, 12, 20), reason="Flu")
    enter_round(of_hands, 1)
    Result.objects.filter(match=match).delete()
    open_round(actor=actor, round=round_of(of_hands, 2))
    with pytest.raises(NotNow, match="Table 1 has no result"):
        close_round(actor=actor, round=round_of(of_hands, 1))
    address = reverse("standings:hand_sheet", args=[of_hands.slug, 1])
    assert english_client().get(address).status_code == 404
    client = english_client(organiser_of(of_hands))
    page = client.get(reverse("calendar:postpone", args=[of_hands.slug, 1, 1])).content.decode()
    assert "its hands stay sealed" in page
    enter_round(of_hands, 1)
    close_round(actor=actor, round=round_of(of_hands, 1))
    assert english_client().get(address).status_code == 200
