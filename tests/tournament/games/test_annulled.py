"""Games of a pair that has withdrawn: they stand, or count for nobody, as the settings say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from html import unescape

import pytest
from django.utils import translation
from pytest_django import DjangoDbBlocker

from scoring.participation import Completion, Withdrawn
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    make_championship,
    organiser_of,
    stage_of,
)
from tests.tournament.verified import faults
from tests.tournament.visitors import undone
from tournament.championships.services.settings import change_settings
from tournament.contestants.services.withdrawal import take_back_withdrawal, withdraw_contestant
from tournament.models import Championship, Match, Outcome, Round
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.format import Format
from tournament.stages.games import GAME_ALL_PLAY_ALL, GAME_SWISS
from tournament.stages.knockout import KNOCKOUT
from tournament.standings.queries.table import pair_view, standings_view
from tournament.standings.rankings.games.pair import GameOfPair
from tournament.standings.rankings.ranking import StandingsView

pytestmark = pytest.mark.django_db

GONE, LEFT_AFTER, ROUNDS = 3, 3, 5


def points(number: int) -> int:
    """What a pair makes in every game: pair 3 wins all of its own."""
    return 101 if number == GONE else 50 + number


def play(championship: Championship, number: int) -> None:
    actor = actor_of(championship)
    round = open_round(actor=actor, round=paired(championship, number))
    for match in Match.objects.filter(round=round, cancelled=False).select_related("table"):
        made = match.pairs.map(lambda pair: points(pair.number))
        entry = GameInput(outcome=Outcome.PLAYED, points=made)
        enter_result(actor=actor, match=match, deal=1, entry=entry, based_on=0)
    close_round(actor=actor, round=Round.objects.get(pk=round.pk))


def left_early(format: Format, pairs: int = 6) -> Championship:
    """A championship that one pair has left after three of five rounds."""
    championship = make_championship("Trofeu", format=format)
    add_contestants(championship, pairs)
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=ROUNDS)
    publish_schedule(actor=actor, stage=stage)
    for number in range(1, LEFT_AFTER + 1):
        play(championship, number)
    withdraw_contestant(
        actor=actor,
        contestant=championship.contestants.get(number=GONE),
        from_round=LEFT_AFTER + 1,
        reason="ill",
    )
    for number in range(LEFT_AFTER + 1, ROUNDS + 1):
        play(championship, number)
    return championship


def paired(championship: Championship, number: int) -> Round:
    """A round whose opponents are known."""
    round = championship.rounds.get(number=number)
    if not round.paired:
        pair_round(actor=actor_of(championship), round=round)
    return championship.rounds.get(number=number)


def annul(championship: Championship) -> None:
    stage = stage_of(championship)
    settings = replace(stage.game_settings(), withdrawn=Withdrawn.ANNUL)
    change_settings(actor=actor_of(championship), stage=stage, settings=settings, reason="so")


def view(championship: Championship) -> StandingsView[object]:
    return standings_view(stage_of(championship))


@pytest.fixture(scope="module")
def day(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Championship]:
    with django_db_blocker.unblock(), undone():
        yield left_early(GAME_ALL_PLAY_ALL)


@pytest.fixture(autouse=True)
def _as_it_was(django_db_setup: None) -> Iterator[None]:
    with undone():
        yield


def scores(championship: Championship) -> dict[int, tuple[int, Fraction, int, int]]:
    """By number the rank, the score, how many games count, and the rests."""
    return {
        one.contestant.number: (
            one.rank,
            one.figures.score,
            one.figures.wins + one.figures.draws + one.figures.losses,
            one.figures.rests,
        )
        for one in standings_view(stage_of(championship)).lines
    }


def test_games_that_stand_count_and_their_winner_is_behind_all(day: Championship) -> None:
    found = scores(day)
    assert found[GONE][:3] == (6, Fraction(LEFT_AFTER), LEFT_AFTER)
    met = {
        number
        for match in Match.objects.filter(round__championship=day, cancelled=False)
        for number in (match.pairs.ns.number, match.pairs.ew.number)
        if GONE in (match.pairs.ns.number, match.pairs.ew.number) and number != GONE
    }
    assert {number for number, told in found.items() if told[3]} == found.keys() - met - {GONE}
    assert faults(day) == []


def test_annulled_games_count_for_nobody_and_all_opponents_rest_alike(day: Championship) -> None:
    annul(day)
    found = scores(day)
    others = sorted(found.keys() - {GONE})
    for place, number in enumerate(reversed(others)):
        wins = sum(points(number) > points(one) for one in others)
        assert found[number] == (place + 1, Fraction(wins + 1), 4, 1), number
    assert GONE not in found or found[GONE] == (6, Fraction(0), 0, 0)
    assert faults(day) == []


def test_the_pages_show_the_game_and_that_it_does_not_count(day: Championship) -> None:
    annul(day)
    match = next(
        one
        for one in Match.objects.filter(round__championship=day, cancelled=False)
        if GONE in (one.pairs.ns.number, one.pairs.ew.number)
    )
    (other,) = {match.pairs.ns.number, match.pairs.ew.number} - {GONE}
    number = Round.objects.get(matches=match).number
    client = english_client()
    for path in (f"pairs/{other}/", f"rounds/{number}/"):
        shown = unescape(client.get(f"/c/{day.slug}/{path}").content.decode())
        assert "annulled, as a pair withdrew" in shown, path
    with translation.override("en"):
        games = [one for one in pair_view(stage_of(day), other).groups if one.round == number]
    assert [isinstance(one, GameOfPair) and one.annulled for one in games] == [True]
    document = json.loads(client.get(f"/c/{day.slug}/standings.json").content)
    assert document["settings"]["withdrawn"] == "annul"
    rules = client.get(f"/c/{day.slug}/rules/").content.decode()
    assert "They count for nobody: its opponents have a rest instead." in rules
    form = english_client(organiser_of(day)).get(f"/c/{day.slug}/manage/settings/")
    assert "What happens to the games it has played." in form.content.decode()


def test_a_swiss_annuls_likewise() -> None:
    championship = left_early(GAME_SWISS, pairs=8)
    annul(championship)
    lines = view(championship).lines
    gone = [one for one in lines if one.contestant.number == GONE]
    assert all(one.completion is Completion.WITHDRAWN and one.rank == 8 for one in gone)
    assert faults(championship) == []


def test_in_a_bracket_who_leaves_keeps_the_round_it_reached_but_no_place_on_the_podium() -> None:
    championship = make_championship("Copa", format=KNOCKOUT)
    add_contestants(championship, 4)
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage, seeded=True)
    publish_schedule(actor=actor, stage=stage)
    play(championship, 1)
    finalist = championship.contestants.get(number=GONE)
    withdraw_contestant(actor=actor, contestant=finalist, from_round=2, reason="ill")
    line = next(one for one in view(championship).lines if one.contestant.number == GONE)
    assert (line.rank <= 2, line.completion) == (True, Completion.WITHDRAWN)
    assert not line.is_honoured
    assert faults(championship) == []


def test_who_comes_back_stands_where_it_did(day: Championship) -> None:
    """A withdrawal that was taken back leaves no trace in the standings."""
    championship = make_championship("Altra", format=GAME_ALL_PLAY_ALL)
    add_contestants(championship, 4)
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage)
    publish_schedule(actor=actor, stage=stage)
    play(championship, 1)
    before = [(one.rank, one.contestant.number) for one in view(championship).lines]
    pair = championship.contestants.get(number=GONE)
    withdraw_contestant(actor=actor, contestant=pair, from_round=2, reason="ill")
    assert view(championship).lines[-1].contestant.number == GONE
    take_back_withdrawal(actor=actor, contestant=pair, reason="better again")
    assert [(one.rank, one.contestant.number) for one in view(championship).lines] == before
