"""Making a championship through HTTP: choosing a preset, changing its numbers, reckoning."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.carry import Carry
from scoring.game.announcements import SantVicencRule
from tests.page_forms import forms_of
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
from tests.tournament.verified import faults
from tournament.championships.services.members import remove_member
from tournament.models import Championship
from tournament.schedule.services.schedule import make_schedule
from tournament.stages.estimate import estimates
from tournament.stages.intent import intent_of
from tournament.stages.presets import PRESETS

pytestmark = pytest.mark.django_db

CARDS = "/new/"
DETAILS = {"name": "Copa", "place": "Valls", "date": "2026-11-21"}


def address_of(preset: str) -> str:
    return reverse("championships:create", args=[preset])


def make(client: Client, preset: str, **typed: Any) -> Any:
    """What the page of a preset answers to what somebody typed into its form."""
    page = client.get(address_of(preset)).content.decode()
    form = next(one for one in forms_of(page) if "group_size" in one.names or "hands" in one.names)
    sent = form.filled(**typed)
    if "act" not in typed:
        sent.pop("act", None)
    return client.post(address_of(preset), sent)


@pytest.fixture
def client() -> Client:
    return english_client(make_user(superuser=True))


class TestWhoMay:
    def test_whoever_looks_after_the_installation_makes_one_and_is_its_organiser(self) -> None:
        user = make_user(superuser=True)
        for _click in range(2):
            answer = make(english_client(user), "round-robin", **DETAILS)
            assert answer.status_code == 302
        championship = Championship.objects.get()
        assert answer["Location"] == reverse("championships:start", args=[championship.slug])
        assert organiser_of(championship) == user

    def test_an_organiser_makes_another_one(self) -> None:
        client = english_client(organiser_of(make_championship()))
        assert f'href="{CARDS}"' in client.get("/").content.decode()
        assert make(client, "round-robin", **DETAILS).status_code == 302
        assert Championship.objects.count() == 2

    def test_an_account_alone_is_not_enough(self) -> None:
        championship = make_championship()
        removed = make_referee(championship)
        remove_member(
            actor=actor_of(championship), membership=championship.memberships.get(user=removed)
        )
        for user in (make_user(), removed, make_referee(championship)):
            client = english_client(user)
            assert f'href="{CARDS}"' not in client.get("/").content.decode()
            for address in (CARDS, address_of("round-robin")):
                assert client.get(address).status_code == 403
            assert client.post(address_of("round-robin"), DETAILS).status_code == 403
        assert Championship.objects.count() == 1

    @pytest.mark.parametrize("address", [CARDS, "/new/round-robin/"])
    def test_without_an_account_one_logs_in_first(self, address: str) -> None:
        response = english_client().get(address)
        assert response.status_code == 302
        assert "login" in response["Location"]


class TestCards:
    def test_each_says_what_it_takes_for_the_pairs_expected(self, client: Client) -> None:
        assert "12 pairs: 11 rounds of 4 hands" in client.get(CARDS).content.decode()
        page = client.get(CARDS, {"pairs": 40}).content.decode()
        assert "40 pairs: 7 rounds of 4 hands, about 4\xa0h\xa040\xa0min" in page
        for key in PRESETS:
            assert f'href="{address_of(key)}?pairs=40"' in page
        assert "For 4 to 200 pairs." in client.get(CARDS, {"pairs": 3}).content.decode()

    @pytest.mark.parametrize("pairs", ["2", "201", "dotze", "1e9"])
    def test_a_number_that_no_format_has_is_refused_and_the_page_stands(
        self, client: Client, pairs: str
    ) -> None:
        response = client.get(CARDS, {"pairs": pairs})
        page = response.content.decode()
        assert response.status_code == 200
        assert "field-errors" in page
        assert "12 pairs: 11 rounds" in page

    def test_there_is_no_other(self, client: Client) -> None:
        assert client.get(address_of("bridge")).status_code == 404


class TestReckoning:
    def test_nothing_is_made(self, client: Client) -> None:
        answer = make(client, "duplicate-swiss", pairs=40, act="calculate")
        assert answer.status_code == 200
        page = answer.content.decode()
        assert (
            "40 pairs: 7 rounds of 4 hands at 20 tables, about 4\xa0h\xa040\xa0min; 560 packs"
            in page
        )
        assert "This field is required." not in page
        answer = make(client, "duplicate-swiss", pairs=41, rounds=5, hands=2, act="calculate")
        page = answer.content.decode()
        assert (
            "41 pairs: 5 rounds of 2 hands at 20 tables, about 1\xa0h\xa040\xa0min; 200 packs"
            in page
        )
        assert "One pair rests in each round." in page
        assert not Championship.objects.exists()

    def test_a_league_has_days_and_no_hours(self, client: Client) -> None:
        page = make(client, "league-101", pairs=4, act="calculate").content.decode()
        assert "6 rounds of 12 hands at 2 tables, each on its days; 2 packs" in page

    def test_groups_and_what_follows(self, client: Client) -> None:
        answer = make(client, "lligueta", pairs=18, act="calculate")
        page = answer.content.decode()
        assert (
            "18 pairs in 5 groups: 3 rounds of 8 hands at 8 tables, about 2\xa0h; 8 packs" in page
        )
        assert "10 pairs: 4 rounds of 8 hands" in page
        assert "6 pairs have a bye in the first round." in page
        assert "In groups of an odd number one pair rests in each round." in page
        assert "In all about 4\xa0h\xa040\xa0min." in page

    def test_faults_are_said(self, client: Client) -> None:
        answer = make(client, "lligueta", each=5, act="calculate")
        assert answer.status_code == 422
        assert "At most the 4 pairs of a group." in answer.content.decode()


class TestMaking:
    def test_a_preset_as_it_is(self, client: Client) -> None:
        for preset in PRESETS.values():
            name = f"Copa {preset.key}"
            assert make(client, preset.key, **{**DETAILS, "name": name}).status_code == 302
            made = Championship.objects.get(name=name)
            stage = stage_of(made)
            begins = preset.begins
            assert begins.format.kind == stage.kind
            assert stage.settings == begins.settings
            assert (stage.hands_per_match, made.round_minutes) == (
                begins.hands_per_match,
                begins.round_minutes,
            )
            assert estimates(begins, 12)
            assert faults(made) == []

    def test_its_numbers_and_settings_can_be_changed(self, client: Client) -> None:
        typed = {"rounds": 6, "hands": 10, "round_minutes": 50, "target": 151, "cap": 200}
        answer = make(
            client, "swiss-101-short", **DETAILS, **typed, sant_vicenc="not-after-botifarra"
        )
        assert answer.status_code == 302
        made = Championship.objects.get()
        stage = stage_of(made)
        assert (stage.hands_per_match, made.round_minutes) == (10, 50)
        settings = stage.game_settings()
        assert (settings.target, settings.cap) == (151, 200)
        assert settings.sant_vicenc == SantVicencRule.NOT_AFTER_BOTIFARRA
        add_contestants(made, 10)
        make_schedule(actor=actor_of(made), stage=stage)
        assert stage.rounds.count() == 6
        assert faults(made) == []

    def test_its_groups_are_proposed_and_then_what_follows(self, client: Client) -> None:
        typed = {"group_size": 5, "each": 3, "carry": "half"}
        assert make(client, "groups-and-final", **DETAILS, **typed).status_code == 302
        made = Championship.objects.get()
        intent = intent_of(stage_of(made))
        assert intent.group_size == 5
        assert intent.then is not None
        assert (intent.then.each, intent.then.carry) == (3, Carry.HALF)
        add_contestants(made, 10)
        manage = f"/c/{made.slug}/manage/"
        assert "At most 5 pairs in each" in client.get(manage).content.decode()
        assert "Groups of 5 pairs at most" in client.get(f"{manage}schedule/").content.decode()
        page = client.get(f"{manage}groups/").content.decode()
        assert '<option value="2" selected>2 groups of 5' in page

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ({"name": " ", "date": "2026-11-21"}, "This field is required."),
            ({"name": "\u200b", "date": "2026-11-21"}, "Give the championship a name."),
            ({"name": "Copa", "date": "tomorrow"}, "Enter a valid date."),
            ({"name": "Copa", "date": "0026-11-21"}, "between 2000 and 2100"),
            ({"name": "Co\x07pa", "date": "2026-11-21"}, "invalid characters"),
            ({"name": "Copa", "date": "2026-11-21", "hands": 0}, "greater than or equal to 1"),
            ({"name": "Copa", "date": "2026-11-21", "method": "new"}, "Select a valid choice"),
        ],
    )
    def test_faults_are_said_and_what_was_typed_is_kept(
        self, client: Client, data: dict[str, str], said: str
    ) -> None:
        response = make(client, "round-robin", **data, place="el meu lloc")
        page = response.content.decode()
        assert response.status_code == 422
        assert said in page
        assert "el meu lloc" in page
        assert not Championship.objects.exists()
