"""A simultaneous event whose venues are rehearsals: bots play the same hands in all of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.contestants.rows import ContestantRow
from tournament.core.actor import Actor
from tournament.core.errors import UserError
from tournament.models import Simultaneous, User
from tournament.rehearsal.championship import Occasion, make_rehearsal
from tournament.rehearsal.day import Rehearsal, RoundPlayed
from tournament.rehearsal.plan import Plan
from tournament.simultaneous.services.deals import fix_salt_for_all, make_deals_for_all
from tournament.simultaneous.services.events import make_event
from tournament.simultaneous.services.venues import tie_championship
from tournament.stages.drawn import DRAWN
from tournament.stages.formats import FORMATS

MOST_VENUES = 100


@dataclass(frozen=True, slots=True)
class VenueOccasion:
    """A venue's name, what it is played from, and its pairs; without them people are made up."""

    name: str
    plan: Plan
    pairs: Sequence[ContestantRow] = ()


@dataclass(frozen=True, slots=True)
class VenuesRehearsal:
    """An event that bots are playing, with a rehearsal for each venue."""

    event: Simultaneous
    venues: tuple[Rehearsal, ...]

    def play_round(self) -> Iterator[RoundPlayed]:
        """Play the next round of every venue to its end; the last hand-in releases it for all."""
        for rehearsal in self.venues:
            round = rehearsal.next_round()
            assert round is not None, "all venues have the same rounds"
            yield rehearsal.play_round(round)


def venue_plans(
    *, venues: int, pairs: int, rounds: int | None, seed: int, mistakes: Fraction
) -> tuple[VenueOccasion, ...]:
    """Share out `pairs` pairs evenly among `venues` venues, each with a seed of its own.

    `mistakes` is the share of entries that go wrong. Raises `UserError` (field: venues) for what
    can't be, and as `Plan` does.
    """
    if not 1 <= venues <= MOST_VENUES:
        raise UserError(
            _("An event has 1 to %(most)d venues.") % {"most": MOST_VENUES}, field="venues"
        )
    least, more = divmod(pairs, venues)
    wanted = DRAWN.usual_rounds(max(least, 1)) if rounds is None else rounds
    return tuple(
        VenueOccasion(
            _("Venue %(number)d") % {"number": number + 1},
            Plan(
                contestants=least + (number < more),
                rounds=wanted,
                format=DRAWN.kind,
                seed=seed + number,
                mistakes=mistakes,
            ),
        )
        for number in range(venues)
    )


@transaction.atomic
def make_venues_rehearsal(
    *,
    actor: Actor,
    user: User,
    name: str,
    venues: Sequence[VenueOccasion],
    referee: Actor | None = None,
    date: datetime.date | None = None,
) -> VenuesRehearsal:
    """Return a new event with its venues' schedules published and its hands made; no round is open.

    `user` is its centre, and the organiser of all venues. The hands come from the first venue's
    plan.
    """
    first = venues[0].plan
    event = make_event(
        actor=actor,
        user=user,
        name=name,
        date=date or timezone.localdate(),
        format=FORMATS[first.format],
        rounds=first.rounds,
        rehearsal=True,
    )
    rehearsals = []
    for venue in venues:
        championship = make_rehearsal(
            actor=actor,
            user=user,
            plan=venue.plan,
            occasion=Occasion(
                name=f"{event.name} · {venue.name}",
                place=venue.name,
                date=event.date,
                pairs=venue.pairs,
            ),
            dealt=False,
        )
        tie_championship(actor=actor, event=event, championship=championship, name=venue.name)
        rehearsals.append(Rehearsal(championship, venue.plan, referee or actor))
    make_deals_for_all(actor=actor, event=event, rehearsal_key=first.key)
    fix_salt_for_all(actor=actor, event=event, salt=first.salt)
    return VenuesRehearsal(event, tuple(rehearsals))
