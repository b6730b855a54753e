"""What is planned anew after somebody did not come, and what the record says of it."""

from __future__ import annotations

import pytest

from tests.tournament.day import Day
from tests.tournament.factories import (
    actor_of,
    english_client,
    make_championship,
    make_referee,
    make_user,
    organiser_of,
    stage_of,
)
from tests.tournament.games.desk import enter_surely, manage, seated
from tests.tournament.verified import faults
from tournament.contestants.services.players import take_back_players_withdrawal, withdraw_player
from tournament.contestants.services.register import add_contestant
from tournament.rounds.services.lifecycle import close_round, open_round, take_back_opening
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.stages.abarrotada import ABARROTADA

pytestmark = pytest.mark.django_db


def test_the_lots_of_what_is_planned_anew_know_who_was_missing() -> None:
    championship = make_championship("Abarrotada", format=ABARROTADA)
    actor = actor_of(championship)
    for number in range(1, 12):
        add_contestant(actor=actor, championship=championship, players=(f"Nom {number}",))
    stage = stage_of(championship)
    make_schedule(actor=actor, stage=stage, rounds=4, seed="08142")
    publish_schedule(actor=actor, stage=stage)
    organiser = organiser_of(championship)
    day = Day(championship, stage, organiser, make_referee(championship), make_user())
    client = english_client(day.referee)

    def miss(number: int, seat: str) -> None:
        """Who sits there at a table of four has not come."""
        four, seats = next(
            (table, seats)
            for (at, table), seats in seated().items()
            if at == number and seat in seats
        )
        address = f"rounds/{number}/tables/{four}/absent/"
        manage(client, day.slug, address, {"player": seats[seat]})

    def play(number: int, absent: str = "") -> None:
        open_round(actor=actor, round=stage.rounds.get(number=number))
        if absent:
            miss(number, absent)
        for (at, table), seats in seated().items():
            if at == number:
                made = dict(zip("nwse", (10, 20, 30, 40)[: len(seats)]))
                address = f"rounds/{number}/tables/{table}/hands/1/"
                enter_surely(client, day.slug, address, {"based_on": 0, **made})
        close_round(actor=actor, round=stage.rounds.get(number=number))

    play(1, "E")
    assert faults(championship) == []
    leaving = championship.contestants.get(number=11)
    withdraw_player(actor=actor, contestant=leaving, reason="ill")
    assert faults(championship) == []
    open_round(actor=actor, round=stage.rounds.get(number=2))
    miss(2, "E")
    take_back_opening(actor=actor, round=stage.rounds.get(number=2), reason="too early")
    assert faults(championship) == []
    take_back_players_withdrawal(actor=actor, contestant=leaving, reason="well again")
    assert faults(championship) == [], "the rounds are planned anew, with everybody"
    play(2, "E")
    play(3)
    assert faults(championship) == []
