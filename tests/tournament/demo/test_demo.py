"""The demonstration shows what it promises, made through the same services as a real day."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from scoring.duplicate.scores import Origin
from scoring.rank_by import RankBy
from tournament.core.stages import stages_of
from tournament.correction_requests.queries import open_correction_requests
from tournament.deals.queries import dealt_hands
from tournament.demo.loader import ATTEMPTS, CLOSED_ROUNDS, DEMO_SLUG, PLAN, SCENARIOS, load_demo
from tournament.desk.queries.rounds import desk_of
from tournament.integrity.verification import verify
from tournament.models import (
    AttachedPlay,
    Championship,
    CorrectionRequest,
    NotPlayedReason,
    Outcome,
    Result,
    Round,
    RoundStatus,
    Stage,
    User,
)
from tournament.rehearsal.players import Sitting, play_hand
from tournament.rehearsal.scenarios import Mistake
from tournament.standings.queries.scores import dealt_scores
from tournament.standings.queries.table import standings_view

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(scope="module", autouse=True)
def one_demonstration(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Loaded once for all tests of this module; what a test does to it is rolled back."""
    with django_db_blocker.unblock():
        load_demo()
    yield
    with django_db_blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture
def stage() -> Stage:
    return Stage.objects.get(championship__slug=DEMO_SLUG)


def test_has_twelve_pairs_and_eleven_rounds_of_which_six_are_closed_and_one_is_open(
    stage: Stage,
) -> None:
    assert stage.championship.contestants.count() == 12
    statuses = list(stage.rounds.order_by("number").values_list("status", flat=True))
    assert statuses == (
        [RoundStatus.CLOSED] * CLOSED_ROUNDS + [RoundStatus.OPEN] + [RoundStatus.PLANNED] * 4
    )


def test_shows_every_kind_of_result(stage: Stage) -> None:
    current = Result.objects.filter(is_current=True, match__round__stage=stage)
    assert current.filter(trump="botifarra").exists()
    assert current.filter(double="contro").exists()
    assert current.filter(double="recontro").exists()
    ruled = current.exclude(infraction="").get()
    assert AttachedPlay.objects.get(result=ruled).plays
    not_played = current.get(outcome=Outcome.NOT_PLAYED)
    assert not_played.not_played_reason == NotPlayedReason.TIME
    corrected = current.filter(infraction="").get(version=2)
    assert corrected.change_reason


def test_has_a_flat_hand_and_a_tie_split_by_a_rule(stage: Stage) -> None:
    scores = dealt_scores(stage)
    flat = [
        sheet
        for sheet in scores.sheets.values()
        if all(entry.sides.ns.origin is Origin.FLAT for entry in sheet.entries)
    ]
    assert flat
    view = standings_view(stage)
    assert view.ranked_by == RankBy.MEAN  # a hand was not played, so the numbers of hands differ
    split = [line for line in view.lines if line.tie_text]
    assert len(split) >= 2
    assert split[0].figures.mean == split[1].figures.mean
    assert split[0].rank != split[1].rank


def test_the_open_round_is_part_entered(stage: Stage) -> None:
    open_round = Round.objects.get(stage=stage, status=RoundStatus.OPEN)
    entered = Result.objects.filter(match__round=open_round).count()
    assert 0 < entered < open_round.matches.count() * stage.hands_per_match


def test_the_tables_of_the_open_round_enter_confirm_and_disagree(stage: Stage) -> None:
    open_round = Round.objects.select_related("stage__championship").get(
        stage=stage, status=RoundStatus.OPEN
    )
    desk = desk_of(open_round)
    assert (desk.entered, desk.unconfirmed, desk.disputed, desk.unlikely) == (13, 1, 1, 1)
    assert open_round.ends_at is not None
    by_referees = Result.objects.filter(match__round=open_round, entered_side="")
    assert 0 < by_referees.count() < desk.entered


def test_after_the_last_closed_round_a_correction_is_asked_for_and_a_ruling_made(
    stage: Stage,
) -> None:
    (asked,) = (
        one
        for one in open_correction_requests(stage.championship)
        if one.kind is CorrectionRequest.Kind.CORRECTION
    )
    assert asked.round == CLOSED_ROUNDS
    assert asked.said != asked.stands
    (line,) = (line for line in standings_view(stage).lines if line.figures.deduction)
    assert line.rank > 2  # it is not what splits the first two


def test_loading_again_keeps_what_was_entered(stage: Stage) -> None:
    Championship.objects.filter(pk=stage.championship.pk).update(place="Una altra sala")
    results, users = Result.objects.count(), User.objects.count()
    load_demo()
    assert Championship.objects.get(slug=DEMO_SLUG).place == "Una altra sala"
    assert (Result.objects.count(), User.objects.count()) == (results, users)


def test_its_accounts_and_addresses_work(client: Client) -> None:
    demo = load_demo()
    for username, password, _role in demo.accounts:
        assert client.login(username=username, password=password)
        for _label, address in demo.addresses:
            assert client.get(address).status_code == 200


def test_they_say_that_they_are_rehearsals_and_verifying_finds_nothing() -> None:
    assert all(one.is_rehearsal for one in Championship.objects.all())
    assert [fault for check in verify() for fault in check.faults] == []


@pytest.mark.parametrize(
    ("slug", "kind", "closed", "entered", "matches"),
    [("suis", "swiss-101", 3, 4, 7), ("lligueta", "knockout-101", 1, 1, 4)],
)
def test_games_are_under_way(
    slug: str, kind: str, closed: int, entered: int, matches: int, client: Client
) -> None:
    first, *others = stages_of(Championship.objects.get(slug=slug))
    stage = [first, *others][-1]
    assert stage.kind == kind
    assert first.group_names == (["A", "B", "C", "D"] if others else [])
    assert stage.rounds.filter(status=RoundStatus.CLOSED).count() == closed
    open_round = Round.objects.get(stage=stage, status=RoundStatus.OPEN)
    assert open_round.matches.count() == matches
    results = Result.objects.filter(match__round=open_round, is_current=True)
    assert results.count() == entered
    kept = Result.objects.filter(match__round__stage=stage, is_current=True).exclude(sheet="")
    assert kept.exists()
    answer = client.get(f"/c/{slug}/standings/")
    assert answer.status_code == 200
    assert ("<svg" in answer.content.decode()) or kind != "knockout-101"


def test_points_are_those_of_the_bots_play(stage: Stage) -> None:
    """But for the entries that shall be wrong, which are told in `shown`."""
    current = Result.objects.filter(
        is_current=True, outcome=Outcome.PLAYED, match__round__stage=stage
    )
    wrong = []
    for result in current.select_related("match__table"):
        (dealt,) = dealt_hands(stage.championship, [result.deal])
        at = (result.deal, result.match.table.number)
        scenario = SCENARIOS.get(at)
        hand = play_hand(
            PLAN,
            Sitting(
                result.deal,
                result.match.pairs.map(lambda pair: pair.number),
                ATTEMPTS.get(result.deal, 0),
            ),
            dealt.deal,
            dealt.dealer,
            stage.settings.play_variant,
            breaks_a_rule=scenario is not None and scenario.mistake is Mistake.RULE_BREAK,
        )
        if result.ns_points != hand.ns_points:
            wrong.append(at)
    assert sorted(wrong) == [(23, 3), (26, 5)]


def test_nobody_is_asked_for_a_password_of_their_own() -> None:
    login, account = reverse("accounts:login"), {"username": "arbitre"}
    answer = Client().post(login, {**account, "password": "botifarra-demo"})
    assert answer.status_code == 302
    assert answer["Location"] != reverse("accounts:password")
