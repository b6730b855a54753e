"""A day on which something of every kind waits for a referee."""

from __future__ import annotations

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tournament.core.actor import Actor
from tournament.models import Championship, CorrectionRequest, RefereeCall
from tournament.referee_calls.services import call_referee
from tournament.rounds.services.lifecycle import close_round


def waiting_day() -> Day:
    """Round 1 is closed and its corrections are open; round 2 is played.

    A correction of hand 1 at table 1 is asked for. In round 2 hand 5 at table 1 is disputed, hand 6
    there came late, hand 5 at table 2 is unlikely; and table 2 calls.
    """
    day = make_day()
    Championship.objects.filter(pk=day.championship.pk).update(correction_minutes=30)
    day.championship.refresh_from_db()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    day.correction_request(1, 1, 1, 20, kind=CorrectionRequest.Kind.CORRECTION)
    day.open(2)
    day.enter_at_table(2, 2, 5, 3)
    day.enter_at_table(2, 1, 5, 40)
    day.correction_request(2, 1, 5, 30)
    day.enter_at_table(2, 1, 6, 41)
    day.correction_request(2, 1, 6, 31, kind=CorrectionRequest.Kind.MEANWHILE)
    call(day, 2, 2)
    return day


def call(day: Day, number: int, table: int, side: Side = Side.NS) -> RefereeCall:
    """A pair's call at a table of an open round."""
    match = day.match(number, table)
    caller = Actor.of_pair(match.pairs[side].number)
    return call_referee(actor=caller, match=match, side=side)
