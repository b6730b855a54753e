"""The demonstration's simultaneous event: three venues, the last round handed in by two of them."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.championships.services.members import add_member
from tournament.core.actor import Actor
from tournament.demo.playing import play_next
from tournament.models import Role, Simultaneous, User
from tournament.rehearsal.plan import Plan
from tournament.rehearsal.venues import VenueOccasion, make_venues_rehearsal
from tournament.stages.drawn import DRAWN

WHAT = _("a simultaneous event in three venues")
NAME = "Simultània de Sant Martí"
VENUES = tuple(
    VenueOccasion(name, Plan(contestants=6, rounds=3, format=DRAWN.kind, seed=seed))
    for name, seed in (("Casal de Berga", 61), ("Casino de Solsona", 62), ("Ateneu de Valls", 63))
)
RELEASED = 2
ENTRIES_OF_THE_LAST = 7
"""How many hands the last venue has entered in the round that the others have handed in."""


def load_venues(organiser: User, referee: User) -> None:
    """Make it, with these people."""
    acting = Actor.of_user(organiser)
    made = make_venues_rehearsal(
        actor=acting, user=organiser, name=NAME, venues=VENUES, referee=Actor.of_user(referee)
    )
    for rehearsal in made.venues:
        add_member(
            actor=acting,
            championship=rehearsal.championship,
            user=referee,
            role=Role.REFEREE,
        )
    for _round in range(RELEASED):
        for _played in made.play_round():
            pass
    *done, last = made.venues
    for rehearsal in done:
        play_next(rehearsal)
    play_next(last, ENTRIES_OF_THE_LAST)


def slug_of_event() -> str:
    """The address of the event; "" in a demonstration that was loaded before there was one."""
    event = Simultaneous.objects.filter(name=NAME).first()
    return event.slug if event else ""
