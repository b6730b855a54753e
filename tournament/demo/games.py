"""The demonstration's championships of the ordinary game: a Swiss and a lligueta, half played.

Nothing is scripted here: bots play them as they would any rehearsal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.championships.services.members import add_member
from tournament.core.actor import Actor
from tournament.demo.playing import play_next
from tournament.models import Role, User
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal
from tournament.rehearsal.plan import Plan
from tournament.stages.games import GAME_SWISS


@dataclass(frozen=True, slots=True)
class _Event:
    """A championship of games: so many rounds are closed, and of the next so many games entered."""

    what: Promise
    occasion: Occasion
    plan: Plan
    closed: int
    entered: int


EVENTS = (
    _Event(
        _("a Swiss of games to 101"),
        Occasion(name="Suís d'hivern a 101", place="Casal de Berga", slug="suis"),
        Plan(contestants=14, rounds=7, format=GAME_SWISS.kind, seed=31, minutes=55),
        closed=3,
        entered=4,
    ),
    _Event(
        _("a lligueta with its groups and its bracket"),
        Occasion(name="Lligueta de Nadal", place="Casino de Solsona", slug="lligueta"),
        Plan(contestants=16, rounds=3, format="lligueta", seed=7, minutes=55),
        closed=4,
        entered=1,
    ),
)


def load_games(organiser: User, referee: User) -> None:
    """Make them, with these people."""
    for event in EVENTS:
        _load(event, organiser, referee)


def addresses_of_games() -> Sequence[tuple[str, str]]:
    """Return what each of the demonstration's championships of games is, and its slug."""
    return [(str(event.what), event.occasion.slug) for event in EVENTS]


def _load(event: _Event, organiser: User, referee: User) -> None:
    acting = Actor.of_user(organiser)
    made = make_rehearsal(actor=acting, user=organiser, plan=event.plan, occasion=event.occasion)
    add_member(actor=acting, championship=made, user=referee, role=Role.REFEREE)
    rehearsal = Rehearsal(made, event.plan, Actor.of_user(referee))
    for _round in range(event.closed):
        play_next(rehearsal)
    play_next(rehearsal, event.entered)
