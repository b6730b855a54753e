"""A knock-out half-way: withdrawals, corrected results, draws, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game.seats import Side
from tests.tournament.day import Day
from tests.tournament.factories import english_client, make_user, organiser_of
from tests.tournament.games.cup import Cup, numbers
from tests.tournament.phones.phone import Phone, new_key
from tests.tournament.verified import faults
from tournament.contestants.rows import ContestantRow
from tournament.contestants.services.late_entry import join_late, join_with_room
from tournament.core.errors import NotNow, UserError
from tournament.core.live import public_version
from tournament.models import Outcome
from tournament.phones.pair_queries import pair_page
from tournament.phones.pair_rounds import RoundOfDay
from tournament.results.kinds.points import GameInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import close_round, reopen_round
from tournament.schedule.pairings import why_outdated
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_a_pair_that_withdraws_lets_its_opponents_through() -> None:
    cup = Cup(8)
    cup.play(1)
    cup.withdraw(1, 2)
    cup.play(2)
    assert cup.met(2) == [(2, 3)]
    cup.play(3)
    assert cup.met(3) == [(4, 2)]
    ranks = cup.ranks()
    assert ranks[2] == (1, "Winner")
    assert ranks[4] == (2, "Final")
    assert ranks[3] == (3, "Third place"), "pair 1 has gone home: no match, and nobody else"
    assert ranks[1][1] == "Semifinal"
    assert faults(cup.championship) == []


def test_a_pair_that_withdraws_in_an_open_round() -> None:
    cup = Cup(4)
    cup.begin(1)
    cup.withdraw(4, 1)
    assert cup.met(1) == [(2, 3)]
    cup.finish(1)
    cup.play(2)
    assert cup.met(2) == [(1, 2)], "nobody is left to play for the third place"
    assert cup.ranks()[3] == (3, "Third place")
    assert faults(cup.championship) == []


def test_who_lost_a_semifinal_is_told_to_wait_for_the_match_for_third_place() -> None:
    cup = Cup(4)
    cup.play(1)

    def now(pair: int) -> RoundOfDay | None:
        published = public_version(cup.championship)
        return pair_page([cup.stage], cup.stage, pair, published=published).now

    waits = now(4)
    assert waits is not None
    assert (waits.number, waits.paired, waits.opponent) == (2, False, None)
    cup.begin(2)
    plays = now(4)
    assert plays is not None
    assert plays.opponent is not None
    assert plays.opponent.number == 3
    cup.finish(2)
    assert now(4) is None


def test_the_only_finalist_left_wins_without_a_match() -> None:
    cup = Cup(4)
    cup.play(1)
    cup.withdraw(1, 2)
    cup.withdraw(3, 2)
    cup.play(2)
    assert cup.met(2) == []
    assert cup.ranks()[2][0] == 1
    assert faults(cup.championship) == []


def test_nobody_is_left_to_meet_somebody() -> None:
    cup = Cup(4)
    cup.play(1)
    for number in range(1, 5):
        cup.withdraw(number, 2)
    with pytest.raises(NotNow, match="too few pairs"):
        pair_round(actor=cup.actor, round=cup.round(2))
    english = english_client(organiser_of(cup.championship))
    assert english.get(f"/c/{cup.championship.slug}/standings/").status_code == 200


def test_a_withdrawal_before_the_first_round_leaves_the_bracket_as_it_is() -> None:
    cup = Cup(5)
    cup.withdraw(1, 1)
    pair_round(actor=cup.actor, round=cup.round(1))
    cup.play(1)
    assert cup.met(1) == [(4, 5)]
    cup.play(2)
    assert cup.met(2) == [(2, 3)], "4 or 5 would have met 1"
    cup.play(3)
    assert cup.met(3) == [(4, 2)]
    assert faults(cup.championship) == []


def test_a_result_corrected_before_the_next_round_is_opened() -> None:
    cup = Cup(4)
    cup.play(1)
    pair_round(actor=cup.actor, round=cup.round(2))
    assert cup.met(2) == [(1, 2), (4, 3)]
    match = next(one for one in cup.matches(1) if 1 in numbers(one))
    cup.enter(match, 50, 100)
    assert why_outdated(cup.round(2))
    pair_round(actor=cup.actor, round=cup.round(2))
    assert cup.met(2) == [(1, 3), (4, 2)]
    assert not why_outdated(cup.round(2))
    assert faults(cup.championship) == []


def test_a_result_corrected_when_the_next_round_is_over_breaks_nothing() -> None:
    cup = Cup(4)
    cup.play(1)
    cup.play(2)
    match = next(one for one in cup.matches(1) if 1 in numbers(one))
    cup.enter(match, 50, 100)
    english = english_client()
    for path in ("standings/", "wall/", "standings/?after=1", "rounds/2/", "pairs/1/"):
        assert english.get(f"/c/{cup.championship.slug}/{path}").status_code == 200, path
    assert faults(cup.championship) == []


def test_a_round_that_is_reopened() -> None:
    cup = Cup(5)
    cup.play(1)
    cup.play(2)
    reopen_round(actor=cup.actor, round=cup.round(1), reason="a slip")
    english = english_client()
    for path in ("standings/", "wall/", "rounds/2/", "standings.json"):
        assert english.get(f"/c/{cup.championship.slug}/{path}").status_code == 200, path
    assert faults(cup.championship) == []


def test_a_draw_is_no_result() -> None:
    cup = Cup(2)
    cup.begin(1)
    (match,) = cup.matches(1)
    with pytest.raises(UserError, match="play 2 more hands") as refused:
        cup.enter(match, 80, 80)
    assert refused.value.field == "ew"
    cup.enter(match, 80, 80, given_to=Side.NS)
    close_round(actor=cup.actor, round=cup.round(1))
    assert cup.ranks() == {1: (1, "Winner"), 2: (2, "Final")}


def test_a_phone_is_told_that_a_draw_does_not_stand() -> None:
    cup = Cup(2)
    cup.begin(1)
    (match,) = cup.matches(1)
    day = Day(cup.championship, cup.stage, organiser_of(cup.championship), make_user(), make_user())
    phone = Phone.at_table(day, match.table.number)
    said = {"match": match.pk, "hand": 1, "side": "NS", "based_on": 0, "late": False}
    entry = {"key": new_key(), "asked": True, **said, "ns": 80, "ew": 80, "sheet": ""}
    answer: Any = phone.send("entries", entry, table=match.table.number)
    assert answer.status_code == 422
    assert "2 " in answer.content.decode()
    assert not match.results.exists()


def test_a_game_that_was_not_played_is_no_result() -> None:
    cup = Cup(2)
    cup.begin(1)
    (match,) = cup.matches(1)
    entry = GameInput(outcome=Outcome.NOT_PLAYED, not_played_reason="time")
    with pytest.raises(UserError, match="one of the two pairs goes on") as refused:
        enter_result(actor=cup.actor, match=match, deal=1, entry=entry, based_on=0, reason="")
    assert refused.value.field == "not_played_reason"


def test_nobody_comes_late() -> None:
    cup = Cup(5)
    row = ContestantRow(players=("Pia", "Pau"))
    with pytest.raises(NotNow, match="bracket is drawn"):
        join_late(actor=cup.actor, championship=cup.championship, players=row.players)
    with pytest.raises(NotNow, match="bracket is drawn"):
        join_with_room(actor=cup.actor, championship=cup.championship, pairs=[row])
    client = english_client(organiser_of(cup.championship))
    shown = client.get(f"/c/{cup.championship.slug}/manage/pairs/late/").content.decode()
    assert "The bracket is drawn" in shown
    assert "Remove the schedule" in shown


def test_a_schedule_has_as_many_rounds_as_it_takes() -> None:
    cup = Cup(9)
    assert cup.stage.rounds.count() == 4
    with pytest.raises(UserError, match="a schedule has 4 rounds"):
        make_schedule(actor=cup.actor, stage=cup.stage, rounds=3)
    client = english_client(organiser_of(cup.championship))
    shown = client.get(f"/c/{cup.championship.slug}/manage/schedule/").content.decode()
    assert 'name="rounds"' not in shown
    assert "The bracket by seeding" in shown


def test_by_lot_the_seed_gives_the_bracket() -> None:
    cup = Cup(6)
    first = cup.met(1)
    make_schedule(actor=cup.actor, stage=cup.stage, seed="08142")
    drawn = cup.met(1)
    assert drawn != first
    make_schedule(actor=cup.actor, stage=cup.stage, seed="08142")
    assert cup.met(1) == drawn
    assert faults(cup.championship) == []


def test_pairs_are_not_exchanged_and_need_no_reasons() -> None:
    cup = Cup(4)
    client = english_client(organiser_of(cup.championship))
    url = f"/c/{cup.championship.slug}/manage/rounds/1/"
    assert "Why these pairings" not in client.get(url).content.decode()
    assert client.get(f"{url}pairing/").status_code == 404
