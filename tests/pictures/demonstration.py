"""The demonstration championship as the pictures show it, with chance and clock fixed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import TYPE_CHECKING
from unittest import mock

if TYPE_CHECKING:
    from tournament.models import Stage

DAY = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
LAST_CLOSED, OPEN, NEXT = 6, 7, 8
"""Rounds of the demonstration."""


@dataclass(frozen=True)
class Demonstration:
    """The loaded championship's stage, and when it was loaded."""

    stage: Stage
    now: datetime


@contextmanager
def nothing_left_to_chance() -> Iterator[None]:
    """Give the demonstration the same keys and the same clock each time; the clock goes on by a
    second a look."""
    clock = (DAY + timedelta(seconds=second) for second in itertools.count())
    chance = random.Random(0)
    with (
        mock.patch("secrets.token_bytes", side_effect=lambda count=32: chance.randbytes(count)),
        mock.patch("django.utils.timezone.now", side_effect=clock),
    ):
        yield


def knockout() -> Stage:
    """A knock-out of 16 pairs that bots have played as far as the semifinals."""
    return _played("Eliminatòries", "knockout-101", contestants=16, rounds=4)


def swiss() -> Stage:
    """A Swiss of games of 12 pairs that bots have played four rounds of."""
    return _played("Suís de Sant Martí", "swiss-101", contestants=12, rounds=7, played=4)


def league() -> Stage:
    """A league of 8 pairs that bots have played two rounds of, a round a week."""
    from tournament.calendar.queries import days_in_turn
    from tournament.calendar.services import set_days
    from tournament.core.actor import AT_THE_TERMINAL

    stage = _played("Lliga d'hivern", "league-101", contestants=8, rounds=14)
    days = days_in_turn(DAY.date(), rounds=14, every=7, lasting=7)
    set_days(actor=AT_THE_TERMINAL, stage=stage, days=dict(enumerate(days, start=1)))
    return stage


def _played(name: str, format: str, *, contestants: int, rounds: int, played: int = 2) -> Stage:
    """A championship of which bots have played some rounds."""
    from tests.tournament.factories import make_user
    from tournament.core.actor import AT_THE_TERMINAL
    from tournament.core.stages import stages_of
    from tournament.rehearsal.championship import Occasion, make_rehearsal
    from tournament.rehearsal.day import Rehearsal
    from tournament.rehearsal.plan import Plan

    plan = Plan(contestants=contestants, rounds=rounds, format=format, seed=4)
    made = make_rehearsal(
        actor=AT_THE_TERMINAL,
        user=make_user(),
        plan=plan,
        occasion=Occasion(name=name, date=DAY.date()),
    )
    rehearsal = Rehearsal(made, plan, AT_THE_TERMINAL)
    for _round in range(played):
        round = rehearsal.next_round()
        assert round is not None
        rehearsal.play_round(round)
    (stage,) = stages_of(made)
    return stage


def logo() -> BytesIO:
    """A made-up club's sign: a coin of rings."""
    from PIL import Image, ImageDraw

    side = 240
    sign = Image.new("L", (side, side), 255)
    pen = ImageDraw.Draw(sign)
    for ring in (8, 44, 80):
        pen.ellipse((ring, ring, side - ring, side - ring), outline=40, width=18)
    made = BytesIO()
    sign.save(made, "PNG")
    made.seek(0)
    return made


def demonstration() -> Demonstration:
    """The demonstration championship, freshly loaded."""
    from django.utils import timezone

    from tournament.championships.logo import set_logo
    from tournament.core.actor import Actor
    from tournament.demo.loader import DEMO_SLUG, load_demo
    from tournament.models import Championship, Stage

    load_demo()
    Championship.objects.update(date=date(2026, 11, 21))
    championship = Championship.objects.get(slug=DEMO_SLUG)
    set_logo(actor=Actor("pictures"), championship=championship, file=logo())
    stage = Stage.objects.select_related("championship").get(championship=championship)
    now = timezone.now()
    analyse(stage)
    return Demonstration(stage, now)


def analyse(stage: Stage) -> None:
    """Store what the hands on the pictures are worth: of the first two rounds, and the last one."""
    from scoring.game.announcements import Denomination
    from tournament.analysis.round_job import Analyser
    from tournament.analysis.services import store_value
    from tournament.deals.queries import dealt_hands

    analyser = Analyser(stage.scoring_settings().play_variant)
    deals = [
        deal for number in (1, 2, LAST_CLOSED) for deal in range(4 * number - 3, 4 * number + 1)
    ]
    for hand in dealt_hands(stage.championship, deals):
        for trump in Denomination:
            value = analyser.value(hand, trump)
            store_value(stage=stage, deal=hand.number, trump=trump, value=value)
