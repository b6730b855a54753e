"""A simultaneous event for tests, made through its services as a centre would make it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from tests.tournament.factories import add_contestants, make_user, stage_of
from tournament.championships.services.members import add_member
from tournament.core.actor import Actor, Authority
from tournament.models import Championship, Match, Outcome, Role, Round, Simultaneous, User
from tournament.results.kinds.dealt_hand import ResultInput
from tournament.results.services.entry import enter_result
from tournament.rounds.services.lifecycle import open_round
from tournament.schedule.services.rounds import pair_round
from tournament.schedule.services.schedule import make_schedule, publish_schedule
from tournament.simultaneous.services.deals import fix_salt_for_all, make_deals_for_all
from tournament.simultaneous.services.events import make_event
from tournament.simultaneous.services.rounds import hand_in
from tournament.simultaneous.services.venues import add_venue
from tournament.stages.drawn import DRAWN

SALT = "Grossa 12345"


@dataclass
class Event:
    """An event, its centre, and the championships of its venues in the order of their making."""

    simultaneous: Simultaneous
    centre: User
    championships: list[Championship]

    @property
    def acting(self) -> Actor:
        return Actor.of_user(self.centre, Authority.ORGANISER)

    def round(self, venue: int, number: int) -> Round:
        """A round as it stands now; venues are counted from 0."""
        rounds = Round.objects.select_related("stage__championship__venue__simultaneous")
        return rounds.get(championship=self.championships[venue], number=number)

    def open(self, venue: int, number: int) -> Round:
        """Open a round in one venue, its opponents drawn if need be."""
        round = self.round(venue, number)
        if not round.paired:
            pair_round(actor=self.acting, round=round)
        return open_round(actor=self.acting, round=self.round(venue, number))

    def enter(self, venue: int, number: int, points: int = 40) -> None:
        """A result for every hand at every table: `points`, and one more for each table."""
        matches = Match.objects.filter(round=self.round(venue, number), cancelled=False)
        related = matches.select_related("round__stage__championship", "table")
        for more, match in enumerate(related.order_by("table__number")):
            for deal in match.round.deals:
                self.enter_hand(match, deal, points + more)

    def enter_hand(self, match: Match, deal: int, points: int) -> None:
        enter_result(
            actor=self.acting,
            match=match,
            deal=deal,
            entry=ResultInput(outcome=Outcome.PLAYED, ns_points=points),
            based_on=0,
        )

    def play(self, venue: int, number: int, points: int = 40) -> None:
        """Open a round in a venue, enter all results, and hand it in."""
        self.open(venue, number)
        self.enter(venue, number, points)
        self.hand_in(venue, number)

    def hand_in(self, venue: int, number: int) -> Round:
        return hand_in(actor=self.acting, round=self.round(venue, number))


def make_venues(count: int = 2, *, pairs: int = 4, rounds: int = 2, dealt: bool = True) -> Event:
    """An event of so many venues, of four pairs each; with schedules that are public, and hands."""
    centre = make_user()
    acting = Actor.of_user(centre, Authority.ORGANISER)
    event = make_event(
        actor=acting,
        user=centre,
        name="Simultània de prova",
        date=date(2026, 11, 21),
        format=DRAWN,
        rounds=rounds,
        hands_per_match=2,
    )
    made = Event(event, centre, [])
    for number in range(count):
        venue = add_venue(actor=acting, user=centre, event=event, name=f"Seu {number + 1}")
        add_contestants(venue.championship, pairs)
        make_schedule(actor=acting, stage=stage_of(venue.championship))
        publish_schedule(actor=acting, stage=stage_of(venue.championship))
        made.championships.append(Championship.objects.get(pk=venue.championship_id))
    if dealt:
        make_deals_for_all(actor=acting, event=event)
        fix_salt_for_all(actor=acting, event=event, salt=SALT)
    return made


def make_played_venues() -> Event:
    """Two venues of two tables, with a released round; N–S of the second make ten more points at
    every table."""
    event = make_venues(2)
    event.play(0, 1, points=40)
    event.play(1, 1, points=50)
    return event


def add_referee(championship: Championship) -> User:
    """A referee of one venue."""
    user = make_user()
    centre = championship.memberships.get(role=Role.ORGANISER).user
    add_member(actor=Actor.of_user(centre), championship=championship, user=user, role=Role.REFEREE)
    return user
