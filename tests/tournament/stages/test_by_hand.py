"""A championship whose organisers enter who meets whom, round by round."""

from __future__ import annotations

import json
from collections.abc import Sequence
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.page_forms import forms_of
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    last_actions,
    make_championship,
    make_user,
    organiser_of,
    stage_of,
    turn_round,
)
from tests.tournament.made_once import made_once
from tests.tournament.recorded_day import enter_round, round_of
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tournament.contestants.services.late_entry import join_late
from tournament.contestants.services.tables import set_tables
from tournament.contestants.services.withdrawal import take_back_withdrawal, withdraw_contestant
from tournament.core.errors import NotNow, UserError
from tournament.deals.services.deal_sets import make_deals
from tournament.models import AuditEvent, Championship, Match
from tournament.rounds.services.lifecycle import close_round, open_round, take_back_opening
from tournament.schedule.by_hand import SeatedMatch, proposal, seated_matches
from tournament.schedule.services.rounds import enter_pairings, pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.by_hand import BY_HAND

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def _seven_pairs() -> Championship:
    championship = make_championship(format=BY_HAND)
    add_contestants(championship, 7)
    actor = actor_of(championship)
    make_schedule(actor=actor, stage=stage_of(championship), rounds=3)
    publish_schedule(actor=actor, stage=stage_of(championship))
    make_deals(actor=actor, championship=championship)
    return championship


of_seven_pairs = made_once(_seven_pairs)


@pytest.fixture
def championship(of_seven_pairs: Championship) -> Championship:
    """Seven pairs and three tables; three rounds, of which a proposal fills the first."""
    return Championship.objects.get(pk=of_seven_pairs.pk)


@pytest.fixture
def client(championship: Championship) -> Client:
    return english_client(organiser_of(championship))


def matches(championship: Championship, number: int) -> Sequence[SeatedMatch]:
    return seated_matches(round_of(championship, number))


def enter(championship: Championship, number: int, *seated: tuple[int, int, int]) -> None:
    enter_pairings(
        actor=actor_of(championship),
        round=round_of(championship, number),
        matches=[SeatedMatch(*one) for one in seated],
    )


def play(championship: Championship, number: int) -> None:
    open_round(actor=actor_of(championship), round=round_of(championship, number))
    enter_round(championship, number)
    close_round(actor=actor_of(championship), round=round_of(championship, number))


def page_of(championship: Championship, number: int) -> str:
    return reverse("rounds:opponents", args=[championship.slug, number])


def test_neighbours_by_number_are_proposed(championship: Championship) -> None:
    assert [set(one.pairing) for one in matches(championship, 1)] == [{1, 2}, {3, 4}, {5, 6}]
    assert matches(championship, 2) == ()
    met = [set(one.pairing) for one in proposal(round_of(championship, 2))]
    assert {7} <= set.union(*met), "who rested does not rest again"
    assert not any(set(one.pairing) in met for one in matches(championship, 1))


def test_what_somebody_else_has_entered_meanwhile_stays(
    championship: Championship, client: Client
) -> None:
    page = page_of(championship, 2)
    (form,) = (one for one in forms_of(client.get(page).content.decode()) if "ns_1" in one.names)
    enter(championship, 2, (1, 1, 3))
    response = client.post(page, form.filled(), follow=True)
    assert response.redirect_chain == [(page, 302)]
    assert "data-typed-offer" in response.content.decode()
    assert matches(championship, 2) == (SeatedMatch(1, 1, 3),)


def test_a_round_is_played_as_it_was_entered(championship: Championship) -> None:
    enter(championship, 1, (1, 7, 1), (3, 2, 6))
    assert matches(championship, 1) == (SeatedMatch(1, 7, 1), SeatedMatch(3, 2, 6))
    assert last_actions(championship) == ["round-entered"]
    told = AuditEvent.objects.filter(championship=championship).latest("sequence").after
    assert told is not None
    assert told["resting"] == [3, 4, 5]
    assert faults(championship) == []
    play(championship, 1)
    enter(championship, 2, (2, 3, 4))
    play(championship, 2)
    assert faults(championship) == []


def test_entered_twice_it_is_entered_once(championship: Championship) -> None:
    enter(championship, 2, (1, 3, 4))
    events = championship.events.count()
    stored = Match.objects.get(round=round_of(championship, 2)).pk
    enter(championship, 2, (1, 3, 4))
    assert championship.events.count() == events
    assert Match.objects.get(round=round_of(championship, 2)).pk == stored
    enter(championship, 2, (2, 3, 4))
    assert matches(championship, 2) == (SeatedMatch(2, 3, 4),), "another table is a change"


def test_a_match_that_was_turned_round_is_noticed(championship: Championship) -> None:
    enter(championship, 2, (1, 3, 4))
    turn_round(Match.objects.get(round=round_of(championship, 2)))
    assert len(faults(championship)) == 2, "each of the two seats"


@pytest.mark.parametrize(
    ("seated", "said", "field"),
    [
        ([], "at least one match", None),
        ([(1, 1, 2), (2, 3, 1)], "Pair 1 stands here twice", "ew_2"),
        ([(1, 1, 1)], "Pair 1 stands here twice", "ew_1"),
        ([(1, 8, 1)], "No pair 8 takes part", "ns_1"),
        ([(4, 1, 2)], "no table 4", None),
        ([(1, 1, 2), (1, 3, 4)], "no table 1", None),
    ],
)
def test_what_can_not_be_is_refused(
    championship: Championship, seated: list[tuple[int, int, int]], said: str, field: str | None
) -> None:
    before = matches(championship, 1)
    with pytest.raises(UserError, match=said) as refused:
        enter(championship, 1, *seated)
    assert refused.value.field == field
    assert matches(championship, 1) == before


def test_in_a_file_it_goes_elsewhere(championship: Championship) -> None:
    enter(championship, 1, (1, 7, 1), (3, 2, 6))
    assert matches(twin_of(championship), 1) == matches(championship, 1)


def test_an_open_round_stays_and_the_next_can_be_entered_before_it(
    championship: Championship,
) -> None:
    enter(championship, 3, (1, 1, 4))
    open_round(actor=actor_of(championship), round=round_of(championship, 1))
    with pytest.raises(NotNow, match="Round 1 has been opened"):
        enter(championship, 1, (1, 1, 4))
    with pytest.raises(NotNow, match="Who meets whom in round 2"):
        open_round(actor=actor_of(championship), round=round_of(championship, 2))
    enter(championship, 2, (1, 1, 3))
    take_back_opening(
        actor=actor_of(championship), round=round_of(championship, 1), reason="too early"
    )
    enter(championship, 1, (1, 5, 6))
    assert faults(championship) == []


def test_it_is_not_paired_by_itself_and_others_are_not_entered(championship: Championship) -> None:
    with pytest.raises(NotNow, match="you enter who meets whom"):
        pair_round(actor=actor_of(championship), round=round_of(championship, 2))
    other = make_championship("Other", format=ALL_PLAY_ALL)
    add_contestants(other, 4)
    make_schedule(actor=actor_of(other), stage=stage_of(other))
    with pytest.raises(NotNow, match="nobody chooses"):
        enter(other, 1, (1, 1, 2))


def test_who_comes_late_or_leaves(championship: Championship) -> None:
    enter(championship, 1, (1, 1, 2), (2, 3, 4), (3, 5, 6))
    actor = actor_of(championship)
    join_late(actor=actor, championship=championship, players=["Una", "Dues"])
    assert {7, 8} in [set(one.pairing) for one in matches(championship, 1)]
    assert faults(championship) == []
    withdraw_contestant(
        actor=actor, contestant=championship.contestants.get(number=5), from_round=2, reason="ill"
    )
    with pytest.raises(UserError, match="No pair 5"):
        enter(championship, 2, (1, 5, 1))
    enter(championship, 2, (1, 8, 1))
    take_back_withdrawal(actor=actor, contestant=championship.contestants.get(number=5), reason="-")
    enter(championship, 2, (1, 5, 1))
    assert faults(championship) == []


def test_the_page_asks_about_rematches_rests_and_fixed_tables(
    championship: Championship, client: Client
) -> None:
    set_tables(
        actor=actor_of(championship),
        championship=championship,
        names={},
        fixed={championship.contestants.get(number=2).pk: 1},
    )
    enter(championship, 1, (1, 2, 1), (2, 4, 3), (3, 6, 5))
    path = page_of(championship, 2)
    assert "A proposal is filled in." in client.get(path).content.decode()
    sent = {"ns_1": "3", "ew_1": "4", "ns_2": "5", "ew_2": "2"}
    asked = client.post(path, sent)
    assert asked.status_code == 422
    told = asked.content.decode()
    for said in (
        "3 and 4 have met before.",
        "3 pairs rest: 1, 6, 7.",
        "Pair 7 rests, although others have rested less often.",
        "Pair 2 stays at table 1 in all other rounds.",
    ):
        assert said in told
    assert matches(championship, 2) == ()
    sure = asked.context["form"].data["sure"]
    other = client.post(path, sent | {"ns_2": "6", "sure": sure})
    assert other.status_code == 422, "only what was asked about is confirmed"
    done = client.post(path, sent | {"sure": sure})
    assert done.status_code == 302
    assert matches(championship, 2) == (SeatedMatch(1, 3, 4), SeatedMatch(2, 5, 2))
    assert faults(championship) == []


def test_the_page_stores_at_once_what_nobody_doubts(
    championship: Championship, client: Client
) -> None:
    sent = {"ns_1": "3", "ew_1": "1", "ns_2": "4", "ew_2": "2", "ns_3": "7", "ew_3": "5"}
    assert client.post(page_of(championship, 2), sent).status_code == 302
    assert [one.table for one in matches(championship, 2)] == [1, 2, 3]
    page = client.get(reverse("rounds:round", args=[championship.slug, 2])).content.decode()
    assert "Change the opponents" in page


def test_the_page_tells_every_fault_at_its_place(
    championship: Championship, client: Client
) -> None:
    path = page_of(championship, 2)
    told = client.post(path, {"ns_1": "3", "ew_1": "", "ns_2": "four", "ew_2": "2"})
    assert told.status_code == 422
    assert set(told.context["form"].errors) == {"ew_1", "ns_2"}
    told = client.post(path, {"ns_1": "3", "ew_1": "9" * 5000})
    assert set(told.context["form"].errors) == {"ew_1"}
    told = client.post(path, {"ns_1": "3", "ew_1": "9", "ns_2": "3", "ew_2": "2"})
    assert told.context["form"].errors == {
        "ew_1": ["No pair 9 takes part in this round."],
        "ns_2": ["Pair 3 stands here twice."],
    }
    assert client.post(path, {}).context["form"].non_field_errors() == ["Enter at least one match."]


def test_rounds_lead_to_the_page(championship: Championship, client: Client) -> None:
    play(championship, 1)
    link = page_of(championship, 2)
    for name, number in (("rounds:list", None), ("rounds:round", 2), ("rounds:closed", 1)):
        arguments = [championship.slug, *([number] if number else [])]
        assert link in client.get(reverse(name, args=arguments)).content.decode(), name
    start = client.get(reverse("championships:start", args=[championship.slug])).content.decode()
    assert "Enter the opponents" in start
    opened = client.get(page_of(championship, 1))
    assert opened.status_code == 302


@pytest.mark.parametrize("format", ["by-hand", "by-hand-101"])
def test_bots_play_it_to_its_end(format: str) -> None:
    make_user("anna", superuser=True)
    out = StringIO()
    call_command(
        "simulate",
        "by-hand",
        *("--format", format, "--pairs", "5", "--rounds", "3", "--seed", "5", "--json"),
        *("--organiser", "anna", "--mistakes", "0.3", "--events"),
        stdout=out,
    )
    told = json.loads(out.getvalue())
    assert [one["closed"] for one in told["rounds"]] == [True] * 3
    assert faults(Championship.objects.get(slug="by-hand")) == []


def test_a_typed_round_says_who_has_come_or_left_until_it_is_looked_over(
    championship: Championship, client: Client
) -> None:
    def warned(number: int) -> bool:
        shown = client.get(reverse("rounds:round", args=[championship.slug, number]))
        return "come or left since these opponents" in shown.content.decode()

    actor = actor_of(championship)
    enter(championship, 1, (1, 1, 2), (2, 3, 4), (3, 5, 6))
    enter(championship, 2, (1, 1, 3), (2, 2, 5), (3, 6, 7))
    assert not warned(1)
    assert not warned(2)
    pair = championship.contestants.get(number=7)
    withdraw_contestant(actor=actor, contestant=pair, from_round=2, reason="away")
    assert not warned(1), "in round 1 it still plays"
    assert warned(2)
    enter(championship, 2, (1, 1, 3), (2, 2, 5))
    assert not warned(2), "those that are left were looked over"
    assert last_actions(championship) == ["round-entered"]
    assert faults(championship) == []
    join_late(actor=actor, championship=championship, players=("Nil", "Ona"))
    assert warned(1)
    assert warned(2)
    play(championship, 1)
    assert not warned(1), "it has been played"
    assert faults(championship) == []
