"""A pair asks to rest in a coming round: it is paired without it, and games count what was set."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring.game.seats import Sides
from scoring.ordinary.standings import Rest
from tests.tournament.factories import (
    actor_of,
    add_contestants,
    english_client,
    last_actions,
    make_championship,
    organiser_of,
    put_settings,
    stage_of,
)
from tests.tournament.made_once import made_once
from tests.tournament.recorded_day import round_of
from tests.tournament.there_and_back import twin_of
from tests.tournament.verified import faults
from tournament.contestants.queries.late_entry import late_plan
from tournament.core.errors import NotNow
from tournament.models import PAIR_NUMBERS, Championship, Match, Outcome
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.absences import ask_for_rest, take_back_asked_rest
from tournament.rounds.services.lifecycle import close_round, open_round
from tournament.schedule.pairings import round_pairings
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.all_play_all import ALL_PLAY_ALL
from tournament.stages.games import GAME_SWISS
from tournament.standings.queries.table import standings_view

pytestmark = pytest.mark.django_db


def _eight_pairs() -> Championship:
    championship = make_championship(format=GAME_SWISS)
    add_contestants(championship, 8)
    actor, stage = actor_of(championship), stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=4, seed="08142")
    publish_schedule(actor=actor, stage=stage)
    return championship


of_eight_pairs = made_once(_eight_pairs)


@pytest.fixture
def championship(of_eight_pairs: Championship) -> Championship:
    """Eight pairs that play games, and four rounds, of which the first is drawn."""
    return Championship.objects.get(pk=of_eight_pairs.pk)


def play(championship: Championship, number: int) -> None:
    """Whoever has the lower number wins by 100 to 50."""
    actor, round = actor_of(championship), round_of(championship, number)
    open_round(actor=actor, round=round)
    for match in round.matches.filter(cancelled=False):
        pairs = match.pairs
        won = pairs.ns.number < pairs.ew.number
        entry = GameInput(outcome=Outcome.PLAYED, points=Sides(*((100, 50) if won else (50, 100))))
        enter_result(actor=actor, match=match, deal=1, entry=entry, based_on=0)
    close_round(actor=actor, round=round_of(championship, number))


def pair(championship: Championship, number: int) -> None:
    pair_round(actor=actor_of(championship), round=round_of(championship, number))


def ask(championship: Championship, pair: int, number: int) -> None:
    contestant = championship.contestants.get(number=pair)
    round = round_of(championship, number)
    ask_for_rest(actor=actor_of(championship), contestant=contestant, round=round)


def take_back(championship: Championship, pair: int, number: int) -> None:
    contestant = championship.contestants.get(number=pair)
    round = round_of(championship, number)
    take_back_asked_rest(actor=actor_of(championship), contestant=contestant, round=round)


def playing(championship: Championship, number: int) -> set[int]:
    stored = Match.objects.filter(round__championship=championship, round__number=number)
    seated = stored.with_pair_columns().values_list(*PAIR_NUMBERS)
    return {one for match in seated for one in match}


def everybody_but(*pairs: int) -> set[int]:
    return set(range(1, 9)) - set(pairs)


def scores(championship: Championship) -> dict[int, Fraction]:
    lines = standings_view(stage_of(championship)).lines
    return {line.contestant.number: line.figures.score for line in lines}


def test_two_that_asked_rest_and_nobody_else_does(championship: Championship) -> None:
    play(championship, 1)
    ask(championship, 3, 2)
    ask(championship, 6, 2)
    pair(championship, 2)
    assert playing(championship, 2) == everybody_but(3, 6)
    assert not faults(championship)
    told = round_pairings(round_of(championship, 2))
    assert [one.number for one in told.asked] == [3, 6]
    assert told.resting is None


def test_of_an_odd_number_one_rests_beside_it_and_has_its_win(championship: Championship) -> None:
    play(championship, 1)
    ask(championship, 3, 2)
    before = scores(championship)
    pair(championship, 2)
    (other,) = everybody_but(3) - playing(championship, 2)
    play(championship, 2)
    after = scores(championship)
    assert after[3] == before[3], "a rest that was asked for counts nothing"
    assert after[other] == before[other] + 1
    assert not faults(championship)


def test_it_counts_as_a_draw_where_that_was_set(championship: Championship) -> None:
    stage = stage_of(championship)
    put_settings(stage, asked_rest=Rest.DRAW)
    play(championship, 1)
    ask(championship, 3, 2)
    before = scores(championship)
    pair(championship, 2)
    play(championship, 2)
    assert scores(championship)[3] == before[3] + Fraction(1, 2)


def test_whoever_asked_is_the_last_to_rest_by_turn(championship: Championship) -> None:
    """8 has the lowest score, and would rest in round 3 if it had not rested before."""
    play(championship, 1)
    ask(championship, 8, 2)
    ask(championship, 7, 2)
    pair(championship, 2)
    play(championship, 2)
    ask(championship, 1, 3)
    pair(championship, 3)
    (other,) = everybody_but(1) - playing(championship, 3)
    assert other not in {7, 8}


def test_a_paired_round_is_paired_anew_and_again_when_it_is_taken_back(
    championship: Championship,
) -> None:
    drawn = playing(championship, 1)
    ask(championship, 5, 1)
    ask(championship, 2, 1)
    assert last_actions(championship, 2) == ["rest-asked", "round-paired"]
    assert playing(championship, 1) == everybody_but(2, 5)
    assert not faults(championship)
    take_back(championship, 5, 1)
    take_back(championship, 2, 1)
    assert playing(championship, 1) == drawn
    assert last_actions(championship, 2) == ["asked-rest-taken-back", "round-paired"]
    assert not faults(championship)


def test_once_the_round_is_open_it_is_too_late(championship: Championship) -> None:
    ask(championship, 5, 1)
    open_round(actor=actor_of(championship), round=round_of(championship, 1))
    with pytest.raises(NotNow, match="has been opened"):
        take_back(championship, 5, 1)
    with pytest.raises(NotNow, match="has been opened"):
        ask(championship, 4, 1)


def test_where_all_play_all_nobody_asks() -> None:
    championship = make_championship(format=ALL_PLAY_ALL)
    add_contestants(championship, 4)
    make_schedule(actor=actor_of(championship), stage=stage_of(championship))
    with pytest.raises(NotNow, match="In this format"):
        ask(championship, 1, 1)


def test_no_late_pair_takes_the_place_of_who_asked(championship: Championship) -> None:
    ask(championship, 5, 1)
    resting = everybody_but(5) - playing(championship, 1)
    plan = late_plan(championship)
    assert {place.opponent for place in plan.places} == resting


def test_asked_twice_it_rests_once_and_the_file_keeps_it(championship: Championship) -> None:
    ask(championship, 3, 2)
    ask(championship, 3, 2)
    assert last_actions(championship, 2).count("rest-asked") == 1
    assert twin_of(championship).contestants.get(number=3).asked_rests == [2]


def test_a_changed_wish_is_told_by_verify(championship: Championship) -> None:
    ask(championship, 3, 2)
    championship.contestants.filter(number=3).update(asked_rests=[])
    assert any("asked to rest in rounds" in fault for fault in faults(championship))


class TestThePage:
    def test_a_wish_is_entered_and_taken_back(self, championship: Championship) -> None:
        client = english_client(organiser_of(championship))
        play(championship, 1)
        url = f"/c/{championship.slug}/manage/rounds/2/rests/"
        assert url in client.get(f"/c/{championship.slug}/manage/rounds/2/").content.decode()
        assert client.post(url, {"pair": 3, "rest": "on"}).status_code == 302
        pair(championship, 2)
        told = client.get(f"/c/{championship.slug}/manage/rounds/2/pairing/").content.decode()
        assert told.count("It has asked to.") == 1
        assert client.post(url, {"pair": 3, "rest": "off"}).status_code == 302
        assert playing(championship, 2) == everybody_but()

    @pytest.mark.parametrize("wrong", [{}, {"pair": "x", "rest": "on"}, {"pair": 99, "rest": "on"}])
    def test_nonsense_changes_nothing(
        self, championship: Championship, wrong: dict[str, object]
    ) -> None:
        client = english_client(organiser_of(championship))
        url = f"/c/{championship.slug}/manage/rounds/1/rests/"
        assert client.post(url, wrong).status_code == 422
        assert not any(championship.contestants.values_list("asked_rests", flat=True))

    def test_the_page_that_opens_a_round_without_some_pairs_leads_to_it(
        self, championship: Championship
    ) -> None:
        championship.contestants.exclude(number=3).update(here=True)
        client = english_client(organiser_of(championship))
        round = f"/c/{championship.slug}/manage/rounds/1/"
        assert f'href="{round}rests/"' in client.get(f"{round}open/").content.decode()
