"""The demonstration's championships of the ordinary game: a Swiss in its fourth round, and a cup.

Nothing is scripted here: bots play them as they would any rehearsal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.championships.services import add_member
from tournament.core.actor import Actor
from tournament.models import Role, User
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.plan import Plan
from tournament.stages.games import GAME_SWISS
from tournament.stages.knockout import KNOCKOUT


@dataclass(frozen=True, slots=True)
class _Event:
    """A championship of games: so many rounds are closed, and of the next so many games entered."""

    occasion: Occasion
    plan: Plan
    closed: int
    entered: int


EVENTS = (
    _Event(
        Occasion(name="Suís d'hivern a 101", place="Casal de Berga", slug="suis"),
        Plan(contestants=14, rounds=7, format=GAME_SWISS.kind, seed=31, minutes=55),
        closed=3,
        entered=4,
    ),
    _Event(
        Occasion(name="Copa de Nadal", place="Casino de Solsona", slug="copa"),
        Plan(contestants=11, rounds=4, format=KNOCKOUT.kind, seed=7, minutes=55),
        closed=2,
        entered=1,
    ),
)


def load_games(organiser: User, referee: User) -> None:
    """Make them, with these people."""
    for event in EVENTS:
        _load(event, organiser, referee)


def addresses_of_games() -> Sequence[tuple[str, str]]:
    """What each is, and its slug."""
    return (_("a Swiss of games to 101"), "suis"), (_("a knock-out with its bracket"), "copa")


def _load(event: _Event, organiser: User, referee: User) -> None:
    acting = Actor.of_user(organiser)
    made = make_rehearsal(actor=acting, user=organiser, plan=event.plan, occasion=event.occasion)
    add_member(actor=acting, championship=made, user=referee, role=Role.REFEREE)
    rehearsal = Rehearsal(made, event.plan, Actor.of_user(referee))
    for number in range(event.closed + 1):
        round = rehearsal.next_round()
        assert round is not None, "there are more rounds than are played"
        if number < event.closed:
            played = rehearsal.play_round(round)
            assert played.closed, played.obstacles
        else:
            rehearsal.play_part(round, event.entered)
