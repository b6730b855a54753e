"""A day whose first round is closed, so that pairs can ask for corrections of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from scoring.game.seats import Side
from tests.tournament.day import Day, make_day
from tournament.core.actor import Actor, Authority
from tournament.correction_requests.services import make_correction_request
from tournament.models import CorrectionRequest, Outcome, Result, Round
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.rounds.services.lifecycle import close_round

ORGANISER = Authority.ORGANISER


def closed_day() -> Day:
    """Four pairs; round 1 (hands 1–4) is closed, and its results are provisional.

    At table 1 pair 1 (NS) meets pair 4 (EW): 34–38 on hand 1. At table 2 pair 2 meets pair 3.
    """
    day = make_day()
    day.open(1)
    day.enter_whole_round(1)
    close_round(actor=day.acting, round=day.round(1))
    return day


def end_corrections(day: Day, number: int = 1) -> None:
    """Let the time for corrections of a closed round be over."""
    Round.objects.filter(pk=day.round(number).pk).update(
        corrections_until=timezone.now() - timedelta(seconds=1)
    )


def organiser(day: Day) -> Actor:
    """The organiser, acting as one."""
    return replace(day.acting_organiser, authority=ORGANISER)


def played(ns_points: int) -> ResultInput:
    """A hand played without announcements."""
    return ResultInput(outcome=Outcome.PLAYED, ns_points=ns_points)


def ask(day: Day, *, deal: int = 1, side: Side = Side.NS, points: int = 40) -> CorrectionRequest:
    """The pair of that side at table 1 asks for a correction of a hand of round 1."""
    match = day.match(1, 1)
    pair = match.pairs[side]
    return make_correction_request(
        actor=Actor.of_pair(pair.number),
        match=match,
        deal=deal,
        kind=CorrectionRequest.Kind.CORRECTION,
        side=side,
        based_on=standing(day, deal).version,
        entry=played(points),
        words="we counted again",
    )


def standing(day: Day, deal: int = 1) -> Result:
    """What stands at table 1 in round 1."""
    return Result.objects.get(match=day.match(1, 1), deal=deal, is_current=True)
