"""The demonstration shows what it promises, made through the same services as a real day."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.championship import Infraction, Origin
from scoring.settings import RankBy
from tournament.demo import load_demo
from tournament.demo.loading import CLOSED_ROUNDS, DEMO_SLUG
from tournament.models import (
    Championship,
    NotPlayedReason,
    Outcome,
    Result,
    Round,
    RoundStatus,
    Stage,
    User,
)
from tournament.standings.queries import stage_scores, standings_view

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    load_demo()
    return Stage.objects.get(championship__slug=DEMO_SLUG)


def test_has_twelve_pairs_and_eleven_rounds_of_which_six_are_closed_and_one_is_open(
    stage: Stage,
) -> None:
    assert stage.championship.teams.count() == 12
    statuses = list(stage.rounds.order_by("number").values_list("status", flat=True))
    assert statuses == (
        [RoundStatus.CLOSED] * CLOSED_ROUNDS + [RoundStatus.OPEN] + [RoundStatus.PLANNED] * 4
    )


def test_shows_every_kind_of_result(stage: Stage) -> None:
    current = Result.objects.filter(is_current=True)
    assert current.filter(trump="botifarra").exists()
    assert current.filter(double="contro").exists()
    assert current.filter(double="recontro").exists()
    assert current.filter(infraction=Infraction.EW).count() == 1
    not_played = current.get(outcome=Outcome.NOT_PLAYED)
    assert not_played.not_played_reason == NotPlayedReason.TIME
    corrected = current.get(version=2)
    assert corrected.change_reason


def test_has_a_flat_hand_and_a_tie_split_by_a_rule(stage: Stage) -> None:
    scores = stage_scores(stage)
    flat = [
        sheet
        for sheet in scores.sheets.values()
        if all(entry.ns_origin is Origin.FLAT for entry in sheet.entries)
    ]
    assert flat
    view = standings_view(stage)
    assert view.ranked_by is RankBy.MEAN  # a hand was not played, so the numbers of hands differ
    split = [line for line in view.lines if line.tie_text]
    assert len(split) >= 2
    assert split[0].mean == split[1].mean
    assert split[0].rank != split[1].rank


def test_the_open_round_is_part_entered(stage: Stage) -> None:
    open_round = Round.objects.get(stage=stage, status=RoundStatus.OPEN)
    entered = Result.objects.filter(match__round=open_round).count()
    assert 0 < entered < open_round.matches.count() * stage.hands_per_match


def test_loading_again_keeps_what_was_entered(stage: Stage) -> None:
    Championship.objects.filter(pk=stage.championship.pk).update(place="Una altra sala")
    results, users = Result.objects.count(), User.objects.count()
    load_demo()
    assert Championship.objects.get().place == "Una altra sala"
    assert (Result.objects.count(), User.objects.count()) == (results, users)


def test_its_accounts_and_addresses_work(client: Client) -> None:
    demo = load_demo()
    for username, password, _role in demo.accounts:
        assert client.login(username=username, password=password)
        for _label, address in demo.addresses:
            assert client.get(address).status_code == 200
